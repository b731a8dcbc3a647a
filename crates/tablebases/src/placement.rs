//! A position with few men, its successors and its predecessors.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;
use cozy_chess::{
    BitBoard, Rank, get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks, get_pawn_quiets,
    get_rook_moves,
};
use spielbaum_games::chess::{Color, Piece, Square};

use crate::material::{MOST_MEN, PROMOTIONS};

/// A man on its square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Man {
    pub(crate) color: Color,
    pub(crate) piece: Piece,
    pub(crate) square: Square,
}

/// A position with few men and without castling.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Placement {
    /// White's king, black's king, the others.
    pub(crate) men: ArrayVec<Man, MOST_MEN>,
    pub(crate) turn: Color,
    /// Whether the side not to move has just made a double pawn step past an enemy pawn.
    pub(crate) en_passant: bool,
}

/// The position after a move.
pub(crate) enum Successor {
    /// The same men, in the same order.
    SameMaterial(Placement),
    /// After a capture or a promotion.
    OtherMaterial(Placement),
}

impl Placement {
    fn occupied(&self) -> BitBoard {
        self.men.iter().fold(BitBoard::EMPTY, |all, man| all | man.square.bitboard())
    }

    fn squares_of(&self, color: Color) -> BitBoard {
        let own = self.men.iter().filter(|man| man.color == color);
        own.fold(BitBoard::EMPTY, |all, man| all | man.square.bitboard())
    }

    /// Whether the king of `color` is attacked.
    pub(crate) fn is_check(&self, color: Color) -> bool {
        let king = self.men[color as usize].square;
        let occupied = self.occupied();
        let mut others = self.men.iter().filter(|man| man.color != color);
        others.any(|man| attacks(man, occupied).has(king))
    }

    /// Whether no two men share a square, no pawn stands on a back rank, and the side not to move is not in check.
    pub(crate) fn is_legal(&self) -> bool {
        let is_misplaced = |man: &Man| {
            man.piece == Piece::Pawn && (man.square.rank() == Rank::First || man.square.rank() == Rank::Eighth)
        };
        self.occupied().len() as usize == self.men.len()
            && !self.men.iter().any(is_misplaced)
            && !self.is_check(!self.turn)
            && (!self.en_passant || self.can_be_en_passant())
    }

    /// Whether the last move may have been a double pawn step past an enemy pawn.
    pub(crate) fn can_be_en_passant(&self) -> bool {
        let mut pawns = self.men.iter().filter(|man| man.color != self.turn && man.piece == Piece::Pawn);
        pawns.any(|pawn| {
            let occupied = self.occupied();
            let behind = |rank: Rank| Square::new(pawn.square.file(), rank.relative_to(pawn.color));
            pawn.square.rank() == Rank::Fourth.relative_to(pawn.color)
                && !occupied.has(behind(Rank::Third))
                && !occupied.has(behind(Rank::Second))
                && self.is_beside_pawn(pawn)
        })
    }

    /// Whether an enemy pawn stands on an adjacent square of the same rank.
    fn is_beside_pawn(&self, pawn: &Man) -> bool {
        self.men.iter().any(|other| {
            other.piece == Piece::Pawn
                && other.color != pawn.color
                && other.square.rank() == pawn.square.rank()
                && pawn.square.file().adjacent().has(other.square)
        })
    }

    /// Calls `visit` with the position after every legal move, until it breaks.
    pub(crate) fn for_each_successor(&self, mut visit: impl FnMut(Successor) -> ControlFlow<()>) {
        let occupied = self.occupied();
        let own = self.squares_of(self.turn);
        for (index, man) in self.men.iter().enumerate().filter(|(_, man)| man.color == self.turn) {
            let targets = if man.piece == Piece::Pawn {
                let enemies = occupied & !own | self.passed_square();
                get_pawn_quiets(man.square, man.color, occupied) | get_pawn_attacks(man.square, man.color) & enemies
            } else {
                attacks(man, occupied) & !own
            };
            for to in targets {
                if self.visit_move(index, to, &mut visit).is_break() {
                    return;
                }
            }
        }
    }

    /// The en passant target square.
    fn passed_square(&self) -> BitBoard {
        match self.passing_pawn() {
            Some(pawn) => self.men[pawn].square.offset(0, forward(self.turn)).bitboard(),
            None => BitBoard::EMPTY,
        }
    }

    /// The index of the pawn that can be captured en passant.
    pub(crate) fn passing_pawn(&self) -> Option<usize> {
        let is_passing = |man: &Man| man.color != self.turn && man.piece == Piece::Pawn;
        if self.en_passant { self.men.iter().position(is_passing) } else { None }
    }

    /// Visits the position after man `index` moves to `to`, or one for each promotion; none if the move is illegal.
    fn visit_move(
        &self,
        index: usize,
        to: Square,
        visit: &mut impl FnMut(Successor) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let man = self.men[index];
        let mut after = Placement { men: self.men.clone(), turn: !self.turn, en_passant: false };
        after.men[index].square = to;
        let is_pawn = man.piece == Piece::Pawn;
        let taken = self.men.iter().position(|other| other.color != man.color && other.square == to);
        let passed = if is_pawn && self.passed_square().has(to) { self.passing_pawn() } else { None };
        let taken = taken.or(passed);
        if let Some(taken) = taken {
            after.men.remove(taken);
        }
        if after.is_check(self.turn) {
            return ControlFlow::Continue(());
        }
        if is_pawn && to.rank() == Rank::Eighth.relative_to(man.color) {
            let index = index - usize::from(taken.is_some_and(|taken| taken < index));
            for piece in PROMOTIONS {
                let mut promoted = after.clone();
                promoted.men[index].piece = piece;
                visit(Successor::OtherMaterial(promoted))?;
            }
            return ControlFlow::Continue(());
        }
        if taken.is_some() {
            return visit(Successor::OtherMaterial(after));
        }
        let steps = (man.square.rank() as usize).abs_diff(to.rank() as usize);
        after.en_passant = is_pawn && steps == 2 && after.is_beside_pawn(&after.men[index]);
        visit(Successor::SameMaterial(after))
    }

    /// Calls `visit` with every position from which a move without capture or promotion leads to this one. Some of them
    /// may be illegal: the side not to move may be in check.
    pub(crate) fn for_each_predecessor(&self, mut visit: impl FnMut(&Placement)) {
        let occupied = self.occupied();
        for (index, man) in self.men.iter().enumerate().filter(|(_, man)| man.color != self.turn) {
            for from in self.origins(index, man, occupied) {
                let mut before = Placement { men: self.men.clone(), turn: !self.turn, en_passant: false };
                before.men[index].square = from;
                visit(&before);
                if before.can_be_en_passant() {
                    before.en_passant = true;
                    visit(&before);
                }
            }
        }
    }

    /// The squares from which a man may have moved.
    fn origins(&self, index: usize, man: &Man, occupied: BitBoard) -> BitBoard {
        let double = || Square::new(man.square.file(), Rank::Second.relative_to(man.color)).bitboard();
        if self.en_passant {
            return if self.passing_pawn() == Some(index) { double() } else { BitBoard::EMPTY };
        }
        if man.piece == Piece::King {
            return get_king_moves(man.square) & !occupied & !get_king_moves(self.men[self.turn as usize].square);
        }
        if man.piece != Piece::Pawn {
            return attacks(man, occupied) & !occupied;
        }
        if man.square.rank() == Rank::Second.relative_to(man.color) {
            return BitBoard::EMPTY;
        }
        let single = man.square.offset(0, -forward(man.color)).bitboard() & !occupied;
        let is_fourth = man.square.rank() == Rank::Fourth.relative_to(man.color);
        if is_fourth && !single.is_empty() && !self.is_beside_pawn(man) {
            return single | double() & !occupied;
        }
        single
    }
}

/// The squares that a man attacks.
#[inline]
fn attacks(man: &Man, occupied: BitBoard) -> BitBoard {
    match man.piece {
        Piece::Pawn => get_pawn_attacks(man.square, man.color),
        Piece::Knight => get_knight_moves(man.square),
        Piece::Bishop => get_bishop_moves(man.square, occupied),
        Piece::Rook => get_rook_moves(man.square, occupied),
        Piece::Queen => get_bishop_moves(man.square, occupied) | get_rook_moves(man.square, occupied),
        Piece::King => get_king_moves(man.square),
    }
}

fn forward(color: Color) -> i8 {
    if color == Color::White { 1 } else { -1 }
}

#[cfg(test)]
mod tests {
    use cozy_chess::BoardBuilder;
    use spielbaum_core::Rng;

    use super::*;
    use crate::Material;
    use crate::index::Numbering;

    fn successors(placement: &Placement) -> Vec<Successor> {
        let mut all = Vec::new();
        placement.for_each_successor(|successor| {
            all.push(successor);
            ControlFlow::Continue(())
        });
        all
    }

    fn moves_into(from: &Placement, into: &Placement) -> bool {
        successors(from).iter().any(|successor| matches!(successor, Successor::SameMaterial(after) if after == into))
    }

    /// How many moves `cozy-chess` finds.
    fn count_by_board(placement: &Placement) -> usize {
        let mut builder = BoardBuilder::empty();
        builder.side_to_move = placement.turn;
        for man in &placement.men {
            *builder.square_mut(man.square) = Some((man.piece, man.color));
        }
        builder.en_passant = placement.passed_square().next_square();
        let mut count = 0;
        builder.build().unwrap_or_else(|error| panic!("{placement:?}: {error}")).generate_moves(|moves| {
            count += moves.len();
            false
        });
        count
    }

    #[test]
    fn successors_agree_with_cozy_chess_and_every_move_has_its_predecessor() {
        let mut rng = Rng::new(61);
        for (name, tries) in [("KQKR", 2_000), ("KBNK", 2_000), ("KPPK", 4_000), ("KRKP", 4_000), ("KPKP", 100_000)] {
            let numbering = Numbering::of(name.parse::<Material>().unwrap());
            let (mut seen, mut passing) = (0, 0);
            for _ in 0..tries {
                let turn = if rng.below(2) == 0 { Color::White } else { Color::Black };
                let Some(placement) = numbering.legal_placement(rng.below(numbering.len()), turn) else { continue };
                // `cozy-chess` rejects checks that cannot follow a double pawn step; here that does not matter.
                if !placement.en_passant || !placement.is_check(turn) {
                    assert_eq!(successors(&placement).len(), count_by_board(&placement), "{placement:?}");
                }
                for after in successors(&placement) {
                    let Successor::SameMaterial(after) = after else { continue };
                    let mut is_found = false;
                    after.for_each_predecessor(|before| is_found |= *before == placement);
                    assert!(is_found, "{placement:?} {after:?}");
                }
                placement.for_each_predecessor(|before| {
                    assert!(!before.is_legal() || moves_into(before, &placement), "{before:?} {placement:?}");
                });
                seen += 1;
                passing += usize::from(placement.en_passant);
            }
            assert!(seen > 500 && (name != "KPKP" || passing > 50), "{name} {seen} {passing}");
        }
    }
}
