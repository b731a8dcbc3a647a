//! An experiment as data: what is played or searched, by whom, from where. One TOML describes one experiment.

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

/// Everything that decides the result of an experiment.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// What it is about, in a line.
    pub title: String,
    /// The game with its options.
    pub game: GameSpec,
    /// Who takes part.
    pub players: Vec<Spec>,
    /// Decides openings, positions and lots.
    pub seed: u64,
    /// What they do.
    pub plan: Plan,
}

/// What the players of an experiment do.
#[derive(Clone, PartialEq, Debug)]
pub enum Plan {
    /// They play each other.
    Games(GamesPlan),
    /// They search the same positions.
    Searches(SearchPlan),
}

/// How games are played.
#[derive(Clone, PartialEq, Debug)]
pub struct GamesPlan {
    /// Who meets whom.
    pub pairing: Pairing,
    /// Pairs of games for each pairing.
    pub pairs: u64,
    /// Where games begin.
    pub openings: Openings,
    /// What is allowed.
    pub conduct: Conduct,
    /// A test that ends a match early.
    pub sprt: Option<Sprt>,
}

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pairing {
    /// Everybody meets everybody; of two players, a match.
    RoundRobin,
    /// The first player meets everybody else.
    Gauntlet,
}

/// Which searches are made.
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
    /// Positions or lists of moves, each with the expected value behind it where that is known.
    Given(Vec<String>),
    /// So many random positions after each number of plies.
    Random {
        /// How many after each number of plies.
        each: u64,
        /// The numbers of plies.
        plies: Vec<u32>,
    },
}

impl Experiment {
    /// The games to be played, if that is what it is about.
    pub fn schedule(&self) -> Option<Schedule> {
        let Plan::Games(plan) = &self.plan else { return None };
        let pairings = match plan.pairing {
            Pairing::RoundRobin => round_robin(self.players.len()),
            Pairing::Gauntlet => gauntlet(self.players.len()),
        };
        Some(Schedule { pairings, pairs: plan.pairs, seed: self.seed })
    }

    /// Checks everything, so that nothing can go wrong once it runs, and makes it ready.
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

/// An experiment that can run.
pub enum Ready {
    /// Games.
    Games {
        /// Where they are played.
        arena: Box<dyn Arena>,
        /// Which there are.
        schedule: Schedule,
        /// The test that ends them early.
        sprt: Option<Sprt>,
    },
    /// Searches.
    Searches {
        /// Where they are made.
        bench: Box<dyn Bench>,
    },
}

impl Ready {
    /// How many games or searches there are.
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
