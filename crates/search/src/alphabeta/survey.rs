//! Looking at all positions behind the moves before one of them is searched.
//!
//! Much is seen at a glance: ends one or two plies ahead, scores out of reach, what theory says, and all of that again
//! behind forced replies. A child that is seen to reach beta saves searching the others; one that is seen to stay below
//! alpha need not be searched. What remains is looked up in the table, all before the first is searched (Plaat et al.
//! 1996); asking for the entries early hides the time that memory takes to answer.

use std::ops::ControlFlow;

use spielbaum_core::{ChildProbe, Cut, Evaluate, Knowledge, MoveSet, Observer, Score, Status};

use super::foresight::Foresight;
use super::node::{Frame, Loop};
use super::order::{Candidate, Choice, OPINIONS, hinted, most_promising};
use super::switch_source::SwitchSource;
use super::switches::{Switch, Switches};
use super::table_use::Asked;
use super::tries::{End, Progress};

/// The least depth at which children are looked at: two plies behind the move are within the horizon.
const GLANCE_DEPTH: u32 = 3;

/// Switches that have a say in the order of children besides the game's hint and the static order.
const SECOND_THOUGHTS: Switches = OPINIONS.with(Switch::Preview).with(Switch::TableMove);

/// The least depth of a child that is worth announcing to other threads.
const BUSY_DEPTH: u32 = 8;

/// The promise of a child that another thread is searching.
const LAST: i32 = i32::MIN;

/// A position behind a move, which waits to be searched.
pub(super) struct Child<G: Knowledge, T> {
    candidate: Candidate<G::Move>,
    /// The position behind the move and the forced replies to it.
    position: G,
    state: T,
    /// Plies to get there.
    plies: u32,
    /// The window, narrowed to what can be reached, as its side to move sees it.
    alpha: Score,
    beta: Score,
    /// The moves that are left there; none when nobody has looked.
    moves: Option<G::Moves>,
    /// The key for the table; none while there are forced replies to look behind.
    key: u64,
}

impl<G: Knowledge, T> Choice<G::Move> for Child<G, T> {
    #[inline]
    fn candidate(&mut self) -> &mut Candidate<G::Move> {
        &mut self.candidate
    }

    #[inline]
    fn rank(&self) -> i64 {
        self.candidate.rank()
    }
}

impl<G, E, S, O> Loop<'_, G, E, S, O>
where
    G: Knowledge,
    E: Evaluate<G>,
    S: SwitchSource,
    O: Observer<G>,
{
    /// Whether the children of a position are looked at before one is searched.
    #[inline]
    pub(super) fn surveys(&self, position: &G, frame: Frame) -> bool {
        self.glances(frame) || self.looks_children_up(position, frame)
    }

    #[inline]
    fn glances(&self, frame: Frame) -> bool {
        self.has(Switch::ChildProbe) && frame.depth >= GLANCE_DEPTH
    }

    #[inline]
    fn looks_children_up(&self, position: &G, frame: Frame) -> bool {
        // A game that finishes positions itself has an end that may be much nearer than the depth says.
        let depth = if G::HAS_ENDGAME_SOLVER { frame.depth.min(position.max_plies() as u32) } else { frame.depth };
        self.has(Switch::ChildTable) && depth >= self.tuning.child_table_depth
    }

    /// Looks at all moves, then tries what is left in the order that promises most.
    #[inline(never)]
    pub(super) fn try_surveyed(
        &mut self,
        position: &G,
        state: &E::State,
        moves: &G::Moves,
        mut asked: Asked,
        frame: &mut Frame,
        progress: &mut Progress<G::Move>,
    ) -> End {
        let first = self.children.len();
        let mut end = self.look_at_children(position, state, moves, frame, progress);
        if asked.is_due && matches!(end, End::AllTried) {
            match self.look_up(position, asked.key, *frame) {
                Ok(score) => end = End::Known(score),
                Err(table_move) => asked.table_move = table_move,
            }
        }
        if matches!(end, End::AllTried) && self.looks_children_up(position, *frame) {
            end = self.look_children_up(first, frame, progress);
        }
        if matches!(end, End::AllTried) {
            if self.has_any(SECOND_THOUGHTS) {
                self.think_again(position, asked.table_move, *frame, first);
            }
            end = self.try_children(position, state, first, frame, progress);
        }
        self.children.truncate(first);
        end
    }

    /// The key of a child that will wait, of which the table is told early: the entry is there when it is needed. None where
    /// nobody will ask for it.
    #[inline]
    fn early_key(&self, position: &G, depth: u32, canonical: Option<u64>) -> u64 {
        if !self.has(Switch::Table) || self.is_finished(position, depth) {
            return 0;
        }
        let canonical = canonical.filter(|_| self.has(Switch::Canonical));
        let key = canonical.unwrap_or_else(|| self.key(position));
        self.ask_early(key);
        key
    }

    /// What a move promises by the game's hint and its place in the static order.
    #[inline]
    fn first_promise(&self, position: &G, mv: G::Move, hint: impl FnOnce() -> i32) -> i32 {
        let by_hint = if self.has(Switch::Hint) { hinted(hint()) } else { 0 };
        if self.has(Switch::Static) { by_hint + position.static_order(mv) } else { by_hint }
    }

    /// Adds to the promises what not every search asks for.
    #[inline(never)]
    fn think_again(&mut self, position: &G, table_move: Option<u8>, frame: Frame, first: usize) {
        let mut children = std::mem::take(&mut self.children);
        if self.has(Switch::Preview) && self.previews(position, frame) {
            for child in &mut children[first..] {
                let estimate = seen_after(child.plies, self.guess(&child.position, &child.state));
                child.candidate.promise += self.previewed(estimate);
            }
        }
        self.promise(position, table_move, frame, &mut children[first..]);
        self.children = children;
    }

    /// Puts the children that cannot be settled at a glance on the list.
    #[inline]
    fn look_at_children(
        &mut self,
        position: &G,
        state: &E::State,
        moves: &G::Moves,
        frame: &mut Frame,
        progress: &mut Progress<G::Move>,
    ) -> End {
        if !self.glances(*frame) {
            for (index, mv) in moves.iter().enumerate() {
                let promise = self.first_promise(position, mv, || position.order_hint(mv));
                let child = self.child_unseen(position, state, Candidate { mv, index: index as u8, promise }, *frame);
                self.children.push(child);
            }
            return End::AllTried;
        }
        if let Some(highest) = self.highest_but_wins_in_three(position, *frame) {
            let win = position.win_in_three(moves);
            return win.map_or(End::Known(highest), |win| self.note_win_in_three(position, win, frame, progress));
        }
        let wants_theory = self.wants_theory(position, frame.depth);
        let mut end = End::AllTried;
        let win = position.probe_children(moves, wants_theory, |probe| {
            let promise = if self.has(Switch::Learnt) {
                hinted(probe.order_score)
            } else {
                self.first_promise(position, probe.mv, || probe.hint)
            };
            let candidate = Candidate { mv: probe.mv, index: probe.index as u8, promise };
            if let Some(score) = self.look_at((position, state), candidate, probe, (*frame, wants_theory)) {
                end = self.note_seen(candidate, score, Cut::LookAhead, frame, progress);
            }
            if matches!(end, End::AllTried) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        win.map_or(end, |win| self.note_win_in_three(position, win, frame, progress))
    }

    /// The highest score of a position where no move wins in three plies, if that is at most alpha.
    #[inline]
    fn highest_but_wins_in_three(&self, position: &G, frame: Frame) -> Option<Score> {
        if !G::FINDS_WIN_IN_THREE || !self.has(Switch::Bounds) || O::IS_ACTIVE {
            return None;
        }
        Some(self.decided(position, 5, frame.ply)).filter(|&score| score <= frame.alpha)
    }

    #[inline]
    fn note_win_in_three(
        &mut self,
        position: &G,
        (mv, index): (G::Move, usize),
        frame: &mut Frame,
        progress: &mut Progress<G::Move>,
    ) -> End {
        let candidate = Candidate { mv, index: index as u8, promise: 0 };
        let score = self.decided(position, 3, frame.ply);
        self.note_seen(candidate, score, Cut::LookAhead, frame, progress)
    }

    /// A child at which nobody has looked.
    fn child_unseen(
        &self,
        position: &G,
        state: &E::State,
        candidate: Candidate<G::Move>,
        frame: Frame,
    ) -> Child<G, E::State> {
        let (position, state) = self.made(position, state, candidate.mv);
        let Frame { alpha, beta, depth, .. } = frame.behind_move();
        let key = self.early_key(&position, depth, None);
        Child { candidate, position, state, plies: 1, alpha, beta, moves: None, key }
    }

    /// Looks at a child, and behind a forced reply to the move: its score, in the sense of the loop's contract and from the
    /// mover's view, if that is seen. Else the child waits on the list, where it is built: moving it would cost more than
    /// looking.
    #[inline(always)]
    fn look_at(
        &mut self,
        (parent, state): (&G, &E::State),
        candidate: Candidate<G::Move>,
        probe: ChildProbe<G>,
        (frame, wants_theory): (Frame, bool),
    ) -> Option<Score> {
        let ChildProbe { position, key, status, margins, theory_bound, .. } = probe;
        let below = frame.behind_move();
        let seen = match status {
            Status::Over(outcome) => {
                return Some(-self.end(&position, outcome, below.ply));
            }
            Status::Ongoing(look) => self.conclude(&position, below, Some(look), |_| margins, || theory_bound),
        };
        if let Some((score, _)) = seen.settled {
            return Some(-score);
        }
        let mut state = state.clone();
        if !self.has(Switch::Afresh) {
            self.evaluation.update(&mut state, parent, candidate.mv);
        }
        let Foresight { alpha, beta, moves, .. } = seen;
        let is_forced = self.has(Switch::Forced) && is_forced(&moves, below);
        let key = if is_forced { 0 } else { self.early_key(&position, below.depth, key) };
        self.children.push(Child { candidate, position, state, plies: 1, alpha, beta, moves, key });
        if is_forced { self.look_behind_forced(below, wants_theory) } else { None }
    }

    /// Looks behind the forced reply to the last move on the list, and behind all that follow. If that settles the move, it
    /// is taken off the list and its score returned.
    #[inline(never)]
    fn look_behind_forced(&mut self, mut frame: Frame, wants_theory: bool) -> Option<Score> {
        let mut child = self.children.pop()?;
        while let (true, Some(moves)) = (is_forced(&child.moves, frame), &child.moves) {
            let reply = moves.nth(0);
            if !self.has(Switch::Afresh) {
                self.evaluation.update(&mut child.state, &child.position, reply);
            }
            let ChildProbe { position, status, margins, theory_bound, .. } =
                child.position.probe_child(reply, wants_theory);
            child.plies += 1;
            frame = frame.behind_move();
            let seen = match status {
                Status::Over(outcome) => {
                    return Some(seen_after(child.plies, self.end(&position, outcome, frame.ply)));
                }
                Status::Ongoing(look) => self.conclude(&position, frame, Some(look), |_| margins, || theory_bound),
            };
            if let Some((score, _)) = seen.settled {
                return Some(seen_after(child.plies, score));
            }
            (child.position, child.moves) = (position, seen.moves);
            (child.alpha, child.beta) = (seen.alpha, seen.beta);
        }
        child.key = self.early_key(&child.position, frame.depth, None);
        self.children.push(child);
        None
    }

    /// Notes the score of a child that need not be searched.
    fn note_seen(
        &mut self,
        candidate: Candidate<G::Move>,
        score: Score,
        reason: Cut,
        frame: &mut Frame,
        progress: &mut Progress<G::Move>,
    ) -> End {
        self.selective_depth = self.selective_depth.max(frame.ply + 1);
        self.lines.clear(frame.ply + 1);
        if score < frame.beta {
            return self.note_score(candidate, score, frame, progress);
        }
        if reason == Cut::ChildTable {
            self.statistics.child_table_cuts += 1;
        } else {
            self.statistics.glance_cuts += 1;
        }
        self.cut(reason, []);
        End::Known(score)
    }

    /// Looks the waiting children up in the table and takes those off the list that it settles.
    fn look_children_up(&mut self, first: usize, frame: &mut Frame, progress: &mut Progress<G::Move>) -> End {
        let mut place = first;
        while let Some(child) = self.children.get(place) {
            let (candidate, plies) = (child.candidate, child.plies);
            let below = child.frame(*frame, (frame.alpha, frame.beta));
            let entry = self.ask(child.key);
            match entry.and_then(|entry| self.usable(entry, below)) {
                None => place += 1,
                Some(score) => {
                    self.children.swap_remove(place);
                    let score = seen_after(plies, score);
                    let end = self.note_seen(candidate, score, Cut::ChildTable, frame, progress);
                    if !matches!(end, End::AllTried) {
                        return end;
                    }
                }
            }
        }
        End::AllTried
    }

    /// Searches the waiting children.
    fn try_children(
        &mut self,
        position: &G,
        state: &E::State,
        first: usize,
        frame: &mut Frame,
        progress: &mut Progress<G::Move>,
    ) -> End {
        let busy = self.busy.filter(|_| frame.depth > BUSY_DEPTH);
        while let Some(best) = most_promising(&self.children[first..]) {
            let mut child = self.children.swap_remove(first + best);
            let busy = busy.filter(|_| child.key != 0);
            let is_young = progress.tried > 0 && child.candidate.promise != LAST;
            if busy.is_some_and(|busy| is_young && busy.has(child.key)) {
                child.candidate.promise = LAST;
                self.children.push(child);
                continue;
            }
            let is_announced = busy.is_some_and(|busy| busy.enter(child.key));
            let parent = *frame;
            let mut visit = |search: &mut Self, window: (Score, Score), reduction| {
                search.visit((position, state), &child, parent, window, reduction)
            };
            let end = self.try_candidate(position, child.candidate, frame, progress, &mut visit);
            if let Some(busy) = busy.filter(|_| is_announced) {
                busy.leave(child.key);
            }
            if !matches!(end, End::AllTried) {
                if O::IS_ACTIVE {
                    let rest: Vec<G::Move> = self.children[first..].iter().map(|child| child.candidate.mv).collect();
                    self.cut(end.reason(), rest);
                }
                return end;
            }
        }
        End::AllTried
    }

    /// Searches a child within a window of its parent; the score, too, is from the parent's view.
    #[inline]
    fn visit(
        &mut self,
        (parent, state): (&G, &E::State),
        child: &Child<G, E::State>,
        frame: Frame,
        window: (Score, Score),
        reduction: u32,
    ) -> Score {
        // Whoever watches or collects a line wants to see the forced replies, too.
        let is_quiet = !O::IS_ACTIVE && frame.is_null_window() && reduction == 0;
        let Some(moves) = child.moves.as_ref().filter(|_| is_quiet) else {
            let (alpha, beta) = (-window.1, -window.0);
            let below = Frame { alpha, beta, depth: frame.depth - 1 - reduction, ply: frame.ply + 1 };
            return -self.child(parent, state, child.candidate.mv, below);
        };
        if self.meter.tick() {
            return Score::DRAW;
        }
        let below = child.frame(frame, window);
        self.lines.clear(below.ply);
        if let Some(score) = self.finish(&child.position, below) {
            return seen_after(child.plies, score);
        }
        let mut asked = Asked { key: child.key, table_move: None, is_due: G::LOOKS_AHEAD && self.glances(below) };
        // The table seldom knows what its parent did not find there; a glance at the moves settles far more.
        if !asked.is_due {
            match self.look_up(&child.position, child.key, below) {
                Ok(score) => return seen_after(child.plies, score),
                Err(table_move) => asked.table_move = table_move,
            }
        }
        seen_after(child.plies, self.expand(&child.position, &child.state, below, moves, asked))
    }
}

/// Whether there is one move only, and two plies behind it are within the horizon.
#[inline]
fn is_forced<Moves: MoveSet>(moves: &Option<Moves>, frame: Frame) -> bool {
    frame.depth >= GLANCE_DEPTH && moves.as_ref().is_some_and(|moves| moves.len() == 1)
}

/// A score so many plies later as it is seen now.
#[inline]
fn seen_after(plies: u32, score: Score) -> Score {
    if plies % 2 == 1 { -score } else { score }
}

impl<G: Knowledge, T> Child<G, T> {
    /// The child's frame for a window of its parent.
    #[inline]
    fn frame(&self, parent: Frame, (alpha, beta): (Score, Score)) -> Frame {
        let (alpha, beta) = if self.plies % 2 == 1 { (-beta, -alpha) } else { (alpha, beta) };
        let (alpha, beta) = (alpha.max(self.alpha), beta.min(self.beta));
        Frame { alpha, beta, depth: parent.depth - self.plies, ply: parent.ply + self.plies }
    }
}
