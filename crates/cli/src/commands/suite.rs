//! `spielbaum suite`: how many positions of a chess test suite a search solves.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use serde::Serialize;
use spielbaum_connect::CHESS_SEARCH;
use spielbaum_core::{Analysis, Budget, Notation};
use spielbaum_documents::AnalysisRequest;
use spielbaum_documents::{milliseconds, per_second};
use spielbaum_games::Chess;
use spielbaum_games::chess::Epd;
use spielbaum_lab::{Event, Next, run as spread};
use spielbaum_players::build;
use spielbaum_search::Spec;

use super::analyse::LimitArguments;
use crate::failure::Failure;
use crate::interrupt::stop_on_interrupt;
use crate::laboratory::SessionArguments;
use crate::output::{Output, grouped, rate};

#[derive(Args)]
#[command(after_help = "\
A suite has one position in Extended Position Description (EPD) per line. A position is solved if the search chooses a best move (bm) and no move to \
avoid (am). Without a limit a position gets one second. With --json there is one object per position, then a summary.

Examples:
  spielbaum suite wac.epd --nodes 50000
  spielbaum suite wac.epd --time 1s --jobs 1 -a mcts-best
  spielbaum suite wac.epd --nodes 50000 -a uci:stockfish --json")]
pub(crate) struct Arguments {
    /// File with the positions
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Algorithm with options ('spielbaum algorithms' explains them) [default: the best one for chess]
    #[arg(short, long, value_name = "SPEC")]
    algorithm: Option<String>,

    #[command(flatten)]
    limits: LimitArguments,

    #[command(flatten)]
    session: SessionArguments,
}

/// The result of one position.
#[derive(Serialize)]
struct Attempt {
    #[serde(skip)]
    number: usize,
    id: String,
    position: String,
    best: String,
    /// `None` if the position has neither bm nor am.
    solved: Option<bool>,
    /// The best moves, and those to avoid.
    wanted: Vec<String>,
    avoid: Vec<String>,
    value: String,
    depth: u32,
    nodes: u64,
    /// Nodes visited when the search settled on its move.
    settled_nodes: u64,
    time_ms: f64,
}

#[derive(Serialize)]
struct Summary {
    algorithm: String,
    positions: usize,
    asked: usize,
    solved: usize,
    nodes: u64,
    time_ms: f64,
    nps: f64,
    complete: bool,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let place = arguments.file.display().to_string();
    let text = std::fs::read_to_string(&arguments.file).map_err(|error| Failure::input(&place, error))?;
    let suite = Epd::read_all(&text).map_err(|error| Failure::input(&place, error))?;
    if suite.is_empty() {
        return Err(Failure::Input(format!("{place}: contains no position")));
    }
    let algorithm = arguments.algorithm.as_deref().unwrap_or(CHESS_SEARCH);
    let spec: Spec = algorithm.parse().map_err(|error| Failure::input("algorithm", error))?;
    build::<Chess>(&spec).map_err(|error| Failure::input("algorithm", error))?;
    let limits = arguments.limits.limits();
    let request = AnalysisRequest { search: Some(spec.clone()), limits, ..AnalysisRequest::default() };
    let budget = request.budget(&spec)?;
    let work = |number: u64, stop: &Arc<AtomicBool>| attempt(&suite, number as usize, &spec, &budget, stop);
    let numbers: Vec<u64> = (0..suite.len() as u64).collect();
    let bar = output.progress(numbers.len() as u64, "positions");
    let mut attempts: Vec<Attempt> = Vec::new();
    let clock = Instant::now();
    spread(&work, &numbers, arguments.session.jobs(), stop_on_interrupt()?, |event| {
        if let Event::Done(attempt) = event {
            bar.inc(1);
            attempts.push(attempt);
        }
        Ok::<Next, Failure>(Next::Continue)
    })?;
    bar.finish_and_clear();
    attempts.sort_by_key(|attempt| attempt.number);
    print(&spec, &attempts, (suite.len(), clock.elapsed()), output)
}

fn attempt(suite: &[Epd], number: usize, spec: &Spec, budget: &Budget, stop: &Arc<AtomicBool>) -> Option<Attempt> {
    let task = &suite[number];
    let position = &task.position;
    let budget = Budget { stop: Some(stop.clone()), ..budget.clone() };
    let mut search = build::<Chess>(spec).ok()?;
    let (mut settled, mut favourite) = (0, None);
    let clock = Instant::now();
    let mut follow = |analysis: &Analysis<Chess>| {
        if analysis.best != favourite {
            (settled, favourite) = (analysis.nodes, analysis.best);
        }
    };
    let analysis = search.search(position, &budget, &mut follow);
    follow(&analysis);
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    let sans = |moves: &[_]| moves.iter().map(|&mv| position.san(mv)).collect();
    let failed = search.failure().map(|failure| failure.to_string());
    Some(Attempt {
        number,
        id: task.id.clone().unwrap_or_else(|| format!("{}", number + 1)),
        position: position.to_string(),
        best: analysis.best.map(|mv| position.san(mv)).unwrap_or_default(),
        solved: match analysis.best {
            Some(mv) => task.is_solved_by(mv),
            None => Some(false),
        },
        wanted: sans(&task.best),
        avoid: sans(&task.avoid),
        value: failed.unwrap_or_else(|| analysis.value.to_string()),
        depth: analysis.depth,
        nodes: analysis.nodes,
        settled_nodes: settled,
        time_ms: milliseconds(clock.elapsed()),
    })
}

fn print(
    spec: &Spec,
    attempts: &[Attempt],
    (positions, time): (usize, Duration),
    output: &mut Output,
) -> Result<(), Failure> {
    let nodes: u64 = attempts.iter().map(|attempt| attempt.nodes).sum();
    let searched = Duration::from_secs_f64(attempts.iter().map(|attempt| attempt.time_ms / 1e3).sum());
    let count = |solved| attempts.iter().filter(|attempt| attempt.solved == Some(solved)).count();
    let (solved, asked) = (count(true), count(true) + count(false));
    let is_complete = attempts.len() == positions;
    if output.is_json() {
        attempts.iter().try_for_each(|attempt| output.json(attempt))?;
        output.json(&Summary {
            algorithm: spec.to_string(),
            positions: attempts.len(),
            asked,
            solved,
            nodes,
            time_ms: milliseconds(searched),
            nps: per_second(nodes, searched),
            complete: is_complete,
        })?;
    } else {
        for attempt in attempts {
            output.text(&line(attempt))?;
        }
        let share = 100.0 * solved as f64 / asked.max(1) as f64;
        output.text(&format!(
            "\n{}: {spec}\nsolved     {solved} of {asked} ({share:.1} %)\nsearch     {} nodes in {:.1} s, {}, {:.1} s wall time\n",
            Chess::INFO.name,
            grouped(nodes),
            searched.as_secs_f64(),
            rate(nodes, searched),
            time.as_secs_f64(),
        ))?;
    }
    if is_complete { Ok(()) } else { Err(Failure::Failed(format!("stopped after {} of {positions}", attempts.len()))) }
}

fn line(attempt: &Attempt) -> String {
    let mark = match attempt.solved {
        Some(true) => "solved",
        Some(false) => "-",
        None => "?",
    };
    let mut asked = attempt.wanted.join(" ");
    if !attempt.avoid.is_empty() {
        asked += &format!(" not {}", attempt.avoid.join(" "));
    }
    let (id, best, value, depth) = (&attempt.id, &attempt.best, &attempt.value, attempt.depth);
    let nodes = grouped(attempt.settled_nodes);
    let text =
        format!("{id:<14} {mark:<7} {best:<8} {value:<14} depth {depth:>2}, settled at {nodes:>10}  {}", asked.trim());
    format!("{}\n", text.trim_end())
}
