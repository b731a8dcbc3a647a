//! `spielbaum tune`: tunes the options of a player by matches of the player against itself, or by fitting weights to
//! stored games.

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::Serialize;
use spielbaum_lab::statistics::{elo, likelihood_of_superiority, score};
use spielbaum_lab::{
    Experiment, Fitting, GameRecord, Method, Parameter, Store, Tally, Trial, Tuning, fit_blocks, tuning_blocks,
};
use spielbaum_search::{Limits, parse_time};

use crate::commands::analyse::LimitArguments;
use crate::failure::Failure;
use crate::laboratory::{OpeningArguments, SessionArguments, Stage, quietly};
use crate::output::{Output, decimal, grouped};

#[derive(Args)]
#[command(after_help = "\
An option is given with its range, OPTION=LOW:START:HIGH; whole numbers in all three keep it whole. \
'steps' changes one option at a time by a step up or down, keeps a change that wins with 95 % \
likelihood and halves the steps when none does. 'spsa' moves all options at once towards the winner of \
two players perturbed in random directions; it needs many rounds. 'fit' plays no games: it changes \
weights of an evaluation, eval/TERM, so that the values of the positions in the games of --from best predict \
their results. Finally the values found play against the start values, from separate \
openings. Deterministic players repeat the same game from the same opening, which counts once: give \
them many openings. With --store, the same command continues where it was interrupted, \
and 'report' and 'export' cover every match.

Examples:
  spielbaum tune connect-four mcts c=0.1:1.4:3 --iterations 500 --games 100
  spielbaum tune yavalath mcts-pn c=0.1:0.7:2 cpn=0.1:1:3 --method spsa --rounds 60 --time 20ms --store tune.sqlite
  spielbaum tune gale 'mcts-gdk' c=0.1:0.5:2 --out tuned --json
  spielbaum tune othello pvs:eval=study-constant eval/corners=0.0:1:4 eval/mobility=0.0:1:4 --depth 3 --openings random:10
  spielbaum tune othello pvs:eval=study eval/corners=0.0:1:4 --method fit --from games.sqlite --depth 3")]
pub(crate) struct Arguments {
    /// Game, with options as in 'gale:size=6'
    #[arg(value_name = "GAME")]
    game: String,

    /// Algorithm with its fixed options, and the evaluation if its weights are tuned
    #[arg(value_name = "SPEC")]
    player: String,

    /// Option to tune: OPTION=LOW:START:HIGH; a weight of the evaluation is the option eval/TERM
    #[arg(value_name = "OPTION", required = true)]
    parameters: Vec<String>,

    /// Tuning method
    #[arg(long, value_enum, default_value_t = MethodName::Steps)]
    method: MethodName,

    /// Store with the games to fit to, for --method fit
    #[arg(long, value_name = "FILE", required_if_eq("method", "fit"))]
    from: Option<PathBuf>,

    #[command(flatten)]
    limits: LimitArguments,

    #[command(flatten)]
    openings: OpeningArguments,

    /// Games per match, an even number
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    games: u64,

    /// Passes over all options
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    rounds: u64,

    /// Seed of openings, random players and directions
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Store every game in this file, so that the same command can continue after an interruption
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,

    /// Write a report with the course of the values to this folder
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,

    #[command(flatten)]
    session: SessionArguments,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum MethodName {
    Steps,
    Spsa,
    Fit,
}

/// How values were found.
enum Way {
    Matches(Vec<Trial>),
    Fit(Fitting),
}

impl Way {
    fn trials(&self) -> &[Trial] {
        match self {
            Way::Matches(trials) => trials,
            Way::Fit(_) => &[],
        }
    }
}

#[derive(Serialize)]
struct TunedJson {
    game: String,
    trials: Vec<TrialJson>,
    start: String,
    found: String,
    games: u64,
    score: Option<f64>,
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    los: Option<f64>,
}

#[derive(Serialize)]
struct TrialJson {
    tried: String,
    rival: String,
    score: f64,
    kept: String,
}

/// The final match has this many times the games of the others, and at least this many: it decides.
const FINAL: u64 = 4;
const FEWEST: u64 = 400;

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let tuning = arguments.tuning()?;
    tuning.check()?;
    let mut store = arguments.store.as_deref().map(Store::create).transpose()?;
    // The referee and the code that prints its results share the output.
    let cell = std::cell::RefCell::new(&mut *output);
    let mut referee = |trial: u64, experiment: &Experiment| -> Result<Option<Tally>, Failure> {
        quietly(experiment, store.as_mut().map(|store| (store, trial as i64)), &arguments.session, *cell.borrow_mut())
    };
    let stopped = |matches: usize| {
        let how = if arguments.store.is_some() { "; run the same command to continue" } else { "" };
        Failure::Failed(format!("stopped after {matches} matches{how}"))
    };
    let (found, way) = match arguments.method {
        MethodName::Fit => arguments.fit(&tuning, *cell.borrow_mut())?,
        MethodName::Steps | MethodName::Spsa => {
            let method = if arguments.method == MethodName::Steps { Method::Steps } else { Method::Spsa };
            let mut trials: Vec<Trial> = Vec::new();
            let values = tuning.run(method, &mut referee, &mut |trial| {
                let number = trials.len() + 1;
                let is_shown = io::stdout().is_terminal() || is_milestone(number);
                if is_shown && !cell.borrow().is_json() {
                    let _ = cell.borrow_mut().line(&trial_line(&tuning, number, trial));
                }
                trials.push(trial.clone());
            })?;
            let values = values.ok_or_else(|| stopped(trials.len()))?;
            (values, Way::Matches(trials))
        }
    };
    let mut proof = None;
    if found != tuning.start() {
        let last = tuning.proof(&found, (FINAL * arguments.games).max(FEWEST))?;
        let number = way.trials().len();
        proof = Some(referee(number as u64 + 1, &last)?.ok_or_else(|| stopped(number))?);
    }
    arguments.print(&tuning, (&found, &way), proof.as_ref(), output)
}

impl Arguments {
    fn tuning(&self) -> Result<Tuning, Failure> {
        if !self.games.is_multiple_of(2) {
            let games = self.games;
            return Err(Failure::Input(format!(
                "games must be an even number because they are played in pairs, not '{games}'"
            )));
        }
        let mut limits = self.limits.limits();
        if limits == Limits::default() {
            limits.time = Some(parse_time("100ms").expect("a time"));
        }
        let read = |text: &String| text.parse::<Parameter>().map_err(Failure::from);
        let game = self.game.parse()?;
        Ok(Tuning {
            openings: self.openings.read(&game)?,
            game,
            player: self.player.clone(),
            parameters: self.parameters.iter().map(read).collect::<Result<_, _>>()?,
            limits,
            games: self.games,
            rounds: self.rounds,
            seed: self.seed,
        })
    }

    /// Fits the weights to the games of a store.
    fn fit(&self, tuning: &Tuning, output: &mut Output) -> Result<(Vec<f64>, Way), Failure> {
        let path = self.from.as_deref().expect("the command line requires it");
        let in_front = |error| Failure::input(&path.display().to_string(), error);
        let mut store = Store::open(path)?;
        let mut games: Vec<GameRecord> = Vec::new();
        for run in store.runs()? {
            if run.experiment.game.to_string() == tuning.game.to_string() {
                games.extend(store.games(run.number)?);
            }
        }
        let bar = output.progress(Tuning::EPOCHS as u64, &format!("{} games", grouped(games.len() as u64)));
        let fitting = tuning.fit(&games, &mut || bar.inc(1)).map_err(in_front)?;
        bar.finish_and_clear();
        if !output.is_json() {
            let ([before, after], positions) = (fitting.errors, grouped(fitting.positions as u64));
            let games = grouped(fitting.games as u64);
            output
                .line(&format!("{positions} positions of {games} games: error {before:.4} before, {after:.4} after"))?;
        }
        let values = fitting.way.last().cloned().unwrap_or_else(|| tuning.start());
        Ok((values, Way::Fit(fitting)))
    }

    fn print(
        &self,
        tuning: &Tuning,
        (found, way): (&[f64], &Way),
        proof: Option<&Tally>,
        output: &mut Output,
    ) -> Result<(), Failure> {
        let sample = proof.map(Tally::sample);
        let (start, spec) = (tuning.with(&tuning.start())?.to_string(), tuning.with(found)?.to_string());
        let (share, points) = (sample.as_ref().map(score), sample.as_ref().map(elo));
        let los = sample.as_ref().map(likelihood_of_superiority);
        if let Some(folder) = &self.out {
            let mut stage =
                Stage::new(folder, &format!("Tuning of {} on {}", self.player, tuning.game), &self.session)?;
            stage.add(match way {
                Way::Matches(trials) => tuning_blocks(tuning, trials, found, proof),
                Way::Fit(fitting) => fit_blocks(tuning, fitting, found, proof),
            });
            stage.finish(output)?;
        }
        if output.is_json() {
            let json = |trial: &Trial| TrialJson {
                tried: tuning.text(&trial.tried),
                rival: tuning.text(&trial.rival),
                score: decimal(trial.score),
                kept: tuning.text(&trial.kept),
            };
            return Ok(output.json(&TunedJson {
                game: tuning.game.to_string(),
                trials: way.trials().iter().map(json).collect(),
                start,
                found: spec,
                games: proof.map_or(0, Tally::games),
                score: share.map(|share| decimal(share.value)),
                elo: points.map(|points| decimal(points.value)),
                elo_low: points.map(|points| decimal(points.low)),
                elo_high: points.map(|points| decimal(points.high)),
                los: los.map(decimal),
            })?);
        }
        let (Some(proof), Some(share), Some(points), Some(los)) = (proof, share, points, los) else {
            return Ok(output.line(&format!("no values better than {start} were found"))?);
        };
        let (share, games) = (share.map(|share| 100.0 * share), proof.games());
        Ok(output.text(&format!(
            "found      {spec}\nagainst    {start}\n{games} games, score {:.1} % ({:.1} to {:.1}), Elo {:+.0} ({:+.0} to {:+.0}), \
             better with {:.1} % likelihood\n",
            share.value, share.low, share.high, points.value, points.low, points.high, 100.0 * los
        ))?)
    }
}

/// Whether a match gets a line without a terminal: the first ten, then every tenth, from a hundred on every hundredth …
fn is_milestone(number: usize) -> bool {
    number.is_multiple_of(10usize.pow(number.ilog10()))
}

fn trial_line(tuning: &Tuning, number: usize, trial: &Trial) -> String {
    let Trial { tried, rival, score, kept } = trial;
    let [tried, rival, kept] = [tried, rival, kept].map(|values| tuning.text(values));
    format!("match {number}: {tried} against {rival}: {:.1} %, now {kept}", 100.0 * score)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn log_lines_become_rarer() {
        let shown: Vec<usize> = (1..=400).filter(|&number| is_milestone(number)).collect();
        let expected = (1..10).chain((10..100).step_by(10)).chain((100..=400).step_by(100));
        assert_eq!(shown, expected.collect::<Vec<usize>>());
    }
}
