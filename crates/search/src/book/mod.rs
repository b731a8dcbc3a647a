//! Opening books: the value of every position of the first plies, one byte each.
//!
//! A book holds no keys. A reader enumerates the first plies of the game and finds the same positions in the same
//! order: by ply, and within a ply by canonical key, so that only one of several symmetric images is stored. Unknown
//! values have a byte of their own, so that an unfinished book is valid.

mod format;
mod make;

pub use format::BookHeader;
pub use make::{Build, MakeError};

use std::collections::HashSet;

use spielbaum_core::{Analysis, Knowledge, MoveSet, MoveValue, Notation, Objective, Score, Status, TextError, Value};

/// The byte of an unknown value; margins are smaller.
const UNKNOWN: i8 = i8::MIN;

/// The margins of all positions up to a number of plies from a start position.
#[derive(Clone, Debug)]
pub struct Book<G> {
    start: G,
    layers: Vec<Layer>,
}

/// The positions of one ply.
#[derive(Clone, Debug)]
struct Layer {
    /// Canonical keys in ascending order.
    keys: Vec<u64>,
    /// The margins for the side to move, in the order of the keys.
    values: Vec<i8>,
}

impl<G: Notation + Knowledge> Book<G> {
    /// The most plies that a book may have; Connect Four has more than two million positions up to there.
    pub const MOST_PLIES: u32 = 10;

    /// A book with values of finished games only.
    pub fn new(start: &G, plies: u32) -> Result<Book<G>, TextError> {
        if !G::HAS_MARGIN {
            return Err(TextError::new(format!("no books for {}: its wins have no margin", G::INFO.name)));
        }
        let finished = |position: &G| match position.status() {
            Status::Over(outcome) => {
                let score = Objective::Margin.terminal(outcome, position.side_to_move(), 0, || position.margin(0));
                score.0 as i8
            }
            Status::Ongoing(_) => UNKNOWN,
        };
        let layer = |positions: Vec<(u64, G)>| Layer {
            keys: positions.iter().map(|(key, _)| *key).collect(),
            values: positions.iter().map(|(_, position)| finished(position)).collect(),
        };
        Ok(Book { start: start.clone(), layers: walk(start, plies).into_iter().map(layer).collect() })
    }

    /// Plies from the start.
    pub fn plies(&self) -> u32 {
        self.layers.len() as u32 - 1
    }

    /// The start position.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// For each ply, the number of known positions and of all positions.
    pub fn known_by_ply(&self) -> Vec<(usize, usize)> {
        let known = |layer: &Layer| layer.values.iter().filter(|value| **value != UNKNOWN).count();
        self.layers.iter().map(|layer| (known(layer), layer.keys.len())).collect()
    }

    /// The margin of a position for its side to move, if known.
    pub fn value(&self, position: &G) -> Option<i32> {
        let key = position.canonical_key();
        let find = |layer: &Layer| layer.keys.binary_search(&key).ok().map(|place| layer.values[place]);
        self.layers.iter().find_map(find).filter(|value| *value != UNKNOWN).map(i32::from)
    }

    /// The margin of each move, in move order, if all are known; `None` for a finished game.
    pub fn move_values(&self, position: &G) -> Option<Vec<(G::Move, i32)>> {
        let value = |mv| {
            let mut child = position.clone();
            child.play(mv);
            self.value(&child).map(|value| (mv, -value))
        };
        position.status().moves()?.iter().map(value).collect()
    }

    /// The best line from a position, as far as the book reaches.
    pub fn line(&self, position: &G) -> Vec<G::Move> {
        let (mut position, mut line) = (position.clone(), Vec::new());
        while let Some(values) = self.move_values(&position) {
            let (mv, _) = *values.iter().rev().max_by_key(|(_, value)| *value).expect("a game that goes on has moves");
            line.push(mv);
            position.play(mv);
        }
        line
    }

    /// The analysis of a position whose moves are all in the book. The line ends with the book.
    pub fn answer(&self, position: &G) -> Option<Analysis<G>> {
        let values = self.move_values(position)?;
        let pv = self.line(position);
        let value = |&(mv, margin): &(G::Move, i32)| {
            let score = Score(margin);
            MoveValue { mv, score, value: Value::of(score, Objective::Margin, true), visits: None }
        };
        let mut moves: Vec<MoveValue<G>> = values.iter().map(value).collect();
        spielbaum_core::insertion_sort_by_key(&mut moves, |value| std::cmp::Reverse(value.score));
        let MoveValue { score, value, .. } = moves[0];
        Some(Analysis { best: pv.first().copied(), score, value, pv, moves, ..Analysis::empty() })
    }

    /// Derives the values of all plies but the deepest by minimax.
    fn complete(&mut self) {
        let positions = walk(&self.start, self.plies());
        for ply in (0..self.layers.len() - 1).rev() {
            for (place, (_, position)) in positions[ply].iter().enumerate() {
                if self.layers[ply].values[place] == UNKNOWN
                    && let Some(values) = self.move_values(position)
                {
                    self.layers[ply].values[place] =
                        values.iter().map(|(_, value)| *value as i8).max().unwrap_or(UNKNOWN);
                }
            }
        }
    }

    /// The positions of the deepest ply that have no value yet, with their indices. Neighbours in the tree follow each
    /// other, so that the table entries of one help with the next.
    fn missing(&self) -> Vec<(usize, G)> {
        let mut found = Vec::new();
        self.collect_missing(&self.start, 0, &mut HashSet::new(), &mut found);
        found
    }

    fn collect_missing(&self, position: &G, ply: u32, seen: &mut HashSet<u64>, found: &mut Vec<(usize, G)>) {
        let key = position.canonical_key();
        if !seen.insert(key) {
            return;
        }
        if ply == self.plies() {
            let layer = &self.layers[ply as usize];
            let place = layer.keys.binary_search(&key).expect("the layer holds every position of its ply");
            if layer.values[place] == UNKNOWN {
                found.push((place, position.clone()));
            }
            return;
        }
        for mv in position.status().moves().iter().flat_map(MoveSet::iter) {
            let mut child = position.clone();
            child.play(mv);
            self.collect_missing(&child, ply + 1, seen, found);
        }
    }
}

/// All positions up to `plies` plies from `start`: ply by ply, by canonical key, one of each set of symmetric images.
fn walk<G: Knowledge>(start: &G, plies: u32) -> Vec<Vec<(u64, G)>> {
    let mut layers = vec![vec![(start.canonical_key(), start.clone())]];
    for ply in 0..plies as usize {
        let mut next = Vec::new();
        for (_, position) in &layers[ply] {
            for mv in position.status().moves().iter().flat_map(MoveSet::iter) {
                let mut child = position.clone();
                child.play(mv);
                next.push((child.canonical_key(), child));
            }
        }
        next.sort_by_key(|(key, _)| *key);
        next.dedup_by_key(|(key, _)| *key);
        layers.push(next);
    }
    layers
}
