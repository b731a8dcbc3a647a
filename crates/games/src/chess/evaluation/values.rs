//! The values of the evaluation's terms, as data: `values.toml`, fitted to games by `spielbaum train chess`.
//!
//! A group of values belongs to one term and has one pair of numbers for each case: a piece, a square, a number of
//! moves. All groups are concatenated in one list, so that the fit works on indices and counts only.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Deserialize;
use spielbaum_core::TextError;

use super::pair::Pair;
use super::terms::Term;

/// A group of values: its name in the file, the term that it belongs to, and how many pairs it has.
pub(super) struct Group {
    pub(super) name: &'static str,
    pub(super) term: Term,
    pub(super) len: usize,
}

/// Declares the groups and, for each, the constant of its first place.
macro_rules! groups {
    ($($place:ident $name:literal $term:ident $len:literal;)*) => {
        /// All groups, in the order of their places.
        pub(super) const GROUPS: &[Group] =
            &[$(Group { name: $name, term: Term::$term, len: $len }),*];
        groups!(@places 0; $($place $len;)*);
    };
    (@places $first:expr; $place:ident $len:literal; $($rest:tt)*) => {
        pub(super) const $place: usize = $first;
        groups!(@places $first + $len; $($rest)*);
    };
    (@places $first:expr;) => {
        /// The number of values.
        pub(super) const COUNT: usize = $first;
    };
}

groups! {
    // By piece from pawn to queen.
    MATERIAL "material" Material 5;
    // By piece and square from its owner's view, a1 first.
    SQUARES "squares" Squares 384;
    // By the number of squares that a piece can go to.
    KNIGHT_MOVES "knight-moves" Mobility 9;
    BISHOP_MOVES "bishop-moves" Mobility 14;
    ROOK_MOVES "rook-moves" Mobility 15;
    QUEEN_MOVES "queen-moves" Mobility 28;
    // By file.
    ISOLATED "isolated" Pawns 8;
    DOUBLED "doubled" Pawns 1;
    BACKWARD "backward" Pawns 1;
    // By rank.
    BESIDE "side-by-side" Pawns 8;
    SUPPORTED "supported" Pawns 8;
    PASSED "passed" Passed 8;
    PASSED_FREE "passed-free" Passed 8;
    PASSED_BLOCKED "passed-blocked" Passed 8;
    // By the distance of a king to the square in front of the pawn.
    PASSED_OWN_KING "passed-own-king" Passed 8;
    PASSED_OTHER_KING "passed-other-king" Passed 8;
    BISHOP_PAIR "bishop-pair" Bishops 1;
    // By the number of own pawns on squares of the bishop's colour.
    BISHOP_PAWNS "bishop-pawns" Bishops 9;
    BEHIND_PAWN "behind-pawn" Bishops 1;
    OPEN_FILE "open-file" Rooks 1;
    HALF_OPEN_FILE "half-open-file" Rooks 1;
    KNIGHT_OUTPOST "knight-outpost" Outposts 1;
    BISHOP_OUTPOST "bishop-outpost" Outposts 1;
    // By the piece attacked, pawn to queen.
    PAWN_THREAT "pawn-threat" Threats 5;
    MINOR_THREAT "minor-threat" Threats 5;
    ROOK_THREAT "rook-threat" Threats 5;
    QUEEN_THREAT "queen-threat" Threats 1;
    KING_THREAT "king-threat" Threats 1;
    HANGING "hanging" Threats 1;
    PUSH_THREAT "push-threat" Threats 1;
    // By points of danger to the king, with and without a queen that attacks.
    SAFETY "king-danger" Safety 64;
    SAFETY_NO_QUEEN "king-danger-no-queen" Safety 64;
    // By the file's distance from the edge and the rank of the pawn next to the king on it, 0 for none.
    SHIELD "shield" Shield 32;
    STORM "storm" Shield 32;
    TEMPO "tempo" Tempo 1;
}

/// A value in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Numbers {
    middle: Vec<i16>,
    end: Vec<i16>,
}

/// All values, by place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Values(pub(super) Box<[Pair; COUNT]>);

impl Values {
    /// Reads a file of values.
    pub(super) fn read(text: &str) -> Result<Values, TextError> {
        let wrong = |group: &str, what: &str| TextError::new(format!("values: group '{group}' {what}"));
        let mut groups: BTreeMap<String, Numbers> =
            toml::from_str(text).map_err(|error| TextError::new(format!("values: {}", error.message())))?;
        let mut values = Box::new([Pair::default(); COUNT]);
        let mut place = 0;
        for group in GROUPS {
            let numbers = groups.remove(group.name).ok_or_else(|| wrong(group.name, "is missing"))?;
            if numbers.middle.len() != group.len || numbers.end.len() != group.len {
                return Err(wrong(group.name, &format!("must have {} numbers for each phase", group.len)));
            }
            for (middle, end) in numbers.middle.into_iter().zip(numbers.end) {
                values[place] = Pair::new(middle.into(), end.into());
                place += 1;
            }
        }
        match groups.into_keys().next() {
            Some(unknown) => Err(wrong(&unknown, "is unknown")),
            None => Ok(Values(values)),
        }
    }

    /// The text that [`read`](Values::read) reads back, eight numbers per line.
    pub(super) fn write(&self) -> String {
        let mut text = String::new();
        let mut place = 0;
        for group in GROUPS {
            let pairs = &self.0[place..place + group.len];
            place += group.len;
            writeln!(text, "\n[{}]", group.name).expect("writing to a string cannot fail");
            for (phase, of) in [("middle", Pair::middle as fn(Pair) -> i32), ("end", Pair::end)] {
                let numbers: Vec<String> = pairs.iter().map(|&pair| of(pair).to_string()).collect();
                let lines: Vec<String> = numbers.chunks(8).map(|line| line.join(", ")).collect();
                let (open, close) = if lines.len() > 1 { ("\n  ", ",\n") } else { ("", "") };
                writeln!(text, "{phase} = [{open}{}{close}]", lines.join(",\n  "))
                    .expect("writing to a string cannot fail");
            }
        }
        text
    }

    /// Multiplies all values of a term.
    pub(super) fn weigh(&mut self, term: Term, weight: f32) {
        let scaled = |value: i32| (value as f32 * weight).round().clamp(-30_000.0, 30_000.0) as i32;
        let mut place = 0;
        for group in GROUPS {
            for value in &mut self.0[place..place + group.len] {
                if group.term == term {
                    *value = Pair::new(scaled(value.middle()), scaled(value.end()));
                }
            }
            place += group.len;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_of_values_is_what_writing_them_gives() {
        let text = include_str!("values.toml");
        let values = Values::read(text).unwrap();
        let written = values.write();
        assert_eq!(Values::read(&written).unwrap(), values);
        let body = text.find("\n[").map_or("", |start| &text[start..]);
        assert_eq!(written, body);
    }

    #[test]
    fn mistakes_in_a_file_are_named() {
        let text = include_str!("values.toml");
        let error = |text: &str| Values::read(text).unwrap_err().to_string();
        assert!(error(&text.replace("[tempo]", "[haste]")).contains("'tempo' is missing"));
        assert!(error(&format!("{text}\n[haste]\nmiddle = [1]\nend = [1]")).contains("'haste' is unknown"));
        let short = error(&text.replacen("[doubled]\nmiddle = [", "[doubled]\nmiddle = [1, ", 1));
        assert!(short.contains("'doubled' must have 1 numbers"), "{short}");
    }
}
