//! Tree reuse: keeps the subtree after the moves played, or the most visited part.

use spielbaum_core::{Knowledge, LookAhead, MoveSet, Status};

use super::settings::Settings;
use super::tree::{self, ROOT, Tree};

/// How far below the old root the new one is searched for: own move and reply.
const PLIES: usize = 2;

/// The node of `wanted` in a tree with the root position `root`.
pub(super) fn find<G: Knowledge>(tree: &Tree, settings: &Settings, root: &G, wanted: &G) -> Option<u32> {
    find_below(tree, settings, (ROOT, root), wanted, 0)
}

fn find_below<G: Knowledge>(
    tree: &Tree,
    settings: &Settings,
    (index, position): (u32, &G),
    wanted: &G,
    ply: usize,
) -> Option<u32> {
    if position == wanted {
        return Some(index);
    }
    if ply == PLIES {
        return None;
    }
    let moves = tree_moves(settings, position, index == ROOT)?;
    tree.children(index, moves.len()).find_map(|child| {
        let mut after = position.clone();
        after.play(moves.nth(tree::move_index(tree.node(child))));
        find_below(tree, settings, (child, &after), wanted, ply + 1)
    })
}

/// The moves of a position in the tree; `None` if the game is over or decided statically.
pub(super) fn tree_moves<G: Knowledge>(settings: &Settings, position: &G, is_root: bool) -> Option<G::Moves> {
    let Status::Ongoing(moves) = position.status() else { return None };
    if !settings.is_decisive {
        return Some(moves);
    }
    match position.look_ahead(moves.clone()) {
        LookAhead::Moves(kept) => Some(kept),
        // The root needs a move, even if the game is decided.
        LookAhead::Win | LookAhead::Loss(_) => is_root.then_some(moves),
    }
}

/// Copies the part of `source` below `from`, which stands for `position`, to the empty tree `target`. Nodes with fewer
/// than `least` visits are copied without their children.
pub(super) fn copy<G: Knowledge>(
    (source, from): (&Tree, u32),
    position: &G,
    target: &Tree,
    settings: &Settings,
    least: u32,
) {
    target.clear();
    SubtreeCopier { source, target, settings, least }.copy((from, ROOT), position);
}

struct SubtreeCopier<'a> {
    source: &'a Tree,
    target: &'a Tree,
    settings: &'a Settings,
    least: u32,
}

impl SubtreeCopier<'_> {
    fn copy<G: Knowledge>(&self, (from, to): (u32, u32), position: &G) {
        let node = self.source.node(from);
        let moves = if tree::visits(node) >= self.least && tree::child_count(node) > 0 {
            tree_moves(self.settings, position, to == ROOT)
        } else {
            None
        };
        self.source.copy_node(from, self.target, to, moves.is_some());
        let Some(moves) = moves else { return };
        let total = moves.len();
        for child in self.source.children(from, total) {
            let place = tree::move_index(self.source.node(child));
            let Some(copy) = self.target.add_child(to, total, (place, None), None) else { return };
            let mut after = position.clone();
            after.play(moves.nth(place));
            self.copy((child, copy), &after);
        }
    }
}
