//! How strong an opponent is: levels from a player of any move to the best there is, each a search with its limits.

/// A level.
#[derive(serde::Serialize)]
pub(crate) struct Level {
    pub(crate) name: &'static str,
    pub(crate) algorithm: &'static str,
}

const fn level(name: &'static str, algorithm: &'static str) -> Level {
    Level { name, algorithm }
}

/// The levels of most games: plies, then time.
const BY_DEPTH: [Level; 6] = [
    level("1 · any move", "random"),
    level("2 · one ply", "alphabeta:depth=1"),
    level("3 · two plies", "alphabeta:depth=2"),
    level("4 · four plies", "deepening:depth=4"),
    level("5 · six plies", "deepening:depth=6,time=1s"),
    level("6 · the best, one second", "auto:time=1s"),
];

/// The levels of games where simulated games tell more than an evaluation.
const BY_GAMES: [Level; 7] = [
    level("1 · any move", "random"),
    level("2 · 30 games a move", "mcts:iterations=30"),
    level("3 · 300 games a move", "mcts:iterations=300"),
    level("4 · 3,000 games a move", "mcts-solver:iterations=3000"),
    level("5 · 30,000 games a move", "mcts-best:iterations=30000,time=2s"),
    level("6 · the best, one second", "mcts-best:time=1s"),
    level("7 · plays every win that can be proved", "proven:time=8s"),
];

/// The levels of a game with theory to the end.
const WITH_THEORY: [Level; 6] = [
    level("1 · any move", "random"),
    level("2 · one ply", "alphabeta:depth=1"),
    level("3 · two plies", "alphabeta:depth=2"),
    level("4 · four plies", "deepening:depth=4"),
    level("5 · one second", "auto:time=1s"),
    level("6 · perfect", "perfect"),
];

/// The levels of a game, the weakest first.
pub(crate) fn levels(game: &str) -> &'static [Level] {
    match game {
        "gale" => &WITH_THEORY,
        "yavalath" => &BY_GAMES,
        _ => &BY_DEPTH,
    }
}
