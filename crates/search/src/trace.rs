//! The trace of a search: every position entered, the windows, the moves that raised alpha, and what was cut off and
//! why.
//!
//! The recorder is an observer with limits: events beyond them are counted but not recorded, so that any search can be
//! traced. `docs/trace.md` explains its use.

use spielbaum_core::{Cut, Game, Observer, Score, Side};

/// The trace of a search. Nodes are in the order in which they were first seen; a node's index is its id.
#[derive(Clone, Debug)]
pub struct Trace<G: Game> {
    /// The nodes; those without parent are roots, one for each search of the root.
    pub nodes: Vec<TraceNode<G>>,
    /// Positions that the search visited.
    pub visited: u64,
    /// Those among them that are in `nodes`; the others of `nodes` were pruned.
    pub recorded: u64,
    /// Whether a limit left out nodes.
    pub is_truncated: bool,
    /// Whether the budget ended the search before it was done.
    pub is_stopped_early: bool,
}

/// A position of a traced search. Scores are from the view of its side to move; [`TraceNode::for_root`] converts them.
#[derive(Clone, Debug)]
pub struct TraceNode<G: Game> {
    /// The node it was entered from.
    pub parent: Option<usize>,
    /// Plies from the root.
    pub ply: u32,
    /// The move that leads here; `None` at a root and after a null move.
    pub mv: Option<G::Move>,
    /// The position itself.
    pub position: G,
    /// Who is to move.
    pub player: Player,
    /// Its state.
    pub state: NodeState,
    /// The step at which it was entered or pruned.
    pub step: u64,
    /// Alpha and beta on entry; none when pruned.
    pub window: Option<(Score, Score)>,
    /// Plies left to the horizon; none when pruned.
    pub depth: Option<u32>,
    /// The score it returned; `None` when pruned or when the budget ran out in it.
    pub score: Option<Score>,
    /// Why it was pruned, or the last reason for which something of it was not searched.
    pub cut: Option<Cut>,
    /// Whether it is the last child that raised its parent's alpha.
    pub is_chosen: bool,
    /// Its events, in order.
    pub events: Vec<TraceEvent<G>>,
}

/// The players from the view of the root.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Player {
    /// The side to move at the root.
    Max,
    /// Its opponent.
    Min,
}

/// The state of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NodeState {
    /// It was searched, and everything below it is in the trace.
    Visited,
    /// Its parent pruned it.
    Pruned,
    /// It was searched, and the limits of the trace left out something directly below it.
    CutOffByLimits,
}

/// An event at a node.
#[derive(Clone, Debug)]
pub struct TraceEvent<G: Game> {
    /// Counts all events of the search from 1, also those that are not recorded.
    pub step: u64,
    /// What happened.
    pub kind: EventKind<G>,
}

/// The kind of an event.
#[derive(Clone, Debug)]
pub enum EventKind<G: Game> {
    /// The child with this id was entered.
    Child(usize),
    /// A move, or standing pat (`None`), raised alpha to this score.
    Raise(Option<G::Move>, Score),
    /// A cut-off, with the skipped moves if the search had reached the moves.
    Cut(Cut, Vec<G::Move>),
    /// The node returned this score, or `None` when the budget had run out.
    Leave(Option<Score>),
}

/// How much of a search is recorded.
#[derive(Clone, Copy, Debug)]
pub struct TraceLimits {
    /// The most nodes, pruned ones included.
    pub nodes: usize,
    /// The most plies from the root.
    pub plies: u32,
}

impl TraceLimits {
    /// Everything is recorded.
    pub const NONE: TraceLimits = TraceLimits { nodes: usize::MAX, plies: u32::MAX };
}

impl<G: Game> TraceNode<G> {
    /// One of the node's scores from the view of the root.
    pub fn for_root(&self, score: Score) -> Score {
        if self.player == Player::Max { score } else { -score }
    }

    /// The window from the view of the root: what MAX and what MIN can already be sure of.
    pub fn window_for_root(&self) -> Option<(Score, Score)> {
        let turned = |(alpha, beta): (Score, Score)| match self.player {
            Player::Max => (alpha, beta),
            Player::Min => (-beta, -alpha),
        };
        self.window.map(turned)
    }
}

impl<G: Game> Trace<G> {
    /// The ids of the chosen children from a root on, without the root itself.
    pub fn chosen_path(&self, root: usize) -> Vec<usize> {
        let chosen_below = |&id: &usize| (id + 1..self.nodes.len()).find(|&child| self.is_chosen_child(child, id));
        std::iter::successors(Some(root), chosen_below).skip(1).collect()
    }

    fn is_chosen_child(&self, child: usize, parent: usize) -> bool {
        self.nodes[child].is_chosen && self.nodes[child].parent == Some(parent)
    }
}

/// An observer that records a trace.
#[derive(Debug)]
pub struct Recorder<G: Game> {
    trace: Trace<G>,
    limits: TraceLimits,
    steps: u64,
    root_side: Side,
    /// The positions from the root to the current one.
    open: Vec<Open>,
}

/// A position that has been entered and not yet left.
#[derive(Debug)]
struct Open {
    /// Its node, if it is recorded.
    id: Option<usize>,
    /// The node of the child entered last, if that is recorded.
    last_child: Option<usize>,
    /// The child that raised alpha last.
    chosen: Option<usize>,
}

impl<G: Game> Recorder<G> {
    /// A recorder with these limits.
    pub fn new(limits: TraceLimits) -> Recorder<G> {
        let trace = Trace { nodes: Vec::new(), visited: 0, recorded: 0, is_truncated: false, is_stopped_early: false };
        Recorder { trace, limits, steps: 0, root_side: Side::First, open: Vec::new() }
    }

    /// The recorded trace.
    pub fn finish(self) -> Trace<G> {
        self.trace
    }

    /// Adds a node below the current position, unless a limit forbids it.
    fn add(&mut self, position: &G, mv: Option<G::Move>, state: NodeState) -> Option<usize> {
        let ply = self.open.len() as u32;
        let parent = self.open.last().map(|open| open.id);
        if ply > self.limits.plies || self.trace.nodes.len() >= self.limits.nodes || parent == Some(None) {
            self.trace.is_truncated = true;
            if let Some(Some(parent)) = parent {
                self.trace.nodes[parent].state = NodeState::CutOffByLimits;
            }
            return None;
        }
        let player = if position.side_to_move() == self.root_side { Player::Max } else { Player::Min };
        self.trace.nodes.push(TraceNode {
            parent: parent.flatten(),
            ply,
            mv,
            position: position.clone(),
            player,
            state,
            step: self.steps,
            window: None,
            depth: None,
            score: None,
            cut: None,
            is_chosen: false,
            events: Vec::new(),
        });
        Some(self.trace.nodes.len() - 1)
    }

    /// Records an event of the current position, if it is recorded.
    fn note(&mut self, kind: EventKind<G>) {
        let step = self.steps;
        if let Some(id) = self.open.last().and_then(|open| open.id) {
            self.trace.nodes[id].events.push(TraceEvent { step, kind });
        }
    }
}

impl<G: Game> Observer<G> for Recorder<G> {
    fn enter(&mut self, position: &G, mv: Option<G::Move>, window: (Score, Score), depth: u32) {
        self.steps += 1;
        self.trace.visited += 1;
        if self.open.is_empty() {
            self.root_side = position.side_to_move();
        }
        let id = self.add(position, mv, NodeState::Visited);
        if let Some(id) = id {
            let node = &mut self.trace.nodes[id];
            (node.window, node.depth) = (Some(window), Some(depth));
            self.trace.recorded += 1;
            self.note(EventKind::Child(id));
        }
        if let Some(parent) = self.open.last_mut() {
            parent.last_child = id;
        }
        self.open.push(Open { id, last_child: None, chosen: None });
    }

    fn raise_alpha(&mut self, mv: Option<G::Move>, alpha: Score) {
        self.steps += 1;
        self.note(EventKind::Raise(mv, alpha));
        let Some(open) = self.open.last_mut() else { return };
        let before = std::mem::replace(&mut open.chosen, open.last_child);
        let now = open.chosen;
        for (child, is_chosen) in [(before, false), (now, true)] {
            if let Some(child) = child {
                self.trace.nodes[child].is_chosen = is_chosen;
            }
        }
    }

    fn cut(&mut self, reason: Cut, skipped: &[G::Move]) {
        self.steps += 1;
        self.note(EventKind::Cut(reason, skipped.to_vec()));
        self.trace.is_stopped_early |= reason == Cut::Budget;
        let Some(id) = self.open.last().and_then(|open| open.id) else { return };
        self.trace.nodes[id].cut = Some(reason);
        let position = self.trace.nodes[id].position.clone();
        for &mv in skipped {
            let mut child = position.clone();
            child.play(mv);
            if let Some(child) = self.add(&child, Some(mv), NodeState::Pruned) {
                self.trace.nodes[child].cut = Some(reason);
            }
        }
    }

    fn leave(&mut self, score: Score) {
        self.steps += 1;
        let id = self.open.last().and_then(|open| open.id);
        let score = Some(score).filter(|_| id.is_none_or(|id| self.trace.nodes[id].cut != Some(Cut::Budget)));
        self.note(EventKind::Leave(score));
        if let Some(id) = id {
            self.trace.nodes[id].score = score;
        }
        self.open.pop();
    }
}
