//! What a search found out, and the trait of everything that searches.

use std::fmt;
use std::time::Duration;

use crate::{Budget, Game, Score, Side, Value};

/// A search that can be asked about positions of the game `G`.
pub trait Search<G: Game>: Send {
    /// Analyses `root` within `budget`. The answer holds a legal move unless the game is over.
    fn search(&mut self, root: &G, budget: &Budget, progress: &mut dyn FnMut(&Analysis<G>)) -> Analysis<G>;

    /// Why the last answer holds no move although the game is not over: for searches by programs that are not ours.
    fn failure(&self) -> Option<Failure> {
        None
    }
}

/// Why a program that was asked for a move gave none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// It broke down, or does not speak the protocol.
    Crash(String),
    /// It did not answer in time.
    Late(String),
    /// It answered with a move that is not legal.
    Illegal(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Crash(reason) | Failure::Late(reason) | Failure::Illegal(reason) => f.write_str(reason),
        }
    }
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Analysis<G: Game> {
    /// The best move found; none when the game is over.
    pub best: Option<G::Move>,
    /// The score of the position, from the view of the side to move.
    pub score: Score,
    /// The same for people.
    pub value: Value,
    /// How `score` relates to the truth.
    pub bound: Bound,
    /// The moves that both sides play if they agree with the search.
    pub pv: Vec<G::Move>,
    /// Plies that were looked ahead completely.
    pub depth: u32,
    /// Plies of the longest line that was looked at.
    pub selective_depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
    /// What each move of the root is worth, where that was asked for.
    pub moves: Vec<MoveValue<G>>,
    /// How near a proof-number search is to answering who wins: the sides that it was asked for.
    pub proof_numbers: Vec<ProofNumbers>,
    /// The best lines, the first included, where [several](Budget::lines) were asked for.
    pub lines: Vec<Variation<G>>,
    /// What happened on the way.
    pub statistics: Statistics,
}

impl<G: Game> Analysis<G> {
    /// The result of a search that has not found out anything yet.
    pub fn nothing() -> Analysis<G> {
        Analysis {
            best: None,
            score: Score::DRAW,
            value: Value::Estimate(0),
            bound: Bound::Exact,
            pv: Vec::new(),
            depth: 0,
            selective_depth: 0,
            nodes: 0,
            time: Duration::ZERO,
            moves: Vec::new(),
            proof_numbers: Vec::new(),
            lines: Vec::new(),
            statistics: Statistics::default(),
        }
    }
}

/// The value of one move, from the view of the side that makes it.
#[derive(Clone, Copy, Debug)]
pub struct MoveValue<G: Game> {
    /// The move.
    pub mv: G::Move,
    /// Its score.
    pub score: Score,
    /// The same for people.
    pub value: Value,
    /// How often a search that works in rounds tried it.
    pub visits: Option<u64>,
}

/// The effort that the answer to a question still takes, by the reckoning of a proof-number search: does `winner` win?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofNumbers {
    /// The side that is asked for.
    pub winner: Side,
    /// The effort for a yes: 0 when that is proven, nothing when it is refuted.
    pub yes: Option<u32>,
    /// The effort for a no.
    pub no: Option<u32>,
}

/// A line of moves that begins with one of the best.
#[derive(Clone, Debug)]
pub struct Variation<G: Game> {
    /// Its score, from the view of the side that makes the first move.
    pub score: Score,
    /// The same for people.
    pub value: Value,
    /// How `score` relates to the truth.
    pub bound: Bound,
    /// The moves.
    pub pv: Vec<G::Move>,
}

/// How a score relates to the truth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bound {
    /// It is the value.
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

impl Bound {
    /// The same seen by the other side.
    pub fn turned(self) -> Bound {
        match self {
            Bound::Exact => Bound::Exact,
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
        }
    }
}

/// Counters of a search.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Statistics {
    /// Positions that were judged by the evaluation or were over.
    pub leaves: u64,
    /// Look-ups in the transposition table.
    pub table_probes: u64,
    /// Look-ups that found the position.
    pub table_hits: u64,
    /// Positions decided by the transposition table alone.
    pub table_cuts: u64,
    /// Positions where a move reached beta.
    pub beta_cuts: u64,
    /// Those where it was not the first move tried: the measure of move ordering.
    pub late_cuts: u64,
    /// Positions decided by looking one or two plies ahead.
    pub look_ahead_cuts: u64,
    /// Positions decided by the scores that can still be reached.
    pub bound_cuts: u64,
    /// Positions decided by a glance at the positions behind their moves.
    pub glance_cuts: u64,
    /// Positions decided by a child's entry in the transposition table.
    pub child_table_cuts: u64,
    /// Positions given up after a null move.
    pub null_move_cuts: u64,
    /// Moves or positions given up as futile.
    pub futile: u64,
    /// Moves searched with reduced depth.
    pub reductions: u64,
    /// Moves searched again with a wider window or more depth.
    pub searches_again: u64,
    /// Entries of the transposition table at the end, by a sample.
    pub table_entries: u64,
    /// Thousandths of the transposition table that are in use.
    pub table_permille: u64,
}
