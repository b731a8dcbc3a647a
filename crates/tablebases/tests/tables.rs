//! Whole tables against the rules of chess, and against published results.

use std::sync::LazyLock;

use cozy_chess::{BoardBuilder, get_king_moves};
use spielbaum_core::{Rng, Value};
use spielbaum_games::chess::{Board, Color, Piece, Square};
use spielbaum_tablebases::{Endings, Extent, Material, Table, verify};

/// Endings of four men that are generated for the tests.
const GENERATED: [&str; 4] = ["KBNK", "KBBK", "KRKB", "KQKR"];

static ENDINGS: LazyLock<Endings> = LazyLock::new(|| {
    let mut endings = Endings::small();
    for name in GENERATED {
        endings.add(Table::make(ending(name), &endings, &mut |_, _| ()));
    }
    endings
});

fn ending(name: &str) -> Material {
    name.parse().unwrap()
}

#[test]
fn the_longest_mates_are_the_published_ones() {
    let known = [("KQK", 10), ("KRK", 16), ("KPK", 28), ("KBNK", 33), ("KBBK", 19), ("KRKB", 29), ("KQKR", 35)];
    for (name, moves) in known {
        let table = ENDINGS.table(ending(name)).unwrap();
        // In the longest mates the losing side moves first.
        assert_eq!(table.longest(Color::White), Some(2 * moves), "{name}");
    }
    // Bare kings mate nobody; a rook that is to move sometimes mates against a queen.
    let by_black = ["KQK", "KBNK", "KQKR"].map(|name| ENDINGS.table(ending(name)).unwrap().longest(Color::Black));
    assert!(matches!(by_black, [None, None, Some(_)]), "{by_black:?}");
}

#[test]
fn every_value_with_three_men_follows_from_the_rules() {
    for (name, least) in [("KQK", 300_000), ("KRK", 300_000), ("KPK", 300_000)] {
        let checked = verify(ending(name), &ENDINGS, Extent::Whole).unwrap();
        assert!(checked > least, "{name} {checked}");
    }
}

#[test]
fn values_with_four_men_follow_from_the_rules() {
    for name in GENERATED {
        let checked = verify(ending(name), &ENDINGS, Extent::Sample(60_000, 71)).unwrap();
        assert!(checked > 50_000, "{name} {checked}");
    }
}

#[test]
fn distances_to_mate_agree_with_a_forward_search() {
    let mut rng = Rng::new(74);
    for name in ["KQK", "KRK", "KPK", "KBNK", "KBBK", "KRKB", "KQKR"] {
        let mut seen = 0;
        while seen < 12 {
            let Some(board) = random_board(ending(name), &mut rng) else { continue };
            let Some(Value::Win(Some(plies))) = ENDINGS.value_on(&board) else { continue };
            if plies <= 5 {
                assert!(mates_within(&board, plies), "{board} {plies}");
                assert!(plies == 1 || !mates_within(&board, plies - 2), "{board} {plies}");
                seen += 1;
            }
        }
    }
}

/// Whether the side to move can force mate within an odd number of plies, by brute force.
fn mates_within(board: &Board, plies: u32) -> bool {
    any_move(board, |after| {
        let is_mate = !after.checkers().is_empty() && !any_move(after, |_| true);
        let is_over = !any_move(after, |_| true);
        is_mate || plies > 1 && !is_over && !any_move(after, |reply| !mates_within(reply, plies - 2))
    })
}

/// Whether some legal move leads to a position with a property.
fn any_move(board: &Board, mut has: impl FnMut(&Board) -> bool) -> bool {
    board.generate_moves(|moves| {
        moves.into_iter().any(|mv| {
            let mut after = board.clone();
            after.play_unchecked(mv);
            has(&after)
        })
    })
}

/// The men of an ending on random squares, if that is a legal position.
fn random_board(material: Material, rng: &mut Rng) -> Option<Board> {
    let mut builder = BoardBuilder::empty();
    builder.side_to_move = if rng.below(2) == 0 { Color::White } else { Color::Black };
    let kings = Color::ALL.map(|color| (color, Piece::King));
    for (color, piece) in kings.into_iter().chain(material.pieces()) {
        *builder.square_mut(Square::index(rng.below(64))) = Some((piece, color));
    }
    let board = builder.build().ok()?;
    let is_legal = !get_king_moves(board.king(Color::White)).has(board.king(Color::Black));
    (is_legal && board.occupied().len() as usize == material.men()).then_some(board)
}
