//! Static evaluation of Othello: square values and mobility.
//!
//! The square values are those of `othello-2023`. Corners cannot be flipped, and their neighbours give them away;
//! a side with few moves is soon forced to make a bad one. Squares of equal value are counted with one mask.

use std::str::FromStr;
use std::sync::Arc;

use spielbaum_core::{Cell, Evaluate, ProbCutModel, Side, TermValue, TextError};

use super::board::legal_moves;
use super::patterns::{PATTERNS, Patterns};
use super::predictions::PREDICTIONS;
use super::{Othello, Study};

/// The upper left quarter of the board; the others mirror it. From `othello-2023`, its static matrix.
const QUARTER: [[i32; 4]; 4] = [[4, -3, 2, 2], [-3, -4, -1, -1], [2, -1, 1, 0], [2, -1, 0, 1]];

/// The values in [`QUARTER`] that are not 0.
const VALUES: [i32; 6] = [4, 2, 1, -1, -3, -4];

/// The squares of each of the [`VALUES`].
const SQUARES: [u64; VALUES.len()] = {
    let mut squares = [0; VALUES.len()];
    let mut index = 0;
    while index < VALUES.len() {
        squares[index] = squares_worth(VALUES[index]);
        index += 1;
    }
    squares
};

/// An evaluation of Othello by its name: `squares`, `study`, `study/coins=0`.
#[derive(Clone, Debug)]
pub enum OthelloEvaluation {
    /// Square values, and legal moves at 1 each, own minus opponent's.
    Squares,
    /// The sum of terms of `othello-2023`.
    Study(Study),
    /// The pattern evaluation, trained on games.
    Patterns(Arc<Patterns>),
}

impl Default for OthelloEvaluation {
    fn default() -> OthelloEvaluation {
        OthelloEvaluation::Patterns(PATTERNS.clone())
    }
}

impl OthelloEvaluation {
    /// The evaluation with weights from [`train`](super::train).
    pub fn learnt(weights: &[u8]) -> Option<OthelloEvaluation> {
        Patterns::read(weights).map(|patterns| OthelloEvaluation::Patterns(Arc::new(patterns)))
    }
}

impl Evaluate<Othello> for OthelloEvaluation {
    type State = ();

    fn start(&self, _: &Othello) {}

    fn update(&self, (): &mut (), _: &Othello, _: Cell) {}

    #[inline]
    fn evaluate(&self, (): &(), position: &Othello) -> i32 {
        let (own, other) = (position.own, position.other);
        match self {
            OthelloEvaluation::Squares => {
                let mobility = difference(legal_moves(own, other), legal_moves(other, own));
                mobility + squares_value(own, other)
            }
            OthelloEvaluation::Study(study) => study.evaluate(own, other),
            OthelloEvaluation::Patterns(patterns) => patterns.evaluate(own, other),
        }
    }

    fn has_probcut_model(&self) -> bool {
        matches!(self, OthelloEvaluation::Patterns(_))
    }

    /// Measured with the built-in weights.
    #[inline]
    fn probcut_model(&self, position: &Othello, depth: u32) -> Option<ProbCutModel> {
        if self.has_probcut_model() { PREDICTIONS.get(position.own, position.other, depth) } else { None }
    }

    /// The study's terms compare both sides.
    fn explain(&self, position: &Othello) -> Vec<TermValue> {
        let OthelloEvaluation::Study(study) = self else { return Vec::new() };
        let sign = if position.side_to_move == Side::First { 1.0 } else { -1.0 };
        let terms = study.explain(position.own, position.other);
        terms.map(|(term, value)| TermValue { term, sides: None, value: sign * value }).collect()
    }
}

impl FromStr for OthelloEvaluation {
    type Err = TextError;

    /// Reads `NAME[/CHANGE…]`.
    fn from_str(text: &str) -> Result<OthelloEvaluation, TextError> {
        let mut parts = text.split('/');
        let name = parts.next().unwrap_or_default();
        if let Some(mut study) = Study::published(name) {
            // A weight sets the turn, too, unless that is given on its own, wherever it stands.
            let (turns, others): (Vec<&str>, Vec<&str>) = parts.partition(|change| change.contains("-turn="));
            others.into_iter().chain(turns).try_for_each(|change| study.change(change))?;
            return Ok(OthelloEvaluation::Study(study));
        }
        if let Some(change) = parts.next() {
            return Err(TextError::at("only the study's evaluations have terms to change:", change, text));
        }
        match name {
            "patterns" => Ok(OthelloEvaluation::default()),
            "squares" => Ok(OthelloEvaluation::Squares),
            _ => {
                let error = TextError::at("unknown evaluation", name, "");
                Err(TextError::new(format!("{error}; available: patterns, squares, study, study-constant")))
            }
        }
    }
}

/// The square values of `own` minus those of `other`.
#[inline]
pub(super) fn squares_value(own: u64, other: u64) -> i32 {
    VALUES.iter().zip(SQUARES).map(|(value, mask)| value * difference(own & mask, other & mask)).sum()
}

/// How many more bits `own` has than `other`.
#[inline]
pub(super) fn difference(own: u64, other: u64) -> i32 {
    own.count_ones() as i32 - other.count_ones() as i32
}

const fn squares_worth(value: i32) -> u64 {
    let mut squares = 0;
    let mut square = 0;
    while square < 64 {
        let (row, column) = (square / 8, square % 8);
        let row = if row < 4 { row } else { 7 - row };
        let column = if column < 4 { column } else { 7 - column };
        if QUARTER[row][column] == value {
            squares |= 1 << square;
        }
        square += 1;
    }
    squares
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielbaum_core::{Game, MoveSet, Rng};

    const MATRIX: [i32; 64] = [
        4, -3, 2, 2, 2, 2, -3, 4, //
        -3, -4, -1, -1, -1, -1, -4, -3, //
        2, -1, 1, 0, 0, 1, -1, 2, //
        2, -1, 0, 1, 1, 0, -1, 2, //
        2, -1, 0, 1, 1, 0, -1, 2, //
        2, -1, 1, 0, 0, 1, -1, 2, //
        -3, -4, -1, -1, -1, -1, -4, -3, //
        4, -3, 2, 2, 2, 2, -3, 4,
    ];

    fn naive(position: &Othello) -> i32 {
        let count = |side: Side| {
            let to_move = Othello { own: position.discs(side), other: position.discs(!side), side_to_move: side };
            let moves = to_move.status().moves().filter(|moves| !moves.is_pass());
            let squares: i32 =
                (0..64).filter(|square| to_move.own >> square & 1 != 0).map(|square| MATRIX[square]).sum();
            squares + moves.map_or(0, |moves| moves.iter().count() as i32)
        };
        count(position.side_to_move) - count(!position.side_to_move)
    }

    #[test]
    fn the_masks_count_what_the_matrix_says_whatever_the_colours() {
        let mut rng = Rng::new(61);
        let mut seen = 0;
        let evaluate = |position: &Othello| OthelloEvaluation::Squares.evaluate(&(), position);
        for _ in 0..100 {
            let mut position = Othello::default();
            while let Some(moves) = position.status().moves() {
                let value = evaluate(&position);
                assert_eq!(value, naive(&position), "{position}");
                let swapped = Othello { own: position.other, other: position.own, ..position };
                assert_eq!(value, -evaluate(&swapped), "{position}");
                position.play(moves.sample(&mut rng));
                seen += 1;
            }
        }
        assert!(seen > 5_000, "{seen}");
    }
}
