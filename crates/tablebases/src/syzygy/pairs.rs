//! A compressed sequence of small values with random access.
//!
//! Frequent adjacent pairs are replaced by symbols, frequent pairs of symbols again, and so on (Re-Pair); the remaining
//! symbols have a canonical Huffman code and are split into blocks of equal size in bytes. A table holds the number of
//! values in each block, and a sparse index says where to begin counting.
//!
//! ```text
//! numbers  0 . . . . . . span . . . . . 2·span . . . .
//! index           ^0            ^1             ^2        the block, and the offset in it, of the value in the middle
//! blocks   [    ][       ][   ][          ][     ][      sizes 4 7 3 10 5 …, minus one each
//! ```

use std::io::Read;

use spielbaum_core::TextError;

use super::header::Cursor;
use super::source::Source;

/// A sequence of values.
#[derive(Debug)]
pub(super) enum Pairs {
    /// All values are the same.
    Constant(u16),
    Packed(Packed),
}

#[derive(Debug)]
pub(super) struct Packed {
    /// Values per entry of the index, as a power of two.
    span_bits: u32,
    /// Bytes of a block, as a power of two.
    block_bits: u32,
    blocks: u64,
    /// Entries in the table of block sizes: padded beyond the number of blocks.
    sizes: u64,
    index_entries: u64,
    code: Code,
    symbols: Vec<Symbol>,
    offsets: Offsets,
}

/// Offsets of the parts of a row in the file.
#[derive(Clone, Copy, Default, Debug)]
struct Offsets {
    index: u64,
    sizes: u64,
    blocks: u64,
}

#[derive(Clone, Copy, Debug)]
struct Symbol {
    /// The value, or the first of two symbols.
    left: u16,
    /// The second of two symbols.
    right: Option<u16>,
    /// How many values it expands to, minus one.
    more: u8,
}

/// A canonical Huffman code; longer codes are numerically smaller.
#[derive(Debug)]
struct Code {
    shortest: u32,
    /// For each length, the smallest code, left-aligned.
    least: Vec<u64>,
    /// For each length, the symbol of that code.
    first: Vec<u16>,
}

/// Marks a symbol without a second half.
const NONE: u16 = 0xfff;

const BYTES_OF_INDEX_ENTRY: u64 = 6;
const BYTES_OF_SIZE: u64 = 2;
const BLOCK_ALIGNMENT: u64 = 64;

/// Limits that every valid file observes: log2 of a block's bytes, log2 of a span, bits of a code.
const MOST_BLOCK_BITS: u8 = 16;
const MOST_SPAN_BITS: u8 = 31;
const LONGEST_CODE: u8 = 32;

impl Pairs {
    /// Reads the description of a row: the flags, and how `len` values are compressed. A constant row of a DTZ file has
    /// no value of its own.
    pub(super) fn read<R: Read>(cursor: &mut Cursor<R>, len: u64, is_wdl: bool) -> Result<(u8, Pairs), TextError> {
        let wrong = |what: &str| TextError::new(format!("damaged: invalid {what}"));
        let [flags, block_bits] = cursor.take()?;
        if flags & 0x80 != 0 {
            return Ok((flags, Pairs::Constant(if is_wdl { block_bits.into() } else { 0 })));
        }
        let [span_bits, spare] = cursor.take()?;
        let blocks = u64::from(u32::from_le_bytes(cursor.take()?));
        let [longest, shortest] = cursor.take()?;
        if block_bits > MOST_BLOCK_BITS || !(1..=MOST_SPAN_BITS).contains(&span_bits) {
            return Err(wrong("size of a block"));
        }
        if shortest < 1 || longest < shortest || longest > LONGEST_CODE {
            return Err(wrong("lengths of codes"));
        }
        let first = (shortest..=longest).map(|_| cursor.number()).collect::<Result<Vec<u16>, _>>()?;
        let code = Code::new(shortest.into(), first).ok_or_else(|| wrong("code"))?;
        let count = cursor.number()?;
        let symbols = read_symbols(cursor, count)?.ok_or_else(|| wrong("list of symbols"))?;
        if count % 2 == 1 {
            cursor.take::<1>()?;
        }
        let packed = Packed {
            span_bits: span_bits.into(),
            block_bits: block_bits.into(),
            blocks,
            sizes: blocks + u64::from(spare),
            index_entries: len.div_ceil(1 << span_bits),
            code,
            symbols,
            offsets: Offsets::default(),
        };
        Ok((flags, Pairs::Packed(packed)))
    }

    /// Sets the offset of the index and returns its end.
    pub(super) fn set_index_offset(&mut self, place: u64) -> u64 {
        let Pairs::Packed(packed) = self else { return place };
        packed.offsets.index = place;
        place + BYTES_OF_INDEX_ENTRY * packed.index_entries
    }

    /// Sets the offset of the table of sizes and returns its end.
    pub(super) fn set_sizes_offset(&mut self, place: u64) -> u64 {
        let Pairs::Packed(packed) = self else { return place };
        packed.offsets.sizes = place;
        place + BYTES_OF_SIZE * packed.sizes
    }

    /// Aligns and sets the offset of the blocks and returns their end.
    pub(super) fn set_blocks_offset(&mut self, place: u64) -> u64 {
        let place = place.next_multiple_of(BLOCK_ALIGNMENT);
        let Pairs::Packed(packed) = self else { return place };
        packed.offsets.blocks = place;
        place + (packed.blocks << packed.block_bits)
    }

    /// The value at `index`.
    pub(super) fn number(&self, source: &Source, index: u64) -> Result<u16, TextError> {
        match self {
            Pairs::Constant(number) => Ok(*number),
            Pairs::Packed(packed) => packed.number(source, index),
        }
    }
}

impl Packed {
    fn number(&self, source: &Source, index: u64) -> Result<u16, TextError> {
        let (block, within) = self.find(source, index)?;
        let place = self.offsets.blocks + (block << self.block_bits);
        self.unpack(&source.bytes(place, 1 << self.block_bits)?, within).ok_or_else(damaged)
    }

    /// The block that holds a value, and the position within it.
    fn find(&self, source: &Source, index: u64) -> Result<(u64, u64), TextError> {
        let entry = index >> self.span_bits;
        if entry >= self.index_entries {
            return Err(damaged());
        }
        let place = self.offsets.index + BYTES_OF_INDEX_ENTRY * entry;
        let entry = source.number::<{ BYTES_OF_INDEX_ENTRY as usize }>(place)?;
        let (mut block, middle) = (entry & 0xffff_ffff, (entry >> 32) as i64);
        let span = 1 << self.span_bits;
        let mut within = middle + (index % span) as i64 - (span / 2) as i64;
        let size = |block: u64| match block < self.sizes {
            true => Ok(source.number::<2>(self.offsets.sizes + BYTES_OF_SIZE * block)? as i64 + 1),
            false => Err(damaged()),
        };
        while within < 0 {
            block = block.checked_sub(1).ok_or_else(damaged)?;
            within += size(block)?;
        }
        loop {
            let size = size(block)?;
            if within < size {
                break;
            }
            within -= size;
            block += 1;
        }
        if block < self.blocks { Ok((block, within as u64)) } else { Err(damaged()) }
    }

    /// Decodes one value of a block.
    fn unpack(&self, block: &[u8], mut within: u64) -> Option<u16> {
        let mut bit = 0;
        let mut symbol = loop {
            let (symbol, length) = self.code.next(peek_bits(block, bit)?);
            let symbol = self.symbols.get(symbol)?;
            let len = u64::from(symbol.more) + 1;
            if within < len {
                break symbol;
            }
            within -= len;
            bit += length as usize;
        };
        while let Some(right) = symbol.right {
            let left = &self.symbols[usize::from(symbol.left)];
            let len = u64::from(left.more) + 1;
            if within < len {
                symbol = left;
            } else {
                within -= len;
                symbol = &self.symbols[usize::from(right)];
            }
        }
        Some(symbol.left)
    }
}

/// The bits of a block starting at `bit`, left-aligned in a word: at least 57 of them, zero-padded past the end.
#[inline]
fn peek_bits(block: &[u8], bit: usize) -> Option<u64> {
    let rest = block.get(bit / 8..).filter(|rest| !rest.is_empty())?;
    let word = match rest.first_chunk() {
        Some(bytes) => u64::from_be_bytes(*bytes),
        None => {
            let mut bytes = [0; 8];
            bytes[..rest.len()].copy_from_slice(rest);
            u64::from_be_bytes(bytes)
        }
    };
    Some(word << (bit % 8))
}

impl Code {
    /// The code with these first symbols by length; `None` where the lengths are inconsistent.
    fn new(shortest: u32, first: Vec<u16>) -> Option<Code> {
        let mut least = vec![0; first.len()];
        // From the longest codes, which start at 0, to shorter ones: a length has as many codes as there are symbols
        // between its first symbol and that of the next length.
        for place in (0..first.len() - 1).rev() {
            let codes = least[place + 1] + u64::from(first[place]);
            least[place] = codes.checked_sub(first[place + 1].into())? / 2;
        }
        for (length, least) in (shortest..).zip(&mut least) {
            if *least >> length != 0 {
                return None;
            }
            *least <<= 64 - length;
        }
        Some(Code { shortest, least, first })
    }

    /// Decodes the first symbol of `bits`; returns it with its length.
    #[inline]
    fn next(&self, bits: u64) -> (usize, u32) {
        let longest = self.least.len() - 1;
        let place = self.least.iter().position(|least| bits >= *least).unwrap_or(longest);
        let length = self.shortest + place as u32;
        let symbol = usize::from(self.first[place]) + ((bits - self.least[place]) >> (64 - length)) as usize;
        (symbol, length)
    }
}

/// Reads the symbols; `None` if their definitions are cyclic or too long.
fn read_symbols<R: Read>(cursor: &mut Cursor<R>, count: u16) -> Result<Option<Vec<Symbol>>, TextError> {
    let mut symbols = Vec::with_capacity(count.into());
    for _ in 0..count {
        let [low, middle, high] = cursor.take()?.map(u16::from);
        let (left, right) = (low | (middle & 0xf) << 8, middle >> 4 | high << 4);
        symbols.push(Symbol { left, right: (right != NONE).then_some(right), more: 0 });
    }
    let mut states = vec![State::New; symbols.len()];
    let are_right = (0..symbols.len()).all(|place| expanded_len(&mut symbols, &mut states, place).is_some());
    Ok(are_right.then_some(symbols))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    InProgress,
    Done,
}

/// Computes how many values a symbol expands to; `None` where it is cyclic or expands to too many. Symbols are below
/// 2¹², which bounds the recursion.
fn expanded_len(symbols: &mut [Symbol], states: &mut [State], place: usize) -> Option<u8> {
    let symbol = *symbols.get(place)?;
    match (states[place], symbol.right) {
        (State::Done, _) => return Some(symbol.more),
        (State::InProgress, _) => return None,
        (State::New, None) => {}
        (State::New, Some(right)) => {
            states[place] = State::InProgress;
            let left = expanded_len(symbols, states, symbol.left.into())?;
            let right = expanded_len(symbols, states, right.into())?;
            symbols[place].more = left.checked_add(right)?.checked_add(1)?;
        }
    }
    states[place] = State::Done;
    Some(symbols[place].more)
}

fn damaged() -> TextError {
    TextError::new("damaged: an index points outside the data")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Symbols 0 and 1 are the numbers 4 and 2 with codes `00` and `01`, symbol 2 is both in a row with the code `1`.
    /// Two blocks of two bytes hold 4 2 4 2 4 2 and 2 4 2, and there is one entry of the index for eight values.
    const PACKED: [u8; 26] = [
        0, 1, 3, 0, 2, 0, 0, 0, 2,
        1, // flags; bits of a block and of a span; spare sizes; blocks; longest and shortest code
        2, 0, 0, 0, 3, 0, // first symbols with one bit and with two; how many symbols
        4, 0xf0, 0xff, 2, 0xf0, 0xff, 0, 0x10, 0, 0, // the symbols, and a byte that makes their number even
    ];
    const ROW: [u8; 9] = [4, 2, 4, 2, 4, 2, 2, 4, 2];

    #[test]
    fn numbers_are_found_in_any_order() {
        let (_, mut pairs) = Pairs::read(&mut Cursor::new(PACKED.as_slice()), 9, true).unwrap();
        // The 5th number is the 5th of block 0; the 13th would be the 7th of block 1.
        let index = [0, 0, 0, 0, 4, 0, 1, 0, 0, 0, 6, 0];
        let sizes = [5, 0, 2, 0];
        assert_eq!((pairs.set_index_offset(0), pairs.set_sizes_offset(12), pairs.set_blocks_offset(16)), (12, 16, 68));
        let mut file = [index.as_slice(), &sizes].concat();
        file.resize(64, 0);
        file.extend([0b1110_0000, 0, 0b0110_0000, 0]);
        let source = Source::Whole(file);
        for (place, number) in ROW.iter().enumerate().rev() {
            assert_eq!(pairs.number(&source, place as u64).unwrap(), u16::from(*number), "{place}");
        }
        assert!(pairs.number(&source, 16).is_err());
    }

    #[test]
    fn damage_is_refused_or_leads_nowhere() {
        for place in 0..PACKED.len() {
            for change in 1..=255 {
                let mut bytes = PACKED;
                bytes[place] ^= change;
                let Ok((_, mut pairs)) = Pairs::read(&mut Cursor::new(bytes.as_slice()), 9, true) else { continue };
                pairs.set_index_offset(0);
                pairs.set_sizes_offset(12);
                pairs.set_blocks_offset(16);
                for number in 0..9 {
                    let _ = pairs.number(&Source::Whole(vec![change; 80]), number);
                }
            }
        }
        let symbol_of_itself = [2, 0x20, 0];
        let mut bytes = PACKED;
        bytes[22..25].copy_from_slice(&symbol_of_itself);
        let error = Pairs::read(&mut Cursor::new(bytes.as_slice()), 9, true).unwrap_err().to_string();
        assert_eq!(error, "damaged: invalid list of symbols");
    }
}
