//! Tables in folders, one file each.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use spielbaum_core::TextError;

use crate::syzygy::Syzygy;
use crate::{Endings, Material, Packed};

/// The name of an ending's file.
pub fn file_name(material: Material) -> String {
    format!("{material}.{EXTENSION}")
}

const EXTENSION: &str = "mate";

/// Opens all tables of a folder, plus those of three men. Every file is read and its checksum verified; of Syzygy files
/// only the headers are checked. Folders already in use are not read again. `folder` may list several folders,
/// separated as in `PATH`; of two files with the same name, the first wins.
pub fn open(folder: &Path) -> Result<Arc<Endings>, TextError> {
    /// Folders in use.
    static OPEN: Mutex<Vec<(PathBuf, Weak<Endings>)>> = Mutex::new(Vec::new());
    let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    open.retain(|(_, endings)| endings.strong_count() > 0);
    let found = open.iter().find(|(path, _)| path == folder).and_then(|(_, endings)| endings.upgrade());
    if let Some(endings) = found {
        return Ok(endings);
    }
    let mut endings = Endings::small();
    let folders = folders_in(folder);
    for folder in folders.iter().rev() {
        read(folder)?.into_iter().for_each(|packed| endings.add_packed(packed));
    }
    endings.set_syzygy(Syzygy::open(&folders)?);
    let endings = Arc::new(endings);
    open.push((folder.to_owned(), Arc::downgrade(&endings)));
    Ok(endings)
}

/// Splits a list of folders separated as in `PATH`.
fn folders_in(text: &Path) -> Vec<PathBuf> {
    if text.is_dir() {
        return vec![text.to_owned()];
    }
    let folders: Vec<PathBuf> = std::env::split_paths(text).filter(|folder| !folder.as_os_str().is_empty()).collect();
    if folders.is_empty() { vec![text.to_owned()] } else { folders }
}

/// Reads the tables of a folder, in the order of [`Material::all`].
pub fn read(folder: &Path) -> Result<Vec<Packed>, TextError> {
    let refused = |path: &Path, error: &dyn std::fmt::Display| {
        TextError::new(format!("{}: {error}", TextError::at("endings", &path.display().to_string(), "")))
    };
    fs::read_dir(folder).map_err(|error| refused(folder, &error))?;
    let mut found = Vec::new();
    for material in Material::all() {
        let path = folder.join(file_name(material));
        if !path.is_file() {
            continue;
        }
        let bytes = fs::read(&path).map_err(|error| refused(&path, &error))?;
        let packed = Packed::read(bytes).map_err(|error| refused(&path, &error))?;
        if packed.material() != material {
            return Err(refused(&path, &format!("a table of {}", packed.material())));
        }
        found.push(packed);
    }
    Ok(found)
}
