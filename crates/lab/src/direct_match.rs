//! A match at any playable game, registered or not: without names, files or a store.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use spielbaum_core::TextError;
use spielbaum_players::Playable;
use spielbaum_search::{Limits, Spec};

use crate::arena::{Arena, TypedArena, limited};
use crate::contest::Contest;
use crate::opening::{Openings, Source};
use crate::play::Conduct;
use crate::run::{Event, Next, run};
use crate::schedule::{Schedule, round_robin};
use crate::standings::Standings;

/// A match between two players.
#[derive(Clone, Debug)]
pub struct Match<G> {
    /// The start position of the game.
    pub start: G,
    /// The players.
    pub players: [Spec; 2],
    /// The limits of players that carry none of their own.
    pub limits: Limits,
    /// The openings.
    pub openings: Openings,
    /// Pairs of games: the same opening with colours swapped.
    pub pairs: u64,
    /// Seed of openings and random choices.
    pub seed: u64,
    /// Time limits and adjudication.
    pub conduct: Conduct,
}

impl<G: Playable> Match<G> {
    /// Ten pairs from the game's usual openings within `limits`, with seed 1.
    pub fn new(start: G, players: [Spec; 2], limits: Limits) -> Match<G> {
        let (openings, conduct) = (Openings::usual(&start), Conduct::default());
        Match { start, players, limits, openings, pairs: 10, seed: 1, conduct }
    }

    /// Plays the match on `jobs` threads and returns the standings, from the view of the first player. Setting `stop` ends it
    /// early; what was played by then counts.
    pub fn play(&self, jobs: usize, stop: &AtomicBool) -> Result<Standings, TextError> {
        let players: Vec<Spec> = self.players.iter().map(|spec| limited(spec.clone(), self.limits)).collect();
        let is_randomised = players.iter().map(Spec::is_randomised).collect();
        let game = self.start.game_text();
        // Openings are on the board of the start position.
        let options = game.split_once(':').map(|(_, options)| format!("{options};")).unwrap_or_default();
        let parse = |line: &str| format!("{options}{line}").parse();
        let source = || Source::new(&self.openings, &self.start, &game, &parse);
        let arena = TypedArena::<G>::new(players, self.seed, self.conduct, source)?;
        let schedule = Schedule { pairings: round_robin(2), pairs: self.pairs, seed: self.seed };
        let mut contest = Contest::new(&schedule, is_randomised, None);
        let work = |number, stop: &Arc<AtomicBool>| arena.play(&schedule.game(number), stop);
        let numbers: Vec<u64> = (0..schedule.games()).collect();
        let Ok(()) = run(&work, &numbers, jobs, stop, |event| {
            Ok::<Next, Infallible>(match event {
                Event::Done(game) => contest.add(game),
                Event::Idle => Next::Continue,
            })
        });
        Ok(contest.finish())
    }
}
