//! A book as bytes.
//!
//! ```text
//! magic      8 bytes  "SPBMBOOK"
//! version    1 byte   1
//! plies      1 byte
//! game       1 byte for its length, then the name with options as the command line takes it
//! positions  4 bytes, little endian
//! checksum   8 bytes, little endian: FNV-1a of all other bytes and of the keys, which are not stored
//! values     1 byte per position: the margin for the side to move, −128 if unknown
//! ```
//!
//! The checksum covers the keys because a reader with other keys would find the values in another order.

use spielbaum_core::{Checksum, Knowledge, Notation, TextError};

use super::{Book, Layer};

const MAGIC: &[u8; 8] = b"SPBMBOOK";
const VERSION: u8 = 1;
const CHECKSUM_BYTES: usize = 8;

/// The header of a book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookHeader {
    /// The game with its options, as the command line takes it.
    pub game: String,
    /// Plies from the start.
    pub plies: u32,
    /// Number of positions.
    pub positions: usize,
    checksum: u64,
    /// Offset of the checksum in the file.
    end: usize,
}

impl BookHeader {
    /// Reads the header of a book.
    pub fn read(bytes: &[u8]) -> Result<BookHeader, TextError> {
        let mut rest = bytes;
        let mut take = |count: usize| {
            let (taken, left) = rest.split_at_checked(count).ok_or_else(|| TextError::new("the book is cut off"))?;
            rest = left;
            Ok::<&[u8], TextError>(taken)
        };
        if !MAGIC.starts_with(&bytes[..bytes.len().min(MAGIC.len())]) || bytes.is_empty() {
            return Err(TextError::new("not a book"));
        }
        take(MAGIC.len())?;
        let version = take(1)?[0];
        if version != VERSION {
            return Err(TextError::new(format!("a book of version {version}; this program reads version {VERSION}")));
        }
        let plies = take(1)?[0].into();
        let length = take(1)?[0].into();
        let game = String::from_utf8(take(length)?.to_vec()).map_err(|_| damaged())?;
        let positions = u32::from_le_bytes(take(4)?.try_into().expect("4 bytes")) as usize;
        let checksum = u64::from_le_bytes(take(CHECKSUM_BYTES)?.try_into().expect("8 bytes"));
        Ok(BookHeader { game, plies, positions, checksum, end: bytes.len() - rest.len() - CHECKSUM_BYTES })
    }
}

fn damaged() -> TextError {
    TextError::new("the book is damaged or was written by another version: its checksum is wrong")
}

impl<G: Notation + Knowledge> Book<G> {
    /// Reads a book of the game with this start position.
    pub fn read(bytes: &[u8], start: &G) -> Result<Book<G>, TextError> {
        let header = BookHeader::read(bytes)?;
        let game = start.game_text();
        if header.game != game {
            return Err(TextError::new(format!("a book of '{}', not of '{game}'", header.game)));
        }
        let (front, back) = bytes.split_at(header.end);
        let values = &back[CHECKSUM_BYTES..];
        if values.len() < header.positions {
            let (found, positions) = (values.len(), header.positions);
            return Err(TextError::new(format!("the book is cut off: {found} of {positions} values")));
        }
        // Before the tree walk, which would take long for a damaged number of plies.
        if header.plies > Book::<G>::MOST_PLIES || values.len() > header.positions {
            return Err(damaged());
        }
        let mut book = Book::new(start, header.plies)?;
        if book.layers.iter().map(|layer| layer.keys.len()).sum::<usize>() != header.positions {
            return Err(damaged());
        }
        let mut rest = values;
        for layer in &mut book.layers {
            let (own, others) = rest.split_at(layer.keys.len());
            layer.values = own.iter().map(|byte| *byte as i8).collect();
            rest = others;
        }
        if checksum(front, &book.layers) == header.checksum { Ok(book) } else { Err(damaged()) }
    }

    /// The book as bytes, which [`read`](Book::read) takes back.
    pub fn to_bytes(&self) -> Vec<u8> {
        let game = self.start.game_text();
        let positions: usize = self.layers.iter().map(|layer| layer.keys.len()).sum();
        let mut bytes = MAGIC.to_vec();
        bytes.extend([VERSION, self.plies() as u8, game.len() as u8]);
        bytes.extend(game.as_bytes());
        bytes.extend((positions as u32).to_le_bytes());
        let checksum = checksum(&bytes, &self.layers);
        bytes.extend(checksum.to_le_bytes());
        bytes.extend(self.layers.iter().flat_map(|layer| &layer.values).map(|value| *value as u8));
        bytes
    }
}

/// The checksum of the header, the keys and the values.
fn checksum(front: &[u8], layers: &[Layer]) -> u64 {
    let whole = layers.iter().fold(Checksum::new().with(front), |sum, layer| {
        let sum = layer.keys.iter().fold(sum, |sum, key| sum.with(&key.to_le_bytes()));
        layer.values.iter().fold(sum, |sum, value| sum.with(&[*value as u8]))
    });
    whole.value()
}
