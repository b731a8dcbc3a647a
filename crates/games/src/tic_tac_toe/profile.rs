//! What comes with Tic-Tac-Toe besides its rules: the page.

use spielbaum_core::{GameProfile, PageHints};

pub(super) const PROFILE: GameProfile = GameProfile {
    page: PageHints { style: include_str!("page.css"), pieces: &["mark"], ..PageHints::DEFAULT },
    ..GameProfile::DEFAULT
};
