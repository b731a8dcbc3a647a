//! What is measured: a task in a game.

use std::fmt;

use crate::sets::{End, Phase, Set};

/// A task in a game, done by every library that can.
#[derive(Clone, Copy)]
pub(crate) struct Job {
    /// The game by its name in Spielbaum.
    pub(crate) game: &'static str,
    /// What is done from the start position.
    pub(crate) task: Task,
}

/// Work from the start position of a game.
#[derive(Clone, Copy)]
pub(crate) enum Task {
    /// Plays uniformly random games to the end.
    Playouts(Playouts),
    /// Counts the move sequences of every length up to `depth`, the last ply in bulk.
    Perft { depth: u32 },
    /// Searches to `depth` with plain alpha-beta, moves in natural order, every position at the horizon worth 0.
    AlphaBeta { depth: u32 },
    /// Grows a tree by UCT with uniformly random games, so many iterations from nothing each time.
    Tree { iterations: u32 },
    /// Finds the exact score of every position of a set, each with an empty table and without a book.
    Solve(Set),
}

/// How random games are timed.
#[derive(Clone, Copy)]
pub(crate) struct Playouts {
    /// Games between two looks at the clock.
    pub(crate) batch: u32,
    /// What the rate counts, games or their moves.
    pub(crate) unit: Unit,
}

/// What a rate counts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Random games.
    Playouts,
    /// Moves of random games: for games whose rules of drawing, and so the lengths, differ between libraries.
    Plies,
    /// Move sequences counted.
    Nodes,
    /// Searches of the start position.
    Searches,
    /// Iterations of tree searches.
    Iterations,
    /// Positions solved.
    Positions,
}

/// Every job, in the order of the report.
pub(crate) const JOBS: [Job; 22] = [
    Job::playouts("tic-tac-toe", 4096, Unit::Playouts),
    Job::playouts("connect-four", 4096, Unit::Playouts),
    Job::playouts("othello", 512, Unit::Playouts),
    Job::playouts("yavalath", 4096, Unit::Playouts),
    Job::playouts("gale", 4096, Unit::Playouts),
    Job::playouts("chess", 32, Unit::Plies),
    Job::perft("tic-tac-toe", 9),
    Job::perft("connect-four", 9),
    Job::perft("chess", 5),
    Job { game: "connect-four", task: Task::AlphaBeta { depth: 10 } },
    Job::tree("tic-tac-toe", 100_000),
    Job::tree("connect-four", 100_000),
    Job::tree("othello", 30_000),
    Job::tree("yavalath", 100_000),
    Job::tree("gale", 50_000),
    Job::tree("chess", 1_000),
    Job::solve(Phase::Late, End::Near, 500),
    Job::solve(Phase::Middle, End::Near, 200),
    Job::solve(Phase::Middle, End::Medium, 40),
    Job::solve(Phase::Opening, End::Near, 40),
    Job::solve(Phase::Opening, End::Medium, 8),
    Job::solve(Phase::Opening, End::Far, 2),
];

impl Job {
    const fn playouts(game: &'static str, batch: u32, unit: Unit) -> Job {
        Job { game, task: Task::Playouts(Playouts { batch, unit }) }
    }

    const fn perft(game: &'static str, depth: u32) -> Job {
        Job { game, task: Task::Perft { depth } }
    }

    const fn tree(game: &'static str, iterations: u32) -> Job {
        Job { game, task: Task::Tree { iterations } }
    }

    const fn solve(phase: Phase, end: End, positions: usize) -> Job {
        Job { game: "connect-four", task: Task::Solve(Set { phase, end, positions }) }
    }

    /// What this job's rates count.
    pub(crate) fn unit(&self) -> Unit {
        match self.task {
            Task::Playouts(playouts) => playouts.unit,
            Task::Perft { .. } => Unit::Nodes,
            Task::AlphaBeta { .. } => Unit::Searches,
            Task::Tree { .. } => Unit::Iterations,
            Task::Solve(_) => Unit::Positions,
        }
    }
}

impl fmt::Display for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.task {
            Task::Playouts(_) => write!(f, "{} play-outs", self.game),
            Task::Perft { depth } => write!(f, "{} perft {depth}", self.game),
            Task::AlphaBeta { depth } => write!(f, "{} alpha-beta {depth}", self.game),
            Task::Tree { iterations } => write!(f, "{} tree {iterations}", self.game),
            Task::Solve(set) => write!(f, "{} solving ({})", self.game, set.name()),
        }
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unit::Playouts => "play-outs",
            Unit::Plies => "plies",
            Unit::Nodes => "nodes",
            Unit::Searches => "searches",
            Unit::Iterations => "iterations",
            Unit::Positions => "positions",
        })
    }
}
