//! A match or tournament in progress: games are counted in schedule order, not in the order in which they finish.
//!
//! So a sequential test ends at the same game for any number of threads. Counting games as they finish would be biased
//! towards short ones.

use std::collections::BTreeMap;

use crate::record::GameRecord;
use crate::run::Next;
use crate::schedule::Schedule;
use crate::standings::Standings;
use crate::statistics::{Sprt, Verdict};

/// A match or tournament in progress.
pub struct Contest {
    standings: Standings,
    /// The first game of the schedule that has not been counted.
    next: u64,
    /// Finished games that come after an unfinished one.
    waiting: BTreeMap<u64, GameRecord>,
    sprt: Option<Sprt>,
    verdict: Verdict,
}

impl Contest {
    /// A contest without games; `is_randomised` holds for each player whether it is randomised. A test is about the
    /// first pairing.
    pub fn new(schedule: &Schedule, is_randomised: Vec<bool>, sprt: Option<Sprt>) -> Contest {
        let standings = Standings::new(schedule, is_randomised);
        Contest { standings, next: 0, waiting: BTreeMap::new(), sprt, verdict: Verdict::Continue }
    }

    /// Adds a finished game and returns whether more are needed.
    pub fn add(&mut self, game: GameRecord) -> Next {
        self.waiting.insert(game.number, game);
        while self.verdict == Verdict::Continue
            && let Some(game) = self.waiting.remove(&self.next)
        {
            self.next += 1;
            self.standings.add(game);
            if let Some(sprt) = self.sprt {
                self.verdict = sprt.verdict(&self.standings.tallies()[0].sample());
            }
        }
        if self.verdict == Verdict::Continue { Next::Continue } else { Next::Stop }
    }

    /// Ends the contest. Without a test, games after a gap count, too.
    pub fn finish(mut self) -> Standings {
        if self.sprt.is_none() {
            std::mem::take(&mut self.waiting).into_values().for_each(|game| self.standings.add(game));
        }
        self.standings
    }

    /// The verdict of the test so far; without a test, always to continue.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// The standings so far.
    pub fn standings(&self) -> &Standings {
        &self.standings
    }
}
