//! Quiescence search: noisy moves beyond the horizon until the position is quiet; standing pat is always allowed.

use spielbaum_core::{Cut, MoveSet, Quiescence, Score};

use super::move_order::{Candidates, moves_of, take_best};
use super::node::{Node, Window};
use super::searcher::{Moves, Searcher, Setup};
use super::switches::Switch;
use super::transposition::TableHit;
use crate::table::Entry as TableEntry;

/// What a noisy move may gain beyond the material it captures (delta pruning); and the most that it can need to gain.
const DELTA_MARGIN: i32 = 150;
const MAX_NEEDED: i32 = 100_000;

impl<C: Setup> Searcher<'_, C> {
    /// Searches a node at the horizon that the table does not settle; its moves may not be known yet.
    pub(super) fn quiescence(&mut self, node: &Node<'_, C>, moves: Option<&Moves<C>>, hit: TableHit) -> Score {
        let nodes = self.meter.nodes();
        let (score, best_index) = self.noisy_moves(Node { ..*node }, moves, hit.table_move);
        if self.has(Switch::Table) && !self.meter.is_exhausted() {
            let (lower, upper) = self.bounds_to_table(score, (node.alpha, node.beta), node.ply);
            let entry = TableEntry { lower, upper, depth: 0, is_complete: false, move_index: best_index };
            self.store_entry(hit.key, entry, self.meter.nodes() - nodes);
        }
        score
    }

    /// Stands pat or searches the noisy moves: the score, and the index of the best move.
    fn noisy_moves(
        &mut self,
        mut node: Node<'_, C>,
        moves: Option<&Moves<C>>,
        table_move: Option<u8>,
    ) -> (Score, Option<u8>) {
        let position = node.position;
        let stand_pat = self.corrected(position, self.static_eval(position, node.state));
        self.is_heuristic = true;
        self.count_leaf(node.ply);
        if stand_pat > node.alpha {
            self.raise_alpha(None, stand_pat);
        }
        node.alpha = node.alpha.max(stand_pat);
        if stand_pat >= node.beta && !Self::IS_ACTIVE {
            return (stand_pat, None);
        }
        let generated = if moves.is_none() { position.generate_noisy() } else { None };
        let Some(moves) = moves.or(generated.as_ref()) else { return (stand_pat, None) };
        if stand_pat >= node.beta {
            self.cut(Cut::StandPat, moves.iter().filter(|&mv| position.is_noisy(mv)));
            return (stand_pat, None);
        }
        let (mut best, mut best_index) = (stand_pat, None);
        let mut candidates = Candidates::new();
        self.score_noisy(position, moves, table_move, &mut candidates);
        let mut next = 0;
        while let Some(candidate) = take_best(&mut candidates, next) {
            next += 1;
            self.prefetch_child(position, candidate.mv);
            if C::Game::HAS_SEE && self.has(Switch::Exchange) {
                // A move that loses the exchange, or gains too little to reach alpha, is skipped.
                let needed = node.alpha.0.saturating_sub(stand_pat.0 + DELTA_MARGIN).clamp(0, MAX_NEEDED);
                if !position.see_ge(candidate.mv, needed) {
                    self.cut(Cut::Futility, [candidate.mv]);
                    continue;
                }
            }
            let window = Window { alpha: -node.beta, beta: -node.alpha, depth: 0, ply: node.ply + 1 };
            let score = -self.search_child(&node, candidate.mv, window);
            if self.meter.is_exhausted() {
                return (self.out_of_budget(moves_of(&candidates[next..])), None);
            }
            if score > node.alpha {
                self.raise_alpha(Some(candidate.mv), score);
            }
            if score > best {
                best = score;
                best_index = Some(candidate.index);
                if score > node.alpha && score < node.beta && !node.is_null_window() {
                    self.pv.extend(node.ply, candidate.mv);
                }
            }
            node.alpha = node.alpha.max(score);
            if node.alpha >= node.beta {
                self.cut(Cut::Beta, moves_of(&candidates[next..]));
                break;
            }
        }
        (best, best_index)
    }
}
