//! `spielbaum solve`: exact values, of one position or of a file of them.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use serde::Serialize;
use spielbaum_core::{Budget, Knowledge, Notation, Objective, Search};
use spielbaum_games::Visitor;
use spielbaum_search::Spec;

use crate::failure::Failure;
use crate::output::{Output, grouped, milliseconds, per_second, rate};
use crate::report::{self, AnalysisJson};
use crate::setup::{PositionArguments, Setup};

#[derive(Args)]
#[command(after_help = "\
Where wins have a margin (Othello's discs, the stones left in Connect Four) the value is the margin, else the plies to the
end. A set has a position or a list of moves a line, and behind it the expected value.

Examples:
  spielbaum solve connect-four -m 444555542212233
  spielbaum solve tic-tac-toe --each
  spielbaum solve gale:size=3
  spielbaum solve connect-four --set positions.txt --json")]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,

    /// Exact algorithm with options
    #[arg(short, long, value_name = "SPEC", default_value = "auto")]
    algorithm: String,

    /// Give every move its own value
    #[arg(long)]
    each: bool,

    /// Threads that search together
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: Option<u64>,

    /// Solve every line of a file: a position or moves, then the expected value
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves", "each"])]
    set: Option<PathBuf>,
}

#[derive(Serialize)]
struct SummaryJson {
    positions: u64,
    mismatches: u64,
    nodes: u64,
    time_ms: f64,
    nps: f64,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let setup = arguments.position.setup()?;
    let mut spec: Spec = arguments.algorithm.parse().map_err(|error| Failure::input("algorithm", error))?;
    if !spec.is_exact() {
        return Err(Failure::Input(format!("algorithm: '{spec}' is not exact; solving needs an exact one")));
    }
    if arguments.each {
        spec = spec.with_each_move();
    }
    if let Some(threads) = arguments.threads {
        spec = spec.with_threads(threads as usize).map_err(|error| Failure::input("threads", error))?;
    }
    setup.visit(&mut Solve { setup: &setup, spec, set: arguments.set.as_deref(), output })
}

struct Solve<'a> {
    setup: &'a Setup<'a>,
    spec: Spec,
    set: Option<&'a Path>,
    output: &'a mut Output,
}

impl Visitor for Solve<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Notation + Knowledge>(&mut self) -> Self::Output {
        let objective = if G::HAS_MARGIN { Objective::Margin } else { Objective::Sooner };
        let spec = self.spec.clone().or_objective(objective);
        let search = spec.build::<G>(G::INFO.name);
        let mut search = search.map_err(|error| Failure::input("algorithm", error))?;
        if let Some(file) = self.set {
            return self.solve_set(file, search.as_mut());
        }
        let position = self.setup.line::<G>()?.position;
        let budget = spec.budget(Budget::default());
        let analysis = search.search(&position, &budget, &mut |analysis| {
            let _ = self.output.note(&report::progress_line(&position, analysis));
        });
        if self.output.is_json() {
            let (game, algorithm) = (self.setup.spec.to_string(), spec.to_string());
            return Ok(self.output.json(&AnalysisJson::new(game, algorithm, &position, &analysis))?);
        }
        Ok(self.output.text(&report::text(&spec.to_string(), &position, &analysis))?)
    }
}

impl Solve<'_> {
    fn solve_set<G: Notation>(&mut self, file: &Path, search: &mut dyn Search<G>) -> Result<(), Failure> {
        let text = std::fs::read_to_string(file).map_err(|error| Failure::input(&file.display().to_string(), error))?;
        let lines: Vec<(usize, &str)> =
            text.lines().map(str::trim).zip(1..).map(|(line, number)| (number, line)).collect();
        let lines = lines.into_iter().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let tasks: Vec<Task<G>> =
            lines.map(|(number, line)| self.task(file, number, line)).collect::<Result<_, _>>()?;
        let progress = self.output.progress(tasks.len() as u64, "solving");
        let (mut mismatches, mut nodes, mut times) = (0, 0, Vec::new());
        for task in &tasks {
            let analysis = search.search(&task.position, &Budget::default(), &mut |_| {});
            let is_mismatch = task.expected.is_some_and(|expected| expected != analysis.score.0);
            mismatches += u64::from(is_mismatch);
            nodes += analysis.nodes;
            times.push(analysis.time);
            if self.output.is_json() {
                let json =
                    AnalysisJson::new(self.setup.spec.to_string(), self.spec.to_string(), &task.position, &analysis);
                self.output.json(&json)?;
            } else if is_mismatch {
                let (expected, value) = (task.expected.unwrap_or_default(), analysis.score.0);
                self.output.line(&format!("line {}: {value}, expected {expected}: {}", task.number, task.position))?;
            }
            progress.inc(1);
        }
        progress.finish_and_clear();
        self.summary(&tasks, mismatches, nodes, times)
    }

    fn summary<G>(
        &mut self,
        tasks: &[Task<G>],
        mismatches: u64,
        nodes: u64,
        mut times: Vec<Duration>,
    ) -> Result<(), Failure> {
        let time: Duration = times.iter().sum();
        let positions = tasks.len() as u64;
        if self.output.is_json() {
            let (time_ms, nps) = (milliseconds(time), per_second(nodes, time));
            return Ok(self.output.json(&SummaryJson { positions, mismatches, nodes, time_ms, nps })?);
        }
        times.sort_unstable();
        let percentile = |percent: usize| times.get((times.len() * percent / 100).min(times.len().saturating_sub(1)));
        let [median, slow] = [50, 95].map(|percent| milliseconds(percentile(percent).copied().unwrap_or_default()));
        let mean = milliseconds(time) / positions.max(1) as f64;
        let text = format!(
            "{positions} positions, {mismatches} mismatches, {} nodes in {:.3} s, {}\n\
             a position: mean {} nodes; mean {mean:.3} ms, median {median:.3} ms, 95th percentile {slow:.3} ms\n",
            grouped(nodes),
            time.as_secs_f64(),
            rate(nodes, time),
            grouped(nodes / positions.max(1)),
        );
        Ok(self.output.text(&text)?)
    }

    /// Reads `POSITION VALUE` or `MOVES VALUE`.
    fn task<G: Notation>(&self, file: &Path, number: usize, line: &str) -> Result<Task<G>, Failure> {
        let place = || format!("{}, line {number}", file.display());
        let split = line.rsplit_once(char::is_whitespace);
        let (body, expected) = match split.map(|(body, value)| (body, value.parse::<i32>())) {
            Some((body, Ok(expected))) => (body.trim(), Some(expected)),
            _ => (line, None),
        };
        let position = self.setup.spec.position::<G>(body).map_err(|error| Failure::input(&place(), error))?;
        Ok(Task { number, position, expected })
    }
}

/// A line of a set.
struct Task<G> {
    number: usize,
    position: G,
    expected: Option<i32>,
}
