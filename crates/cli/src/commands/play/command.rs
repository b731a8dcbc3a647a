//! Commands at the board.

use std::path::PathBuf;

/// Input other than a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    Help,
    Moves,
    Board,
    Hint,
    Undo,
    Analyse,
    Level(String),
    /// Show, hide, or toggle.
    Thinking(Option<bool>),
    Save(PathBuf),
    Load(PathBuf),
    Swap,
    Resign,
    Quit,
}

/// Name, operand, and description.
const COMMANDS: [(&str, &str, &str); 13] = [
    ("hint", "", "show a good move"),
    ("undo", "", "take back your last move and the reply"),
    ("analyse", "", "show the value of the position and the best line"),
    ("moves", "", "list the legal moves"),
    ("board", "", "draw the board again"),
    ("level", "N", "change the level of the computer, 1 to 10"),
    ("thinking", "", "show or hide the computer's search"),
    ("save", "FILE", "save the game; chess also as .pgn"),
    ("load", "FILE", "continue a saved game"),
    ("swap sides", "", "change sides with the opponent"),
    ("resign", "", "resign the game"),
    ("help", "", "show this list"),
    ("quit", "", "leave without finishing the game"),
];

impl Command {
    /// Reads a command; `None` if the text is not a command, an error if its operand is missing.
    pub(super) fn read(text: &str) -> Result<Option<Command>, String> {
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let (word, rest) = (word.to_ascii_lowercase(), rest.trim());
        let file = || if rest.is_empty() { Err(format!("'{word}' needs the name of a file")) } else { Ok(rest.into()) };
        Ok(Some(match (word.as_str(), rest) {
            ("help" | "h" | "?", "") => Command::Help,
            ("moves", "") => Command::Moves,
            ("board", "") => Command::Board,
            ("hint", "") => Command::Hint,
            ("undo" | "u", "") => Command::Undo,
            ("analyse" | "analyze", "") => Command::Analyse,
            ("thinking", "") => Command::Thinking(None),
            ("thinking", "on" | "off") => Command::Thinking(Some(rest == "on")),
            ("level", _) if rest.is_empty() => return Err("'level' needs a number from 1 to 10".to_owned()),
            ("level", _) => Command::Level(rest.to_owned()),
            ("save", _) => Command::Save(file()?),
            ("load", _) => Command::Load(file()?),
            ("swap", "" | "sides") => Command::Swap,
            ("resign", "") => Command::Resign,
            ("quit" | "exit" | "q", "") => Command::Quit,
            _ => return Ok(None),
        }))
    }

    /// The list of commands.
    pub(super) fn help(move_help: &str) -> String {
        let mut text = format!("  {:<14} {move_help}\n", "a move");
        for (name, operand, what) in COMMANDS {
            text += &format!("  {:<14} {what}\n", format!("{name} {operand}").trim_end());
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_of_the_help_is_understood() {
        for (name, operand, _) in COMMANDS {
            let operand = if operand == "N" { "3" } else { operand };
            let text = format!("{name} {operand}");
            assert!(matches!(Command::read(text.trim()), Ok(Some(_))), "{text}");
        }
        assert_eq!(Command::read("e2e4"), Ok(None));
        assert_eq!(Command::read("thinking off"), Ok(Some(Command::Thinking(Some(false)))));
        assert_eq!(Command::read("SAVE a b.json"), Ok(Some(Command::Save("a b.json".into()))));
        assert_eq!(Command::read("save"), Err("'save' needs the name of a file".to_owned()));
    }
}
