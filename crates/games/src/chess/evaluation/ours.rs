//! Our evaluation: the [terms](super::terms) with values fitted to games, and two corrections that no sum can express.

use cozy_chess::{BitBoard, Board, Color, Piece};
use spielbaum_core::{TermValue, TextError};

use super::pair::Pair;
use super::pawn_memory::{PawnMemory, Pawns};
use super::pawns;
use super::terms::{Tally, Term, distance, from_edge, walk};
use super::values::{COUNT, GROUPS, MATERIAL, SQUARES, Values};
use super::{Carried, MIDDLE, PHASES, Placed, each_piece, sign};
use crate::weights;

/// The sum of terms.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Ours {
    values: Values,
    /// How much the corrections count, 1 as they are.
    scaling: f32,
    mop_up: i32,
}

/// Of 64, how much of the end's value is left when it is hard to win.
const FULL_SCALE: i32 = 64;
/// Bishops on squares of different colours and nothing else but pawns.
const OPPOSITE_BISHOPS: i32 = 32;
/// No pawns, and not more than a minor piece ahead.
const NO_PAWNS: i32 = 8;
/// Few pawns: this, and for each pawn so much more.
const FEW_PAWNS: i32 = 40;
const A_PAWN: i32 = 6;

/// What drives a bare king to the edge, for each step, and the other king after it.
const TO_THE_EDGE: i32 = 20;
const KINGS_TOGETHER: i32 = 8;
/// Bishop and knight mate only in a corner of the bishop's colour.
const TO_THE_CORNER: i32 = 25;

impl Ours {
    /// With the values that come with the program.
    pub(super) fn fitted() -> Ours {
        Ours::with_values(include_str!("values.toml")).expect("the embedded values are well-formed")
    }

    pub(super) fn with_values(text: &str) -> Result<Ours, TextError> {
        Ok(Ours { values: Values::read(text)?, scaling: 1.0, mop_up: 1 })
    }

    /// Weighs a term.
    pub(super) fn weigh(&mut self, name: &str, weight: f32) -> Result<(), TextError> {
        match Term::ALL[weights::place_of(name, &Term::ALL.map(Term::name))?] {
            Term::Scaling => self.scaling = weight.clamp(0.0, 1.0),
            Term::MopUp => self.mop_up = weight.round() as i32,
            term => self.values.weigh(term, weight),
        }
        Ok(())
    }

    /// What is added up for pieces on squares.
    pub(super) fn placed(&self) -> Placed {
        std::array::from_fn(|piece| {
            let material =
                if piece == Piece::King as usize { Pair::default() } else { self.values.0[MATERIAL + piece] };
            std::array::from_fn(|square| material + self.values.0[SQUARES + 64 * piece + square])
        })
    }

    /// The value from white's view.
    #[inline]
    pub(super) fn evaluate(&self, carried: &Carried, board: &Board, memory: &PawnMemory) -> i32 {
        let pawns = memory.of(board, || self.pawns(board));
        let (mut white, mut black) = (Sum::new(&self.values), Sum::new(&self.values));
        walk(board, pawns.passed, [&mut white, &mut black]);
        self.blended(carried.sum + pawns.sum + white.sum - black.sum, carried.phase, board)
    }

    /// What depends on pawns and kings alone.
    fn pawns(&self, board: &Board) -> Pawns {
        let [white, black] = Color::ALL.map(|color| {
            let mut sum = Sum::new(&self.values);
            pawns::structure(board, color, &mut sum);
            pawns::shield(board, color, &mut sum);
            sum.sum
        });
        Pawns { sum: white - black, passed: pawns::passed_pawns(board) }
    }

    /// One number of the two, by the pieces left and by how hard it is to win.
    #[inline]
    fn blended(&self, sum: Pair, phase: i32, board: &Board) -> i32 {
        let phase = phase.min(MIDDLE);
        let leader = if sum.end() >= 0 { Color::White } else { Color::Black };
        let scale = self.scale(board, leader);
        let blended =
            (sum.middle() * phase * FULL_SCALE + sum.end() * (MIDDLE - phase) * scale) / (MIDDLE * FULL_SCALE);
        blended + self.mop_up(board)
    }

    /// Of [`FULL_SCALE`], how much of an advantage in the end is worth having.
    #[inline]
    fn scale(&self, board: &Board, leader: Color) -> i32 {
        let pawns = board.colored_pieces(leader, Piece::Pawn).len() as i32;
        let scale = if pawns == 0 && !has_enough(board, leader) {
            NO_PAWNS
        } else if has_opposite_bishops(board) {
            OPPOSITE_BISHOPS
        } else if pawns == 0 {
            FULL_SCALE
        } else {
            (FEW_PAWNS + A_PAWN * pawns).min(FULL_SCALE)
        };
        if self.scaling == 1.0 { scale } else { FULL_SCALE - ((FULL_SCALE - scale) as f32 * self.scaling) as i32 }
    }

    /// What helps to mate a bare king, from white's view.
    #[inline]
    fn mop_up(&self, board: &Board) -> i32 {
        let kings = board.pieces(Piece::King);
        let is_bare = |color: Color| board.colors(color).is_subset(kings);
        let winner = match (is_bare(Color::White), is_bare(Color::Black)) {
            (false, true) => Color::White,
            (true, false) => Color::Black,
            _ => return 0,
        };
        let (hunter, hunted) = (board.king(winner), board.king(!winner));
        let centre = from_edge(hunted.file()) + from_edge_of_rank(hunted.rank() as usize);
        let mut value = TO_THE_EDGE * (6 - centre as i32) + KINGS_TOGETHER * (7 - distance(hunter, hunted) as i32);
        let bishops = board.colored_pieces(winner, Piece::Bishop);
        let others = board.colors(winner) & !bishops & !kings;
        if bishops.len() == 1 && others == board.colored_pieces(winner, Piece::Knight) && others.len() == 1 {
            let is_light = bishops.is_subset(BitBoard::LIGHT_SQUARES);
            let corners = if is_light { [(0, 7), (7, 0)] } else { [(0, 0), (7, 7)] };
            let steps = corners
                .map(|(file, rank)| (hunted.file() as i32 - file).abs().max((hunted.rank() as i32 - rank).abs()));
            value += TO_THE_CORNER * (7 - steps[0].min(steps[1]));
        }
        sign(winner) * self.mop_up * value
    }

    /// Every term for both sides, and the corrections.
    pub(super) fn explain(&self, board: &Board) -> Vec<TermValue> {
        let counts = Color::ALL.map(|color| Counts::of(board, color));
        let phase = phase_of(board);
        let blend = |pair: Pair| {
            let phase = phase.min(MIDDLE);
            (pair.middle() * phase + pair.end() * (MIDDLE - phase)) as f32 / MIDDLE as f32
        };
        let mut explained = Vec::new();
        for term in Term::ALL.into_iter().filter(|term| GROUPS.iter().any(|group| group.term == *term)) {
            let sums = counts.each_ref().map(|counts| counts.sum_of(term, &self.values));
            explained.push(TermValue {
                term: term.name(),
                sides: Some(sums.map(blend)),
                value: blend(sums[0] - sums[1]),
            });
        }
        let sum = counts.each_ref().map(|counts| counts.sum(&self.values));
        let sum = sum[0] - sum[1];
        let leader = if sum.end() >= 0 { Color::White } else { Color::Black };
        let lost = sum.end() as f32 * (MIDDLE - phase.min(MIDDLE)) as f32 / MIDDLE as f32;
        let scale = self.scale(board, leader) as f32 / FULL_SCALE as f32;
        explained.push(TermValue { term: Term::Scaling.name(), sides: None, value: lost * (scale - 1.0) });
        explained.push(TermValue { term: Term::MopUp.name(), sides: None, value: self.mop_up(board) as f32 });
        explained
    }

    /// How much of the end's value the fit should reckon with in this position.
    pub(super) fn end_share(&self, board: &Board, end: f32) -> f32 {
        let leader = if end >= 0.0 { Color::White } else { Color::Black };
        self.scale(board, leader) as f32 / FULL_SCALE as f32
    }

    pub(super) fn values(&self) -> &Values {
        &self.values
    }
}

/// The phase of a position from nothing.
pub(super) fn phase_of(board: &Board) -> i32 {
    Piece::ALL.into_iter().map(|piece| PHASES[piece as usize] * board.pieces(piece).len() as i32).sum()
}

#[inline]
fn from_edge_of_rank(rank: usize) -> usize {
    rank.min(7 - rank)
}

/// Whether a side without pawns is ahead by more than a minor piece, or by one that the other side lacks altogether.
#[inline]
fn has_enough(board: &Board, leader: Color) -> bool {
    // Knight and bishop count 3, rook 5, queen 9.
    let points = |color: Color| {
        let count = |piece: Piece| board.colored_pieces(color, piece).len() as i32;
        3 * (count(Piece::Knight) + count(Piece::Bishop)) + 5 * count(Piece::Rook) + 9 * count(Piece::Queen)
    };
    let knights_alone = board.colored_pieces(leader, Piece::Knight).len() as i32 * 3 == points(leader);
    points(leader) - points(!leader) > 3 && !(knights_alone && points(leader) <= 6)
}

#[inline]
fn has_opposite_bishops(board: &Board) -> bool {
    let bishops = board.pieces(Piece::Bishop);
    let one_each = Color::ALL.into_iter().all(|color| (bishops & board.colors(color)).len() == 1);
    one_each
        && (bishops & BitBoard::LIGHT_SQUARES).len() == 1
        && board.occupied() == bishops | board.pieces(Piece::Pawn) | board.pieces(Piece::King)
}

/// Adds values up.
struct Sum<'a> {
    values: &'a [Pair; COUNT],
    sum: Pair,
}

impl<'a> Sum<'a> {
    #[inline]
    fn new(values: &'a Values) -> Sum<'a> {
        Sum { values: &values.0, sum: Pair::default() }
    }
}

impl Tally for Sum<'_> {
    #[inline(always)]
    fn add(&mut self, place: usize, times: i32) {
        self.sum += self.values[place] * times;
    }
}

/// Writes down which values count for a side, and how often.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts(pub(super) Vec<(u16, i16)>);

impl Counts {
    /// What counts for `color`, material and squares included.
    pub(super) fn of(board: &Board, color: Color) -> Counts {
        let mut counts = Counts::default();
        each_piece(board, color, |piece, square| {
            if piece != Piece::King {
                counts.add(MATERIAL + piece as usize, 1);
            }
            counts.add(SQUARES + 64 * piece as usize + square.relative_to(color) as usize, 1);
        });
        pawns::structure(board, color, &mut counts);
        pawns::shield(board, color, &mut counts);
        let mut others = Counts::default();
        let passed = pawns::passed_pawns(board);
        match color {
            Color::White => walk(board, passed, [&mut counts, &mut others]),
            Color::Black => walk(board, passed, [&mut others, &mut counts]),
        }
        counts
    }

    fn sum(&self, values: &Values) -> Pair {
        self.0.iter().fold(Pair::default(), |sum, &(place, times)| sum + values.0[usize::from(place)] * times.into())
    }

    fn sum_of(&self, term: Term, values: &Values) -> Pair {
        let of_term = |place: u16| {
            let mut first = 0;
            let group = GROUPS.iter().find(|group| {
                first += group.len;
                usize::from(place) < first
            });
            group.is_some_and(|group| group.term == term)
        };
        let own = Counts(self.0.iter().filter(|(place, _)| of_term(*place)).copied().collect());
        own.sum(values)
    }
}

impl Tally for Counts {
    fn add(&mut self, place: usize, times: i32) {
        if times != 0 {
            self.0.push((place as u16, times as i16));
        }
    }
}
