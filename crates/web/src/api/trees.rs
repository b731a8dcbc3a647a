//! Trees kept between requests: created, grown and viewed. The least recently used is dropped when there are too many.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Json;
use axum::extract::ConnectInfo;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::task::spawn_blocking;

use super::search::SearchRequest;
use super::trace::finished;
use super::{Body, Shared, Subject, read};
use crate::live_tree::{self, Span, Tree, View};
use crate::problem::Problem;
use crate::stream::streamed;

/// The trees, the oldest first.
pub(crate) struct Trees {
    kept: Mutex<(u64, VecDeque<Kept>)>,
    most: usize,
}

struct Kept {
    id: u64,
    tree: Arc<dyn Tree>,
}

impl Trees {
    pub(crate) fn new(most: usize) -> Trees {
        Trees { kept: Mutex::default(), most: most.max(1) }
    }

    fn keep(&self, tree: Box<dyn Tree>) -> u64 {
        let mut kept = self.kept.lock().expect("no holder of the lock panics");
        kept.0 += 1;
        let id = kept.0;
        kept.1.push_back(Kept { id, tree: tree.into() });
        while kept.1.len() > self.most {
            kept.1.pop_front();
        }
        id
    }

    fn find(&self, id: u64) -> Result<Arc<dyn Tree>, Problem> {
        let mut kept = self.kept.lock().expect("no holder of the lock panics");
        let place = kept.1.iter().position(|kept| kept.id == id);
        let place = place.ok_or_else(|| Problem::not_found(format!("tree {id} no longer exists: create a new one")))?;
        // Move a used tree to the end.
        let found = kept.1.remove(place).expect("a place that was found");
        let tree = found.tree.clone();
        kept.1.push_back(found);
        Ok(tree)
    }
}

#[derive(Deserialize)]
struct CreateRequest {
    #[serde(flatten)]
    subject: Subject,
    #[serde(flatten)]
    search: SearchRequest,
}

#[derive(Serialize)]
pub(super) struct CreatedTree {
    tree: u64,
    algorithm: String,
    family: &'static str,
}

pub(super) async fn create(
    state: Shared,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    body: Body,
) -> Result<Json<CreatedTree>, Problem> {
    let request: CreateRequest = read(body)?;
    let question = request.search.question(&state.config)?;
    let place = state.room.enter(client.ip()).await?;
    let work = move || {
        let _place = place;
        let setup = request.subject.setup()?;
        live_tree::build(&setup, question)
    };
    let (tree, family, algorithm) = finished(spawn_blocking(work).await)?;
    Ok(Json(CreatedTree { tree: state.trees.keep(tree), algorithm, family }))
}

#[derive(Deserialize)]
struct GrowRequest {
    tree: u64,
    iterations: Option<u64>,
    time_ms: Option<u64>,
}

pub(super) async fn grow(
    state: Shared,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    body: Body,
) -> Result<Response, Problem> {
    let request: GrowRequest = read(body)?;
    let tree = state.trees.find(request.tree)?;
    let time =
        request.time_ms.map_or(state.config.max_search_time, Duration::from_millis).min(state.config.max_search_time);
    let place = state.room.enter(client.ip()).await?;
    Ok(streamed(place, move |lines, stop| {
        let iterations = request.iterations.unwrap_or(u64::MAX);
        let grown = tree.grow(iterations, time, stop, &mut |summary| {
            if lines.is_due() {
                lines.write(summary, false);
            }
        });
        match grown {
            Ok(summary) => lines.write(&summary, true),
            Err(problem) => lines.write(&json!({ "error": problem.to_string() }), true),
        }
    }))
}

#[derive(Deserialize)]
struct StepRequest {
    tree: u64,
}

pub(super) async fn step(state: Shared, body: Body) -> Result<Json<Value>, Problem> {
    let request: StepRequest = read(body)?;
    let tree = state.trees.find(request.tree)?;
    finished(spawn_blocking(move || tree.step()).await).map(Json)
}

#[derive(Deserialize)]
struct ViewRequest {
    tree: u64,
    paths: Vec<String>,
    most: Option<usize>,
}

/// The most nodes viewed in one request.
const MOST_PATHS: usize = 100;

/// The default number of children shown: what fits on a page.
const USUAL_CHILDREN: usize = 12;

#[derive(Serialize)]
pub(super) struct Views {
    views: Vec<View>,
}

pub(super) async fn view(state: Shared, body: Body) -> Result<Json<Views>, Problem> {
    let request: ViewRequest = read(body)?;
    if request.paths.len() > MOST_PATHS {
        return Err(Problem::bad(format!("at most {MOST_PATHS} paths, not {}", request.paths.len())));
    }
    let tree = state.trees.find(request.tree)?;
    let work = move || tree.view(&request.paths, request.most.unwrap_or(USUAL_CHILDREN));
    Ok(Json(Views { views: finished(spawn_blocking(work).await)? }))
}

#[derive(Deserialize)]
struct IcicleRequest {
    tree: u64,
    #[serde(default)]
    path: String,
    /// The width of the drawing, in pixels: nothing narrower is sent.
    width: f64,
    plies: usize,
}

#[derive(Serialize)]
pub(super) struct Icicle {
    spans: Vec<Span>,
}

pub(super) async fn icicle(state: Shared, body: Body) -> Result<Json<Icicle>, Problem> {
    let request: IcicleRequest = read(body)?;
    if !(50.0..=4000.0).contains(&request.width) || !(1..=60).contains(&request.plies) {
        return Err(Problem::bad("the width must be 50 to 4000, the plies 1 to 60"));
    }
    let tree = state.trees.find(request.tree)?;
    let work = move || tree.icicle(&request.path, 1.0 / request.width, request.plies);
    Ok(Json(Icicle { spans: finished(spawn_blocking(work).await)? }))
}
