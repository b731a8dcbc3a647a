//! A game as JSON: what it is called, and how it is written.

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
    /// How a position is written.
    position: &'static str,
    /// How a move is written.
    moves: &'static str,
}

/// Something about it that a user may choose.
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
