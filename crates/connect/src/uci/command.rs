//! Commands of the interface, parsed from lines.
//!
//! Unknown words before a command are skipped, as the protocol demands; a mistake in a known command is an error that
//! names the offending text.

use std::str::{FromStr, SplitWhitespace};
use std::time::Duration;

use spielbaum_core::TextError;

/// A command of the interface.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Identify and list the options.
    Uci,
    /// Turn debug messages on or off.
    Debug(bool),
    /// Reply when all earlier commands are done.
    IsReady,
    /// Set an option; buttons have no value.
    SetOption {
        /// Its name.
        name: String,
        /// Its new value.
        value: Option<String>,
    },
    /// The next position is from another game.
    NewGame,
    /// Set the position.
    Position(PositionText),
    /// Start a search.
    Go(Box<Go>),
    /// End the search and print the best move.
    Stop,
    /// The opponent has played the expected move.
    PonderHit,
    /// Show the position; a common extension of the protocol.
    Show,
    /// Quit.
    Quit,
}

/// A position as the interface sends it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionText {
    /// The position to start from; `None` for the start of the game.
    pub fen: Option<String>,
    /// The moves from there.
    pub moves: Vec<String>,
}

/// Parameters of a search.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Go {
    /// Search only these moves; all if empty.
    pub search_moves: Vec<String>,
    /// Ponder: search on the opponent's time, after the expected move.
    pub ponder: bool,
    /// The clocks of white and black.
    pub time: [Option<Duration>; 2],
    /// Increment per move, of white and black.
    pub increment: [Option<Duration>; 2],
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// Depth limit in plies.
    pub depth: Option<u32>,
    /// Node limit.
    pub nodes: Option<u64>,
    /// Search for a mate in this many moves.
    pub mate: Option<u32>,
    /// Search for exactly this time.
    pub move_time: Option<Duration>,
    /// Search until `stop`.
    pub infinite: bool,
}

impl Command {
    /// Reads a line; `None` if no word of it is a command.
    pub fn read(line: &str) -> Result<Option<Command>, TextError> {
        let mut words = line.split_whitespace();
        while let Some(word) = words.next() {
            let command = match word {
                "uci" => Command::Uci,
                "debug" => Command::Debug(words.next() != Some("off")),
                "isready" => Command::IsReady,
                "setoption" => set_option(words)?,
                "ucinewgame" => Command::NewGame,
                "position" => Command::Position(position(words)?),
                "go" => Command::Go(Box::new(go(words)?)),
                "stop" => Command::Stop,
                "ponderhit" => Command::PonderHit,
                "d" => Command::Show,
                "quit" => Command::Quit,
                // Registration is for commercial engines.
                "register" => return Ok(None),
                _ => continue,
            };
            return Ok(Some(command));
        }
        Ok(None)
    }
}

/// `name WORDS [value WORDS]`; names and values may hold spaces.
fn set_option(words: SplitWhitespace) -> Result<Command, TextError> {
    let words: Vec<&str> = words.collect();
    let error = || TextError::at("expected 'setoption name NAME value VALUE', found", &words.join(" "), "");
    let rest = words.strip_prefix(&["name"]).ok_or_else(error)?;
    let (name, value) = match rest.iter().position(|&word| word == "value") {
        Some(place) => (rest[..place].join(" "), Some(rest[place + 1..].join(" "))),
        None => (rest.join(" "), None),
    };
    if name.is_empty() { Err(error()) } else { Ok(Command::SetOption { name, value }) }
}

/// `startpos` or `fen FEN`, and perhaps `moves MOVES`.
fn position(mut words: SplitWhitespace) -> Result<PositionText, TextError> {
    let kind = words.next().unwrap_or_default();
    let words: Vec<&str> = words.collect();
    let place = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let moves = words.iter().skip(place + 1).map(|&word| word.to_owned()).collect();
    match kind {
        "startpos" => Ok(PositionText { fen: None, moves }),
        "fen" => Ok(PositionText { fen: Some(words[..place].join(" ")), moves }),
        _ => Err(TextError::at("a position begins with 'startpos' or 'fen', not with", kind, "")),
    }
}

const GO_WORDS: [&str; 12] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
];

fn go(words: SplitWhitespace) -> Result<Go, TextError> {
    let mut go = Go::default();
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        let mut value = || words.next().unwrap_or_default();
        match word {
            "ponder" => go.ponder = true,
            "infinite" => go.infinite = true,
            "wtime" => go.time[0] = Some(milliseconds(word, value())?),
            "btime" => go.time[1] = Some(milliseconds(word, value())?),
            "winc" => go.increment[0] = Some(milliseconds(word, value())?),
            "binc" => go.increment[1] = Some(milliseconds(word, value())?),
            "movestogo" => go.moves_to_go = Some(number(word, value())?).filter(|&moves| moves > 0),
            "depth" => go.depth = Some(number(word, value())?),
            "nodes" => go.nodes = Some(number(word, value())?),
            "mate" => go.mate = Some(number(word, value())?),
            "movetime" => go.move_time = Some(milliseconds(word, value())?),
            "searchmoves" => {
                while let Some(mv) = words.next_if(|word| !GO_WORDS.contains(word)) {
                    go.search_moves.push(mv.to_owned());
                }
            }
            // Unknown words are skipped.
            _ => {}
        }
    }
    Ok(go)
}

fn number<T: FromStr>(name: &str, text: &str) -> Result<T, TextError> {
    text.parse().map_err(|_| TextError::at(&format!("{name} must be a whole number, not"), text, ""))
}

/// Interfaces send negative times when a flag has fallen; they count as 0.
fn milliseconds(name: &str, text: &str) -> Result<Duration, TextError> {
    Ok(Duration::from_millis(number::<i64>(name, text)?.max(0).unsigned_abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Option<Command> {
        Command::read(line).unwrap()
    }

    #[test]
    fn unknown_words_are_skipped_and_empty_lines_are_nothing() {
        assert_eq!(read("joho debug on"), Some(Command::Debug(true)));
        assert_eq!(read("  isready\r"), Some(Command::IsReady));
        assert_eq!([read(""), read("what is this"), read("register later")], [None, None, None]);
    }

    #[test]
    fn options_may_hold_spaces() {
        let named = |name: &str, value: Option<&str>| {
            Some(Command::SetOption { name: name.to_owned(), value: value.map(str::to_owned) })
        };
        assert_eq!(read("setoption name Clear Hash"), named("Clear Hash", None));
        assert_eq!(read("setoption name Book File value /a b/c.bin"), named("Book File", Some("/a b/c.bin")));
        assert_eq!(read("setoption name Book File value"), named("Book File", Some("")));
        let error = Command::read("setoption Hash 16").unwrap_err().to_string();
        assert_eq!(error, "expected 'setoption name NAME value VALUE', found 'Hash 16'");
    }

    #[test]
    fn positions_have_a_start_and_moves() {
        let Some(Command::Position(text)) = read("position fen 8/8/8/8 w - - 0 1 moves e2e4 e7e5") else { panic!() };
        assert_eq!((text.fen.as_deref(), text.moves.join(" ")), (Some("8/8/8/8 w - - 0 1"), "e2e4 e7e5".to_owned()));
        let error = Command::read("position e2e4").unwrap_err().to_string();
        assert_eq!(error, "a position begins with 'startpos' or 'fen', not with 'e2e4'");
    }

    #[test]
    fn limits_may_appear_in_any_order_and_combination() {
        let Some(Command::Go(go)) = read("go binc 5 searchmoves e2e4 d2d4 wtime -3 btime 60000 movestogo 0 ponder")
        else {
            panic!()
        };
        assert_eq!(go.search_moves, ["e2e4", "d2d4"]);
        assert_eq!(go.time, [Some(Duration::ZERO), Some(Duration::from_secs(60))]);
        assert_eq!((go.increment[1], go.moves_to_go, go.ponder), (Some(Duration::from_millis(5)), None, true));
        let error = Command::read("go depth ten").unwrap_err().to_string();
        assert_eq!(error, "depth must be a whole number, not 'ten'");
        assert!(Command::read("go nodes").unwrap_err().to_string().starts_with("nodes must be a whole number"));
    }
}
