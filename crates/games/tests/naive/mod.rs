//! Second, naive implementations of the hand-written games: the oracle that the fast ones are compared with.
//!
//! Slow and obvious on purpose: arrays of cells, every question answered by looking at the whole board. They share
//! nothing with the fast games but the names of the sides, and speak only in texts.

pub(crate) mod connect_four;
pub(crate) mod gale;
pub(crate) mod hexagon;
pub(crate) mod othello;
pub(crate) mod tic_tac_toe;
pub(crate) mod yavalath;

use std::collections::HashMap;
use std::hash::Hash;

use spielbaum_core::{Outcome, Side};

/// The rules of a game in texts.
pub(crate) trait Naive: Clone + Eq + Hash {
    /// The start position under options such as `side=3, swap`.
    fn start(options: &str) -> Self;
    /// The legal moves in any order; none when the game is over.
    fn legal_moves(&self) -> Vec<String>;
    /// Makes a legal move.
    fn play(&mut self, mv: &str);
    /// How the game ended, if it is over.
    fn outcome(&self) -> Option<Outcome>;
    /// Whose turn it is, or would be in a finished game.
    fn side_to_move(&self) -> Side;
}

/// The position after one more move.
pub(crate) fn after<N: Naive>(position: &N, mv: &str) -> N {
    let mut next = position.clone();
    next.play(mv);
    next
}

/// The position after a whole list of moves from the start; each must be legal.
pub(crate) fn after_all<'a, N: Naive>(options: &str, moves: impl IntoIterator<Item = &'a str>) -> N {
    moves.into_iter().fold(N::start(options), |position, mv| {
        assert!(position.legal_moves().iter().any(|legal| legal == mv), "illegal move '{mv}'");
        after(&position, mv)
    })
}

/// The number of legal move sequences of exactly `depth` plies; `depth` is at least 1.
pub(crate) fn perft<N: Naive>(position: &N, depth: usize) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.iter().map(|mv| perft(&after(position, mv), depth - 1)).sum()
}

/// How the game ends when both sides play their best, found by trying everything once.
pub(crate) fn outcome_of_best_play<N: Naive>(position: &N, known: &mut HashMap<N, Outcome>) -> Outcome {
    if let Some(outcome) = position.outcome().or_else(|| known.get(position).copied()) {
        return outcome;
    }
    let own_win = Outcome::Win(position.side_to_move());
    let mut best = Outcome::Win(!position.side_to_move());
    for mv in position.legal_moves() {
        match outcome_of_best_play(&after(position, &mv), known) {
            outcome if outcome == own_win => {
                best = own_win;
                break;
            }
            Outcome::Draw => best = Outcome::Draw,
            Outcome::Win(_) => {}
        }
    }
    known.insert(position.clone(), best);
    best
}

/// `a1` for (0, 0), `c2` for (2, 1): a letter, and a number from 1.
fn cell_text(letter: usize, number: usize) -> String {
    format!("{}{}", char::from(b'a' + letter as u8), number + 1)
}

/// The reverse of [`cell_text`].
fn read_cell(text: &str) -> (usize, usize) {
    let number: usize = text[1..].parse().expect("a number after the letter");
    (usize::from(text.as_bytes()[0] - b'a'), number - 1)
}

/// The number after `name=` in a list of options.
fn number_option(options: &str, name: &str, default: usize) -> usize {
    let value = options.split(',').find_map(|option| option.trim().strip_prefix(name)?.strip_prefix('='));
    value.map_or(default, |value| value.parse().expect("a number"))
}

/// Whether a list of options holds a switch.
fn has_switch(options: &str, name: &str) -> bool {
    options.split(',').any(|option| option.trim() == name)
}
