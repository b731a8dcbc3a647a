//! Chess in the notation of the UCI protocol.

use cozy_chess::{Color, File, Move};
use spielbaum_core::Notation;

use super::{Chess, Draws};

impl Chess {
    /// The text of a legal move. With the castling of Chess960 it is the king's move onto its own rook, else where
    /// possible the king's move of two squares.
    pub fn uci_text(&self, mv: Move, is_chess960: bool) -> String {
        if is_chess960 { mv.to_string() } else { self.move_text(mv) }
    }

    /// Whether a castling right exists that ordinary chess does not have.
    pub fn needs_chess960(&self) -> bool {
        let board = self.board();
        Color::ALL.into_iter().any(|color| {
            let rights = board.castle_rights(color);
            let is_odd = |rook: Option<File>, usual| rook.is_some_and(|rook| rook != usual);
            let may_castle = rights.short.is_some() || rights.long.is_some();
            let king = board.king(color).file();
            may_castle && king != File::E || is_odd(rights.short, File::H) || is_odd(rights.long, File::A)
        })
    }

    /// The same position as a game in progress: without history, with clocks at zero, and with no draw but stalemate.
    pub fn reopened(&self) -> Chess {
        Chess::new(self.board().clone(), 0, Draws::Moves)
    }
}
