//! Probes Syzygy tablebases with up to seven men: WDL (win, draw or loss under the fifty-move rule) and DTZ (plies to
//! the next capture or pawn move).
//!
//! Large files are read block by block. Nothing in them is trusted: an offset outside a file is an error that names it.
//!
//! Reference: R. de Man, Syzygy endgame tablebases (2013).

mod header;
mod index;
mod leading_group;
mod men;
mod pairs;
mod probe;
mod ranked_moves;
mod source;
mod table;
mod wdl;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use spielbaum_core::TextError;

pub use header::Kind;
pub use men::Men;
pub(crate) use probe::moves_of;
pub use ranked_moves::RankedMove;
pub use table::Table;
pub use wdl::Wdl;

/// The available Syzygy files.
#[derive(Default, Debug)]
pub struct Syzygy {
    tables: Vec<Table>,
    /// The index of a table by its men and kind, and whether the colours have to be swapped for it.
    by_material: HashMap<(Men, Kind), (usize, bool)>,
    most_men: usize,
}

impl Syzygy {
    /// Opens all Syzygy files of some folders and checks their headers; of two with the same name, the first wins.
    pub fn open(folders: &[PathBuf]) -> Result<Syzygy, TextError> {
        let mut syzygy = Syzygy::default();
        for folder in folders {
            for (path, men, kind) in list_files(folder)? {
                if !syzygy.by_material.contains_key(&(men, kind)) {
                    syzygy.add(Table::open(path, men, kind)?);
                }
            }
        }
        Ok(syzygy)
    }

    fn add(&mut self, table: Table) {
        let (men, kind) = (table.men(), table.kind());
        let place = self.tables.len();
        self.by_material.insert((men.flipped(), kind), (place, !men.is_symmetric()));
        self.by_material.insert((men, kind), (place, false));
        if kind == Kind::Wdl {
            self.most_men = self.most_men.max(men.count());
        }
        self.tables.push(table);
    }

    /// All files, fewest men first.
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }

    /// The most men of any file, kings included; 0 without files.
    pub fn most_men(&self) -> usize {
        self.most_men
    }

    fn table(&self, men: Men, kind: Kind) -> Option<(&Table, bool)> {
        self.by_material.get(&(men, kind)).map(|(place, is_flipped)| (&self.tables[*place], *is_flipped))
    }
}

/// The Syzygy files of a folder with the material and kind given by their names, fewest men first.
fn list_files(folder: &Path) -> Result<Vec<(PathBuf, Men, Kind)>, TextError> {
    let failed = |error: std::io::Error| {
        TextError::new(format!("{}: {error}", TextError::at("endings", &folder.display().to_string(), "")))
    };
    let mut files = Vec::new();
    for entry in folder.read_dir().map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let Some(kind) = Kind::ALL.into_iter().find(|kind| kind.extension() == extension) else { continue };
        let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
        let men: Men = name.parse()?;
        files.push((path, men, kind));
    }
    files.sort_by_key(|(_, men, kind)| (men.count(), men.to_string(), *kind));
    Ok(files)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// A file for a king and a bishop against a king: every position is drawn, so that the file stores no values.
    fn drawn() -> Vec<u8> {
        let mut bytes = vec![0x71, 0xe8, 0x23, 0x5d, 1];
        // The rank of the leading group; both kings and the bishop.
        bytes.extend([0x00, 0x66, 0xee, 0x33]);
        bytes.push(0);
        bytes.extend([0x80, 2, 0x80, 2]);
        bytes.resize(80, 0);
        bytes
    }

    #[test]
    fn files_are_found_by_name_and_errors_name_the_damaged_file() {
        let folder = std::env::temp_dir().join(format!("spielbaum-syzygy-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("KBvK.rtbw");
        let open = || Syzygy::open(std::slice::from_ref(&folder));
        fs::write(folder.join("README.txt"), "not a table").unwrap();
        assert!(open().unwrap().is_empty());
        fs::write(&path, drawn()).unwrap();
        let syzygy = open().unwrap();
        assert_eq!((syzygy.most_men(), syzygy.tables().len()), (3, 1));
        for fen in ["8/8/8/8/3k4/8/8/KB6 w - - 0 1", "8/8/8/8/3K4/8/8/kb6 w - - 0 1"] {
            assert_eq!(syzygy.wdl(&fen.parse().unwrap()), Ok(Some(Wdl::Draw)));
        }
        for fen in ["8/8/8/8/3k4/8/8/KQ6 w - - 0 1", "8/8/8/8/3k4/8/8/KBN5 w - - 0 1"] {
            assert_eq!(syzygy.wdl(&fen.parse().unwrap()), Ok(None));
        }
        for length in 0..80 {
            fs::write(&path, &drawn()[..length]).unwrap();
            let error = open().unwrap_err().to_string();
            assert!(error.contains("KBvK.rtbw"), "{length}: {error}");
        }
        for place in 0..14 {
            let mut damaged = drawn();
            damaged[place] ^= 0x99;
            fs::write(&path, damaged).unwrap();
            let found = open().and_then(|syzygy| syzygy.wdl(&"8/8/8/8/3k4/8/8/KB6 w - - 0 1".parse().unwrap()));
            assert!(place == 9 || found.is_err() || found == Ok(Some(Wdl::Draw)), "{place} {found:?}");
        }
        fs::rename(&path, folder.join("KvBK.rtbw")).unwrap();
        assert!(open().unwrap_err().to_string().contains("'KvBK'"));
        fs::remove_dir_all(folder).unwrap();
    }
}
