//! Every registered game has its searches.

use spielbaum_core::Budget;
use spielbaum_players::{Playable, Visitor, each_game};
use spielbaum_players::{build, minimax, monte_carlo};
use spielbaum_search::Spec;

struct SearchOnce;

impl Visitor for SearchOnce {
    type Output = ();

    fn visit<G: Playable>(&mut self) {
        let start = G::default();
        let spec: Spec = "alphabeta:depth=1".parse().unwrap();
        let budget = spec.budget(Budget::default());
        let analysis = build(&spec).unwrap().search(&start, &budget, &mut |_| {});
        assert!(analysis.nodes > 1, "{}", G::INFO.name);
        assert_eq!(analysis.score, minimax(&start, 1, G::OBJECTIVE).score, "{}", G::INFO.name);
        assert!(monte_carlo::<G>(&spec).unwrap().is_none());
        let mut tree = monte_carlo::<G>(&"mcts".parse().unwrap()).unwrap().expect("a Monte-Carlo search");
        assert!(tree.step(&start).is_expanded);
    }
}

#[test]
fn every_registered_game_has_its_searches() {
    each_game(&mut SearchOnce);
}
