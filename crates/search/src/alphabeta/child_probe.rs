//! Probing all children of a node before one of them is searched.
//!
//! Much is known about a child without a search: wins one or two plies ahead, reachable scores, bounds by theory, and
//! all of these again after forced replies. A child that is known to reach beta saves searching the others; one that is
//! known to stay below alpha need not be searched. The rest is looked up in the table before the first is searched
//! (enhanced transposition cut-off, Plaat et al. 1996); prefetching the entries hides the latency of memory.

use std::ops::ControlFlow;

use spielbaum_core::{ChildProbe, Cut, Game, Margins, MoveOrdering, MoveSet, Score, Status, Tactics};

use super::move_loop::{LoopEnd, Probe, Progress};
use super::move_order::{Candidate, Choice, HEURISTICS, best_choice, hint_score};
use super::node::{Node, Probed, Window};
use super::searcher::{Move, Moves, Searcher, Setup, State};
use super::static_bounds::{Known, StaticBounds};
use super::switches::{Switch, Switches};
use super::transposition::TableHit;

/// Switches that probe children before one is searched.
pub(super) const PROBES_CHILDREN: Switches = Switches::of(&[Switch::ChildProbe, Switch::ChildTable]);

/// The least depth at which children are probed: two plies after the move are within the horizon.
const PROBE_DEPTH: u32 = 3;

/// Switches that order children besides the game's hint and the static order.
const SECOND_ORDER: Switches = HEURISTICS.with(Switch::Preview).with(Switch::TableMove);

/// The least depth of a node whose children are announced to other threads.
const IN_FLIGHT_DEPTH: u32 = 8;

/// The order score of a child that another thread is searching.
const LAST: i32 = i32::MIN;

/// A probed child that waits to be searched.
pub(super) struct Child<C: Setup> {
    pub(super) candidate: Candidate<Move<C>>,
    /// The position after the move and the forced replies to it.
    position: C::Game,
    state: State<C>,
    /// Plies to get there.
    plies: u32,
    /// The window, narrowed to reachable scores, from the view of its side to move.
    alpha: Score,
    beta: Score,
    /// The moves that are left there; none where the child was not probed.
    moves: Option<Moves<C>>,
    /// The key for the table; 0 where none is needed.
    key: u64,
}

impl<C: Setup> Choice<Move<C>> for Child<C> {
    #[inline]
    fn candidate(&mut self) -> &mut Candidate<Move<C>> {
        &mut self.candidate
    }

    #[inline]
    fn rank(&self) -> i64 {
        self.candidate.rank()
    }
}

impl<C: Setup> Searcher<'_, C> {
    /// Whether the children of a node are probed, or looked up in the table, before one is searched.
    #[inline]
    pub(super) fn wants_child_probes(&self, node: &Node<'_, C>) -> bool {
        self.has_any(PROBES_CHILDREN) && (self.probes_children(node.window) || self.looks_children_up(node))
    }

    #[inline]
    pub(super) fn probes_children(&self, window: Window) -> bool {
        self.has(Switch::ChildProbe) && window.depth >= PROBE_DEPTH
    }

    #[inline]
    fn looks_children_up(&self, node: &Node<'_, C>) -> bool {
        // Where the game has an endgame solver, the end may be much closer than the depth.
        let plies = || node.position.max_plies() as u32;
        let depth = if C::Game::HAS_ENDGAME_SOLVER { node.depth.min(plies()) } else { node.depth };
        self.has(Switch::ChildTable) && depth >= self.tuning.child_table_depth
    }

    /// Probes all children, then searches the rest, best first.
    #[inline(never)]
    pub(super) fn search_probed(
        &mut self,
        node: &mut Node<'_, C>,
        moves: &Moves<C>,
        mut hit: TableHit,
        progress: &mut Progress<Move<C>>,
    ) -> LoopEnd {
        let first = self.children.len();
        let mut end = self.probe_children(node, moves, progress);
        if hit.is_deferred && matches!(end, LoopEnd::AllSearched) {
            hit = self.look_up(node, hit.key);
            if let Some(score) = hit.cutoff {
                end = LoopEnd::Known(score);
            }
        }
        if matches!(end, LoopEnd::AllSearched) && self.looks_children_up(node) {
            end = self.look_children_up(node, first, progress);
        }
        if matches!(end, LoopEnd::AllSearched) {
            if self.has_any(SECOND_ORDER) {
                self.reorder_children(node, hit.table_move, first);
            }
            end = self.search_children(node, first, progress);
        }
        self.children.truncate(first);
        end
    }

    /// Puts the children that no probe settles on the list.
    #[inline]
    fn probe_children(
        &mut self,
        node: &mut Node<'_, C>,
        moves: &Moves<C>,
        progress: &mut Progress<Move<C>>,
    ) -> LoopEnd {
        let position = node.position;
        if !self.probes_children(node.window) {
            for (index, mv) in moves.iter().enumerate() {
                let order_score = self.first_order_score(position, mv, || position.order_hint(mv));
                self.push_unprobed(node, Candidate { mv, index: index as u8, order_score });
            }
            return LoopEnd::AllSearched;
        }
        if let Some(highest) = self.highest_but_wins_in_three(node) {
            let win = position.win_in_three(moves);
            return win.map_or(LoopEnd::Known(highest), |win| self.take_win_in_three(node, win, progress));
        }
        let has_theory = self.theory_applies(position, node.depth);
        let mut end = LoopEnd::AllSearched;
        let win = position.probe_children(moves, has_theory, |probe| {
            let order_score = if self.has(Switch::Learnt) {
                hint_score(probe.order_score)
            } else {
                self.first_order_score(position, probe.mv, || probe.hint)
            };
            let candidate = Candidate { mv: probe.mv, index: probe.index as u8, order_score };
            if let Some(score) = self.probe_child(node, candidate, probe, has_theory) {
                end = self.take_probed(node, (candidate, score), Cut::LookAhead, progress);
            }
            if matches!(end, LoopEnd::AllSearched) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        win.map_or(end, |win| self.take_win_in_three(node, win, progress))
    }

    /// The highest score of a node where no move wins in three plies, if that is at most alpha.
    #[inline]
    fn highest_but_wins_in_three(&self, node: &Node<'_, C>) -> Option<Score> {
        if !C::Game::FINDS_WIN_IN_THREE || !self.has(Switch::Bounds) || Self::IS_ACTIVE {
            return None;
        }
        Some(self.win_score(node.position, 5, node.ply)).filter(|&score| score <= node.alpha)
    }

    #[inline]
    fn take_win_in_three(
        &mut self,
        node: &mut Node<'_, C>,
        (mv, index): (Move<C>, usize),
        progress: &mut Progress<Move<C>>,
    ) -> LoopEnd {
        let candidate = Candidate { mv, index: index as u8, order_score: 0 };
        let score = self.win_score(node.position, 3, node.ply);
        self.take_probed(node, (candidate, score), Cut::LookAhead, progress)
    }

    /// Puts a child on the list without probing it.
    #[inline]
    fn push_unprobed(&mut self, node: &Node<'_, C>, candidate: Candidate<Move<C>>) {
        let (position, state) = self.make_move(node.position, node.state, candidate.mv);
        let Window { alpha, beta, depth, .. } = node.child();
        let key = self.prefetched_key(&position, depth, None);
        self.children.push(Child { candidate, position, state, plies: 1, alpha, beta, moves: None, key });
    }

    /// Probes a child, and the positions after forced replies to the move: its score, in the sense of the node's
    /// contract and from the mover's view, if that settles it. Else the child is put on the list, where it is built:
    /// moving it would cost more than the probe.
    #[inline(always)]
    fn probe_child(
        &mut self,
        node: &Node<'_, C>,
        candidate: Candidate<Move<C>>,
        probe: ChildProbe<C::Game>,
        has_theory: bool,
    ) -> Option<Score> {
        let ChildProbe { position, key, status, margins, theory_bound, .. } = probe;
        let window = node.child();
        let bounds = match status {
            Status::Over(outcome) => {
                return Some(-self.terminal_score(&position, outcome, window.ply));
            }
            Status::Ongoing(look) => {
                let known = Known { look: Some(look), margins: |_| margins, theory: || theory_bound };
                self.bounds(&position, window, known)
            }
        };
        if let Some((score, _)) = bounds.settled {
            return Some(-score);
        }
        let mut state = node.state.clone();
        self.update(&mut state, node.position, candidate.mv);
        let StaticBounds { alpha, beta, moves, .. } = bounds;
        let is_forced = self.has(Switch::Forced) && is_forced(&moves, window);
        let key = if is_forced { 0 } else { self.prefetched_key(&position, window.depth, key) };
        self.children.push(Child { candidate, position, state, plies: 1, alpha, beta, moves, key });
        if is_forced { self.probe_after_forced(window, has_theory) } else { None }
    }

    /// Probes the position after the forced reply to the last move on the list, and after all that follow. If that
    /// settles the move, it is taken off the list and its score returned.
    #[inline(never)]
    fn probe_after_forced(&mut self, mut window: Window, has_theory: bool) -> Option<Score> {
        let mut child = self.children.pop()?;
        while let (true, Some(moves)) = (is_forced(&child.moves, window), &child.moves) {
            let reply = moves.nth(0);
            self.update(&mut child.state, &child.position, reply);
            let ChildProbe { position, status, margins, theory_bound, .. } =
                child.position.probe_child(reply, has_theory);
            child.plies += 1;
            window = window.child();
            let bounds = match status {
                Status::Over(outcome) => {
                    return Some(from_mover(child.plies, self.terminal_score(&position, outcome, window.ply)));
                }
                Status::Ongoing(look) => {
                    let known = Known { look: Some(look), margins: |_| margins, theory: || theory_bound };
                    self.bounds(&position, window, known)
                }
            };
            if let Some((score, _)) = bounds.settled {
                return Some(from_mover(child.plies, score));
            }
            (child.position, child.moves) = (position, bounds.moves);
            (child.alpha, child.beta) = (bounds.alpha, bounds.beta);
        }
        child.key = self.prefetched_key(&child.position, window.depth, None);
        self.children.push(child);
        None
    }

    /// The key of a child, whose table entry is prefetched; 0 where it is never looked up.
    #[inline]
    fn prefetched_key(&self, position: &C::Game, depth: u32, canonical: Option<u64>) -> u64 {
        if !self.has(Switch::Table) || self.is_solved_by_game(position, depth) {
            return 0;
        }
        let canonical = canonical.filter(|_| self.has(Switch::Canonical));
        let key = canonical.unwrap_or_else(|| self.key(position));
        self.prefetch(key);
        key
    }

    /// The order score by the game's hint and static order.
    #[inline]
    fn first_order_score(&self, position: &C::Game, mv: Move<C>, hint: impl FnOnce() -> i32) -> i32 {
        let by_hint = if self.has(Switch::Hint) { hint_score(hint()) } else { 0 };
        if self.has(Switch::Static) { by_hint + position.static_order(mv) } else { by_hint }
    }

    /// Adds the static evaluation, the table's move and the heuristics to the order scores.
    #[inline(never)]
    fn reorder_children(&mut self, node: &Node<'_, C>, table_move: Option<u8>, first: usize) {
        let mut children = std::mem::take(&mut self.children);
        if self.has(Switch::Preview) && self.evaluates_children(node) {
            for child in &mut children[first..] {
                let static_eval = from_mover(child.plies, self.static_eval(&child.position, &child.state));
                child.candidate.order_score += self.evaluation_score(static_eval);
            }
        }
        self.add_heuristics(node, table_move, &mut children[first..]);
        self.children = children;
    }

    /// Takes the score of a child that need not be searched.
    fn take_probed(
        &mut self,
        node: &mut Node<'_, C>,
        (candidate, score): (Candidate<Move<C>>, Score),
        reason: Cut,
        progress: &mut Progress<Move<C>>,
    ) -> LoopEnd {
        self.selective_depth = self.selective_depth.max(node.ply + 1);
        self.pv.clear(node.ply + 1);
        if score < node.beta {
            return self.update_best(node, candidate, score, progress);
        }
        if reason == Cut::ChildTable {
            self.statistics.child_table_cuts += 1;
        } else {
            self.statistics.child_probe_cuts += 1;
        }
        self.cut(reason, []);
        LoopEnd::Known(score)
    }

    /// Looks the children on the list up in the table and takes off those that it settles.
    fn look_children_up(&mut self, node: &mut Node<'_, C>, first: usize, progress: &mut Progress<Move<C>>) -> LoopEnd {
        let mut index = first;
        while let Some(child) = self.children.get(index) {
            let (candidate, plies) = (child.candidate, child.plies);
            let window = child.window(node.window, (node.alpha, node.beta));
            let entry = self.table_entry(child.key);
            match entry.and_then(|entry| self.usable_score(entry, window)) {
                None => index += 1,
                Some(score) => {
                    self.children.swap_remove(index);
                    let score = from_mover(plies, score);
                    let end = self.take_probed(node, (candidate, score), Cut::ChildTable, progress);
                    if !matches!(end, LoopEnd::AllSearched) {
                        return end;
                    }
                }
            }
        }
        LoopEnd::AllSearched
    }

    /// Searches the children on the list.
    fn search_children(&mut self, node: &mut Node<'_, C>, first: usize, progress: &mut Progress<Move<C>>) -> LoopEnd {
        let in_flight = self.in_flight.filter(|_| node.depth > IN_FLIGHT_DEPTH);
        while let Some(best) = best_choice(&self.children[first..]) {
            let mut child = self.children.swap_remove(first + best);
            let in_flight = in_flight.filter(|_| child.key != 0);
            let may_wait = progress.searched > 0 && child.candidate.order_score != LAST;
            if in_flight.is_some_and(|in_flight| may_wait && in_flight.has(child.key)) {
                child.candidate.order_score = LAST;
                self.children.push(child);
                continue;
            }
            let is_announced = in_flight.is_some_and(|in_flight| in_flight.enter(child.key));
            let parent = Node { ..*node };
            let mut search = |searcher: &mut Self, probe: Probe| searcher.search_waiting(&parent, &child, probe);
            let end = self.search_candidate(node, (child.candidate, false), progress, &mut search);
            if let Some(in_flight) = in_flight.filter(|_| is_announced) {
                in_flight.leave(child.key);
            }
            if !matches!(end, LoopEnd::AllSearched) {
                self.cut_children(end, first);
                return end;
            }
        }
        LoopEnd::AllSearched
    }

    /// Searches a child within a window of its parent; the score, too, is from the parent's view.
    #[inline]
    fn search_waiting(&mut self, parent: &Node<'_, C>, child: &Child<C>, probe: Probe) -> Score {
        // An observer sees forced replies, too, and a principal variation contains them.
        let skips_forced = !Self::IS_ACTIVE && parent.is_null_window() && probe.reduction == 0;
        let Some(moves) = child.moves.as_ref().filter(|_| skips_forced) else {
            let depth = parent.depth - 1 - probe.reduction;
            let window = Window { alpha: -probe.beta, beta: -probe.alpha, depth, ply: parent.ply + 1 };
            return -self.search_child(parent, child.candidate.mv, window);
        };
        let window = child.window(parent.window, (probe.alpha, probe.beta));
        let node = Node::new(&child.position, &child.state, window);
        from_mover(child.plies, self.search_node(node, Probed { moves, key: child.key }))
    }
}

/// Whether there is one move only, and two plies after it are within the horizon.
#[inline]
fn is_forced<Moves: MoveSet>(moves: &Option<Moves>, window: Window) -> bool {
    window.depth >= PROBE_DEPTH && moves.as_ref().is_some_and(|moves| moves.len() == 1)
}

/// A score after so many plies from the view of the side that moved first.
#[inline]
fn from_mover(plies: u32, score: Score) -> Score {
    if plies % 2 == 1 { -score } else { score }
}

impl<C: Setup> Child<C> {
    /// The child's window for a window of its parent.
    #[inline]
    fn window(&self, parent: Window, (alpha, beta): (Score, Score)) -> Window {
        let (alpha, beta) = if self.plies % 2 == 1 { (-beta, -alpha) } else { (alpha, beta) };
        let (alpha, beta) = (alpha.max(self.alpha), beta.min(self.beta));
        Window { alpha, beta, depth: parent.depth - self.plies, ply: parent.ply + self.plies }
    }
}
