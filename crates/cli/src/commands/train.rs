//! `spielbaum train`: weights of an evaluation, learnt from games that the program plays against itself.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use clap::Args;
use serde::{Deserialize, Serialize};
use spielbaum_core::mix;
use spielbaum_games::chess::{self, ChessEvaluation, Fit};
use spielbaum_games::othello::{self, OthelloEvaluation};
use spielbaum_lab::{ChessSelfPlay, DepthPairs, SelfPlay};

use crate::failure::Failure;
use crate::files;
use crate::interrupt::stop_on_interrupt;
use crate::laboratory::processors;
use crate::output::{Output, grouped};

#[derive(Args)]
#[command(after_help = "\
Each round plays games with what the round before has learnt and learns from them: Othello begins with \
the values of the squares and learns anew, chess goes on from the values of the program. The file has the weights after every round; beside it, \
FILE.round says which one that was. The same command goes on where it stopped and ends with the \
same weights, whatever the number of jobs.

The weights that come with the program were made by
  spielbaum train othello --output crates/games/src/othello/patterns.bin

With --predictions nothing is learnt; the file says how scores of deep searches follow from those of shallow \
ones, which the switch probcut goes by. The one that comes with the program was made by
  spielbaum train othello --predictions --games 400 --output crates/games/src/othello/predictions.txt

Examples:
  spielbaum train othello --output weights.bin
  spielbaum train othello --output weights.bin --rounds 1 --games 500 --seed 7 --jobs 2
  spielbaum train othello --predictions --games 400 --output predictions.txt
  spielbaum train chess --output values.toml --rounds 2 --games 5000")]
pub(crate) struct Arguments {
    /// Game with an evaluation that can be learnt: othello, chess
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

    /// Measure how the scores of deep searches follow from those of shallow ones (othello)
    #[arg(long, conflicts_with = "rounds")]
    predictions: bool,

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
    /// The root of the mean squared error on positions that were not learnt from: in discs by stage for Othello, in points of
    /// a game before and after the round for chess.
    errors: Vec<f32>,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    match arguments.game.as_str() {
        "othello" if arguments.predictions => arguments.measure_predictions(output),
        other if arguments.predictions => {
            Err(Failure::Input(format!("game: no search of '{other}' goes by predictions, only of othello")))
        }
        "othello" => arguments.train::<OthelloPupil>(output),
        "chess" => arguments.train::<ChessPupil>(output),
        other => Err(Failure::Input(format!("game: nothing can be learnt for '{other}', only for othello and chess"))),
    }
}

/// Somebody who learns to evaluate a game.
trait Pupil: Sized {
    type Example;
    /// What its errors are.
    const ERRORS: &'static str;

    /// As it is before the first round.
    fn new() -> Result<Self, Failure>;

    /// As it was when it wrote a file.
    fn read(bytes: &[u8]) -> Option<Self>;

    /// Plays games and tells after each; none when `stop` was set.
    fn play(&self, round: u64, games: Games, stop: &AtomicBool, tell: impl FnMut()) -> Option<Vec<Self::Example>>;

    /// Learns from examples: the file of what it knows then, and its errors.
    fn learn(&self, examples: &[Self::Example], seed: u64) -> Result<(Vec<u8>, Vec<f32>), Failure>;
}

/// Games to be played in a round.
#[derive(Clone, Copy)]
struct Games {
    games: u64,
    seed: u64,
    jobs: usize,
}

struct OthelloPupil(OthelloEvaluation);

impl Pupil for OthelloPupil {
    type Example = othello::Example;
    const ERRORS: &'static str = "error in discs by stage";

    fn new() -> Result<OthelloPupil, Failure> {
        Ok(OthelloPupil("squares".parse()?))
    }

    fn read(bytes: &[u8]) -> Option<OthelloPupil> {
        OthelloEvaluation::learnt(bytes).map(OthelloPupil)
    }

    fn play(&self, round: u64, games: Games, stop: &AtomicBool, tell: impl FnMut()) -> Option<Vec<othello::Example>> {
        let Games { games, seed, jobs } = games;
        SelfPlay { evaluation: &self.0, is_learnt: round > 1, seed, games, jobs }.play(stop, tell)
    }

    fn learn(&self, examples: &[othello::Example], seed: u64) -> Result<(Vec<u8>, Vec<f32>), Failure> {
        Ok(othello::train(examples, seed))
    }
}

/// Goes through all positions of a round so many times.
const EPOCHS: usize = 40;

/// What chess is played by, and the values as text, where they are not those of the program.
struct ChessPupil(ChessEvaluation, Option<String>);

impl Pupil for ChessPupil {
    type Example = chess::Example;
    const ERRORS: &'static str = "error before and after";

    fn new() -> Result<ChessPupil, Failure> {
        Ok(ChessPupil(ChessEvaluation::default(), None))
    }

    fn read(bytes: &[u8]) -> Option<ChessPupil> {
        let text = String::from_utf8(bytes.to_vec()).ok()?;
        ChessEvaluation::with_values(&text).ok().map(|evaluation| ChessPupil(evaluation, Some(text)))
    }

    fn play(&self, _: u64, games: Games, stop: &AtomicBool, tell: impl FnMut()) -> Option<Vec<chess::Example>> {
        let Games { games, seed, jobs } = games;
        ChessSelfPlay { evaluation: &self.0, seed, games, jobs }.play(stop, tell)
    }

    fn learn(&self, examples: &[chess::Example], seed: u64) -> Result<(Vec<u8>, Vec<f32>), Failure> {
        let fit = Fit::of(examples, self.1.as_deref(), EPOCHS, seed, || {})?;
        Ok((fit.text.into_bytes(), fit.errors.to_vec()))
    }
}

#[derive(Serialize)]
struct PredictionsJson {
    games: u64,
    positions: usize,
    /// Pairs of a stage and a depth.
    predictions: usize,
}

impl Arguments {
    /// Plays games, searches positions to one depth after the other, and writes how the scores go together.
    fn measure_predictions(&self, output: &mut Output) -> Result<(), Failure> {
        let stop = stop_on_interrupt()?;
        let progress = output.progress(self.games, "games");
        let pairs = DepthPairs { seed: self.seed, games: self.games, jobs: self.jobs() };
        let samples = pairs.play(stop, || progress.inc(1));
        progress.finish_and_clear();
        let samples = samples.ok_or_else(|| Failure::Failed("stopped; nothing was written".to_owned()))?;
        let text = othello::fit_predictions(&samples);
        files::write(&self.output, text.as_bytes())?;
        let predictions = text.lines().filter(|line| !line.starts_with('#')).count();
        if output.is_json() {
            return Ok(output.json(&PredictionsJson { games: self.games, positions: samples.len(), predictions })?);
        }
        let positions = grouped(samples.len() as u64);
        Ok(output.line(&format!("{positions} positions, {predictions} pairs of a stage and a depth"))?)
    }

    fn jobs(&self) -> usize {
        self.jobs.map_or_else(processors, |jobs| jobs as usize)
    }

    /// Does all rounds that are left.
    fn train<P: Pupil>(&self, output: &mut Output) -> Result<(), Failure> {
        let file = &self.output;
        let (first, mut pupil) = match self.earlier::<P>()? {
            Some((round, pupil)) => (round + 1, pupil),
            None => (1, P::new()?),
        };
        if first > self.rounds {
            return Ok(output.line(&format!("{} has all {} rounds", file.display(), self.rounds))?);
        }
        let stop = stop_on_interrupt()?;
        let jobs = self.jobs();
        for round in first..=self.rounds {
            let games = Games { games: self.games, seed: mix(self.seed, round), jobs };
            let progress = output.progress(self.games, &format!("round {round} of {}", self.rounds));
            let examples = pupil.play(round, games, stop, || progress.inc(1));
            progress.finish_and_clear();
            let stopped = || Failure::Failed(format!("stopped in round {round}; the same command goes on"));
            let examples = examples.ok_or_else(stopped)?;
            let (bytes, errors) = pupil.learn(&examples, self.seed)?;
            pupil = P::read(&bytes).expect("what was written can be read");
            files::write(file, &bytes)?;
            let done = Done { seed: self.seed, games: self.games, round };
            files::write(&beside(file), serde_json::to_string(&done).expect("numbers").as_bytes())?;
            if output.is_json() {
                let (games, positions, bytes) = (self.games, examples.len(), bytes.len());
                output.json(&RoundJson { round, games, positions, bytes, errors })?;
            } else {
                let positions = grouped(examples.len() as u64);
                let mut text = format!("round {round}: {positions} positions, {}", P::ERRORS);
                // Errors of chess are parts of one point.
                let digits = if errors.len() == 2 { 4 } else { 1 };
                errors.iter().for_each(|error| write!(text, " {error:.digits$}").expect("a string takes everything"));
                output.line(&text)?;
            }
        }
        Ok(())
    }

    /// The last round of an earlier run and what it learnt.
    fn earlier<P: Pupil>(&self) -> Result<Option<(u64, P)>, Failure> {
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
        let pupil = P::read(&bytes).ok_or_else(|| Failure::input(&place, "not a file of weights"))?;
        Ok(Some((done.round, pupil)))
    }
}

/// Where the rounds of a file are written down.
fn beside(file: &Path) -> PathBuf {
    file.with_added_extension("round")
}
