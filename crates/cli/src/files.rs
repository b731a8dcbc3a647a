//! Atomic and compressed files, and the data folder.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;

use crate::failure::Failure;

/// Writes a file atomically: at every moment either the old or the new one exists, complete.
pub(crate) fn write(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write_with(file, |target| target.write_all(bytes))
}

/// The same with a writer, for contents too large to be copied in memory.
pub(crate) fn write_with(
    file: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<(), Failure> {
    let named = |error: io::Error| Failure::Io(io::Error::new(error.kind(), format!("{}: {error}", file.display())));
    // Devices and pipes must not be replaced by a file.
    if file.exists() && !file.is_file() {
        let target = File::options().write(true).open(file);
        let written = target.map(BufWriter::new).and_then(|mut target| {
            write(&mut target)?;
            target.flush()
        });
        return written.map_err(named);
    }
    let part = file.with_added_extension("part");
    let written = write_and_sync(&part, write).and_then(|()| std::fs::rename(&part, file));
    written.map_err(|error| {
        // Remove the partial file; the first error is the one to report.
        let _ = std::fs::remove_file(&part);
        named(error)
    })
}

/// The magic number of gzip.
const PACKED: [u8; 2] = [0x1f, 0x8b];

/// Writes a file as [`write()`] does, gzipped if its name ends with `.gz`.
pub(crate) fn write_packed(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if file.extension().is_none_or(|end| end != "gz") {
        return write(file, bytes);
    }
    write_with(file, |target| {
        let mut packer = GzEncoder::new(target, Compression::best());
        packer.write_all(bytes)?;
        packer.finish().map(|_| ())
    })
}

/// Reads a text file, gzipped or not.
pub(crate) fn read_packed(file: &Path) -> Result<String, Failure> {
    let read = || {
        let bytes = std::fs::read(file)?;
        let bytes = if bytes.starts_with(&PACKED) {
            let mut unpacked = Vec::new();
            let result = MultiGzDecoder::new(bytes.as_slice()).read_to_end(&mut unpacked);
            result.map_err(|error| io::Error::new(error.kind(), format!("cannot be decompressed: {error}")))?;
            unpacked
        } else {
            bytes
        };
        String::from_utf8(bytes).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not a text file"))
    };
    read().map_err(|error| Failure::input(&file.display().to_string(), error))
}

/// The folder for persistent data, if the user has a home.
pub(crate) fn data_folder() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let data = folder("XDG_DATA_HOME").or_else(|| Some(folder("HOME")?.join(".local/share")))?;
    Some(data.join("spielbaum"))
}

fn write_and_sync(file: &Path, write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> io::Result<()> {
    let mut target = BufWriter::new(File::create(file)?);
    write(&mut target)?;
    target.into_inner()?.sync_all()
}
