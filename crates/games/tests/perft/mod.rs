//! Tables of perft counts, one text file a game beside this file.
//!
//! A line is `POSITION = n1 n2 n3 …`: the counts for depth 1, 2, 3 … from a position text, or from the start position
//! for `start`. Empty lines and lines that begin with `#` say nothing.

use std::path::Path;

/// One line of a table.
pub(crate) struct Row {
    /// Where it stands, for messages: `chess.txt:3`.
    pub(crate) place: String,
    /// The position text; none for the start position.
    pub(crate) position: Option<String>,
    /// The counts for depth 1, 2, 3 …
    pub(crate) counts: Vec<u64>,
}

/// The table of the game `name`.
pub(crate) fn table(name: &str) -> Vec<Row> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft").join(format!("{name}.txt"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let rows: Vec<Row> = lines.map(|(index, line)| read_row(line, format!("{name}.txt:{}", index + 1))).collect();
    assert!(!rows.is_empty(), "{} holds no counts", path.display());
    rows
}

fn read_row(line: &str, place: String) -> Row {
    let (position, counts) = line.split_once(" = ").unwrap_or_else(|| panic!("{place}: no ' = ' in '{line}'"));
    let read_count = |count: &str| count.parse().unwrap_or_else(|error| panic!("{place}: '{count}': {error}"));
    let counts: Vec<u64> = counts.split_whitespace().map(read_count).collect();
    assert!(!counts.is_empty(), "{place}: no counts");
    let position = (position.trim() != "start").then(|| position.trim().to_owned());
    Row { place, position, counts }
}
