//! Probes of the children of a position, for all columns at once.
//!
//! The cells that complete four for the mover are computed once for each move: they determine the losing replies, the
//! bounds by theory, and the order score. A move that the look-ahead has kept neither ends the game nor lets the
//! opponent win, unless it fills the board.

use std::ops::ControlFlow;

use spielbaum_core::{Cell, ChildProbe, Game, LookAhead, MoveSet, Outcome, Side, Status};

use super::lanes::{Boards, EightBoards, LANES};
use super::learnt::Weights;
use super::rules::mirrored;
use super::theory::{against_odd_threats, has_theory, least_loss, margin_of_loss, odd_threats, theory_bound};
use super::threats::{defend, hint, look_after, winning_cells};
use super::{ConnectFour, Landings, Shape};
use crate::Word;

/// The probe of one child.
#[inline(always)]
pub(super) fn one<S: Shape>(parent: &ConnectFour<S>, mv: Cell, wants_theory: bool) -> ChildProbe<ConnectFour<S>> {
    let position = parent.after(mv);
    let (landings, threats) = (position.landing_cells(), position.threats());
    let (status, theory_bound) = if landings.is_zero() {
        (Status::Over(Outcome::Draw), None)
    } else {
        let look_ahead = look_after(parent.shape, landings, threats);
        let has_choice = matches!(&look_ahead, LookAhead::Moves(moves) if moves.len() > 1);
        (Status::Ongoing(look_ahead), if wants_theory && has_choice { theory_bound(&position, threats) } else { None })
    };
    let (hint, margins) = (hint(threats), margins(parent, 1));
    // A single child need not be ordered.
    ChildProbe { mv, index: 0, hint, order_score: 0, position, key: None, status, margins, theory_bound }
}

/// The children after some moves, one a column.
pub(super) struct Ahead<S: Shape> {
    shape: S,
    moves: S::Word,
    /// The stone that each move puts on the board.
    stones: S::Lanes,
    /// The mover's stones, and all of them.
    mine: S::Lanes,
    occupied: S::Lanes,
    landings: S::Lanes,
    /// The cells that complete four for the mover.
    threats: S::Lanes,
    /// The replies that do not lose at once.
    safe: S::Lanes,
    /// The stones of moves that leave the opponent lost in two plies.
    winning: S::Lanes,
}

impl<S: Shape> Ahead<S> {
    #[inline(always)]
    pub(super) fn of(parent: &ConnectFour<S>, moves: S::Word) -> Ahead<S> {
        let shape = parent.shape;
        let board = S::Lanes::each(shape.board());
        let stones = shape.column_lanes() & S::Lanes::each(moves);
        let mine = stones | S::Lanes::each(parent.own);
        let occupied = stones | S::Lanes::each(parent.occupied);
        let landings = (occupied + S::Lanes::each(shape.bottom())) & board;
        let threats = winning_cells(shape, mine, board ^ occupied);
        let (safe, lost) = defend(landings, threats);
        // On a full board no side is lost.
        let winning = stones & lost & !landings.where_empty();
        Ahead { shape, moves, stones, mine, occupied, landings, threats, safe, winning }
    }

    /// A move that leaves the opponent lost in two plies, with its index.
    #[inline(always)]
    pub(super) fn win(&self) -> Option<(Cell, usize)> {
        if !self.winning.is_any_set() {
            return None;
        }
        let bit = lowest_of(self.winning.boards());
        Some((Cell(bit as u8), self.place_of(bit)))
    }

    /// The index of a move among all.
    #[inline(always)]
    fn place_of(&self, bit: u32) -> usize {
        (self.moves & S::Word::bits_below(bit)).count()
    }
}

/// Calls `visit` with the probe of the child after each of `moves`, or returns the first move that wins, with its
/// index.
#[inline(always)]
pub(super) fn all<S: Shape>(
    parent: &ConnectFour<S>,
    moves: &Landings<S>,
    wants_theory: bool,
    mut visit: impl FnMut(ChildProbe<ConnectFour<S>>) -> ControlFlow<()>,
) -> Option<(Cell, usize)> {
    let ahead = Ahead::of(parent, moves.cells);
    if let Some(win) = ahead.win() {
        return Some(win);
    }
    let Ahead { shape, moves, stones, mine, occupied, landings, threats, safe, .. } = ahead;
    let opponent = parent.own ^ parent.occupied;
    let has_theory = wants_theory && has_theory(shape);
    let is_first_next = parent.side_to_move() == Side::Second;
    let none = S::Lanes::each(S::Word::default());
    let (mut losses, mut odd) = (!none, none);
    if has_theory && is_first_next {
        losses = least_loss(shape, (S::Lanes::each(opponent), mine), landings, threats);
    } else if has_theory {
        odd = odd_threats(shape, landings, threats);
    }
    let (losses, odd) = (losses.boards(), odd.boards());
    // Columns of a unique word do not carry into each other, so that it can be mirrored like a board.
    let word = opponent + parent.occupied;
    let mirrored_stones = shape.mirrored_lanes() & S::Lanes::each(mirrored(shape, moves));
    let keys = (S::Lanes::each(word) + stones).lesser(S::Lanes::each(mirrored(shape, word)) + mirrored_stones).boards();
    let near = [threats & landings << 1, threats & landings << 2].map(S::Lanes::boards);
    let (occupied, threats, safe) = (occupied.boards(), threats.boards(), safe.boards());
    let margins = margins(parent, 1);
    let weights = Weights::of(parent.side_to_move());
    let mut rest = moves;
    while !rest.is_zero() {
        let bit = rest.lowest();
        rest = Word::without_lowest(rest);
        let lane = shape.column_of(bit as u8) as usize;
        let position = ConnectFour { own: opponent, occupied: occupied[lane], shape };
        let status = if safe[lane].is_zero() {
            Status::Over(Outcome::Draw)
        } else {
            Status::Ongoing(LookAhead::Moves(Landings { cells: safe[lane], shape }))
        };
        let theory_bound = if odd[lane].is_zero() {
            margin_of_loss(losses[lane])
        } else {
            against_odd_threats(&position, threats[lane], odd[lane])
        };
        let index = ahead.place_of(bit);
        let is_bounded = theory_bound.is_some_and(|highest| highest < margins.1);
        let seen = [threats[lane], near[0][lane], near[1][lane], safe[lane]];
        let order_score = weights.order_score(shape.cell_class(bit), seen, is_bounded);
        let (mv, hint, key) = (Cell(bit as u8), hint(threats[lane]), Some(shape.key(keys[lane])));
        let probe = ChildProbe { mv, index, hint, order_score, position, key, status, margins, theory_bound };
        if visit(probe).is_break() {
            break;
        }
    }
    None
}

/// The bit of the lowest of all cells.
#[inline]
fn lowest_of<W: Word>(cells: [W; LANES]) -> u32 {
    cells.into_iter().fold(W::default(), |all, cell| all | cell).lowest()
}

/// The range of margins `plies` moves after a position, for a side whose look-ahead found neither a win nor a
/// loss.
#[inline]
fn margins<S: Shape>(position: &ConnectFour<S>, plies: u32) -> (i32, i32) {
    (-position.margin_if_cells_last(plies + 4), position.margin_if_cells_last(plies + 3))
}
