//! Options, live progress and results shared by the commands that run experiments.

mod costs;
mod matches;
mod stage;
mod tournaments;

pub(crate) use stage::Stage;

use std::path::{Path, PathBuf};
use std::thread::available_parallelism;
use std::time::Duration;

use clap::Args;
use spielbaum_core::Remaining;
use spielbaum_games::GameSpec;
use spielbaum_lab::statistics::{Sprt, elo};
use spielbaum_lab::{
    Conduct, Experiment, Findings, GamesPlan, Ledger, Openings, Pairing, Plan, Progress, Results, Store, Tally, Trust,
    limited, run_experiment, usual_openings,
};
use spielbaum_search::{Limits, Spec, parse_clock, parse_time};

use crate::commands::analyse::LimitArguments;
use crate::failure::Failure;
use crate::interrupt::stop_on_interrupt;
use crate::output::{Output, grouped};

/// The option for the openings of games.
#[derive(Args)]
pub(crate) struct OpeningArguments {
    /// Openings: a file (.pgn, .epd, or one position or move list per line), 'random:PLIES', or 'none'
    #[arg(long, value_name = "FILE")]
    openings: Option<String>,
}

impl OpeningArguments {
    pub(crate) fn read(&self, game: &GameSpec) -> Result<Openings, Failure> {
        match &self.openings {
            Some(text) => Openings::read(text).map_err(|error| Failure::input("openings", error)),
            None => Ok(usual_openings(game)?),
        }
    }
}

/// Options of commands that play games.
#[derive(Args)]
pub(crate) struct GameArguments {
    #[command(flatten)]
    limits: LimitArguments,

    /// Clock for a whole game instead: time and increment, as in '8+0.08' or '5m+3s'
    #[arg(long, value_name = "CLOCK", value_parser = parse_clock)]
    clock: Option<Remaining>,

    #[command(flatten)]
    openings: OpeningArguments,

    /// Seed of openings and random players
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// How far a move may exceed its time before the game is lost
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "1s")]
    margin: Duration,

    /// Declare games drawn after this many plies from the opening
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    ply_limit: Option<u32>,

    /// End games as soon as both players have proved the same result
    #[arg(long)]
    agree: bool,

    /// End games when both players' scores agree for some moves in a row that one side is this far ahead
    #[arg(long, value_name = "SCORE", value_parser = clap::value_parser!(i32).range(1..))]
    agree_score: Option<i32>,

    /// Moves of each player for --agree-score
    #[arg(long, value_name = "N", default_value_t = Trust::USUAL_MOVES, requires = "agree_score",
        value_parser = clap::value_parser!(u32).range(1..))]
    agree_moves: u32,

    /// Let an exact search decide games with at most this many plies left
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    solve_plies: Option<u32>,

    #[command(flatten)]
    pub(crate) session: SessionArguments,

    /// Store every game in this file, so that 'resume' can continue
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,
}

/// Options of long-running commands.
#[derive(Args)]
pub(crate) struct SessionArguments {
    /// Games or searches run at the same time
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
}

impl SessionArguments {
    /// The number of jobs, by default one per core.
    pub(crate) fn jobs(&self) -> usize {
        self.jobs.map_or_else(processors, usize::from)
    }
}

/// The default time per move.
const DEFAULT_TIME: Duration = Duration::from_millis(100);

impl GameArguments {
    /// The experiment that a command line describes.
    pub(crate) fn experiment(
        &self,
        game: &str,
        players: &[String],
        pairing: Pairing,
        games: u64,
        sprt: Option<Sprt>,
    ) -> Result<Experiment, Failure> {
        let game = game.parse()?;
        let mut limits = Limits { clock: self.clock, ..self.limits.limits() };
        if limits == Limits::default() {
            limits.time = Some(DEFAULT_TIME);
        }
        let read = |text: &String| -> Result<Spec, Failure> {
            let spec: Spec = text.parse().map_err(|error| Failure::input("player", error))?;
            Ok(limited(spec, limits))
        };
        let players = players.iter().map(read).collect::<Result<Vec<Spec>, Failure>>()?;
        if !games.is_multiple_of(2) {
            return Err(Failure::Input(format!(
                "games must be an even number because they are played in pairs, not '{games}'"
            )));
        }
        let openings = self.openings.read(&game)?;
        let trust = self.agree_score.map(|score| Trust { score, moves: self.agree_moves });
        let GameArguments { margin, ply_limit, agree: agrees, solve_plies, .. } = *self;
        let conduct = Conduct { margin, ply_limit, agrees, trust, solve_plies };
        let title = players.iter().map(Spec::to_string).collect::<Vec<_>>().join(", ");
        let plan = Plan::Games(GamesPlan { pairing, pairs: games / 2, openings, conduct, sprt });
        Ok(Experiment { title: format!("{game}: {title}"), game, players, seed: self.seed, plan })
    }
}

/// Runs an experiment and prints its results; with a store, as a new run, whose number is returned.
pub(crate) fn conduct(
    experiment: &Experiment,
    store: Option<&Path>,
    session: &SessionArguments,
    output: &mut Output,
) -> Result<Option<i64>, Failure> {
    // Mistakes must not leave an empty run in the store.
    experiment.prepare()?;
    let Some(path) = store else { return go_on(experiment, None, None, session, output).map(|()| None) };
    let mut store = Store::create(path)?;
    let run = store.begin(experiment, &machine())?;
    output.note(&format!("run {run} in {}", path.display()))?;
    go_on(experiment, Some((&mut store, run)), Some(&resuming(path)), session, output)?;
    Ok(Some(run))
}

/// The command that continues the last run of a store.
pub(crate) fn resuming(path: &Path) -> String {
    format!("'spielbaum resume {}'", path.display())
}

/// Does the missing work of an experiment and prints all results; when stopped, the error names the command that
/// continues.
pub(crate) fn go_on(
    experiment: &Experiment,
    store: Option<(&mut Store, i64)>,
    next: Option<&str>,
    session: &SessionArguments,
    output: &mut Output,
) -> Result<(), Failure> {
    let stop = stop_on_interrupt()?;
    let ledger = store.map(|(store, run)| Ledger { store, run });
    let bar = output.progress(0, "");
    let mut last = Duration::ZERO;
    let mut reached = (0, 0);
    let findings = run_experiment(experiment, ledger, session.jobs(), stop, &mut |progress| {
        reached = (progress.done, progress.total);
        // Often enough to show progress.
        if progress.time.saturating_sub(last) > Duration::from_millis(100) {
            last = progress.time;
            bar.set_length(progress.total);
            bar.set_position(progress.done);
            bar.set_message(live(experiment, progress));
        }
    })?;
    bar.finish_and_clear();
    print(experiment, &findings, output)?;
    if findings.is_complete {
        return Ok(());
    }
    output.flush()?;
    let (done, total) = (grouped(reached.0), grouped(reached.1));
    let how = next.map_or(String::new(), |next| format!("; {next} continues"));
    Err(Failure::Failed(format!("stopped after {done} of {total}{how}")))
}

/// Does the missing work of a match, as run `number` of a store if there is one, and returns its result without
/// printing; `None` when it was stopped.
pub(crate) fn quietly(
    experiment: &Experiment,
    mut store: Option<(&mut Store, i64)>,
    session: &SessionArguments,
    output: &mut Output,
) -> Result<Option<Tally>, Failure> {
    if let Some((store, number)) = &mut store {
        if store.runs()?.len() < *number as usize {
            store.begin(experiment, &machine())?;
        }
        let kept = store.run(*number)?.experiment.to_string();
        if kept != experiment.to_string() {
            return Err(Failure::Input(format!("store: its run {number} is another experiment; choose another file")));
        }
    }
    let ledger = store.map(|(store, run)| Ledger { store, run });
    let bar = output.progress(0, "");
    let findings = run_experiment(experiment, ledger, session.jobs(), stop_on_interrupt()?, &mut |progress| {
        bar.set_length(progress.total);
        bar.set_position(progress.done);
        bar.set_message(format!("{}: {}", experiment.title, live(experiment, progress)));
    })?;
    bar.finish_and_clear();
    match findings.results {
        Results::Games { standings, .. } if findings.is_complete => Ok(standings.tallies().first().cloned()),
        _ => Ok(None),
    }
}

/// A progress line of a running experiment.
fn live(experiment: &Experiment, progress: &Progress) -> String {
    let rate = progress.done_now as f64 / progress.time.as_secs_f64().max(1e-3);
    let standing = match progress.standings {
        Some(standings) if experiment.players.len() == 2 => {
            let elo = elo(&standings.tallies()[0].sample());
            format!(", Elo {:+.0} ({:+.0} to {:+.0})", elo.value, elo.low, elo.high)
        }
        _ => String::new(),
    };
    format!("{} of {}, {rate:.1}/s{standing}", grouped(progress.done), grouped(progress.total))
}

fn print(experiment: &Experiment, findings: &Findings, output: &mut Output) -> Result<(), Failure> {
    if let Results::Games { standings, .. } = &findings.results
        && let Some(warning) = standings.time_warning().filter(|_| !output.is_json())
    {
        output.line(&warning)?;
    }
    match &findings.results {
        Results::Games { standings, verdict } if experiment.players.len() == 2 => {
            matches::print(experiment, &standings.tallies()[0], *verdict, findings, output)
        }
        Results::Games { standings, .. } => tournaments::print(experiment, standings, findings, output),
        Results::Searches(searches) => costs::print(experiment, searches, findings, output),
    }
}

/// Threads that can work at the same time.
pub(crate) fn processors() -> usize {
    available_parallelism().map_or(1, usize::from)
}

/// A description of the machine, for the store.
fn machine() -> String {
    let cores = processors();
    let information = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = information.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    let model = model.map_or(std::env::consts::ARCH, |(_, model)| model.trim());
    format!("{model}, {cores} cores, {}", std::env::consts::OS)
}

/// The number of games or searches, their time, and the repeats left out.
fn summary(count: u64, what: &str, repeats: u64, findings: &Findings) -> String {
    let time = findings.time.as_secs_f64();
    let mut text = format!("{} {what} in {time:.1} s", grouped(count));
    if repeats > 0 {
        text += &format!("; {} more left out as exact repeats by deterministic players", grouped(repeats));
    }
    text + "\n"
}
