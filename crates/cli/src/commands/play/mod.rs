//! `spielbaum play`: games in the terminal between people, levels and algorithms.

mod command;
mod prompt;
mod saved;
mod seat;
mod terminal_game;

use std::any::Any;
use std::path::PathBuf;

use clap::Args;
use spielbaum_core::{Outcome, Side, seed_from_clock};
use spielbaum_games::Chess;
use spielbaum_players::{Playable, Visitor, visit_game};

use super::history::HistoryArguments;
use crate::failure::Failure;
use crate::output::Output;
use crate::setup::{PositionArguments, Setup};
use prompt::Prompt;
use saved::Record;
use seat::{Seat, SeatArguments};
use terminal_game::{Ended, Habits, TerminalGame};

#[derive(Args)]
#[command(after_help = "\
A player is 'human', a level from 1 to 10, 'random', or any algorithm with its options. Missing players are asked for \
at a terminal; elsewhere a person plays against level 5. During a game, 'help' lists the commands.

Examples:
  spielbaum play connect-four
  spielbaum play chess --first human --second 4 --name Anna
  spielbaum play othello --first human --second human --name Anna --name Ben
  spielbaum play yavalath --first mcts:time=1s --second 'level 9' --games 1 --thinking
  spielbaum play gale --load game.json")]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,

    #[command(flatten)]
    seats: SeatArguments,

    /// Show the searches of computer players
    #[arg(long)]
    thinking: bool,

    /// Let computer players prefer opening moves that scored well in the history
    #[arg(long)]
    experience: bool,

    /// Let computer players use the built-in opening book (chess)
    #[arg(long)]
    book: bool,

    /// Random seed of the players [default: from the clock]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// End after this many games instead of asking for another
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,

    /// Continue a saved game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves"])]
    load: Option<PathBuf>,

    #[command(flatten)]
    history: HistoryArguments,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    if output.is_json() {
        return Err(Failure::Input("'play' is interactive: it has no --json".to_owned()));
    }
    let game = &arguments.position.game;
    // A saved game keeps its board, unless the command line names one.
    let saved = arguments.load.as_deref().filter(|_| !game.contains(':')).and_then(saved::start_of);
    let setup = saved.as_deref().and_then(|start| Setup::new(game, start, "").ok());
    let setup = setup.map_or_else(|| arguments.position.setup(), Ok)?;
    visit_game(&setup.spec, &mut Play { arguments, setup: &setup, output })
}

struct Play<'a> {
    arguments: &'a Arguments,
    setup: &'a Setup<'a>,
    output: &'a mut Output,
}

impl Visitor for Play<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Playable>(&mut self) -> Self::Output {
        let mut prompt = Prompt::new();
        let record = match &self.arguments.load {
            Some(file) => Record::load(file)?,
            None => Record { start: self.setup.start::<G>()?, moves: self.setup.line::<G>()?.moves },
        };
        if self.arguments.book && !(&record.start as &dyn Any).is::<Chess>() {
            let reason = format!("'--book' is for chess only: there is no book for {}", record.start.game_text());
            return Err(Failure::Input(reason));
        }
        let seats = self.arguments.seats.ask::<G>(&mut prompt, self.output)?;
        let Some(seats) = seats else { return Ok(()) };
        let history = self.arguments.history.open()?;
        let mut match_score = Score::default();
        let Arguments { thinking: shows_thinking, experience: uses_experience, book: uses_book, seed, .. } =
            *self.arguments;
        let habits = Habits { shows_thinking, uses_experience, uses_book, seed: seed.unwrap_or_else(seed_from_clock) };
        let opening = match self.arguments.load {
            Some(_) => Record { start: record.start.clone(), moves: Vec::new() },
            None => record.clone(),
        };
        let mut table = TerminalGame::new(opening, seats, history, habits);
        table.go_on_with(record);
        loop {
            let ended = table.play(&mut prompt, self.output)?;
            let Ended::With(outcome) = ended else { return Ok(()) };
            match_score.add(outcome, table.seats());
            self.output.line(&match_score.text(table.seats()))?;
            let is_last = self.arguments.games.is_some_and(|games| match_score.games() >= games);
            if is_last || !wants_rematch(&mut prompt, self.output, self.arguments.games.is_some())? {
                return Ok(());
            }
            table.rematch();
        }
    }
}

/// Asks for another game, unless the number of games was given.
fn wants_rematch(prompt: &mut Prompt, output: &mut Output, is_settled: bool) -> Result<bool, Failure> {
    if is_settled {
        return Ok(true);
    }
    loop {
        let Some(answer) = prompt.ask("Another game with sides swapped? [yes] ", output)? else { return Ok(false) };
        match answer.to_ascii_lowercase().as_str() {
            "" | "y" | "yes" => return Ok(true),
            "n" | "no" | "q" | "quit" => return Ok(false),
            _ => output.line(&format!("please answer yes or no, not '{answer}'"))?,
        }
    }
}

/// The score of a series of games, by player.
#[derive(Default)]
struct Score {
    /// The half points of each player, by the seat that it had in the first game.
    half_points: [u32; 2],
}

impl Score {
    fn add(&mut self, outcome: Outcome, seats: &[Seat; 2]) {
        for side in Side::BOTH {
            self.half_points[seats[side].player] += match outcome {
                Outcome::Win(winner) if winner == side => 2,
                Outcome::Win(_) => 0,
                Outcome::Draw => 1,
            };
        }
    }

    fn games(&self) -> u32 {
        self.half_points.iter().sum::<u32>() / 2
    }

    fn text(&self, seats: &[Seat; 2]) -> String {
        let mut sides = Side::BOTH;
        sides.sort_by_key(|&side| seats[side].player);
        let [first, second] = sides.map(|side| &seats[side].name);
        let [mine, yours] = self.half_points.map(points);
        format!("Score: {first} {mine} : {yours} {second}")
    }
}

/// Half points as text: `0`, `½`, `1½`.
fn points(half_points: u32) -> String {
    match (half_points / 2, half_points % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}½"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_written_with_halves() {
        assert_eq!([0, 1, 2, 3].map(points), ["0", "½", "1", "1½"]);
    }
}
