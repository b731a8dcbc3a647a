//! The bot: it follows the event stream, answers challenges and plays games, several at a time.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Scope;
use std::time::Duration;

use serde::Deserialize;
use spielbaum_core::Budget;
use spielbaum_players::build;
use spielbaum_search::{Spec, spawn_search};

use super::api::{Api, ApiError, Next};
use super::event::{Challenge, Event};
use super::filter::Filter;
use super::game::{OnlineGame, pause};

/// A bot and its settings.
pub struct Bot {
    /// The service.
    pub api: Api,
    /// The search it plays with.
    pub search: Spec,
    /// Which challenges are accepted.
    pub filter: Filter,
    /// The most games at the same time.
    pub most_games: usize,
    /// Network delay to allow for, per move.
    pub overhead: Duration,
    /// The longest pause between two attempts to reconnect.
    pub longest_pause: Duration,
}

/// Receives log messages, which never contain the token.
pub type Note<'a> = &'a (dyn Fn(String) + Sync);

/// Games in progress, each with a flag that is set when the service reports its end.
type Games = Mutex<HashMap<String, Arc<AtomicBool>>>;

#[derive(Deserialize)]
struct Account {
    id: String,
}

impl Bot {
    /// Plays until `stop` is set; then it accepts no more challenges and finishes its current games. Fails only if the
    /// service rejects the token.
    pub fn run(&self, stop: &AtomicBool, log: Note) -> Result<(), ApiError> {
        let account = self.account(stop, log)?;
        log(format!("playing as {account}"));
        let games: Games = Mutex::default();
        std::thread::scope(|scope| {
            let mut attempt = 0;
            while !self.is_done(stop, &games) {
                match self.api.stream("/api/stream/event") {
                    Ok(mut stream) => loop {
                        match stream.next(Duration::from_millis(200)) {
                            Next::Line(line) => {
                                attempt = 0;
                                self.handle(&line, &account, (stop, &games), scope, log);
                            }
                            Next::Nothing if self.is_done(stop, &games) => break,
                            Next::Nothing => {}
                            Next::End(reason) => {
                                log(format!("the stream of events has ended: {reason}"));
                                attempt += 1;
                                break;
                            }
                        }
                    },
                    Err(error) => {
                        log(error.to_string());
                        attempt += 1;
                    }
                }
                if !self.is_done(stop, &games) {
                    std::thread::sleep(pause(attempt, self.longest_pause));
                }
            }
        });
        Ok(())
    }

    /// The id of our account. An unreachable service is tried again; a refusal is final.
    fn account(&self, stop: &AtomicBool, log: Note) -> Result<String, ApiError> {
        let mut attempt = 0;
        loop {
            let error = match self.api.get("/api/account") {
                Ok(text) => match serde_json::from_str::<Account>(&text) {
                    Ok(account) => return Ok(account.id),
                    Err(error) => ApiError::NoAnswer(error.to_string()),
                },
                Err(error @ ApiError::Refused(400..=499, _)) => return Err(error),
                Err(error) => error,
            };
            if stop.load(Ordering::Relaxed) {
                return Err(error);
            }
            log(error.to_string());
            attempt += 1;
            std::thread::sleep(pause(attempt, self.longest_pause));
        }
    }

    fn is_done(&self, stop: &AtomicBool, games: &Games) -> bool {
        stop.load(Ordering::Relaxed) && lock(games).is_empty()
    }

    fn handle<'scope, 'env>(
        &'env self,
        line: &str,
        account: &str,
        (stop, games): (&AtomicBool, &'scope Games),
        scope: &'scope Scope<'scope, 'env>,
        log: Note<'scope>,
    ) where
        'env: 'scope,
    {
        match serde_json::from_str(line) {
            Ok(Event::Challenge { challenge }) => self.reply(&challenge, account, stop, games, log),
            Ok(Event::GameStart { game }) => {
                let is_finished = Arc::new(AtomicBool::new(false));
                // After a reconnection the service lists the current games again.
                if lock(games).contains_key(&game.id) {
                    return;
                }
                lock(games).insert(game.id.clone(), is_finished.clone());
                let account = account.to_owned();
                spawn_search(scope, move || {
                    let (id, account) = (game.id.as_str(), account.as_str());
                    match self.play(id, account, &is_finished, log) {
                        Ok(()) => log(format!("game {id} is over")),
                        Err(reason) => log(format!("game {id} abandoned: {reason}")),
                    }
                    lock(games).remove(id);
                });
            }
            Ok(Event::GameFinish { game }) => {
                if let Some(is_finished) = lock(games).get(&game.id) {
                    is_finished.store(true, Ordering::Relaxed);
                }
            }
            Ok(Event::Other) => {}
            Err(error) => log(format!("skipped an unreadable event ({error})")),
        }
    }

    /// Accepts or declines a challenge.
    fn reply(&self, challenge: &Challenge, account: &str, stop: &AtomicBool, games: &Games, log: Note) {
        let challenger = challenge.challenger.as_ref();
        if challenger.is_some_and(|user| user.id == account) {
            // Challenges that we sent are not ours to answer.
            return;
        }
        let is_busy = stop.load(Ordering::Relaxed) || lock(games).len() >= self.most_games;
        let refusal = self.filter.refusal(challenge).or(is_busy.then_some("later"));
        let (id, name) = (&challenge.id, challenger.map_or("somebody", |user| user.name.as_str()));
        let done = match refusal {
            None => self.api.post(&format!("/api/challenge/{id}/accept"), &[]),
            Some(reason) => self.api.post(&format!("/api/challenge/{id}/decline"), &[("reason", reason)]),
        };
        let answer = refusal.map_or("accepted".to_owned(), |reason| format!("declined ({reason})"));
        match done {
            Ok(_) => log(format!("challenge of {name}: {answer}")),
            Err(error) => log(format!("challenge of {name}: not {answer}, {error}")),
        }
    }

    fn play(&self, id: &str, account: &str, is_finished: &AtomicBool, log: Note) -> Result<(), String> {
        log(format!("game {id} begins"));
        let search = build(&self.search).map_err(|error| error.to_string())?;
        let limits = self.search.budget(Budget::default());
        let (api, overhead, longest_pause) = (&self.api, self.overhead, self.longest_pause);
        OnlineGame { api, id, account, search, limits, overhead, is_finished, longest_pause }.play(log)
    }
}

fn lock(games: &Games) -> std::sync::MutexGuard<'_, HashMap<String, Arc<AtomicBool>>> {
    games.lock().unwrap_or_else(PoisonError::into_inner)
}
