//! `spielbaum verify`: checks a proof file against the rules of the game.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use serde::Serialize;
use spielbaum_core::Outcome;
use spielbaum_games::GameSpec;
use spielbaum_players::{Playable, Visitor, read_proof, visit_game};
use spielbaum_search::proof;

use crate::failure::Failure;
use crate::files;
use crate::output::{Output, grouped, milliseconds};

#[derive(Args)]
#[command(after_help = "\
The checker follows the prover's moves and every reply to them, and relies on nothing but the rules of the game. \
It exits with 0 if the proof is valid, with 1 if it is not, with 2 if the file is not a proof.

Examples:
  spielbaum analyse tic-tac-toe -a dfpn --proof draw.proof
  spielbaum verify draw.proof
  spielbaum verify proofs/yavalath-e5.proof.gz
  spielbaum verify draw.proof --json")]
pub(crate) struct Arguments {
    /// File written by 'analyse --proof' or 'solve --proof', gzipped or not
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

#[derive(Serialize)]
struct VerdictJson {
    game: String,
    position: String,
    claims: Vec<String>,
    /// The outcome that the claims imply: `first wins`, `second wins`, `draw`, or none.
    outcome: Option<&'static str>,
    holds: bool,
    reason: Option<String>,
    /// Positions checked, 0 if the proof is invalid.
    positions: usize,
    time_ms: f64,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let place = arguments.file.display().to_string();
    let text = files::read_packed(&arguments.file)?;
    let spec = proof::subject(&text).and_then(|(game, position)| Ok(GameSpec::with_position(game, position)?.0));
    let spec = spec.map_err(|error| Failure::input(&place, error))?;
    visit_game(&spec, &mut Verify { place, text: &text, output })
}

struct Verify<'a> {
    place: String,
    text: &'a str,
    output: &'a mut Output,
}

impl Visitor for Verify<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Playable>(&mut self) -> Self::Output {
        let start = Instant::now();
        let proof = read_proof::<G>(self.text).map_err(|error| Failure::input(&self.place, error))?;
        let time = start.elapsed();
        let (positions, reason) = match &proof.verdict {
            Ok(positions) => (*positions, None),
            Err(error) => (0, Some(error.to_string())),
        };
        let claims: Vec<String> = proof.strategies.iter().map(|strategy| strategy.question.to_string()).collect();
        if self.output.is_json() {
            self.output.json(&VerdictJson {
                game: G::INFO.name.to_owned(),
                position: proof.root.to_string(),
                claims,
                outcome: proof.outcome().map(outcome_text),
                holds: reason.is_none(),
                reason: reason.clone(),
                positions,
                time_ms: milliseconds(time),
            })?;
        } else if reason.is_none() {
            let moves: usize = proof.strategies.iter().map(|strategy| strategy.moves.len()).sum();
            let noun = if moves == 1 { "move" } else { "moves" };
            self.output.text(&format!(
                "the proof is valid\ngame       {}\nposition   {}\nclaims     {}\nchecked    {} positions, {} {noun} of the prover, in {:.3} s\n",
                G::INFO.name,
                proof.root,
                claims.join(", "),
                grouped(positions as u64),
                grouped(moves as u64),
                time.as_secs_f64()
            ))?;
        }
        match reason {
            None => Ok(()),
            Some(reason) => {
                self.output.flush()?;
                Err(Failure::Failed(format!("{}: the proof is invalid: {reason}", self.place)))
            }
        }
    }
}

fn outcome_text(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(side) => ["first wins", "second wins"][side],
        Outcome::Draw => "draw",
    }
}
