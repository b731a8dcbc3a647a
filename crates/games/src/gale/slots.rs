//! Crossing points of Gale, where either player may draw a link.
//!
//! A board of size n has n × n points where both players' links run along their own direction of travel and, between
//! them, (n − 1) × (n − 1) points where both run across it. Each kind is a bit plane:
//!
//! ```text
//!   along  (row, column)  bit = row · (n + 1) + column     rows 0 to n − 1, columns 0 to n − 1
//!   across (row, column)  bit = row · (n + 1) + column     rows 1 to n − 1, columns 0 to n − 2
//! ```
//!
//! The dots of a player fill n² + 2n bits: 63 for size 7, 120 for size 10.

use std::ops::RangeInclusive;

use spielbaum_core::MoveSet;

use crate::Word;

/// The sizes of boards there are.
pub(super) const SIZES: RangeInclusive<u32> = 2..=10;

/// The size of the study's board: 4 × 5 dots of the first player, 5 × 4 of the second.
pub(super) const DEFAULT_SIZE: u32 = 4;

/// A word that holds one bit for each dot or crossing point of a board.
pub trait Plane: Word {
    /// The sizes of boards that the word is for.
    const SIZES: RangeInclusive<u32>;
}

impl Plane for u64 {
    const SIZES: RangeInclusive<u32> = 2..=7;
}

impl Plane for u128 {
    const SIZES: RangeInclusive<u32> = 8..=10;
}

/// A crossing point: the bit in its plane, plus 128 in the across plane.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slot(pub(super) u8);

impl Slot {
    const ACROSS: u32 = 128;

    pub(super) fn along(bit: u32) -> Slot {
        Slot(bit as u8)
    }

    pub(super) fn across(bit: u32) -> Slot {
        Slot((bit | Slot::ACROSS) as u8)
    }

    #[inline]
    pub(super) fn is_across(self) -> bool {
        u32::from(self.0) & Slot::ACROSS != 0
    }

    /// The bit in its plane.
    #[inline]
    pub(super) fn bit(self) -> u32 {
        u32::from(self.0) & !Slot::ACROSS
    }
}

/// A set of crossing points.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct SlotSet<P> {
    pub(super) along: P,
    pub(super) across: P,
}

impl<P: Plane> SlotSet<P> {
    /// All points of a board.
    pub(super) fn all(size: u32) -> SlotSet<P> {
        let mut all = SlotSet::default();
        for row in 0..size {
            for column in 0..size {
                let bit = row * (size + 1) + column;
                all.along |= P::bit(bit);
                if row > 0 && column < size - 1 {
                    all.across |= P::bit(bit);
                }
            }
        }
        all
    }

    /// The set with just this point.
    #[inline]
    pub(super) fn of(slot: Slot) -> SlotSet<P> {
        let bit = P::bit(slot.bit());
        if slot.is_across() {
            SlotSet { along: P::default(), across: bit }
        } else {
            SlotSet { along: bit, across: P::default() }
        }
    }

    #[inline]
    pub(super) fn with(self, other: SlotSet<P>) -> SlotSet<P> {
        SlotSet { along: self.along | other.along, across: self.across | other.across }
    }

    #[inline]
    pub(super) fn without(self, other: SlotSet<P>) -> SlotSet<P> {
        SlotSet { along: self.along & !other.along, across: self.across & !other.across }
    }
}

impl<P: Plane> MoveSet for SlotSet<P> {
    type Move = Slot;

    #[inline]
    fn len(&self) -> usize {
        self.along.count() + self.across.count()
    }

    #[inline]
    fn nth(&self, index: usize) -> Slot {
        // A choice without branches: they would be mispredicted every few moves.
        let along = self.along.count();
        let is_across = index >= along;
        let (plane, offset) = if is_across { (self.across, Slot::ACROSS) } else { (self.along, 0) };
        Slot((offset | plane.nth(if is_across { index - along } else { index })) as u8)
    }

    #[inline]
    fn iter(&self) -> impl Iterator<Item = Slot> {
        self.along.bits().map(Slot::along).chain(self.across.bits().map(Slot::across))
    }

    #[inline]
    fn contains(&self, slot: Slot) -> bool {
        let plane = if slot.is_across() { self.across } else { self.along };
        !(plane >> slot.bit() & P::bit(0)).is_zero()
    }
}
