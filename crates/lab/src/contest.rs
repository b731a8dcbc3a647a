//! A match or tournament under way: games are counted in the order of the schedule, whatever the order in which they end.
//!
//! So a sequential test ends at the same game on one thread and on many: short games end first, and whoever looks at
//! results as they come in sees too many of them.

use std::collections::BTreeMap;

use crate::record::GameRecord;
use crate::run::Next;
use crate::schedule::Schedule;
use crate::standings::Standings;
use crate::statistics::{Sprt, Verdict};

/// A match or tournament under way.
pub struct Contest {
    standings: Standings,
    /// The first game of the schedule that has not been counted.
    next: u64,
    /// Finished games behind one that is still being played.
    waiting: BTreeMap<u64, GameRecord>,
    sprt: Option<Sprt>,
    verdict: Verdict,
}

impl Contest {
    /// Nothing played yet; `draws_lots` says of each player whether chance takes part. A test is about the first pairing.
    pub fn new(schedule: &Schedule, draws_lots: Vec<bool>, sprt: Option<Sprt>) -> Contest {
        let standings = Standings::new(schedule, draws_lots);
        Contest { standings, next: 0, waiting: BTreeMap::new(), sprt, verdict: Verdict::Continue }
    }

    /// Takes a finished game and says whether the others are still needed.
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
        if self.verdict == Verdict::Continue { Next::GoOn } else { Next::Stop }
    }

    /// Ends the contest. Without a test, games behind a gap count too.
    pub fn finish(mut self) -> Standings {
        if self.sprt.is_none() {
            std::mem::take(&mut self.waiting).into_values().for_each(|game| self.standings.add(game));
        }
        self.standings
    }

    /// What the test says so far; without one, always to go on.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// What has been counted so far.
    pub fn standings(&self) -> &Standings {
        &self.standings
    }
}
