//! The bytes of a file, in memory or read on demand.

use std::borrow::Cow;
use std::fs::{self, File};
use std::path::Path;

use spielbaum_core::TextError;

/// Files up to this many bytes are read whole on first use: all those of up to four men. Larger ones reach gigabytes; a
/// probe reads a few dozen bytes of them, and the page cache keeps what is probed often.
const WHOLE_FILE_LIMIT: u64 = 1 << 20;

#[derive(Debug)]
pub(super) enum Source {
    Whole(Vec<u8>),
    #[cfg(unix)]
    OnDemand(File),
}

impl Source {
    pub(super) fn open(path: &Path) -> Result<Source, TextError> {
        Source::open_with(path, WHOLE_FILE_LIMIT)
    }

    /// The same with another limit for files that are read whole.
    pub(super) fn open_with(path: &Path, whole: u64) -> Result<Source, TextError> {
        let failed = |error: std::io::Error| TextError::new(error.to_string());
        let file = File::open(path).map_err(failed)?;
        #[cfg(unix)]
        if file.metadata().map_err(failed)?.len() > whole {
            return Ok(Source::OnDemand(file));
        }
        drop(file);
        Ok(Source::Whole(fs::read(path).map_err(failed)?))
    }

    /// The bytes at an offset.
    #[inline]
    pub(super) fn bytes(&self, offset: u64, count: usize) -> Result<Cow<'_, [u8]>, TextError> {
        match self {
            Source::Whole(bytes) => {
                let end = offset.saturating_add(count as u64) as usize;
                bytes.get(offset as usize..end).map(Cow::Borrowed).ok_or_else(truncated)
            }
            #[cfg(unix)]
            Source::OnDemand(file) => {
                let mut bytes = vec![0; count];
                std::os::unix::fs::FileExt::read_exact_at(file, &mut bytes, offset).map_err(|_| truncated())?;
                Ok(Cow::Owned(bytes))
            }
        }
    }

    #[inline]
    pub(super) fn number<const BYTES: usize>(&self, offset: u64) -> Result<u64, TextError> {
        Ok(little_endian(&self.bytes(offset, BYTES)?))
    }
}

pub(super) fn little_endian(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

pub(super) fn truncated() -> TextError {
    TextError::new("the file is cut off")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sources_read_the_same_bytes_and_none_past_the_end() {
        let path = std::env::temp_dir().join(format!("spielbaum-source-{}", std::process::id()));
        fs::write(&path, (0..=255).collect::<Vec<u8>>()).unwrap();
        for limit in [0, WHOLE_FILE_LIMIT] {
            let source = Source::open_with(&path, limit).unwrap();
            assert_eq!(source.bytes(7, 3).unwrap().as_ref(), [7, 8, 9], "{limit}");
            assert_eq!(source.number::<2>(254).unwrap(), 0xfffe, "{limit}");
            for (offset, count) in [(255, 2), (256, 1), (u64::MAX, 1), (u64::MAX - 1, 9)] {
                assert_eq!(source.bytes(offset, count), Err(truncated()), "{limit} {offset}");
            }
        }
        fs::remove_file(path).unwrap();
    }
}
