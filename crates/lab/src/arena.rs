//! Games between players at one game: the point where players and openings meet the type of the game.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use spielbaum_core::{Budget, Search, Side, TextError};
use spielbaum_games::GameSpec;
use spielbaum_players::{Playable, Visitor, build, visit_game};
use spielbaum_search::{Limits, Spec};

use crate::opening::{Openings, Source};
use crate::play::{Conduct, Contestant, play};
use crate::player_pool::PlayerPool;
use crate::record::GameRecord;
use crate::schedule::ScheduledGame;

/// Plays games of one kind, on any thread.
pub trait Arena: Send + Sync {
    /// Plays a game of the schedule; none when `stop` was set before its end.
    fn play(&self, fixture: &ScheduledGame, stop: &Arc<AtomicBool>) -> Option<GameRecord>;

    /// How many different openings there can be, if that is known.
    fn openings(&self) -> Option<usize>;
}

/// The common parameters of the games of a match or tournament.
#[derive(Clone, Debug)]
pub struct MatchConfig {
    /// The game with its options.
    pub game: GameSpec,
    /// The players with their limits.
    pub players: Vec<Spec>,
    /// The openings.
    pub openings: Openings,
    /// The seed of the openings.
    pub seed: u64,
    /// Time limits and adjudication.
    pub conduct: Conduct,
}

impl MatchConfig {
    /// Checks everything, so that no error can occur once games are played, and builds the arena.
    pub fn open(&self) -> Result<Box<dyn Arena>, TextError> {
        visit_game(&self.game, &mut Open(self))
    }
}

/// The default openings of `game`.
pub fn usual_openings(game: &GameSpec) -> Result<Openings, TextError> {
    visit_game(game, &mut UsualOpenings(game))
}

/// The player with these limits, unless it has some of its own or needs none.
pub fn limited(player: Spec, limits: Limits) -> Spec {
    if player.engine().needs_no_limit() { player } else { player.or_limits(limits) }
}

/// Builds a player; refuses one that would never finish a move or cannot play the game.
fn admit<G: Playable>(spec: &Spec) -> Result<Box<dyn Search<G>>, TextError> {
    let in_front = |error: TextError| TextError::new(format!("player '{spec}': {error}"));
    spec.check_limits(&spec.budget(Budget::default())).map_err(in_front)?;
    if spec.limits() == Limits::default() && !spec.engine().needs_no_limit() {
        return Err(TextError::new(format!("player '{spec}' needs a limit: time, nodes, depth or iterations")));
    }
    build(spec).map_err(in_front)
}

struct Open<'a>(&'a MatchConfig);

impl Visitor for Open<'_> {
    type Output = Result<Box<dyn Arena>, TextError>;

    fn visit<G: Playable>(&mut self) -> Self::Output {
        let MatchConfig { game, players, openings, seed, conduct } = self.0.clone();
        let arena = TypedArena::<G>::new(players, seed, conduct, || Source::of_game(&openings, &game))?;
        Ok(Box::new(arena))
    }
}

struct UsualOpenings<'a>(&'a GameSpec);

impl Visitor for UsualOpenings<'_> {
    type Output = Result<Openings, TextError>;

    fn visit<G: Playable>(&mut self) -> Self::Output {
        Ok(Openings::usual(&self.0.position::<G>("")?))
    }
}

/// An arena of a known type of game.
pub(crate) struct TypedArena<G> {
    pool: PlayerPool<G>,
    openings: Source<G>,
    seed: u64,
    conduct: Conduct,
}

impl<G: Playable> TypedArena<G> {
    /// Checks the players and then the openings.
    pub(crate) fn new(
        players: Vec<Spec>,
        seed: u64,
        conduct: Conduct,
        openings: impl FnOnce() -> Result<Source<G>, TextError>,
    ) -> Result<TypedArena<G>, TextError> {
        let pool = PlayerPool::new(players);
        for (player, spec) in pool.specs().iter().enumerate() {
            pool.add(player, admit(spec)?);
        }
        Ok(TypedArena { pool, openings: openings()?, seed, conduct })
    }
}

impl<G: Playable> Arena for TypedArena<G> {
    fn play(&self, fixture: &ScheduledGame, stop: &Arc<AtomicBool>) -> Option<GameRecord> {
        let start = self.openings.draw(self.seed, fixture.opening).expect("an opening was found before");
        let mut contestants = fixture.players.map(|player| Contestant {
            search: self.pool.take(player, fixture.seed),
            budget: self.pool.specs()[player].budget(Budget::default()),
        });
        let played = play(&start, &mut contestants, &self.conduct, stop);
        for ((side, player), contestant) in Side::BOTH.into_iter().zip(fixture.players).zip(contestants) {
            // Whoever crashed or was late is replaced.
            let is_sound = played.as_ref().is_some_and(|played| !played.is_fault_of(side));
            self.pool.give_back(player, is_sound.then_some(contestant.search));
        }
        let played = played?;
        Some(GameRecord {
            number: fixture.number,
            players: fixture.players,
            start: start.to_string(),
            moves: played.moves,
            outcome: played.outcome,
            reason: played.reason,
            ending: played.ending,
        })
    }

    fn openings(&self) -> Option<usize> {
        self.openings.len()
    }
}
