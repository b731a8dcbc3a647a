//! A proof-number tree. It grows in short slices of time and can be viewed between them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use spielbaum_core::{Budget, Knowledge, Notation};
use spielbaum_documents::line_texts;
use spielbaum_search::proof::{IMPOSSIBLE, ProofTree};

use super::{Span, Summary, Tree, View, line, longer};
use crate::problem::Problem;

/// How long the tree grows before it can be viewed.
const SLICE: Duration = Duration::from_millis(20);

pub(super) struct Proof<G: Knowledge> {
    state: Mutex<State<G>>,
    root: G,
}

struct State<G: Knowledge> {
    tree: Box<dyn ProofTree<G>>,
    iterations: u64,
}

impl<G: Notation + Knowledge> Proof<G> {
    pub(super) fn new(tree: Box<dyn ProofTree<G>>, root: G) -> Proof<G> {
        Proof { state: Mutex::new(State { tree, iterations: 0 }), root }
    }

    fn state(&self) -> MutexGuard<'_, State<G>> {
        self.state.lock().expect("no holder of the lock panics")
    }

    fn summary(&self, state: &State<G>) -> Summary {
        let numbers = state.tree.numbers(&[]).unwrap_or((1, 1));
        let name = G::INFO.sides[state.tree.question().prover];
        let words = match numbers {
            (0, _) => Some(format!("{name} wins")),
            (_, 0) => Some(format!("{name} does not win")),
            _ => None,
        };
        let children = state.tree.children(&[]).unwrap_or_default();
        let best = children.iter().min_by_key(|child| child.numbers).map(|child| self.root.move_text(child.mv));
        Summary { nodes: state.tree.nodes(), visits: state.iterations, best, finished: words.is_some(), words }
    }
}

/// A proof number for display: `None` if infinite.
fn number(number: u32) -> Option<u32> {
    (number < IMPOSSIBLE).then_some(number)
}

impl<G: Notation + Knowledge> Tree for Proof<G> {
    fn grow(
        &self,
        iterations: u64,
        time: Duration,
        stop: Arc<AtomicBool>,
        tell: &mut dyn FnMut(&Summary),
    ) -> Result<Summary, Problem> {
        let (start, mut left) = (Instant::now(), iterations);
        loop {
            let mut state = self.state();
            let budget = Budget { stop: Some(stop.clone()), ..Budget::time(SLICE) };
            let made = state.tree.grow(left, &budget);
            state.iterations += made;
            left -= made;
            let summary = self.summary(&state);
            drop(state);
            if made == 0 || left == 0 || summary.finished || start.elapsed() >= time || stop.load(Ordering::Relaxed) {
                return Ok(summary);
            }
            tell(&summary);
        }
    }

    fn step(&self) -> Result<Value, Problem> {
        let mut state = self.state();
        let path = state.tree.step().map(|path| line_texts(&self.root, &path));
        state.iterations += u64::from(path.is_some());
        Ok(json!({ "path": path, "summary": self.summary(&state) }))
    }

    fn view(&self, paths: &[String], most: usize) -> Result<Vec<View>, Problem> {
        let state = self.state();
        let prover = state.tree.question().prover;
        let view = |path: &String| {
            let line = line(&self.root, path)?;
            let side = line.position.side_to_move();
            let mut children = state.tree.children(&line.moves);
            // The most promising child of the side to move comes first.
            if let Some(children) = &mut children {
                children.sort_by_key(|child| if side == prover { child.numbers.0 } else { child.numbers.1 });
            }
            let shown = children.iter().flatten().take(most).map(|child| {
                let (proof, disproof) = child.numbers;
                json!({
                    "move": line.position.move_text(child.mv),
                    "proof": number(proof),
                    "disproof": number(disproof),
                    "children": child.children,
                })
            });
            Ok(View {
                path: path.clone(),
                exists: children.is_some(),
                side: side as usize,
                visits: 0,
                numbers: state.tree.numbers(&line.moves),
                children: shown.collect(),
                more: children.as_ref().map_or(0, |children| children.len().saturating_sub(most)),
            })
        };
        paths.iter().map(view).collect()
    }

    fn icicle(&self, path: &str, share: f64, plies: usize) -> Result<Vec<Span>, Problem> {
        let line = line(&self.root, path)?;
        let state = self.state();
        let prover = state.tree.question().prover;
        let (first, side) = (line.moves.len(), !line.position.side_to_move());
        let mut spans = Vec::new();
        // The start of the next node of each row: the first child starts at its parent's start.
        let mut starts = vec![0.0; plies + 1];
        let mut paths = vec![path.to_owned(); plies + 1];
        let size = state.tree.walk(&line.moves, &mut |node| {
            if node.share < share {
                return false;
            }
            let ply = node.line.len() - first;
            let from = starts[ply];
            starts[ply] = from + node.share;
            let mv = node.before.move_text(node.line[node.line.len() - 1]);
            let path = longer(&paths[ply - 1], &mv);
            let mover = node.before.side_to_move();
            spans.push(Span {
                ply,
                from,
                to: from + node.share,
                mv: Some(mv),
                path: path.clone(),
                side: mover as usize,
                visits: node.size as u64,
                mean: closeness(node.numbers, mover == prover),
                numbers: Some(node.numbers).map(|(proof, disproof)| (number(proof), number(disproof))),
            });
            let goes_on = ply < plies;
            if goes_on {
                starts[ply + 1] = from;
                paths[ply] = path;
            }
            goes_on
        });
        let (proof, disproof) = state.tree.numbers(&line.moves).unwrap_or((1, 1));
        let numbers = Some((number(proof), number(disproof)));
        let visits = size.unwrap_or(0) as u64;
        spans.insert(0, Span { path: path.to_owned(), side: side as usize, visits, numbers, ..Span::root() });
        Ok(spans)
    }
}

/// How close a node is to success for the side that moved there, from −1 to 1; ±1 is proven.
fn closeness((proof, disproof): (u32, u32), is_prover: bool) -> f32 {
    let towards = match (proof, disproof) {
        (0, _) => 1.0,
        (_, 0) => -1.0,
        // A logarithmic scale; ratios beyond a thousand are clamped.
        _ => (f64::from(disproof) / f64::from(proof)).log2().clamp(-10.0, 10.0) / 12.0,
    };
    (if is_prover { towards } else { -towards }) as f32
}
