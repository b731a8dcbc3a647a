//! What there is: games, searches, levels.

use axum::Json;
use serde::Serialize;
use spielbaum_core::{GameInfo, Knowledge, Notation};
use spielbaum_games::{GameSpec, Visitor, game_infos};
use spielbaum_players::build;
use spielbaum_search::{Engine, PRESETS, Spec};

use crate::levels::{Level, levels};

#[derive(Serialize)]
pub(super) struct Everything {
    games: Vec<GameJson>,
    algorithms: Vec<AlgorithmJson>,
}

#[derive(Serialize)]
struct GameJson {
    name: &'static str,
    title: &'static str,
    sides: [&'static str; 2],
    summary: &'static str,
    options: Vec<OptionJson>,
    position_help: &'static str,
    move_help: &'static str,
    levels: &'static [Level],
    /// The searches that can play it.
    algorithms: Vec<&'static str>,
}

#[derive(Serialize)]
struct OptionJson {
    name: &'static str,
    values: &'static str,
    default: &'static str,
    help: &'static str,
}

#[derive(Serialize)]
struct AlgorithmJson {
    name: &'static str,
    summary: &'static str,
    reference: &'static str,
    exact: bool,
    /// How it can be watched: `tree` by depth, `rounds` of a growing tree, `proof` numbers, or not at all.
    family: &'static str,
}

pub(super) async fn list() -> Json<Everything> {
    let algorithms = PRESETS.iter().map(|preset| AlgorithmJson {
        name: preset.name,
        summary: preset.summary,
        reference: preset.reference,
        exact: preset.engine.is_exact(),
        family: match preset.engine {
            Engine::Minimax { .. } | Engine::AlphaBeta(_) | Engine::Auto(_) => "tree",
            Engine::Mcts(_) => "rounds",
            Engine::Proof(_) => "proof",
            Engine::Perfect | Engine::Random { .. } => "none",
        },
    });
    Json(Everything { games: game_infos().iter().map(game).collect(), algorithms: algorithms.collect() })
}

fn game(info: &GameInfo) -> GameJson {
    let option = |option: &spielbaum_core::GameOption| OptionJson {
        name: option.name,
        values: option.values,
        default: option.default,
        help: option.help,
    };
    let spec: GameSpec = info.name.parse().expect("a registered name");
    GameJson {
        name: info.name,
        title: info.title,
        sides: info.sides,
        summary: info.summary,
        options: info.options.iter().map(option).collect(),
        position_help: info.position_help,
        move_help: info.move_help,
        levels: levels(info.name),
        algorithms: spec.visit(&mut Playing),
    }
}

/// Finds the searches that know all they need of a game.
struct Playing;

impl Visitor for Playing {
    type Output = Vec<&'static str>;

    fn visit<G: Notation + Knowledge>(&mut self) -> Self::Output {
        let names = PRESETS.iter().map(|preset| preset.name);
        names.filter(|name| name.parse::<Spec>().is_ok_and(|spec| build::<G>(&spec.restrained(1, 1)).is_ok())).collect()
    }
}
