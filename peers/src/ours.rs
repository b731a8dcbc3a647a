//! Spielbaum's side: its own play-outs and perft, for every game that is registered.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use spielbaum_core::{
    Budget, Evaluate, Game, Knowledge, MoveSet, NoObserver, Notation, Objective, Outcome, Rng, Search, Side, Zero,
};
use spielbaum_games::GameSpec;
use spielbaum_search::alphabeta::Settings;
use spielbaum_search::mcts::{self, Mcts};
use spielbaum_search::{AlphaBeta, Spec, perft};

use crate::contestant::{Contestant, Grown, Playout};
use crate::job::{Job, Task};

spielbaum_games::visitor!(Notation + Knowledge);

/// Spielbaum at `job`, if it has the game.
pub(crate) fn contestant(job: Job) -> Option<Contestant> {
    let spec: GameSpec = job.game.parse().ok()?;
    Some(visit_game(&spec, &mut Prepare(job.task)))
}

struct Prepare(Task);

impl Visitor for Prepare {
    type Output = Contestant;

    fn visit<G: Notation + Knowledge>(&mut self) -> Contestant {
        let start = G::default();
        match self.0 {
            Task::Playouts(playouts) => {
                let mut rng = Rng::new(1);
                Contestant::playouts("spielbaum", playouts, move || {
                    let rollout = start.clone().rollout(&mut rng);
                    Playout { plies: rollout.plies as u32, score: score(rollout.outcome) }
                })
            }
            Task::Perft { depth } => {
                Contestant::perft("spielbaum", move || (0..=depth).map(|depth| perft(&start, depth)).collect())
            }
            Task::Solve(set) => {
                let read = |moves: &String| moves.parse::<G>().expect("positions of random games are valid");
                let positions: Vec<G> = set.draw().iter().map(read).collect();
                let spec: Spec = "auto:objective=margin".parse().expect("a known search");
                let mut search = spec.build::<G>(G::INFO.name).expect("auto is for every game");
                let mut solve = move |position: &G| search.search(position, &Budget::default(), &mut |_| {}).score.0;
                Contestant::solve("spielbaum", move || positions.iter().map(&mut solve).collect())
            }
            Task::AlphaBeta { depth } => {
                // Positions are counted beforehand: the search is the same every time.
                let counter = Counter::default();
                AlphaBeta::new(PLAIN, counter.clone()).observe(&start, &Budget::depth(depth), &mut NoObserver);
                let leaves = counter.0.load(Ordering::Relaxed);
                let mut search = AlphaBeta::new(PLAIN, Zero);
                Contestant::search("spielbaum", move || {
                    (search.observe(&start, &Budget::depth(depth), &mut NoObserver).score.0, leaves)
                })
            }
            Task::Tree { iterations } => {
                let budget = Budget { iterations: Some(iterations.into()), ..Budget::default() };
                let mut search: Mcts<G, Zero> = Mcts::new(mcts::Settings::PLAIN, Zero);
                Contestant::tree("spielbaum", move || {
                    let analysis = search.search(&start, &budget, &mut |_| {});
                    Grown { iterations: analysis.nodes, best: analysis.best.and_then(|best| place(&start, best)) }
                })
            }
        }
    }
}

/// No switch, as a user's spec `alphabeta:objective=outcome` would have it.
const PLAIN: Settings = Settings { objective: Some(Objective::Outcome), ..Settings::PLAIN };

/// Judges every position as 0 and counts them.
#[derive(Clone, Default)]
struct Counter(Arc<AtomicU64>);

impl<G: Game> Evaluate<G> for Counter {
    type State = ();

    fn start(&self, _: &G) {}

    fn update(&self, (): &mut (), _: &G, _: G::Move) {}

    fn evaluate(&self, (): &(), _: &G) -> i32 {
        self.0.fetch_add(1, Ordering::Relaxed);
        0
    }
}

/// Games where every library likes the same move best at the start. In the others favourites change from run to run.
const CLEAR: [&str; 2] = ["tic-tac-toe", "connect-four"];

/// The place of a move among those of the position, where that can be compared.
pub(crate) fn place<G: Notation>(position: &G, mv: G::Move) -> Option<usize> {
    let moves = position.status().moves().filter(|_| CLEAR.contains(&G::INFO.name))?;
    moves.iter().position(|other| other == mv)
}

fn score(outcome: Outcome) -> f64 {
    match outcome {
        Outcome::Win(Side::First) => 1.0,
        Outcome::Draw => 0.5,
        Outcome::Win(Side::Second) => 0.0,
    }
}
