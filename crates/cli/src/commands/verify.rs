//! `spielbaum verify`: checks a proof that a search has written, by the rules alone.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use serde::Serialize;
use spielbaum_core::Outcome;
use spielbaum_games::GameSpec;
use spielbaum_players::{Playable, Visitor, visit_game};
use spielbaum_search::proof::{self, Proof};

use crate::failure::Failure;
use crate::files;
use crate::output::{Output, grouped, milliseconds};

#[derive(Args)]
#[command(after_help = "\
The checker follows the prover's moves and every reply to them, and trusts nothing but the rules of the game. \
It exits with 0 when the proof holds, with 1 when it does not, with 2 when the file is no proof.

Examples:
  spielbaum analyse tic-tac-toe -a dfpn --proof draw.proof
  spielbaum verify draw.proof
  spielbaum verify proofs/yavalath-e5.proof.gz
  spielbaum verify draw.proof --json")]
pub(crate) struct Arguments {
    /// File that 'analyse --proof' or 'solve --proof' has written, packed (gzip) or not
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

#[derive(Serialize)]
struct VerdictJson {
    game: String,
    position: String,
    claims: Vec<String>,
    /// What the claims come to: `first wins`, `second wins`, `draw`, or nothing certain.
    outcome: Option<&'static str>,
    holds: bool,
    reason: Option<String>,
    /// Positions that were looked at, 0 where the proof does not hold.
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
        let proof = Proof::<G>::from_text(self.text).map_err(|error| Failure::input(&self.place, error))?;
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
                "the proof holds\ngame       {}\nposition   {}\nclaims     {}\nchecked    {} positions, {} {noun} of the prover, in {:.3} s\n",
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
                Err(Failure::Failed(format!("{}: the proof does not hold: {reason}", self.place)))
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
