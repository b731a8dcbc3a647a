//! The crate `cozy-chess`: plain loops over its move generator, without any framework around it.
//!
//! A play-out ends where the crate's `status` says so: mate, stalemate, fifty moves. It knows no repetition and no
//! dead position, so its games are longer than by the full rules. The moves are generated once a position.

use cozy_chess::{Board, Color, PieceMoves};
use spielbaum_core::Rng;

use crate::contestant::{Contestant, Playout};
use crate::job::{Job, Task};

const NAME: &str = "cozy-chess 0.3.4";

/// Half-moves without capture or pawn move after which the game is drawn.
const FIFTY_MOVES: u8 = 100;

/// `cozy-chess` at `job`, if that is about chess.
pub(crate) fn contestant(job: Job) -> Option<Contestant> {
    if job.game != "chess" {
        return None;
    }
    Some(match job.task {
        Task::Playouts(playouts) => {
            let mut rng = Rng::new(1);
            let mut moves = Vec::with_capacity(18);
            Contestant::playouts(NAME, playouts, move || play_out(&mut rng, &mut moves))
        }
        Task::Perft { depth } => Contestant::perft(NAME, move || {
            let start = Board::default();
            (0..=depth).map(|depth| perft(&start, depth)).collect()
        }),
        Task::AlphaBeta { .. } | Task::Tree { .. } | Task::Solve(_) => return None,
    })
}

/// Plays random moves to the end; `moves` is scratch space.
fn play_out(rng: &mut Rng, moves: &mut Vec<PieceMoves>) -> Playout {
    let mut board = Board::default();
    for plies in 0.. {
        moves.clear();
        let mut count = 0;
        board.generate_moves(|of_piece| {
            count += of_piece.len();
            moves.push(of_piece);
            false
        });
        if count == 0 {
            let score = match (board.checkers().is_empty(), board.side_to_move()) {
                (true, _) => 0.5,
                (false, Color::White) => 0.0,
                (false, Color::Black) => 1.0,
            };
            return Playout { plies, score };
        }
        if board.halfmove_clock() >= FIFTY_MOVES {
            return Playout { plies, score: 0.5 };
        }
        let mut index = rng.below(count);
        for of_piece in moves.iter() {
            if index < of_piece.len() {
                board.play_unchecked(of_piece.into_iter().nth(index).expect("the index is below the length"));
                break;
            }
            index -= of_piece.len();
        }
    }
    unreachable!("the fifty-move rule ends every game")
}

/// The number of move sequences of `depth` plies, the last ply in bulk.
fn perft(board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    board.generate_moves(|of_piece| {
        if depth == 1 {
            nodes += of_piece.len() as u64;
        } else {
            for mv in of_piece {
                let mut child = board.clone();
                child.play_unchecked(mv);
                nodes += perft(&child, depth - 1);
            }
        }
        false
    });
    nodes
}
