//! The crate `board-game`: its boards, the random loop of its `RolloutBot` and tree search, its `perft_naive`.
//!
//! `perft_naive` counts in bulk and without a table; the crate's `perft` looks positions up and so counts fewer.

use board_game::ai::mcts::mcts_build_tree;
use board_game::board::{AltBoard, Outcome, Player};
use board_game::games::chess::ChessBoard;
use board_game::games::connect4::Connect4;
use board_game::games::ttt::TTTBoard;
use board_game::util::game_stats::perft_naive;
use internal_iterator::InternalIterator;
use rand_0_8::SeedableRng;
use rand_0_8::rngs::SmallRng;

use crate::contestant::{Contestant, Grown, Playout};
use crate::job::{Job, Task};

const NAME: &str = "board-game 0.8.2";

/// `board-game` at `job`, if it has the game.
pub(crate) fn contestant(job: Job) -> Option<Contestant> {
    match job.game {
        "tic-tac-toe" => prepare::<TTTBoard>(job.task),
        "connect-four" => prepare::<Connect4>(job.task),
        "chess" => prepare::<ChessBoard>(job.task),
        _ => None,
    }
}

/// The crate counts a loss as 0 and a win as 1: half of our √2.
const EXPLORATION: f32 = std::f32::consts::FRAC_1_SQRT_2;

/// The place of a move among the board's, which stand as ours do; none in chess.
fn place<B: AltBoard>(board: &B, mv: B::Move) -> Option<usize> {
    let mut places = Vec::new();
    board.available_moves().ok()?.for_each(|other| places.push(other == mv));
    places.iter().position(|&is_wanted| is_wanted).filter(|_| places.len() < 20)
}

fn prepare<B: AltBoard + Default>(task: Task) -> Option<Contestant> {
    let start = B::default();
    Some(match task {
        Task::Playouts(playouts) => {
            let mut rng = SmallRng::seed_from_u64(1);
            Contestant::playouts(NAME, playouts, move || {
                let mut board = start.clone();
                let mut plies = 0;
                while let Ok(mv) = board.random_available_move(&mut rng) {
                    board.play(mv).expect("an available move can be played");
                    plies += 1;
                }
                Playout { plies, score: score(board.outcome()) }
            })
        }
        Task::Perft { depth } => {
            Contestant::perft(NAME, move || (0..=depth).map(|depth| perft_naive(&start, depth)).collect())
        }
        // Its minimax judges every position on the way, not only those at the horizon.
        Task::AlphaBeta { .. } | Task::Solve(_) => return None,
        Task::Tree { iterations } => {
            let mut rng = SmallRng::seed_from_u64(1);
            Contestant::tree(NAME, move || {
                let tree = mcts_build_tree(&start, iterations.into(), EXPLORATION, &mut rng);
                Grown { iterations: tree[0].visits as u64, best: place(&start, tree.best_move()) }
            })
        }
    })
}

fn score(outcome: Option<Outcome>) -> f64 {
    match outcome.expect("a board without moves is done") {
        Outcome::WonBy(Player::A) => 1.0,
        Outcome::Draw => 0.5,
        Outcome::WonBy(Player::B) => 0.0,
    }
}
