//! Lists games, searches and levels.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use axum::Json;
use serde::Serialize;
use spielbaum_core::{GameInfo, PageHints};
use spielbaum_documents::GameJson;
use spielbaum_games::registry::FIRST_SHOWN;
use spielbaum_games::{GameSpec, game_infos};
use spielbaum_lab::{LEVELS, Level};
use spielbaum_players::build;
use spielbaum_players::{Playable, Visitor, each_game, visit_game};
use spielbaum_search::{Engine, PRESETS, Spec};

#[derive(Serialize)]
pub(super) struct Everything {
    games: Vec<GameWithPlayers>,
    /// The game that the page opens with.
    first: &'static str,
    algorithms: Vec<AlgorithmJson>,
}

#[derive(Serialize)]
struct GameWithPlayers {
    #[serde(flatten)]
    game: GameJson,
    page: PageJson,
    /// The levels, the weakest first.
    levels: Vec<LevelJson>,
    /// The searches that can play it.
    algorithms: Vec<&'static str>,
}

/// How the page shows a game.
#[derive(Serialize)]
struct PageJson {
    /// The kinds of pieces that can be set up; the first stands for a side, and is what a move places.
    pieces: &'static [&'static str],
    /// Whether squares alternate between light and dark.
    checkered: bool,
    /// Whether people see the board from their own side.
    faces_player: bool,
    /// Whether the number of each side's pieces is shown.
    counts_pieces: bool,
    /// Whether a position that is set up needs the side to move.
    asks_side: bool,
    /// Whether games are exchanged as PGN.
    pgn: bool,
    /// The estimate that counts as clearly better.
    clear_lead: u32,
    /// The estimate that is shown as 1.
    unit: u32,
}

impl PageJson {
    fn new(hints: &PageHints) -> PageJson {
        PageJson {
            pieces: hints.pieces,
            checkered: hints.is_checkered,
            faces_player: hints.faces_player,
            counts_pieces: hints.counts_pieces,
            asks_side: hints.asks_side,
            pgn: hints.reads_pgn,
            clear_lead: hints.clear_lead,
            unit: hints.unit,
        }
    }
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
    Everything {
        games: game_infos().iter().map(with_players).collect(),
        first: FIRST_SHOWN,
        algorithms: algorithms.collect(),
    }
}

fn with_players(info: &GameInfo) -> GameWithPlayers {
    let spec: GameSpec = info.name.parse().expect("a registered name");
    visit_game(&spec, &mut Describe)
}

/// Describes a game with the searches that it supports.
struct Describe;

impl Visitor for Describe {
    type Output = GameWithPlayers;

    fn visit<G: Playable>(&mut self) -> GameWithPlayers {
        let level = |level: &Level| LevelJson {
            name: format!("{} · {}", level.number, level.name),
            algorithm: level.spec::<G>().expect("levels are valid players").to_string(),
        };
        let names = PRESETS.iter().map(|preset| preset.name);
        let can_play = |name: &&str| name.parse::<Spec>().is_ok_and(|spec| build::<G>(&spec.restrained(1, 1)).is_ok());
        GameWithPlayers {
            game: GameJson::new(&G::INFO),
            page: PageJson::new(&G::PROFILE.page),
            levels: LEVELS.iter().map(level).collect(),
            algorithms: names.filter(can_play).collect(),
        }
    }
}

/// The styles of all games, for `/games.css`.
pub(crate) fn styles() -> String {
    each_game(&mut Style).into_iter().collect::<BTreeSet<&str>>().into_iter().collect()
}

struct Style;

impl Visitor for Style {
    type Output = &'static str;

    fn visit<G: Playable>(&mut self) -> &'static str {
        G::PROFILE.page.style
    }
}
