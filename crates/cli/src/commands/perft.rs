//! `spielbaum perft`: counts move sequences, the standard check of a move generator.

use std::time::Instant;

use clap::Args;
use serde::Serialize;
use spielbaum_players::{Playable, Visitor, divide, perft, visit_game};

use crate::failure::Failure;
use crate::output::{Output, milliseconds, rate};
use crate::setup::{PositionArguments, Setup};

#[derive(Args)]
#[command(after_help = "\
Each line is 'perft DEPTH COUNT', from depth 1 to DEPTH.

Examples:
  spielbaum perft othello 9
  spielbaum perft chess 5 -p 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'
  spielbaum perft connect-four 8 --divide
  spielbaum perft gale:size=3 6 --json")]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,

    /// Number of plies
    #[arg(value_name = "DEPTH")]
    depth: u32,

    /// Also print the count after each move
    #[arg(long)]
    divide: bool,
}

#[derive(Serialize)]
struct PerftJson {
    game: String,
    position: String,
    depth: u32,
    count: u64,
    time_ms: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveJson>>,
}

#[derive(Serialize)]
struct MoveJson {
    #[serde(rename = "move")]
    mv: String,
    count: u64,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let setup = arguments.position.setup()?;
    visit_game(&setup.spec, &mut Perft { setup: &setup, arguments, output })
}

struct Perft<'a> {
    setup: &'a Setup<'a>,
    arguments: &'a Arguments,
    output: &'a mut Output,
}

impl Visitor for Perft<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Playable>(&mut self) -> Self::Output {
        let position = self.setup.line::<G>()?.position;
        let depth = self.arguments.depth;
        let is_text = !self.output.is_json();
        if is_text {
            for depth in 1..depth {
                self.output.line(&format!("perft {depth} {}", perft(&position, depth)))?;
            }
        }
        let start = Instant::now();
        let (count, moves) = self.count(&position);
        let time = start.elapsed();
        if is_text {
            for MoveJson { mv, count } in moves.iter().flatten() {
                self.output.text(&format!("{mv} {count}\n"))?;
            }
            self.output.note(&format!("{} in {:.3} s", rate(count, time), time.as_secs_f64()))?;
            return Ok(self.output.line(&format!("perft {depth} {count}"))?);
        }
        let json = PerftJson {
            game: self.setup.spec.to_string(),
            position: position.to_string(),
            depth,
            count,
            time_ms: milliseconds(time),
            moves,
        };
        Ok(self.output.json(&json)?)
    }
}

impl Perft<'_> {
    fn count<G: Playable>(&self, position: &G) -> (u64, Option<Vec<MoveJson>>) {
        if !self.arguments.divide || self.arguments.depth == 0 {
            return (perft(position, self.arguments.depth), None);
        }
        let parts = divide(position, self.arguments.depth);
        let total = parts.iter().map(|(_, count)| count).sum();
        let moves = parts.into_iter().map(|(mv, count)| MoveJson { mv: position.move_text(mv), count });
        (total, Some(moves.collect()))
    }
}
