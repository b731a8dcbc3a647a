//! The values of all root moves, and which of them are best.

use spielbaum_core::{Analysis, Budget, Game, Knowledge, MoveSet, MoveValue, Objective, Score, Search, Status, Value};

/// A child, and all moves that lead to it or to a symmetric image of it.
struct Child<G: Game> {
    position: G,
    moves: Vec<G::Move>,
}

/// The children of a position, one of each set of symmetric images.
fn children<G: Knowledge>(root: &G) -> Vec<Child<G>> {
    let mut children: Vec<(u64, Child<G>)> = Vec::new();
    for mv in root.status().moves().iter().flat_map(MoveSet::iter) {
        let mut position = root.clone();
        position.play(mv);
        let key = position.canonical_key();
        match children.iter_mut().find(|(other, _)| *other == key) {
            Some((_, child)) => child.moves.push(mv),
            None => children.push((key, Child { position, moves: vec![mv] })),
        }
    }
    children.into_iter().map(|(_, child)| child).collect()
}

/// Solves `root` by solving the position after each of its moves: `moves` of the result holds them all, best first.
pub fn solve_each_move<G: Knowledge>(
    search: &mut dyn Search<G>,
    root: &G,
    objective: Objective,
    budget: &Budget,
) -> Analysis<G> {
    let mut result = Analysis::empty();
    for child in children(root) {
        let found = search.search(&child.position, budget, &mut |_| {});
        let plies = u32::from(objective == Objective::Sooner);
        let score = -found.score.further_by(plies);
        let is_complete = !matches!(found.value, Value::Estimate(_));
        let value = Value::of(score, objective, is_complete);
        if result.best.is_none() || score > result.score {
            (result.score, result.value, result.best) = (score, value, child.moves.first().copied());
            result.bound = found.bound.negated();
            result.pv = child.moves[..1].iter().chain(&found.pv).copied().collect();
        }
        result.depth = result.depth.max(found.depth + 1);
        result.selective_depth = result.selective_depth.max(found.selective_depth + 1);
        result.nodes += found.nodes;
        result.time += found.time;
        result.moves.extend(child.moves.into_iter().map(|mv| MoveValue { mv, score, value, visits: None }));
    }
    spielbaum_core::insertion_sort_by_key(&mut result.moves, |value| std::cmp::Reverse(value.score));
    result
}

/// The moves of `root` that are worth `score`, its margin; `best` is known to be one. `is_above` searches a position
/// and says whether its margin is greater than another.
pub fn moves_worth<G: Knowledge>(
    root: &G,
    score: Score,
    best: G::Move,
    mut is_above: impl FnMut(&G, Score) -> bool,
) -> Vec<G::Move> {
    let mut found = Vec::new();
    for child in children(root) {
        let is_worth = child.moves.contains(&best)
            || match child.position.status() {
                Status::Over(outcome) => {
                    let side = child.position.side_to_move();
                    Objective::Margin.terminal(outcome, side, 0, || child.position.margin(0)) <= -score
                }
                Status::Ongoing(_) => !is_above(&child.position, -score),
            };
        if is_worth {
            found.extend(child.moves);
        }
    }
    let order = |mv: &G::Move| root.status().moves().and_then(|moves| moves.iter().position(|other| other == *mv));
    spielbaum_core::insertion_sort_by_key(&mut found, order);
    found
}
