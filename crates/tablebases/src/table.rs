//! The table of one ending in memory.

use spielbaum_games::chess::Color;

use crate::index::Numbering;
use crate::placement::Placement;
use crate::worth::Worth;
use crate::{Endings, Material, make};

/// The plies to mate in every position of an ending. It knows neither the fifty-move rule nor repetitions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    material: Material,
    /// One [`Worth`] for every number, for white and for black to move.
    values: [Vec<u8>; 2],
}

impl Table {
    /// Makes the table of an ending; `endings` must know those that it leads into. `progress` is told how many plies are
    /// done and how many positions are decided.
    pub fn make(material: Material, endings: &Endings, progress: &mut dyn FnMut(u32, usize)) -> Table {
        let other = |placement: &Placement| endings.worth(placement).expect("the endings behind it are there");
        Table { material, values: make::make(material, &other, progress) }
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
        let of = |turn: Color| self.values[turn as usize].iter().map(|value| Worth(*value));
        let wins = of(winner).filter(|worth| worth.is_win());
        let losses = of(!winner).filter(|worth| worth.is_loss());
        wins.chain(losses).filter_map(Worth::plies).max()
    }

    /// What a position of this ending is worth, its men in the order of the material.
    #[inline]
    pub(crate) fn worth(&self, placement: &Placement) -> Worth {
        Worth(self.values[placement.turn as usize][Numbering::of(self.material).number(placement)])
    }
}
