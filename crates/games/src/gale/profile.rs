//! What comes with Gale besides its rules: the highest level, the page.

use spielbaum_core::{GameProfile, PageHints};

pub(super) const PROFILE: GameProfile = GameProfile {
    // Theory answers every position.
    levels: &[(10, "perfect")],
    page: PageHints { pieces: &["link"], ..PageHints::DEFAULT },
    ..GameProfile::DEFAULT
};
