//! A search whose results are streamed while it runs. It stops when the client disconnects.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use axum::extract::ConnectInfo;
use axum::response::Response;
use serde::Deserialize;
use spielbaum_documents::{AnalysisJson, AnalysisRequest, Caps};
use spielbaum_games::Setup;
use spielbaum_players::{Playable, Visitor, visit_game};
use spielbaum_search::{DEEPEST, Limits};
use tokio::task::spawn_blocking;

use super::trace::finished;
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
    /// Random seed, mixed into that of the search.
    seed: Option<u64>,
}

/// A search and its limits.
#[derive(Deserialize)]
pub(super) struct SearchRequest {
    /// The search; the default one if none is named.
    algorithm: Option<String>,
    depth: Option<u32>,
    nodes: Option<u64>,
    iterations: Option<u64>,
    time_ms: Option<u64>,
}

impl SearchRequest {
    /// The request, within the limits of the server. Without limits of its own the search runs for as long as they
    /// allow.
    pub(super) fn question(&self, config: &Config) -> Result<AnalysisRequest, Problem> {
        if let Some(depth) = self.depth.filter(|depth| !(1..=DEEPEST).contains(depth)) {
            return Err(Problem::bad(format!("depth must be 1 to {DEEPEST}, not '{depth}'")));
        }
        let time = self.time_ms.map(Duration::from_millis);
        let (depth, nodes, iterations) = (self.depth, self.nodes, self.iterations);
        Ok(AnalysisRequest {
            search: self.algorithm.as_deref().map(algorithm).transpose()?,
            limits: Limits { depth, nodes, iterations, time, clock: None },
            runs_on: true,
            caps: Some(Caps { megabytes: config.megabytes, threads: 1, time: config.max_search_time }),
            ..AnalysisRequest::default()
        })
    }
}

type Work = Box<dyn FnOnce(&mut Lines, Arc<AtomicBool>) + Send>;

pub(super) async fn run(
    state: Shared,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    body: Body,
) -> Result<Response, Problem> {
    let request: Request = read(body)?;
    let question = request.search.question(&state.config)?;
    let question = AnalysisRequest { each: request.each, seed: request.seed, ..question };
    let place = state.room.enter(client.ip()).await?;
    let prepare = move || {
        let setup = request.subject.setup()?;
        visit_game(&setup.spec, &mut Prepare { setup: &setup, question })
    };
    let work = finished(spawn_blocking(prepare).await)?;
    Ok(streamed(place, work))
}

/// Checks the request and builds the search before the answer begins.
struct Prepare<'a> {
    setup: &'a Setup<'a>,
    question: AnalysisRequest,
}

impl Visitor for Prepare<'_> {
    type Output = Result<Work, Problem>;

    fn visit<G: Playable>(&mut self) -> Self::Output {
        let mut prepared = self.question.prepare(self.setup.line::<G>()?.position)?;
        let game = self.setup.spec.to_string();
        Ok(Box::new(move |lines, stop| {
            let (algorithm, position) = (prepared.spec.to_string(), prepared.position.clone());
            let document = |analysis: &_| AnalysisJson::new(game.clone(), algorithm.clone(), &position, analysis);
            let analysis = prepared.run(Some(stop), &mut |analysis| {
                if lines.is_due() {
                    lines.write(&document(analysis), false);
                }
            });
            let mut document = document(&analysis);
            document.book = prepared.book().map(str::to_owned);
            lines.write(&document, true);
        }))
    }
}
