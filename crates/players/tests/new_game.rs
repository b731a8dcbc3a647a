//! A search that has played a game plays the next one exactly as a search built for it.

use spielbaum_core::{Analysis, Budget, MoveSet, Rng, Search};
use spielbaum_players::{Playable, Visitor, build, each_game};
use spielbaum_search::{PRESETS, Preset, Spec};

/// Settings that keep something from one search to the next, beside the presets.
const KEEPERS: [&str; 9] = [
    "strong:nodes=3000",
    "auto:keep,nodes=6000",
    "auto:objective=margin,nodes=6000",
    "pvs:keep,tt,iterative,nodes=3000",
    "mcts:reuse,iterations=400",
    "mcts:graph,iterations=300",
    "mcts:reuse,full=recycle,memory=1,iterations=9000",
    "mcts-best:prove=500,iterations=100",
    "dfpn:turns,nodes=3000",
];

/// Plies of a game.
const PLIES: usize = 3;

/// Plays against itself from a random position, and returns all that the search reports.
fn game<G: Playable>(search: &mut dyn Search<G>, budget: &Budget, seed: u64) -> Vec<String> {
    let (mut rng, mut position) = (Rng::new(seed), G::default());
    if let Some(moves) = position.status().moves() {
        position.play(moves.sample(&mut rng));
    }
    let mut reports = Vec::new();
    while let (true, Some(moves)) = (reports.len() < PLIES, position.status().moves()) {
        let analysis = search.search(&position, budget, &mut |_| {});
        let mv = analysis.best.expect("a move");
        assert!(moves.contains(mv));
        reports.push(format!("{position}: {:?}", Analysis { time: Default::default(), ..analysis }));
        position.play(mv);
    }
    reports
}

struct PlayTwice<'a> {
    specs: &'a [String],
    played: usize,
}

impl Visitor for PlayTwice<'_> {
    type Output = ();

    fn visit<G: Playable>(&mut self) {
        for spec in self.specs {
            let Ok(spec) = spec.parse::<Spec>() else { panic!("'{spec}' is no search") };
            let budget = spec.budget(Budget::default());
            let [first, second] = [5, 6].map(|seed| spec.clone().reseeded(seed));
            // Not every search suits every game.
            let Ok(mut used) = build::<G>(&first) else { continue };
            game(used.as_mut(), &budget, 1);
            assert!(used.new_game(second.seed()), "{spec}");
            let expected = game(build::<G>(&second).unwrap().as_mut(), &budget, 2);
            assert_eq!(game(used.as_mut(), &budget, 2), expected, "{}: {spec}", G::INFO.name);
            self.played += 1;
        }
    }
}

#[test]
fn a_new_game_is_played_as_by_a_new_search() {
    let limit = |preset: &Preset| match preset.engine {
        engine if engine.needs_no_limit() => "",
        // Nodes limit the exact searches at the end of a game.
        engine if engine.has_iterations() => ":iterations=60,nodes=700",
        _ => ":nodes=700",
    };
    let presets = PRESETS.iter().map(|preset| format!("{}{}", preset.name, limit(preset)));
    let specs: Vec<String> = presets.chain(KEEPERS.map(str::to_owned)).collect();
    let mut twice = PlayTwice { specs: &specs, played: 0 };
    each_game(&mut twice);
    assert!(twice.played > 3 * specs.len(), "{} of {}", twice.played, specs.len());
}
