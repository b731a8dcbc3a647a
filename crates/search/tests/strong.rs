//! Strong play of chess: mates are found with their distances, perpetual check is a draw, budgets and results are kept.
//!
//! Apart from the other suite, because the one loop with fixed switches is all that is compiled here.

use spielbaum_core::{Analysis, Budget, Game, MoveSet, NoObserver, Score, Search};
use spielbaum_games::Chess;
use spielbaum_games::chess::ChessEvaluation;
use spielbaum_search::alphabeta::{Fixed, Settings};
use spielbaum_search::{AlphaBeta, SELECTIVE};

type Strong = AlphaBeta<ChessEvaluation, Fixed<{ SELECTIVE.switches.bits() }>>;

fn strong() -> Strong {
    AlphaBeta::with_switches(SELECTIVE, Fixed, ChessEvaluation::default())
}

fn search(text: &str, nodes: u64) -> Analysis<Chess> {
    strong().observe(&text.parse().unwrap(), &Budget::nodes(nodes), &mut NoObserver)
}

#[test]
fn mates_are_found_with_their_distance() {
    for (text, plies) in [
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3),
        ("r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 5),
    ] {
        let analysis = search(text, 200_000);
        assert_eq!(analysis.score, Score::win_in(plies), "{text}");
    }
}

#[test]
fn perpetual_check_saves_a_lost_game() {
    // White is two rooks behind, but checks on e8 and h5 never end: neither king nor queen can do anything about them.
    let analysis = search("6k1/q5p1/8/7Q/8/8/rr4PP/7K w - - 0 1", 50_000);
    assert_eq!(analysis.score, Score::DRAW, "{:?}", analysis.pv);
}

#[test]
fn the_same_budget_gives_the_same_result_and_is_kept_to_the_node() {
    let position = Chess::default();
    for nodes in [1, 50, 999, 20_000] {
        let results: Vec<_> = (0..2)
            .map(|_| {
                let analysis = strong().observe(&position, &Budget::nodes(nodes), &mut NoObserver);
                (analysis.best, analysis.score, analysis.pv, analysis.nodes)
            })
            .collect();
        assert_eq!(results[0], results[1]);
        assert!(results[0].3 <= nodes + 1, "{nodes} {}", results[0].3);
        assert!(results[0].0.is_some_and(|mv| position.status().moves().unwrap().contains(mv)));
    }
}

#[test]
fn deeper_searches_go_deeper_than_plain_ones_and_win_material() {
    // The knight forks king and queen.
    let analysis = search("4k3/8/8/1q1N4/8/8/8/4K3 w - - 0 1", 5_000);
    assert_eq!(analysis.best.map(|mv| mv.to_string()).as_deref(), Some("d5c7"));
    assert!(search("startpos", 100_000).depth >= 9);
}

#[test]
fn a_better_move_of_an_unfinished_iteration_is_played() {
    let mut changes = 0;
    for text in ["startpos", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"] {
        let position: Chess = text.parse().unwrap();
        let mut iterations = Vec::new();
        strong().search(&position, &Budget::depth(9), &mut |analysis| {
            iterations.push((analysis.best, analysis.nodes, analysis.depth));
        });
        for pair in iterations.windows(2).filter(|pair| pair[0].0 != pair[1].0) {
            // One position less than the iteration takes: it is broken off with its last move.
            let analysis = strong().observe(&position, &Budget::nodes(pair[1].1 - 1), &mut NoObserver);
            assert_eq!((analysis.best, analysis.depth), (pair[1].0, pair[0].2), "{text} {pair:?}");
            assert_eq!(analysis.pv.first(), analysis.best.as_ref());
            changes += 1;
        }
    }
    assert!(changes >= 2, "{changes}");
}

#[test]
fn what_was_found_out_is_kept_for_the_next_search() {
    let position = Chess::default();
    let mut search = strong();
    let [fresh, kept] = [(); 2].map(|()| search.observe(&position, &Budget::depth(8), &mut NoObserver).nodes);
    assert!(2 * kept < fresh, "{kept} {fresh}");
    let settings = Settings { keeps_table: false, ..SELECTIVE };
    let mut forgetful: Strong = AlphaBeta::with_switches(settings, Fixed, ChessEvaluation::default());
    let again = [(); 2].map(|()| forgetful.observe(&position, &Budget::depth(6), &mut NoObserver).nodes);
    assert_eq!(again[0], again[1]);
}
