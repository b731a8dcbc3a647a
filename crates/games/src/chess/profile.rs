//! What comes with chess besides its rules: levels with their ratings, the page.

use spielbaum_core::{GameProfile, PageHints};

pub(super) const PROFILE: GameProfile = GameProfile {
    // Chosen for about equal steps in strength (docs/playing.md).
    levels: &[
        (2, "auto:nodes=10"),
        (3, "auto:nodes=27"),
        (4, "auto:nodes=60"),
        (5, "auto:nodes=190"),
        (6, "auto:nodes=850"),
        (7, "auto:nodes=5000"),
        (8, "auto:nodes=28000"),
        (9, "auto:nodes=160000"),
    ],
    // Above the random player; not comparable with ratings of people.
    ratings: &[0, 410, 910, 1310, 1610, 1930, 2330, 2740, 3180],
    page: PageHints {
        style: include_str!("page.css"),
        pieces: &["king", "queen", "rook", "bishop", "knight", "pawn"],
        is_checkered: true,
        faces_player: true,
        asks_side: true,
        reads_pgn: true,
        // Hundredths of a pawn.
        clear_lead: 300,
        unit: 100,
        ..PageHints::DEFAULT
    },
    ..GameProfile::DEFAULT
};
