//! Checks of the move generators against tables of counts.

use std::collections::HashSet;

use crate::{Visitor, each_game};
use spielbaum_core::Notation;
use spielbaum_games::game_infos;

use crate::perft::{self, Row};

/// A game without a table fails, and so does a position that no board type of the game can read.
#[test]
fn every_perft_count_of_every_table_holds() {
    let mut counting = Counting { names: HashSet::new() };
    let checked: HashSet<String> = each_game(&mut counting).into_iter().flatten().collect();
    for info in game_infos() {
        for row in perft::table(info.name) {
            assert!(checked.contains(&row.place), "{}: no position of the game", row.place);
        }
    }
}

/// Checks the counts in the table of a game; a game may have several types, for boards of different sizes.
struct Counting {
    /// The games already met: the first type of a game has the start position.
    names: HashSet<&'static str>,
}

impl Visitor for Counting {
    /// The places of the rows that hold.
    type Output = Vec<String>;

    fn visit<G: Notation>(&mut self) -> Vec<String> {
        let is_first = self.names.insert(G::INFO.name);
        let mut places = Vec::new();
        for row in perft::table(G::INFO.name) {
            let position: Option<G> = match &row.position {
                None => is_first.then(G::default),
                Some(text) => text.parse().ok(),
            };
            if let Some(position) = position {
                check_row(&position, &row);
                places.push(row.place);
            }
        }
        places
    }
}

fn check_row<G: Notation>(position: &G, row: &Row) {
    for (depth, &count) in (1..).zip(&row.counts) {
        assert_eq!(spielbaum_search::perft(position, depth), count, "{} depth {depth}", row.place);
    }
}
