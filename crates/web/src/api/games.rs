//! Lists games, searches and levels.

use std::sync::LazyLock;

use axum::Json;
use serde::Serialize;
use spielbaum_core::GameInfo;
use spielbaum_documents::GameJson;
use spielbaum_games::{GameSpec, game_infos};
use spielbaum_lab::{LEVELS, Level};
use spielbaum_players::build;
use spielbaum_players::{Playable, Visitor, visit_game};
use spielbaum_search::{Engine, PRESETS, Spec};

#[derive(Serialize)]
pub(super) struct Everything {
    games: Vec<GameWithPlayers>,
    algorithms: Vec<AlgorithmJson>,
}

#[derive(Serialize)]
struct GameWithPlayers {
    #[serde(flatten)]
    game: GameJson,
    /// The levels, the weakest first.
    levels: Vec<LevelJson>,
    /// The searches that can play it.
    algorithms: Vec<&'static str>,
}

#[derive(Serialize)]
struct LevelJson {
    name: String,
    algorithm: String,
}

#[derive(Serialize)]
struct AlgorithmJson {
    name: &'static str,
    summary: &'static str,
    reference: &'static str,
    exact: bool,
    /// How it can be watched: `tree` for depth-first searches, `rounds` for Monte-Carlo trees, `proof` for proof-number
    /// search, or not at all.
    family: &'static str,
}

/// Computed once: it never changes while the program runs.
static EVERYTHING: LazyLock<Everything> = LazyLock::new(everything);

pub(super) async fn list() -> Json<&'static Everything> {
    Json(&EVERYTHING)
}

fn everything() -> Everything {
    let algorithms = PRESETS.iter().map(|preset| AlgorithmJson {
        name: preset.name,
        summary: preset.summary,
        reference: preset.reference,
        exact: preset.engine.is_exact_within_any_limit(),
        family: match preset.engine {
            Engine::Minimax { .. } | Engine::AlphaBeta(_) | Engine::Auto(_) => "tree",
            Engine::Mcts(_) => "rounds",
            Engine::Proof(_) => "proof",
            _ => "none",
        },
    });
    Everything { games: game_infos().iter().map(playable).collect(), algorithms: algorithms.collect() }
}

fn playable(info: &GameInfo) -> GameWithPlayers {
    let spec: GameSpec = info.name.parse().expect("a registered name");
    let level = |level: &Level| LevelJson {
        name: format!("{} · {}", level.number, level.name),
        algorithm: level.spec(info.name).to_string(),
    };
    let levels = LEVELS.iter().map(level).collect();
    GameWithPlayers { game: GameJson::new(info), levels, algorithms: visit_game(&spec, &mut Playing) }
}

/// Finds the searches that a game supports.
struct Playing;

impl Visitor for Playing {
    type Output = Vec<&'static str>;

    fn visit<G: Playable>(&mut self) -> Self::Output {
        let names = PRESETS.iter().map(|preset| preset.name);
        names.filter(|name| name.parse::<Spec>().is_ok_and(|spec| build::<G>(&spec.restrained(1, 1)).is_ok())).collect()
    }
}
