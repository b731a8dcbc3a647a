//! The number of discs flipped by the last move of a game, looked up line by line.

use spielbaum_core::extract_bits;

/// The number of discs that `own` flips on the last empty square; all other discs are the opponent's.
#[inline]
pub(super) fn count_last_flips(own: u64, square: usize) -> i32 {
    let lines = LINES[square].iter().zip(PLACES[square]);
    lines.map(|(line, place)| i32::from(LAST_FLIPS[usize::from(place)][extract_bits(own, *line) as usize])).sum()
}

/// By square, the four lines through it: row, column, and both diagonals.
static LINES: [[u64; 4]; 64] = {
    let mut table = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            let rows = square as i32 / 8 - other / 8;
            let columns = square as i32 % 8 - other % 8;
            let lines = [rows == 0, columns == 0, rows == columns, rows == -columns];
            let mut line = 0;
            while line < 4 {
                if lines[line] {
                    table[square][line] |= 1 << other;
                }
                line += 1;
            }
            other += 1;
        }
        square += 1;
    }
    table
};

/// By square and line, its place in the line.
static PLACES: [[u8; 4]; 64] = {
    let mut table = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut line = 0;
        while line < 4 {
            table[square][line] = (LINES[square][line] & ((1 << square) - 1)).count_ones() as u8;
            line += 1;
        }
        square += 1;
    }
    table
};

/// By place in a line and own discs in it, the number of flips when all other squares are the opponent's. Lines of
/// fewer squares end in discs of the opponent that nothing flanks.
static LAST_FLIPS: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            let mut up = place + 1;
            while up < 8 && own >> up & 1 == 0 {
                up += 1;
            }
            let mut down = place;
            while down > 0 && own >> (down - 1) & 1 == 0 {
                down -= 1;
            }
            let above = if up < 8 { up - place - 1 } else { 0 };
            let below = if down > 0 { place - down } else { 0 };
            table[place][own] = (above + below) as u8;
            own += 1;
        }
        place += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use spielbaum_core::Rng;

    use super::super::board::flips;
    use super::*;

    #[test]
    fn the_flips_of_the_last_square_are_counted() {
        let mut rng = Rng::new(72);
        for _ in 0..5_000 {
            let square = rng.below(64);
            let own = rng.next_u64() & !(1 << square);
            let other = !own & !(1 << square);
            assert_eq!(count_last_flips(own, square), flips(own, other, square as u8).count_ones() as i32);
        }
    }
}
