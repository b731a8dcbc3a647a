//! The search that plays chess for other programs.

/// What plays chess where nobody names a search.
pub const CHESS_SEARCH: &str = "strong";
