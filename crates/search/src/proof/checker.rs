//! The checker of proofs: follows every reply of the opponent and trusts nothing but the rules.

use std::collections::HashSet;
use std::fmt;
use std::hash::Hash;

use spielbaum_core::{Game, Knowledge, MoveSet, Outcome, Status};

use super::Strategy;

/// Why a proof does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CheckError<G> {
    /// The prover has no move written down here.
    NoMove(G),
    /// The move written down is illegal here.
    IllegalMove(G),
    /// The game ends here against the claim.
    Refuted(G, Outcome),
    /// A line comes back to this position, so that it proves nothing.
    Repeats(G),
}

impl<G: fmt::Display> fmt::Display for CheckError<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckError::NoMove(position) => write!(f, "the proof has no move for '{position}'"),
            CheckError::IllegalMove(position) => write!(f, "the proof's move for '{position}' is illegal"),
            CheckError::Refuted(position, outcome) => {
                write!(f, "'{position}' ends with {outcome:?}, against the claim")
            }
            CheckError::Repeats(position) => write!(f, "a line of the proof comes back to '{position}'"),
        }
    }
}

impl<G: fmt::Debug + fmt::Display> std::error::Error for CheckError<G> {}

/// Checks a proof; the number of positions that it took.
pub fn verify<G: Knowledge>(strategy: &Strategy<G>) -> Result<usize, CheckError<G>> {
    let positions = walk(strategy, G::clone)?;
    if !G::HISTORY_MATTERS {
        return Ok(positions);
    }
    // That walk has shown that no line repeats a position. What is left of a history is how long it is.
    walk(strategy, |position| (position.clone(), position.max_plies()))
}

/// Follows the prover's moves and every reply; positions with the same `identity` are looked at once.
fn walk<G, K>(strategy: &Strategy<G>, identity: impl Fn(&G) -> K) -> Result<usize, CheckError<G>>
where
    G: Knowledge,
    K: Eq + Hash,
{
    // Depth first, and a position leaves the path when everything below it holds.
    enum Task<G> {
        Enter(G),
        Leave(G),
    }
    let (mut path, mut checked) = (HashSet::new(), HashSet::new());
    let mut tasks = vec![Task::Enter(strategy.root.clone())];
    while let Some(task) = tasks.pop() {
        let position = match task {
            Task::Enter(position) => position,
            Task::Leave(position) => {
                let identity = identity(&position);
                path.remove(&identity);
                checked.insert(identity);
                continue;
            }
        };
        if checked.contains(&identity(&position)) {
            continue;
        }
        let moves = match position.status() {
            Status::Over(outcome) if strategy.question.holds(outcome) => {
                checked.insert(identity(&position));
                continue;
            }
            Status::Over(outcome) => return Err(CheckError::Refuted(position, outcome)),
            Status::Ongoing(moves) => moves,
        };
        if !path.insert(identity(&position)) {
            return Err(CheckError::Repeats(position));
        }
        tasks.push(Task::Leave(position.clone()));
        if position.side_to_move() == strategy.question.prover {
            let Some(&mv) = strategy.moves.get(&position) else { return Err(CheckError::NoMove(position)) };
            if !moves.contains(mv) {
                return Err(CheckError::IllegalMove(position));
            }
            tasks.push(Task::Enter(after(&position, mv)));
        } else {
            tasks.extend(moves.iter().map(|mv| Task::Enter(after(&position, mv))));
        }
    }
    Ok(checked.len())
}

fn after<G: Game>(position: &G, mv: G::Move) -> G {
    let mut child = position.clone();
    child.play(mv);
    child
}
