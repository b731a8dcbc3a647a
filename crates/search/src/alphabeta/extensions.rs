//! Extensions: positions in check, and moves without rivals, are searched one ply deeper.

use spielbaum_core::{MoveSet, Quiescence, Score};

use super::node::{Excluding, Node, Window};
use super::searcher::{Moves, Searcher, Setup};
use super::switches::Switch;
use super::transposition::TableHit;

/// The least depth at which a table move is tested for being singular.
const SINGULAR_DEPTH: u32 = 7;

impl<C: Setup> Searcher<'_, C> {
    /// One ply where the side to move is in check.
    #[inline]
    pub(super) fn check_extension(&self, node: &Node<'_, C>) -> u32 {
        let is_extended = C::Game::HAS_CHECKS
            && self.has(Switch::CheckExtension)
            && node.ply < 2 * self.root_depth
            && node.position.is_in_check();
        u32::from(is_extended)
    }

    /// Searches the rivals of the table's move: if none comes near it, the move is searched one ply deeper. A score
    /// where the rivals reach beta by themselves (multi-cut).
    #[inline]
    pub(super) fn singular_extension(&mut self, node: &Node<'_, C>, moves: &Moves<C>, hit: TableHit) -> Option<Score> {
        if !self.has(Switch::Singular) {
            return None;
        }
        let table_move = hit.table_move?;
        let score = self.search_rivals(node, moves, hit.key, table_move);
        if self.meter.is_exhausted() {
            return Some(self.out_of_budget(moves.iter()));
        }
        self.is_heuristic |= score.is_some();
        score
    }

    fn search_rivals(&mut self, node: &Node<'_, C>, moves: &Moves<C>, key: u64, table_move: u8) -> Option<Score> {
        let stacked = self.stack(node.ply);
        if node.depth < SINGULAR_DEPTH || stacked.excluded.is_some() || node.ply == 0 || moves.len() < 2 {
            return None;
        }
        let entry = self.table_entry(key)?;
        let lower = self.score_from_table(entry.lower, node.ply);
        if lower.is_decided() || lower == -Score::INFINITE || u32::from(entry.depth) + 3 < node.depth {
            return None;
        }
        let limit = Score(lower.0 - 2 * node.depth as i32);
        self.stack_mut(node.ply).excluded = Some(table_move);
        let window = Window { alpha: limit.below(), beta: limit, depth: (node.depth - 1) / 2, ply: node.ply };
        let score = self.search_node(Node { window, ..*node }, Excluding { moves, key });
        *self.stack_mut(node.ply) = stacked;
        if self.meter.is_exhausted() {
            return None;
        }
        if score < limit {
            self.stack_mut(node.ply).extended = Some(table_move);
        } else if limit >= node.beta && node.is_null_window() {
            return Some(limit);
        }
        None
    }
}
