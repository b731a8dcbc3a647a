//! The bot: it hears of challenges and games, answers the ones and plays the others, several at a time.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Scope;
use std::time::Duration;

use serde::Deserialize;
use spielbaum_core::Budget;
use spielbaum_players::build;
use spielbaum_search::Spec;

use super::api::{Api, ApiError, Next};
use super::event::{Challenge, Event};
use super::filter::Filter;
use super::game::{OnlineGame, pause};

/// Everything that makes a bot.
pub struct Bot {
    /// The service.
    pub api: Api,
    /// What it plays with.
    pub search: Spec,
    /// Which challenges are welcome.
    pub filter: Filter,
    /// Games at the same time.
    pub most_games: usize,
    /// What is lost on the way to the service and back.
    pub overhead: Duration,
    /// The longest pause between two attempts to come back.
    pub longest_pause: Duration,
}

/// What the bot tells people; never the token.
pub type Note<'a> = &'a (dyn Fn(String) + Sync);

/// Games under way: for each a flag that is set when the service says that it is over.
type Games = Mutex<HashMap<String, Arc<AtomicBool>>>;

#[derive(Deserialize)]
struct Account {
    id: String,
}

impl Bot {
    /// Plays until `stop` is set: then no challenge is accepted any more, and the games under way are played to their end. An
    /// error only where the service does not know us.
    pub fn run(&self, stop: &AtomicBool, tell: Note) -> Result<(), ApiError> {
        let account = self.account(stop, tell)?;
        tell(format!("playing as {account}"));
        let games: Games = Mutex::default();
        std::thread::scope(|scope| {
            let mut attempt = 0;
            while !self.is_done(stop, &games) {
                match self.api.stream("/api/stream/event") {
                    Ok(mut stream) => loop {
                        match stream.next(Duration::from_millis(200)) {
                            Next::Line(line) => {
                                attempt = 0;
                                self.react(&line, &account, (stop, &games), scope, tell);
                            }
                            Next::Nothing if self.is_done(stop, &games) => break,
                            Next::Nothing => {}
                            Next::End(reason) => {
                                tell(format!("the stream of events has ended: {reason}"));
                                attempt += 1;
                                break;
                            }
                        }
                    },
                    Err(error) => {
                        tell(error.to_string());
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

    /// Who we are. A service that cannot be reached is asked again; one that refuses us is not.
    fn account(&self, stop: &AtomicBool, tell: Note) -> Result<String, ApiError> {
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
            tell(error.to_string());
            attempt += 1;
            std::thread::sleep(pause(attempt, self.longest_pause));
        }
    }

    fn is_done(&self, stop: &AtomicBool, games: &Games) -> bool {
        stop.load(Ordering::Relaxed) && lock(games).is_empty()
    }

    fn react<'scope, 'env>(
        &'env self,
        line: &str,
        account: &str,
        (stop, games): (&AtomicBool, &'scope Games),
        scope: &'scope Scope<'scope, 'env>,
        tell: Note<'scope>,
    ) where
        'env: 'scope,
    {
        match serde_json::from_str(line) {
            Ok(Event::Challenge { challenge }) => self.reply(&challenge, account, stop, games, tell),
            Ok(Event::GameStart { game }) => {
                let is_finished = Arc::new(AtomicBool::new(false));
                // After a break the service names the games under way again.
                if lock(games).contains_key(&game.id) {
                    return;
                }
                lock(games).insert(game.id.clone(), is_finished.clone());
                let account = account.to_owned();
                scope.spawn(move || {
                    let (id, account) = (game.id.as_str(), account.as_str());
                    match self.play(id, account, &is_finished, tell) {
                        Ok(()) => tell(format!("game {id} is over")),
                        Err(reason) => tell(format!("game {id} is given up: {reason}")),
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
            Err(error) => tell(format!("an event that cannot be read is skipped ({error})")),
        }
    }

    /// Accepts a challenge or declines it politely.
    fn reply(&self, challenge: &Challenge, account: &str, stop: &AtomicBool, games: &Games, tell: Note) {
        let challenger = challenge.challenger.as_ref();
        if challenger.is_some_and(|user| user.id == account) {
            // Our own challenges are others' business.
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
            Ok(_) => tell(format!("challenge of {name}: {answer}")),
            Err(error) => tell(format!("challenge of {name}: not {answer}, {error}")),
        }
    }

    fn play(&self, id: &str, account: &str, is_finished: &AtomicBool, tell: Note) -> Result<(), String> {
        tell(format!("game {id} begins"));
        let search = build(&self.search).map_err(|error| error.to_string())?;
        let limits = self.search.budget(Budget::default());
        let (api, overhead, longest_pause) = (&self.api, self.overhead, self.longest_pause);
        OnlineGame { api, id, account, search, limits, overhead, is_finished, longest_pause }.play(tell)
    }
}

fn lock(games: &Games) -> std::sync::MutexGuard<'_, HashMap<String, Arc<AtomicBool>>> {
    games.lock().unwrap_or_else(PoisonError::into_inner)
}
