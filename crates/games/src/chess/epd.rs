//! Extended Position Description (Edwards 1994): positions with best moves, the format of test suites.
//!
//! ```text
//!   1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01";
//!   the first four fields of a FEN                   operations: best moves, a name
//! ```

use cozy_chess::Move;
use spielbaum_core::TextError;

use super::Chess;

/// A position with its operations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    /// The position.
    pub position: Chess,
    /// Its name.
    pub id: Option<String>,
    /// The moves that solve it (`bm`).
    pub best: Vec<Move>,
    /// The moves that must be avoided (`am`).
    pub avoid: Vec<Move>,
    /// All operations in the order of the text: opcode and operands.
    pub operations: Vec<(String, Vec<String>)>,
}

impl Epd {
    /// Reads the positions of a text, one per line; empty lines and those that begin with `#` are skipped. An error
    /// names its line.
    pub fn read_all(text: &str) -> Result<Vec<Epd>, TextError> {
        let lines = text.lines().map(str::trim).zip(1..);
        let wanted = lines.filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
        wanted
            .map(|(line, number)| Epd::read(line).map_err(|error| TextError::new(format!("line {number}: {error}"))))
            .collect()
    }

    /// Reads one line.
    pub fn read(line: &str) -> Result<Epd, TextError> {
        let (fields, rest) = split_fields(line);
        let operations = read_operations(rest)?;
        let operand = |opcode: &str| operations.iter().find(|(name, _)| name == opcode).map(|(_, operands)| operands);
        // Some suites have the counters of a FEN as operations.
        let counter = |opcode: &str, usual: &str| {
            operand(opcode).and_then(|all| all.first()).map_or(usual.to_owned(), Clone::clone)
        };
        let fen = format!("{fields} {} {}", counter("hmvc", "0"), counter("fmvn", "1"));
        let position: Chess = fen.parse()?;
        let moves = |opcode: &str| -> Result<Vec<Move>, TextError> {
            operand(opcode).into_iter().flatten().map(|text| position.find_move(text)).collect()
        };
        let (best, avoid) = (moves("bm")?, moves("am")?);
        let id = operand("id").map(|operands| operands.join(" "));
        Ok(Epd { position, id, best, avoid, operations })
    }

    /// Whether `mv` solves the position; `None` if it has neither `bm` nor `am`.
    pub fn is_solved_by(&self, mv: Move) -> Option<bool> {
        let asks = !self.best.is_empty() || !self.avoid.is_empty();
        asks.then(|| (self.best.is_empty() || self.best.contains(&mv)) && !self.avoid.contains(&mv))
    }
}

/// The four fields of the position, and the rest. Counters after them, as in a full FEN, are skipped.
fn split_fields(line: &str) -> (String, &str) {
    let mut fields = Vec::new();
    let mut rest = line.trim_start();
    while fields.len() < 4 && !rest.is_empty() {
        let (field, behind) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        fields.push(field);
        rest = behind.trim_start();
    }
    for _ in 0..2 {
        let (number, behind) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) {
            rest = behind.trim_start();
        }
    }
    (fields.join(" "), rest)
}

/// A sequence of `opcode operand operand;`; quoted operands may contain spaces and semicolons.
fn read_operations(text: &str) -> Result<Vec<(String, Vec<String>)>, TextError> {
    let mut operations = Vec::new();
    let mut words: Vec<String> = Vec::new();
    let mut letters = text.chars().peekable();
    let mut finish = |words: &mut Vec<String>| {
        if !words.is_empty() {
            let opcode = words.remove(0);
            operations.push((opcode, std::mem::take(words)));
        }
    };
    while let Some(&letter) = letters.peek() {
        match letter {
            ';' => {
                letters.next();
                finish(&mut words);
            }
            '"' => {
                letters.next();
                let quoted: String = letters.by_ref().take_while(|&letter| letter != '"').collect();
                words.push(quoted);
            }
            _ if letter.is_whitespace() => {
                letters.next();
            }
            _ => {
                let mut word = String::new();
                while let Some(letter) = letters.next_if(|&letter| letter != ';' && !letter.is_whitespace()) {
                    word.push(letter);
                }
                words.push(word);
            }
        }
    }
    finish(&mut words);
    match operations.iter().find(|(opcode, _)| !opcode.starts_with(|letter: char| letter.is_ascii_alphabetic())) {
        Some((opcode, _)) => Err(TextError::at("not an EPD operation:", opcode, "")),
        None => Ok(operations),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielbaum_core::Notation;

    #[test]
    fn questions_are_read_with_their_answers() {
        let text = "# Bratko-Kopec\n\n1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01; first\";\n\
                    3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - 0 1 bm d5; am Nd2 Ke3; c0 \"a; b\"; id x";
        let suite = Epd::read_all(text).unwrap();
        assert_eq!(suite[0].id.as_deref(), Some("BK.01; first"));
        assert_eq!(suite[0].position.move_text(suite[0].best[0]), "d6d1");
        assert_eq!((suite[1].best.len(), suite[1].avoid.len(), suite[1].id.as_deref()), (1, 2, Some("x")));
        let mv = |text: &str| suite[1].position.find_move(text).unwrap();
        assert_eq!(suite[1].is_solved_by(mv("d5")), Some(true));
        assert_eq!(suite[1].is_solved_by(mv("Nd2")), Some(false));
        assert_eq!(suite[1].is_solved_by(mv("e5")), Some(false));
        let counted = Epd::read("8/8/8/8/8/8/8/K6k w - - 7 40").unwrap();
        assert_eq!((counted.operations.len(), counted.position.fen()), (0, "8/8/8/8/8/8/8/K6k w - - 0 1".to_owned()));
        let nothing_asked = Epd::read("8/8/8/8/8/8/8/K6k w - - hmvc 12; fmvn 40;").unwrap();
        assert_eq!((nothing_asked.is_solved_by(mv("d5")), nothing_asked.position.clock()), (None, 12));
    }

    #[test]
    fn errors_name_the_line_and_the_text() {
        let error = |text: &str| Epd::read_all(text).unwrap_err().to_string();
        assert!(error("\n8/8/8/8/8/8/8/K6k w - - bm Qd1;").starts_with("line 2: illegal move 'Qd1'"));
        assert!(error("8/8/8 w - - bm a4;").starts_with("line 1: placement field '8/8/8': 3 of 8 ranks"));
        assert!(error("8/8/8/8/8/8/8/K6k w - - 5x;").starts_with("line 1: not an EPD operation: '5x'"));
    }
}
