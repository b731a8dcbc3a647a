//! A pattern evaluation trained on games: the discs in parts of the board index tables of weights.
//!
//! Buro (1997), "Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello": the value of a
//! position is a sum of weights, one for the contents of each pattern (corners, edges, rows, diagonals) in each of its
//! places on the board, with separate weights for each stage of the game. The weights are a linear regression;
//! `training.rs` fits them, `patterns.bin` holds them, and `spielbaum train othello` writes that file.
//!
//! Contents of a shape are a number in base three (`ternary.rs`), with 1 for a disc of the side to move.

use std::sync::{Arc, LazyLock};

use super::board::transformed;
use crate::ternary::{content, rearranged};

/// The squares of each shape in one of its places.
const SHAPES: [u64; 10] = [
    // A corner of 3×3 squares.
    0x0007_0707,
    // An edge and the two squares diagonally next to its corners.
    0x0000_42ff,
    // The rows next to the edge.
    0x0000_ff00,
    0x00ff_0000,
    0xff00_0000,
    // Diagonals of 8 to 4 squares.
    0x8040_2010_0804_0201,
    0x0080_4020_1008_0402,
    0x0000_8040_2010_0804,
    0x0000_0080_4020_1008,
    0x0000_0000_8040_2010,
];

/// Stages of a game, ten discs each.
pub(super) const STAGES: usize = 6;

/// Weights are integers, with this many units per disc.
const UNITS: i32 = 8;

/// Symmetries of the board.
const SYMMETRIES: usize = 8;

/// The weights of all stages.
#[derive(Debug)]
pub struct Patterns {
    /// By stage, those of all shapes concatenated, then the constant.
    stages: [Vec<i16>; STAGES],
}

/// The places of the shapes, and which contents share a weight.
pub(super) struct Layout {
    /// The shapes in all places: number of the shape, and the symmetry that takes the place to the first one.
    places: Vec<(usize, usize)>,
    /// The offset of each shape's contents.
    starts: [usize; SHAPES.len()],
    /// The index of the weight by contents: mirror images share one.
    shared: Vec<u32>,
    /// The number of weights per stage.
    weights: usize,
}

static LAYOUT: LazyLock<Layout> = LazyLock::new(Layout::new);

/// The built-in weights.
pub(super) static PATTERNS: LazyLock<Arc<Patterns>> = LazyLock::new(|| {
    Arc::new(Patterns::read(include_bytes!("patterns.bin")).expect("the embedded weights are complete"))
});

impl Layout {
    /// The only layout.
    pub(super) fn get() -> &'static Layout {
        &LAYOUT
    }

    fn new() -> Layout {
        let (mut places, mut starts, mut shared) = (Vec::new(), [0; SHAPES.len()], Vec::new());
        let mut weights = 0;
        for (number, &shape) in SHAPES.iter().enumerate() {
            let mut seen = Vec::new();
            for symmetry in 0..SYMMETRIES {
                let place = squares_of(|square| transformed(square, symmetry) & shape != 0);
                if !seen.contains(&place) {
                    seen.push(place);
                    places.push((number, symmetry));
                }
            }
            starts[number] = shared.len();
            let mirrored = mirror_of(shape);
            let contents = 3usize.pow(shape.count_ones());
            for content in 0..contents {
                let image = rearranged(content, mirrored.iter().copied());
                let is_new = image >= content;
                shared.push(if is_new { weights as u32 } else { shared[starts[number] + image] });
                weights += usize::from(is_new);
            }
        }
        // One more for the constant.
        shared.push(weights as u32);
        Layout { places, starts, shared, weights: weights + 1 }
    }

    /// The number of weights of a stage.
    pub(super) fn weights(&self) -> usize {
        self.weights
    }

    /// Visits the index of the weight of each shape in each place, and that of the constant.
    pub(super) fn each_weight(&self, own: u64, other: u64, mut tell: impl FnMut(usize)) {
        self.each_content(own, other, |content| tell(self.shared[content] as usize));
    }

    #[inline]
    fn each_content(&self, own: u64, other: u64, mut tell: impl FnMut(usize)) {
        let boards: [[u64; 2]; SYMMETRIES] =
            std::array::from_fn(|symmetry| [own, other].map(|discs| transformed(discs, symmetry)));
        for &(number, symmetry) in &self.places {
            tell(self.starts[number] + content(boards[symmetry], SHAPES[number]));
        }
        tell(self.shared.len() - 1);
    }
}

impl Patterns {
    /// Reads the format of [`write()`]; `None` if bytes are missing or left over.
    pub(super) fn read(bytes: &[u8]) -> Option<Patterns> {
        let layout = Layout::get();
        if bytes.len() != STAGES * layout.weights {
            return None;
        }
        let stage = |weights: &[u8]| {
            layout.shared.iter().map(|&number| i16::from(weights[number as usize] as i8)).collect::<Vec<i16>>()
        };
        let mut stages = bytes.chunks(layout.weights).map(stage);
        Some(Patterns { stages: std::array::from_fn(|_| stages.next().unwrap_or_default()) })
    }

    /// The expected margin of the side to move.
    pub(super) fn evaluate(&self, own: u64, other: u64) -> i32 {
        let weights = &self.stages[stage_of(own, other)][..];
        let mut sum = UNITS / 2;
        Layout::get().each_content(own, other, |content| sum += i32::from(weights[content]));
        (sum >> UNITS.ilog2()).clamp(-64, 64)
    }
}

/// The weights of all stages, in discs, as bytes.
pub(super) fn write(stages: &[Vec<f32>; STAGES]) -> Vec<u8> {
    let byte = |weight: &f32| (weight * UNITS as f32).round().clamp(-127.0, 127.0) as i8 as u8;
    stages.iter().flatten().map(byte).collect()
}

/// The stage of a position.
pub(super) fn stage_of(own: u64, other: u64) -> usize {
    let turn = (own | other).count_ones().saturating_sub(4) as usize;
    (turn / 10).min(STAGES - 1)
}

fn squares_of(is_in: impl Fn(u64) -> bool) -> u64 {
    (0..64).map(|square| 1 << square).filter(|square| is_in(*square)).fold(0, |all, square| all | square)
}

/// By place in a shape, the place that a symmetry of the shape takes it to.
fn mirror_of(shape: u64) -> Vec<usize> {
    let squares: Vec<u64> = (0..64).map(|square| 1 << square).filter(|square| shape & square != 0).collect();
    let keeps = |symmetry: &usize| squares_of(|square| transformed(square, *symmetry) & shape != 0) == shape;
    let symmetry = (1..SYMMETRIES).find(keeps).unwrap_or(0);
    let place = |square: &u64| (shape & (transformed(*square, symmetry) - 1)).count_ones() as usize;
    squares.iter().map(place).collect()
}

#[cfg(test)]
mod tests {
    use spielbaum_core::Rng;

    use super::*;

    #[test]
    fn every_shape_lies_in_all_its_places_once() {
        let layout = Layout::get();
        let counts = (0..SHAPES.len()).map(|number| layout.places.iter().filter(|place| place.0 == number).count());
        assert_eq!(counts.collect::<Vec<_>>(), [4, 4, 4, 4, 4, 2, 4, 4, 4, 4]);
        assert_eq!(layout.weights(), 54_829);
    }

    #[test]
    fn mirror_images_share_their_weights() {
        let mut rng = Rng::new(95);
        let weights = |own: u64, other: u64| {
            let mut numbers = Vec::new();
            Layout::get().each_weight(own, other, |number| numbers.push(number));
            numbers.sort_unstable();
            numbers
        };
        for _ in 0..500 {
            let own = rng.next_u64() & rng.next_u64();
            let other = rng.next_u64() & !own;
            for symmetry in 1..SYMMETRIES {
                let image = weights(transformed(own, symmetry), transformed(other, symmetry));
                assert_eq!(image, weights(own, other), "{own:x} {other:x} {symmetry}");
            }
        }
    }

    #[test]
    fn weights_are_read_as_they_were_written() {
        let layout = Layout::get();
        let stages: [Vec<f32>; STAGES] = std::array::from_fn(|stage| {
            (0..layout.weights()).map(|number| ((number + stage) % 9) as f32 / 8.0).collect()
        });
        let bytes = write(&stages);
        assert!(Patterns::read(&bytes[1..]).is_none());
        let patterns = Patterns::read(&bytes).unwrap();
        for (stage, weights) in stages.iter().enumerate() {
            for (content, &number) in layout.shared.iter().enumerate().step_by(997) {
                let weight = f32::from(patterns.stages[stage][content]) / UNITS as f32;
                assert_eq!(weight, weights[number as usize]);
            }
        }
    }
}
