//! Rules of Gale: O joins top and bottom, X joins left and right, links may not cross; one of them always succeeds.
//!
//! ```text
//!       a b c d e f g
//!     · o   o   o   o       o: dots of the first player, (row, column) of its own at bit row · (n + 1) + column
//!   1 x · x · x · x · x     x: dots of the second player, likewise
//!   2   o · o · o · o       ·: crossing points, along in odd rows, across in even rows
//! ```
//!
//! The dots connected to each player's starting edge are a bit plane. A link extends it only when it joins a dot inside
//! with one outside, and then by flood fill along the player's links: on random games of size 4 measured 1.2× as fast
//! as union-find in place, and 1.3× when every move is made on a copy.

use spielbaum_core::{Game, MoveSet, Outcome, Side, Status, mix};

use super::slots::{DEFAULT_SIZE, Plane, Slot, SlotSet};

/// A position of Gale; boards above size 7 need the wider plane `u128`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Gale<P: Plane = u64> {
    /// Points that are still free.
    pub(super) free: SlotSet<P>,
    /// Links by side.
    pub(super) links: [SlotSet<P>; 2],
    /// By side, the dots connected to its starting edge.
    pub(super) reached: [P; 2],
    pub(super) size: u8,
    pub(super) side_to_move: Side,
    is_over: bool,
}

impl<P: Plane> Default for Gale<P> {
    fn default() -> Gale<P> {
        let size = if P::SIZES.contains(&DEFAULT_SIZE) { DEFAULT_SIZE } else { *P::SIZES.start() };
        Gale::start(size)
    }
}

impl<P: Plane> Gale<P> {
    /// An empty board of a size that fits the plane.
    pub(super) fn start(size: u32) -> Gale<P> {
        debug_assert!(P::SIZES.contains(&size));
        Gale {
            free: SlotSet::all(size),
            links: [SlotSet::default(); 2],
            reached: Side::BOTH.map(|side| starting_dots(side, size)),
            size: size as u8,
            side_to_move: Side::First,
            is_over: false,
        }
    }

    /// Whether `links` join the two edges of `side`.
    #[inline]
    pub(super) fn joins_edges(&self, side: Side, links: SlotSet<P>) -> bool {
        let size = self.size.into();
        let dots = Web::new(side, size, links).flood(starting_dots(side, size));
        reaches_far_edge(side, size, dots)
    }
}

/// The dots of the edge where `side` starts: the top row of O, the left column of X.
#[inline]
pub(super) fn starting_dots<P: Plane>(side: Side, size: u32) -> P {
    let dot = |index| match side {
        Side::First => P::bit(index),
        Side::Second => P::bit(index * (size + 1)),
    };
    (0..size).map(dot).fold(P::default(), |dots, dot| dots | dot)
}

/// The dots of the edge opposite to the one where `side` starts.
#[inline]
pub(super) fn far_dots<P: Plane>(side: Side, size: u32) -> P {
    starting_dots::<P>(side, size)
        << match side {
            Side::First => size * (size + 1),
            Side::Second => size,
        }
}

/// Whether a dot of the edge opposite to the starting one is among `dots`.
#[inline]
pub(super) fn reaches_far_edge<P: Plane>(side: Side, size: u32, dots: P) -> bool {
    match side {
        // The bottom row is the last one.
        Side::First => !(dots >> (size * (size + 1))).is_zero(),
        Side::Second => !(dots >> size & starting_dots(side, size)).is_zero(),
    }
}

/// One side's links as edges between its dots: a bit of `edges` joins the dot of that bit with the one `shift` further.
pub(super) struct Web<P> {
    pub(super) edges: [P; 2],
    pub(super) shifts: [u32; 2],
}

impl<P: Plane> Web<P> {
    #[inline]
    pub(super) fn new(side: Side, size: u32, links: SlotSet<P>) -> Web<P> {
        match side {
            Side::First => Web { edges: [links.along, links.across], shifts: [size + 1, 1] },
            // A point across, in row r, joins the dots of rows r − 1 and r one column further right.
            Side::Second => Web { edges: [links.along, links.across >> size], shifts: [1, size + 1] },
        }
    }

    /// The dots that the links join to some other dot.
    #[inline]
    fn ends(&self) -> P {
        let [along, across] = self.edges;
        along | along << self.shifts[0] | across | across << self.shifts[1]
    }

    /// All dots connected to `dots`.
    #[inline]
    pub(super) fn flood(&self, mut dots: P) -> P {
        loop {
            let mut wider = dots;
            for (edges, shift) in self.edges.into_iter().zip(self.shifts) {
                wider |= (wider & edges) << shift | wider >> shift & edges;
            }
            if wider == dots {
                return dots;
            }
            dots = wider;
        }
    }
}

impl<P: Plane> Game for Gale<P> {
    type Move = Slot;
    type Moves = SlotSet<P>;

    #[inline]
    fn status(&self) -> Status<SlotSet<P>> {
        if self.is_over { Status::Over(Outcome::Win(!self.side_to_move)) } else { Status::Ongoing(self.free) }
    }

    #[inline]
    fn play(&mut self, slot: Slot) {
        let (side, size) = (self.side_to_move, self.size.into());
        let link = SlotSet::of(slot);
        self.free = self.free.without(link);
        self.links[side] = self.links[side].with(link);
        self.side_to_move = !side;
        let ends = Web::new(side, size, link).ends();
        let reached = self.reached[side];
        if !(ends & reached).is_zero() && !(ends & !reached).is_zero() {
            let reached = Web::new(side, size, self.links[side]).flood(reached | ends);
            self.reached[side] = reached;
            self.is_over = reaches_far_edge(side, size, reached);
        }
    }

    #[inline]
    fn side_to_move(&self) -> Side {
        self.side_to_move
    }

    #[inline]
    fn key(&self) -> u64 {
        let rules = u64::from(self.size) << 1 | self.side_to_move as u64;
        let planes = self.links.iter().flat_map(|links| [links.along.halves(), links.across.halves()]);
        planes.fold(mix(rules, 0), |key, (low, high)| mix(key ^ low, high))
    }

    #[inline]
    fn max_plies(&self) -> usize {
        self.free.len()
    }

    #[inline]
    fn symmetries(&self) -> usize {
        4
    }

    fn transformed(&self, index: usize) -> Self {
        let mut position =
            Gale { side_to_move: self.side_to_move, is_over: self.is_over, ..Gale::start(self.size.into()) };
        for side in Side::BOTH {
            for slot in self.links[side].iter() {
                let link = SlotSet::of(self.transformed_move(slot, index));
                position.links[side] = position.links[side].with(link);
            }
            let web = Web::new(side, self.size.into(), position.links[side]);
            position.reached[side] = web.flood(position.reached[side]);
            position.free = position.free.without(position.links[side]);
        }
        position
    }

    /// Bit 0 of the index mirrors left and right, bit 1 top and bottom.
    fn transformed_move(&self, slot: Slot, index: usize) -> Slot {
        let size = u32::from(self.size);
        let (mut row, mut column) = (slot.bit() / (size + 1), slot.bit() % (size + 1));
        // Across points lie between the along points: rows 1 to n − 1, columns 0 to n − 2.
        let (row_sum, column_sum) = if slot.is_across() { (size, size - 2) } else { (size - 1, size - 1) };
        if index & 1 != 0 {
            column = column_sum - column;
        }
        if index & 2 != 0 {
            row = row_sum - row;
        }
        let bit = row * (size + 1) + column;
        if slot.is_across() { Slot::across(bit) } else { Slot::along(bit) }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::gale::brute_force::winner;

    #[test]
    fn the_first_player_wins_with_every_opening_on_small_boards() {
        for size in [2, 3] {
            let mut known = HashMap::new();
            let start = Gale::start(size);
            for slot in start.free.iter() {
                let mut opened = start;
                opened.play(slot);
                assert_eq!(winner(&opened, &mut known), Side::First, "size {size}, {slot:?}");
            }
        }
    }

    #[test]
    fn boards_have_as_many_points_as_counted_by_formula() {
        for size in 2..=10 {
            let count = size * size + (size - 1) * (size - 1);
            assert_eq!(SlotSet::<u128>::all(size).len() as u32, count);
            if size <= 7 {
                assert_eq!(SlotSet::<u64>::all(size).len() as u32, count);
            }
        }
    }
}
