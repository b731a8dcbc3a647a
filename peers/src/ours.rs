//! Spielbaum's side: its own play-outs and perft, for every game that is registered.

use spielbaum_core::{Notation, Outcome, Rng, Side};
use spielbaum_games::{GameSpec, Visitor};
use spielbaum_search::perft;

use crate::contestant::{Contestant, Playout};
use crate::job::{Job, Task};

/// Spielbaum at `job`, if it has the game.
pub(crate) fn contestant(job: Job) -> Option<Contestant> {
    let spec: GameSpec = job.game.parse().ok()?;
    Some(spec.visit(&mut Prepare(job.task)))
}

struct Prepare(Task);

impl Visitor for Prepare {
    type Output = Contestant;

    fn visit<G: Notation>(&mut self) -> Contestant {
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
        }
    }
}

fn score(outcome: Outcome) -> f64 {
    match outcome {
        Outcome::Win(Side::First) => 1.0,
        Outcome::Draw => 0.5,
        Outcome::Win(Side::Second) => 0.0,
    }
}
