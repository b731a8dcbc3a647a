//! Shortest connection: who needs fewer further links to join its edges.
//!
//! A breadth-first search over dots in which own links cost 0, free points 1, and the opponent's links block.
//! All dots of equal cost are one bit plane, so that a step outwards is a few shifts.

use spielbaum_core::{Evaluate, Side};

use super::rules::{Web, reaches_far_edge};
use super::{Gale, Plane, Slot};

/// The value of one link.
const LINK: i32 = 100;

/// The links that the opponent lacks minus those that the side to move lacks, times 100.
#[derive(Clone, Copy, Default, Debug)]
pub struct ShortestConnection;

impl<P: Plane> Evaluate<Gale<P>> for ShortestConnection {
    type State = ();

    fn start(&self, _: &Gale<P>) {}

    fn update(&self, (): &mut (), _: &Gale<P>, _: Slot) {}

    fn evaluate(&self, (): &(), position: &Gale<P>) -> i32 {
        let side = position.side_to_move;
        LINK * (position.links_lacking(!side) - position.links_lacking(side))
    }
}

impl<P: Plane> Gale<P> {
    /// The least number of further links that join the edges of `side`; more than there are points when none do,
    /// which is so only after the opponent has won.
    fn links_lacking(&self, side: Side) -> i32 {
        let size = self.size.into();
        let own = Web::new(side, size, self.links[side]);
        let free = Web::new(side, size, self.free);
        let mut dots = self.reached[side];
        let mut links = 0;
        while !reaches_far_edge(side, size, dots) {
            let wider = own.flood(free.step(dots));
            if wider == dots {
                return 2 * (size * size) as i32;
            }
            dots = wider;
            links += 1;
        }
        links
    }
}

impl<P: Plane> Web<P> {
    /// `dots` and the dots one link further.
    fn step(&self, dots: P) -> P {
        let mut wider = dots;
        for (edges, shift) in self.edges.into_iter().zip(self.shifts) {
            wider |= (dots & edges) << shift | dots >> shift & edges;
        }
        wider
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Reverse;
    use std::collections::{BinaryHeap, HashMap};

    use spielbaum_core::{Game, MoveSet, Outcome, Rng};

    use super::*;
    use crate::gale::SlotSet;

    fn value<P: Plane>(position: &Gale<P>) -> i32 {
        ShortestConnection.evaluate(&(), position)
    }

    /// The cheapest way between the edges by Dijkstra's algorithm on the drawn grid: dots lie two places apart, with
    /// the crossing point between them.
    fn dijkstra<P: Plane>(position: &Gale<P>, side: Side) -> Option<i32> {
        let mut cost_of_point = HashMap::new();
        for (slots, cost) in [(position.links[side], 0), (position.free, 1)] {
            cost_of_point.extend(slots.iter().map(|slot| (position.grid_place(slot), cost)));
        }
        let width = 2 * usize::from(position.size);
        let places = |far: usize| {
            (1..width).step_by(2).map(move |column| if side == Side::First { (far, column) } else { (column, far) })
        };
        let mut open: BinaryHeap<_> = places(0).map(|dot| Reverse((0, dot))).collect();
        let mut costs = HashMap::new();
        while let Some(Reverse((cost, (row, column)))) = open.pop() {
            if costs.contains_key(&(row, column)) {
                continue;
            }
            costs.insert((row, column), cost);
            for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                let at = |steps: isize| {
                    Some((row.checked_add_signed(steps * down)?, column.checked_add_signed(steps * right)?))
                };
                let (Some(point), Some(dot)) = (at(1), at(2)) else { continue };
                if let Some(further) = cost_of_point.get(&point) {
                    open.push(Reverse((cost + further, dot)));
                }
            }
        }
        places(width).filter_map(|dot| costs.get(&dot).copied()).min()
    }

    fn assert_equals_dijkstra<P: Plane>(position: &Gale<P>) {
        for side in Side::BOTH {
            match dijkstra(position, side) {
                Some(links) => assert_eq!(position.links_lacking(side), links, "{side:?}, {position}"),
                None => assert_eq!(position.status().outcome().and_then(Outcome::winner), Some(!side)),
            }
        }
    }

    /// The position with the roles of the players exchanged, seen along the diagonal.
    fn transposed<P: Plane>(position: &Gale<P>) -> Gale<P> {
        let stride = u32::from(position.size) + 1;
        let transposed = |slots: SlotSet<P>| {
            let transposed = |slot: Slot| match (slot.bit() / stride, slot.bit() % stride) {
                // Points across lie in rows 1 to n − 1 and columns 0 to n − 2.
                (row, column) if slot.is_across() => Slot::across((column + 1) * stride + row - 1),
                (row, column) => Slot::along(column * stride + row),
            };
            slots.iter().map(transposed).fold(SlotSet::default(), |set, slot| set.with(SlotSet::of(slot)))
        };
        let mut result = Gale::start(position.size.into());
        for side in Side::BOTH {
            result.links[side] = transposed(position.links[!side]);
            let web = Web::new(side, position.size.into(), result.links[side]);
            result.reached[side] = web.flood(result.reached[side]);
            result.free = result.free.without(result.links[side]);
        }
        result.side_to_move = !position.side_to_move;
        result
    }

    fn check_random_game<P: Plane>(size: u32, seed: u64) {
        let mut rng = Rng::new(seed);
        let mut position = Gale::<P>::start(size);
        assert_eq!(value(&position), 0);
        loop {
            assert_equals_dijkstra(&position);
            let value_here = value(&position);
            assert_eq!(value(&transposed(&position)), value_here, "seed {seed}, {position}");
            let mut other_view = position;
            other_view.side_to_move = !position.side_to_move;
            assert_eq!(value(&other_view), -value_here, "seed {seed}, {position}");
            let Some(moves) = position.status().moves() else { return };
            position.play(moves.sample(&mut rng));
        }
    }

    #[test]
    fn random_games_have_the_values_of_dijkstra_for_either_side() {
        for seed in 0..20 {
            (2..=7).for_each(|size| check_random_game::<u64>(size, seed));
            (8..=10).for_each(|size| check_random_game::<u128>(size, seed));
        }
    }

    #[test]
    fn known_positions_lack_as_many_links_as_counted_by_hand() {
        let lacking = |text: &str| {
            let position: Gale = text.parse().unwrap();
            assert_equals_dijkstra(&position);
            Side::BOTH.map(|side| position.links_lacking(side))
        };
        assert_eq!(lacking("size=4;"), [4, 4]);
        assert_eq!(lacking("size=4; a1"), [3, 4]);
        assert_eq!(lacking("size=2; b2 a1"), [2, 1]);
        assert_eq!(lacking("size=2; a1 c1"), [1, 2]);
        // X blocks the way down from O's link: O must go around, and X lacks only the last link of its row.
        assert_eq!(lacking("size=2; a1 a3"), [2, 1]);
        assert_eq!(lacking("size=2; a1 c1 a3"), [0, 8]);
    }
}
