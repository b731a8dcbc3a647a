//! What is known exactly about searches of uniform trees.

use spielbaum_core::{Budget, NoObserver, Objective, Score, Zero};
use spielbaum_search::alphabeta::{Driver, Guess, Settings, Switch, Switches};
use spielbaum_search::{AlphaBeta, RandomLeaves, TableSettings, Textbook, UniformTree, minimax};

const WIDEST: (Score, Score) = (Score(-2_000_000), Score(2_000_000));

#[test]
fn perfectly_ordered_trees_cost_the_fewest_leaves_possible() {
    for (branching, depth) in [(2, 1), (2, 8), (3, 6), (5, 5), (7, 4), (10, 4), (30, 3)] {
        let fewest = UniformTree::fewest_leaves(branching, depth);
        let root = UniformTree::new(branching);
        // Equal leaves are perfectly ordered.
        let mut textbook = Textbook::default();
        textbook.search(&root, WIDEST, (depth, 0), (Objective::Sooner, &Zero));
        assert_eq!(textbook.leaves, fewest, "{branching} moves, depth {depth}");
        let analysis = AlphaBeta::new(Settings::default(), Zero).observe(&root, &Budget::depth(depth), &mut NoObserver);
        assert_eq!(analysis.statistics.leaves, fewest, "{branching} moves, depth {depth}");
    }
}

#[test]
fn minimax_visits_every_position() {
    let found = minimax(&UniformTree::new(3), 5, Objective::Sooner, &Zero);
    assert_eq!(found.nodes, (3u64.pow(6) - 1) / 2);
}

#[test]
fn the_loop_without_switches_is_the_textbook() {
    for seed in 0..20 {
        let leaves = RandomLeaves(seed);
        let root = UniformTree::new(4);
        let mut textbook = Textbook::default();
        let score = textbook.search(&root, WIDEST, (5, 0), (Objective::Sooner, &leaves));
        let analysis = AlphaBeta::new(Settings::default(), leaves).observe(&root, &Budget::depth(5), &mut NoObserver);
        assert_eq!((analysis.score, analysis.nodes), (score, textbook.nodes), "seed {seed}");
    }
}

#[test]
fn every_driver_finds_the_minimax_value_of_random_leaves() {
    let drivers = [
        Driver::FullWindow,
        Driver::MtdF { guess: Guess::Last },
        Driver::MtdF { guess: Guess::Given(50) },
        Driver::NegaC { is_optimised: false },
        Driver::NegaC { is_optimised: true },
        Driver::Aspiration { width: 10 },
    ];
    let styles = [Switches::NONE, Switches::of(&[Switch::FailHard]), Switches::of(&[Switch::FailHybrid])];
    for seed in 0..50 {
        let (leaves, root) = (RandomLeaves(seed), UniformTree::new(4));
        let expected = minimax(&root, 4, Objective::Sooner, &leaves).score;
        for driver in drivers {
            for style in styles {
                for switches in [style, style.with(Switch::Table), style.with(Switch::Pvs)] {
                    for is_iterative in [false, true] {
                        let settings = Settings {
                            driver,
                            switches,
                            is_iterative,
                            table: TableSettings { megabytes: 1, ..TableSettings::USUAL },
                            ..Settings::default()
                        };
                        let analysis =
                            AlphaBeta::new(settings, leaves).observe(&root, &Budget::depth(4), &mut NoObserver);
                        assert_eq!(analysis.score, expected, "seed {seed}, {settings:?}");
                    }
                }
            }
        }
    }
}
