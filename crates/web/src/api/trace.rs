//! Traces of alpha-beta searches, of a position or of an abstract tree given by its leaves.

use std::net::SocketAddr;
use std::time::Duration;

use axum::Json;
use axum::extract::ConnectInfo;
use serde::Deserialize;
use spielbaum_core::Budget;
use spielbaum_documents::{AnalysisRequest, TRACE_DEPTH, TraceJson};
use spielbaum_games::Setup;
use spielbaum_players::{Playable, Visitor, visit_game};
use spielbaum_players::{record as record_search, record_leaves as record_tree};
use spielbaum_search::{GivenLeaves, Recorder, TraceLimits, UniformTree};
use tokio::task::spawn_blocking;

use super::search::SearchRequest;
use super::{Body, Shared, Subject, ongoing, read};
use crate::problem::Problem;

/// The time limit of a trace; what was recorded by then is shown.
const LONGEST: Duration = Duration::from_secs(5);

/// The most nodes of a trace.
const MOST_NODES: usize = 5000;

#[derive(Deserialize)]
struct Request {
    #[serde(flatten)]
    subject: Subject,
    #[serde(flatten)]
    search: SearchRequest,
    max_nodes: Option<usize>,
    max_ply: Option<u32>,
}

pub(super) async fn record(
    state: Shared,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    body: Body,
) -> Result<Json<TraceJson>, Problem> {
    let request: Request = read(body)?;
    let question = request.search.question(&state.config)?;
    let limits = TraceLimits {
        nodes: request.max_nodes.unwrap_or(MOST_NODES).min(MOST_NODES),
        plies: request.max_ply.unwrap_or(TraceLimits::NONE.plies),
    };
    let place = state.room.enter(client.ip()).await?;
    let work = move || {
        let _place = place;
        let setup = request.subject.setup()?;
        visit_game(&setup.spec, &mut Record { setup: &setup, question, limits })
    };
    finished(spawn_blocking(work).await).map(Json)
}

/// The result of work on another thread.
pub(super) fn finished<T>(result: Result<Result<T, Problem>, tokio::task::JoinError>) -> Result<T, Problem> {
    result.unwrap_or_else(|error| {
        Err(Problem::new(axum::http::StatusCode::INTERNAL_SERVER_ERROR, format!("the work was aborted: {error}")))
    })
}

struct Record<'a> {
    setup: &'a Setup<'a>,
    question: AnalysisRequest,
    limits: TraceLimits,
}

impl Visitor for Record<'_> {
    type Output = Result<TraceJson, Problem>;

    fn visit<G: Playable>(&mut self) -> Self::Output {
        let spec = self.question.spec::<G>();
        let budget = self.question.budget(&spec)?;
        let depth = budget.depth.or(Some(TRACE_DEPTH));
        let budget = Budget { time: Some(LONGEST), depth, ..budget };
        let position = ongoing::<G>(self.setup)?;
        let mut recorder = Recorder::new(self.limits);
        record_search(&spec, &position, &budget, &mut recorder)
            .map_err(|error| Problem::bad(format!("algorithm: {error}")))?;
        Ok(TraceJson {
            game: self.setup.spec.to_string(),
            position: position.to_string(),
            algorithm: spec.to_string(),
            depth,
            ..TraceJson::new(&recorder.finish())
        })
    }
}

#[derive(Deserialize)]
struct LeavesRequest {
    algorithm: String,
    branching: u8,
    depth: u32,
    leaves: Vec<i32>,
}

/// The most leaves of an edited tree.
const MOST_LEAVES: u64 = 256;

/// The largest value of a leaf.
const LARGEST_LEAF: i32 = 999;

pub(super) async fn record_leaves(
    state: Shared,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    body: Body,
) -> Result<Json<TraceJson>, Problem> {
    let request: LeavesRequest = read(body)?;
    let LeavesRequest { algorithm, branching, depth, leaves } = request;
    if !(2..=6).contains(&branching) || !(1..=8).contains(&depth) {
        return Err(Problem::bad(format!("a tree has 2 to 6 branches and 1 to 8 plies, not {branching} and {depth}")));
    }
    let count = u64::from(branching).pow(depth);
    if count > MOST_LEAVES || leaves.len() as u64 != count {
        let given = leaves.len();
        return Err(Problem::bad(format!("{count} leaves are needed, at most {MOST_LEAVES}; {given} are given")));
    }
    if let Some(leaf) = leaves.iter().find(|leaf| leaf.abs() > LARGEST_LEAF) {
        return Err(Problem::bad(format!("leaves are -{LARGEST_LEAF} to {LARGEST_LEAF}, not '{leaf}'")));
    }
    let spec = super::algorithm(&algorithm)?.restrained(state.config.megabytes, 1);
    let budget = Budget { depth: Some(depth), time: Some(LONGEST), ..Budget::default() };
    let place = state.room.enter(client.ip()).await?;
    let work = move || {
        let _place = place;
        let mut recorder = Recorder::new(TraceLimits { nodes: MOST_NODES, ..TraceLimits::NONE });
        record_tree(&spec, &UniformTree::new(branching), GivenLeaves(leaves.into()), &budget, &mut recorder)
            .map_err(|error| Problem::bad(format!("algorithm: {error}")))?;
        let letter = |_: &UniformTree, mv: spielbaum_core::Cell| char::from(b'a' + mv.0).to_string();
        Ok(TraceJson {
            game: "leaves".to_owned(),
            algorithm: spec.to_string(),
            depth: Some(depth),
            ..TraceJson::with_moves(&recorder.finish(), &letter)
        })
    };
    finished(spawn_blocking(work).await).map(Json)
}
