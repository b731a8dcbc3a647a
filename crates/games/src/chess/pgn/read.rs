//! The PGN reader: a tokenizer, and a parser that assembles games.

use spielbaum_core::{Game, Outcome, Side, TextError};

use super::super::Chess;
use super::super::notation::{RESULTS, without_number};
use super::{Pgn, PgnMove};

/// The annotations `!`, `?` and so on; index n is glyph n + 1.
const SUFFIXES: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// The characters of [`SUFFIXES`].
const SUFFIX_LETTERS: [char; 2] = ['!', '?'];

/// The mark that some editors put at the start of a text.
const BYTE_ORDER_MARK: char = '\u{feff}';

impl Pgn {
    /// Reads all games of a text. An error names the line and the offending text.
    pub fn read_all(text: &str) -> Result<Vec<Pgn>, TextError> {
        let text = text.trim_start_matches(BYTE_ORDER_MARK);
        let mut tokens = Tokens { text, offset: 0 };
        let mut games = Vec::new();
        let mut draft = Draft::default();
        while let Some((offset, token)) = tokens.next()? {
            let add = draft.add(offset, token, &mut games);
            add.map_err(|error| on_line(text, offset, error))?;
        }
        match draft.variations.last() {
            Some(&open) => Err(on_line(text, open, TextError::new("variation '(' without ')'"))),
            None => {
                draft.finish(None, &mut games);
                Ok(games)
            }
        }
    }
}

/// A game that is being read.
#[derive(Default)]
struct Draft {
    game: Pgn,
    /// The position after the moves so far.
    position: Chess,
    /// The value of the tag `Result`.
    tagged_result: Option<Outcome>,
    /// Offsets of the open parentheses.
    variations: Vec<usize>,
    begun: Begun,
}

/// The part of a game read so far.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Begun {
    #[default]
    Nothing,
    Tags,
    Moves,
}

impl Draft {
    fn add(&mut self, offset: usize, token: Token<'_>, games: &mut Vec<Pgn>) -> Result<(), TextError> {
        match token {
            Token::Open => self.variations.push(offset),
            Token::Close if self.variations.pop().is_none() => return Err(TextError::new("')' without '('")),
            Token::Close => {}
            Token::Tag { .. } if !self.variations.is_empty() => {
                return Err(TextError::new("tag inside a variation: a ')' is missing"));
            }
            _ if !self.variations.is_empty() => {}
            Token::Tag { name, value } => {
                if self.begun == Begun::Moves {
                    self.finish(None, games);
                }
                self.begun = Begun::Tags;
                return self.add_tag(name, value);
            }
            Token::Comment(comment) => self.add_comment(&comment),
            Token::Nag(nag) => self.add_nag(nag),
            Token::Result(result) => {
                self.begun = Begun::Moves;
                self.finish(Some(result), games);
            }
            Token::Move(text) => {
                self.begun = Begun::Moves;
                return self.add_move(text);
            }
        }
        Ok(())
    }

    fn add_tag(&mut self, name: &str, value: String) -> Result<(), TextError> {
        match name {
            "FEN" => {
                self.position = value.parse()?;
                self.game.start = self.position.clone();
            }
            "SetUp" => {}
            "Result" => self.tagged_result = parse_result(&value).flatten(),
            _ => self.game.tags.push((name.to_owned(), value)),
        }
        Ok(())
    }

    fn add_comment(&mut self, comment: &str) {
        let words: Vec<&str> = comment.split_whitespace().collect();
        if words.is_empty() {
            return;
        }
        let place = match self.game.moves.last_mut() {
            Some(played) => &mut played.comment,
            None => &mut self.game.comment,
        };
        let before = place.take().into_iter();
        *place = Some(before.chain([words.join(" ")]).collect::<Vec<_>>().join(" "));
    }

    fn add_nag(&mut self, nag: u8) {
        if let Some(played) = self.game.moves.last_mut() {
            played.nags.push(nag);
        }
    }

    /// Plays a move with its suffixes, or adds suffixes that stand alone to the last one.
    fn add_move(&mut self, text: &str) -> Result<(), TextError> {
        let bare = text.trim_end_matches(SUFFIX_LETTERS);
        if !bare.is_empty() {
            let mv = self.position.find_move(bare)?;
            self.position.play(mv);
            self.game.moves.push(PgnMove::from(mv));
        }
        let suffix = &text[bare.len()..];
        if !suffix.is_empty() {
            let index = SUFFIXES.iter().position(|&known| known == suffix);
            let index = index.ok_or_else(|| TextError::at("unknown annotation", suffix, ""))?;
            self.add_nag(index as u8 + 1);
        }
        Ok(())
    }

    /// Returns the game, if there is one, and starts another. The tag gives the result if the moves do not.
    fn finish(&mut self, result: Option<Option<Outcome>>, games: &mut Vec<Pgn>) {
        let Draft { mut game, tagged_result, begun, .. } = std::mem::take(self);
        if begun != Begun::Nothing {
            game.result = result.unwrap_or(tagged_result);
            games.push(game);
        }
    }
}

/// A token of the text.
enum Token<'a> {
    Tag {
        name: &'a str,
        value: String,
    },
    Comment(String),
    Nag(u8),
    Open,
    Close,
    Result(Option<Outcome>),
    /// A move, its suffixes, or both.
    Move(&'a str),
}

/// The rest of a text.
struct Tokens<'a> {
    text: &'a str,
    offset: usize,
}

impl<'a> Tokens<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.offset..]
    }

    /// Takes `length` bytes.
    fn take(&mut self, length: usize) -> &'a str {
        let taken = &self.rest()[..length];
        self.offset += length;
        taken
    }

    /// Takes everything before the first character that `ends` accepts.
    fn take_until(&mut self, ends: impl Fn(char) -> bool) -> &'a str {
        let length = self.rest().find(ends).unwrap_or(self.rest().len());
        self.take(length)
    }

    /// The next token and its offset.
    fn next(&mut self) -> Result<Option<(usize, Token<'a>)>, TextError> {
        loop {
            self.skip_space();
            let start = self.offset;
            let Some(first) = self.rest().chars().next() else { return Ok(None) };
            let token = match first {
                '[' => self.tag(),
                '{' => self.comment(),
                ';' => Ok(Token::Comment(self.take_until(|letter| letter == '\n')[1..].to_owned())),
                '$' => self.nag(),
                '(' => {
                    self.take(1);
                    Ok(Token::Open)
                }
                ')' => {
                    self.take(1);
                    Ok(Token::Close)
                }
                _ => match self.word() {
                    Ok("") => continue,
                    Ok(word) => Ok(parse_result(word).map_or(Token::Move(word), Token::Result)),
                    Err(error) => Err(error),
                },
            };
            let token = token.map_err(|error| on_line(self.text, start, error))?;
            return Ok(Some((start, token)));
        }
    }

    /// Skips white space and lines that begin with `%`, the escape mechanism of PGN.
    fn skip_space(&mut self) {
        loop {
            self.take_until(|letter| !letter.is_whitespace());
            let is_line_start = self.offset == 0 || self.text[..self.offset].ends_with('\n');
            if !(is_line_start && self.rest().starts_with('%')) {
                return;
            }
            self.take_until(|letter| letter == '\n');
        }
    }

    /// A move or a result; `None` for a move number.
    fn word(&mut self) -> Result<&'a str, TextError> {
        let word = self.take_until(|letter| letter.is_whitespace() || "[]{}();$\"".contains(letter));
        if word.is_empty() {
            let length = self.rest().chars().next().map_or(0, char::len_utf8);
            return Err(TextError::at("unexpected", self.take(length), ""));
        }
        Ok(if RESULTS.contains(&word) { word } else { without_number(word) })
    }

    fn comment(&mut self) -> Result<Token<'a>, TextError> {
        let Some(length) = self.rest().find('}') else {
            return Err(TextError::at("comment without '}':", self.take_until(|letter| letter == '\n'), ""));
        };
        Ok(Token::Comment(self.take(length + 1)[1..length].to_owned()))
    }

    fn nag(&mut self) -> Result<Token<'a>, TextError> {
        let digits = self.rest()[1..].find(|letter: char| !letter.is_ascii_digit());
        let glyph = self.take(digits.map_or(self.rest().len(), |digits| digits + 1));
        let number = glyph[1..].parse();
        number
            .map(Token::Nag)
            .map_err(|_| TextError::at("annotation", glyph, ""))
            .map_err(|error| TextError::new(format!("{error} is not between $0 and $255")))
    }

    /// `[Name "value"]`, where `\"` and `\\` stand for a quotation mark and a backslash.
    fn tag(&mut self) -> Result<Token<'a>, TextError> {
        let line = self.rest().lines().next().unwrap_or_default();
        let error = || TextError::at("expected a tag such as [Event \"name\"], found", line, "");
        self.take(1);
        let is_space = |letter: char| letter == ' ' || letter == '\t';
        self.take_until(|letter| !is_space(letter));
        let name = self.take_until(|letter| !(letter.is_ascii_alphanumeric() || letter == '_'));
        self.take_until(|letter| !is_space(letter));
        if name.is_empty() || !self.rest().starts_with('"') {
            return Err(error());
        }
        self.take(1);
        let value = self.quoted().ok_or_else(error)?;
        self.take_until(|letter| !is_space(letter));
        if !self.rest().starts_with(']') {
            return Err(error());
        }
        self.take(1);
        Ok(Token::Tag { name, value })
    }

    /// The text up to the closing quotation mark, which must be on the same line.
    fn quoted(&mut self) -> Option<String> {
        let mut value = String::new();
        let mut letters = self.rest().char_indices();
        while let Some((index, letter)) = letters.next() {
            match letter {
                '"' => {
                    self.take(index + 1);
                    return Some(value);
                }
                '\n' => return None,
                '\\' if self.rest()[index + 1..].starts_with(['"', '\\']) => {
                    value.extend(letters.next().map(|(_, letter)| letter));
                }
                _ => value.push(letter),
            }
        }
        None
    }
}

/// The outcome of a result text, if it is one.
fn parse_result(text: &str) -> Option<Option<Outcome>> {
    let outcomes = [Some(Outcome::Win(Side::First)), Some(Outcome::Win(Side::Second)), Some(Outcome::Draw), None];
    RESULTS.iter().position(|&result| result == text).map(|index| outcomes[index])
}

fn on_line(text: &str, offset: usize, error: TextError) -> TextError {
    let line = text[..offset].matches('\n').count() + 1;
    TextError::new(format!("line {line}: {error}"))
}
