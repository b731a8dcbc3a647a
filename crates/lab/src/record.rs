//! The record of a game.

use std::time::Duration;

use spielbaum_core::{Analysis, Game, Outcome, Side, Statistics};

/// A finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameRecord {
    /// Its place in the schedule.
    pub number: u64,
    /// The players by their place in the list, the one who moves first at the start position first.
    pub players: [usize; 2],
    /// The start position.
    pub start: String,
    /// The moves from there.
    pub moves: Vec<MoveRecord>,
    /// The outcome.
    pub outcome: Outcome,
    /// Why it ended.
    pub reason: Reason,
    /// The reason in the game's own terms, or the error.
    pub ending: String,
}

impl GameRecord {
    /// The number of its pair in the schedule; two games in a row are a pair.
    pub fn pair(&self) -> u64 {
        self.number / 2
    }

    /// The score of this side in half points.
    pub fn half_points(&self, side: Side) -> u64 {
        match self.outcome {
            Outcome::Draw => 1,
            Outcome::Win(winner) => 2 * u64::from(winner == side),
        }
    }

    /// The moves as text.
    pub fn line(&self) -> String {
        self.moves.iter().map(|mv| mv.text.as_str()).collect::<Vec<_>>().join(" ")
    }
}

/// A move and the cost of its search.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveRecord {
    /// The move.
    pub text: String,
    /// Positions visited.
    pub nodes: u64,
    /// Iterations of a Monte-Carlo search.
    pub iterations: Option<u64>,
    /// Entries in the transposition table at the end, estimated from a sample, of searches that use one.
    pub table_entries: Option<u64>,
    /// The depth completed, in plies.
    pub depth: u32,
    /// Wall time.
    pub time: Duration,
    /// The score from the mover's view.
    pub score: i32,
    /// The score as text.
    pub value: String,
}

/// The iterations of a Monte-Carlo search: its visits to all moves.
pub(crate) fn rounds<G: Game>(analysis: &Analysis<G>) -> Option<u64> {
    analysis.moves.iter().map(|mv| mv.visits).sum::<Option<u64>>().filter(|&visits| visits > 0)
}

/// The entries of the transposition table of a search that uses one.
pub(crate) fn table_entries(statistics: &Statistics) -> Option<u64> {
    (statistics.table_probes > 0).then_some(statistics.table_entries)
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// By the rules.
    Rules,
    /// Both players had proved the same result.
    Agreed,
    /// Both players' scores agreed on the winner for long enough.
    Scores,
    /// Adjudicated by an exact search.
    Solved,
    /// The ply limit was reached; a draw.
    PlyLimit,
    /// A player exceeded its time.
    Time,
    /// A player returned no move.
    NoMove,
    /// A player returned an illegal move.
    Illegal,
    /// A player crashed.
    Crash,
}

impl Reason {
    /// All of them.
    pub const ALL: [Reason; 9] = [
        Reason::Rules,
        Reason::Agreed,
        Reason::Scores,
        Reason::Solved,
        Reason::PlyLimit,
        Reason::Time,
        Reason::NoMove,
        Reason::Illegal,
        Reason::Crash,
    ];

    /// Its name in results.
    pub fn name(self) -> &'static str {
        match self {
            Reason::Rules => "rules",
            Reason::Agreed => "agreed",
            Reason::Scores => "scores",
            Reason::Solved => "solved",
            Reason::PlyLimit => "ply limit",
            Reason::Time => "time",
            Reason::NoMove => "no move",
            Reason::Illegal => "illegal move",
            Reason::Crash => "crash",
        }
    }
}
