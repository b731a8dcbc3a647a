//! The search that plays chess for other programs.

/// The default search for chess.
pub const CHESS_SEARCH: &str = "strong";
