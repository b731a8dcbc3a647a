//! What is written down about a game.

use std::time::Duration;

use spielbaum_core::{Analysis, Game, Outcome, Side, Statistics};

/// A finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameRecord {
    /// Its place in the schedule.
    pub number: u64,
    /// The players by their place in the list, who moves first from the start position in front.
    pub players: [usize; 2],
    /// The position where it began.
    pub start: String,
    /// The moves from there.
    pub moves: Vec<MoveRecord>,
    /// How it ended.
    pub outcome: Outcome,
    /// Why.
    pub reason: Reason,
    /// The same in the game's own words, or what exactly went wrong.
    pub ending: String,
}

impl GameRecord {
    /// The number of its pair in the schedule; two games in a row are a pair.
    pub fn pair(&self) -> u64 {
        self.number / 2
    }

    /// What this side scored, in half points.
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

/// A move and what its search cost.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveRecord {
    /// The move.
    pub text: String,
    /// Positions visited.
    pub nodes: u64,
    /// Rounds, of searches that work in rounds.
    pub iterations: Option<u64>,
    /// Entries of the transposition table at the end, by a sample, of searches that use one.
    pub table_entries: Option<u64>,
    /// Plies that were looked ahead completely.
    pub depth: u32,
    /// Time by the clock.
    pub time: Duration,
    /// The score from the mover's view.
    pub score: i32,
    /// The same for people.
    pub value: String,
}

/// The rounds of a search that works in rounds: its visits of all moves.
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
    /// Both players' scores had said for long enough who wins.
    Scores,
    /// An exact search had the last word.
    Solved,
    /// It had as many plies as were allowed; a draw.
    PlyLimit,
    /// A player took longer than allowed.
    Time,
    /// A player gave no move.
    NoMove,
    /// A player gave a move that is not legal.
    Illegal,
    /// A player broke down.
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
