//! The layout of a traced search, independent of the output format: the classic alpha-beta tree diagram.
//!
//! All scores are from the view of the root, so that MAX raises the lower limit and MIN lowers the upper one.

use std::cmp::Reverse;

use spielbaum_core::Score;

use spielbaum_documents::{NodeJson, TraceJson};

/// The most columns; positions that would need more are drawn collapsed.
const MAX_COLUMNS: usize = 64;

/// The most searches of the root that are drawn, the last ones.
const MAX_ROOTS: usize = 8;

/// Up to this many pruned moves of a position are drawn separately; more share one shape.
const PRUNED_APART: usize = 2;

/// A drawn tree, or several side by side. Parents precede their children.
pub(crate) struct Picture {
    pub(crate) title: String,
    pub(crate) shapes: Vec<Shape>,
    pub(crate) columns: usize,
    pub(crate) rows: usize,
}

/// One position, or the pruned moves of a position.
pub(crate) struct Shape {
    pub(crate) parent: Option<usize>,
    pub(crate) kind: Kind,
    /// The move or moves that lead here.
    pub(crate) edge: String,
    pub(crate) is_chosen: bool,
    pub(crate) window: Option<String>,
    pub(crate) value: Option<String>,
    /// Remarks, a line each.
    pub(crate) notes: Vec<String>,
    /// The middle, counted in columns from 0.
    pub(crate) column: f64,
    pub(crate) row: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Max,
    Min,
    Leaf,
    Pruned,
}

impl Picture {
    pub(crate) fn new(document: &TraceJson) -> Picture {
        let tree = Tree::new(document);
        let is_open = tree.choose_open();
        let depth = document.depth.map_or_else(String::new, |depth| format!(", depth {depth}"));
        let end = if document.stopped_early { ", stopped early" } else { "" };
        let title = format!("{}: {}{depth}, {} nodes{end}", document.game, document.algorithm, document.visited);
        let mut picture = Picture { title, shapes: Vec::new(), columns: 0, rows: 0 };
        for &root in &tree.roots {
            picture.add(&tree, &is_open, &document.nodes[root], None);
        }
        picture
    }

    /// Adds a position with everything below it; returns its shape.
    fn add(&mut self, tree: &Tree, is_open: &[bool], node: &NodeJson, parent: Option<usize>) -> usize {
        let shape = self.push(tree.shape(node, is_open[node.id], parent));
        let mut below = Vec::new();
        if is_open[node.id] {
            for &child in &tree.visited[node.id] {
                below.push(self.add(tree, is_open, &tree.document.nodes[child], Some(shape)));
            }
            for group in tree.pruned_groups(node.id) {
                let pruned = self.push(tree.pruned_shape(node, &group, shape));
                self.place(pruned, &[]);
                below.push(pruned);
            }
        }
        self.place(shape, &below);
        shape
    }

    fn push(&mut self, shape: Shape) -> usize {
        self.rows = self.rows.max(shape.row + 1);
        self.shapes.push(shape);
        self.shapes.len() - 1
    }

    /// Leaves take the next column, others are centred above their children.
    fn place(&mut self, shape: usize, below: &[usize]) {
        self.shapes[shape].column = match (below.first(), below.last()) {
            (Some(&first), Some(&last)) => (self.shapes[first].column + self.shapes[last].column) / 2.0,
            _ => {
                self.columns += 1;
                (self.columns - 1) as f64
            }
        };
    }
}

/// A document with its children found.
struct Tree<'a> {
    document: &'a TraceJson,
    /// Those that are drawn.
    roots: Vec<usize>,
    visited: Vec<Vec<usize>>,
    pruned: Vec<Vec<usize>>,
    /// Nodes below each node.
    below: Vec<usize>,
    /// Whether some window has a limit.
    has_windows: bool,
}

impl<'a> Tree<'a> {
    fn new(document: &'a TraceJson) -> Tree<'a> {
        let count = document.nodes.len();
        let (mut visited, mut pruned) = (vec![Vec::new(); count], vec![Vec::new(); count]);
        let mut below = vec![0; count];
        for node in &document.nodes {
            let Some(parent) = node.parent else { continue };
            if node.state == "pruned" { pruned[parent].push(node.id) } else { visited[parent].push(node.id) }
        }
        for node in document.nodes.iter().rev() {
            if let Some(parent) = node.parent {
                below[parent] += below[node.id] + 1;
            }
        }
        let all_roots = document.nodes.iter().filter(|node| node.parent.is_none()).map(|node| node.id);
        let mut roots: Vec<usize> = all_roots.rev().take(MAX_ROOTS).collect();
        roots.reverse();
        let has_windows = document.nodes.iter().any(|node| node.alpha.is_some() || node.beta.is_some());
        Tree { document, roots, visited, pruned, below, has_windows }
    }

    /// The pruned moves of a position that share a shape; moves that were pruned for different reasons never do.
    fn pruned_groups(&self, id: usize) -> Vec<Vec<usize>> {
        let reason = |&id: &usize| self.document.nodes[id].cut;
        let mut pruned = self.pruned[id].clone();
        pruned.sort_by_key(reason);
        let same_reason = pruned.chunk_by(|one, other| reason(one) == reason(other));
        let groups =
            same_reason.flat_map(|group| group.chunks(if group.len() > PRUNED_APART { group.len() } else { 1 }));
        groups.map(<[usize]>::to_vec).collect()
    }

    /// Which positions show their children: the chosen lines first, that of the last search in front, then ply by ply
    /// as long as there are columns.
    fn choose_open(&self) -> Vec<bool> {
        let nodes = &self.document.nodes;
        // The root that a chosen line starts from; none for nodes off these lines.
        let mut line_root = vec![None; nodes.len()];
        for node in nodes {
            line_root[node.id] = match node.parent {
                None => Some(node.id),
                Some(parent) => line_root[parent].filter(|_| node.chosen),
            };
        }
        // Trees follow one another, so what precedes the first drawn root is not drawn either.
        let first_root = self.roots.first().copied().unwrap_or(0);
        let mut order: Vec<usize> = (first_root..nodes.len()).collect();
        order.sort_by_key(|&id| (Reverse(line_root[id]), nodes[id].ply, id));
        let mut is_open = vec![false; nodes.len()];
        let mut columns = self.roots.len();
        for id in order {
            let width = self.visited[id].len() + self.pruned_groups(id).len();
            let is_reached = nodes[id].parent.is_none_or(|parent| is_open[parent]);
            // The last root is always open, so that the picture is never empty.
            if width > 0 && is_reached && (Some(&id) == self.roots.last() || columns + width - 1 <= MAX_COLUMNS) {
                is_open[id] = true;
                columns += width - 1;
            }
        }
        is_open
    }

    fn shape(&self, node: &NodeJson, is_open: bool, parent: Option<usize>) -> Shape {
        let mut notes = Vec::new();
        if let (None, true, Some(depth)) = (parent, self.roots.len() > 1, node.depth) {
            notes.push(format!("depth {depth}"));
        }
        // Drawn pruned moves give the reason; the budget is also why the position has no value.
        let says_why = |reason: &&str| *reason == "budget" || *reason != "beta" && self.pruned[node.id].is_empty();
        if let Some(reason) = node.cut.filter(says_why) {
            notes.push(format!("✂ {reason}"));
        }
        if node.stands_pat() && !self.visited[node.id].is_empty() {
            notes.push("stands pat".to_owned());
        }
        if !is_open && self.below[node.id] > 0 {
            notes.push(format!("… {} below", self.below[node.id]));
        } else if node.state == "cut off by limits" {
            notes.push("… not recorded".to_owned());
        }
        let is_judged = node.cut.is_none_or(|reason| reason == "stand pat");
        let is_leaf = self.below[node.id] == 0 && is_judged && node.state == "visited";
        let (low, high) = window_for_root(node);
        Shape {
            parent,
            kind: match node.side {
                _ if is_leaf => Kind::Leaf,
                "max" => Kind::Max,
                _ => Kind::Min,
            },
            edge: node.mv.clone().unwrap_or_else(|| parent.map_or_else(String::new, |_| "null move".to_owned())),
            is_chosen: node.chosen,
            window: self.has_windows.then(|| format!("[{}, {}]", limit_text(low, "−∞"), limit_text(high, "+∞"))),
            value: score_for_root(node).map(score_text),
            notes,
            column: 0.0,
            row: node.ply as usize,
        }
    }

    fn pruned_shape(&self, parent: &NodeJson, group: &[usize], shape: usize) -> Shape {
        let moves: Vec<&str> = group.iter().filter_map(|&id| self.document.nodes[id].mv.as_deref()).collect();
        let edge = match moves.len() {
            0..=3 => moves.join(" "),
            count => format!("{} {} +{}", moves[0], moves[1], count - 2),
        };
        let reason = group.first().and_then(|&id| self.document.nodes[id].cut);
        let mut notes = match reason {
            Some("beta") => vec!["✂ beta cut".to_owned()],
            reason => reason.iter().map(|reason| format!("✂ {reason}")).collect(),
        };
        if let Some("beta" | "stand pat") = reason {
            notes.extend(cut_text(parent));
        }
        Shape {
            parent: Some(shape),
            kind: Kind::Pruned,
            edge,
            is_chosen: false,
            window: None,
            value: None,
            notes,
            column: 0.0,
            row: parent.ply as usize + 1,
        }
    }
}

/// The condition of a beta cut-off: `9 ≥ β 4` at MAX, `4 ≤ α 9` at MIN. `None` if the limit was moved after entry.
fn cut_text(node: &NodeJson) -> Option<String> {
    let (low, high) = window_for_root(node);
    let score = score_for_root(node)?;
    if node.side == "max" {
        let beta = high.filter(|&beta| score >= beta)?;
        Some(format!("{} ≥ β {}", score_text(score), score_text(beta)))
    } else {
        let alpha = low.filter(|&alpha| score <= alpha)?;
        Some(format!("{} ≤ α {}", score_text(score), score_text(alpha)))
    }
}

fn window_for_root(node: &NodeJson) -> (Option<i32>, Option<i32>) {
    if node.side == "max" {
        (node.alpha, node.beta)
    } else {
        (node.beta.map(|beta| -beta), node.alpha.map(|alpha| -alpha))
    }
}

fn score_for_root(node: &NodeJson) -> Option<i32> {
    node.score.map(|score| if node.side == "max" { score } else { -score })
}

fn limit_text(limit: Option<i32>, infinity: &str) -> String {
    limit.map_or_else(|| infinity.to_owned(), score_text)
}

/// A score for a narrow place: `12`, `−3`, `win 5`.
fn score_text(score: i32) -> String {
    /// Larger distances are window limits, not ends of games.
    const LONGEST_GAME: i32 = 10_000;
    let sign = if score < 0 { "−" } else { "" };
    match Score::win_in(0).0 - score.abs() {
        _ if Score(score).is_without_distance() => if score > 0 { "win" } else { "loss" }.to_owned(),
        0 => if score > 0 { "win" } else { "loss" }.to_owned(),
        plies @ 1..LONGEST_GAME => format!("{} {plies}", if score > 0 { "win" } else { "loss" }),
        _ => format!("{sign}{}", score.abs()),
    }
}

#[cfg(test)]
mod tests {
    use spielbaum_core::Budget;
    use spielbaum_games::{ConnectFour, TicTacToe};
    use spielbaum_players::record;
    use spielbaum_search::{Recorder, Spec, TraceLimits};

    use super::*;

    #[test]
    fn pictures_stay_narrow_and_show_the_chosen_line() {
        for algorithm in ["alphabeta", "deepening", "mtdf", "minimax", "auto"] {
            let spec: Spec = algorithm.parse().expect("a preset");
            let (root, mut recorder) = (<ConnectFour>::default(), Recorder::new(TraceLimits::NONE));
            let analysis = record(&spec, &root, &Budget::depth(5), &mut recorder).expect("a search");
            let picture = Picture::new(&TraceJson::new(&recorder.finish()));
            assert!(picture.columns <= MAX_COLUMNS, "{algorithm}: {} columns", picture.columns);
            // Null windows choose nothing where they fail low, so their chosen lines end early.
            let is_deep = algorithm == "mtdf" || picture.rows == 6;
            assert!(analysis.nodes > 200 && is_deep, "{algorithm}: {} rows", picture.rows);
            let is_above =
                |shape: &Shape| shape.parent.is_none_or(|parent| picture.shapes[parent].row + 1 == shape.row);
            assert!(picture.shapes.iter().all(is_above), "{algorithm}");
        }
    }

    #[test]
    fn shapes_of_a_row_have_places_of_their_own() {
        let spec: Spec = "alphabeta".parse().expect("a preset");
        let (root, mut recorder) = (TicTacToe::default(), Recorder::new(TraceLimits::NONE));
        record(&spec, &root, &Budget::depth(3), &mut recorder).expect("a search");
        let picture = Picture::new(&TraceJson::new(&recorder.finish()));
        for row in 0..picture.rows {
            let columns: Vec<f64> =
                picture.shapes.iter().filter(|shape| shape.row == row).map(|shape| shape.column).collect();
            assert!(columns.windows(2).all(|pair| pair[0] + 1.0 <= pair[1]), "row {row}: {columns:?}");
        }
    }

    #[test]
    fn scores_fit_into_narrow_places() {
        let scores = [0, 12, -3, 999_995, -999_998, 1_000_000, 1_500_000].map(score_text);
        assert_eq!(scores, ["0", "12", "−3", "win 5", "loss 2", "win", "1500000"]);
    }
}
