//! The opening book that a command asks before it searches: a file, or the one within the program.

use std::path::{Path, PathBuf};

use clap::Args;
use spielbaum_core::{Notation, TextError};
use spielbaum_players::{Playable, embedded_book};
use spielbaum_search::Book;

use crate::failure::Failure;

/// Arguments that choose a book.
#[derive(Args)]
pub(crate) struct BookArguments {
    /// Opening book ('spielbaum book make' writes them) [default: one within the program]
    #[arg(long, value_name = "FILE", conflicts_with = "no_book")]
    book: Option<PathBuf>,

    /// Search, even where the book knows the answer
    #[arg(long)]
    no_book: bool,
}

/// A book with the name that a person knows it by.
pub(crate) struct OpenBook<G> {
    pub(crate) name: String,
    pub(crate) book: Book<G>,
}

impl BookArguments {
    /// The book for a position; the one within the program only where `takes_embedded` allows it.
    pub(crate) fn open<G>(&self, position: &G, takes_embedded: bool) -> Result<Option<OpenBook<G>>, Failure>
    where
        G: Playable,
    {
        if let Some(file) = &self.book {
            let book = read(file, &start_of(position)?)?;
            return Ok(Some(OpenBook { name: format!("{}, up to ply {}", file.display(), book.plies()), book }));
        }
        if self.no_book || !takes_embedded {
            return Ok(None);
        }
        let embedded = embedded_book(position).cloned();
        Ok(embedded.map(|book| OpenBook { name: format!("embedded, up to ply {}", book.plies()), book }))
    }
}

/// The start position of the game that a position belongs to, with its options.
fn start_of<G: Notation>(position: &G) -> Result<G, TextError> {
    let game = position.game_text();
    game.split_once(':').map_or_else(|| Ok(G::default()), |(_, options)| format!("{options};").parse())
}

/// Reads a book from a file.
pub(crate) fn read<G: Playable>(file: &Path, start: &G) -> Result<Book<G>, Failure> {
    let place = file.display().to_string();
    let bytes = std::fs::read(file).map_err(|error| Failure::input(&place, error))?;
    Book::read(&bytes, start).map_err(|error| Failure::input(&place, error))
}
