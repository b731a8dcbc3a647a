//! The crate `treant`: its tree search over Spielbaum's own games and rollouts.
//!
//! The crate ships traits and a search but no games, and leaves the judging of leaves to its user. So what differs
//! between the two sides is the tree alone.

use std::sync::Mutex;

use spielbaum_core::{Game, Knowledge, MoveSet, Notation, Outcome, Rng, Side, Status};
use spielbaum_games::GameSpec;
use treant::tree_policy::UCTPolicy;
use treant::{CycleBehaviour, Evaluator, GameState, MCTS, MCTSManager, SearchHandle};

use crate::contestant::{Contestant, Grown};
use crate::job::{Job, Task};
use crate::ours::{Visitor, place, visit_game};

const NAME: &str = "treant 0.4.0";

/// `treant` at `job`, if that is to grow a tree.
pub(crate) fn contestant(job: Job) -> Option<Contestant> {
    let Task::Tree { iterations } = job.task else { return None };
    let spec: GameSpec = job.game.parse().ok()?;
    Some(visit_game(&spec, &mut Prepare(iterations)))
}

struct Prepare(u32);

impl Visitor for Prepare {
    type Output = Contestant;

    fn visit<G: Notation + Knowledge>(&mut self) -> Contestant {
        let iterations = self.0;
        let mut seed = 0;
        Contestant::tree(NAME, move || {
            seed += 1;
            let leaves = Playouts(Mutex::new(Rng::new(seed)));
            let policy = UCTPolicy::new(EXPLORATION);
            let mut search = MCTSManager::new(State(G::default()), Uct::<G>::default(), leaves, policy, ());
            search.playout_n(iterations.into());
            let best = search.best_move().and_then(|best| place(&G::default(), best));
            Grown { iterations: iterations.into(), best }
        })
    }
}

/// What one result counts in the crate's whole numbers.
const UNIT: i64 = 1000;

/// Its policy multiplies the constant by two, and a win counts [`UNIT`].
const EXPLORATION: f64 = std::f64::consts::FRAC_1_SQRT_2 * UNIT as f64;

/// A position for the crate's trait.
#[derive(Clone)]
struct State<G>(G);

impl<G: Game> GameState for State<G> {
    type Move = G::Move;
    type Player = Side;
    type MoveList = Vec<G::Move>;

    fn current_player(&self) -> Side {
        self.0.side_to_move()
    }

    fn available_moves(&self) -> Vec<G::Move> {
        self.0.status().moves().map_or_else(Vec::new, |moves| moves.iter().collect())
    }

    fn make_move(&mut self, mv: &G::Move) {
        self.0.play(*mv);
    }
}

/// Judges a leaf by one uniformly random game, for the first player.
struct Playouts(Mutex<Rng>);

impl<G: Game> Evaluator<Uct<G>> for Playouts {
    type StateEvaluation = i64;

    fn evaluate_new_state(
        &self,
        state: &State<G>,
        moves: &Vec<G::Move>,
        _: Option<SearchHandle<Uct<G>>>,
    ) -> (Vec<()>, i64) {
        let outcome = match state.0.status() {
            Status::Over(outcome) => outcome,
            Status::Ongoing(_) => state.0.clone().rollout(&mut self.0.lock().expect("no thread panics")).outcome,
        };
        let value = match outcome {
            Outcome::Win(Side::First) => UNIT,
            Outcome::Draw => 0,
            Outcome::Win(Side::Second) => -UNIT,
        };
        (vec![(); moves.len()], value)
    }

    fn evaluate_existing_state(&self, _: &State<G>, evaluation: &i64, _: SearchHandle<Uct<G>>) -> i64 {
        *evaluation
    }

    fn interpret_evaluation_for_player(&self, evaluation: &i64, player: &Side) -> i64 {
        if *player == Side::First { *evaluation } else { -evaluation }
    }
}

/// The crate's plain UCT without a table.
struct Uct<G>(std::marker::PhantomData<G>);

impl<G> Default for Uct<G> {
    fn default() -> Uct<G> {
        Uct(std::marker::PhantomData)
    }
}

impl<G: Game> MCTS for Uct<G> {
    type State = State<G>;
    type Eval = Playouts;
    type NodeData = ();
    type ExtraThreadData = ();
    type TreePolicy = UCTPolicy;
    type TranspositionTable = ();

    fn cycle_behaviour(&self) -> CycleBehaviour<Self> {
        CycleBehaviour::Ignore
    }
}
