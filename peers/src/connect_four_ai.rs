//! The crate `connect-four-ai`: its solver, without the opening book that comes with it.

use connect_four_ai::{Position, Solver};

use crate::contestant::Contestant;
use crate::job::{Job, Task};

const NAME: &str = "connect-four-ai 1.0.0";

/// `connect-four-ai` at `job`, if that is to solve Connect Four.
pub(crate) fn contestant(job: Job) -> Option<Contestant> {
    let Task::Solve(set) = job.task else { return None };
    let read = |moves: &String| Position::from_moves(moves).expect("positions of random games are valid");
    let positions: Vec<Position> = set.draw().iter().map(read).collect();
    let mut solver = Solver::empty();
    let mut solve = move |position: &Position| {
        // A new age of its table, as a search of ours begins with one.
        solver.reset();
        i32::from(solver.solve(position))
    };
    Some(Contestant::solve(NAME, move || positions.iter().map(&mut solve).collect()))
}
