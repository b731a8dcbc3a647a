//! One game on the service.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use spielbaum_core::{Budget, Clock, Game, MoveSet, Remaining, Search, Side, TextError};
use spielbaum_games::Chess;
use spielbaum_games::chess::Move;

use super::api::{Api, ApiError, Next, Stream};
use super::event::{GameEvent, GameFull, State};

/// A game in progress.
pub(super) struct OnlineGame<'a> {
    pub(super) api: &'a Api,
    pub(super) id: &'a str,
    /// Our account id on the service.
    pub(super) account: &'a str,
    pub(super) search: Box<dyn Search<Chess>>,
    /// Limits of the search besides the clock.
    pub(super) limits: Budget,
    /// Network delay to allow for, per move.
    pub(super) overhead: Duration,
    /// Set when the service reports the end of the game.
    pub(super) is_finished: &'a AtomicBool,
    /// The longest pause between two attempts to reconnect.
    pub(super) longest_pause: Duration,
}

/// Consecutive attempts to reconnect before a game is abandoned.
const ATTEMPTS: u32 = 8;

/// Times that a move is sent before waiting for the stream to report the state.
const SENDINGS: u32 = 3;

/// The constants of a game, from its first line.
struct Setting {
    start: Chess,
    side: Side,
    is_chess960: bool,
}

impl OnlineGame<'_> {
    /// Plays to the end, or returns the reason why that is impossible.
    pub(super) fn play(mut self, log: &dyn Fn(String)) -> Result<(), String> {
        let mut setting = None;
        let mut attempt = 0;
        while attempt < ATTEMPTS && !self.is_finished.load(Ordering::Relaxed) {
            match self.api.stream(&format!("/api/bot/game/stream/{}", self.id)) {
                Ok(stream) => match self.follow(stream, &mut setting, log) {
                    Followed::ToTheEnd => return Ok(()),
                    Followed::Broken { heard } => attempt = if heard { 0 } else { attempt + 1 },
                    Followed::Hopeless(reason) => return Err(reason),
                },
                Err(error) => {
                    log(format!("game {}: {error}", self.id));
                    attempt += 1;
                }
            }
            std::thread::sleep(pause(attempt, self.longest_pause));
        }
        if self.is_finished.load(Ordering::Relaxed) { Ok(()) } else { Err("cannot reconnect".to_owned()) }
    }

    /// Follows a stream until it ends.
    fn follow(&mut self, mut stream: Stream, setting: &mut Option<Setting>, log: &dyn Fn(String)) -> Followed {
        let mut heard = false;
        loop {
            let line = match stream.next(Duration::from_millis(200)) {
                Next::Line(line) => line,
                Next::Nothing if self.is_finished.load(Ordering::Relaxed) => return Followed::ToTheEnd,
                Next::Nothing => continue,
                Next::End(_) => return Followed::Broken { heard },
            };
            let state = match serde_json::from_str(&line) {
                Ok(GameEvent::GameFull(game)) => match self.setting(&game) {
                    Ok(known) => {
                        *setting = Some(known);
                        game.state
                    }
                    Err(reason) => return Followed::Hopeless(reason),
                },
                Ok(GameEvent::GameState(state)) => state,
                Ok(GameEvent::Other) => continue,
                Err(error) => {
                    log(format!("game {}: skipped an unreadable line ({error})", self.id));
                    continue;
                }
            };
            heard = true;
            if !state.is_running() {
                return Followed::ToTheEnd;
            }
            let Some(setting) = setting else { continue };
            if let Err(error) = self.answer(setting, &state, log) {
                log(format!("game {}: {error}", self.id));
            }
        }
    }

    fn setting(&self, game: &GameFull) -> Result<Setting, String> {
        let is_ours = |id: &Option<String>| id.as_deref().is_some_and(|id| id.eq_ignore_ascii_case(self.account));
        let side = match (is_ours(&game.white.id), is_ours(&game.black.id)) {
            (true, _) => Side::First,
            (false, true) => Side::Second,
            (false, false) => return Err("neither player is this account".to_owned()),
        };
        let start: Chess = match game.initial_fen.as_str() {
            "startpos" => Chess::default(),
            fen => fen.parse().map_err(|error: TextError| error.to_string())?,
        };
        let is_named = game.variant.as_ref().is_some_and(|variant| variant.key == "chess960");
        let is_chess960 = is_named || start.needs_chess960();
        Ok(Setting { start, side, is_chess960 })
    }

    /// Makes a move if it is our turn.
    fn answer(&mut self, setting: &Setting, state: &State, log: &dyn Fn(String)) -> Result<(), TextError> {
        let mut position = setting.start.clone();
        for text in state.moves.split_whitespace() {
            let mv = position.find_move(text)?;
            position.play(mv);
        }
        if position.side_to_move() != setting.side {
            return Ok(());
        }
        let root = if position.status().moves().is_some() { position } else { position.reopened() };
        let Some(mv) = self.think(&root, state) else { return Ok(()) };
        let path = format!("/api/bot/game/{}/move/{}", self.id, root.uci_text(mv, setting.is_chess960));
        for sending in 1..=SENDINGS {
            match self.api.post(&path, &[]) {
                Ok(_) => break,
                // The game has ended meanwhile, or the move was received although the response was lost.
                Err(ApiError::Refused(400..=499, reason)) => {
                    log(format!("game {}: move refused: {}", self.id, reason.trim()));
                    break;
                }
                Err(error) => {
                    log(format!("game {}: {error}", self.id));
                    std::thread::sleep(pause(sending, self.longest_pause));
                }
            }
        }
        Ok(())
    }

    /// The move for a position; any legal one if the search fails.
    fn think(&mut self, root: &Chess, state: &State) -> Option<Move> {
        let white =
            Remaining { left: Duration::from_millis(state.wtime), increment: Duration::from_millis(state.winc) };
        let black =
            Remaining { left: Duration::from_millis(state.btime), increment: Duration::from_millis(state.binc) };
        let (own, opponent) = match root.side_to_move() {
            Side::First => (white, black),
            Side::Second => (black, white),
        };
        let clock = Clock { own, opponent, moves_to_go: None, overhead: self.overhead };
        let budget = Budget { clock: Some(clock), ..self.limits.clone() };
        let found = self.search.search(root, &budget, &mut |_| {}).best;
        found.or_else(|| root.status().moves().map(|moves| moves.nth(0)))
    }
}

/// How a stream ended.
enum Followed {
    ToTheEnd,
    /// It broke off, possibly after some lines.
    Broken {
        heard: bool,
    },
    Hopeless(String),
}

/// The pause before another attempt, with exponential backoff.
pub(super) fn pause(attempt: u32, longest: Duration) -> Duration {
    (Duration::from_millis(100) * 2u32.pow(attempt.min(12))).min(longest)
}
