//! Searches of a set of positions by several players within several limits: their costs and results.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use spielbaum_core::{Budget, Notation, Rng, Statistics, TextError, mix};
use spielbaum_games::GameSpec;
use spielbaum_players::build;
use spielbaum_players::{Playable, Visitor, visit_game};
use spielbaum_search::{Limits, Spec};

use crate::experiment::{Positions, SearchPlan};
use crate::forfeit::build_or_forfeit;
use crate::opening::{read, scramble};
use crate::record::rounds;

/// A numbered list of searches that can run on any thread. They are ordered by position, then limit, then player, so
/// that searches to be compared run soon after each other.
pub trait Bench: Send + Sync {
    /// The number of searches.
    fn len(&self) -> u64;

    /// Whether there are no searches.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Runs search `number`; `None` when `stop` was set before its end.
    fn search(&self, number: u64, stop: &Arc<AtomicBool>) -> Option<SearchRecord>;
}

/// The record of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchRecord {
    /// Its number.
    pub number: u64,
    /// The player by its place in the list.
    pub player: usize,
    /// The position by its place in the set.
    pub position: u64,
    /// The limits by their place in the list.
    pub limit: usize,
    /// The position as text.
    pub text: String,
    /// Random plies that led to it, where it is random.
    pub plies: Option<u32>,
    /// The best move.
    pub best: String,
    /// Positions visited.
    pub nodes: u64,
    /// Iterations of a Monte-Carlo search.
    pub iterations: Option<u64>,
    /// The depth completed, in plies.
    pub depth: u32,
    /// Wall time.
    pub time: Duration,
    /// The score from the view of the side to move.
    pub score: i32,
    /// The score as text.
    pub value: String,
    /// The expected score, if known.
    pub expected: Option<i32>,
    /// Counters of the search.
    pub statistics: Statistics,
}

/// Parameters of a bench.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    pub(crate) game: GameSpec,
    pub(crate) players: Vec<Spec>,
    pub(crate) plan: SearchPlan,
    pub(crate) seed: u64,
}

impl Grid {
    /// Checks everything and builds the bench.
    pub(crate) fn open(&self) -> Result<Box<dyn Bench>, TextError> {
        visit_game(&self.game, &mut Open(self))
    }
}

struct Open<'a>(&'a Grid);

impl Visitor for Open<'_> {
    type Output = Result<Box<dyn Bench>, TextError>;

    fn visit<G: Playable>(&mut self) -> Self::Output {
        let grid = self.0.clone();
        for player in &grid.players {
            let in_context = |error: TextError| TextError::new(format!("player '{player}': {error}"));
            for limits in &grid.plan.limits {
                player.check_limits(&budget(limits)).map_err(in_context)?;
            }
            build::<G>(player).map_err(in_context)?;
        }
        let positions = positions::<G>(&grid)?;
        Ok(Box::new(Table { grid, positions }))
    }
}

/// A position to search.
struct Task<G> {
    position: G,
    plies: Option<u32>,
    expected: Option<i32>,
}

fn positions<G: Notation>(grid: &Grid) -> Result<Vec<Task<G>>, TextError> {
    let start: G = grid.game.position("")?;
    match &grid.plan.positions {
        Positions::Given(lines) => lines.iter().map(|line| given(&grid.game, &start, line)).collect(),
        Positions::Random { each, plies } => {
            let numbers = plies.iter().flat_map(|&plies| (0..*each).map(move |index| (plies, index)));
            let tasks = numbers.map(|(plies, index)| {
                let mut rng = Rng::new(mix(mix(grid.seed, u64::from(plies)), index));
                let found = (0..1000).find_map(|_| scramble(&start, plies, &mut rng));
                let error =
                    || TextError::new(format!("no game of {} lasts longer than {plies} random plies", grid.game));
                found.map(|position| Task { position, plies: Some(plies), expected: None }).ok_or_else(error)
            });
            tasks.collect()
        }
    }
}

/// Reads a position or moves, followed by the expected value if the last word is a number.
fn given<G: Notation>(game: &GameSpec, start: &G, line: &str) -> Result<Task<G>, TextError> {
    let split = line.rsplit_once(char::is_whitespace);
    let valued = split.and_then(|(body, value)| Some((body.trim(), value.parse::<i32>().ok()?)));
    // Moves can look like numbers: a line that is valid as a whole has no value.
    let whole = read(game, start, line).map(|position| (position, None));
    let found = match (whole, valued) {
        (Err(_), Some((body, expected))) => read(game, start, body).map(|position| (position, Some(expected))),
        (whole, _) => whole,
    };
    let in_context = |error| TextError::new(format!("{}: {error}", TextError::at("position", line, "")));
    found.map(|(position, expected)| Task { position, plies: None, expected }).map_err(in_context)
}

fn budget(limits: &Limits) -> Budget {
    let Limits { depth, nodes, iterations, time, .. } = *limits;
    Budget { depth, nodes, iterations, time, ..Budget::default() }
}

/// The bench for one game type.
struct Table<G> {
    grid: Grid,
    positions: Vec<Task<G>>,
}

impl<G: Playable> Bench for Table<G> {
    fn len(&self) -> u64 {
        (self.positions.len() * self.grid.players.len() * self.grid.plan.limits.len()) as u64
    }

    fn search(&self, number: u64, stop: &Arc<AtomicBool>) -> Option<SearchRecord> {
        let (players, limits) = (self.grid.players.len() as u64, self.grid.plan.limits.len() as u64);
        let (player, limit) = ((number % players) as usize, (number / players % limits) as usize);
        let position = number / players / limits;
        let task = &self.positions[position as usize];
        let spec = self.grid.players[player].clone().reseeded(mix(self.grid.seed, position));
        let mut search = build_or_forfeit::<G>(&spec);
        let budget = Budget { stop: Some(stop.clone()), ..budget(&self.grid.plan.limits[limit]) };
        let clock = Instant::now();
        let analysis = search.search(&task.position, &spec.budget(budget), &mut |_| {});
        let time = clock.elapsed();
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        Some(SearchRecord {
            number,
            player,
            position,
            limit,
            text: task.position.to_string(),
            plies: task.plies,
            best: analysis.best.map(|mv| task.position.move_text(mv)).unwrap_or_default(),
            nodes: analysis.nodes,
            iterations: rounds(&analysis),
            depth: analysis.depth,
            time,
            score: analysis.score.0,
            value: search.failure().map_or_else(|| analysis.value.to_string(), |failure| failure.to_string()),
            expected: task.expected,
            statistics: analysis.statistics,
        })
    }
}
