//! What is seen behind the moves of a position, for all columns at once.
//!
//! The cells that complete four for the mover are found once for each move: they say which replies lose, what theory knows,
//! and how good the move looks. A move that was left by looking ahead neither ends the game nor lets the opponent win,
//! unless it fills the board.

use std::ops::ControlFlow;

use spielbaum_core::{Cell, Game, LookAhead, MoveSet, Outcome, Prospect, Side, Status};

use super::knowledge::{defend, hint, look_after, winning_cells};
use super::lanes::{Boards, EightBoards, LANES};
use super::theory::{FollowUp, against_odd_threat, has_theory, highest_margin, odd_threats};
use super::{ConnectFour, Landings, Shape};
use crate::Word;

/// What is seen behind one move.
#[inline(always)]
pub(super) fn one<S: Shape>(parent: &ConnectFour<S>, mv: Cell, wants_theory: bool) -> Prospect<ConnectFour<S>> {
    let position = parent.after(mv);
    let (landings, threats) = (position.landing_cells(), position.threats());
    let (status, highest_margin) = if landings.is_zero() {
        (Status::Over(Outcome::Draw), None)
    } else {
        let look = look_after(parent.shape, landings, threats);
        let has_choice = matches!(&look, LookAhead::Moves(moves) if moves.len() > 1);
        (Status::Ongoing(look), if wants_theory && has_choice { highest_margin(&position, threats) } else { None })
    };
    Prospect { mv, index: 0, hint: hint(threats), position, status, margins: margins(parent, 1), highest_margin }
}

/// Tells what is seen behind each of `moves`, or behind the first that wins.
#[inline(always)]
pub(super) fn all<S: Shape>(
    parent: &ConnectFour<S>,
    moves: &Landings<S>,
    wants_theory: bool,
    mut tell: impl FnMut(Prospect<ConnectFour<S>>) -> ControlFlow<()>,
) {
    let (shape, moves) = (parent.shape, moves.cells);
    let opponent = parent.own ^ parent.occupied;
    let board = S::Lanes::each(shape.board());
    let stones = shape.column_lanes() & S::Lanes::each(moves);
    let mine = stones | S::Lanes::each(parent.own);
    let occupied = stones | S::Lanes::each(parent.occupied);
    let landings = (occupied + S::Lanes::each(shape.bottom())) & board;
    let threats = winning_cells(shape, mine, board ^ occupied);
    let (safe, lost) = defend(landings, threats);
    // Nobody is lost where the board is full.
    let winning = stones & lost & !landings.where_empty();
    let is_won = winning.is_any_set();
    let has_theory = wants_theory && has_theory(shape) && !is_won;
    let is_first_next = parent.side_to_move() == Side::Second;
    let follow_up = if has_theory && is_first_next {
        FollowUp::new(shape, (S::Lanes::each(opponent), mine), landings, threats)
    } else {
        FollowUp::nothing()
    };
    let odd_threats =
        if has_theory { odd_threats(shape, landings, threats) } else { S::Lanes::each(S::Word::default()) };
    let (occupied, threats, safe) = (occupied.boards(), threats.boards(), safe.boards());
    let (follow_up, odd_threats) = (follow_up.boards(), odd_threats.boards());
    let margins = margins(parent, 1);
    let mut told = if is_won { first_of(winning.boards()) } else { moves };
    while !told.is_zero() {
        let bit = told.lowest();
        told = Word::without_lowest(told);
        let lane = shape.column_of(bit as u8) as usize;
        let position = ConnectFour { own: opponent, occupied: occupied[lane], shape };
        let status = if is_won {
            Status::Ongoing(LookAhead::Loss(2))
        } else if safe[lane].is_zero() {
            Status::Over(Outcome::Draw)
        } else {
            Status::Ongoing(LookAhead::Moves(Landings { cells: safe[lane], shape }))
        };
        let highest_margin = if is_first_next {
            follow_up.of_lane(lane).highest_margin(shape)
        } else if odd_threats[lane].is_zero() {
            None
        } else {
            against_odd_threat(&position, threats[lane])
        };
        let index = (moves & S::Word::bits_below(bit)).count();
        let mv = Cell(bit as u8);
        if tell(Prospect { mv, index, hint: hint(threats[lane]), position, status, margins, highest_margin }).is_break()
        {
            return;
        }
    }
}

/// The lowest of cells that lie in different columns.
#[inline]
fn first_of<W: Word>(cells: [W; LANES]) -> W {
    let all = cells.into_iter().fold(W::default(), |all, cell| all | cell);
    W::bit(all.lowest())
}

/// The margins within reach `plies` moves after a position, for a side that has looked ahead and seen neither a win nor a
/// loss.
#[inline]
fn margins<S: Shape>(position: &ConnectFour<S>, plies: u32) -> (i32, i32) {
    (-position.margin_if_cells_last(plies + 4), position.margin_if_cells_last(plies + 3))
}
