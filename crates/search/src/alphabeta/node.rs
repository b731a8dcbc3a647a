//! The one alpha-beta loop, with every idea behind a switch.
//!
//! Contract of [`Loop::node`]: the returned score is exact when it lies inside the window, an upper bound when it is at
//! most alpha, a lower bound when it is at least beta. When the budget runs out the score means nothing, and every caller
//! leaves as soon as it sees that.
//!
//! Knuth & Moore (1975); fail-soft after Fishburn (1983); null windows behind the first move after Marsland & Campbell
//! (1982) and Reinefeld (1983); the references of the switches are in `docs/algorithms.md`.

use spielbaum_core::{
    Analysis, Cut, Evaluate, Generator, Knowledge, Meter, MoveSet, Objective, Observer, Outcome, Score, Statistics,
    Status,
};

use super::lines::Lines;
use super::order::Memory;
use super::selective::{Outlook, WANTS_OUTLOOK};
use super::survey::Child;
use super::switch_source::SwitchSource;
use super::switches::{Switch, Switches};
use super::table_use::Asked;
use super::tries::{End, Progress};
use super::tuning::Tuning;
use crate::busy::Busy;
use crate::table::{Entry, Table};

/// Switches that find the moves in another way.
const GENERATORS: Switches = Switches::of(&[Switch::Scan, Switch::Ring]);

/// Switches that may settle a position before its moves are looked at.
const BEFORE_THE_MOVES: Switches =
    Switches::of(&[Switch::LookAhead, Switch::Bounds, Switch::Theory, Switch::Forced, Switch::Table]);

/// Those that need no table.
const FORESIGHT: Switches = Switches::of(&[Switch::LookAhead, Switch::Bounds, Switch::Theory]);

/// Switches that want the moves in an order of their own.
const ORDERING: Switches = Switches::of(&[
    Switch::TableMove,
    Switch::SortByTable,
    Switch::Static,
    Switch::Hint,
    Switch::Preview,
    Switch::Noisy,
    Switch::Killers,
    Switch::History,
    Switch::Futility,
    Switch::Gravity,
    Switch::Continuation,
    Switch::LatePruning,
    Switch::ExchangePruning,
    Switch::ReductionTable,
]);

/// Switches that look at all children before one is searched.
pub(super) const SURVEY: Switches = Switches::of(&[Switch::ChildProbe, Switch::ChildTable]);

/// Switches that remember moves that cut off.
const REMEMBERS_CUTS: Switches = Switches::of(&[Switch::Killers, Switch::History]);

/// A search under way.
pub(super) struct Loop<'a, G: Knowledge, E: Evaluate<G>, S, O> {
    pub(super) switches: S,
    pub(super) chosen_objective: Objective,
    pub(super) tuning: Tuning,
    pub(super) evaluation: &'a E,
    pub(super) table: &'a Table,
    pub(super) observer: &'a mut O,
    /// Where completed iterations are reported.
    pub(super) progress: &'a mut dyn FnMut(&Analysis<G>),
    pub(super) meter: Meter,
    pub(super) statistics: Statistics,
    /// Plies of the longest line so far, and of the present iteration.
    pub(super) selective_depth: u32,
    pub(super) root_depth: u32,
    /// Whether a heuristic value took part since this was last reset.
    pub(super) has_guessed: bool,
    /// The ply behind a null move that is being searched; 0 when there is none.
    pub(super) null_ply: u32,
    /// The least ply at which null moves are tried, while one is being verified.
    pub(super) null_from: u32,
    /// Whether the move that is about to be searched gives check.
    pub(super) gives_check: bool,
    /// How the positions from the root to here stand, by ply.
    pub(super) outlooks: Vec<Outlook>,
    pub(super) lines: Lines<G::Move>,
    pub(super) memory: Memory<G>,
    /// Children that have been looked at and wait for their turn, those of the current position last.
    pub(super) children: Vec<Child<G, E::State>>,
    /// What the threads of this search are at, if there are several that share their work.
    pub(super) busy: Option<&'a Busy>,
}

/// A position to be searched, and how.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub(super) alpha: Score,
    pub(super) beta: Score,
    /// Plies left to the horizon.
    pub(super) depth: u32,
    /// Plies from the root.
    pub(super) ply: u32,
}

impl Frame {
    /// The frame of a position behind the next move.
    #[inline]
    pub(super) fn behind_move(&self) -> Frame {
        Frame { alpha: -self.beta, beta: -self.alpha, depth: self.depth - 1, ply: self.ply + 1 }
    }

    #[inline]
    pub(super) fn is_null_window(&self) -> bool {
        self.beta.0 - self.alpha.0 <= 1
    }
}

/// How things stood before the moves of a position were searched.
#[derive(Clone, Copy)]
struct Before {
    had_guessed: bool,
    nodes: u64,
}

impl<G, E, S, O> Loop<'_, G, E, S, O>
where
    G: Knowledge,
    E: Evaluate<G>,
    S: SwitchSource,
    O: Observer<G>,
{
    /// The switches that the game can use.
    const SUPPORTED: Switches = Switches::supported_by::<G>();

    #[inline]
    pub(super) fn has(&self, switch: Switch) -> bool {
        Self::SUPPORTED.has(switch) && self.switches.has(switch)
    }

    #[inline]
    pub(super) fn has_any(&self, switches: Switches) -> bool {
        Self::SUPPORTED.has_any(switches) && self.switches.has_any(switches)
    }

    /// What the search is out for.
    #[inline]
    pub(super) fn objective(&self) -> Objective {
        self.switches.objective(self.chosen_objective)
    }

    /// The position behind `mv`, with its state of the evaluation.
    #[inline(always)]
    pub(super) fn made(&self, parent: &G, state: &E::State, mv: G::Move) -> (G, E::State) {
        let mut child = parent.clone();
        child.play(mv);
        let mut child_state = state.clone();
        if !self.has(Switch::Afresh) {
            self.evaluation.update(&mut child_state, parent, mv);
        }
        (child, child_state)
    }

    /// The outcome or the moves, found as the switches say.
    #[inline(always)]
    pub(super) fn status(&self, position: &G) -> Status<G::Moves> {
        if !self.has_any(GENERATORS) {
            position.status()
        } else if self.has(Switch::Scan) {
            position.status_by(Generator::Scan)
        } else {
            position.status_by(Generator::Ring)
        }
    }

    /// Searches the position behind `mv`.
    #[inline]
    pub(super) fn child(&mut self, parent: &G, state: &E::State, mv: G::Move, frame: Frame) -> Score {
        let (child, child_state) = self.made(parent, state, mv);
        self.node(&child, &child_state, frame, Some(mv))
    }

    /// Searches a position; the contract is at the top of the file. Inlined, so that leaves cost no call.
    #[inline(always)]
    pub(super) fn node(&mut self, position: &G, state: &E::State, frame: Frame, by: Option<G::Move>) -> Score {
        // 1. The budget.
        if self.meter.tick() {
            self.cut(Cut::Budget, by);
            return Score::DRAW;
        }
        self.arrive(position, state, frame, by)
    }

    /// Searches a position that has been counted.
    #[inline(always)]
    fn arrive(&mut self, position: &G, state: &E::State, frame: Frame, by: Option<G::Move>) -> Score {
        if O::IS_ACTIVE {
            self.observer.enter(position, by, (frame.alpha, frame.beta), frame.depth);
        }
        self.lines.clear(frame.ply);
        let frame = self.extended(position, frame);
        let score = if self.asks_first() {
            self.arrive_asking(position, state, frame)
        } else {
            match self.status(position) {
                // 2. The end of the game.
                Status::Over(outcome) => self.over(position, outcome, frame),
                Status::Ongoing(_) if self.is_repeated(position, frame) => self.drawn_again(frame),
                Status::Ongoing(_) if let Some(score) = self.looked_up(position, frame) => score,
                // 3. The horizon.
                Status::Ongoing(_) if frame.depth == 0 && !self.has(Switch::Quiescence) => {
                    self.note_leaf(frame);
                    self.has_guessed = true;
                    self.guess(position, state)
                }
                Status::Ongoing(moves) if frame.depth == 0 => self.quiesce(position, state, frame, &moves),
                // Split up, because four numbers travel in registers and a struct does not.
                Status::Ongoing(moves) => {
                    self.interior(position, state, (frame.alpha, frame.beta), (frame.depth, frame.ply), moves)
                }
            }
        };
        if O::IS_ACTIVE {
            self.observer.leave(score);
        }
        score
    }

    /// The score of a position where the game is over.
    #[inline(always)]
    pub(super) fn over(&mut self, position: &G, outcome: Outcome, frame: Frame) -> Score {
        self.note_leaf(frame);
        self.end(position, outcome, frame.ply)
    }

    /// Searches a position with moves and depth left.
    #[inline(never)]
    fn interior(
        &mut self,
        position: &G,
        state: &E::State,
        (alpha, beta): (Score, Score),
        (depth, ply): (u32, u32),
        mut moves: G::Moves,
    ) -> Score {
        let mut frame = Frame { alpha, beta, depth, ply };
        // What is nearly over the game may finish itself.
        if let Some(score) = self.finish(position, frame) {
            return score;
        }
        let (mut key, mut table_move) = (0, None);
        if self.has_any(BEFORE_THE_MOVES) {
            // 4. What can be seen without searching: the next plies, and scores out of reach.
            if self.has_any(FORESIGHT) {
                let seen = self.foresee(position, frame, &moves);
                if let Some((score, reason)) = seen.settled {
                    return self.settle(score, reason, frame.ply);
                }
                (frame.alpha, frame.beta) = (seen.alpha, seen.beta);
                if let Some(rest) = seen.moves {
                    if O::IS_ACTIVE && rest.len() < moves.len() {
                        self.cut(Cut::LookAhead, moves.iter().filter(|&mv| !rest.contains(mv)));
                    }
                    moves = rest;
                }
            }
            // 5. A single move.
            if self.has(Switch::Forced) && moves.len() == 1 {
                return self.pass_through(position, state, frame, moves.nth(0));
            }
            // 6. The transposition table.
            if self.has(Switch::Table) {
                key = self.key(position);
                match self.look_up(position, key, frame) {
                    Ok(score) => return score,
                    Err(index) => table_move = index,
                }
            }
        }
        self.expand(position, state, frame, &moves, Asked::knowing(key, table_move))
    }

    /// Searches the moves of a position about which nothing more is known beforehand.
    #[inline(always)]
    pub(super) fn expand(
        &mut self,
        position: &G,
        state: &E::State,
        frame: Frame,
        moves: &G::Moves,
        asked: Asked,
    ) -> Score {
        // What theory tells only after some work.
        if G::HAS_STABILITY_BOUND
            && self.has(Switch::Theory)
            && let Some(score) = self.cap(position, frame)
        {
            return self.settle(score, Cut::Bounds, frame.ply);
        }
        // 7. Speculation: how the position stands, and doing nothing.
        if let Some(score) = self.given_up(position, state, frame) {
            return score;
        }
        self.expand_further(position, state, frame, moves, asked)
    }

    /// The same for a position that is not [given up](Loop::given_up) for how it stands.
    #[inline(always)]
    pub(super) fn expand_further(
        &mut self,
        position: &G,
        state: &E::State,
        mut frame: Frame,
        moves: &G::Moves,
        asked: Asked,
    ) -> Score {
        let Asked { key, table_move, .. } = asked;
        let mut before = Before { had_guessed: false, nodes: 0 };
        if self.has(Switch::Table) {
            before = Before { had_guessed: std::mem::replace(&mut self.has_guessed, false), nodes: self.meter.nodes() };
        }
        if self.has(Switch::NullMove) {
            if self.null_move_cuts(position, state, frame) {
                self.has_guessed = true;
                return frame.beta;
            }
            if self.meter.is_exhausted() {
                self.cut(Cut::Budget, moves.iter());
                return Score::DRAW;
            }
        }
        if self.has(Switch::ProbCut) {
            if let Some(score) = self.prob_cut(position, state, frame) {
                self.has_guessed = true;
                return score;
            }
            if self.meter.is_exhausted() {
                self.cut(Cut::Budget, moves.iter());
                return Score::DRAW;
            }
        }
        if let (true, Some(table_move)) = (self.has(Switch::Singular), table_move) {
            if let Some(score) = self.see_singular(position, state, frame, moves, (key, table_move)) {
                self.has_guessed = true;
                return score;
            }
            if self.meter.is_exhausted() {
                self.cut(Cut::Budget, moves.iter());
                return Score::DRAW;
            }
        }
        if self.has(Switch::InternalIterativeReduction) {
            frame.depth = self.depth_if_unknown(frame, table_move);
        }
        // 8. The moves.
        let alpha = frame.alpha;
        let mut progress = Progress { best: -Score::INFINITE, best_index: None, tried: 0, reply: None };
        let end = if self.has_any(SURVEY) && self.surveys(position, frame) {
            self.try_surveyed(position, state, moves, asked, &mut frame, &mut progress)
        } else if self.has_any(ORDERING) {
            self.try_in_order(position, state, moves, table_move, &mut frame, &mut progress)
        } else {
            self.try_as_they_come(position, state, moves, &mut frame, &mut progress)
        };
        // 9. What has been learnt.
        if let End::Known(score) = end {
            self.has_guessed |= before.had_guessed;
            return self.by_style(score, alpha, frame.beta);
        }
        if matches!(end, End::Exhausted) {
            return Score::DRAW;
        }
        if matches!(end, End::CutOff) {
            self.statistics.beta_cuts += 1;
            if progress.tried > 1 {
                self.statistics.late_cuts += 1;
            }
            if self.has_any(REMEMBERS_CUTS)
                && let Some(mv) = progress.reply
            {
                self.remember_cut(position, mv, frame);
            }
        }
        let score = self.by_style(progress.best, alpha, frame.beta);
        if self.has_any(WANTS_OUTLOOK) {
            let outlook = self.outlook(frame.ply);
            if outlook.excluded.is_some() {
                self.has_guessed = true;
                return score;
            }
            if G::HAS_STRUCTURE_KEY && self.has(Switch::Correction) {
                self.note_miss(position, (score, progress.reply), (alpha, frame), outlook);
            }
        }
        // What took no more than a glance is found again as fast as in the table.
        let is_cheap = self.has(Switch::ChildProbe) && progress.tried == 0;
        if self.has(Switch::Table) && is_cheap {
            self.has_guessed |= before.had_guessed;
        } else if self.has(Switch::Table) {
            self.learn(key, score, &progress, (alpha, frame), before);
        }
        score
    }

    /// Searches the only move of a position; what is behind it does not count as another position.
    fn pass_through(&mut self, position: &G, state: &E::State, frame: Frame, mv: G::Move) -> Score {
        let (child, child_state) = self.made(position, state, mv);
        let score = -self.arrive(&child, &child_state, frame.behind_move(), Some(mv));
        if self.meter.is_exhausted() {
            return Score::DRAW;
        }
        if score > frame.alpha {
            if O::IS_ACTIVE {
                self.observer.raise_alpha(Some(mv), score);
            }
            if score < frame.beta && !frame.is_null_window() {
                self.lines.extend(frame.ply, mv);
            }
        }
        self.by_style(score, frame.alpha, frame.beta)
    }

    /// Stores what the moves of a position came to.
    fn learn(
        &mut self,
        key: u64,
        score: Score,
        progress: &Progress<G::Move>,
        (alpha, frame): (Score, Frame),
        before: Before,
    ) {
        let is_complete = !self.has_guessed;
        self.has_guessed |= before.had_guessed;
        let (lower, upper) = self.bounds_stored(score, (alpha, frame.beta), frame.ply);
        let (depth, move_index) = (frame.depth.min(255) as u8, progress.best_index);
        let entry = Entry { lower, upper, depth, is_complete, move_index };
        self.remember(key, entry, self.meter.nodes() - before.nodes);
    }

    #[inline]
    pub(super) fn note_leaf(&mut self, frame: Frame) {
        self.statistics.leaves += 1;
        if frame.ply > self.selective_depth {
            self.selective_depth = frame.ply;
        }
    }

    /// The value of a position at the horizon.
    #[inline]
    pub(super) fn guess(&self, position: &G, state: &E::State) -> Score {
        let value = if self.has(Switch::Afresh) {
            self.evaluation.evaluate(&self.evaluation.start(position), position)
        } else {
            self.evaluation.evaluate(state, position)
        };
        Score::estimate(value)
    }

    #[inline]
    fn by_style(&self, best: Score, alpha: Score, beta: Score) -> Score {
        if self.has(Switch::FailHard) {
            best.clamp(alpha, beta)
        } else if self.has(Switch::FailHybrid) {
            best.max(alpha)
        } else {
            best
        }
    }

    #[inline]
    pub(super) fn cut(&mut self, reason: Cut, skipped: impl IntoIterator<Item = G::Move>) {
        if O::IS_ACTIVE {
            let skipped: Vec<G::Move> = skipped.into_iter().collect();
            self.observer.cut(reason, &skipped);
        }
    }
}
