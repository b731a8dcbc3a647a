//! A search whose findings are sent while it thinks. Whoever stops listening stops it.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use axum::extract::ConnectInfo;
use axum::response::Response;
use serde::Deserialize;
use spielbaum_core::{Budget, Objective};
use spielbaum_documents::AnalysisJson;
use spielbaum_games::Setup;
use spielbaum_players::{Playable, Visitor, visit_game};
use spielbaum_players::{build, embedded_book};
use spielbaum_search::{DEEPEST, Spec};

use super::{Body, Shared, Subject, algorithm, read};
use crate::Config;
use crate::problem::Problem;
use crate::stream::{Lines, streamed};

#[derive(Deserialize)]
struct Request {
    #[serde(flatten)]
    subject: Subject,
    #[serde(flatten)]
    search: SearchRequest,
    /// Whether every move gets its own value.
    #[serde(default)]
    each: bool,
    /// Changes the lots that are drawn.
    #[serde(default)]
    seed: u64,
}

/// A search and its limits.
#[derive(Deserialize)]
pub(super) struct SearchRequest {
    algorithm: String,
    depth: Option<u32>,
    nodes: Option<u64>,
    iterations: Option<u64>,
    time_ms: Option<u64>,
}

impl SearchRequest {
    /// The search, kept within what the server allows.
    pub(super) fn spec(&self, config: &Config) -> Result<Spec, Problem> {
        Ok(algorithm(&self.algorithm)?.restrained(config.megabytes, 1))
    }

    /// Its limits, which always have an end in time.
    pub(super) fn budget(&self, spec: &Spec, config: &Config) -> Result<Budget, Problem> {
        if let Some(depth) = self.depth.filter(|depth| !(1..=DEEPEST).contains(depth)) {
            return Err(Problem::bad(format!("depth must be 1 to {DEEPEST}, not '{depth}'")));
        }
        let time = self.time_ms.map(Duration::from_millis);
        let (depth, nodes, iterations) = (self.depth, self.nodes, self.iterations);
        let own = Budget { depth, nodes, iterations, time, ..Budget::default() };
        let mut budget = spec.budget(own);
        spec.check_limits(&budget)?;
        budget.time = Some(budget.time.unwrap_or(config.longest).min(config.longest));
        Ok(budget)
    }
}

type Work = Box<dyn FnOnce(&mut Lines, Arc<AtomicBool>) + Send>;

pub(super) async fn run(
    state: Shared,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    body: Body,
) -> Result<Response, Problem> {
    let request: Request = read(body)?;
    let mut spec = request.search.spec(&state.config)?.reseeded(request.seed);
    let budget = request.search.budget(&spec, &state.config)?;
    if request.each {
        spec = spec.with_each_move();
    }
    let setup = request.subject.setup()?;
    let work = visit_game(&setup.spec, &mut Prepare { setup: &setup, spec, budget })?;
    let place = state.room.enter(client.ip()).await?;
    Ok(streamed(place, work))
}

/// Checks everything that can be wrong before a thread begins.
struct Prepare<'a> {
    setup: &'a Setup<'a>,
    spec: Spec,
    budget: Budget,
}

impl Visitor for Prepare<'_> {
    type Output = Result<Work, Problem>;

    fn visit<G: Playable>(&mut self) -> Self::Output {
        let position = self.setup.line::<G>()?.position;
        let algorithm = self.spec.to_string();
        // Discs are what players of such a game reckon in.
        let spec =
            if G::ESTIMATES_MARGINS { self.spec.clone().or_objective(Objective::Margin) } else { self.spec.clone() };
        let mut search = build::<G>(&spec).map_err(|error| Problem::bad(format!("algorithm: {error}")))?;
        let (game, budget) = (self.setup.spec.to_string(), self.budget.clone());
        // Whoever names a search or an option of one wants to see it at work.
        let book = if algorithm == "auto" { embedded_book(&position) } else { None };
        if let Some(answer) = book.and_then(|book| book.answer(&position)) {
            return Ok(Box::new(move |lines, _| {
                let mut document = AnalysisJson::new(game, algorithm, &position, &answer);
                document.book = Some("embedded".to_owned());
                lines.write(&document, true);
            }));
        }
        Ok(Box::new(move |lines, stop| {
            let budget = Budget { stop: Some(stop), ..budget };
            let document = |analysis: &_| AnalysisJson::new(game.clone(), algorithm.clone(), &position, analysis);
            let analysis = search.search(&position, &budget, &mut |analysis| {
                if lines.is_due() {
                    lines.write(&document(analysis), false);
                }
            });
            lines.write(&document(&analysis), true);
        }))
    }
}
