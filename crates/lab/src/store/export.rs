//! Exports a run as CSV or JSON lines.

use std::io::{self, Write};

use rusqlite::types::ValueRef;

use super::{Store, StoreError};

/// The format of an export.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// A header line, then one line per row (RFC 4180).
    Csv,
    /// One JSON object per line.
    JsonLines,
}

/// What can be exported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// One row per game, with the players' specs.
    Games,
    /// One row per move.
    Moves,
    /// One row per search, with the player's spec.
    Searches,
}

impl Part {
    fn query(self) -> &'static str {
        match self {
            Part::Games => "SELECT * FROM results WHERE run = ?1 ORDER BY game",
            Part::Moves => "SELECT * FROM moves WHERE run = ?1 ORDER BY game, ply",
            Part::Searches => {
                "SELECT searches.*, spec FROM searches JOIN players USING (run, player) WHERE run = ?1 ORDER BY search"
            }
        }
    }
}

impl Store {
    /// Writes a part of a run, row by row.
    pub fn export(
        &mut self,
        run: i64,
        part: Part,
        format: Format,
        target: &mut impl Write,
    ) -> Result<io::Result<()>, StoreError> {
        self.tried(|connection| {
            let mut query = connection.prepare(part.query())?;
            let names: Vec<String> = query.column_names().map(str::to_owned).collect();
            if format == Format::Csv
                && let Err(error) = writeln!(target, "{}", names.join(","))
            {
                return Ok(Err(error));
            }
            let mut rows = query.query([run])?;
            while let Some(row) = rows.next()? {
                let cells: Vec<ValueRef> =
                    (0..names.len()).map(|column| row.get_ref(column)).collect::<Result<_, _>>()?;
                let line = match format {
                    Format::Csv => cells.iter().map(csv_cell).collect::<Vec<_>>().join(","),
                    Format::JsonLines => json_line(&names, &cells),
                };
                if let Err(error) = writeln!(target, "{line}") {
                    return Ok(Err(error));
                }
            }
            Ok(Ok(()))
        })
    }
}

fn csv_cell(value: &ValueRef) -> String {
    match value {
        ValueRef::Null | ValueRef::Blob(_) => String::new(),
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => number.to_string(),
        ValueRef::Text(bytes) => csv_text(&String::from_utf8_lossy(bytes)),
    }
}

/// A text as a cell of CSV (RFC 4180).
pub(crate) fn csv_text(text: &str) -> String {
    let is_plain = !text.contains([',', '"', '\n', '\r']);
    if is_plain { text.to_owned() } else { format!("\"{}\"", text.replace('"', "\"\"")) }
}

fn json_line(names: &[String], cells: &[ValueRef]) -> String {
    let json = |value: &ValueRef| match value {
        ValueRef::Null | ValueRef::Blob(_) => serde_json::Value::Null,
        ValueRef::Integer(number) => (*number).into(),
        ValueRef::Real(number) => (*number).into(),
        ValueRef::Text(bytes) => String::from_utf8_lossy(bytes).into(),
    };
    let pairs = names.iter().zip(cells).map(|(name, cell)| format!("{}:{}", serde_json::json!(name), json(cell)));
    format!("{{{}}}", pairs.collect::<Vec<_>>().join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_with_commas_and_quotes_survive() {
        assert_eq!(csv_cell(&ValueRef::Text(b"alphabeta:tt,depth=2")), "\"alphabeta:tt,depth=2\"");
        assert_eq!(csv_cell(&ValueRef::Text(b"a \"b\"")), "\"a \"\"b\"\"\"");
        assert_eq!(csv_cell(&ValueRef::Null), "");
        let names = ["a", "b"].map(str::to_owned);
        assert_eq!(json_line(&names, &[ValueRef::Real(0.5), ValueRef::Text(b"x\"y")]), r#"{"a":0.5,"b":"x\"y"}"#);
    }
}
