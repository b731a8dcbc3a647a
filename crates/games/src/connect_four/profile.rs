//! What comes with Connect Four besides its rules: an opening book, the page.

use spielbaum_core::{GameProfile, PageHints};

pub(super) const PROFILE: GameProfile = GameProfile {
    // The first eight plies; docs/connect-four.md has the command that made it.
    book: Some(include_bytes!("opening.book")),
    page: PageHints { style: include_str!("page.css"), clear_lead: 60, ..PageHints::DEFAULT },
    ..GameProfile::DEFAULT
};
