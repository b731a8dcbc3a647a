//! Trees that can be viewed while they grow, for any game and search.

mod monte_carlo;
mod proof;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;
use spielbaum_core::Notation;
use spielbaum_documents::{AnalysisRequest, BookChoice, Source};
use spielbaum_games::Setup;
use spielbaum_players::{Playable, Visitor, proof_tree, visit_game};
use spielbaum_search::mcts::WhenFull;
use spielbaum_search::{Engine, Spec};

use crate::api::ongoing;
use crate::problem::Problem;
use monte_carlo::MonteCarloTree;
use proof::Proof;

/// A tree that can grow and be viewed.
pub(crate) trait Tree: Send + Sync {
    /// Grows by a number of iterations within a time limit, and reports progress.
    fn grow(
        &self,
        iterations: u64,
        time: Duration,
        stop: Arc<AtomicBool>,
        tell: &mut dyn FnMut(&Summary),
    ) -> Result<Summary, Problem>;

    /// Runs one iteration and describes it.
    fn step(&self) -> Result<Value, Problem>;

    /// The nodes at the end of these lines of moves, each with at most `most` children.
    fn view(&self, paths: &[String], most: usize) -> Result<Vec<View>, Problem>;

    /// The tree below a line of moves, nodes with less than `share` of the visits, or of the nodes, left out.
    fn icicle(&self, path: &str, share: f64, plies: usize) -> Result<Vec<Span>, Problem>;
}

/// The state of a tree.
#[derive(Clone, Serialize)]
pub(crate) struct Summary {
    pub(crate) nodes: usize,
    /// Iterations through the root.
    pub(crate) visits: u64,
    pub(crate) best: Option<String>,
    /// Whether the tree is solved, or memory is exhausted.
    pub(crate) finished: bool,
    /// The result so far, in words.
    pub(crate) words: Option<String>,
}

/// A node with its children.
#[derive(Serialize)]
pub(crate) struct View {
    pub(crate) path: String,
    /// Whether the node exists.
    pub(crate) exists: bool,
    pub(crate) side: usize,
    pub(crate) visits: u64,
    /// Proof and disproof number, in a proof-number tree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) numbers: Option<(u32, u32)>,
    pub(crate) children: Vec<Value>,
    /// Children that are not shown.
    pub(crate) more: usize,
}

/// A node of an icicle: a span of its row.
#[derive(Serialize)]
pub(crate) struct Span {
    pub(crate) ply: usize,
    /// Its start and end, in a row from 0 to 1.
    pub(crate) from: f64,
    pub(crate) to: f64,
    #[serde(rename = "move")]
    pub(crate) mv: Option<String>,
    pub(crate) path: String,
    pub(crate) side: usize,
    /// Visits, or nodes in a proof-number tree: proportional to the width.
    pub(crate) visits: u64,
    /// The value for the side that moved there, from −1 to 1.
    pub(crate) mean: f32,
    /// Proof and disproof number, in a proof-number tree; `None` if infinite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) numbers: Option<(Option<u32>, Option<u32>)>,
}

impl Span {
    /// The first row.
    fn root() -> Span {
        let path = String::new();
        Span { ply: 0, from: 0.0, to: 1.0, mv: None, path, side: 0, visits: 0, mean: 0.0, numbers: None }
    }
}

/// A tree, its family (`rounds` or `proof`), and its search in full.
type BuiltTree = (Box<dyn Tree>, &'static str, String);

/// Builds the tree of the requested search.
pub(crate) fn build(setup: &Setup<'_>, question: AnalysisRequest) -> Result<BuiltTree, Problem> {
    visit_game(&setup.spec, &mut BuildTree { setup, question: AnalysisRequest { book: BookChoice::None, ..question } })
}

struct BuildTree<'a> {
    setup: &'a Setup<'a>,
    question: AnalysisRequest,
}

impl Visitor for BuildTree<'_> {
    type Output = Result<BuiltTree, Problem>;

    fn visit<G: Playable>(&mut self) -> Self::Output {
        let position = ongoing::<G>(self.setup)?;
        let spec = self.question.spec::<G>();
        if matches!(spec.engine(), Engine::Proof(_)) {
            let tree =
                proof_tree::<G>(&spec, &position).map_err(|error| Problem::bad(format!("algorithm: {error}")))?;
            let tree = tree.ok_or_else(|| grows_no_tree(&spec))?;
            return Ok((Box::new(Proof::new(tree, position)), "proof", spec.to_string()));
        }
        let Source::MonteCarlo(search) = self.question.prepare(position.clone())?.source else {
            return Err(grows_no_tree(&spec));
        };
        if search.settings().when_full == WhenFull::Recycle {
            return Err(Problem::bad("algorithm: a tree that is recycled cannot be watched; leave out full=recycle"));
        }
        Ok((Box::new(MonteCarloTree::new(search, position)), "rounds", spec.to_string()))
    }
}

fn grows_no_tree(spec: &Spec) -> Problem {
    Problem::bad(format!("algorithm: '{spec}' builds no tree that can be watched"))
}

/// The moves of a line as text, from `root`.
fn line<G: Notation>(root: &G, path: &str) -> Result<spielbaum_core::Line<G>, Problem> {
    root.play_line(path).map_err(|error| Problem::bad(format!("path: {error}")))
}

/// A path with one more move.
fn longer(path: &str, mv: &str) -> String {
    if path.is_empty() { mv.to_owned() } else { format!("{path} {mv}") }
}
