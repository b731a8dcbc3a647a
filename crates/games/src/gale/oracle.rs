//! The winner and all winning moves without search: Lehman's solution of Shannon's switching game.
//!
//! For each player the board is a network: its nodes are the player's dots, with dots joined by links merged, and those
//! of either edge merged; every free point is a link between two nodes that the player may make and the opponent may
//! cut. Lehman (1964): the player joins its edges even if the opponent moves first, exactly if there are two disjoint
//! sets of links, each of which connects the same nodes, both edges among them: a cut in one set is repaired by the
//! other. By matroid union (Edmonds 1965): find two disjoint forests of the network of maximum total size. One more
//! link from edge to edge must not make them larger.
//!
//! One of the players always joins its edges, so the side to move wins unless its opponent's network withstands it.

use std::collections::VecDeque;

use spielbaum_core::{MoveSet, Outcome, PerfectPlay, Side};

use super::rules::{far_dots, starting_dots};
use super::{Gale, Plane, Slot, SlotSet};

impl<P: Plane> Gale<P> {
    /// The outcome of a game that is not over, and all moves that lead to it under best play.
    pub(super) fn judge(&self) -> PerfectPlay<SlotSet<P>> {
        let side = self.side_to_move;
        if Network::new(self, !side).withstands() {
            return PerfectPlay { outcome: Outcome::Win(!side), moves: self.free };
        }
        let network = Network::new(self, side);
        let wins = |(place, _): &(usize, Slot)| network.with_link(*place).withstands();
        let winning = self.free.iter().enumerate().filter(wins);
        let moves = winning.fold(SlotSet::default(), |moves, (_, slot)| moves.with(SlotSet::of(slot)));
        PerfectPlay { outcome: Outcome::Win(side), moves }
    }

    /// The two dots of `side` that a link at `slot` joins.
    fn dots_joined(&self, side: Side, slot: Slot) -> [usize; 2] {
        let (bit, size) = (slot.bit() as usize, usize::from(self.size));
        match (side, slot.is_across()) {
            (Side::First, false) => [bit, bit + size + 1],
            (Side::First, true) | (Side::Second, false) => [bit, bit + 1],
            (Side::Second, true) => [bit - size, bit + 1],
        }
    }
}

/// The forest of a link that is in none.
const NO_FOREST: usize = 2;

/// The network of one side, and two disjoint forests in it of maximum total size.
#[derive(Clone)]
struct Network {
    /// The two nodes of every free link, in the order of the free points.
    links: Vec<[usize; 2]>,
    /// The forest of each link, 0 or 1, or [`NO_FOREST`].
    forests: Vec<usize>,
    /// The nodes of the two edges.
    edges: [usize; 2],
    nodes: usize,
}

impl Network {
    fn new<P: Plane>(position: &Gale<P>, side: Side) -> Network {
        let size = u32::from(position.size);
        let dots = (size * (size + 2)) as usize;
        let mut nodes = Nodes::new(dots);
        let edges = [starting_dots::<P>(side, size), far_dots(side, size)].map(|edge| {
            let mut dots = edge.bits().map(|dot| dot as usize);
            let first = dots.next().expect("an edge has dots");
            dots.for_each(|dot| nodes.join([first, dot]));
            first
        });
        position.links[side].iter().for_each(|slot| nodes.join(position.dots_joined(side, slot)));
        let links = position.free.iter().map(|slot| position.dots_joined(side, slot).map(|dot| nodes.of(dot)));
        let links: Vec<_> = links.collect();
        let forests = vec![NO_FOREST; links.len()];
        Network { links, forests, edges: edges.map(|dot| nodes.of(dot)), nodes: dots }.grown()
    }

    /// The network after the link at `place` is made.
    fn with_link(&self, place: usize) -> Network {
        let mut network = self.clone();
        let [kept, lost] = self.links[place];
        let renamed = |node: usize| if node == lost { kept } else { node };
        network.links.iter_mut().for_each(|link| *link = link.map(renamed));
        network.edges = network.edges.map(renamed);
        // Its ends are one node now, so that a forest may have got a cycle through it.
        for forest in 0..2 {
            let mut nodes = Nodes::new(self.nodes);
            for (link, own) in network.links.iter().zip(&mut network.forests) {
                if *own == forest && nodes.of(link[0]) == nodes.of(link[1]) {
                    *own = NO_FOREST;
                } else if *own == forest {
                    nodes.join(*link);
                }
            }
        }
        network.grown()
    }

    /// Whether the owner wins when the opponent moves next.
    fn withstands(mut self) -> bool {
        self.links.push(self.edges);
        self.forests.push(NO_FOREST);
        !self.add(self.links.len() - 1)
    }

    /// Enlarges the forests to maximum size. A link that cannot be added once cannot be added later either.
    fn grown(mut self) -> Network {
        for place in 0..self.links.len() {
            if self.forests[place] == NO_FOREST {
                self.add(place);
            }
        }
        self
    }

    /// Adds one more link to the forests if possible, by moving others between them if needed.
    ///
    /// An augmenting path, breadth first: a link that closes a cycle in a forest may displace any link of that cycle,
    /// which then needs a place in the other forest.
    fn add(&mut self, place: usize) -> bool {
        let trees = [0, 1].map(|forest| Trees::new(self, forest));
        let mut pushed_by = vec![None; self.links.len()];
        let mut queue = VecDeque::from([place]);
        pushed_by[place] = Some(place);
        while let Some(link) = queue.pop_front() {
            for forest in (0..2).filter(|&forest| forest != self.forests[link]) {
                let Some(cycle) = trees[forest].path(self.links[link]) else {
                    self.shift(link, forest, &pushed_by);
                    return true;
                };
                for other in cycle {
                    if pushed_by[other].is_none() {
                        pushed_by[other] = Some(link);
                        queue.push_back(other);
                    }
                }
            }
        }
        false
    }

    /// Puts `link` into `forest`, the link that displaced it into its old place, and so on.
    fn shift(&mut self, mut link: usize, mut forest: usize, pushed_by: &[Option<usize>]) {
        loop {
            forest = std::mem::replace(&mut self.forests[link], forest);
            match pushed_by[link] {
                Some(other) if other != link => link = other,
                _ => return,
            }
        }
    }
}

/// A union-find structure: joined dots are one node.
struct Nodes(Vec<usize>);

impl Nodes {
    fn new(count: usize) -> Nodes {
        Nodes((0..count).collect())
    }

    fn of(&mut self, mut dot: usize) -> usize {
        while self.0[dot] != dot {
            self.0[dot] = self.0[self.0[dot]];
            dot = self.0[dot];
        }
        dot
    }

    fn join(&mut self, [one, other]: [usize; 2]) {
        let (one, other) = (self.of(one), self.of(other));
        self.0[other] = one;
    }
}

/// A forest with its trees rooted.
struct Trees {
    /// By node: the root of its tree, the node above it and the link to there, and the steps to the root.
    places: Vec<TreePlace>,
}

#[derive(Clone, Copy)]
struct TreePlace {
    root: usize,
    above: usize,
    link: usize,
    depth: usize,
}

impl Trees {
    fn new(network: &Network, forest: usize) -> Trees {
        let mut neighbours = vec![Vec::new(); network.nodes];
        for (link, &[one, other]) in network.links.iter().enumerate() {
            if network.forests[link] == forest {
                neighbours[one].push((other, link));
                neighbours[other].push((one, link));
            }
        }
        let unseen = TreePlace { root: usize::MAX, above: 0, link: 0, depth: 0 };
        let mut places = vec![unseen; network.nodes];
        let mut stack = Vec::new();
        for root in 0..network.nodes {
            if places[root].root == usize::MAX {
                places[root] = TreePlace { root, above: root, ..unseen };
                stack.push(root);
            }
            while let Some(node) = stack.pop() {
                for &(next, link) in &neighbours[node] {
                    if places[next].root == usize::MAX {
                        places[next] = TreePlace { root, above: node, link, depth: places[node].depth + 1 };
                        stack.push(next);
                    }
                }
            }
        }
        Trees { places }
    }

    /// The path between two nodes; `None` if they are in different trees.
    fn path(&self, [mut one, mut other]: [usize; 2]) -> Option<Vec<usize>> {
        if self.places[one].root != self.places[other].root {
            return None;
        }
        let mut links = Vec::new();
        while one != other {
            if self.places[one].depth < self.places[other].depth {
                (one, other) = (other, one);
            }
            links.push(self.places[one].link);
            one = self.places[one].above;
        }
        Some(links)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use spielbaum_core::{Game, Proofs, Rng, Status};

    use super::*;
    use crate::gale::brute_force::winner;

    /// Compares winner and moves with brute force.
    fn check(position: &Gale, known: &mut HashMap<Gale, Side>) {
        let Some(verdict) = position.perfect_play() else { return assert!(position.status().outcome().is_some()) };
        let expected = winner(position, known);
        assert_eq!(verdict.outcome, Outcome::Win(expected), "{position}");
        for slot in position.free.iter() {
            let mut child = *position;
            child.play(slot);
            assert_eq!(verdict.moves.contains(slot), winner(&child, known) == expected, "{position} {slot:?}");
        }
    }

    #[test]
    fn every_position_of_sizes_2_and_3_is_judged_as_by_brute_force() {
        for (size, count) in [(2, 68), (3, 327_992)] {
            let (mut known, mut seen) = (HashMap::new(), HashSet::new());
            let mut rest = vec![Gale::start(size)];
            while let Some(position) = rest.pop() {
                let Status::Ongoing(moves) = position.status() else { continue };
                if seen.contains(&position) {
                    continue;
                }
                // One position of each class of images is enough.
                check(&position, &mut known);
                seen.extend((0..position.symmetries()).map(|index| position.transformed(index)));
                rest.extend(moves.iter().map(|slot| {
                    let mut child = position;
                    child.play(slot);
                    child
                }));
            }
            assert_eq!(seen.len(), count, "size {size}");
        }
    }

    #[test]
    fn late_positions_of_sizes_4_and_5_are_judged_as_by_brute_force() {
        let mut wins = [0; 2];
        for seed in 0..400 {
            let mut rng = Rng::new(seed);
            let mut position = Gale::<u64>::start(4 + (seed % 2) as u32);
            while let Status::Ongoing(moves) = position.status() {
                if moves.len() <= 12 {
                    let side = position.side_to_move;
                    check(&position, &mut HashMap::new());
                    wins[usize::from(position.judge().outcome == Outcome::Win(side))] += 1;
                    break;
                }
                position.play(moves.sample(&mut rng));
            }
        }
        assert!(wins.iter().all(|&count| count > 40), "{wins:?}");
    }

    /// The first player opens arbitrarily and then follows the verdicts; the second plays at random.
    fn play_perfectly<P: Plane>(size: u32, seed: u64) {
        let mut rng = Rng::new(seed);
        let mut position = Gale::<P>::start(size);
        while let Status::Ongoing(moves) = position.status() {
            let verdict = position.judge();
            let is_first = position.side_to_move == Side::First;
            assert_eq!(verdict.outcome, Outcome::Win(Side::First), "{position}");
            assert!(verdict.moves.len() == moves.len() || is_first, "{position}");
            position.play(if is_first { verdict.moves } else { moves }.sample(&mut rng));
        }
        assert_eq!(position.status().outcome(), Some(Outcome::Win(Side::First)), "size {size}, seed {seed}");
    }

    #[test]
    fn the_first_player_wins_from_every_opening_on_every_board() {
        for size in 2..=10 {
            match size {
                2..=7 => assert_eq!(Gale::<u64>::start(size).judge().moves, SlotSet::all(size), "size {size}"),
                _ => assert_eq!(Gale::<u128>::start(size).judge().moves, SlotSet::all(size), "size {size}"),
            }
        }
        for seed in 0..3 {
            (4..=7).for_each(|size| play_perfectly::<u64>(size, seed));
            (8..=10).for_each(|size| play_perfectly::<u128>(size, seed));
        }
    }
}
