//! The evaluation of the Othello study: seven terms, each with a weight that may change during the game.
//!
//! Mossudu (2023), chapter 3. Four terms compare two numbers as `100 · (own − other) / (own + other)`. Where the
//! thesis' listing adds only the first term with a weight (`else if`), its text adds all, and so does this; where its
//! formula divides by the turn, its text wants a linear change, and so has this.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;
use spielbaum_core::{CellSet, MoveSet, TextError};

use super::board::{flips, legal_moves};
use super::evaluation::{difference, squares_value};
use super::knowledge::{C_SQUARES, CORNERS, X_SQUARES};
use super::stability::{flippable_discs, stable_discs};
use crate::weights;

/// The terms in the order of [`Study::weights`].
const TERMS: [&str; 7] = ["corners", "mobility", "flanks", "squares", "stability", "near-corners", "coins"];
const STABILITY: usize = 4;

/// Turns of a game without passes.
const TURNS: f32 = 60.0;

/// The value of a disc next to a corner, empty or not: diagonally, and along the edge.
const X_SQUARE: i32 = -10;
const C_SQUARE: i32 = -5;

/// A weighted sum of the study's terms.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Study {
    weights: [Weight; TERMS.len()],
    /// Whether flippable discs are found by trying the opponent's moves, as the study does, instead of all at once. The
    /// result is the same.
    tries_moves: bool,
}

#[derive(Clone, Copy, PartialEq, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Weight {
    weight: f32,
    turn: f32,
}

impl Weight {
    fn at(self, turn: f32) -> f32 {
        self.turn * turn / TURNS + self.weight - self.turn / 2.0
    }
}

/// The published sets of weights by name.
static PUBLISHED: LazyLock<BTreeMap<String, BTreeMap<String, Weight>>> =
    LazyLock::new(|| toml::from_str(include_str!("study.toml")).expect("the embedded weights are well-formed"));

impl Study {
    /// A published set of weights.
    pub fn published(name: &str) -> Option<Study> {
        let weights = PUBLISHED.get(name)?;
        Some(Study { weights: TERMS.map(|term| weights[term]), tries_moves: false })
    }

    /// Takes over `TERM=WEIGHT`, `TERM=WEIGHT:TURN`, `TERM-turn=TURN`, which leaves the weight as it is, or `scan`.
    pub fn change(&mut self, text: &str) -> Result<(), TextError> {
        if text == "scan" {
            self.tries_moves = true;
            return Ok(());
        }
        let wrong = || TextError::at("expected TERM=WEIGHT or scan, found", text, "");
        let (term, value) = text.split_once('=').ok_or_else(wrong)?;
        let only_turn = term.strip_suffix("-turn");
        let place = weights::place_of(only_turn.unwrap_or(term), &TERMS)?;
        let own = self.weights[place].weight.to_string();
        let (weight, turn) = match only_turn {
            Some(_) => (own.as_str(), value),
            None => value.split_once(':').unwrap_or((value, "0")),
        };
        let pair = weights::number(weight).zip(weights::number(turn));
        let (weight, turn) = pair.ok_or_else(|| weights::wrong_number(text))?;
        self.weights[place] = Weight { weight, turn };
        Ok(())
    }

    /// The value for the side to move, rounded to a whole number.
    pub(super) fn evaluate(&self, own: u64, other: u64) -> i32 {
        let turn = (own | other).count_ones().saturating_sub(4) as f32;
        let mut sum = 0.0;
        for (place, weight) in self.weights.iter().enumerate() {
            let weight = weight.at(turn);
            // Skip terms without weight.
            if weight != 0.0 {
                sum += weight * self.term(place, own, other);
            }
        }
        sum.round() as i32
    }

    /// Every term with its weight, for the side to move.
    pub(super) fn explain(&self, own: u64, other: u64) -> impl Iterator<Item = (&'static str, f32)> {
        let turn = (own | other).count_ones().saturating_sub(4) as f32;
        let values = std::array::from_fn(|place| self.weights[place].at(turn) * self.term(place, own, other));
        TERMS.into_iter().zip::<[f32; TERMS.len()]>(values)
    }

    fn term(&self, place: usize, own: u64, other: u64) -> f32 {
        match place {
            0 => compared(count(own & CORNERS), count(other & CORNERS)),
            1 => compared(count(legal_moves(own, other)), count(legal_moves(other, own))),
            // The free squares around the opponent's discs are our potential mobility.
            2 => compared(flanks(other, !(own | other)), flanks(own, !(own | other))),
            3 => squares_value(own, other) as f32,
            STABILITY => compared(self.stability(own, other), self.stability(other, own)),
            5 => {
                let x_squares = difference(own & X_SQUARES, other & X_SQUARES);
                let c_squares = difference(own & C_SQUARES, other & C_SQUARES);
                (X_SQUARE * x_squares + C_SQUARE * c_squares) as f32
            }
            _ => compared(count(own), count(other)),
        }
    }

    /// Discs of `own` that can never be flipped less those that the next move of `other` can flip.
    fn stability(&self, own: u64, other: u64) -> i32 {
        let flippable = if self.tries_moves {
            let moves = CellSet(legal_moves(other, own));
            moves.iter().fold(0, |all, square| all | flips(other, own, square.0))
        } else {
            flippable_discs(own, other)
        };
        count(stable_discs(own, other)) - count(flippable)
    }
}

fn count(discs: u64) -> i32 {
    discs.count_ones() as i32
}

/// `100 · (own − other) / (own + other)`, or 0 where that has no meaning.
fn compared(own: i32, other: i32) -> f32 {
    if own + other == 0 { 0.0 } else { (100 * (own - other)) as f32 / (own + other) as f32 }
}

/// The free squares next to each of the discs, summed up disc by disc.
fn flanks(discs: u64, empty: u64) -> i32 {
    const NOT_LEFT: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_RIGHT: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let (right, left) = (discs << 1 & NOT_LEFT, discs >> 1 & NOT_RIGHT);
    let beside = [right, left];
    let above_and_below = [discs, right, left].into_iter().flat_map(|row| [row << 8, row >> 8]);
    beside.into_iter().chain(above_and_below).map(|squares| count(squares & empty)).sum()
}

#[cfg(test)]
mod tests {
    use spielbaum_core::{Game, Rng, Side};

    use super::*;
    use crate::Othello;

    fn random_positions(seed: u64, games: usize) -> Vec<Othello> {
        let mut rng = Rng::new(seed);
        let mut positions = Vec::new();
        for _ in 0..games {
            let mut position = Othello::default();
            while let Some(moves) = position.status().moves() {
                positions.push(position);
                position.play(moves.sample(&mut rng));
            }
        }
        positions
    }

    fn neighbours(square: i32) -> impl Iterator<Item = u64> {
        let steps = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
        let cells = steps.into_iter().map(move |(row, column)| (square / 8 + row, square % 8 + column));
        cells.filter(|(row, column)| (0..8).contains(row) && (0..8).contains(column)).map(|(r, c)| 1 << (8 * r + c))
    }

    #[test]
    fn flanks_are_counted_disc_by_disc() {
        for position in random_positions(91, 20) {
            let (discs, empty) = (position.own, !(position.own | position.other));
            let naive: usize = (0..64)
                .filter(|square| discs >> square & 1 != 0)
                .map(|square| neighbours(square).filter(|cell| empty & cell != 0).count())
                .sum();
            assert_eq!(flanks(discs, empty), naive as i32, "{position}");
        }
    }

    #[test]
    fn both_ways_to_find_flippable_discs_give_the_same_value() {
        let mut study = Study::published("study").unwrap();
        study.change("stability=1.5:2").unwrap();
        let mut slow = study;
        slow.change("scan").unwrap();
        for position in random_positions(92, 60) {
            let (own, other) = (position.own, position.other);
            assert_eq!(study.evaluate(own, other), slow.evaluate(own, other), "{position}");
        }
    }

    #[test]
    fn the_sides_see_opposite_values() {
        for name in ["study", "study-constant"] {
            let study = Study::published(name).unwrap();
            for position in random_positions(93, 20) {
                let (own, other) = (position.own, position.other);
                assert_eq!(study.evaluate(own, other), -study.evaluate(other, own), "{position}");
            }
        }
    }

    #[test]
    fn a_position_is_worth_the_sum_of_its_terms() {
        // After f5: black has 4 discs, white 1; each side has 3 moves.
        let position: Othello = "f5".parse().unwrap();
        assert_eq!(position.side_to_move(), Side::Second);
        let (own, other) = (position.own, position.other);
        let one = |term: &str| {
            let mut study = Study::published("study-constant").unwrap();
            for other_term in TERMS {
                study.change(&format!("{other_term}=0")).unwrap();
            }
            study.change(&format!("{term}=1")).unwrap();
            study.evaluate(own, other)
        };
        assert_eq!(one("corners"), 0);
        assert_eq!(one("mobility"), 0);
        assert_eq!(one("coins"), -60);
        assert_eq!(one("squares"), 1 - 3);
        assert_eq!(one("near-corners"), 0);
    }

    #[test]
    fn weights_grow_with_the_turn() {
        let weight = Weight { weight: 1.0, turn: 1.0 };
        assert_eq!([0.0, 30.0, 60.0].map(|turn| weight.at(turn)), [0.5, 1.0, 1.5]);
    }

    #[test]
    fn the_turn_of_a_term_can_be_changed_alone() {
        let changed = |changes: &[&str]| {
            let mut study = Study::published("study").unwrap();
            changes.iter().for_each(|change| study.change(change).unwrap());
            study
        };
        assert_eq!(changed(&["coins=0.3", "coins-turn=2"]), changed(&["coins=0.3:2"]));
        assert_ne!(changed(&["coins-turn=2"]), changed(&["coins=0:2"]));
    }

    #[test]
    fn what_is_wrong_with_a_weight_is_named() {
        let refused = |text: &str| Study::published("study").unwrap().change(text).unwrap_err().to_string();
        assert!(refused("edges=1").contains("unknown term 'edges'; available: corners, mobility"));
        assert!(refused("coins").contains("'coins'"));
        assert!(refused("coins=x").contains("'coins=x'"));
        assert!(refused("coins-turn=1:2").contains("'coins-turn=1:2'"));
    }
}
