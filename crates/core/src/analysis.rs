//! The result of a search, and the trait of all searches.

use std::fmt;
use std::time::Duration;

use crate::{Budget, Game, Score, Side, Value};

/// A search of positions of the game `G`.
pub trait Search<G: Game>: Send {
    /// Searches `root` within `budget`, reporting intermediate results to `progress`. The result has a legal move
    /// unless the game is over.
    fn search(&mut self, root: &G, budget: &Budget, progress: &mut dyn FnMut(&Analysis<G>)) -> Analysis<G>;

    /// Why the last result has no move although the game is not over: for searches by external programs.
    fn failure(&self) -> Option<Failure> {
        None
    }

    /// Prepares for another game: from now on the search answers as one that has just been built with this random seed.
    /// False if it cannot, and must be built anew.
    fn new_game(&mut self, _seed: u64) -> bool {
        false
    }
}

/// Why an external program returned no move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// It crashed or violated the protocol.
    Crash(String),
    /// It did not answer in time.
    Late(String),
    /// It returned an illegal move.
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
    /// The same for display.
    pub value: Value,
    /// Whether `score` is exact or a bound.
    pub bound: Bound,
    /// The principal variation.
    pub pv: Vec<G::Move>,
    /// The depth that was searched completely.
    pub depth: u32,
    /// The length of the longest line searched, in plies.
    pub selective_depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
    /// The value of each root move, where that was requested.
    pub moves: Vec<MoveValue<G>>,
    /// The proof and disproof numbers of the root, one entry for each question of a proof-number search.
    pub proof_numbers: Vec<ProofNumbers>,
    /// The best lines, the first included, where [several](Budget::lines) were requested.
    pub lines: Vec<Variation<G>>,
    /// Counters of the search.
    pub statistics: Statistics,
}

impl<G: Game> Analysis<G> {
    /// The result of a search that has not started.
    pub fn empty() -> Analysis<G> {
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
    /// The same for display.
    pub value: Value,
    /// Visits, in Monte-Carlo tree search.
    pub visits: Option<u64>,
}

/// Proof and disproof number of the claim that `winner` wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofNumbers {
    /// The side that is claimed to win.
    pub winner: Side,
    /// The proof number: 0 when the claim is proven, none (infinite) when it is refuted.
    pub yes: Option<u32>,
    /// The disproof number.
    pub no: Option<u32>,
}

/// One of several principal variations.
#[derive(Clone, Debug)]
pub struct Variation<G: Game> {
    /// Its score, from the view of the side that makes the first move.
    pub score: Score,
    /// The same for display.
    pub value: Value,
    /// Whether `score` is exact or a bound.
    pub bound: Bound,
    /// The moves.
    pub pv: Vec<G::Move>,
}

/// Whether a score is exact or a bound.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bound {
    /// The value is this.
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

impl Bound {
    /// The bound of the negated score.
    pub fn negated(self) -> Bound {
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
    /// Positions that were evaluated statically or were over.
    pub leaves: u64,
    /// Look-ups in the transposition table.
    pub table_probes: u64,
    /// Look-ups that found the position.
    pub table_hits: u64,
    /// Cut-offs by the transposition table.
    pub table_cuts: u64,
    /// Beta cut-offs.
    pub beta_cuts: u64,
    /// Beta cut-offs on the first move: their share measures move ordering.
    pub first_move_cuts: u64,
    /// Cut-offs by looking one or two plies ahead.
    pub look_ahead_cuts: u64,
    /// Cut-offs because no reachable score lies within the window.
    pub bound_cuts: u64,
    /// Cut-offs by probing the children.
    pub child_probe_cuts: u64,
    /// Cut-offs by a child's entry in the transposition table.
    pub child_table_cuts: u64,
    /// Cut-offs by a null move.
    pub null_move_cuts: u64,
    /// Moves skipped and positions cut off by futility pruning.
    pub futility_cuts: u64,
    /// Moves searched with reduced depth.
    pub reductions: u64,
    /// Re-searches with a wider window or more depth.
    pub re_searches: u64,
    /// Entries of the transposition table at the end, estimated from a sample.
    pub table_entries: u64,
    /// How full the transposition table is, in permille.
    pub table_permille: u64,
}
