//! The opening book that a command probes before it searches: a file, or the built-in one.

use std::path::{Path, PathBuf};

use clap::Args;
use spielbaum_documents::BookChoice;
use spielbaum_players::{Playable, read_book};
use spielbaum_search::Book;

use crate::failure::Failure;

/// Arguments that choose a book.
#[derive(Args)]
pub(crate) struct BookArguments {
    /// Opening book ('spielbaum book make' writes them) [default: the built-in one]
    #[arg(long, value_name = "FILE", conflicts_with = "no_book")]
    book: Option<PathBuf>,

    /// Search even if the book has the position
    #[arg(long)]
    no_book: bool,
}

impl BookArguments {
    /// The book that may answer; the file is read at once.
    pub(crate) fn choice(&self) -> Result<BookChoice, Failure> {
        match &self.book {
            Some(file) => Ok(BookChoice::Given(file.display().to_string(), bytes(file)?.into())),
            None if self.no_book => Ok(BookChoice::None),
            None => Ok(BookChoice::BuiltIn),
        }
    }
}

fn bytes(file: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(file).map_err(|error| Failure::input(&file.display().to_string(), error))
}

/// Reads a book from a file.
pub(crate) fn read<G: Playable>(file: &Path, start: &G) -> Result<Book<G>, Failure> {
    read_book(&bytes(file)?, start).map_err(|error| Failure::input(&file.display().to_string(), error))
}
