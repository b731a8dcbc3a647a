//! The API of the page; `docs/web.md` describes every request.

pub(crate) mod experiments;
pub(crate) mod games;
mod position;
mod search;
mod trace;
pub(crate) mod trees;

use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::http::{Method, StatusCode};
use axum::routing::{MethodRouter, get, post};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use spielbaum_core::{Notation, TextError};
use spielbaum_games::Setup;
use spielbaum_search::{Engine, Spec};

use crate::State;
use crate::problem::Problem;

type Shared = axum::extract::State<Arc<State>>;

pub(crate) fn routes() -> Router<Arc<State>> {
    Router::new()
        .route("/api/games", only(get(games::list)))
        .route("/api/position", only(post(position::show)))
        .route("/api/setup", only(post(position::set_up)))
        .route("/api/search", only(post(search::run)))
        .route("/api/trace", only(post(trace::record)))
        .route("/api/leaves", only(post(trace::record_leaves)))
        .route("/api/tree", only(post(trees::create)))
        .route("/api/tree/grow", only(post(trees::grow)))
        .route("/api/tree/step", only(post(trees::step)))
        .route("/api/tree/view", only(post(trees::view)))
        .route("/api/tree/icicle", only(post(trees::icicle)))
        .route("/api/experiments", only(get(experiments::list)))
        .route("/api/experiments/{run}", only(get(experiments::report)))
        .route("/api/experiments/start", only(post(experiments::start)))
        .route("/api/experiments/resume", only(post(experiments::resume)))
        .route("/api/experiments/stop", only(post(experiments::stop)))
}

/// Other methods are refused with a message.
fn only(methods: MethodRouter<Arc<State>>) -> MethodRouter<Arc<State>> {
    methods.fallback(|method: Method| async move {
        Problem::new(StatusCode::METHOD_NOT_ALLOWED, format!("the method {method} is not allowed"))
    })
}

/// The body of a request, or why it could not be read.
type Body = Result<Bytes, BytesRejection>;

/// Reads the JSON of a request.
fn read<T: DeserializeOwned>(body: Body) -> Result<T, Problem> {
    let bytes = body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Problem::too_large(),
        status => Problem::new(status, rejection.body_text()),
    })?;
    serde_json::from_slice(&bytes).map_err(|error| Problem::bad(format!("the request is not understood: {error}")))
}

/// The search that a request names. Requests must not start programs or open folders.
fn algorithm(text: &str) -> Result<Spec, Problem> {
    let spec: Spec = text.parse().map_err(|error| Problem::bad(format!("algorithm: {error}")))?;
    if matches!(spec.engine(), Engine::External) {
        return Err(Problem::bad(format!("algorithm: the page does not start programs: '{text}'")));
    }
    if spec.endings_folder().is_some() {
        return Err(Problem::bad(format!("algorithm: the page does not open folders: '{text}'")));
    }
    Ok(spec)
}

/// The position that a request is about.
#[derive(Deserialize)]
struct Subject {
    /// The game, with options as on the command line.
    game: String,
    /// The start position; empty for the default.
    #[serde(default)]
    position: String,
    /// The moves from there.
    #[serde(default)]
    moves: String,
}

/// The position of a game that is not over.
pub(crate) fn ongoing<G: Notation>(setup: &Setup<'_>) -> Result<G, Problem> {
    let position = setup.line::<G>()?.position;
    match position.ending() {
        Some(ending) => Err(Problem::bad(format!("the game is over ({ending}): '{position}'"))),
        None => Ok(position),
    }
}

impl Subject {
    fn setup(&self) -> Result<Setup<'_>, TextError> {
        Setup::new(&self.game, &self.position, &self.moves)
    }
}
