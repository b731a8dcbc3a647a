//! The distance-to-mate table of one ending, in memory.

use spielbaum_games::chess::Color;

use crate::distance_to_mate::DistanceToMate;
use crate::index::Numbering;
use crate::placement::Placement;
use crate::{Endings, Material, generate};

/// The distance to mate of every position of an ending, ignoring the fifty-move rule and repetitions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    material: Material,
    /// One [`DistanceToMate`] per index, for white and for black to move.
    values: [Vec<u8>; 2],
}

impl Table {
    /// Generates the table of an ending; `endings` must have those it leads into. `progress` gets the number of plies
    /// done and of positions decided so far.
    pub fn make(material: Material, endings: &Endings, progress: &mut dyn FnMut(u32, usize)) -> Table {
        let other = |placement: &Placement| endings.probe(placement).expect("the endings it leads into are available");
        Table { material, values: generate::generate(material, &other, progress) }
    }

    pub(crate) fn of_values(material: Material, values: [Vec<u8>; 2]) -> Table {
        Table { material, values }
    }

    pub(crate) fn values(&self) -> &[Vec<u8>; 2] {
        &self.values
    }

    /// Which ending it is.
    pub fn material(&self) -> Material {
        self.material
    }

    /// The plies of the longest mate that `winner` can force, if it can force any.
    pub fn longest(&self, winner: Color) -> Option<u32> {
        let of = |turn: Color| self.values[turn as usize].iter().map(|value| DistanceToMate(*value));
        let wins = of(winner).filter(|dtm| dtm.is_win());
        let losses = of(!winner).filter(|dtm| dtm.is_loss());
        wins.chain(losses).filter_map(DistanceToMate::plies).max()
    }

    /// The distance to mate of a position of this ending, its men in the order of the material.
    #[inline]
    pub(crate) fn probe(&self, placement: &Placement) -> DistanceToMate {
        DistanceToMate(self.values[placement.turn as usize][Numbering::of(self.material).number(placement)])
    }
}
