//! The contents of cells as a number in base three: digit 0 for an empty cell, 1 for a stone of one side, 2 for one of
//! the other, the first cell lowest.

use spielbaum_core::extract_bits;

/// The most cells.
const MOST: usize = 10;

/// By bits of a binary number, the same digits in base three.
static TERNARY: [u16; 1 << MOST] = {
    let mut table = [0; 1 << MOST];
    let mut bits = 1;
    while bits < table.len() {
        table[bits] = 3 * table[bits / 2] + (bits % 2) as u16;
        bits += 1;
    }
    table
};

/// The contents of the cells of `mask`, at most ten.
#[inline]
pub(crate) fn content([first, second]: [u64; 2], mask: u64) -> usize {
    let digits = |stones: u64| usize::from(TERNARY[extract_bits(stones, mask) as usize & ((1 << MOST) - 1)]);
    digits(first) + 2 * digits(second)
}

/// The content of cells that are taken to the places `moved`, by place.
pub(crate) fn rearranged(mut content: usize, moved: impl IntoIterator<Item = usize>) -> usize {
    let mut image = 0;
    for place in moved {
        image += content % 3 * 3usize.pow(place as u32);
        content /= 3;
    }
    image
}
