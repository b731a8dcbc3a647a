//! The state of one thread's search of a root, and what every step of it needs.

use spielbaum_core::{
    Analysis, Cut, Evaluate, Game, Generator, Knowledge, Meter, MoveGeneration, Objective, Observer, Score, Statistics,
    Status,
};

use super::child_probe::Child;
use super::history::Histories;
use super::node::{Entry, Node};
use super::pv_table::PvTable;
use super::stack::StackEntry;
use super::switch_source::SwitchSource;
use super::switches::{Switch, Switches};
use super::tuning::Tuning;
use crate::in_flight::InFlight;
use crate::table::Table;

/// The types that a search is compiled for.
pub(super) trait Setup {
    type Game: Knowledge;
    type Evaluation: Evaluate<Self::Game>;
    type Switches: SwitchSource;
    type Observer: Observer<Self::Game>;
}

/// The setup that consists of these types.
pub(super) struct Types<G, E, S, O>(std::marker::PhantomData<(G, E, S, O)>);

impl<G: Knowledge, E: Evaluate<G>, S: SwitchSource, O: Observer<G>> Setup for Types<G, E, S, O> {
    type Game = G;
    type Evaluation = E;
    type Switches = S;
    type Observer = O;
}

/// A move of the game that is searched.
pub(super) type Move<C> = <<C as Setup>::Game as Game>::Move;
/// The legal moves of a position.
pub(super) type Moves<C> = <<C as Setup>::Game as Game>::Moves;
/// The incremental state of the evaluation.
pub(super) type State<C> = <<C as Setup>::Evaluation as Evaluate<<C as Setup>::Game>>::State;

/// Switches that select another move generator.
const GENERATORS: Switches = Switches::of(&[Switch::Scan, Switch::Ring]);

/// A search in progress.
pub(super) struct Searcher<'a, C: Setup> {
    pub(super) switches: C::Switches,
    pub(super) chosen_objective: Objective,
    pub(super) tuning: Tuning,
    pub(super) evaluation: &'a C::Evaluation,
    pub(super) table: &'a Table,
    pub(super) observer: &'a mut C::Observer,
    /// Where completed iterations are reported.
    pub(super) progress: &'a mut dyn FnMut(&Analysis<C::Game>),
    pub(super) meter: Meter,
    pub(super) statistics: Statistics,
    /// Plies of the longest line so far.
    pub(super) selective_depth: u32,
    /// Plies of the current iteration.
    pub(super) root_depth: u32,
    /// Whether a heuristic value took part since this was last reset.
    pub(super) is_heuristic: bool,
    /// The ply after a null move that is being searched; 0 when there is none.
    pub(super) null_move_ply: u32,
    /// The least ply at which null moves are tried, while one is being verified.
    pub(super) null_move_from: u32,
    /// The positions from the root to the current one, by ply.
    pub(super) stack: Vec<StackEntry>,
    pub(super) pv: PvTable<Move<C>>,
    pub(super) histories: Histories<C::Game>,
    /// Children that have been probed and wait to be searched, those of the current position last.
    pub(super) children: Vec<Child<C>>,
    /// The positions that the threads are searching, where they avoid each other's.
    pub(super) in_flight: Option<&'a InFlight>,
}

impl<C: Setup> Searcher<'_, C> {
    /// The switches that the game can use.
    const SUPPORTED: Switches = Switches::supported_by::<C::Game>();

    /// Whether an observer is active.
    pub(super) const IS_ACTIVE: bool = C::Observer::IS_ACTIVE;

    #[inline]
    pub(super) fn has(&self, switch: Switch) -> bool {
        Self::SUPPORTED.has(switch) && self.switches.has(switch)
    }

    #[inline]
    pub(super) fn has_any(&self, switches: Switches) -> bool {
        Self::SUPPORTED.has_any(switches) && self.switches.has_any(switches)
    }

    #[inline]
    pub(super) fn objective(&self) -> Objective {
        self.switches.objective(self.chosen_objective)
    }

    /// The outcome or the legal moves, by the generator that the switches select.
    #[inline(always)]
    pub(super) fn status(&self, position: &C::Game) -> Status<Moves<C>> {
        if !self.has_any(GENERATORS) {
            position.status()
        } else if self.has(Switch::Scan) {
            position.status_by(Generator::Scan)
        } else {
            position.status_by(Generator::Ring)
        }
    }

    /// The position after `mv`, with its state of the evaluation.
    #[inline(always)]
    pub(super) fn make_move(&self, parent: &C::Game, state: &State<C>, mv: Move<C>) -> (C::Game, State<C>) {
        let mut child = parent.clone();
        child.play(mv);
        let mut child_state = state.clone();
        self.update(&mut child_state, parent, mv);
        (child, child_state)
    }

    /// Updates the state of the evaluation by a move, unless every position is evaluated from scratch.
    #[inline(always)]
    pub(super) fn update(&self, state: &mut State<C>, before: &C::Game, mv: Move<C>) {
        if !self.has(Switch::Afresh) {
            self.evaluation.update(state, before, mv);
        }
    }

    /// The static evaluation.
    #[inline]
    pub(super) fn static_eval(&self, position: &C::Game, state: &State<C>) -> Score {
        let value = if self.has(Switch::Afresh) {
            self.evaluation.evaluate(&self.evaluation.start(position), position)
        } else {
            self.evaluation.evaluate(state, position)
        };
        Score::estimate(value)
    }

    /// Counts a leaf.
    #[inline]
    pub(super) fn count_leaf(&mut self, ply: u32) {
        self.statistics.leaves += 1;
        if ply > self.selective_depth {
            self.selective_depth = ply;
        }
    }

    /// Reports to the observer that a node is entered.
    #[inline]
    pub(super) fn enter<E: Entry<C>>(&mut self, node: &Node<'_, C>, entry: &E) {
        if Self::IS_ACTIVE && !E::IS_EXCLUDING {
            self.observer.enter(node.position, entry.last_move(), (node.alpha, node.beta), node.depth);
        }
    }

    /// Reports to the observer that a node is left.
    #[inline]
    pub(super) fn leave<E: Entry<C>>(&mut self, score: Score, _entry: &E) {
        if Self::IS_ACTIVE && !E::IS_EXCLUDING {
            self.observer.leave(score);
        }
    }

    /// Reports to the observer that a move, or standing pat, has raised alpha.
    #[inline]
    pub(super) fn raise_alpha(&mut self, mv: Option<Move<C>>, alpha: Score) {
        if Self::IS_ACTIVE {
            self.observer.raise_alpha(mv, alpha);
        }
    }

    /// Reports to the observer what is not searched, and why.
    #[inline]
    pub(super) fn cut(&mut self, reason: Cut, skipped: impl IntoIterator<Item = Move<C>>) {
        if Self::IS_ACTIVE {
            let skipped: Vec<Move<C>> = skipped.into_iter().collect();
            self.observer.cut(reason, &skipped);
        }
    }

    /// The exit of every node whose search the budget ended; the score means nothing.
    #[inline]
    pub(super) fn out_of_budget(&mut self, skipped: impl IntoIterator<Item = Move<C>>) -> Score {
        self.cut(Cut::Budget, skipped);
        Score::DRAW
    }

    /// A score as the fail-soft, fail-hard or fail-hybrid framework returns it.
    #[inline]
    pub(super) fn clamped(&self, best: Score, alpha: Score, beta: Score) -> Score {
        if self.has(Switch::FailHard) {
            best.clamp(alpha, beta)
        } else if self.has(Switch::FailHybrid) {
            best.max(alpha)
        } else {
            best
        }
    }
}
