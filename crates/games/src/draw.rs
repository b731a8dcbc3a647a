//! Rectangular boards with coordinates: drawn with the last move in brackets, and as data.

use spielbaum_core::{Place, Side};

/// A board of rows and columns to draw.
pub(crate) struct Grid<'a> {
    /// Labels of the rows from the top; empty for none.
    pub(crate) rows: Vec<String>,
    /// Labels of the columns from the left.
    pub(crate) columns: Vec<String>,
    /// The glyph of a cell (row, column), one character wide apart from colour codes.
    pub(crate) glyph: &'a dyn Fn(usize, usize) -> String,
    /// The cell (row, column) of the last move.
    pub(crate) last: Option<(usize, usize)>,
}

impl Grid<'_> {
    /// One line per row, ` X ` for a cell and `[X]` for the last move, with the column labels below.
    pub(crate) fn draw(&self) -> String {
        let width = self.rows.iter().map(String::len).max().unwrap_or(0);
        let mut text = String::new();
        for (row, label) in self.rows.iter().enumerate() {
            text += &format!(" {label:>width$} ");
            for column in 0..self.columns.len() {
                let glyph = (self.glyph)(row, column);
                let is_last = self.last == Some((row, column));
                text += &if is_last { format!("[{glyph}]") } else { format!(" {glyph} ") };
            }
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
        text += &" ".repeat(width + 2);
        for label in &self.columns {
            text += &format!("{label:^3}");
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
        text
    }
}

/// Labels 1, 2, 3 …
pub(crate) fn numbers(count: usize) -> Vec<String> {
    (1..=count).map(|number| number.to_string()).collect()
}

/// Labels a, b, c …
pub(crate) fn letters(count: usize) -> Vec<String> {
    (0..count).map(|index| char::from(b'a' + index as u8).to_string()).collect()
}

/// The places of a rectangular board, named by column and row; `piece` returns the piece on a row and column.
pub(crate) fn grid_places(
    columns: &[String],
    rows: &[String],
    piece: impl Fn(usize, usize) -> Option<(Side, &'static str)>,
) -> Vec<Place> {
    let place = |row: usize, column: usize| Place {
        name: format!("{}{}", columns[column], rows[row]),
        piece: piece(row, column),
    };
    (0..rows.len())
        .flat_map(|row| (0..columns.len()).map(move |column| (row, column)))
        .map(|(r, c)| place(r, c))
        .collect()
}

/// Rows of pieces from the top, `X.O/.../...`: a letter for each side and one for an empty place.
pub(crate) fn piece_rows(
    pieces: &[Option<(Side, &str)>],
    columns: usize,
    letters: [&str; 2],
    empty: &str,
    separator: &str,
) -> String {
    let row =
        |row: &[Option<(Side, &str)>]| row.iter().map(|piece| piece.map_or(empty, |(side, _)| letters[side])).collect();
    pieces.chunks(columns).map(row).collect::<Vec<String>>().join(separator)
}
