//! An experiment in progress: runs the missing games or searches, stores them, and sums up.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use spielbaum_core::TextError;
use spielbaum_search::Spec;

use crate::bench::SearchRecord;
use crate::contest::Contest;
use crate::experiment::{Experiment, Plan, Ready};
use crate::move_costs::{MoveCosts, move_costs};
use crate::record::GameRecord;
use crate::run::{Event, Next, run};
use crate::schedule::Schedule;
use crate::standings::Standings;
use crate::statistics::{Sprt, Verdict};
use crate::store::{Run, Store, StoreError};

/// Where results are kept: a store and the number of a run in it.
pub struct Ledger<'a> {
    /// The store.
    pub store: &'a mut Store,
    /// The run.
    pub run: i64,
}

/// The progress of an experiment.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// Games or searches that are done, those of former sessions included.
    pub done: u64,
    /// All of them.
    pub total: u64,
    /// Those done in this session.
    pub done_now: u64,
    /// How long this session has taken.
    pub time: Duration,
    /// The standings so far.
    pub standings: Option<&'a Standings>,
}

impl Progress<'_> {
    /// How long the rest will take at the pace of this session; none before something is done.
    pub fn time_left(&self) -> Option<Duration> {
        let rest = self.total.saturating_sub(self.done) as f64;
        (self.done_now > 0).then(|| self.time.mul_f64(rest / self.done_now as f64))
    }
}

/// The results of an experiment, or of the part that is done.
pub struct Findings {
    /// The results.
    pub results: Results,
    /// The costs of each player's moves; empty while a run is in progress, when only the store has all of them.
    pub move_costs: Vec<MoveCosts>,
    /// Whether the experiment is complete.
    pub is_complete: bool,
    /// How long this session took.
    pub time: Duration,
}

/// Results by kind of experiment.
pub enum Results {
    /// Of games.
    Games {
        /// The standings.
        standings: Standings,
        /// The verdict of the test, if there was one.
        verdict: Verdict,
    },
    /// Of searches, by number.
    Searches(Vec<SearchRecord>),
}

/// Why an experiment could not continue.
#[derive(Debug)]
pub enum SessionError {
    /// The experiment is invalid.
    Experiment(TextError),
    /// Results could not be stored.
    Store(StoreError),
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SessionError::Experiment(error) => error.fmt(f),
            SessionError::Store(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SessionError {}

impl From<StoreError> for SessionError {
    fn from(error: StoreError) -> SessionError {
        SessionError::Store(error)
    }
}

/// Runs the missing games or searches of an experiment on `jobs` threads. Those in the ledger are not repeated, and new
/// ones are added to it. Setting `stop` ends the session early and cleanly.
pub fn run_experiment(
    experiment: &Experiment,
    mut ledger: Option<Ledger>,
    jobs: usize,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Findings, SessionError> {
    let ready = experiment.prepare().map_err(SessionError::Experiment)?;
    let session = Session { total: ready.len(), jobs, stop, start: Instant::now() };
    let findings = match ready {
        Ready::Games { arena, schedule, sprt } => {
            let contest = contest(experiment, &schedule, sprt);
            let work = |number, stop: &Arc<AtomicBool>| arena.play(&schedule.game(number), stop);
            session.games(contest, &work, ledger.as_mut(), progress)?
        }
        Ready::Searches { bench } => {
            let work = |number, stop: &Arc<AtomicBool>| bench.search(number, stop);
            session.searches(&work, ledger.as_mut(), progress)?
        }
    };
    if let Some(ledger) = &mut ledger {
        ledger.store.flush()?;
        if findings.is_complete {
            ledger.store.finish(ledger.run)?;
        }
    }
    Ok(findings)
}

/// The stored results of a run, summed up as by [`run_experiment`].
pub fn recall(store: &mut Store, run: &Run) -> Result<Findings, StoreError> {
    let mut spent = Vec::new();
    let results = match (run.experiment.schedule(), &run.experiment.plan) {
        (Some(schedule), Plan::Games(plan)) => {
            let mut contest = contest(&run.experiment, &schedule, plan.sprt);
            let games = store.games(run.number)?;
            spent = move_costs(&run.experiment, &games);
            for game in games {
                contest.add(game);
            }
            let verdict = contest.verdict();
            Results::Games { standings: contest.finish(), verdict }
        }
        _ => Results::Searches(store.searches(run.number)?),
    };
    Ok(Findings { results, move_costs: spent, is_complete: run.finished.is_some(), time: Duration::ZERO })
}

fn contest(experiment: &Experiment, schedule: &Schedule, sprt: Option<Sprt>) -> Contest {
    Contest::new(schedule, experiment.players.iter().map(Spec::is_randomised).collect(), sprt)
}

type Work<'a, T> = &'a (dyn Fn(u64, &Arc<AtomicBool>) -> Option<T> + Sync);

struct Session<'a> {
    total: u64,
    jobs: usize,
    stop: &'a AtomicBool,
    start: Instant,
}

impl Session<'_> {
    fn games(
        &self,
        mut contest: Contest,
        work: Work<GameRecord>,
        mut ledger: Option<&mut Ledger>,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Findings, SessionError> {
        let known = ledger.as_mut().map_or(Ok(Vec::new()), |ledger| ledger.store.games(ledger.run))?;
        let missing = self.missing(known.iter().map(|game| game.number));
        let before = known.len() as u64;
        let mut next = Next::Continue;
        for game in known {
            next = contest.add(game);
        }
        let mut now = 0;
        if next == Next::Continue {
            run(work, &missing, self.jobs, self.stop, |event| {
                let mut next = Next::Continue;
                match event {
                    Event::Done(game) => {
                        if let Some(ledger) = &mut ledger {
                            ledger.store.add_game(ledger.run, &game)?;
                        }
                        now += 1;
                        next = contest.add(game);
                    }
                    Event::Idle => flush(&mut ledger)?,
                }
                progress(&self.progress(before, now, Some(contest.standings())));
                Ok::<Next, StoreError>(next)
            })?;
        }
        let verdict = contest.verdict();
        let standings = contest.finish();
        let is_complete = verdict != Verdict::Continue || before + now == self.total;
        Ok(self.findings(Results::Games { standings, verdict }, is_complete))
    }

    fn searches(
        &self,
        work: Work<SearchRecord>,
        mut ledger: Option<&mut Ledger>,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Findings, SessionError> {
        let mut all = ledger.as_mut().map_or(Ok(Vec::new()), |ledger| ledger.store.searches(ledger.run))?;
        let missing = self.missing(all.iter().map(|search| search.number));
        let before = all.len() as u64;
        run(work, &missing, self.jobs, self.stop, |event| {
            match event {
                Event::Done(search) => {
                    if let Some(ledger) = &mut ledger {
                        ledger.store.add_search(ledger.run, &search)?;
                    }
                    all.push(search);
                }
                Event::Idle => flush(&mut ledger)?,
            }
            progress(&self.progress(before, all.len() as u64 - before, None));
            Ok::<Next, StoreError>(Next::Continue)
        })?;
        all.sort_by_key(|search| search.number);
        let is_complete = all.len() as u64 == self.total;
        Ok(self.findings(Results::Searches(all), is_complete))
    }

    fn missing(&self, known: impl Iterator<Item = u64>) -> Vec<u64> {
        let known: HashSet<u64> = known.collect();
        (0..self.total).filter(|number| !known.contains(number)).collect()
    }

    fn progress<'a>(&self, before: u64, now: u64, standings: Option<&'a Standings>) -> Progress<'a> {
        Progress { done: before + now, total: self.total, done_now: now, time: self.start.elapsed(), standings }
    }

    fn findings(&self, results: Results, is_complete: bool) -> Findings {
        Findings { results, move_costs: Vec::new(), is_complete, time: self.start.elapsed() }
    }
}

fn flush(ledger: &mut Option<&mut Ledger>) -> Result<(), StoreError> {
    ledger.as_mut().map_or(Ok(()), |ledger| ledger.store.flush())
}
