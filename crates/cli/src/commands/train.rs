//! `spielbaum train`: trains the weights of an evaluation on self-play games.

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
Each round plays games with the weights of the previous round and trains on them: Othello starts from \
the square values and retrains from scratch, chess continues from the built-in values. The file has the weights after every round; \
FILE.round records the round. The same command continues where it stopped and ends with the \
same weights for any number of jobs.

The built-in weights were trained by
  spielbaum train othello --output crates/games/src/othello/patterns.bin

With --predictions no weights are trained; the file then holds the regression of deep search scores on shallow \
ones, which the switch probcut uses. The built-in one was made by
  spielbaum train othello --predictions --games 400 --output crates/games/src/othello/predictions.txt

Examples:
  spielbaum train othello --output weights.bin
  spielbaum train othello --output weights.bin --rounds 1 --games 500 --seed 7 --jobs 2
  spielbaum train othello --predictions --games 400 --output predictions.txt
  spielbaum train chess --output values.toml --rounds 2 --games 5000")]
pub(crate) struct Arguments {
    /// Game with a trainable evaluation: othello, chess
    #[arg(value_name = "GAME")]
    game: String,

    /// File for the weights
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// Rounds of self-play and training
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..=1000))]
    rounds: u64,

    /// Games per round
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,

    /// Fit the regression of deep on shallow search scores for probcut (othello)
    #[arg(long, conflicts_with = "rounds")]
    predictions: bool,

    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Games played at the same time [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=256))]
    jobs: Option<u64>,
}

/// Progress recorded for a file of weights.
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
    /// The root mean squared error on held-out positions: in discs by stage for Othello, in points of
    /// a game before and after the round for chess.
    errors: Vec<f32>,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    match arguments.game.as_str() {
        "othello" if arguments.predictions => arguments.measure_predictions(output),
        other if arguments.predictions => {
            Err(Failure::Input(format!("game: '{other}' has no predictions, only othello")))
        }
        "othello" => arguments.train::<OthelloTrainee>(output),
        "chess" => arguments.train::<ChessTrainee>(output),
        other => Err(Failure::Input(format!("game: '{other}' has no trainable evaluation; othello and chess have"))),
    }
}

/// An evaluation in training.
trait Trainee: Sized {
    type Example;
    /// What its errors measure.
    const ERRORS: &'static str;

    /// The state before the first round.
    fn new() -> Result<Self, Failure>;

    /// The state stored in a file.
    fn read(bytes: &[u8]) -> Option<Self>;

    /// Plays games, calling `on_game` after each; `None` when `stop` was set.
    fn play(&self, round: u64, games: Games, stop: &AtomicBool, on_game: impl FnMut()) -> Option<Vec<Self::Example>>;

    /// Trains on examples; returns the new file and its errors.
    fn learn(&self, examples: &[Self::Example], seed: u64) -> Result<(Vec<u8>, Vec<f32>), Failure>;
}

/// Games to be played in a round.
#[derive(Clone, Copy)]
struct Games {
    games: u64,
    seed: u64,
    jobs: usize,
}

struct OthelloTrainee(OthelloEvaluation);

impl Trainee for OthelloTrainee {
    type Example = othello::Example;
    const ERRORS: &'static str = "error in discs by stage";

    fn new() -> Result<OthelloTrainee, Failure> {
        Ok(OthelloTrainee("squares".parse()?))
    }

    fn read(bytes: &[u8]) -> Option<OthelloTrainee> {
        OthelloEvaluation::learnt(bytes).map(OthelloTrainee)
    }

    fn play(
        &self,
        round: u64,
        games: Games,
        stop: &AtomicBool,
        on_game: impl FnMut(),
    ) -> Option<Vec<othello::Example>> {
        let Games { games, seed, jobs } = games;
        SelfPlay { evaluation: &self.0, is_learnt: round > 1, seed, games, jobs }.play(stop, on_game)
    }

    fn learn(&self, examples: &[othello::Example], seed: u64) -> Result<(Vec<u8>, Vec<f32>), Failure> {
        Ok(othello::train(examples, seed))
    }
}

/// Passes over all positions of a round.
const EPOCHS: usize = 40;

/// The evaluation used for play, and its values as text unless they are the built-in ones.
struct ChessTrainee(ChessEvaluation, Option<String>);

impl Trainee for ChessTrainee {
    type Example = chess::Example;
    const ERRORS: &'static str = "error before and after";

    fn new() -> Result<ChessTrainee, Failure> {
        Ok(ChessTrainee(ChessEvaluation::default(), None))
    }

    fn read(bytes: &[u8]) -> Option<ChessTrainee> {
        let text = String::from_utf8(bytes.to_vec()).ok()?;
        ChessEvaluation::with_values(&text).ok().map(|evaluation| ChessTrainee(evaluation, Some(text)))
    }

    fn play(&self, _: u64, games: Games, stop: &AtomicBool, on_game: impl FnMut()) -> Option<Vec<chess::Example>> {
        let Games { games, seed, jobs } = games;
        ChessSelfPlay { evaluation: &self.0, seed, games, jobs }.play(stop, on_game)
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
    /// Plays games, searches positions to successive depths, and writes the regression between the scores.
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

    /// Runs the remaining rounds.
    fn train<T: Trainee>(&self, output: &mut Output) -> Result<(), Failure> {
        let file = &self.output;
        let (first, mut trainee) = match self.earlier::<T>()? {
            Some((round, trainee)) => (round + 1, trainee),
            None => (1, T::new()?),
        };
        if first > self.rounds {
            return Ok(output.line(&format!("{} has completed all {} rounds", file.display(), self.rounds))?);
        }
        let stop = stop_on_interrupt()?;
        let jobs = self.jobs();
        for round in first..=self.rounds {
            let games = Games { games: self.games, seed: mix(self.seed, round), jobs };
            let progress = output.progress(self.games, &format!("round {round} of {}", self.rounds));
            let examples = trainee.play(round, games, stop, || progress.inc(1));
            progress.finish_and_clear();
            let stopped = || Failure::Failed(format!("stopped in round {round}; run the same command to continue"));
            let examples = examples.ok_or_else(stopped)?;
            let (bytes, errors) = trainee.learn(&examples, self.seed)?;
            trainee = T::read(&bytes).expect("written weights can be read");
            files::write(file, &bytes)?;
            let done = Done { seed: self.seed, games: self.games, round };
            files::write(&beside(file), serde_json::to_string(&done).expect("numbers").as_bytes())?;
            if output.is_json() {
                let (games, positions, bytes) = (self.games, examples.len(), bytes.len());
                output.json(&RoundJson { round, games, positions, bytes, errors })?;
            } else {
                let positions = grouped(examples.len() as u64);
                let mut text = format!("round {round}: {positions} positions, {}", T::ERRORS);
                // Errors of chess are fractions of one point.
                let digits = if errors.len() == 2 { 4 } else { 1 };
                errors
                    .iter()
                    .for_each(|error| write!(text, " {error:.digits$}").expect("writing to a string cannot fail"));
                output.line(&text)?;
            }
        }
        Ok(())
    }

    /// The last round of an earlier run and its result.
    fn earlier<T: Trainee>(&self) -> Result<Option<(u64, T)>, Failure> {
        let note = beside(&self.output);
        let Ok(text) = std::fs::read_to_string(&note) else { return Ok(None) };
        let place = note.display().to_string();
        let done: Done = serde_json::from_str(&text).map_err(|error| Failure::input(&place, error))?;
        if (done.seed, done.games) != (self.seed, self.games) {
            let reason = format!("made with --seed {} --games {}; choose another file", done.seed, done.games);
            return Err(Failure::input(&place, reason));
        }
        let place = self.output.display().to_string();
        let bytes = std::fs::read(&self.output).map_err(|error| Failure::input(&place, error))?;
        let trainee = T::read(&bytes).ok_or_else(|| Failure::input(&place, "not a file of weights"))?;
        Ok(Some((done.round, trainee)))
    }
}

/// The file that records the rounds of a file of weights.
fn beside(file: &Path) -> PathBuf {
    file.with_added_extension("round")
}
