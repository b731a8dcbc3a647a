//! The evaluation of the chess study: material and squares, and six terms of defence and attack.
//!
//! Dittert & Schröder (2019), section 2.6. All values are in `study.toml`, which also notes what the study leaves open.

use std::sync::LazyLock;

use cozy_chess::{
    BitBoard, Board, Color, File, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks,
    get_rook_moves,
};
use serde::Deserialize;
use spielbaum_core::{TermValue, TextError};

use super::pair::Pair;
use super::terms::ranks_ahead;
use super::{Carried, Placed, each_piece};
use crate::weights;

/// The terms in the order of [`Study::weights`].
const TERMS: [&str; 8] = ["material", "squares", "shield", "attack", "safety", "attacked", "centre", "mobility"];
const MATERIAL: usize = 0;
const SQUARES: usize = 1;

/// d4, e4, d5 and e5.
const CENTRE: BitBoard = BitBoard(0x0000_0018_1800_0000);

/// A weighted sum of the study's terms.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Study {
    weights: [f32; TERMS.len()],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Published {
    weights: std::collections::BTreeMap<String, f32>,
    values: StudyValues,
    squares: std::collections::BTreeMap<String, Vec<i32>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct StudyValues {
    material: [i32; 6],
    attacks: [i32; 6],
    attack_weights: [i32; 8],
    points: [i32; 6],
    safety: Vec<i32>,
    gap: i32,
    mobility: Directions,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Directions {
    forward: i32,
    sideways: i32,
    backward: i32,
    straight: i32,
}

static PUBLISHED: LazyLock<Published> =
    LazyLock::new(|| toml::from_str(include_str!("study.toml")).expect("the embedded values are well-formed"));

impl Study {
    pub(super) fn published() -> Study {
        Study { weights: TERMS.map(|term| PUBLISHED.weights[term]) }
    }

    /// Weighs a term.
    pub(super) fn weigh(&mut self, name: &str, weight: f32) -> Result<(), TextError> {
        self.weights[weights::place_of(name, &TERMS)?] = weight;
        Ok(())
    }

    /// Material and squares, without the king's material, which both sides always have.
    pub(super) fn placed(&self) -> Placed {
        std::array::from_fn(|piece| {
            std::array::from_fn(|square| {
                let value = self.placed_terms(piece, square).iter().sum::<f32>().round().clamp(-3000.0, 3000.0);
                Pair::new(value as i32, value as i32)
            })
        })
    }

    /// Material and square of a piece.
    fn placed_terms(&self, piece: usize, square: usize) -> [f32; 2] {
        const NAMES: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];
        let material = if piece == Piece::King as usize { 0 } else { PUBLISHED.values.material[piece] };
        // The tables are printed as white sees the board.
        let square = PUBLISHED.squares[NAMES[piece]][square ^ 56];
        [self.weights[MATERIAL] * material as f32, self.weights[SQUARES] * square as f32]
    }

    /// The value from white's view.
    pub(super) fn evaluate(&self, carried: &Carried, board: &Board) -> i32 {
        let of = |color| self.terms(board, color).iter().map(|(place, term)| self.weights[*place] * term).sum::<f32>();
        carried.sum.middle() + (of(Color::White) - of(Color::Black)).round() as i32
    }

    /// Every term for both sides.
    pub(super) fn explain(&self, board: &Board) -> Vec<TermValue> {
        let mut sums = [[0.0; 2]; TERMS.len()];
        for color in Color::ALL {
            each_piece(board, color, |piece, square| {
                let [material, squares] = self.placed_terms(piece as usize, square.relative_to(color) as usize);
                sums[MATERIAL][color as usize] += material;
                sums[SQUARES][color as usize] += squares;
            });
            for (place, term) in self.terms(board, color) {
                sums[place][color as usize] = self.weights[place] * term;
            }
        }
        let terms = TERMS.into_iter().zip(sums);
        terms.map(|(term, sides)| TermValue { term, sides: Some(sides), value: sides[0] - sides[1] }).collect()
    }

    /// All terms of a side that have a weight and are not carried, without their weights.
    fn terms(&self, board: &Board, color: Color) -> Vec<(usize, f32)> {
        let term = |place: usize| match TERMS[place] {
            "shield" => shield(board, color),
            "attack" => attack(board, color),
            "safety" => safety(board, color),
            "attacked" => attacked(board, color),
            "centre" => centre(board, color),
            _ => mobility(board, color),
        };
        let wanted = (SQUARES + 1..TERMS.len()).filter(|&place| self.weights[place] != 0.0);
        wanted.map(|place| (place, term(place) as f32)).collect()
    }
}

/// The squares that a piece attacks, including own pieces that it protects.
fn reach(board: &Board, piece: Piece, square: Square, color: Color) -> BitBoard {
    let occupied = board.occupied();
    match piece {
        Piece::Pawn => get_pawn_attacks(square, color),
        Piece::Knight => get_knight_moves(square),
        Piece::Bishop => get_bishop_moves(square, occupied),
        Piece::Rook => get_rook_moves(square, occupied),
        Piece::Queen => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
        Piece::King => get_king_moves(square),
    }
}

fn each_reach(board: &Board, color: Color, mut visit: impl FnMut(Piece, Square, BitBoard)) {
    each_piece(board, color, |piece, square| visit(piece, square, reach(board, piece, square, color)));
}

/// Gaps in front of the king cost more, the more material the opponent has.
fn shield(board: &Board, color: Color) -> i32 {
    let king = board.king(color);
    let pawns = board.colored_pieces(color, Piece::Pawn) & ranks_ahead(king.rank(), color);
    let files = File::ALL.into_iter().filter(|&file| (file as i32 - king.file() as i32).abs() <= 1);
    let gaps = files.filter(|file| (pawns & file.bitboard()).is_empty()).count() as i32;
    let material = |board: &Board, color: Color| {
        let mut sum = 0;
        each_piece(board, color, |piece, _| {
            if piece != Piece::King {
                sum += PUBLISHED.values.material[piece as usize];
            }
        });
        sum
    };
    -PUBLISHED.values.gap * gaps * material(board, !color) / material(&Board::default(), color)
}

/// The squares around a king, and those further ahead of it.
fn zone(board: &Board, color: Color) -> BitBoard {
    let king = board.king(color);
    let ring = get_king_moves(king) | king.bitboard();
    let step = |squares: BitBoard| match color {
        Color::White => BitBoard(squares.0 << 8),
        Color::Black => BitBoard(squares.0 >> 8),
    };
    ring | step(ring) | step(step(ring))
}

/// The value of attacks on the other king's zone, weighed by the number of attackers; only officers count.
fn attack(board: &Board, color: Color) -> i32 {
    let zone = zone(board, !color);
    let (mut attackers, mut value) = (0, 0);
    each_reach(board, color, |piece, _, reach| {
        let squares = (reach & zone).len() as i32;
        if squares > 0 && PUBLISHED.values.attacks[piece as usize] > 0 {
            attackers += 1;
            value += squares * PUBLISHED.values.attacks[piece as usize];
        }
    });
    value * PUBLISHED.values.attack_weights[attackers.min(7)] / 100
}

/// The variant with points and a table; all pieces count, and squares do not.
fn safety(board: &Board, color: Color) -> i32 {
    let zone = zone(board, !color);
    let mut points = 0;
    each_reach(board, color, |piece, _, reach| {
        if !(reach & zone).is_empty() {
            points += PUBLISHED.values.points[piece as usize];
        }
    });
    PUBLISHED.values.safety[points.clamp(0, 99) as usize]
}

/// The values of the opponent's pieces, once for each piece that attacks them.
fn attacked(board: &Board, color: Color) -> i32 {
    let mut sum = 0;
    each_reach(board, color, |_, _, reach| {
        for victim in (reach & board.colors(!color)).into_iter().filter_map(|square| board.piece_on(square)) {
            // The king's value is no measure of a threat; a check is worth as much as an attack on the queen.
            sum += PUBLISHED.values.material[(victim as usize).min(Piece::Queen as usize)];
        }
    });
    sum
}

/// The values of the pieces that can reach the centre.
fn centre(board: &Board, color: Color) -> i32 {
    let mut sum = 0;
    each_reach(board, color, |piece, _, reach| {
        if piece != Piece::King && !(reach & CENTRE).is_empty() {
            sum += PUBLISHED.values.material[piece as usize];
        }
    });
    sum
}

/// Squares that can be reached, by where they lie.
fn mobility(board: &Board, color: Color) -> i32 {
    let directions = &PUBLISHED.values.mobility;
    let mut sum = 0;
    each_reach(board, color, |_, square, reach| {
        for to in reach {
            let (from_rank, to_rank) = (square.relative_to(color).rank(), to.relative_to(color).rank());
            sum += match to_rank.cmp(&from_rank) {
                std::cmp::Ordering::Greater => directions.forward,
                std::cmp::Ordering::Equal => directions.sideways,
                std::cmp::Ordering::Less => directions.backward,
            };
            if to.file() == square.file() {
                sum += directions.straight;
            }
        }
    });
    sum
}
