//! `spielbaum train`: weights of an evaluation, learnt from games that the program plays against itself.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::{Deserialize, Serialize};
use spielbaum_core::mix;
use spielbaum_games::othello::{OthelloEvaluation, train};
use spielbaum_lab::SelfPlay;

use crate::failure::Failure;
use crate::files;
use crate::laboratory::{processors, stop_on_interrupt};
use crate::output::{Output, grouped};

#[derive(Args)]
#[command(after_help = "\
Each round plays games with what the round before has learnt, the first one with the values of the
squares, and learns from them anew. The file has the weights after every round; beside it,
FILE.round says which one that was. The same command goes on where it stopped and ends with the
same weights, whatever the number of jobs.

The weights that come with the program were made by
  spielbaum train othello --output crates/games/src/othello/patterns.bin

Examples:
  spielbaum train othello --output weights.bin
  spielbaum train othello --output weights.bin --rounds 1 --games 500 --seed 7 --jobs 2")]
pub(crate) struct Arguments {
    /// Game with an evaluation that can be learnt: othello
    #[arg(value_name = "GAME")]
    game: String,

    /// File for the weights
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// Rounds of playing and learning
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..=1000))]
    rounds: u64,

    /// Games of a round
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,

    /// Where the random moves come from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Games that are played at once [default: as many as processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=256))]
    jobs: Option<u64>,
}

/// What has been done for a file of weights.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
struct Done {
    seed: u64,
    games: u64,
    round: u64,
}

#[derive(Serialize)]
struct RoundJson {
    round: u64,
    games: u64,
    positions: usize,
    bytes: usize,
    /// By stage, the root of the mean squared error in discs on positions that were not learnt from.
    errors: Vec<f32>,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    if arguments.game != "othello" {
        return Err(Failure::Input(format!("game: nothing can be learnt for '{}', only for othello", arguments.game)));
    }
    let file = &arguments.output;
    let (first, mut evaluation) = match arguments.earlier()? {
        Some((round, evaluation)) => (round + 1, evaluation),
        None => (1, "squares".parse()?),
    };
    if first > arguments.rounds {
        return Ok(output.line(&format!("{} has all {} rounds", file.display(), arguments.rounds))?);
    }
    let stop = stop_on_interrupt()?;
    let jobs = arguments.jobs.map_or_else(processors, |jobs| jobs as usize);
    for round in first..=arguments.rounds {
        let (games, seed) = (arguments.games, mix(arguments.seed, round));
        let progress = output.progress(games, &format!("round {round} of {}", arguments.rounds));
        let self_play = SelfPlay { evaluation: &evaluation, is_learnt: round > 1, seed, games, jobs };
        let examples = self_play.play(stop, || progress.inc(1));
        progress.finish_and_clear();
        let stopped = || Failure::Failed(format!("stopped in round {round}; the same command goes on"));
        let examples = examples.ok_or_else(stopped)?;
        let (bytes, errors) = train(&examples, arguments.seed);
        evaluation = OthelloEvaluation::learnt(&bytes).expect("as many weights as there are");
        files::write(file, &bytes)?;
        let done = Done { seed: arguments.seed, games, round };
        files::write(&beside(file), serde_json::to_string(&done).expect("numbers").as_bytes())?;
        if output.is_json() {
            output.json(&RoundJson { round, games, positions: examples.len(), bytes: bytes.len(), errors })?;
        } else {
            let mut text =
                format!("round {round}: {} positions, error in discs by stage", grouped(examples.len() as u64));
            errors.iter().for_each(|error| write!(text, " {error:.1}").expect("a string takes everything"));
            output.line(&text)?;
        }
    }
    Ok(())
}

impl Arguments {
    /// The last round of an earlier run and what it learnt.
    fn earlier(&self) -> Result<Option<(u64, OthelloEvaluation)>, Failure> {
        let note = beside(&self.output);
        let Ok(text) = std::fs::read_to_string(&note) else { return Ok(None) };
        let place = note.display().to_string();
        let done: Done = serde_json::from_str(&text).map_err(|error| Failure::input(&place, error))?;
        if (done.seed, done.games) != (self.seed, self.games) {
            let reason = format!("made with --seed {} --games {}; name another file", done.seed, done.games);
            return Err(Failure::input(&place, reason));
        }
        let place = self.output.display().to_string();
        let bytes = std::fs::read(&self.output).map_err(|error| Failure::input(&place, error))?;
        let evaluation = OthelloEvaluation::learnt(&bytes);
        let evaluation = evaluation.ok_or_else(|| Failure::input(&place, "not a file of weights"))?;
        Ok(Some((done.round, evaluation)))
    }
}

/// Where the rounds of a file are written down.
fn beside(file: &Path) -> PathBuf {
    file.with_added_extension("round")
}
