//! The check by alpha-beta near the root, and the hand-over to it near the end of the game.
//!
//! A simulated game that ends within k plies of the root suggests that one side can win soon. Then a
//! depth-k search proves which moves win and which lose ("level-k sudden death and sudden win": Li 2018, in Tamm 2025).

use spielbaum_core::{Budget, Game, Knowledge, MoveSet, Objective, Outcome, Search, Value};

use super::reuse::tree_moves;
use super::settings::ProofNumbers;
use super::tree::{self, Bounds, ROOT};
use super::worker::{Setup, Worker};
use crate::alphabeta::{AlphaBeta, Settings, Switch, Switches};
use crate::table::TableSettings;

/// Megabytes of the check's table.
const TABLE_MEGABYTES: usize = 4;

/// Searches `root` exactly `depth` plies deep: for each move whether it wins, draws at the end of the game, or loses.
fn values<G: Knowledge>(root: &G, depth: u32, budget: &Budget) -> (Vec<(G::Move, Outcome)>, u64) {
    let mut switches = Switches::of(&[Switch::Table, Switch::TableMove, Switch::Killers, Switch::History]);
    if G::LOOKS_AHEAD {
        switches = switches.with(Switch::LookAhead);
    }
    let settings = Settings {
        switches,
        objective: Some(Objective::Outcome),
        table: TableSettings { megabytes: TABLE_MEGABYTES, ..TableSettings::USUAL },
        wants_each_move: true,
        ..Settings::default()
    };
    let budget = Budget { depth: Some(depth), ..budget.clone() };
    let analysis = AlphaBeta::new(settings, G::Evaluation::default()).search(root, &budget, &mut |_| {});
    let side = root.side_to_move();
    let outcome = |value: Value| match value {
        Value::Win(_) => Some(Outcome::Win(side)),
        Value::Loss(_) => Some(Outcome::Win(!side)),
        Value::Draw => Some(Outcome::Draw),
        Value::Margin(_) | Value::Estimate(_) => None,
    };
    let decided = analysis.moves.iter().filter_map(|value| Some((value.mv, outcome(value.value)?)));
    (decided.collect(), analysis.nodes)
}

impl<C: Setup> Worker<'_, C> {
    /// Enters the results of alpha-beta for the moves of the root into the tree; returns the nodes visited.
    pub(super) fn check_root_moves(&mut self, budget: &Budget) -> u64 {
        let Some(moves) = tree_moves(self.settings, self.root, true) else { return 0 };
        let (found, nodes) = values(self.root, self.settings.level, budget);
        let total = moves.len();
        if tree::child_count(self.tree.node(ROOT)) < total {
            self.expand_all(ROOT, self.root, &moves, C::PARALLEL);
        }
        let children: Vec<u32> = self.tree.children(ROOT, total).collect();
        for child in children {
            let mv = moves.nth(tree::move_index(self.tree.node(child)));
            let Some(&(_, outcome)) = found.iter().find(|(other, _)| *other == mv) else { continue };
            self.narrow_synchronized(child, Bounds::of(outcome));
            if self.settings.proof_numbers != ProofNumbers::None {
                self.tree.set_proofs(child, self.proofs_of(outcome));
            }
        }
        let count = tree::child_count(self.tree.node(ROOT));
        if count > 0 {
            let known = self.bounds_of_children(ROOT, self.root.side_to_move(), count, total);
            tree::narrow_bounds(self.tree.node(ROOT), known);
        }
        nodes
    }

    /// Narrows the bounds of a node that other threads may be using.
    fn narrow_synchronized(&mut self, index: u32, found: Bounds) {
        let node = self.tree.node(index);
        if C::PARALLEL {
            self.finish_batch();
            while !tree::is_shared(node) && !tree::try_lock_subtree(node) {
                std::thread::yield_now();
            }
        }
        tree::narrow_bounds(node, found);
        if C::PARALLEL && tree::is_subtree_locked(node) {
            tree::unlock_subtree(node);
        }
    }
}
