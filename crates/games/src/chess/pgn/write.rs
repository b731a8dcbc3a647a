//! The PGN writer, in export format: the seven-tag roster first, moves in SAN, lines below 80 columns.

use std::fmt;

use spielbaum_core::{Game, Outcome, Side};

use super::super::Chess;
use super::super::notation::RESULTS;
use super::Pgn;

/// The tags of every game, with their values if unknown. `Result` follows them.
const ROSTER: [(&str, &str); 6] =
    [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", "?"), ("Black", "?")];

/// Tags that are written from the fields of [`Pgn`].
const OWN_FIELDS: [&str; 3] = ["Result", "SetUp", "FEN"];

/// The longest line of moves, in characters; the standard demands fewer than 80.
const LINE_WIDTH: usize = 79;

impl Pgn {
    /// All games in one text, an empty line between them.
    pub fn write_all(games: &[Pgn]) -> String {
        games.iter().map(Pgn::to_string).collect::<Vec<_>>().join("\n")
    }

    fn movetext(&self) -> Vec<String> {
        let mut words = Vec::new();
        push_comment(&mut words, self.comment.as_deref());
        let mut position = self.start.clone();
        let mut needs_number = true;
        for played in &self.moves {
            let number = position.board().fullmove_number();
            if position.side_to_move() == Side::First {
                words.push(format!("{number}."));
            } else if needs_number {
                words.push(format!("{number}..."));
            }
            words.push(position.san(played.mv));
            words.extend(played.nags.iter().map(|nag| format!("${nag}")));
            needs_number = push_comment(&mut words, played.comment.as_deref());
            position.play(played.mv);
        }
        words.push(result_text(self.result).to_owned());
        words
    }
}

impl fmt::Display for Pgn {
    /// One game, ended by a line feed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, unknown) in ROSTER {
            write_tag(f, name, self.tag(name).unwrap_or(unknown))?;
        }
        write_tag(f, "Result", result_text(self.result))?;
        let is_own = |name: &str| OWN_FIELDS.contains(&name) || ROSTER.iter().any(|&(known, _)| known == name);
        for (name, value) in self.tags.iter().filter(|(name, _)| !is_own(name)) {
            write_tag(f, name, value)?;
        }
        let start = self.start.fen();
        if start != Chess::default().fen() {
            write_tag(f, "SetUp", "1")?;
            write_tag(f, "FEN", &start)?;
        }
        writeln!(f)?;
        write_wrapped(f, &self.movetext())
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let line = value.replace(char::is_control, " ");
    writeln!(f, "[{name} \"{}\"]", line.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Adds the words of a comment in braces; returns whether there were any. A comment cannot contain a closing brace.
fn push_comment(words: &mut Vec<String>, comment: Option<&str>) -> bool {
    let text = comment.unwrap_or_default().replace('}', ")");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.is_empty() {
        return false;
    }
    words.extend(format!("{{{text}}}").split(' ').map(str::to_owned));
    true
}

fn write_wrapped(f: &mut fmt::Formatter<'_>, words: &[String]) -> fmt::Result {
    let mut column = 0;
    for word in words {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > LINE_WIDTH {
            writeln!(f)?;
            column = 0;
        }
        if column > 0 {
            f.write_str(" ")?;
            column += 1;
        }
        f.write_str(word)?;
        column += width;
    }
    writeln!(f)
}

fn result_text(result: Option<Outcome>) -> &'static str {
    match result {
        Some(Outcome::Win(Side::First)) => RESULTS[0],
        Some(Outcome::Win(Side::Second)) => RESULTS[1],
        Some(Outcome::Draw) => RESULTS[2],
        None => RESULTS[3],
    }
}
