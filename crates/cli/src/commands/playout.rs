//! `spielbaum playout`: random games, their outcomes and lengths.

use std::time::{Duration, Instant};

use clap::Args;
use serde::Serialize;
use spielbaum_core::{Rng, Side, TextStyle};
use spielbaum_lab::statistics::wilson;
use spielbaum_players::{Playable, Visitor, play_out, visit_game};
use spielbaum_search::{PlayoutLimit, Playouts};

use crate::failure::Failure;
use crate::output::{Output, grouped, milliseconds, per_second, rate};
use crate::setup::{PositionArguments, Setup};

#[derive(Args)]
#[command(after_help = "\
The same seed gives the same games. In brackets, 95 % confidence intervals (Wilson).

Examples:
  spielbaum playout connect-four
  spielbaum playout yavalath --games 1000000 --seed 7
  spielbaum playout othello -m f5d6 --json")]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,

    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,

    /// Seed of the random moves
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

#[derive(Serialize)]
struct PlayoutJson {
    game: String,
    position: String,
    seed: u64,
    games: u64,
    first_wins: u64,
    draws: u64,
    second_wins: u64,
    mean_length: f64,
    shortest: usize,
    longest: usize,
    lengths: Vec<LengthJson>,
    time_ms: f64,
    per_second: f64,
}

#[derive(Serialize)]
struct LengthJson {
    plies: usize,
    games: u64,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let setup = arguments.position.setup()?;
    visit_game(&setup.spec, &mut Playout { setup: &setup, arguments, output })
}

struct Playout<'a> {
    setup: &'a Setup<'a>,
    arguments: &'a Arguments,
    output: &'a mut Output,
}

/// Random games and the time they took.
struct Tally {
    playouts: Playouts,
    time: Duration,
}

impl Visitor for Playout<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Playable>(&mut self) -> Self::Output {
        let position = self.setup.line::<G>()?.position;
        let tally = self.play(&position);
        if self.output.is_json() {
            let json = tally.json(self.setup.spec.to_string(), position.to_string(), self.arguments);
            return Ok(self.output.json(&json)?);
        }
        let text = tally.text(G::INFO.title, G::INFO.sides, self.output.style());
        Ok(self.output.text(&text)?)
    }
}

impl Playout<'_> {
    fn play<G: Playable>(&self, position: &G) -> Tally {
        let games = self.arguments.games;
        let mut rng = Rng::new(self.arguments.seed);
        let mut playouts = Playouts::default();
        let progress = self.output.progress(games, G::INFO.name);
        let start = Instant::now();
        let mut played = 0;
        while played < games {
            // Chess plays ten thousand games a second and Tic-Tac-Toe twenty million: small batches keep the bar
            // moving.
            let batch = (games - played).min(1_000);
            play_out(&mut playouts, position, PlayoutLimit { games: batch, plies: u64::MAX }, &mut rng);
            played += batch;
            progress.inc(batch);
        }
        let time = start.elapsed();
        progress.finish_and_clear();
        Tally { playouts, time }
    }
}

impl Tally {
    fn mean_length(&self) -> f64 {
        self.playouts.plies() as f64 / self.playouts.games() as f64
    }

    fn json(&self, game: String, position: String, arguments: &Arguments) -> PlayoutJson {
        let seen = self.playouts.lengths.iter().enumerate().filter(|(_, games)| **games > 0);
        let lengths: Vec<LengthJson> = seen.map(|(plies, &games)| LengthJson { plies, games }).collect();
        PlayoutJson {
            game,
            position,
            seed: arguments.seed,
            games: self.playouts.games(),
            first_wins: self.playouts.wins[Side::First],
            draws: self.playouts.draws,
            second_wins: self.playouts.wins[Side::Second],
            mean_length: self.mean_length(),
            shortest: lengths.first().map_or(0, |length| length.plies),
            longest: lengths.last().map_or(0, |length| length.plies),
            lengths,
            time_ms: milliseconds(self.time),
            per_second: per_second(self.playouts.games(), self.time),
        }
    }

    fn text(&self, title: &str, sides: [&str; 2], style: TextStyle) -> String {
        let games = self.playouts.games();
        let mut text = format!(
            "{title}: {} random games in {:.2} s, {}\n\n",
            grouped(games),
            self.time.as_secs_f64(),
            rate(games, self.time)
        );
        let rows = [
            (format!("{} wins", sides[0]), self.playouts.wins[Side::First]),
            ("draws".to_owned(), self.playouts.draws),
            (format!("{} wins", sides[1]), self.playouts.wins[Side::Second]),
        ];
        for (label, count) in rows {
            let share = 100.0 * count as f64 / games as f64;
            let interval = wilson(count, games);
            let (low, high) = (100.0 * interval.low, 100.0 * interval.high);
            text += &format!("{label:>12} {:>13}  {share:6.2} %  ({low:.2} to {high:.2})\n", grouped(count));
        }
        let seen: Vec<usize> =
            (0..self.playouts.lengths.len()).filter(|&plies| self.playouts.lengths[plies] > 0).collect();
        let (shortest, longest) = (seen[0], seen[seen.len() - 1]);
        text += &format!("\nlength in plies: {shortest} to {longest}, mean {:.2}\n", self.mean_length());
        text + &self.histogram(shortest, longest, style)
    }

    /// At most twenty bars over the lengths that were seen.
    fn histogram(&self, shortest: usize, longest: usize, style: TextStyle) -> String {
        let width = (longest - shortest) / 20 + 1;
        let bars: Vec<(usize, u64)> = (shortest..=longest)
            .step_by(width)
            .map(|from| (from, self.playouts.lengths[from..(from + width).min(longest + 1)].iter().sum()))
            .collect();
        let most = bars.iter().map(|(_, games)| *games).max().unwrap_or(1).max(1);
        let mut text = String::new();
        for (from, games) in bars {
            let label = if width == 1 { from.to_string() } else { format!("{from}-{}", from + width - 1) };
            let bar = style.pick("█", "#").repeat((50 * games).div_ceil(most) as usize);
            text += format!("{label:>12} {:>13}  {bar}", grouped(games)).trim_end();
            text.push('\n');
        }
        text
    }
}
