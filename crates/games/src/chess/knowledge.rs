//! What chess contributes to searches: noisy moves, exchanges, null moves and keys.

use cozy_chess::{BitBoard, Color, Move, Piece, get_king_moves};
use spielbaum_core::{
    Game, HasEvaluation, MoveGeneration, MoveOrdering, MoveSet, Quiescence, Rng, Rollouts, SelectiveSearch, TextError,
    default_knowledge, mix,
};

use super::evaluation::{captured, material, see_ge};
use super::keys::KEYS;
use super::moves::{PROMOTION_RANKS, Targets, piece_at, slot_of};
use super::{Chess, ChessEvaluation, ChessMoves};

/// Moves that are sampled for one move of a rollout.
const SAMPLES: usize = 3;

default_knowledge!(Chess: Tactics, Margins, Proofs, Symmetry);

impl HasEvaluation for Chess {
    type Evaluation = ChessEvaluation;

    fn evaluation(name: &str) -> Result<ChessEvaluation, TextError> {
        name.parse()
    }
}

impl MoveOrdering for Chess {
    /// From and to; promotions to different pieces share a slot.
    const HISTORY_SLOTS: usize = 64 * 64;

    #[inline]
    fn history_slot(&self, mv: Move) -> usize {
        64 * mv.from as usize + mv.to as usize
    }

    /// What is moved and where to.
    const CONTINUATION_SLOTS: usize = 6 * 64;

    #[inline]
    fn continuation_slot(&self, mv: Move) -> usize {
        let piece = piece_at(self.board(), mv.from).map_or(0, |piece| piece as usize);
        slot_of(piece, mv.to)
    }

    const HAS_ORDER_HINTS: bool = true;

    /// Half of the material won, and among captures of the same piece the least valuable attacker first.
    #[inline]
    fn order_hint(&self, mv: Move) -> i32 {
        let board = self.board();
        let promotion = mv.promotion.map_or(0, |piece| material(piece) - material(Piece::Pawn));
        let Some((victim, _)) = captured(board, mv) else { return promotion / 2 };
        let attacker = piece_at(board, mv.from).map_or(0, |piece| piece as i32);
        (material(victim) + promotion) / 2 - attacker
    }
}

impl Quiescence for Chess {
    const HAS_NOISE: bool = true;

    /// Captures, en passant included, and promotions.
    #[inline]
    fn is_noisy(&self, mv: Move) -> bool {
        let board = self.board();
        mv.promotion.is_some()
            || board.colors(!board.side_to_move()).has(mv.to)
            || self.en_passant_target().has(mv.to) && board.pieces(Piece::Pawn).has(mv.from)
    }

    #[inline]
    fn for_each_by_noise(&self, moves: &ChessMoves, are_noisy: bool, visit: impl FnMut(usize, Move, usize)) {
        let board = self.board();
        let enemies = board.colors(!board.side_to_move());
        // A pawn's moves promote all or none.
        let noisy = Targets { of_pawns: enemies | self.en_passant_target() | PROMOTION_RANKS, of_others: enemies };
        if are_noisy {
            moves.each_to(noisy, visit);
        } else {
            moves.each_plain_to(Targets { of_pawns: !noisy.of_pawns, of_others: !noisy.of_others }, visit);
        }
    }

    /// The king's moves come last and cost most; mostly it has nothing to capture.
    #[inline]
    fn generate_noisy(&self) -> Option<ChessMoves> {
        let board = self.board();
        let color = board.side_to_move();
        let captures = get_king_moves(board.king(color)) & board.colors(!color);
        let idle = if captures.is_empty() { board.colored_pieces(color, Piece::King) } else { BitBoard::EMPTY };
        let mut moves = ChessMoves::none();
        moves.find_for(board, !idle);
        Some(moves)
    }

    const HAS_SEE: bool = true;

    #[inline]
    fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        see_ge(self.board(), mv, threshold)
    }

    const HAS_CHECKS: bool = true;

    #[inline]
    fn is_in_check(&self) -> bool {
        self.is_check()
    }
}

impl SelectiveSearch for Chess {
    const HAS_NULL_MOVE: bool = true;

    /// Not in check, and not with king and pawns alone, where having to move is often what loses.
    ///
    /// The result has no history, because no position from before can come back by moves of the game; its clock stands
    /// still, because doing nothing must not end the game.
    fn null_move(&self) -> Option<Chess> {
        let board = self.board();
        let pawns_and_kings = board.pieces(Piece::Pawn) | board.pieces(Piece::King);
        if board.colors(board.side_to_move()).is_subset(pawns_and_kings) {
            return None;
        }
        let passed = board.null_move()?;
        Some(Chess::new(passed, self.clock(), self.draws()))
    }

    const CAN_REPEAT: bool = true;

    #[inline]
    fn is_repetition(&self) -> bool {
        self.has_occurred_before()
    }

    const HAS_STRUCTURE_KEY: bool = true;

    /// The pawns of both sides.
    #[inline]
    fn structure_key(&self) -> u64 {
        let board = self.board();
        let [white, black] = Color::ALL.map(|color| board.colored_pieces(color, Piece::Pawn).0);
        mix(white, black)
    }
}

impl MoveGeneration for Chess {
    #[inline]
    fn may_end_by_history(&self) -> bool {
        self.may_be_drawn()
    }

    #[inline]
    fn has_legal_move(&self) -> bool {
        self.has_moves()
    }

    #[inline]
    fn key_after(&self, mv: Move) -> Option<u64> {
        let board = self.board();
        let color = board.side_to_move();
        let piece = piece_at(board, mv.from)?;
        let mut key = self.key() ^ KEYS.moved(color, piece, mv);
        if let Some(victim) = piece_at(board, mv.to) {
            key ^= KEYS.of(!color, victim, mv.to);
        }
        Some(key)
    }
}

impl Rollouts for Chess {
    /// Priors and values from the evaluation; two pawns count as a win.
    const BEST_SETTINGS: &'static str = "puct:c=1,scale=200";

    const HAS_POLICY: bool = true;

    /// The best of a few random moves by what they capture: greedy, but every move has a chance.
    fn policy_move(&self, moves: &ChessMoves, rng: &mut Rng) -> Move {
        let count = moves.len();
        let mut best = moves.nth(rng.below(count));
        let mut most = self.order_hint(best);
        for _ in 1..SAMPLES {
            let mv = moves.nth(rng.below(count));
            let hint = self.order_hint(mv);
            if hint > most {
                (best, most) = (mv, hint);
            }
        }
        best
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Starts whose random games castle, promote and capture en passant.
    const STARTS: [&str; 5] = [
        "startpos",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1",
        "8/1P2kP1P/8/2pPp3/2PpP1p1/8/p1p3PP/4K3 w - c6 0 1",
    ];

    /// Games from each start.
    const GAMES: usize = 12;

    /// Calls `visit` with every position of random games that is not over.
    pub(in super::super) fn each_random_position(seed: u64, mut visit: impl FnMut(&Chess)) {
        let mut rng = Rng::new(seed);
        for start in STARTS.iter().flat_map(|start| [start; GAMES]) {
            let mut position: Chess = start.parse().unwrap();
            while let Some(moves) = position.status().moves() {
                visit(&position);
                position.play(moves.sample(&mut rng));
            }
        }
    }

    #[test]
    fn noise_is_a_piece_less_on_the_board_or_a_pawn_less_of_ones_own() {
        let (mut noisy, mut quiet) = (0, 0);
        each_random_position(82, |position| {
            for mv in position.status().moves().unwrap().iter() {
                let mut after = position.clone();
                after.play(mv);
                let color = position.board().side_to_move();
                let counts = [position, &after]
                    .map(|at| (at.board().occupied().len(), at.board().colored_pieces(color, Piece::Pawn).len()));
                assert_eq!(position.is_noisy(mv), counts[0] != counts[1], "{position} {mv}");
                let hint = position.order_hint(mv);
                assert!(hint.abs() <= 1_000 && position.history_slot(mv) < Chess::HISTORY_SLOTS, "{position} {mv}");
                assert_eq!(position.is_noisy(mv), hint > 0, "{position} {mv}");
                *if position.is_noisy(mv) { &mut noisy } else { &mut quiet } += 1;
            }
            let moves = position.status().moves().unwrap();
            for are_noisy in [false, true] {
                let mut found = Vec::new();
                position.for_each_by_noise(&moves, are_noisy, |place, mv, slot| {
                    assert_eq!(slot, position.continuation_slot(mv), "{position} {mv}");
                    found.push((place, mv));
                });
                let listed = moves.iter().enumerate().filter(|(_, mv)| position.is_noisy(*mv) == are_noisy);
                assert!(found.iter().copied().eq(listed), "{position} {found:?}");
            }
            let mut found = Vec::new();
            position
                .for_each_by_noise(&position.generate_noisy().unwrap(), true, |place, mv, _| found.push((place, mv)));
            let listed = moves.iter().enumerate().filter(|(_, mv)| position.is_noisy(*mv));
            assert!(found.iter().copied().eq(listed), "{position} {found:?}");
        });
        assert!(noisy > 5_000 && quiet > 5_000, "{noisy} {quiet}");
    }

    #[test]
    fn passing_twice_gives_the_position_back() {
        let (mut passed, mut refused) = (0, 0);
        each_random_position(83, |position| {
            let board = position.board();
            let Some(once) = position.null_move() else {
                let is_bare = !Piece::ALL.into_iter().any(|piece| {
                    let is_piece = piece != Piece::Pawn && piece != Piece::King;
                    is_piece && !board.colored_pieces(board.side_to_move(), piece).is_empty()
                });
                assert!(position.is_check() || is_bare, "{position}");
                refused += 1;
                return;
            };
            assert!(!position.is_check() && once.side_to_move() != position.side_to_move(), "{position}");
            assert_eq!((once.clock(), once.en_passant_square()), (position.clock(), None), "{position}");
            assert_eq!(once, once.to_string().parse().unwrap(), "{position}");
            let Some(twice) = once.null_move() else { return };
            // What can be captured en passant can be so at once or never.
            assert_eq!(&twice == position, position.en_passant_square().is_none(), "{position}");
            passed += 1;
        });
        assert!(passed > 2_000 && refused > 200, "{passed} {refused}");
    }

    #[test]
    fn hints_put_the_best_victim_first_and_the_least_attacker_before_others() {
        // Captures of queen, rook and pawn, and two ways to take the rook.
        let position: Chess = "4k3/1P6/2r2q2/3p2P1/4B3/8/8/2Q3K1 w - - 0 1".parse().unwrap();
        let hint = |text: &str| position.order_hint(position.find_move(text).unwrap());
        let hints = ["gxf6", "b8=Q+", "Qxc6+", "b8=N", "Bxd5", "Qd1"].map(hint);
        assert!(hints.is_sorted_by(|one, next| one > next), "{hints:?}");
        let attackers: Chess = "4k3/8/2r5/1P1p4/4B3/8/8/2Q3K1 w - - 0 1".parse().unwrap();
        let hint = |text: &str| attackers.order_hint(attackers.find_move(text).unwrap());
        assert!(hint("bxc6") > hint("Qxc6+"));
    }
}
