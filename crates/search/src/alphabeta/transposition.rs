//! How the search uses the transposition table.

use spielbaum_core::{Cut, Game, MoveGeneration, Objective, Score, SelectiveSearch, Symmetry, Tactics};

use super::move_loop::Progress;
use super::node::{Entry, Node, Window};
use super::searcher::{Move, Searcher, Setup};
use super::stack::NEEDS_STACK;
use super::switch_source::SwitchSource;
use super::switches::{Switch, Switches};
use crate::table::Entry as TableEntry;

/// Switches that need the moves before the table is probed, or generate them in another way.
const NEEDS_MOVES: Switches =
    Switches::of(&[Switch::LookAhead, Switch::Theory, Switch::Forced, Switch::Finish, Switch::Scan, Switch::Ring]);

/// The table's information about a node.
#[derive(Clone, Copy)]
pub(super) struct TableHit {
    /// The key of the node; 0 without a table.
    pub(super) key: u64,
    /// The score of the node, where the entry settles it.
    pub(super) cutoff: Option<Score>,
    /// The index of the entry's best move.
    pub(super) table_move: Option<u8>,
    /// Whether the table is probed only after the children were.
    pub(super) is_deferred: bool,
}

impl TableHit {
    /// A node about which the table knows nothing.
    #[inline]
    fn miss(key: u64) -> TableHit {
        TableHit { key, cutoff: None, table_move: None, is_deferred: false }
    }
}

impl<C: Setup> Searcher<'_, C> {
    /// Whether the table is probed before the moves are generated. In chess that costs less than finding the moves, and
    /// a position in the table has moves, unless the history of the game ends it.
    #[inline]
    pub(super) fn probes_table_first(&self) -> bool {
        C::Game::CAN_REPEAT && self.has(Switch::Table) && self.has(Switch::Quiescence) && !self.has_any(NEEDS_MOVES)
    }

    /// Probes the table for a node; `key` is its key, if it is not new.
    #[inline]
    pub(super) fn transposition<E: Entry<C>>(&mut self, node: &Node<'_, C>, key: u64, has_moves: bool) -> TableHit {
        if E::IS_EXCLUDING {
            return TableHit::miss(key);
        }
        if !E::IS_NEW {
            // The table rarely settles what the parent's probe did not; probing the children first settles far more.
            let is_deferred = C::Game::LOOKS_AHEAD && self.probes_children(node.window);
            return if is_deferred { TableHit { is_deferred, ..TableHit::miss(key) } } else { self.look_up(node, key) };
        }
        if !self.has(Switch::Table) {
            return TableHit::miss(0);
        }
        if !has_moves {
            // The entry was prefetched. Until it arrives the position is evaluated, which most nodes need: the
            // evaluation caches the value.
            self.static_eval(node.position, node.state);
        }
        self.look_up(node, self.key(node.position))
    }

    /// The table's information about a node with this key.
    #[inline]
    pub(super) fn look_up(&mut self, node: &Node<'_, C>, key: u64) -> TableHit {
        let miss = TableHit::miss(key);
        if !self.has(Switch::Table) {
            return miss;
        }
        let Some(entry) = self.probe(node.position, key) else { return miss };
        if self.has(Switch::OpenLine) && !node.is_null_window() {
            return TableHit { table_move: entry.move_index, ..miss };
        }
        let Some(score) = self.usable_score(entry, node.window) else {
            return TableHit { table_move: self.usable_move(entry, node.depth), ..miss };
        };
        self.statistics.table_cuts += 1;
        self.cut(Cut::Table, []);
        TableHit { cutoff: Some(score), ..miss }
    }

    #[inline]
    fn probe(&mut self, position: &C::Game, key: u64) -> Option<TableEntry> {
        self.statistics.table_probes += 1;
        let mut entry = self.table_entry(key);
        if entry.is_none() && self.has(Switch::Mirror) {
            let mut images = (1..position.symmetries()).map(|index| position.transformed(index).key());
            let image = images.find_map(|image| self.table_entry(image));
            entry = image.map(|entry| TableEntry { move_index: None, ..entry });
        }
        self.statistics.table_hits += u64::from(entry.is_some());
        entry
    }

    /// The move of an entry, unless it was found by a search so shallow that the usual order of moves is better.
    #[inline]
    fn usable_move(&self, entry: TableEntry, depth: u32) -> Option<u8> {
        let entry_depth = u32::from(entry.depth);
        let is_deep = entry_depth >= self.tuning.table_move_depth || entry_depth + 2 >= depth || entry.is_complete;
        entry.move_index.filter(|_| is_deep)
    }

    /// The score of an entry, if it settles a node with this window.
    #[inline]
    pub(super) fn usable_score(&mut self, entry: TableEntry, window: Window) -> Option<Score> {
        let depth = u32::from(entry.depth);
        let is_deep_enough = depth == window.depth.min(255)
            || entry.is_complete && depth <= window.depth
            || self.has(Switch::Deeper) && depth >= window.depth;
        let (lower, upper) =
            (self.score_from_table(entry.lower, window.ply), self.score_from_table(entry.upper, window.ply));
        let score = if lower >= window.beta || lower == upper {
            lower
        } else if upper <= window.alpha {
            upper
        } else {
            return None;
        };
        is_deep_enough.then(|| {
            self.is_heuristic |= !entry.is_complete;
            score
        })
    }

    /// Stores the result of a node.
    pub(super) fn store(&mut self, node: &Node<'_, C>, key: u64, progress: &Progress<Move<C>>, score: Score) {
        let is_complete = !self.is_heuristic;
        self.is_heuristic |= progress.was_heuristic;
        let (lower, upper) = self.bounds_to_table(score, (progress.alpha, node.beta), node.ply);
        let (depth, move_index) = (node.depth.min(255) as u8, progress.best_index);
        let entry = TableEntry { lower, upper, depth, is_complete, move_index };
        self.store_entry(key, entry, self.meter.nodes() - progress.nodes);
    }

    /// The bounds of a score that was found with this window, as the table stores them.
    #[inline]
    pub(super) fn bounds_to_table(&self, score: Score, (alpha, beta): (Score, Score), ply: u32) -> (Score, Score) {
        let stored = if self.objective() == Objective::Sooner { score.nearer_by(ply) } else { score };
        let lower = if score <= alpha { -Score::INFINITE } else { stored };
        let upper = if score >= beta { Score::INFINITE } else { stored };
        (lower, upper)
    }

    /// A score of the table, where distances to the end are counted from the position, counted from the root.
    #[inline]
    pub(super) fn score_from_table(&self, score: Score, ply: u32) -> Score {
        if self.objective() == Objective::Sooner { score.further_by(ply) } else { score }
    }

    #[inline]
    pub(super) fn key(&self, position: &C::Game) -> u64 {
        if self.has(Switch::Canonical) { position.canonical_key() } else { position.key() }
    }

    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        self.table.prefetch_in(self.switches.form(self.table.form()), key);
    }

    /// Prefetches the entry of the position after a move that is likely to be searched next.
    #[inline]
    pub(super) fn prefetch_child(&self, position: &C::Game, mv: Move<C>) {
        if self.has_any(NEEDS_STACK)
            && self.has(Switch::Table)
            && let Some(key) = position.key_after(mv)
        {
            self.prefetch(key);
        }
    }

    #[inline]
    pub(super) fn table_entry(&self, key: u64) -> Option<TableEntry> {
        self.table.probe_in(self.switches.form(self.table.form()), key)
    }

    /// Stores an entry that took `nodes` to find.
    #[inline]
    pub(super) fn store_entry(&self, key: u64, entry: TableEntry, nodes: u64) {
        self.table.store_in(self.switches.form(self.table.form()), key, entry, nodes);
    }
}
