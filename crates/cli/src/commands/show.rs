//! `spielbaum show`: draws a position and lists its legal moves.

use clap::Args;
use serde::Serialize;
use spielbaum_core::{Knowledge, MoveSet, Notation, Status};
use spielbaum_players::{Visitor, visit_game};

use crate::failure::Failure;
use crate::output::Output;
use crate::setup::{PositionArguments, Setup};

#[derive(Args)]
#[command(after_help = "\
Examples:
  spielbaum show connect-four -m 44455554221
  spielbaum show othello -p f5d6c3d3c4
  spielbaum show chess -p 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1' --json
  spielbaum show gale:size=5 -m 'e5 d4' --ascii")]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
}

#[derive(Serialize)]
struct ShowJson {
    game: String,
    position: String,
    side_to_move: &'static str,
    over: bool,
    ending: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<&'static str>,
    moves: Vec<String>,
    key: String,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let setup = arguments.position.setup()?;
    visit_game(&setup.spec, &mut Show { setup: &setup, output })
}

struct Show<'a> {
    setup: &'a Setup<'a>,
    output: &'a mut Output,
}

impl Visitor for Show<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Notation + Knowledge>(&mut self) -> Self::Output {
        let line = self.setup.line::<G>()?;
        let position = &line.position;
        let moves: Vec<String> = match position.status() {
            Status::Over(_) => Vec::new(),
            Status::Ongoing(moves) => moves.iter().map(|mv| position.move_text(mv)).collect(),
        };
        let side = G::INFO.sides[position.side_to_move()];
        let ending = position.ending();
        if self.output.is_json() {
            let json = ShowJson {
                game: self.setup.spec.to_string(),
                position: position.to_string(),
                side_to_move: side,
                over: ending.is_some(),
                ending,
                opening: position.opening(),
                moves,
                key: format!("{:016x}", position.key()),
            };
            return Ok(self.output.json(&json)?);
        }
        let style = self.output.style();
        self.output.text(&position.draw(style, line.moves.last().copied()))?;
        self.output.text(&match ending {
            Some(ending) => format!("\n{ending}\n"),
            None => format!("\n{side} to move, {} {}:\n{}", moves.len(), plural(moves.len()), wrapped(&moves)),
        })?;
        if let Some(opening) = position.opening() {
            self.output.text(&format!("opening: {opening}\n"))?;
        }
        Ok(self.output.text(&format!("position: {position}\n"))?)
    }
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "move" } else { "moves" }
}

/// The words in lines of at most 80 columns, indented.
fn wrapped(words: &[String]) -> String {
    let (mut text, mut line) = (String::new(), String::new());
    for word in words {
        if line.len() + 1 + word.len() > 77 {
            text += &format!("  {line}\n");
            line.clear();
        }
        line += if line.is_empty() { "" } else { " " };
        line += word;
    }
    text + &format!("  {line}\n")
}
