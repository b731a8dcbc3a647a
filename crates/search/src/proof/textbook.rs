//! Textbook proof-number search: the whole tree in memory, the most-proving node found from the root.
//!
//! A readable reference, and the oracle of the others. Allis, van der Meulen & van den Herik (1994).

use spielbaum_core::{Evaluate, Knowledge, Meter, MoveSet};

use super::leaf::{Judge, Seen};
use super::{Answer, Finding, IMPOSSIBLE};

/// Bytes of a node.
pub(super) const NODE_BYTES: usize = size_of::<Node>();

/// A node: its proof and disproof number.
#[derive(Clone, Copy, Debug)]
struct Node {
    proof: u32,
    disproof: u32,
    /// The children, side by side; none for a leaf.
    first: u32,
    count: u16,
    /// The index of the move that leads here.
    place: u16,
}

/// Better numbers for a new leaf, given the size of the tree.
pub(super) type SecondOpinion<'a, G> = dyn FnMut(&G, usize, &mut Meter) -> Option<(u32, u32)> + 'a;

/// A proof-number tree.
pub(super) struct Pns {
    nodes: Vec<Node>,
    most_nodes: usize,
}

/// The numbers of a root and, with their places, of its children.
pub(super) struct Result {
    pub(super) numbers: (u32, u32),
    pub(super) children: Vec<(u16, (u32, u32))>,
}

impl Pns {
    /// An empty tree of at most so many nodes.
    pub(super) fn new(most_nodes: usize) -> Pns {
        Pns { nodes: Vec::new(), most_nodes: most_nodes.min(u32::MAX as usize / 2) }
    }

    /// Searches for the answer.
    pub(super) fn search<G, E>(&mut self, root: &G, judge: &Judge<'_, E>, meter: &mut Meter) -> Finding<G::Move>
    where
        G: Knowledge,
        E: Evaluate<G>,
    {
        let result = self.grow(root, judge, meter, &mut |_, _, _| None);
        finding(root, judge, &result)
    }

    /// Grows the tree until the root is decided, memory or budget is used up. `judge_more` may return better numbers
    /// for a new leaf than the judge, given the size of the tree.
    pub(super) fn grow<G, E>(
        &mut self,
        root: &G,
        judge: &Judge<'_, E>,
        meter: &mut Meter,
        judge_more: &mut SecondOpinion<'_, G>,
    ) -> Result
    where
        G: Knowledge,
        E: Evaluate<G>,
    {
        self.reset();
        if root.status().moves().is_none() {
            return Result { numbers: (1, 1), children: Vec::new() };
        }
        let mut path = Vec::new();
        while self.can_grow() && !meter.is_exhausted() && self.iterate(root, judge, meter, judge_more, &mut path) {}
        let children = self.children(0).map(|child| (self.nodes[child].place, self.numbers_of(child)));
        Result { children: children.collect(), numbers: self.numbers_of(0) }
    }

    /// Resets the tree to its root, which is never decided statically: its moves are required.
    pub(super) fn reset(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node { proof: 1, disproof: 1, first: 0, count: 0, place: 0 });
    }

    /// Whether the question is open and memory is left.
    pub(super) fn can_grow(&self) -> bool {
        self.is_open(0) && self.nodes.len() < self.most_nodes
    }

    /// One iteration; `path` then holds its nodes, each with whether the prover is to move. False when the budget is
    /// used up.
    pub(super) fn iterate<G, E>(
        &mut self,
        root: &G,
        judge: &Judge<'_, E>,
        meter: &mut Meter,
        judge_more: &mut SecondOpinion<'_, G>,
        path: &mut Vec<(usize, bool)>,
    ) -> bool
    where
        G: Knowledge,
        E: Evaluate<G>,
    {
        // 1. The most-proving node: where the prover moves, the child with the least proof number; else the least disproof number.
        let mut position = root.clone();
        path.clear();
        path.push((0, judge.is_prover(&position)));
        let mut moves = root.status().moves().expect("a game that is over has no tree");
        while self.nodes[path[path.len() - 1].0].count > 0 {
            let (index, is_prover) = path[path.len() - 1];
            let number = |child: &usize| {
                let node = &self.nodes[*child];
                if is_prover { node.proof } else { node.disproof }
            };
            let best = self.children(index).min_by_key(number).expect("an inner node has children");
            position.play(moves.nth(self.nodes[best].place.into()));
            path.push((best, judge.is_prover(&position)));
            moves = judge.moves(&position, meter).expect("a decided node is never the most proving one");
        }
        // 2. Expand it.
        let (leaf, _) = path[path.len() - 1];
        let first = self.nodes.len();
        for (place, mv) in moves.iter().enumerate() {
            let mut child = position.clone();
            child.play(mv);
            if meter.is_exhausted() || meter.tick() {
                // Some of the children would be worse than none.
                self.nodes.truncate(first);
                return false;
            }
            let (mut proof, mut disproof) = numbers(judge, &child, meter);
            if proof != 0
                && disproof != 0
                && let Some(better) = judge_more(&child, self.nodes.len(), meter)
            {
                (proof, disproof) = better;
            }
            self.nodes.push(Node { proof, disproof, first: 0, count: 0, place: place as u16 });
        }
        self.nodes[leaf].first = first as u32;
        self.nodes[leaf].count = moves.len() as u16;
        // 3. Update the numbers up to the root.
        for &(index, is_prover) in path.iter().rev() {
            self.update(index, is_prover);
        }
        true
    }

    /// Nodes of the tree.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Proof and disproof number.
    pub(super) fn numbers_of(&self, index: usize) -> (u32, u32) {
        (self.nodes[index].proof, self.nodes[index].disproof)
    }

    /// The place of the move that leads to a node.
    pub(super) fn place_of(&self, index: usize) -> usize {
        self.nodes[index].place.into()
    }

    fn is_open(&self, index: usize) -> bool {
        self.nodes[index].proof != 0 && self.nodes[index].disproof != 0
    }

    /// The children of a node, side by side.
    pub(super) fn children(&self, index: usize) -> std::ops::Range<usize> {
        let first = self.nodes[index].first as usize;
        first..first + usize::from(self.nodes[index].count)
    }

    /// One child is enough for the side to move, and all are needed against it.
    fn update(&mut self, index: usize, is_prover: bool) {
        let children = || self.children(index).map(|child| &self.nodes[child]);
        let sum = |numbers: u32, more: u32| (numbers + more).min(IMPOSSIBLE);
        let (proof, disproof) = if is_prover {
            let proof = children().map(|node| node.proof).min();
            (proof, children().map(|node| node.disproof).fold(0, sum))
        } else {
            let disproof = children().map(|node| node.disproof).min();
            (Some(children().map(|node| node.proof).fold(0, sum)), disproof.unwrap_or(0))
        };
        (self.nodes[index].proof, self.nodes[index].disproof) = (proof.unwrap_or(0), disproof);
    }
}

/// The numbers of a leaf.
pub(super) fn numbers<G, E>(judge: &Judge<'_, E>, position: &G, meter: &mut Meter) -> (u32, u32)
where
    G: Knowledge,
    E: Evaluate<G>,
{
    match judge.look(position, meter) {
        Seen::Decided(true) => (0, IMPOSSIBLE),
        Seen::Decided(false) => (IMPOSSIBLE, 0),
        Seen::Open(numbers) => numbers,
    }
}

/// The answer that the numbers of a root give, and the move that goes with it.
pub(super) fn finding<G: Knowledge, E>(root: &G, judge: &Judge<'_, E>, result: &Result) -> Finding<G::Move> {
    let answer = match result.numbers {
        (0, _) => Answer::Proven,
        (_, 0) => Answer::Disproven,
        _ => Answer::Open,
    };
    let best = result.children.iter().min_by_key(|(_, numbers)| *numbers);
    let best = best.zip(root.status().moves()).map(|((place, _), moves)| moves.nth(usize::from(*place)));
    Finding { answer, best: best.filter(|_| judge.is_prover(root)), numbers: result.numbers }
}
