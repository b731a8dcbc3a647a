//! What comes with Yavalath besides its rules: the highest level, the page.

use spielbaum_core::{GameProfile, PageHints};

pub(super) const PROFILE: GameProfile = GameProfile {
    // Proved wins, which take longer to find than a good move.
    levels: &[(10, "proven:time=12s")],
    page: PageHints { style: include_str!("page.css"), pieces: &["stone"], ..PageHints::DEFAULT },
    ..GameProfile::DEFAULT
};
