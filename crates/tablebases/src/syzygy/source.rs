//! The bytes of a file, whole or piece by piece.

use std::borrow::Cow;
use std::fs::{self, File};
use std::path::Path;

use spielbaum_core::TextError;

/// Files up to this many bytes are read as a whole when they are first needed: all of up to four men. Of larger ones, which
/// come to gigabytes, only the few dozen bytes of a look-up are read, and the system remembers what is asked for often.
const WHOLE: u64 = 1 << 20;

#[derive(Debug)]
pub(super) enum Source {
    Whole(Vec<u8>),
    #[cfg(unix)]
    Pieces(File),
}

impl Source {
    pub(super) fn open(path: &Path) -> Result<Source, TextError> {
        Source::open_with(path, WHOLE)
    }

    /// The same with another limit of what is read as a whole.
    pub(super) fn open_with(path: &Path, whole: u64) -> Result<Source, TextError> {
        let failed = |error: std::io::Error| TextError::new(error.to_string());
        let file = File::open(path).map_err(failed)?;
        #[cfg(unix)]
        if file.metadata().map_err(failed)?.len() > whole {
            return Ok(Source::Pieces(file));
        }
        drop(file);
        Ok(Source::Whole(fs::read(path).map_err(failed)?))
    }

    /// The bytes at a place.
    #[inline]
    pub(super) fn bytes(&self, place: u64, count: usize) -> Result<Cow<'_, [u8]>, TextError> {
        match self {
            Source::Whole(bytes) => {
                let end = place.saturating_add(count as u64) as usize;
                bytes.get(place as usize..end).map(Cow::Borrowed).ok_or_else(cut_off)
            }
            #[cfg(unix)]
            Source::Pieces(file) => {
                let mut bytes = vec![0; count];
                std::os::unix::fs::FileExt::read_exact_at(file, &mut bytes, place).map_err(|_| cut_off())?;
                Ok(Cow::Owned(bytes))
            }
        }
    }

    #[inline]
    pub(super) fn number<const BYTES: usize>(&self, place: u64) -> Result<u64, TextError> {
        Ok(little_endian(&self.bytes(place, BYTES)?))
    }
}

pub(super) fn little_endian(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

pub(super) fn cut_off() -> TextError {
    TextError::new("the file is cut off")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_the_same_whole_and_in_pieces_and_none_lie_behind_the_end() {
        let path = std::env::temp_dir().join(format!("spielbaum-source-{}", std::process::id()));
        fs::write(&path, (0..=255).collect::<Vec<u8>>()).unwrap();
        for limit in [0, WHOLE] {
            let source = Source::open_with(&path, limit).unwrap();
            assert_eq!(source.bytes(7, 3).unwrap().as_ref(), [7, 8, 9], "{limit}");
            assert_eq!(source.number::<2>(254).unwrap(), 0xfffe, "{limit}");
            for (place, count) in [(255, 2), (256, 1), (u64::MAX, 1), (u64::MAX - 1, 9)] {
                assert_eq!(source.bytes(place, count), Err(cut_off()), "{limit} {place}");
            }
        }
        fs::remove_file(path).unwrap();
    }
}
