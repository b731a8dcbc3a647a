//! One file, opened on first use.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use spielbaum_core::TextError;
use spielbaum_games::chess::{Board, Color};

use super::header::{Header, Kind, Part, Row};
use super::index::pawn_file;
use super::men::Men;
use super::source::Source;
use super::wdl::Wdl;

/// A file whose header has been checked.
#[derive(Debug)]
pub struct Table {
    path: PathBuf,
    men: Men,
    kind: Kind,
    bytes: u64,
    /// Opened lazily: folders have thousands of files, more than the limit on open files.
    content: OnceLock<Result<Content, TextError>>,
}

#[derive(Debug)]
struct Content {
    header: Header,
    source: Source,
}

/// Flags of DTZ rows: the side to move that is stored, and whether wins and losses are counted in plies instead of
/// moves.
const BLACK_MOVES: u8 = 1;
const WINS_IN_PLIES: u8 = 4;
const LOSSES_IN_PLIES: u8 = 8;

impl Table {
    /// Opens the file at `path` and checks its header.
    pub(super) fn open(path: PathBuf, men: Men, kind: Kind) -> Result<Table, TextError> {
        let bytes = fs::metadata(&path).map_err(|error| named(&path, &error))?.len();
        let table = Table { path, men, kind, bytes, content: OnceLock::new() };
        table.header()?;
        Ok(table)
    }

    /// Its material.
    pub fn men(&self) -> Men {
        self.men
    }

    /// Its kind.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The size of the file.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    fn header(&self) -> Result<Header, TextError> {
        let file = File::open(&self.path).map_err(|error| named(&self.path, &error))?;
        let read = Header::read(BufReader::new(file), self.men, self.kind, self.bytes);
        read.map_err(|error| named(&self.path, &error))
    }

    fn content(&self) -> Result<&Content, TextError> {
        let content = self.content.get_or_init(|| {
            let source = Source::open(&self.path).map_err(|error| named(&self.path, &error))?;
            Ok(Content { header: self.header()?, source })
        });
        content.as_ref().map_err(TextError::clone)
    }

    /// Probes a WDL file. Where a capture is at least as good, the result may be any outcome that is not better.
    pub(super) fn wdl(&self, board: &Board, is_flipped: bool) -> Result<Wdl, TextError> {
        let content = self.content()?;
        let (part, is_flipped, black_moves) = self.part(content, board, is_flipped);
        let row = &part.rows[usize::from(black_moves)];
        let number = self.number(content, row, board, is_flipped)?;
        Wdl::from_number(number).ok_or_else(|| named(&self.path, &format!("damaged: {number} is not an outcome")))
    }

    /// Probes a DTZ file: the plies to the next capture, pawn move or mate, minus one, provided that no such move keeps
    /// the outcome `wdl` at once. `None` where only positions with the other side to move are stored.
    pub(super) fn dtz(&self, board: &Board, is_flipped: bool, wdl: Wdl) -> Result<Option<i32>, TextError> {
        let content = self.content()?;
        let (part, is_flipped, black_moves) = self.part(content, board, is_flipped);
        if (part.flags & BLACK_MOVES != 0) != black_moves && !self.men.is_symmetric() {
            return Ok(None);
        }
        let number = self.number(content, &part.rows[0], board, is_flipped)?;
        let (map, plies_flag) = match wdl {
            Wdl::Win | Wdl::Draw => (0, WINS_IN_PLIES),
            Wdl::Loss => (1, LOSSES_IN_PLIES),
            Wdl::CursedWin => (2, 0),
            Wdl::BlessedLoss => (3, 0),
        };
        let meant = match &part.maps {
            Some(maps) => maps[map].get(usize::from(number)).copied(),
            None => Some(number),
        };
        let meant = meant.ok_or_else(|| named(&self.path, &format!("damaged: {number} is not a distance")))?;
        Ok(Some(i32::from(meant) * if part.flags & plies_flag != 0 { 1 } else { 2 }))
    }

    /// The part that a position belongs to, whether its colours have to be swapped, and whether black is to move then.
    fn part<'a>(&self, content: &'a Content, board: &Board, is_flipped: bool) -> (&'a Part, bool, bool) {
        let is_black = board.side_to_move() == Color::Black;
        // With the same men on both sides, only positions with white to move are stored.
        let is_flipped = if self.men.is_symmetric() { is_black } else { is_flipped };
        let parts = &content.header.parts;
        let file = match parts.len() {
            1 => 0,
            _ => pawn_file(board, parts[0].rows[0].numbering.first_man(), is_flipped).unwrap_or_default(),
        };
        (&parts[file], is_flipped, is_black != is_flipped)
    }

    fn number(&self, content: &Content, row: &Row, board: &Board, is_flipped: bool) -> Result<u16, TextError> {
        let index = row.numbering.number(board, is_flipped);
        row.pairs.number(&content.source, index).map_err(|error| named(&self.path, &error))
    }
}

/// Prefixes an error with the file.
fn named(path: &Path, error: &dyn std::fmt::Display) -> TextError {
    TextError::new(format!("{}: {error}", TextError::at("endings", &path.display().to_string(), "")))
}
