//! How the loop uses the transposition table.

use spielbaum_core::{Cut, Evaluate, Knowledge, Objective, Observer, Score};

use super::node::{Frame, Loop};
use super::selective::WANTS_OUTLOOK;
use super::switch_source::SwitchSource;
use super::switches::Switch;
use crate::table::Entry;

/// What the table has said of a position that it does not settle.
#[derive(Clone, Copy)]
pub(super) struct Asked {
    pub(super) key: u64,
    pub(super) table_move: Option<u8>,
    /// Whether it has yet to be asked, when the moves have been looked at.
    pub(super) is_due: bool,
}

impl Asked {
    pub(super) fn knowing(key: u64, table_move: Option<u8>) -> Asked {
        Asked { key, table_move, is_due: false }
    }
}

impl<G, E, S, O> Loop<'_, G, E, S, O>
where
    G: Knowledge,
    E: Evaluate<G>,
    S: SwitchSource,
    O: Observer<G>,
{
    #[inline]
    pub(super) fn key(&self, position: &G) -> u64 {
        if self.has(Switch::Canonical) { position.canonical_key() } else { position.key() }
    }

    /// Asks memory for the place of a key.
    #[inline]
    pub(super) fn ask_early(&self, key: u64) {
        self.table.prefetch_in(self.switches.form(self.table.form()), key);
    }

    /// What the table knows of a key.
    #[inline]
    pub(super) fn ask(&self, key: u64) -> Option<Entry> {
        self.table.probe_in(self.switches.form(self.table.form()), key)
    }

    /// Puts an entry into the table, which it took `nodes` to find.
    #[inline]
    pub(super) fn remember(&self, key: u64, entry: Entry, nodes: u64) {
        self.table.store_in(self.switches.form(self.table.form()), key, entry, nodes);
    }

    /// Asks memory for what is known of the position behind a move that may be searched next: it answers by the time that the
    /// move has been judged and made.
    #[inline]
    pub(super) fn expect(&self, position: &G, mv: G::Move) {
        if self.has_any(WANTS_OUTLOOK)
            && self.has(Switch::Table)
            && let Some(key) = position.key_after(mv)
        {
            self.ask_early(key);
        }
    }

    #[inline]
    pub(super) fn probe(&mut self, position: &G, key: u64) -> Option<Entry> {
        self.statistics.table_probes += 1;
        let mut entry = self.ask(key);
        if entry.is_none() && self.has(Switch::Mirror) {
            let mut images = (1..position.symmetries()).map(|index| position.transformed(index).key());
            entry = images.find_map(|image| self.ask(image)).map(|entry| Entry { move_index: None, ..entry });
        }
        self.statistics.table_hits += u64::from(entry.is_some());
        entry
    }

    /// The score that the table settles the position with, or else the place of its best move.
    #[inline]
    pub(super) fn look_up(&mut self, position: &G, key: u64, frame: Frame) -> Result<Score, Option<u8>> {
        if !self.has(Switch::Table) {
            return Err(None);
        }
        let Some(entry) = self.probe(position, key) else { return Err(None) };
        if self.has(Switch::OpenLine) && !frame.is_null_window() {
            return Err(entry.move_index);
        }
        let Some(score) = self.usable(entry, frame) else { return Err(self.move_of(entry, frame)) };
        self.statistics.table_cuts += 1;
        self.cut(Cut::Table, []);
        Ok(score)
    }

    /// The move of an entry, unless it was found by a search so shallow that the usual order of moves is better.
    #[inline]
    fn move_of(&self, entry: Entry, frame: Frame) -> Option<u8> {
        let depth = u32::from(entry.depth);
        let is_deep = depth >= self.tuning.table_move_depth || depth + 2 >= frame.depth || entry.is_complete;
        entry.move_index.filter(|_| is_deep)
    }

    /// The score of an entry, if it settles the position.
    #[inline]
    pub(super) fn usable(&mut self, entry: Entry, frame: Frame) -> Option<Score> {
        let depth = u32::from(entry.depth);
        let fits = depth == frame.depth.min(255)
            || entry.is_complete && depth <= frame.depth
            || self.has(Switch::Deeper) && depth >= frame.depth;
        let (lower, upper) = (self.score_here(entry.lower, frame.ply), self.score_here(entry.upper, frame.ply));
        let score = if lower >= frame.beta || lower == upper {
            lower
        } else if upper <= frame.alpha {
            upper
        } else {
            return None;
        };
        fits.then(|| {
            self.has_guessed |= !entry.is_complete;
            score
        })
    }

    /// Scores in the table are counted from the position, where only distances to the end depend on the root.
    #[inline]
    pub(super) fn score_stored(&self, score: Score, ply: u32) -> Score {
        if self.objective() == Objective::Sooner { score.nearer_by(ply) } else { score }
    }

    /// The bounds that the table gets of a score that was found with this window.
    #[inline]
    pub(super) fn bounds_stored(&self, score: Score, (alpha, beta): (Score, Score), ply: u32) -> (Score, Score) {
        let stored = self.score_stored(score, ply);
        let lower = if score <= alpha { -Score::INFINITE } else { stored };
        let upper = if score >= beta { Score::INFINITE } else { stored };
        (lower, upper)
    }

    #[inline]
    pub(super) fn score_here(&self, score: Score, ply: u32) -> Score {
        if self.objective() == Objective::Sooner { score.further_by(ply) } else { score }
    }
}
