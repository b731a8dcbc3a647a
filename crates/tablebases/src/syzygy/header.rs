//! The header of a file, and its consistency checks.
//!
//! ```text
//! magic      4 bytes: one for WDL, one for DTZ
//! flags      1 byte: 1 if the sides are stored separately, 2 for pawns
//! orders     for each file of the leading pawn, or once: the ranks of the fixed groups, then the men in order, a byte each;
//!            its lower half is for white to move, the upper one for black
//! padding    to an even offset
//! rows       for each file and side: how its values are compressed
//! maps       DTZ only, for each file that has one: what its values stand for, by outcome
//! padding    to an even offset
//! index      of each row
//! sizes      of the blocks of each row
//! blocks     of each row, aligned to 64
//! checksum   16 bytes at the next multiple of 64
//! ```

use std::io::Read;

use spielbaum_core::TextError;

use super::index::{Numbering, decode_man};
use super::leading_group::PAWN_FILES;
use super::men::{Man, Men};
use super::pairs::Pairs;
use super::source::truncated;

/// The kind of a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// Win, draw or loss under the fifty-move rule: `*.rtbw`.
    Wdl,
    /// Distance to zero, the plies to the next capture, pawn move or mate: `*.rtbz`.
    Dtz,
}

impl Kind {
    /// Both of them.
    pub const ALL: [Kind; 2] = [Kind::Wdl, Kind::Dtz];

    /// The file extension.
    pub fn extension(self) -> &'static str {
        match self {
            Kind::Wdl => "rtbw",
            Kind::Dtz => "rtbz",
        }
    }

    fn magic(self) -> [u8; 4] {
        match self {
            Kind::Wdl => [0x71, 0xe8, 0x23, 0x5d],
            Kind::Dtz => [0xd7, 0x66, 0x0c, 0xa5],
        }
    }
}

/// Everything in a file but its values.
#[derive(Debug)]
pub(super) struct Header {
    /// One, or one for each file of the leading pawn.
    pub(super) parts: Vec<Part>,
}

/// The values for one file of the leading pawn.
#[derive(Debug)]
pub(super) struct Part {
    /// White to move, then black, where there are two.
    pub(super) rows: Vec<Row>,
    pub(super) flags: u8,
    /// What DTZ values stand for: for wins, losses, cursed wins, blessed losses.
    pub(super) maps: Option<[Vec<u16>; 4]>,
}

#[derive(Debug)]
pub(super) struct Row {
    pub(super) numbering: Numbering,
    pub(super) pairs: Pairs,
}

/// Flags of DTZ rows: there are maps, and their values have two bytes.
const HAS_MAPS: u8 = 2;
const HAS_WIDE_MAPS: u8 = 16;

const IS_SPLIT: u8 = 1;
const HAS_PAWNS: u8 = 2;

const CHECKSUM_BYTES: u64 = 16;
const BLOCK_ALIGNMENT: u64 = 64;

impl Header {
    /// Reads the header of a file that is `bytes` long; every offset in it is checked to lie within the file.
    pub(super) fn read<R: Read>(reader: R, men: Men, kind: Kind, bytes: u64) -> Result<Header, TextError> {
        let mut cursor = Cursor::new(reader);
        if cursor.take().ok() != Some(kind.magic()) {
            return Err(TextError::new(format!("not a Syzygy file with the ending .{}", kind.extension())));
        }
        let has_pawns = men.pawns() != [0, 0];
        let [flags] = cursor.take()?;
        let is_split = kind == Kind::Wdl && !men.is_symmetric();
        if (flags & HAS_PAWNS != 0) != has_pawns || kind == Kind::Wdl && (flags & IS_SPLIT != 0) != is_split {
            return Err(TextError::new("damaged: its flags are those of other men"));
        }
        let count = if has_pawns { PAWN_FILES } else { 1 };
        let orders =
            (0..count).map(|file| read_order(&mut cursor, men, is_split, file)).collect::<Result<Vec<_>, _>>()?;
        // The pawn file of a position is determined before its row is known.
        let first_men = orders.iter().flatten().map(Numbering::first_man);
        if has_pawns && !first_men.clone().eq(first_men.map(|_| orders[0][0].first_man())) {
            return Err(TextError::new("damaged: its files begin with pawns of both sides"));
        }
        cursor.align()?;
        let mut parts = Vec::new();
        for numberings in orders {
            let mut part = Part { rows: Vec::new(), flags: 0, maps: None };
            for numbering in numberings {
                let (flags, pairs) = Pairs::read(&mut cursor, numbering.len(), kind == Kind::Wdl)?;
                part.rows.push(Row { numbering, pairs });
                part.flags = flags;
            }
            parts.push(part);
        }
        if kind == Kind::Dtz {
            for part in parts.iter_mut().filter(|part| part.flags & HAS_MAPS != 0) {
                part.maps = Some(read_maps(&mut cursor, part.flags & HAS_WIDE_MAPS != 0)?);
            }
            cursor.align()?;
        }
        let mut rows: Vec<&mut Pairs> =
            parts.iter_mut().flat_map(|part| &mut part.rows).map(|row| &mut row.pairs).collect();
        let indices = rows.iter_mut().fold(cursor.offset, |offset, row| row.set_index_offset(offset));
        let sizes = rows.iter_mut().fold(indices, |offset, row| row.set_sizes_offset(offset));
        let blocks = rows.iter_mut().fold(sizes, |offset, row| row.set_blocks_offset(offset));
        let expected = blocks.next_multiple_of(BLOCK_ALIGNMENT) + CHECKSUM_BYTES;
        if bytes != expected {
            return Err(TextError::new(format!("damaged: {bytes} bytes instead of {expected}")));
        }
        Ok(Header { parts })
    }
}

/// Reads the order of the men for each side to move.
fn read_order<R: Read>(
    cursor: &mut Cursor<R>,
    men: Men,
    is_split: bool,
    file: usize,
) -> Result<Vec<Numbering>, TextError> {
    let fixed = if men.pawns().iter().all(|pawns| *pawns > 0) { 2 } else { 1 };
    let bytes = (0..fixed + men.count()).map(|_| Ok(cursor.take::<1>()?[0])).collect::<Result<Vec<u8>, TextError>>()?;
    let of_side = |shift: u8| {
        let halves: Vec<u8> = bytes.iter().map(|byte| byte >> shift & 0xf).collect();
        let order: Option<Vec<Man>> = halves[fixed..].iter().map(|code| decode_man(*code)).collect();
        let order = order.ok_or_else(|| TextError::new("damaged: it has men that do not exist"))?;
        Numbering::new(men, &order, &halves[..fixed], file)
    };
    if is_split { Ok(vec![of_side(0)?, of_side(4)?]) } else { Ok(vec![of_side(0)?]) }
}

fn read_maps<R: Read>(cursor: &mut Cursor<R>, is_wide: bool) -> Result<[Vec<u16>; 4], TextError> {
    let mut maps = [const { Vec::new() }; 4];
    if is_wide {
        cursor.align()?;
    }
    let number = |cursor: &mut Cursor<R>| match is_wide {
        true => cursor.number(),
        false => Ok(cursor.take::<1>()?[0].into()),
    };
    for map in &mut maps {
        let count = number(cursor)?;
        *map = (0..count).map(|_| number(cursor)).collect::<Result<_, _>>()?;
    }
    Ok(maps)
}

/// Reads a file sequentially and tracks the offset.
pub(super) struct Cursor<R> {
    reader: R,
    offset: u64,
}

impl<R: Read> Cursor<R> {
    pub(super) fn new(reader: R) -> Cursor<R> {
        Cursor { reader, offset: 0 }
    }

    /// The next bytes.
    pub(super) fn take<const COUNT: usize>(&mut self) -> Result<[u8; COUNT], TextError> {
        let mut bytes = [0; COUNT];
        self.reader.read_exact(&mut bytes).map_err(|_| truncated())?;
        self.offset += COUNT as u64;
        Ok(bytes)
    }

    /// The next number of two bytes.
    pub(super) fn number(&mut self) -> Result<u16, TextError> {
        Ok(u16::from_le_bytes(self.take()?))
    }

    /// Skips to an even offset.
    fn align(&mut self) -> Result<(), TextError> {
        if self.offset % 2 == 1 {
            self.take::<1>()?;
        }
        Ok(())
    }
}
