//! Wins and losses within a few plies, found without a tree search.

use crate::{Game, MoveSet, Status};

/// Immediate wins, immediate losses and forced sequences.
pub trait Tactics: Game {
    /// Whether [`look_ahead`](Tactics::look_ahead) is implemented.
    const LOOKS_AHEAD: bool = false;

    /// Finds wins and losses within two plies in a game that is not over; `moves` are its legal moves.
    ///
    /// A game with [`LOOKS_AHEAD`](Tactics::LOOKS_AHEAD) finds exactly this: a win by the next move; else a loss, where
    /// every move loses at once or to the next reply, at the latest possible ply; else the moves that do neither.
    /// Searches rely on the absence of a result, too.
    #[inline]
    fn look_ahead(&self, moves: Self::Moves) -> LookAhead<Self::Moves> {
        LookAhead::Moves(moves)
    }

    /// Whether [`win_in_three`](Tactics::win_in_three) finds a move wherever there is one.
    const FINDS_WIN_IN_THREE: bool = false;

    /// One of `moves`, those left by [`look_ahead`](Tactics::look_ahead), after which the opponent loses in two plies,
    /// with its index. Called only with [`FINDS_WIN_IN_THREE`](Tactics::FINDS_WIN_IN_THREE).
    #[inline]
    fn win_in_three(&self, _moves: &Self::Moves) -> Option<(Self::Move, usize)> {
        None
    }

    /// Whether [`threat_space_search`](Tactics::threat_space_search) also finds the opponent's threats.
    const FINDS_OPPONENT_THREATS: bool = false;

    /// Threat-space search: looks for a win by moves that each leave a single reply; `moves` are those left by
    /// [`look_ahead`](Tactics::look_ahead). Visits up to `node_limit` positions for either side and adds their number
    /// to `nodes`. The result is proven.
    fn threat_space_search(&self, moves: &Self::Moves, node_limit: u32, nodes: &mut u32) -> ThreatSearch<Self> {
        let mut nodes_left = node_limit;
        let found = forced_win(self, moves, &mut nodes_left);
        *nodes += node_limit - nodes_left;
        found.map_or(ThreatSearch::Nothing, ThreatSearch::Win)
    }
}

/// The first of the moves that wins by a sequence of single replies; visits up to `nodes_left` positions.
fn forced_win<G: Tactics>(position: &G, moves: &G::Moves, nodes_left: &mut u32) -> Option<G::Move> {
    for mv in moves.iter() {
        *nodes_left = nodes_left.checked_sub(1)?;
        let mut child = position.clone();
        child.play(mv);
        let Status::Ongoing(replies) = child.status() else { continue };
        let kept = match child.look_ahead(replies) {
            LookAhead::Loss(_) => return Some(mv),
            LookAhead::Moves(kept) if kept.len() == 1 => kept,
            LookAhead::Moves(_) | LookAhead::Win => continue,
        };
        child.play(kept.nth(0));
        let Status::Ongoing(next) = child.status() else { continue };
        let is_won = match child.look_ahead(next) {
            LookAhead::Win => true,
            LookAhead::Loss(_) => false,
            LookAhead::Moves(next) => forced_win(&child, &next, nodes_left).is_some(),
        };
        if is_won {
            return Some(mv);
        }
    }
    None
}

/// The result of looking two plies ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LookAhead<Moves> {
    /// The side to move wins with its next move.
    Win,
    /// The side to move loses after this many plies, whatever it plays.
    Loss(u32),
    /// The moves that lose neither at once nor to the next reply.
    Moves(Moves),
}

/// The result of a threat-space search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ThreatSearch<G: Game> {
    /// The side to move wins, starting with this move.
    Win(G::Move),
    /// The opponent would win if it were to move. Only these moves, perhaps none, can prevent that.
    Threat(G::Moves),
    /// Neither was found.
    Nothing,
}
