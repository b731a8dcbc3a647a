//! The proof checker: follows every reply of the opponent and relies on nothing but the rules.
//!
//! Positions are visited in a fixed order, so that a proof need not state the positions of its moves; where the prover
//! can end the game in its favour at once, no move is stored.

use std::collections::HashSet;
use std::fmt;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use spielbaum_core::{Game, Knowledge, MoveSet, Outcome, Status, mix};

use super::{Question, Strategy};

/// Why a proof is invalid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CheckError<G> {
    /// The proof has no move for this position.
    NoMove(G),
    /// The move of the proof is illegal here.
    IllegalMove(G),
    /// The game ends here against the claim.
    Refuted(G, Outcome),
    /// A line repeats this position, so that it proves nothing.
    Repeats(G),
    /// This many moves have no position.
    TooManyMoves(usize),
}

impl<G: fmt::Display> fmt::Display for CheckError<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckError::NoMove(position) => write!(f, "the proof has no move for '{position}'"),
            CheckError::IllegalMove(position) => write!(f, "the proof's move for '{position}' is illegal"),
            CheckError::Refuted(position, outcome) => {
                write!(f, "'{position}' ends with {outcome:?}, against the claim")
            }
            CheckError::Repeats(position) => write!(f, "a line of the proof repeats '{position}'"),
            CheckError::TooManyMoves(count) => write!(f, "the proof has {count} more moves than positions"),
        }
    }
}

impl<G: fmt::Debug + fmt::Display> std::error::Error for CheckError<G> {}

/// Checks a proof; returns the number of positions checked.
pub fn verify<G: Knowledge>(strategy: &Strategy<G>) -> Result<usize, CheckError<G>> {
    let mut moves = strategy.moves.iter();
    let next = |position: &G| moves.next().copied().ok_or_else(|| CheckError::NoMove(position.clone()));
    let positions = walk(&strategy.root, strategy.question, next)?;
    match moves.len() {
        0 => Ok(positions),
        left => Err(CheckError::TooManyMoves(left)),
    }
}

/// Follows the prover's moves from `choose` and every reply to them, always in the same order; returns the number of
/// positions visited. `choose` is called once for a position and its symmetric images, unless history matters.
pub(super) fn walk<G: Knowledge, X: From<CheckError<G>>>(
    root: &G,
    question: Question,
    mut choose: impl FnMut(&G) -> Result<G::Move, X>,
) -> Result<usize, X> {
    // Depth first; a position leaves the path when its whole subtree is checked.
    enum Task<G> {
        Enter(G),
        Leave(Filed<G>),
    }
    let (mut path, mut checked, mut positions) = (Positions::default(), Positions::default(), 0);
    let mut tasks = vec![Task::Enter(root.clone())];
    while let Some(task) = tasks.pop() {
        let position = match task {
            Task::Enter(position) => position,
            Task::Leave(position) => {
                path.remove(&position);
                checked.insert(position);
                continue;
            }
        };
        positions += 1;
        let moves = match position.status() {
            Status::Over(outcome) if question.holds(outcome) => continue,
            Status::Over(outcome) => return Err(CheckError::Refuted(position, outcome).into()),
            Status::Ongoing(moves) => moves,
        };
        if position.side_to_move() != question.prover {
            tasks.extend(moves.iter().map(|mv| Task::Enter(after(&position, mv))));
            continue;
        }
        let ends_well = |mv| after(&position, mv).status().outcome().is_some_and(|outcome| question.holds(outcome));
        if moves.iter().any(ends_well) {
            continue;
        }
        if !G::HISTORY_MATTERS {
            let image = Filed(position.canonical_image());
            if checked.contains(&image) {
                continue;
            }
            if !path.insert(image.clone()) {
                return Err(CheckError::Repeats(position).into());
            }
            tasks.push(Task::Leave(image));
        }
        let mv = choose(&position)?;
        if !moves.contains(mv) {
            return Err(CheckError::IllegalMove(position).into());
        }
        tasks.push(Task::Enter(after(&position, mv)));
    }
    Ok(positions)
}

/// A set of positions, millions of them.
type Positions<G> = HashSet<Filed<G>, BuildHasherDefault<ByKey>>;

/// A position that is hashed by its key, which is faster than hashing all of it, and compared in full.
#[derive(Clone, PartialEq, Eq)]
struct Filed<G>(G);

impl<G: Game> Hash for Filed<G> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.key());
    }
}

/// Hashes keys, some of which are too regular to serve as hashes.
#[derive(Default)]
struct ByKey(u64);

impl Hasher for ByKey {
    fn write_u64(&mut self, key: u64) {
        self.0 = mix(self.0, key);
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

pub(super) fn after<G: Game>(position: &G, mv: G::Move) -> G {
    let mut child = position.clone();
    child.play(mv);
    child
}
