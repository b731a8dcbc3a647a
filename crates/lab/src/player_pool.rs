//! Built players that wait for their next game.
//!
//! A built player has tables and trees, or is a program that was started. It serves many games of a match and forgets each one
//! before the next, so that its games are those of players built for them. There are never more players at once than have
//! played at the same time.

use std::sync::{Mutex, MutexGuard, PoisonError};

use spielbaum_core::Search;
use spielbaum_players::Playable;
use spielbaum_search::Spec;

use crate::forfeit::build_or_forfeit;

/// The built players of a match or tournament, for any number of threads.
pub(crate) struct PlayerPool<G> {
    specs: Vec<Spec>,
    shelf: Mutex<Shelf<G>>,
}

/// Players that are not in a game, and the count of those that are.
struct Shelf<G> {
    /// By their place in the list of players, in the order in which they came back.
    idle: Vec<(usize, Box<dyn Search<G>>)>,
    playing: usize,
    /// The most that have played at the same time.
    most: usize,
}

impl<G: Playable> PlayerPool<G> {
    /// A pool for these players.
    pub(crate) fn new(specs: Vec<Spec>) -> PlayerPool<G> {
        // A game has two players.
        PlayerPool { specs, shelf: Mutex::new(Shelf { idle: Vec::new(), playing: 0, most: 2 }) }
    }

    /// The players by their place in the list.
    pub(crate) fn specs(&self) -> &[Spec] {
        &self.specs
    }

    /// Keeps a built player, if there is room for it.
    pub(crate) fn add(&self, player: usize, search: Box<dyn Search<G>>) {
        let mut shelf = self.lock();
        if shelf.has_room() {
            shelf.idle.push((player, search));
        }
    }

    /// A player for a game with this seed, as if it had been built for that game.
    pub(crate) fn take(&self, player: usize, seed: u64) -> Box<dyn Search<G>> {
        // A program that is not needed any more may take its time to end: it does so after the lock is free.
        let (waiting, _surplus) = self.lock().take(player);
        let spec = self.specs[player].clone().reseeded(seed);
        let ready = waiting.and_then(|mut search| search.new_game(spec.seed()).then_some(search));
        ready.unwrap_or_else(|| build_or_forfeit(&spec))
    }

    /// Takes a player back after its game; none if it is not to play again.
    pub(crate) fn give_back(&self, player: usize, search: Option<Box<dyn Search<G>>>) {
        let mut shelf = self.lock();
        shelf.playing -= 1;
        shelf.idle.extend(search.map(|search| (player, search)));
    }

    fn lock(&self) -> MutexGuard<'_, Shelf<G>> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

type Waiting<G> = Option<Box<dyn Search<G>>>;

impl<G: Playable> Shelf<G> {
    fn has_room(&self) -> bool {
        self.idle.len() + self.playing < self.most
    }

    /// An idle player of this kind, if there is one; else the one that has waited longest may have to make room.
    fn take(&mut self, player: usize) -> (Waiting<G>, Waiting<G>) {
        let found = self.idle.iter().rposition(|(other, _)| *other == player);
        let waiting = found.map(|place| self.idle.remove(place).1);
        let surplus = if waiting.is_some() || self.has_room() || self.idle.is_empty() {
            None
        } else {
            Some(self.idle.remove(0).1)
        };
        self.playing += 1;
        self.most = self.most.max(self.playing);
        (waiting, surplus)
    }
}
