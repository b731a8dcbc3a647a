//! One game at the terminal: turns, commands, and the end of the game.

use std::any::Any;
use std::time::Duration;

use spielbaum_connect::polyglot::PolyglotBook;
use spielbaum_core::{MoveSet, Notation, Outcome, Rng, Side, Status, mix};
use spielbaum_documents::AnalysisRequest;
use spielbaum_games::Chess;
use spielbaum_lab::{History, PastGame, player_by_name};
use spielbaum_players::Playable;
use spielbaum_search::Limits;

use super::command::Command;
use super::prompt::Prompt;
use super::saved::Record;
use super::seat::{Computer, Seat, computer_name};
use crate::commands::history::best_by_experience;
use crate::failure::Failure;
use crate::output::Output;
use crate::report::{Report, progress_line, value_in_words};

/// How a game ended for the series.
pub(super) enum Ended {
    With(Outcome),
    Unfinished,
}

/// Options that do not change from game to game.
#[derive(Clone, Copy)]
pub(super) struct Habits {
    pub(super) shows_thinking: bool,
    pub(super) uses_experience: bool,
    pub(super) uses_book: bool,
    pub(super) seed: u64,
}

/// Time for a hint or an analysis.
const ADVICE_TIME: Duration = Duration::from_secs(1);

pub(super) struct TerminalGame<G: Notation> {
    /// The start of every game.
    opening: Record<G>,
    record: Record<G>,
    seats: [Seat; 2],
    /// The computer players, built for this game.
    players: [Option<Computer<G>>; 2],
    history: Option<History>,
    habits: Habits,
}

/// The result of a turn.
enum Turn<M> {
    Move(M),
    /// The game continues from another position, or with other players.
    Again,
    Over(Outcome, String),
    Leave,
}

impl<G: Playable> TerminalGame<G> {
    pub(super) fn new(
        opening: Record<G>,
        seats: [Seat; 2],
        history: Option<History>,
        habits: Habits,
    ) -> TerminalGame<G> {
        TerminalGame { record: opening.clone(), opening, seats, players: [None, None], history, habits }
    }

    pub(super) fn seats(&self) -> &[Seat; 2] {
        &self.seats
    }

    /// Continues a game from `record`; the next game starts from the usual position.
    pub(super) fn go_on_with(&mut self, record: Record<G>) {
        self.record = record;
    }

    /// The next game, with sides swapped.
    pub(super) fn rematch(&mut self) {
        self.seats.swap(0, 1);
        self.record = self.opening.clone();
        self.habits.seed = self.habits.seed.wrapping_add(1);
    }

    /// Plays a game to its end.
    pub(super) fn play(&mut self, prompt: &mut Prompt, output: &mut Output) -> Result<Ended, Failure> {
        self.seat_players()?;
        loop {
            let position = self.record.position();
            if let (Status::Over(outcome), Some(ending)) = (position.status(), position.ending()) {
                self.draw(&position, output)?;
                return self.finish(outcome, ending, output);
            }
            let side = position.side_to_move();
            if self.players.iter().all(Option::is_some) {
                // No person plays, but the game may be watched.
                self.draw(&position, output)?;
            }
            let turn = match self.players[side].is_some() {
                true => self.computer_turn(&position, output)?,
                false => self.human_turn(&position, prompt, output)?,
            };
            match turn {
                Turn::Move(mv) => {
                    self.record.moves.push(mv);
                    if let Some(name) = self.record.position().opening() {
                        output.line(&format!("Opening: {name}"))?;
                    }
                }
                Turn::Again => {}
                Turn::Over(outcome, ending) => return self.finish(outcome, ending, output),
                Turn::Leave => return Ok(Ended::Unfinished),
            }
        }
    }

    /// Builds the computer players again, with new seeds.
    fn seat_players(&mut self) -> Result<(), Failure> {
        for side in Side::BOTH {
            let mut seat = self.seats[side].clone();
            seat.spec = seat.spec.map(|spec| spec.reseeded(mix(self.habits.seed, side as u64)));
            self.players[side] = seat.build()?;
        }
        Ok(())
    }

    fn draw(&self, position: &G, output: &mut Output) -> Result<(), Failure> {
        let board = position.draw(output.style(), self.record.moves.last().copied());
        Ok(output.text(&format!("\n{board}\n"))?)
    }

    fn computer_turn(&mut self, position: &G, output: &mut Output) -> Result<Turn<G::Move>, Failure> {
        let side = position.side_to_move();
        let name = self.seats[side].name.clone();
        if self.habits.uses_experience
            && let Some(history) = &mut self.history
            && let Some(mv) = best_by_experience(history, position, self.record.moves.len())?
        {
            output.line(&format!("{name} plays {} (by experience)", position.move_text(mv)))?;
            return Ok(Turn::Move(mv));
        }
        let lot = mix(self.habits.seed, self.record.moves.len() as u64);
        if self.habits.uses_book
            && let Some(mv) = book_move(position, &mut Rng::new(lot))
        {
            output.line(&format!("{name} plays {} (by the book)", position.move_text(mv)))?;
            return Ok(Turn::Move(mv));
        }
        let Some((search, budget)) = &mut self.players[side] else { return Ok(Turn::Again) };
        let live = output.live();
        let analysis = search.search(position, budget, &mut |analysis| {
            let line = progress_line(position, analysis);
            if self.habits.shows_thinking {
                // A failed write must not abort the search; the next line reports it.
                let _ = output.line(&format!("  {line}"));
            } else {
                live.set_message(format!("{name} is thinking: {line}"));
            }
        });
        live.finish_and_clear();
        let Some(mv) = analysis.best else {
            let reason =
                search.failure().map_or_else(|| "it returned no move".to_owned(), |failure| failure.to_string());
            return Ok(Turn::Over(Outcome::Win(!side), format!("{} loses: {reason}", G::INFO.sides[side])));
        };
        output.line(&format!("{name} plays {}", position.move_text(mv)))?;
        Ok(Turn::Move(mv))
    }

    fn human_turn(&mut self, position: &G, prompt: &mut Prompt, output: &mut Output) -> Result<Turn<G::Move>, Failure> {
        self.draw(position, output)?;
        let side = position.side_to_move();
        let who = format!("{} ({})", self.seats[side].name, G::INFO.sides[side]);
        loop {
            let Some(answer) = prompt.ask(&format!("{who}: "), output)? else { return Ok(Turn::Leave) };
            if answer.is_empty() {
                continue;
            }
            // Moves take precedence over commands.
            let refusal = match position.parse_move(&answer) {
                Ok(mv) => return Ok(Turn::Move(mv)),
                Err(error) => error,
            };
            match Command::read(&answer) {
                Ok(Some(command)) => {
                    if let Some(turn) = self.execute(command, position, output)? {
                        return Ok(turn);
                    }
                }
                Ok(None) => output.line(&format!("{refusal}; 'help' lists the commands"))?,
                Err(reason) => output.line(&reason)?,
            }
        }
    }

    /// Executes a command; `None` if it is still that person's turn in the same position.
    fn execute(
        &mut self,
        command: Command,
        position: &G,
        output: &mut Output,
    ) -> Result<Option<Turn<G::Move>>, Failure> {
        let side = position.side_to_move();
        match command {
            Command::Help => output.text(&Command::help(G::INFO.move_help))?,
            Command::Moves => output.line(&move_list(position))?,
            Command::Board => self.draw(position, output)?,
            Command::Hint | Command::Analyse => advise(position, command == Command::Analyse, output)?,
            Command::Thinking(wanted) => {
                self.habits.shows_thinking = wanted.unwrap_or(!self.habits.shows_thinking);
                let state = if self.habits.shows_thinking { "shown" } else { "hidden" };
                output.line(&format!("Thinking is {state}."))?;
            }
            Command::Undo => {
                // Against a computer, its reply is taken back as well.
                let plies = if self.players[!side].is_some() { 2 } else { 1 };
                if self.record.moves.len() < plies.min(2) {
                    output.line("You have no move to take back.")?;
                    return Ok(None);
                }
                self.record.moves.truncate(self.record.moves.len() - plies);
                return Ok(Some(Turn::Again));
            }
            Command::Level(text) => match player_by_name::<G>(&text) {
                Ok(spec) if self.seats[!side].spec.is_some() => {
                    let seat = &mut self.seats[!side];
                    (seat.name, seat.spec) = (computer_name(&text, &spec), Some(spec));
                    self.seat_players()?;
                    output.line(&format!("The opponent is now {}.", self.seats[!side].name))?;
                }
                Ok(_) => output.line("The opponent is a person.")?,
                Err(error) => output.line(&error.to_string())?,
            },
            Command::Save(file) => match self.record.save(&file, &self.seats) {
                Ok(()) => output.line(&format!("Saved in {}.", file.display()))?,
                Err(failure) => output.line(&failure.to_string())?,
            },
            Command::Load(file) => match Record::load(&file) {
                Ok(record) => {
                    self.go_on_with(record);
                    return Ok(Some(Turn::Again));
                }
                Err(failure) => output.line(&failure.to_string())?,
            },
            Command::Swap => {
                self.seats.swap(0, 1);
                self.players.swap(0, 1);
                let [first, second] = [&self.seats[0].name, &self.seats[1].name];
                output.line(&format!(
                    "Now {first} plays {}, {second} plays {}.",
                    G::INFO.sides[0],
                    G::INFO.sides[1]
                ))?;
                return Ok(Some(Turn::Again));
            }
            Command::Resign => {
                let ending = format!("{} resigns, {} wins", G::INFO.sides[side], G::INFO.sides[!side]);
                return Ok(Some(Turn::Over(Outcome::Win(!side), ending)));
            }
            Command::Quit => return Ok(Some(Turn::Leave)),
        }
        Ok(None)
    }

    /// Announces the result and stores the game in the history.
    fn finish(&mut self, outcome: Outcome, ending: String, output: &mut Output) -> Result<Ended, Failure> {
        output.line(&ending)?;
        if let Some(history) = &mut self.history {
            let Record { start, moves } = &self.record;
            let mut position = start.clone();
            let mut keys = vec![position.key()];
            for &mv in moves {
                position.play(mv);
                keys.push(position.key());
            }
            let game = PastGame {
                number: 0,
                played: String::new(),
                game: start.game_text(),
                players: [self.seats[0].name.clone(), self.seats[1].name.clone()],
                start: start.to_string(),
                moves: self.record.texts().join(" "),
                outcome,
                ending,
            };
            let number = history.add(&game, &keys)?;
            output.line(&format!("Stored as game {number} of the history."))?;
        }
        Ok(Ended::With(outcome))
    }
}

/// A move of the built-in book (chess only).
fn book_move<G: Notation>(position: &G, rng: &mut Rng) -> Option<G::Move> {
    let chess: &Chess = (position as &dyn Any).downcast_ref()?;
    let mv = PolyglotBook::own().choose(chess, rng)?;
    position.parse_move(&chess.move_text(mv)).ok()
}

fn move_list<G: Notation>(position: &G) -> String {
    let moves = position.status().moves();
    let texts: Vec<String> = moves.iter().flat_map(MoveSet::iter).map(|mv| position.move_text(mv)).collect();
    texts.join(" ")
}

/// The advice of the best search for the position, found in a second.
fn advise<G: Playable>(position: &G, is_full: bool, output: &mut Output) -> Result<(), Failure> {
    let limits = Limits { time: Some(ADVICE_TIME), ..Limits::default() };
    let mut prepared = AnalysisRequest { limits, ..AnalysisRequest::default() }.prepare(position.clone())?;
    let live = output.live();
    let analysis = prepared.run(None, &mut |analysis| {
        live.set_message(progress_line(position, analysis));
    });
    live.finish_and_clear();
    if is_full {
        let best = analysis.best.as_slice();
        let (game, algorithm) = (position.game_text(), prepared.spec.to_string());
        return Ok(Report { game, algorithm, position, analysis: &analysis, best, book: None }.print(output)?);
    }
    let value = value_in_words(position, analysis.value, analysis.bound);
    let mv = analysis.best.map(|mv| position.move_text(mv)).unwrap_or_default();
    Ok(output.line(&format!("Try {mv} ({value})."))?)
}
