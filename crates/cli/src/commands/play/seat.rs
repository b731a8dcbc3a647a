//! The two players of a game: a person with a name, or a computer player.

use clap::Args;
use spielbaum_core::{Budget, Search, Side};
use spielbaum_documents::DEFAULT_TIME;
use spielbaum_lab::{LEVELS, level_number, limited, player_by_name};
use spielbaum_players::{Playable, build};
use spielbaum_search::{Limits, Spec};

use super::prompt::Prompt;
use crate::commands::analyse::LimitArguments;
use crate::failure::Failure;
use crate::output::Output;

/// Options that choose the players.
#[derive(Args)]
pub(crate) struct SeatArguments {
    /// First player: 'human', a level from 1 to 10, 'random', or an algorithm with options
    #[arg(long, value_name = "PLAYER")]
    first: Option<String>,

    /// Second player
    #[arg(long, value_name = "PLAYER")]
    second: Option<String>,

    /// Name of a human player; given twice, of both
    #[arg(long = "name", value_name = "NAME")]
    names: Vec<String>,

    #[command(flatten)]
    limits: LimitArguments,
}

/// A computer player with its budget for a move.
pub(super) type Computer<G> = (Box<dyn Search<G>>, Budget);

/// One side of the game and its player.
#[derive(Clone)]
pub(crate) struct Seat {
    /// Index of the player, by its side in the first game.
    pub(super) player: usize,
    pub(super) name: String,
    /// The computer player; `None` for a person.
    pub(super) spec: Option<Spec>,
}

impl Seat {
    /// Builds the search of a computer player.
    pub(super) fn build<G: Playable>(&self) -> Result<Option<Computer<G>>, Failure> {
        let Some(spec) = &self.spec else { return Ok(None) };
        Ok(Some((build::<G>(spec)?, spec.budget(Budget::default()))))
    }
}

/// Default names of people; not the colours, which swap.
const NAMELESS: [&str; 2] = ["human", "human 2"];

/// The default opponent.
const DEFAULT_OPPONENT: &str = "level 5";

impl SeatArguments {
    /// The seats given by the options; missing players are asked for, or take their defaults without a terminal. `None`
    /// at the end of input.
    pub(super) fn ask<G: Playable>(
        &self,
        prompt: &mut Prompt,
        output: &mut Output,
    ) -> Result<Option<[Seat; 2]>, Failure> {
        let mut seats = Vec::new();
        for side in Side::BOTH {
            let given = [&self.first, &self.second][side];
            let usual = if side == Side::First { "human" } else { DEFAULT_OPPONENT };
            let text = match given {
                Some(text) => text.clone(),
                None if !prompt.is_terminal() => usual.to_owned(),
                None => match self.ask_player::<G>(side, usual, prompt, output)? {
                    Some(text) => text,
                    None => return Ok(None),
                },
            };
            let Some(seat) = self.seat::<G>(&text, side, &seats, prompt, output)? else { return Ok(None) };
            seats.push(seat);
        }
        Ok(seats.try_into().ok())
    }

    /// Asks until the answer names a player.
    fn ask_player<G: Playable>(
        &self,
        side: Side,
        usual: &str,
        prompt: &mut Prompt,
        output: &mut Output,
    ) -> Result<Option<String>, Failure> {
        let name = G::INFO.sides[side];
        if side == Side::First {
            output.line(&format!(
                "Players: human, level 1 ({}) to 10 ({}), random, or an algorithm.",
                LEVELS[0].name, LEVELS[9].name
            ))?;
        }
        loop {
            let Some(answer) = prompt.ask(&format!("Who plays {name}? [{usual}] "), output)? else { return Ok(None) };
            let answer = if answer.is_empty() { usual.to_owned() } else { answer };
            match self.computer::<G>(&answer) {
                Ok(_) => return Ok(Some(answer)),
                Err(error) => output.line(&error.to_string())?,
            }
        }
    }

    fn seat<G: Playable>(
        &self,
        text: &str,
        side: Side,
        others: &[Seat],
        prompt: &mut Prompt,
        output: &mut Output,
    ) -> Result<Option<Seat>, Failure> {
        let player = side as usize;
        if let Some(spec) = self.computer::<G>(text)? {
            return Ok(Some(Seat { player, name: computer_name(text, &spec), spec: Some(spec) }));
        }
        let people = others.iter().filter(|seat| seat.spec.is_none()).count();
        let usual = NAMELESS[people];
        let name = match self.names.get(people) {
            Some(name) => name.clone(),
            None if !prompt.is_terminal() => usual.to_owned(),
            None => match prompt.ask(&format!("Name of {}? [{usual}] ", G::INFO.sides[side]), output)? {
                Some(name) => name,
                None => return Ok(None),
            },
        };
        let name = if name.trim().is_empty() { usual.to_owned() } else { name.trim().to_owned() };
        Ok(Some(Seat { player, name, spec: None }))
    }

    /// The computer player of this name, with a limit; `None` for a person.
    fn computer<G: Playable>(&self, text: &str) -> Result<Option<Spec>, Failure> {
        if text.trim().eq_ignore_ascii_case("human") {
            return Ok(None);
        }
        let in_player = |error| Failure::input("player", error);
        let spec = player_by_name::<G>(text).map_err(in_player)?;
        let limits = self.limits.limits();
        let limits = if limits == Limits::default() { Limits { time: Some(DEFAULT_TIME), ..limits } } else { limits };
        let spec = limited(spec, limits);
        spec.check_limits(&spec.budget(Budget::default())).map_err(in_player)?;
        build::<G>(&spec).map_err(in_player)?;
        Ok(Some(spec))
    }
}

/// A level by its number, other players by their spec.
pub(super) fn computer_name(text: &str, spec: &Spec) -> String {
    level_number(text).map_or_else(|| spec.to_string(), |number| format!("level {number}"))
}
