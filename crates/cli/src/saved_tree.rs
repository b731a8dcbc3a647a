//! A Monte-Carlo tree as a file of JSON lines: one about the search, then one for each node, parents before children.

use std::io::{self, Write};

use clap::Args;
use serde::Serialize;
use spielbaum_core::{Knowledge, Notation};
use spielbaum_documents::ChildJson;
use spielbaum_search::mcts::Inspect;

/// How much of a tree is saved.
#[derive(Args)]
pub(crate) struct TreeLimits {
    /// Plies of the saved tree
    #[arg(long, value_name = "PLIES", default_value_t = 4, requires = "save_tree")]
    tree_plies: usize,

    /// Minimum visits of saved nodes
    #[arg(long, value_name = "N", default_value_t = 1, requires = "save_tree")]
    tree_visits: u32,
}

/// The first line.
#[derive(Serialize)]
struct SearchJson<'a> {
    game: &'a str,
    position: String,
    algorithm: &'a str,
    /// Iterations through the root.
    visits: u32,
    /// Nodes of the whole tree.
    nodes: usize,
}

/// The line of a node.
#[derive(Serialize)]
struct NodeJson<'a> {
    /// The moves that lead to its parent.
    behind: &'a [String],
    #[serde(flatten)]
    child: ChildJson,
}

/// Writes the tree within the limits; returns the number of nodes written.
pub(crate) fn write<G: Notation + Knowledge>(
    target: &mut impl Write,
    tree: &dyn Inspect<G>,
    (game, algorithm): (&str, &str),
    limits: &TreeLimits,
) -> io::Result<usize> {
    let (position, visits) = (tree.root().to_string(), tree.visits(&[]).unwrap_or(0));
    line(target, &SearchJson { game, position, algorithm, visits, nodes: tree.nodes() })?;
    let mut writer = Writer { target, tree, limits, path: Vec::new(), texts: Vec::new(), written: 0 };
    writer.write_below(tree.root())?;
    Ok(writer.written)
}

struct Writer<'a, W, G: Knowledge> {
    target: &'a mut W,
    tree: &'a dyn Inspect<G>,
    limits: &'a TreeLimits,
    path: Vec<G::Move>,
    texts: Vec<String>,
    written: usize,
}

impl<W: Write, G: Notation + Knowledge> Writer<'_, W, G> {
    /// Writes the subtree below the node at the end of the path, whose position is `position`.
    fn write_below(&mut self, position: &G) -> io::Result<()> {
        if self.path.len() >= self.limits.tree_plies {
            return Ok(());
        }
        for child in self.tree.children(&self.path).unwrap_or_default() {
            if child.visits < self.limits.tree_visits {
                continue;
            }
            line(self.target, &NodeJson { behind: &self.texts, child: ChildJson::new(position, &child) })?;
            self.written += 1;
            let mut after = position.clone();
            after.play(child.mv);
            self.path.push(child.mv);
            self.texts.push(position.move_text(child.mv));
            self.write_below(&after)?;
            self.path.pop();
            self.texts.pop();
        }
        Ok(())
    }
}

fn line(target: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *target, value)?;
    target.write_all(b"\n")
}
