//! A Monte-MonteCarloTree tree. Its nodes are atomic: viewing it does not wait for the search.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use serde_json::{Value, json};
use spielbaum_core::{Analysis, Budget, Game, Knowledge, Notation, describe_value};
use spielbaum_documents::{ChildJson, IterationJson};
use spielbaum_search::mcts::{Inspect, MonteCarlo};

use super::{Span, Summary, Tree, View, line, longer};
use crate::problem::Problem;

pub(super) struct MonteCarloTree<G: Knowledge> {
    /// Locked while the tree grows.
    search: Mutex<Box<dyn MonteCarlo<G>>>,
    look: Box<dyn Inspect<G>>,
    root: G,
}

impl<G: Notation + Knowledge> MonteCarloTree<G> {
    pub(super) fn new(mut search: Box<dyn MonteCarlo<G>>, root: G) -> MonteCarloTree<G> {
        let look = search.prepare(&root);
        MonteCarloTree { search: Mutex::new(search), look, root }
    }

    fn search(&self) -> Result<MutexGuard<'_, Box<dyn MonteCarlo<G>>>, Problem> {
        self.search.try_lock().map_err(|_| Problem::conflict("the tree is already growing"))
    }

    fn summary(&self, analysis: Option<&Analysis<G>>) -> Summary {
        let words = analysis.and_then(|analysis| describe_value(&self.root, analysis.value, analysis.bound));
        Summary {
            nodes: self.look.nodes(),
            visits: self.look.visits(&[]).unwrap_or(0).into(),
            best: analysis.and_then(|analysis| analysis.best).map(|mv| self.root.move_text(mv)),
            finished: words.is_some(),
            words,
        }
    }

    /// Adds the spans below the node of `position`, whose own span starts at `from`.
    fn add_spans(&self, below: &mut Below<'_, G>, position: &G, path: &str, from: f64) {
        if below.moves.len() >= below.plies {
            return;
        }
        let mut from = from;
        for child in self.look.children(below.moves).unwrap_or_default() {
            let width = f64::from(child.visits) / below.all;
            if width < below.share {
                continue;
            }
            let text = position.move_text(child.mv);
            let path = longer(path, &text);
            below.spans.push(Span {
                ply: below.moves.len() + 1 - below.first,
                from,
                to: from + width,
                mv: Some(text),
                path: path.clone(),
                side: position.side_to_move() as usize,
                visits: child.visits.into(),
                mean: child.mean,
                numbers: None,
            });
            let mut after = position.clone();
            after.play(child.mv);
            below.moves.push(child.mv);
            self.add_spans(below, &after, &path, from);
            below.moves.pop();
            from += width;
        }
    }
}

/// An icicle under construction.
struct Below<'a, G: Game> {
    moves: &'a mut Vec<G::Move>,
    /// Plies of the icicle's root, and of its last row.
    first: usize,
    plies: usize,
    /// Visits to the icicle's root.
    all: f64,
    share: f64,
    spans: Vec<Span>,
}

impl<G: Notation + Knowledge> Tree for MonteCarloTree<G> {
    fn grow(
        &self,
        iterations: u64,
        time: Duration,
        stop: Arc<AtomicBool>,
        tell: &mut dyn FnMut(&Summary),
    ) -> Result<Summary, Problem> {
        let mut search = self.search()?;
        let budget = Budget { iterations: Some(iterations), time: Some(time), stop: Some(stop), ..Budget::default() };
        let analysis = search.resume(&self.root, &budget, &mut |analysis| tell(&self.summary(Some(analysis))));
        Ok(self.summary(Some(&analysis)))
    }

    fn step(&self) -> Result<Value, Problem> {
        let iteration = self.search()?.step(&self.root);
        Ok(json!({ "iteration": IterationJson::new(&self.root, &iteration), "summary": self.summary(None) }))
    }

    fn view(&self, paths: &[String], most: usize) -> Result<Vec<View>, Problem> {
        let view = |path: &String| {
            let line = line(&self.root, path)?;
            let children = self.look.children(&line.moves);
            let shown = children.iter().flatten().take(most);
            let shown = shown.map(|child| json!(ChildJson::new(&line.position, child))).collect();
            Ok(View {
                path: path.clone(),
                exists: children.is_some(),
                side: line.position.side_to_move() as usize,
                visits: self.look.visits(&line.moves).unwrap_or(0).into(),
                numbers: None,
                children: shown,
                more: children.map_or(0, |children| children.len().saturating_sub(most)),
            })
        };
        paths.iter().map(view).collect()
    }

    fn icicle(&self, path: &str, share: f64, plies: usize) -> Result<Vec<Span>, Problem> {
        let mut line = line(&self.root, path)?;
        let visits = self.look.visits(&line.moves).unwrap_or(0);
        let (first, side) = (line.moves.len(), !line.position.side_to_move());
        let root = Span { path: path.to_owned(), side: side as usize, visits: visits.into(), ..Span::root() };
        let all = f64::from(visits.max(1));
        let moves = &mut line.moves;
        let mut below = Below { moves, first, plies: first + plies, all, share, spans: vec![root] };
        self.add_spans(&mut below, &line.position, path, 0.0);
        Ok(below.spans)
    }
}
