//! Checks tables against the rules of chess alone.
//!
//! A value is right when it follows from the values after all legal moves: by induction, mates in `n` plies are right
//! because shorter ones are, and a draw cannot be escaped. Neither the index nor the move generator of this crate is
//! trusted: positions are set up man by man, and `cozy-chess` generates the moves.

use cozy_chess::{BoardBuilder, Rank, get_king_moves};
use spielbaum_core::{Rng, TextError, Value};
use spielbaum_games::chess::{Board, Color, Piece, Square};

use crate::syzygy::{Men, Syzygy, Wdl, moves_of};
use crate::{Endings, Material};

/// Which positions of an ending are checked.
#[derive(Clone, Copy, Debug)]
pub enum Extent {
    /// All of them, mirror images included.
    Whole,
    /// A number of random arrangements of the men, and the seed; not all of them are legal.
    Sample(u64, u64),
}

/// Checks the values of an ending and returns how many there were. `endings` must have it and those it leads into.
pub fn verify(material: Material, endings: &Endings, extent: Extent) -> Result<u64, TextError> {
    let men: Vec<(Color, Piece)> =
        Color::ALL.into_iter().map(|color| (color, Piece::King)).chain(material.pieces()).collect();
    for_each_board(&men, extent, |board| check(board, endings).map(|()| true))
}

/// Checks the Syzygy files of some material and returns how many positions were checked: the WDL value must follow from
/// the moves and agree with our own table if there is one, and the sign of the DTZ value must match. Positions whose
/// successors are not in the files are skipped.
pub fn verify_syzygy(men: Men, endings: &Endings, extent: Extent) -> Result<u64, TextError> {
    for_each_board(&men.all(), extent, |board| check_syzygy(board, endings))
}

/// Calls `check` with every position of the extent, and counts those for which it returns true.
fn for_each_board(
    men: &[(Color, Piece)],
    extent: Extent,
    mut check: impl FnMut(&Board) -> Result<bool, TextError>,
) -> Result<u64, TextError> {
    let all = 1 << (6 * men.len());
    let (count, mut rng) = match extent {
        Extent::Whole => (all, Rng::new(0)),
        Extent::Sample(count, seed) => (count, Rng::new(seed)),
    };
    let mut checked = 0;
    for number in 0..count {
        let number = if matches!(extent, Extent::Whole) { number } else { rng.below(all as usize) as u64 };
        for turn in Color::ALL {
            for board in boards(men, number, turn).into_iter().flatten() {
                checked += u64::from(check(&board)?);
            }
        }
    }
    Ok(checked)
}

/// The legal positions with the men on the squares of `number`, six bits each: without and with a capture en passant.
fn boards(men: &[(Color, Piece)], number: u64, turn: Color) -> [Option<Board>; 2] {
    let mut builder = BoardBuilder::empty();
    builder.side_to_move = turn;
    for (place, (color, piece)) in men.iter().enumerate() {
        let square = Square::index((number >> (6 * place) & 63) as usize);
        if builder.square_mut(square).replace((*piece, *color)).is_some() {
            return [None, None];
        }
    }
    let Ok(plain) = builder.build() else { return [None, None] };
    // `cozy-chess` accepts adjacent kings.
    if get_king_moves(plain.king(Color::White)).has(plain.king(Color::Black)) {
        return [None, None];
    }
    let pawns = plain.colored_pieces(!turn, Piece::Pawn) & Rank::Fourth.relative_to(!turn).bitboard();
    builder.en_passant = pawns.next_square().map(|pawn| Square::new(pawn.file(), Rank::Third.relative_to(!turn)));
    let passed = if builder.en_passant.is_some() { builder.build().ok() } else { None };
    [Some(plain), passed]
}

/// Compares the value of a position with what follows from its moves.
fn check(board: &Board, endings: &Endings) -> Result<(), TextError> {
    let of = |board: &Board| endings.value_on(board).ok_or_else(|| wrong(board, "not in the tables"));
    let mut best = None;
    let mut problem = None;
    board.generate_moves(|moves| {
        for mv in moves {
            let mut after = board.clone();
            after.play_unchecked(mv);
            match of(&after) {
                Ok(value) => {
                    let value = before_move(value);
                    if best.is_none_or(|best| preference(value) > preference(best)) {
                        best = Some(value);
                    }
                }
                Err(error) => problem = Some(error),
            }
        }
        problem.is_some()
    });
    if let Some(problem) = problem {
        return Err(problem);
    }
    let expected = match best {
        Some(value) => value,
        None if board.checkers().is_empty() => Value::Draw,
        None => Value::Loss(Some(0)),
    };
    let found = of(board)?;
    if found == expected {
        Ok(())
    } else {
        Err(wrong(board, &format!("{found} in the table, {expected} by the rules")))
    }
}

/// Compares the WDL value with the one that follows from the moves; false where some position is not in the files.
fn check_syzygy(board: &Board, endings: &Endings) -> Result<bool, TextError> {
    let syzygy: &Syzygy = endings.syzygy();
    let Some(found) = syzygy.wdl(board)?.map(Wdl::sign) else { return Ok(false) };
    let mut best = None;
    for mv in moves_of(board) {
        let mut after = board.clone();
        after.play_unchecked(mv);
        let Some(child) = syzygy.wdl(&after)? else { return Ok(false) };
        best = best.max(Some(-child.sign()));
    }
    let expected = best.unwrap_or(if board.checkers().is_empty() { 0 } else { -1 });
    let name = |sign: i32| ["loss", "draw", "win"][(sign + 1) as usize];
    if found != expected {
        return Err(wrong(board, &format!("{} in the files, {} by the rules", name(found), name(expected))));
    }
    if let Some(own) = endings.value_on(board).and_then(Value::sign).filter(|own| *own != found) {
        return Err(wrong(board, &format!("{} in the files, {} in the table", name(found), name(own))));
    }
    if let Some(distance) = syzygy.dtz(board)?.filter(|distance| distance.signum() != found) {
        return Err(wrong(board, &format!("a distance of {distance}, though a {}", name(found))));
    }
    Ok(true)
}

fn wrong(board: &Board, what: &str) -> TextError {
    TextError::at(&format!("{what}:"), &board.to_string(), "")
}

/// The value of a move for the side that makes it, given the value after it.
fn before_move(value: Value) -> Value {
    match value {
        Value::Win(plies) => Value::Loss(plies.map(|plies| plies + 1)),
        Value::Loss(plies) => Value::Win(plies.map(|plies| plies + 1)),
        other => other,
    }
}

/// Short wins before long ones, then draws, then long losses before short ones.
fn preference(value: Value) -> i64 {
    match value {
        Value::Win(plies) => 1000 - i64::from(plies.unwrap_or_default()),
        Value::Loss(plies) => i64::from(plies.unwrap_or_default()) - 1000,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Table;

    #[test]
    fn a_wrong_value_is_found() {
        let (queen, pawn): (Material, Material) = ("KQK".parse().unwrap(), "KPK".parse().unwrap());
        let mut endings = Endings::small();
        let rooks = endings.table("KRK".parse().unwrap()).unwrap().values().clone();
        endings.add(Table::of_values(queen, rooks));
        assert!(verify(queen, &endings, Extent::Sample(1_000, 72)).is_err());
        // Promotions now lead to wrong values.
        assert!(verify(pawn, &endings, Extent::Sample(10_000, 73)).is_err());
    }
}
