//! What comes with Othello besides its rules: the page.

use spielbaum_core::{GameProfile, PageHints};

pub(super) const PROFILE: GameProfile = GameProfile {
    page: PageHints {
        style: include_str!("page.css"),
        counts_pieces: true,
        asks_side: true,
        // Discs.
        clear_lead: 12,
        ..PageHints::DEFAULT
    },
    ..GameProfile::DEFAULT
};
