//! The one alpha-beta node, with every idea behind a switch: read it from top to bottom.
//!
//! Contract of [`Searcher::search_node`]: the returned score is exact when it lies inside the window, an upper bound
//! when it is at most alpha, a lower bound when it is at least beta. When the budget runs out the score means nothing,
//! and every caller returns as soon as it sees that.
//!
//! Knuth & Moore (1975); fail-soft after Fishburn (1983); null windows after the first move after Marsland & Campbell
//! (1982) and Reinefeld (1983); the references of the switches are in `docs/algorithms.md`.

use std::ops::{Deref, DerefMut};

use spielbaum_core::{MoveGeneration, MoveSet, Outcome, Score, SelectiveSearch, Status};

use super::move_loop::{LoopEnd, Progress};
use super::searcher::{Move, Moves, Searcher, Setup, State};
use super::stack::NEEDS_STACK;
use super::switches::{Switch, Switches};
use super::transposition::TableHit;

/// A position to be searched within a window; the window's fields are read as those of the node.
pub(super) struct Node<'n, C: Setup> {
    pub(super) position: &'n C::Game,
    pub(super) state: &'n State<C>,
    pub(super) window: Window,
}

/// The limits of a search.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
    /// Plies to the horizon.
    pub(super) depth: u32,
    /// Plies from the root.
    pub(super) ply: u32,
}

/// How the search of a node begins. Each form is compiled separately, so that the distinction costs nothing at run
/// time.
pub(super) trait Entry<C: Setup> {
    /// Whether nothing is known about the position yet. Else its parent has probed it, and
    /// steps 2 to 6, 8 and 9 are done.
    const IS_NEW: bool = false;
    /// Whether one of the moves is excluded: steps 1 to 12 are done.
    const IS_EXCLUDING: bool = false;

    /// The move that leads here, if it is known.
    fn last_move(&self) -> Option<Move<C>> {
        None
    }

    /// Whether the node counts.
    fn is_counted(&self) -> bool {
        !Self::IS_EXCLUDING
    }

    /// The moves and the key, where they are known.
    fn probed(&self) -> Option<(&Moves<C>, u64)>;
}

/// By a move; without one by a null move, or as another search of the same position. A forced move does not count.
pub(super) struct ByMove<C: Setup> {
    mv: Option<Move<C>>,
    is_forced: bool,
}

/// By a move after which the position was probed: these of its moves are left.
pub(super) struct Probed<'n, C: Setup> {
    pub(super) moves: &'n Moves<C>,
    pub(super) key: u64,
}

/// As a search of the same position without the move that the stack excludes.
pub(super) struct Excluding<'n, C: Setup> {
    pub(super) moves: &'n Moves<C>,
    pub(super) key: u64,
}

/// Switches that may settle a node before its moves are ordered and without the table.
const STATIC_BOUNDS: Switches = Switches::of(&[Switch::LookAhead, Switch::Bounds, Switch::Theory]);

impl<C: Setup> Searcher<'_, C> {
    /// Searches a node; the contract is at the top of the file.
    #[inline(always)]
    pub(super) fn search_node<'n, E: Entry<C>>(&mut self, mut node: Node<'n, C>, entry: E) -> Score {
        // 1. Budget.
        if entry.is_counted() && self.meter.tick() {
            return self.out_of_budget(entry.last_move());
        }
        self.enter(&node, &entry);
        self.pv.clear(node.ply);
        let score = 'node: {
            let (mut moves, key) = entry.probed().map_or((None, 0), |(moves, key)| (Some(moves.clone()), key));
            if E::IS_NEW {
                // 2. Check extension.
                node.depth += self.check_extension(&node);
                // 3. End of the game, or the moves. Where the table is probed first, they are generated when needed.
                let is_table_first = self.probes_table_first();
                if !is_table_first || node.position.may_end_by_history() {
                    match self.status(node.position) {
                        Status::Over(outcome) => break 'node self.game_over(&node, outcome),
                        Status::Ongoing(legal) => moves = Some(legal).filter(|_| !is_table_first),
                    }
                }
                // 4. Repetition.
                if let Some(score) = self.repetition(&node) {
                    break 'node score;
                }
                // 5. Endgame tables.
                if let Some(score) = self.probe_tablebases(&node) {
                    break 'node score;
                }
                // 6. Horizon, without quiescence search.
                if node.depth == 0 && !self.has(Switch::Quiescence) {
                    break 'node self.horizon(&node);
                }
            }
            // Most nodes end above. The rest is a function of its own, so that these cost no call.
            outlined::<C, E>(self, node, key, moves, |this, mut node, key, mut moves| {
                // 7. Endgame solver of the game.
                if let Some(score) = this.solve_endgame(&node) {
                    return score;
                }
                if E::IS_NEW && node.depth > 0 {
                    // 8. Look-ahead, reachable scores, theory.
                    if this.has_any(STATIC_BOUNDS)
                        && let Some(score) = this.static_bounds(&mut node, &mut moves)
                    {
                        return score;
                    }
                    // 9. Single move.
                    if let Some(mv) = this.forced_move(moves.as_ref()) {
                        return this.search_forced(&node, mv);
                    }
                }
                // 10. Transposition table.
                let hit = this.transposition::<E>(&node, key, moves.is_some());
                if let Some(score) = hit.cutoff {
                    return score;
                }
                // 11. End of the game, where the moves are not known yet.
                if moves.is_none()
                    && let Some(score) = this.no_legal_move(&node)
                {
                    return score;
                }
                // 12. Quiescence search.
                if node.depth == 0 {
                    return this.quiescence(&node, moves.as_ref(), hit);
                }
                // 13. Theory that takes some work.
                if let Some(score) = this.theory_cap(&node) {
                    return score;
                }
                // 14. Static evaluation and reverse futility pruning.
                if let Some(score) = this.reverse_futility(&node) {
                    return score;
                }
                let generated;
                let moves = if let Some(moves) = &moves {
                    moves
                } else {
                    generated = this.status(node.position);
                    match &generated {
                        Status::Over(outcome) => return this.game_over(&node, *outcome),
                        Status::Ongoing(moves) => moves,
                    }
                };
                let mut progress = this.begin_moves(&node);
                // 15. Null move.
                if let Some(score) = this.null_move(&node, moves) {
                    return score;
                }
                // 16. ProbCut.
                if let Some(score) = this.probcut(&node, moves) {
                    return score;
                }
                // 17. Singular extension of the table's move, or a cut-off by its rivals.
                if let Some(score) = this.singular_extension(&node, moves, hit) {
                    return score;
                }
                // 18. Internal iterative reduction.
                node.depth -= this.internal_iterative_reduction(&node, hit);
                // 19. The moves.
                let end = this.search_moves(&mut node, moves, hit, &mut progress);
                // 20. Histories, correction history, and the entry in the table.
                this.end_node(&node, hit, &progress, end)
            })
        };
        self.leave(score, &entry);
        score
    }

    /// Searches the position after `mv` in a window of its own.
    #[inline]
    pub(super) fn search_child(&mut self, node: &Node<'_, C>, mv: Move<C>, window: Window) -> Score {
        let (position, state) = self.make_move(node.position, node.state, mv);
        self.search_node(Node::new(&position, &state, window), ByMove::of(Some(mv)))
    }

    /// Searches the only move of a position; the node after it is not counted.
    fn search_forced(&mut self, node: &Node<'_, C>, mv: Move<C>) -> Score {
        let (position, state) = self.make_move(node.position, node.state, mv);
        let score =
            -self.search_node(Node::new(&position, &state, node.child()), ByMove { mv: Some(mv), is_forced: true });
        if self.meter.is_exhausted() {
            return Score::DRAW;
        }
        if score > node.alpha {
            self.raise_alpha(Some(mv), score);
            if score < node.beta && !node.is_null_window() {
                self.pv.extend(node.ply, mv);
            }
        }
        self.clamped(score, node.alpha, node.beta)
    }

    /// The only move, where single moves are searched separately.
    #[inline]
    fn forced_move(&self, moves: Option<&Moves<C>>) -> Option<Move<C>> {
        moves.filter(|moves| self.has(Switch::Forced) && moves.len() == 1).map(|moves| moves.nth(0))
    }

    /// The score of a finished game.
    #[inline(always)]
    pub(super) fn game_over(&mut self, node: &Node<'_, C>, outcome: Outcome) -> Score {
        self.count_leaf(node.ply);
        self.terminal_score(node.position, outcome, node.ply)
    }

    /// The score of a finished game whose moves were not generated; none where there is a legal move.
    #[inline]
    fn no_legal_move(&mut self, node: &Node<'_, C>) -> Option<Score> {
        if node.position.has_legal_move() {
            return None;
        }
        let outcome = self.status(node.position).outcome()?;
        Some(self.game_over(node, outcome))
    }

    /// A draw, where the position has occurred before.
    #[inline]
    fn repetition(&mut self, node: &Node<'_, C>) -> Option<Score> {
        let is_repeated =
            C::Game::CAN_REPEAT && self.has(Switch::Repetition) && node.ply > 0 && node.position.is_repetition();
        is_repeated.then(|| {
            self.count_leaf(node.ply);
            self.is_heuristic = true;
            Score::DRAW
        })
    }

    /// The static evaluation of a leaf.
    #[inline]
    fn horizon(&mut self, node: &Node<'_, C>) -> Score {
        self.count_leaf(node.ply);
        self.is_heuristic = true;
        self.static_eval(node.position, node.state)
    }

    /// The state before the moves of a node are searched.
    #[inline]
    fn begin_moves(&mut self, node: &Node<'_, C>) -> Progress<Move<C>> {
        let (mut was_heuristic, mut nodes) = (false, 0);
        if self.has(Switch::Table) {
            (was_heuristic, nodes) = (std::mem::replace(&mut self.is_heuristic, false), self.meter.nodes());
        }
        Progress {
            alpha: node.alpha,
            best: -Score::INFINITE,
            best_index: None,
            best_move: None,
            searched: 0,
            was_heuristic,
            nodes,
        }
    }

    /// Updates histories and the table after the moves of a node, and returns its score.
    #[inline(always)]
    fn end_node(&mut self, node: &Node<'_, C>, hit: TableHit, progress: &Progress<Move<C>>, end: LoopEnd) -> Score {
        match end {
            LoopEnd::OutOfBudget => return Score::DRAW,
            LoopEnd::Known(score) => {
                self.is_heuristic |= progress.was_heuristic;
                return self.clamped(score, progress.alpha, node.beta);
            }
            LoopEnd::CutOff => self.learn_cutoff(node, progress),
            LoopEnd::AllSearched => {}
        }
        let score = self.clamped(progress.best, progress.alpha, node.beta);
        if self.has_any(NEEDS_STACK) {
            let entry = self.stack(node.ply);
            if entry.excluded.is_some() {
                self.is_heuristic = true;
                return score;
            }
            self.update_correction_history(node, progress, score, entry);
        }
        // A result that took no search is recomputed as fast as it is looked up.
        let is_cheap = self.has(Switch::ChildProbe) && progress.searched == 0;
        if self.has(Switch::Table) && is_cheap {
            self.is_heuristic |= progress.was_heuristic;
        } else if self.has(Switch::Table) {
            self.store(node, hit.key, progress, score);
        }
        score
    }
}

/// Runs `body`: for a new node as a function of its own, with arguments that travel in registers.
#[inline(always)]
fn outlined<'n, C: Setup, E: Entry<C>>(
    searcher: &mut Searcher<'_, C>,
    node: Node<'n, C>,
    key: u64,
    moves: Option<Moves<C>>,
    body: impl FnOnce(&mut Searcher<'_, C>, Node<'n, C>, u64, Option<Moves<C>>) -> Score,
) -> Score {
    #[inline(never)]
    fn call<T, A, B, D, M>(
        searcher: T,
        node: A,
        bounds: B,
        plies: D,
        moves: M,
        body: impl FnOnce(T, A, B, D, M) -> Score,
    ) -> Score {
        body(searcher, node, bounds, plies, moves)
    }
    if !E::IS_NEW {
        return body(searcher, node, key, moves);
    }
    let Window { alpha, beta, depth, ply } = node.window;
    let (node, bounds, plies) = ((node.position, node.state), (alpha, beta), (depth, ply));
    let rebuilt =
        |(position, state), (alpha, beta), (depth, ply)| Node::new(position, state, Window { alpha, beta, depth, ply });
    if let Some(moves) = moves {
        call(searcher, node, bounds, plies, moves, |searcher, node, bounds, plies, moves| {
            body(searcher, rebuilt(node, bounds, plies), 0, Some(moves))
        })
    } else {
        call(searcher, node, bounds, plies, (), |searcher, node, bounds, plies, ()| {
            body(searcher, rebuilt(node, bounds, plies), 0, None)
        })
    }
}

impl<'n, C: Setup> Node<'n, C> {
    #[inline(always)]
    pub(super) fn new(position: &'n C::Game, state: &'n State<C>, window: Window) -> Node<'n, C> {
        Node { position, state, window }
    }
}

impl<C: Setup> Deref for Node<'_, C> {
    type Target = Window;

    #[inline(always)]
    fn deref(&self) -> &Window {
        &self.window
    }
}

impl<C: Setup> DerefMut for Node<'_, C> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Window {
        &mut self.window
    }
}

impl Window {
    /// The window of the position after a move.
    #[inline]
    pub(super) fn child(&self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha, depth: self.depth - 1, ply: self.ply + 1 }
    }

    #[inline]
    pub(super) fn is_null_window(&self) -> bool {
        self.beta.0 - self.alpha.0 <= 1
    }
}

impl<C: Setup> ByMove<C> {
    #[inline(always)]
    pub(super) fn of(mv: Option<Move<C>>) -> ByMove<C> {
        ByMove { mv, is_forced: false }
    }
}

impl<C: Setup> Entry<C> for ByMove<C> {
    const IS_NEW: bool = true;

    #[inline(always)]
    fn last_move(&self) -> Option<Move<C>> {
        self.mv
    }

    #[inline(always)]
    fn is_counted(&self) -> bool {
        !self.is_forced
    }

    #[inline(always)]
    fn probed(&self) -> Option<(&Moves<C>, u64)> {
        None
    }
}

impl<C: Setup> Entry<C> for Probed<'_, C> {
    #[inline(always)]
    fn probed(&self) -> Option<(&Moves<C>, u64)> {
        Some((self.moves, self.key))
    }
}

impl<C: Setup> Entry<C> for Excluding<'_, C> {
    const IS_EXCLUDING: bool = true;

    #[inline(always)]
    fn probed(&self) -> Option<(&Moves<C>, u64)> {
        Some((self.moves, self.key))
    }
}
