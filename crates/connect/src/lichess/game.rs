//! One game on the service, from its first line to its last.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use spielbaum_core::{Budget, Clock, Game, MoveSet, Remaining, Search, Side, TextError};
use spielbaum_games::Chess;
use spielbaum_games::chess::Move;

use super::api::{Api, ApiError, Next, Stream};
use super::event::{GameEvent, GameFull, State};

/// A game of ours.
pub(super) struct OnlineGame<'a> {
    pub(super) api: &'a Api,
    pub(super) id: &'a str,
    /// Our own identity on the service.
    pub(super) account: &'a str,
    pub(super) search: Box<dyn Search<Chess>>,
    /// The limits of the search beside the clock.
    pub(super) limits: Budget,
    /// What is lost on the way to the service and back.
    pub(super) overhead: Duration,
    /// Set when the service says that the game is over.
    pub(super) is_finished: &'a AtomicBool,
    /// The longest pause between two attempts to come back.
    pub(super) longest_pause: Duration,
}

/// Attempts to come back in a row before a game is given up.
const ATTEMPTS: u32 = 8;

/// Times that a move is sent before the stream has to say where the game stands.
const SENDINGS: u32 = 3;

/// What is known of a game after its first line.
struct Setting {
    start: Chess,
    side: Side,
    is_chess960: bool,
}

impl OnlineGame<'_> {
    /// Plays to the end; the reason when that is not possible.
    pub(super) fn play(mut self, tell: &dyn Fn(String)) -> Result<(), String> {
        let mut setting = None;
        let mut attempt = 0;
        while attempt < ATTEMPTS && !self.is_finished.load(Ordering::Relaxed) {
            match self.api.stream(&format!("/api/bot/game/stream/{}", self.id)) {
                Ok(stream) => match self.follow(stream, &mut setting, tell) {
                    Followed::ToTheEnd => return Ok(()),
                    Followed::Broken { heard } => attempt = if heard { 0 } else { attempt + 1 },
                    Followed::Hopeless(reason) => return Err(reason),
                },
                Err(error) => {
                    tell(format!("game {}: {error}", self.id));
                    attempt += 1;
                }
            }
            std::thread::sleep(pause(attempt, self.longest_pause));
        }
        if self.is_finished.load(Ordering::Relaxed) {
            Ok(())
        } else {
            Err("the connection does not come back".to_owned())
        }
    }

    /// Follows a stream until it ends.
    fn follow(&mut self, mut stream: Stream, setting: &mut Option<Setting>, tell: &dyn Fn(String)) -> Followed {
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
                    tell(format!("game {}: a line that cannot be read is skipped ({error})", self.id));
                    continue;
                }
            };
            heard = true;
            if !state.is_running() {
                return Followed::ToTheEnd;
            }
            let Some(setting) = setting else { continue };
            if let Err(error) = self.answer(setting, &state, tell) {
                tell(format!("game {}: {error}", self.id));
            }
        }
    }

    fn setting(&self, game: &GameFull) -> Result<Setting, String> {
        let is_ours = |id: &Option<String>| id.as_deref().is_some_and(|id| id.eq_ignore_ascii_case(self.account));
        let side = match (is_ours(&game.white.id), is_ours(&game.black.id)) {
            (true, _) => Side::First,
            (false, true) => Side::Second,
            (false, false) => return Err("a game of others".to_owned()),
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
    fn answer(&mut self, setting: &Setting, state: &State, tell: &dyn Fn(String)) -> Result<(), TextError> {
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
                // The game has ended meanwhile, or the move has arrived although its answer has not.
                Err(ApiError::Refused(400..=499, reason)) => {
                    tell(format!("game {}: the move is refused: {}", self.id, reason.trim()));
                    break;
                }
                Err(error) => {
                    tell(format!("game {}: {error}", self.id));
                    std::thread::sleep(pause(sending, self.longest_pause));
                }
            }
        }
        Ok(())
    }

    /// The move for a position; any legal one where the search fails.
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

/// How a stream came to its end.
enum Followed {
    ToTheEnd,
    /// It broke off, perhaps after something was heard.
    Broken {
        heard: bool,
    },
    Hopeless(String),
}

/// The pause before another attempt: longer and longer.
pub(super) fn pause(attempt: u32, longest: Duration) -> Duration {
    (Duration::from_millis(100) * 2u32.pow(attempt.min(12))).min(longest)
}
