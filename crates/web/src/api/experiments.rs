//! Runs of the store, their reports, and the shipped experiments, one of which may run at a time.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use axum::Json;
use axum::extract::Path as Segment;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use spielbaum_lab::{Block, Experiment, Ledger, Report, Run, Scale, Sets, Store, recall, run_experiment, studies};
use tokio::task::spawn_blocking;

use super::trace::finished;
use super::{Body, Shared, algorithm, read};
use crate::assets::with_tag;
use crate::problem::Problem;

/// The store, and the running experiment.
pub(crate) struct Laboratory {
    store: Option<PathBuf>,
    running: Arc<Mutex<Option<Running>>>,
}

#[derive(Clone)]
struct Running {
    title: String,
    run: i64,
    done: u64,
    total: u64,
    seconds_left: Option<u64>,
    stop: Arc<AtomicBool>,
    /// The error that ended it, if any.
    error: Option<String>,
    is_over: bool,
}

impl Laboratory {
    pub(crate) fn new(store: Option<PathBuf>) -> Laboratory {
        Laboratory { store, running: Arc::default() }
    }

    /// Stops the running experiment; its results are kept.
    pub(crate) fn stop(&self) {
        if let Some(running) = &*self.running.lock().expect("no holder of the lock panics") {
            running.stop.store(true, Ordering::Relaxed);
        }
    }

    fn store(&self) -> Result<&Path, Problem> {
        let reason = "there is no store: start the server with 'spielbaum serve --store FILE'";
        self.store.as_deref().ok_or_else(|| Problem::conflict(reason))
    }
}

#[derive(Serialize)]
struct RunJson {
    run: i64,
    title: String,
    game: String,
    players: Vec<String>,
    begun: String,
    finished: Option<String>,
}

pub(super) async fn list(state: Shared, headers: HeaderMap) -> Result<Response, Problem> {
    let store = state.laboratory.store.clone();
    let name = store.as_ref().and_then(|path| path.file_name()).map(|name| name.to_string_lossy().into_owned());
    let runs = finished(spawn_blocking(move || runs(store.as_deref())).await)?;
    let shipped: Vec<Value> = studies()
        .iter()
        .map(|study| {
            let parts: Vec<&str> = study.parts.iter().map(|part| part.title.as_str()).collect();
            json!({ "study": study.id, "title": study.title, "author": study.author, "parts": parts })
        })
        .collect();
    let running = state.laboratory.running.lock().expect("no holder of the lock panics").clone();
    let running = running.map(|running| {
        let Running { title, run, done, total, seconds_left, error, is_over, .. } = running;
        json!({
            "title": title,
            "run": run,
            "done": done,
            "total": total,
            "seconds_left": seconds_left,
            "over": is_over,
            "error": error,
        })
    });
    let body = json!({ "store": name, "runs": runs, "shipped": shipped, "running": running });
    Ok(with_tag(body.to_string().into(), "application/json", &headers))
}

fn runs(store: Option<&Path>) -> Result<Vec<RunJson>, Problem> {
    let Some(path) = store else { return Ok(Vec::new()) };
    let runs = Store::open(path)?.runs()?;
    let json = |run: Run| RunJson {
        run: run.number,
        title: run.experiment.title,
        game: run.experiment.game.to_string(),
        players: run.experiment.players.iter().map(ToString::to_string).collect(),
        begun: run.begun,
        finished: run.finished,
    };
    Ok(runs.into_iter().map(json).collect())
}

pub(super) async fn report(
    state: Shared,
    Segment(run): Segment<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let number: i64 = run.parse().map_err(|_| Problem::bad(format!("a run is a number, not '{run}'")))?;
    let path = state.laboratory.store()?.to_owned();
    let work = move || {
        let mut store = Store::open(&path)?;
        let run = known(&mut store, number)?;
        let findings = recall(&mut store, &run)?;
        let mut report = Report::new(&run.experiment.title);
        report.add_run(&run, &findings, "");
        Ok(json!({ "title": report.title, "blocks": report.blocks.iter().map(block).collect::<Vec<Value>>() }))
    };
    let body = finished(spawn_blocking(work).await)?;
    Ok(with_tag(body.to_string().into(), "application/json", &headers))
}

fn known(store: &mut Store, number: i64) -> Result<Run, Problem> {
    let run = store.runs()?.into_iter().find(|run| run.number == number);
    run.ok_or_else(|| Problem::not_found(format!("there is no run {number}")))
}

fn block(block: &Block) -> Value {
    match block {
        Block::Heading(text) => json!({ "kind": "heading", "text": text }),
        Block::Text(text) => json!({ "kind": "text", "text": text }),
        Block::Links(links) => json!({ "kind": "links", "links": links }),
        Block::Verbatim(text) => json!({ "kind": "verbatim", "text": text }),
        Block::Table(table) => {
            json!({ "kind": "table", "caption": table.caption, "columns": table.columns, "rows": table.rows })
        }
        Block::Figure(figure) => json!({ "kind": "figure", "caption": figure.caption, "svg": figure.svg }),
    }
}

#[derive(Deserialize)]
struct StartRequest {
    study: String,
    /// The experiment of the study, counted from 0.
    part: usize,
}

pub(super) async fn start(state: Shared, body: Body) -> Result<Json<Value>, Problem> {
    let request: StartRequest = read(body)?;
    state.laboratory.store()?;
    launch(&state.laboratory, shipped(&request)?, None)
}

#[derive(Deserialize)]
struct ResumeRequest {
    run: i64,
}

pub(super) async fn resume(state: Shared, body: Body) -> Result<Json<Value>, Problem> {
    let ResumeRequest { run } = read(body)?;
    let path = state.laboratory.store()?.to_owned();
    let found = finished(spawn_blocking(move || known(&mut Store::open(&path)?, run)).await)?;
    if found.finished.is_some() {
        return Err(Problem::conflict(format!("run {run} is complete")));
    }
    for player in &found.experiment.players {
        algorithm(&player.to_string())?;
    }
    launch(&state.laboratory, found.experiment, Some(run))
}

/// Runs an experiment, as a new run or as a resumed one.
fn launch(laboratory: &Laboratory, experiment: Experiment, run: Option<i64>) -> Result<Json<Value>, Problem> {
    let path = laboratory.store()?.to_owned();
    let running = laboratory.running.clone();
    let stop = Arc::new(AtomicBool::new(false));
    {
        let mut slot = running.lock().expect("no holder of the lock panics");
        if slot.as_ref().is_some_and(|running| !running.is_over) {
            return Err(Problem::conflict("an experiment is already running: stop it first"));
        }
        *slot = Some(Running {
            title: experiment.title.clone(),
            run: run.unwrap_or(0),
            done: 0,
            total: 0,
            seconds_left: None,
            stop: stop.clone(),
            error: None,
            is_over: false,
        });
    }
    std::thread::spawn(move || {
        let result = conduct(&experiment, run, &path, &stop, &running);
        if let Some(running) = running.lock().expect("no holder of the lock panics").as_mut() {
            running.is_over = true;
            running.error = result.err().map(|problem| problem.to_string());
        }
    });
    Ok(Json(json!({ "started": true })))
}

pub(super) async fn stop(state: Shared) -> Json<Value> {
    state.laboratory.stop();
    Json(json!({ "stopped": true }))
}

/// One of the built-in experiments, in its quick form.
fn shipped(request: &StartRequest) -> Result<Experiment, Problem> {
    let all = studies();
    let study = all.iter().find(|study| study.id == request.study);
    let study = study.ok_or_else(|| Problem::not_found(format!("there is no study '{}'", request.study)))?;
    let part = study.parts.get(request.part);
    let part = part.ok_or_else(|| Problem::not_found(format!("{} has no part {}", study.id, request.part)))?;
    Ok(study.experiment(part, Scale::Quick, &Sets::default())?)
}

fn conduct(
    experiment: &Experiment,
    run: Option<i64>,
    path: &Path,
    stop: &AtomicBool,
    running: &Mutex<Option<Running>>,
) -> Result<(), Problem> {
    experiment.prepare()?;
    let mut store = Store::open(path)?;
    let run = run.map_or_else(|| store.begin(experiment, "started from the web page"), Ok)?;
    let jobs = (std::thread::available_parallelism().map_or(1, usize::from) / 2).max(1);
    run_experiment(experiment, Some(Ledger { store: &mut store, run }), jobs, stop, &mut |progress| {
        if let Some(running) = running.lock().expect("no holder of the lock panics").as_mut() {
            (running.run, running.done, running.total) = (run, progress.done, progress.total);
            running.seconds_left = progress.time_left().map(|time| time.as_secs());
        }
    })?;
    Ok(())
}
