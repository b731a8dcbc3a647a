//! A game as JSON: its name, notation and options.

use serde::Serialize;
use spielbaum_core::{GameInfo, GameOption};

/// A game.
#[derive(Serialize)]
pub struct GameJson {
    name: &'static str,
    title: &'static str,
    sides: [&'static str; 2],
    summary: &'static str,
    options: Vec<OptionJson>,
    /// The notation of positions.
    position: &'static str,
    /// The notation of moves.
    moves: &'static str,
}

/// An option of a game.
#[derive(Serialize)]
struct OptionJson {
    name: &'static str,
    values: &'static str,
    default: &'static str,
    help: &'static str,
}

impl GameJson {
    /// The game that `info` describes.
    pub fn new(info: &GameInfo) -> GameJson {
        let option = |option: &GameOption| OptionJson {
            name: option.name,
            values: option.values,
            default: option.default,
            help: option.help,
        };
        GameJson {
            name: info.name,
            title: info.title,
            sides: info.sides,
            summary: info.summary,
            options: info.options.iter().map(option).collect(),
            position: info.position_help,
            moves: info.move_help,
        }
    }
}
