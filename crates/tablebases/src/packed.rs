//! A table as bytes.
//!
//! ```text
//! magic      8 bytes  "SPBMMATE"
//! version    1 byte   1
//! longest    2 bytes: the plies of the longest mate by white and by black, 0 where there is none
//! name       1 byte for its length, then the ending as in KQKR
//! checksum   8 bytes, little endian: FNV-1a of all other bytes
//! values     the values for white to move, then for black, as a zlib stream (RFC 1950)
//! ```

use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
use spielbaum_core::{Checksum, TextError};
use spielbaum_games::chess::Color;

use crate::index::Numbering;
use crate::{Material, Table};

const MAGIC: &[u8; 8] = b"SPBMMATE";
const VERSION: u8 = 1;
const CHECKSUM_BYTES: usize = 8;

/// From 0 to 10; beyond 6, files hardly get smaller.
const COMPRESSION_LEVEL: u8 = 6;

/// A compressed table as stored in a file; its checksum is verified.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Packed {
    material: Material,
    longest: [Option<u32>; 2],
    bytes: Vec<u8>,
    /// Where the values begin.
    values: usize,
}

impl Packed {
    /// Packs a table.
    pub fn of(table: &Table) -> Packed {
        let name = table.material().to_string();
        let longest = Color::ALL.map(|winner| table.longest(winner));
        let mut bytes = MAGIC.to_vec();
        bytes.push(VERSION);
        bytes.extend(longest.map(|plies| plies.unwrap_or_default() as u8));
        bytes.push(name.len() as u8);
        bytes.extend(name.as_bytes());
        let payload = compress_to_vec_zlib(&table.values().concat(), COMPRESSION_LEVEL);
        let checksum = Checksum::new().with(&bytes).with(&payload).value();
        bytes.extend(checksum.to_le_bytes());
        let values = bytes.len();
        bytes.extend(payload);
        Packed { material: table.material(), longest, bytes, values }
    }

    /// Reads a file.
    pub fn read(bytes: Vec<u8>) -> Result<Packed, TextError> {
        let mut rest = bytes.as_slice();
        let mut take = |count: usize| {
            let (taken, left) = rest.split_at_checked(count).ok_or_else(|| TextError::new("the table is cut off"))?;
            rest = left;
            Ok::<&[u8], TextError>(taken)
        };
        if take(MAGIC.len()).ok() != Some(MAGIC) {
            return Err(TextError::new("not a table of an ending"));
        }
        let version = take(1)?[0];
        if version != VERSION {
            return Err(TextError::new(format!("a table of version {version}; this program reads version {VERSION}")));
        }
        let longest = [take(1)?[0], take(1)?[0]].map(|plies| (plies > 0).then_some(plies.into()));
        let length = take(1)?[0].into();
        let name = take(length)?;
        let checksum = u64::from_le_bytes(take(CHECKSUM_BYTES)?.try_into().expect("8 bytes"));
        let values = bytes.len() - rest.len();
        if Checksum::new().with(&bytes[..values - CHECKSUM_BYTES]).with(rest).value() != checksum {
            return Err(TextError::new("the table is damaged: its checksum is wrong"));
        }
        let material = String::from_utf8_lossy(name).parse()?;
        Ok(Packed { material, longest, bytes, values })
    }

    /// Which ending it is.
    pub fn material(&self) -> Material {
        self.material
    }

    /// The plies of the longest mate by white and by black.
    pub fn longest(&self) -> [Option<u32>; 2] {
        self.longest
    }

    /// The whole file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Decompresses the table.
    pub(crate) fn unpack(&self) -> Table {
        let len = Numbering::of(self.material).len();
        let mut values = decompress_to_vec_zlib_with_limit(&self.bytes[self.values..], 2 * len)
            .ok()
            .filter(|values| values.len() == 2 * len)
            .expect("the checksum is right");
        let black = values.split_off(len);
        Table::of_values(self.material, [values, black])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Endings;

    #[test]
    fn a_table_survives_the_round_trip_and_every_damage_is_detected() {
        let endings = Endings::small();
        let table = endings.table("KRK".parse().unwrap()).unwrap();
        let packed = Packed::of(table);
        let bytes = packed.bytes().to_vec();
        assert_eq!(Packed::read(bytes.clone()).as_ref(), Ok(&packed));
        assert_eq!(&packed.unpack(), table);
        for length in (0..30).chain([bytes.len() - 1]) {
            assert!(Packed::read(bytes[..length].to_vec()).is_err(), "{length}");
        }
        for place in (0..40).chain([bytes.len() / 2, bytes.len() - 1]) {
            let mut damaged = bytes.clone();
            damaged[place] ^= 16;
            assert!(Packed::read(damaged).is_err(), "{place}");
        }
    }
}
