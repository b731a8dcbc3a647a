//! An experiment as data: the game, the players, and the games or searches to run. One TOML file describes one
//! experiment.

mod players;
mod read;
mod text;

use spielbaum_core::TextError;
use spielbaum_games::GameSpec;
use spielbaum_search::{Limits, Spec};

use crate::arena::{Arena, MatchConfig};
use crate::bench::{Bench, Grid};
use crate::opening::Openings;
use crate::play::Conduct;
use crate::schedule::{Schedule, gauntlet, round_robin};
use crate::statistics::Sprt;

/// Everything that determines the result of an experiment.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// A one-line title.
    pub title: String,
    /// The game with its options.
    pub game: GameSpec,
    /// The players.
    pub players: Vec<Spec>,
    /// Seed of openings, positions and random players.
    pub seed: u64,
    /// The games or searches.
    pub plan: Plan,
}

/// The games or searches of an experiment.
#[derive(Clone, PartialEq, Debug)]
pub enum Plan {
    /// The players play each other.
    Games(GamesPlan),
    /// The players search the same positions.
    Searches(SearchPlan),
}

/// The plan of games.
#[derive(Clone, PartialEq, Debug)]
pub struct GamesPlan {
    /// The pairings.
    pub pairing: Pairing,
    /// Pairs of games for each pairing.
    pub pairs: u64,
    /// The openings.
    pub openings: Openings,
    /// Limits and adjudication.
    pub conduct: Conduct,
    /// A sequential test that ends a match early.
    pub sprt: Option<Sprt>,
}

/// The pairings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pairing {
    /// A round robin; with two players, a match.
    RoundRobin,
    /// The first player meets all others.
    Gauntlet,
}

/// The plan of searches.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchPlan {
    /// The positions to search.
    pub positions: Positions,
    /// Every player searches every position within each of these limits.
    pub limits: Vec<Limits>,
}

/// A set of positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Positions {
    /// Positions or lists of moves, each followed by the expected value if known.
    Given(Vec<String>),
    /// Random positions after each number of plies.
    Random {
        /// Positions for each number of plies.
        each: u64,
        /// The numbers of plies.
        plies: Vec<u32>,
    },
}

impl Experiment {
    /// The schedule, if the plan is games.
    pub fn schedule(&self) -> Option<Schedule> {
        let Plan::Games(plan) = &self.plan else { return None };
        let pairings = match plan.pairing {
            Pairing::RoundRobin => round_robin(self.players.len()),
            Pairing::Gauntlet => gauntlet(self.players.len()),
        };
        Some(Schedule { pairings, pairs: plan.pairs, seed: self.seed })
    }

    /// Checks everything in advance and prepares the run.
    pub fn prepare(&self) -> Result<Ready, TextError> {
        match &self.plan {
            Plan::Games(plan) => {
                let (game, players) = (self.game.clone(), self.players.clone());
                let (openings, conduct) = (plan.openings.clone(), plan.conduct);
                let arena = MatchConfig { game, players, openings, seed: self.seed, conduct }.open()?;
                let schedule = self.schedule().expect("a plan of games has a schedule");
                Ok(Ready::Games { arena, schedule, sprt: plan.sprt })
            }
            Plan::Searches(plan) => {
                let (game, players) = (self.game.clone(), self.players.clone());
                let bench = Grid { game, players, plan: plan.clone(), seed: self.seed }.open()?;
                Ok(Ready::Searches { bench })
            }
        }
    }
}

/// An experiment that is ready to run.
pub enum Ready {
    /// Games.
    Games {
        /// The arena that plays them.
        arena: Box<dyn Arena>,
        /// The schedule.
        schedule: Schedule,
        /// The test that ends them early.
        sprt: Option<Sprt>,
    },
    /// Searches.
    Searches {
        /// The bench that runs them.
        bench: Box<dyn Bench>,
    },
}

impl Ready {
    /// The number of games or searches.
    pub fn len(&self) -> u64 {
        match self {
            Ready::Games { schedule, .. } => schedule.games(),
            Ready::Searches { bench } => bench.len(),
        }
    }

    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Limits in words: `depth 4`, `100 ms`; `to the end` without any.
pub fn limit_text(limits: &Limits) -> String {
    let Limits { depth, nodes, iterations, time, clock } = limits;
    let parts = [
        depth.map(|depth| format!("depth {depth}")),
        nodes.map(|nodes| format!("{nodes} nodes")),
        iterations.map(|iterations| format!("{iterations} iterations")),
        time.map(|time| format!("{} ms", time.as_secs_f64() * 1e3)),
        clock.map(|clock| format!("{} + {} s", clock.left.as_secs_f64(), clock.increment.as_secs_f64())),
    ];
    let text = parts.into_iter().flatten().collect::<Vec<_>>().join(", ");
    if text.is_empty() { "to the end".to_owned() } else { text }
}
