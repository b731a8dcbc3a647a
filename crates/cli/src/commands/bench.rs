//! `spielbaum bench`: how fast the games run, and counts that change only when the rules or the random stream do.

use std::time::{Duration, Instant};

use clap::Args;
use serde::Serialize;
use spielbaum_core::{Notation, Outcome, Rng};
use spielbaum_games::{GameSpec, Visitor, each_game};
use spielbaum_search::perft;

use crate::failure::Failure;
use crate::output::{Output, grouped, milliseconds, per_second, rate};

/// Perft goes deep enough to count this many sequences.
const PERFT_COUNT: u64 = 1_000_000;

/// Random games are played until they have lasted this many plies together.
const PLAYOUT_PLIES: u64 = 1_000_000;

#[derive(Args)]
#[command(after_help = "\
The counts are the same on every machine; 'bench/signature.txt' of the sources holds them.

Examples:
  spielbaum bench
  spielbaum bench othello
  spielbaum bench --signature")]
pub(crate) struct Arguments {
    /// Measure this game only
    #[arg(value_name = "GAME")]
    game: Option<String>,

    /// Print the counts alone, without speeds
    #[arg(long)]
    signature: bool,
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
    #[serde(skip)]
    time: Duration,
    /// Games a second, for random games.
    #[serde(skip_serializing_if = "Option::is_none")]
    games_per_second: Option<f64>,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let rows = match &arguments.game {
        Some(game) => game.parse::<GameSpec>()?.visit(&mut Bench),
        None => each_game(&mut Bench).into_iter().flatten().collect(),
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
    output.text(&format!("{:14} {:12} {:>13} {:>13} {:>13}\n", "game", "job", "nodes", "nodes/s", "games/s"))?;
    for row in &rows {
        let games = row.games_per_second.map_or(String::new(), |games| rate(games as u64, Duration::from_secs(1)));
        let nodes = grouped(row.nodes);
        let line = format!("{:14} {:12} {nodes:>13} {:>13} {games:>13}", row.game, row.job, rate(row.nodes, row.time));
        output.text(&format!("{}\n", line.trim_end()))?;
    }
    Ok(output.text(&format!("{nodes} nodes\n"))?)
}

impl Row {
    /// A line of `bench/signature.txt`.
    fn signature(&self) -> String {
        let outcomes =
            self.outcomes.map_or(String::new(), |[first, draws, second]| format!(" +{first} ={draws} -{second}"));
        format!("{} {} {}{outcomes}\n", self.game, self.job, self.nodes)
    }
}

struct Bench;

impl Visitor for Bench {
    type Output = Vec<Row>;

    fn visit<G: Notation>(&mut self) -> Vec<Row> {
        // The start position's own text tells apart the sizes that share a name.
        let start = G::default();
        let text = start.to_string();
        let options = text.split_once(';').map(|(options, _)| format!(":{options}"));
        let game = format!("{}{}", G::INFO.name, options.unwrap_or_default());
        vec![bench_perft(&start, game.clone()), bench_playouts(&start, game)]
    }
}

fn bench_perft<G: Notation>(start: &G, game: String) -> Row {
    let mut depth = 1;
    loop {
        let clock = Instant::now();
        let nodes = perft(start, depth);
        let time = clock.elapsed();
        if nodes >= PERFT_COUNT || depth as usize >= start.max_plies() {
            return Row {
                game,
                job: format!("perft-{depth}"),
                nodes,
                outcomes: None,
                time_ms: milliseconds(time),
                nps: per_second(nodes, time),
                time,
                games_per_second: None,
            };
        }
        depth += 1;
    }
}

fn bench_playouts<G: Notation>(start: &G, game: String) -> Row {
    let mut rng = Rng::new(1);
    let (mut nodes, mut outcomes) = (0, [0; 3]);
    let clock = Instant::now();
    while nodes < PLAYOUT_PLIES {
        let rollout = start.clone().rollout(&mut rng);
        nodes += rollout.plies as u64;
        outcomes[match rollout.outcome {
            Outcome::Win(side) => 2 * side as usize,
            Outcome::Draw => 1,
        }] += 1;
    }
    let time = clock.elapsed();
    Row {
        game,
        job: "playouts".to_owned(),
        nodes,
        outcomes: Some(outcomes),
        time_ms: milliseconds(time),
        nps: per_second(nodes, time),
        time,
        games_per_second: Some(per_second(outcomes.iter().sum(), time)),
    }
}
