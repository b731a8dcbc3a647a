//! A proof-number tree that can be watched while it grows, one iteration at a time or many.

use spielbaum_core::{Budget, EndgameTable, Evaluate, Knowledge, Meter, MoveSet};

use super::leaf::Judge;
use super::textbook::{NODE_BYTES, Pns};
use super::{Question, Settings};

/// A tree of textbook proof-number search.
pub trait ProofTree<G: Knowledge>: Send {
    /// The question to be answered.
    fn question(&self) -> Question;

    /// Makes one iteration and returns its path from the root to the node that was expanded; `None` when the question
    /// is answered or memory is used up.
    fn step(&mut self) -> Option<Vec<G::Move>>;

    /// Makes at most this many iterations within the budget, and returns how many.
    fn grow(&mut self, iterations: u64, budget: &Budget) -> u64;

    /// Nodes of the tree.
    fn nodes(&self) -> usize;

    /// The numbers of the node at the end of `path`; `None` if it does not exist.
    fn numbers(&self, path: &[G::Move]) -> Option<(u32, u32)>;

    /// The children of the node at the end of `path`, in the order of the moves; `None` if it does not exist.
    fn children(&self, path: &[G::Move]) -> Option<Vec<ProofChild<G>>>;

    /// Visits the nodes below the end of `path`, each before its children, and its children only if `tell` returns
    /// true. Returns the size of the whole subtree; `None` if the node does not exist.
    fn walk(&self, path: &[G::Move], tell: &mut dyn FnMut(Passed<'_, G>) -> bool) -> Option<usize>;
}

/// A node that a walk visits.
#[derive(Clone, Debug)]
pub struct Passed<'a, G: Knowledge> {
    /// The position before its last move.
    pub before: &'a G,
    /// The moves that lead to it from the root of the tree.
    pub line: &'a [G::Move],
    /// Its proof and disproof number.
    pub numbers: (u32, u32),
    /// The nodes of its subtree, itself among them.
    pub size: usize,
    /// The same as a share of all nodes below the start of the walk.
    pub share: f64,
}

/// A child of a node in a proof-number tree.
#[derive(Clone, Debug)]
pub struct ProofChild<G: Knowledge> {
    /// The move that leads to it.
    pub mv: G::Move,
    /// Its proof and disproof number.
    pub numbers: (u32, u32),
    /// Its own children.
    pub children: usize,
}

/// A tree with the evaluation of its leaves.
pub(crate) struct WatchedTree<G, E> {
    tree: Pns,
    root: G,
    settings: Settings,
    evaluation: E,
    endings: EndgameTable,
    question: Question,
}

impl<G: Knowledge, E: Evaluate<G>> WatchedTree<G, E> {
    /// A tree for the question whether the side to move at `root`, which is not over, wins.
    pub(crate) fn new(root: &G, settings: Settings, evaluation: E) -> WatchedTree<G, E> {
        let question = Question { prover: root.side_to_move(), accepts_draw: false };
        let mut tree = Pns::new((settings.memory << 20) / NODE_BYTES);
        tree.reset();
        WatchedTree { tree, root: root.clone(), settings, evaluation, endings: EndgameTable::default(), question }
    }

    fn iterate(&mut self, meter: &mut Meter, path: &mut Vec<(usize, bool)>) -> bool {
        let WatchedTree { tree, root, settings, evaluation, endings, question } = self;
        let judge = Judge { settings, evaluation, endings, question: *question };
        tree.can_grow() && tree.iterate(root, &judge, meter, &mut |_, _, _| None, path)
    }

    /// The moves of a position as the tree numbers them. The root keeps all of them.
    fn moves(&self, index: usize, position: &G) -> Option<G::Moves> {
        if index == 0 {
            return position.status().moves();
        }
        let WatchedTree { settings, evaluation, endings, question, .. } = self;
        let judge = Judge { settings, evaluation, endings, question: *question };
        judge.moves(position, &mut Meter::start(&Budget::default()))
    }

    /// The node at the end of a line of moves, and its position.
    fn find(&self, path: &[G::Move]) -> Option<(usize, G)> {
        let (mut index, mut position) = (0, self.root.clone());
        for &mv in path {
            let moves = self.moves(index, &position)?;
            index = self.tree.children(index).find(|&child| moves.nth(self.tree.place_of(child)) == mv)?;
            position.play(mv);
        }
        Some((index, position))
    }

    /// The nodes of every subtree. Children come after their parents.
    fn sizes(&self) -> Vec<usize> {
        let mut sizes = vec![1; self.tree.len()];
        for index in (0..sizes.len()).rev() {
            sizes[index] += sizes[self.tree.children(index)].iter().sum::<usize>();
        }
        sizes
    }

    /// Walks below the node `index`, which stands for `position` and which `line` leads to.
    fn walk_below(
        &self,
        (index, position): (usize, &G),
        line: &mut Vec<G::Move>,
        (sizes, all): (&[usize], usize),
        tell: &mut dyn FnMut(Passed<'_, G>) -> bool,
    ) {
        let children = self.tree.children(index);
        if children.is_empty() {
            return;
        }
        let Some(moves) = self.moves(index, position) else { return };
        for child in children {
            let mv = moves.nth(self.tree.place_of(child));
            line.push(mv);
            let (numbers, size) = (self.tree.numbers_of(child), sizes[child]);
            let share = size as f64 / all as f64;
            if tell(Passed { before: position, line, numbers, size, share }) {
                let mut after = position.clone();
                after.play(mv);
                self.walk_below((child, &after), line, (sizes, all), tell);
            }
            line.pop();
        }
    }
}

impl<G: Knowledge, E: Evaluate<G> + Send> ProofTree<G> for WatchedTree<G, E> {
    fn question(&self) -> Question {
        self.question
    }

    fn step(&mut self) -> Option<Vec<G::Move>> {
        let mut path = Vec::new();
        if !self.iterate(&mut Meter::start(&Budget::default()), &mut path) {
            return None;
        }
        let (mut position, mut line, mut from) = (self.root.clone(), Vec::new(), 0);
        for &(index, _) in &path[1..] {
            let mv = self.moves(from, &position)?.nth(self.tree.place_of(index));
            position.play(mv);
            line.push(mv);
            from = index;
        }
        Some(line)
    }

    fn grow(&mut self, iterations: u64, budget: &Budget) -> u64 {
        let (mut meter, mut path) = (Meter::start(budget), Vec::new());
        (0..iterations).take_while(|_| !meter.check() && self.iterate(&mut meter, &mut path)).count() as u64
    }

    fn nodes(&self) -> usize {
        self.tree.len()
    }

    fn numbers(&self, path: &[G::Move]) -> Option<(u32, u32)> {
        self.find(path).map(|(index, _)| self.tree.numbers_of(index))
    }

    fn children(&self, path: &[G::Move]) -> Option<Vec<ProofChild<G>>> {
        let (index, position) = self.find(path)?;
        let Some(moves) = self.moves(index, &position) else { return Some(Vec::new()) };
        let child = |child: usize| ProofChild {
            mv: moves.nth(self.tree.place_of(child)),
            numbers: self.tree.numbers_of(child),
            children: self.tree.children(child).len(),
        };
        Some(self.tree.children(index).map(child).collect())
    }

    fn walk(&self, path: &[G::Move], tell: &mut dyn FnMut(Passed<'_, G>) -> bool) -> Option<usize> {
        let (index, position) = self.find(path)?;
        let sizes = self.sizes();
        let all = sizes[index];
        self.walk_below((index, &position), &mut path.to_vec(), (&sizes, all), tell);
        Some(all)
    }
}
