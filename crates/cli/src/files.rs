//! Files that are never half written, and where they usually are.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;

use crate::failure::Failure;

/// Writes a file so that at every moment either the old or the new one is there, whole.
pub(crate) fn write(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write_with(file, |target| target.write_all(bytes))
}

/// The same for what is too large to be held in memory a second time.
pub(crate) fn write_with(
    file: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<(), Failure> {
    let named = |error: io::Error| Failure::Io(io::Error::new(error.kind(), format!("{}: {error}", file.display())));
    // What is no file (a device, a pipe) must not be replaced by one.
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
        // Half a file helps nobody; the error that counts is the first.
        let _ = std::fs::remove_file(&part);
        named(error)
    })
}

/// What packed files (gzip) begin with.
const PACKED: [u8; 2] = [0x1f, 0x8b];

/// Writes a file as [`write()`] does, packed if its name ends with `.gz`.
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

/// Reads a text, packed or not.
pub(crate) fn read_packed(file: &Path) -> Result<String, Failure> {
    let read = || {
        let bytes = std::fs::read(file)?;
        let bytes = if bytes.starts_with(&PACKED) {
            let mut unpacked = Vec::new();
            let result = MultiGzDecoder::new(bytes.as_slice()).read_to_end(&mut unpacked);
            result.map_err(|error| io::Error::new(error.kind(), format!("it cannot be unpacked: {error}")))?;
            unpacked
        } else {
            bytes
        };
        String::from_utf8(bytes).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not a text"))
    };
    read().map_err(|error| Failure::input(&file.display().to_string(), error))
}

/// The folder for what outlasts a command, if the user has a home.
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
