//! The fast games against their naive second implementations.
//!
//! Random games are played through both at once; in every position the legal moves, the outcome and the side to move
//! must be the same. Everything crosses as text, so that nothing of the fast representation is shared.

mod naive;
mod perft;

use std::collections::HashSet;

use naive::Naive;
use naive::connect_four::NaiveConnectFour;
use naive::gale::NaiveGale;
use naive::hexagon::check_every_line;
use naive::othello::NaiveOthello;
use naive::tic_tac_toe::NaiveTicTacToe;
use naive::yavalath::NaiveYavalath;
use spielbaum_core::{Game, MoveSet, Notation, Outcome, Rng, Status};
use spielbaum_games::{GameSpec, TicTacToe};

spielbaum_games::visitor!(Notation);

/// Plays random games of `game`, for instance `gale:size=6`, until `positions` have been compared.
fn agrees<N: Naive>(game: &str, positions: usize, seed: u64) {
    let spec: GameSpec = game.parse().unwrap_or_else(|error| panic!("{game}: {error}"));
    let (_, options) = game.split_once(':').unwrap_or_default();
    visit_game(&spec, &mut Comparison { spec: &spec, naive: N::start(options), positions, seed });
}

/// Random games of the naive rules that start at `naive`, through the fast game that `spec` names.
struct Comparison<'a, N> {
    spec: &'a GameSpec,
    naive: N,
    positions: usize,
    seed: u64,
}

impl<N: Naive> Visitor for Comparison<'_, N> {
    type Output = ();

    fn visit<G: Notation>(&mut self) {
        let start: G = self.spec.position("").unwrap_or_else(|error| panic!("{}: {error}", self.spec));
        let mut rng = Rng::new(self.seed);
        let mut compared = 0;
        while compared < self.positions {
            let (mut fast, mut naive) = (start.clone(), self.naive.clone());
            let mut played: Vec<String> = Vec::new();
            loop {
                let place = || format!("{}, seed {}: {}", self.spec, self.seed, played.join(" "));
                let moves = compare_position(&fast, &naive, place);
                compared += 1;
                if moves.is_empty() {
                    break;
                }
                let text = moves[rng.below(moves.len())].clone();
                fast.play(fast.parse_move(&text).expect("a text of the fast game itself"));
                naive.play(&text);
                played.push(text);
            }
        }
    }
}

/// Compares both views of one position and returns its legal moves; `place` names it in a failure.
fn compare_position<G: Notation, N: Naive>(fast: &G, naive: &N, place: impl Fn() -> String) -> Vec<String> {
    let (mut fast_moves, fast_outcome) = match fast.status() {
        Status::Over(outcome) => (Vec::new(), Some(outcome)),
        Status::Ongoing(moves) => (moves.iter().map(|mv| fast.move_text(mv)).collect(), None),
    };
    let mut naive_moves = naive.legal_moves();
    fast_moves.sort_unstable();
    naive_moves.sort_unstable();
    assert_eq!(fast_moves, naive_moves, "legal moves (fast, naive) of {}", place());
    assert_eq!(fast_outcome, naive.outcome(), "outcome (fast, naive) of {}", place());
    assert_eq!(fast.side_to_move(), naive.side_to_move(), "side to move (fast, naive) of {}", place());
    naive_moves
}

/// The positions compared under default options.
const POSITIONS: usize = 10_000;

#[test]
fn tic_tac_toe_agrees_with_its_naive_rules() {
    agrees::<NaiveTicTacToe>("tic-tac-toe", POSITIONS, 1);
}

#[test]
fn tic_tac_toe_has_its_known_positions_up_to_symmetry() {
    let (mut positions, mut classes) = (HashSet::new(), HashSet::new());
    let mut rest = vec![TicTacToe::default()];
    while let Some(position) = rest.pop() {
        if !positions.insert(position) {
            continue;
        }
        classes.insert((0..position.symmetries()).map(|index| position.transformed(index).key()).min());
        for mv in position.status().moves().iter().flat_map(MoveSet::iter) {
            let mut child = position;
            child.play(mv);
            rest.push(child);
        }
    }
    assert_eq!((positions.len(), classes.len()), (5_478, 765));
}

/// Counts up to this size are quick enough for the naive rules.
const SMALL_COUNT: u64 = 150_000;

/// Checks the small counts of a table whose positions are `options; moves`.
fn reproduces_small_counts<N: Naive>(name: &str) {
    for row in perft::table(name) {
        let position = row.position.unwrap_or_default();
        let (options, moves) = position.split_once(';').unwrap_or_default();
        let position: N = naive::after_all(options, moves.split_whitespace());
        for (depth, &count) in (1..).zip(&row.counts).filter(|(_, count)| **count <= SMALL_COUNT) {
            assert_eq!(naive::perft(&position, depth), count, "{} depth {depth}", row.place);
        }
    }
}

#[test]
fn naive_gale_reproduces_the_small_perft_counts() {
    reproduces_small_counts::<NaiveGale>("gale");
}

#[test]
fn naive_connect_four_reproduces_the_small_perft_counts() {
    reproduces_small_counts::<NaiveConnectFour>("connect-four");
}

#[test]
fn naive_yavalath_reproduces_the_small_perft_counts() {
    reproduces_small_counts::<NaiveYavalath>("yavalath");
}

/// The positions compared under each choice of options other than the default.
const POSITIONS_OF_OPTIONS: usize = 3_000;

#[test]
fn connect_four_agrees_with_its_naive_rules() {
    agrees::<NaiveConnectFour>("connect-four", POSITIONS, 2);
}

#[test]
fn connect_four_of_every_size_agrees_with_its_naive_rules() {
    for (columns, rows) in (4..=8).flat_map(|columns| (4..=8).map(move |rows| (columns, rows))) {
        let game = format!("connect-four:columns={columns},rows={rows}");
        agrees::<NaiveConnectFour>(&game, POSITIONS_OF_OPTIONS, 10 * columns + rows);
    }
}

#[test]
fn othello_agrees_with_its_naive_rules() {
    agrees::<NaiveOthello>("othello", POSITIONS, 3);
}

#[test]
fn gale_agrees_with_its_naive_rules() {
    agrees::<NaiveGale>("gale", POSITIONS, 4);
}

#[test]
fn gale_of_every_size_agrees_with_its_naive_rules() {
    for size in 2..=10 {
        agrees::<NaiveGale>(&format!("gale:size={size}"), POSITIONS_OF_OPTIONS, size);
    }
}

#[test]
fn yavalath_agrees_with_its_naive_rules() {
    agrees::<NaiveYavalath>("yavalath", POSITIONS, 5);
}

#[test]
fn yavalath_with_options_agrees_with_its_naive_rules() {
    for options in ["side=3", "side=4", "swap", "side=3, swap", "side=4, swap"] {
        agrees::<NaiveYavalath>(&format!("yavalath:{options}"), POSITIONS_OF_OPTIONS, 6);
    }
}

#[test]
fn every_line_of_the_board_in_every_direction_counts() {
    check_every_line(|options, moves| {
        let spec: GameSpec = format!("yavalath:{options}").parse().expect("a registered game and its option");
        visit_game(&spec, &mut OutcomeAfter { spec: &spec, moves: moves.join(" ") })
    });
}

/// Asks for the outcome after a list of moves from the start position of `spec`.
struct OutcomeAfter<'a> {
    spec: &'a GameSpec,
    moves: String,
}

impl Visitor for OutcomeAfter<'_> {
    type Output = Option<Outcome>;

    fn visit<G: Notation>(&mut self) -> Option<Outcome> {
        let start: G = self.spec.position("").unwrap_or_else(|error| panic!("{}: {error}", self.spec));
        let line = start.play_line(&self.moves);
        let line = line.unwrap_or_else(|error| panic!("{}, '{}': {error}", self.spec, self.moves));
        line.position.status().outcome()
    }
}
