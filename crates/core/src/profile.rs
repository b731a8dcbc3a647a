//! What comes with a game for the programs that use it: an opening book, playing levels, hints for the page.

/// The equipment of a game beyond its rules; every part has a default.
#[derive(Clone, Copy, Debug)]
pub struct GameProfile {
    /// An opening book, as the bytes of a file; its header names the options it is for.
    pub book: Option<&'static [u8]>,
    /// The playing levels that differ from the usual ones: the number and the spec of the player.
    pub levels: &'static [(u32, &'static str)],
    /// Relative ratings of the levels from 1 on: the sum of the measured steps in Elo above the first level, which has 0.
    pub ratings: &'static [usize],
    /// How the page shows it.
    pub page: PageHints,
}

impl GameProfile {
    /// No book, the usual levels, the usual page.
    pub const DEFAULT: GameProfile = GameProfile { book: None, levels: &[], ratings: &[], page: PageHints::DEFAULT };
}

/// How graphical front ends show a game.
#[derive(Clone, Copy, Debug)]
pub struct PageHints {
    /// Rules of CSS, which begin with the class `.game-NAME`.
    pub style: &'static str,
    /// The kinds of pieces that can be set up. The first stands for a side, and is what a move places.
    pub pieces: &'static [&'static str],
    /// Whether squares alternate between light and dark.
    pub is_checkered: bool,
    /// Whether people see the board from their own side.
    pub faces_player: bool,
    /// Whether the number of each side's pieces is shown.
    pub counts_pieces: bool,
    /// Whether a position that is set up needs the side to move, which its pieces do not tell.
    pub asks_side: bool,
    /// Whether games are exchanged as Portable Game Notation.
    pub reads_pgn: bool,
    /// The estimate that counts as clearly better.
    pub clear_lead: u32,
    /// The estimate that is shown as 1.
    pub unit: u32,
}

impl PageHints {
    /// Discs on a plain board.
    pub const DEFAULT: PageHints = PageHints {
        style: "",
        pieces: &["disc"],
        is_checkered: false,
        faces_player: false,
        counts_pieces: false,
        asks_side: false,
        reads_pgn: false,
        clear_lead: 150,
        unit: 1,
    };
}
