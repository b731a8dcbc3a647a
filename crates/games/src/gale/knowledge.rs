//! What Gale contributes to searches: wins and threats at the next move, an order by the centre, and perfect play.

use spielbaum_core::{
    Game, HasEvaluation, LookAhead, MoveOrdering, MoveSet, PerfectPlay, Proofs, Rollouts, Side, Tactics,
    default_knowledge,
};

use super::rules::{Web, far_dots};
use super::{Gale, Plane, ShortestConnection, Slot, SlotSet};

impl<P: Plane> Gale<P> {
    /// The free points where a link joins the edges of `side`, which are not yet joined.
    fn joining_points(&self, side: Side) -> SlotSet<P> {
        let size = self.size.into();
        let near = self.reached[side];
        let far = Web::new(side, size, self.links[side]).flood(far_dots(side, size));
        let free = Web::new(side, size, self.free);
        let joins = |edges: P, shift: u32| edges & (near & far >> shift | far & near >> shift);
        let [along, across] = [0, 1].map(|kind| joins(free.edges[kind], free.shifts[kind]));
        match side {
            Side::First => SlotSet { along, across },
            // The inverse of the shift by which a web of the second player turns points into edges.
            Side::Second => SlotSet { along, across: across << size },
        }
    }
}

default_knowledge!(impl[P: Plane] Gale<P>: Margins, Quiescence, SelectiveSearch, MoveGeneration, Symmetry);

impl<P: Plane> HasEvaluation for Gale<P> {
    type Evaluation = ShortestConnection;
}

impl<P: Plane> Tactics for Gale<P> {
    const LOOKS_AHEAD: bool = true;

    fn look_ahead(&self, moves: SlotSet<P>) -> LookAhead<SlotSet<P>> {
        if !self.joining_points(self.side_to_move).is_empty() {
            return LookAhead::Win;
        }
        let threats = self.joining_points(!self.side_to_move);
        match threats.len() {
            0 => LookAhead::Moves(moves),
            1 => LookAhead::Moves(threats),
            // One of them stays free, and the opponent has the next move.
            _ => LookAhead::Loss(2),
        }
    }
}

impl<P: Plane> MoveOrdering for Gale<P> {
    const HISTORY_SLOTS: usize = 256;

    #[inline]
    fn history_slot(&self, slot: Slot) -> usize {
        slot.0.into()
    }

    const HAS_STATIC_ORDER: bool = true;

    /// Higher near the centre of the board.
    fn static_order(&self, slot: Slot) -> i32 {
        let (row, column) = self.grid_place(slot);
        let centre = i32::from(self.size);
        2 * centre - (row as i32 - centre).abs() - (column as i32 - centre).abs()
    }
}

impl<P: Plane> Rollouts for Gale<P> {
    /// Proven results; nothing was significantly stronger than plain UCT.
    const BEST_SETTINGS: &'static str = "mcts:c=1,backup=bounds,decisive";
}

impl<P: Plane> Proofs for Gale<P> {
    const HAS_PERFECT_PLAY: bool = true;

    fn perfect_play(&self) -> Option<PerfectPlay<SlotSet<P>>> {
        self.status().moves().map(|_| self.judge())
    }
}

#[cfg(test)]
mod tests {
    use spielbaum_core::Notation;

    use super::*;

    #[test]
    fn the_centre_comes_first_and_symmetric_points_are_equal() {
        let start = Gale::<u64>::default();
        let order = |text: &str| start.static_order(start.parse_move(text).unwrap());
        assert!(order("d4") > order("c3") && order("c3") > order("a1"));
        for slot in start.free.iter() {
            for index in 0..start.symmetries() {
                assert_eq!(start.static_order(start.transformed_move(slot, index)), start.static_order(slot));
            }
        }
    }

    #[test]
    fn every_point_has_a_slot_of_its_own() {
        let start = Gale::<u128>::start(10);
        let mut slots: Vec<usize> = start.free.iter().map(|slot| start.history_slot(slot)).collect();
        slots.sort_unstable();
        slots.dedup();
        assert_eq!(slots.len(), start.free.len());
        assert!(slots.iter().all(|&slot| slot < Gale::<u128>::HISTORY_SLOTS));
    }
}
