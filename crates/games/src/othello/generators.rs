//! Three move generators with equal results, which the Othello study compares (Mossudu 2023, "Zugring").

use spielbaum_core::{CellSet, Generator, MoveSet};

use super::board::{flips, legal_moves};

/// Squares where a disc of `own` would flip discs of `other`, found by `generator`.
pub(super) fn moves_by(generator: Generator, own: u64, other: u64) -> u64 {
    let empty = !(own | other);
    match generator {
        Generator::Parallel => legal_moves(own, other),
        Generator::Scan => flipping(empty, own, other),
        Generator::Ring => flipping(empty & touching(own | other), own, other),
    }
}

/// Those of `squares` that flip something, tried one by one.
fn flipping(squares: u64, own: u64, other: u64) -> u64 {
    CellSet(squares)
        .iter()
        .filter(|square| flips(own, other, square.0) != 0)
        .fold(0, |moves, square| moves | square.bit())
}

/// The squares next to `discs` in any direction, and the discs themselves.
fn touching(discs: u64) -> u64 {
    const NOT_LEFT: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_RIGHT: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let row = discs | discs << 1 & NOT_LEFT | discs >> 1 & NOT_RIGHT;
    row | row << 8 | row >> 8
}

#[cfg(test)]
mod tests {
    use spielbaum_core::Rng;

    use super::*;

    #[test]
    fn all_generators_find_the_same_moves() {
        let mut rng = Rng::new(5);
        for _ in 0..5000 {
            // Boards of every density: a disc keeps to the ring that surrounds a few others.
            let discs = rng.next_u64() & rng.next_u64() & if rng.below(2) == 0 { rng.next_u64() } else { u64::MAX };
            let own = discs & rng.next_u64();
            let other = discs ^ own;
            let moves = moves_by(Generator::Parallel, own, other);
            for generator in [Generator::Scan, Generator::Ring] {
                assert_eq!(moves_by(generator, own, other), moves, "{generator:?} {own:x} {other:x}");
            }
        }
    }

    #[test]
    fn the_ring_of_a_corner_has_three_squares() {
        assert_eq!(touching(1) & !1, 1 << 1 | 1 << 8 | 1 << 9);
        assert_eq!(touching(1 << 63) & !(1 << 63), 1 << 62 | 1 << 55 | 1 << 54);
        assert_eq!(touching(1 << 7).count_ones(), 4);
    }
}
