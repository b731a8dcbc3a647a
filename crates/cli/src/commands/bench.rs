//! `spielbaum bench`: speed of games and searches, and node counts that change only on purpose.

use std::hint::black_box;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use clap::Args;
use serde::Serialize;
use spielbaum_core::{Budget, Rng};
use spielbaum_games::GameSpec;
use spielbaum_players::{Playable, Visitor, build, each_game, perft, play_out, visit_game};
use spielbaum_search::{Engine, PRESETS, PlayoutLimit, Playouts, Spec};

use crate::failure::Failure;
use crate::output::{Output, grouped, milliseconds, per_second, rate};

/// Perft is run to the first depth with this many sequences.
const PERFT_COUNT: u64 = 1_000_000;

/// Random games are played until their plies add up to this many.
const PLAYOUT_PLIES: u64 = 1_000_000;

/// Searches run to the first depth with this many move sequences.
const SEARCH_COUNT: u64 = 200_000;

/// Iterations of Monte-Carlo searches and nodes of proof-number searches.
const ROUNDS: u64 = 2_000;

/// A job is repeated for this long; the fastest run counts.
const TIME_A_JOB: Duration = Duration::from_millis(300);

#[derive(Args)]
#[command(after_help = "\
The counts are the same on every machine; 'bench/signature.txt' in the source tree records them.

Examples:
  spielbaum bench
  spielbaum bench othello
  spielbaum bench --signature
  spielbaum bench connect-four --peers")]
pub(crate) struct Arguments {
    /// Measure this game only
    #[arg(value_name = "GAME")]
    game: Option<String>,

    /// Print the counts only, without speeds
    #[arg(long)]
    signature: bool,

    /// Compare with other libraries: random games, perft, solving (needs the source tree and cargo)
    #[arg(long, conflicts_with = "signature")]
    peers: bool,
}

/// One measured job.
#[derive(Serialize)]
struct Row {
    game: String,
    job: String,
    /// What was counted: move sequences, or plies of random games.
    nodes: u64,
    /// Wins of the first side, draws, wins of the second; absent for perft.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcomes: Option<[u64; 3]>,
    time_ms: f64,
    nps: f64,
    /// Games a second, for random games.
    #[serde(skip_serializing_if = "Option::is_none")]
    games_per_second: Option<f64>,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    if arguments.peers {
        return peers(arguments.game.as_deref(), output.is_json());
    }
    let mut bench = Bench { is_timed: !arguments.signature };
    let rows = match &arguments.game {
        Some(game) => visit_game(&game.parse()?, &mut bench),
        None => each_game(&mut bench).into_iter().flatten().collect(),
    };
    if arguments.signature {
        for row in &rows {
            output.text(&row.signature())?;
        }
        return Ok(());
    }
    let nodes = rows.iter().map(|row| row.nodes).sum::<u64>();
    if output.is_json() {
        return Ok(output.json(&serde_json::json!({ "nodes": nodes, "jobs": rows }))?);
    }
    output.text(&format!("{:16} {:24} {:>13} {:>13} {:>13}\n", "game", "job", "nodes", "nodes/s", "games/s"))?;
    for row in &rows {
        output.text(&row.text())?;
    }
    Ok(output.text(&format!("{nodes} nodes\n"))?)
}

/// Runs the comparison with other libraries. They are not among our dependencies, so the comparison is a workspace of
/// its own, looked for in the current folder and its parents, then where this program was compiled.
fn peers(game: Option<&str>, is_json: bool) -> Result<(), Failure> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let here = std::env::current_dir().unwrap_or_default();
    let manifest = here.ancestors().chain([own.as_path()]).map(|folder| folder.join("peers/Cargo.toml"));
    let Some(manifest) = manifest.into_iter().find(|manifest| manifest.is_file()) else {
        return Err(Failure::Input(
            "--peers needs the source tree of Spielbaum with its folder 'peers': run this command inside it".to_owned(),
        ));
    };
    let mut command = Command::new("cargo");
    command.args(["run", "--release", "--quiet", "--locked", "--manifest-path"]).arg(manifest).arg("--");
    if let Some(game) = game {
        let spec: GameSpec = game.parse()?;
        command.args(["--only", spec.name()]);
    }
    if is_json {
        command.arg("--json");
    }
    let status = command.status().map_err(|error| Failure::Failed(format!("cargo: {error}")))?;
    if status.success() { Ok(()) } else { Err(Failure::Failed(format!("the comparison failed: {status}"))) }
}

impl Row {
    /// A line of `bench/signature.txt`.
    fn signature(&self) -> String {
        let outcomes = self.outcomes.map(|[first, draws, second]| format!(" +{first} ={draws} -{second}"));
        format!("{} {} {}{}\n", self.game, self.job, self.nodes, outcomes.unwrap_or_default())
    }

    /// A line of the table for people.
    fn text(&self) -> String {
        let rate = |per_second: f64| rate(per_second as u64, Duration::from_secs(1));
        let games = self.games_per_second.map(rate).unwrap_or_default();
        let (nodes, nps) = (grouped(self.nodes), rate(self.nps));
        let line = format!("{:16} {:24} {nodes:>13} {nps:>13} {games:>13}", self.game, self.job);
        format!("{}\n", line.trim_end())
    }
}

struct Bench {
    is_timed: bool,
}

impl Visitor for Bench {
    type Output = Vec<Row>;

    fn visit<G: Playable>(&mut self) -> Vec<Row> {
        // The text of the start position distinguishes board sizes that share a name.
        let start = G::default();
        let game = start.game_text();
        let mut rows = vec![self.perft(&start, game.clone()), self.playouts(&start, game.clone())];
        let depth = (1..8).take_while(|&depth| perft(&start, depth) <= SEARCH_COUNT).last().unwrap_or(1);
        rows.extend(PRESETS.iter().filter_map(|preset| bench_search(&start, &game, preset.name, depth)));
        rows
    }
}

impl Bench {
    fn perft<G: Playable>(&self, start: &G, game: String) -> Row {
        let is_enough = |depth: &u32| perft(start, *depth) >= PERFT_COUNT || *depth as usize >= start.max_plies();
        let depth = (1..).find(is_enough).expect("the longest game is long enough");
        let (nodes, time) = self.time(|| perft(black_box(start), depth));
        let (time_ms, nps) = (milliseconds(time), per_second(nodes, time));
        Row { game, job: format!("perft-{depth}"), nodes, outcomes: None, time_ms, nps, games_per_second: None }
    }

    fn playouts<G: Playable>(&self, start: &G, game: String) -> Row {
        let ((nodes, outcomes), time) = self.time(|| random_games(black_box(start)));
        let (time_ms, nps) = (milliseconds(time), per_second(nodes, time));
        let games_per_second = Some(per_second(outcomes.iter().sum(), time));
        Row { game, job: "playouts".to_owned(), nodes, outcomes: Some(outcomes), time_ms, nps, games_per_second }
    }

    /// The result of `job` and the shortest time it took, over enough runs to exclude the cold start.
    fn time<T>(&self, job: impl Fn() -> T) -> (T, Duration) {
        let start = Instant::now();
        let mut best = Duration::MAX;
        loop {
            let clock = Instant::now();
            let result = job();
            best = best.min(clock.elapsed());
            if !self.is_timed || start.elapsed() >= TIME_A_JOB {
                return (result, best);
            }
        }
    }
}

/// Runs a preset, if the game supports it and it counts nodes.
fn bench_search<G: Playable>(start: &G, game: &str, preset: &str, depth: u32) -> Option<Row> {
    let spec: Spec = preset.parse().expect("presets have valid names");
    let mut search = build::<G>(&spec).ok()?;
    // Searches without a depth get a number of iterations or nodes.
    let (budget, limit) = match spec.engine() {
        engine if engine.has_iterations() => (Budget::iterations(ROUNDS), format!("iterations={ROUNDS}")),
        Engine::Proof(_) => (Budget::nodes(ROUNDS), format!("nodes={ROUNDS}")),
        _ => (Budget::depth(depth), format!("depth={depth}")),
    };
    let analysis = search.search(black_box(start), &budget, &mut |_| {});
    let (nodes, time) = (analysis.nodes, analysis.time);
    if nodes == 0 {
        return None;
    }
    Some(Row {
        game: game.to_owned(),
        job: format!("{preset}:{limit}"),
        nodes,
        outcomes: None,
        time_ms: milliseconds(time),
        nps: per_second(nodes, time),
        games_per_second: None,
    })
}

/// Plies and outcomes of random games.
fn random_games<G: Playable>(start: &G) -> (u64, [u64; 3]) {
    let mut playouts = Playouts::default();
    let limit = PlayoutLimit { games: u64::MAX, plies: PLAYOUT_PLIES };
    play_out(&mut playouts, start, limit, &mut Rng::new(1));
    let [first, second] = playouts.wins;
    (playouts.plies(), [first, playouts.draws, second])
}
