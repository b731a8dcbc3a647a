//! Static evaluation of chess, in centipawns.
//!
//! Two evaluations share the incrementally updated piece-square sums: [ours], a sum of terms whose values were fitted
//! to games, and that of the [study].

mod exchange;
mod ours;
mod pair;
mod pawn_memory;
mod pawns;
mod study;
mod terms;
mod training;
mod value_memory;
mod values;

use std::str::FromStr;
use std::sync::{Arc, LazyLock};

use cozy_chess::{Board, Color, File, Move, Piece, Square};
use spielbaum_core::{Evaluate, Game, RootProbe, Tablebases, TermValue, TextError, Value};

use super::Chess;
use super::moves::piece_at;
use super::san::is_castling;
use crate::weights;
pub(super) use exchange::{captured, material, see_ge};
use ours::Ours;
use pair::Pair;
use pawn_memory::PawnMemory;
use study::Study;
pub use training::{Example, Fit};
use value_memory::ValueMemory;

/// An evaluation of chess by its name: `fitted`, `study`, `fitted/mobility=0`.
#[derive(Clone, Debug)]
pub struct ChessEvaluation(Arc<Prepared>, Option<Arc<dyn Tablebases<Chess>>>);

/// An evaluation with its piece-square table and its caches.
#[derive(Debug)]
struct Prepared {
    placed: Placed,
    kind: Kind,
    pawns: PawnMemory,
    values: ValueMemory,
}

#[derive(Clone, Debug)]
enum Kind {
    Ours(Ours),
    Study(Study),
}

/// By piece and square from its owner's view, a1 first.
type Placed = [[Pair; 64]; 6];

static FITTED: LazyLock<ChessEvaluation> = LazyLock::new(|| ChessEvaluation::of(Kind::Ours(Ours::fitted())));

impl Default for ChessEvaluation {
    fn default() -> ChessEvaluation {
        FITTED.clone()
    }
}

impl ChessEvaluation {
    fn of(kind: Kind) -> ChessEvaluation {
        let placed = match &kind {
            Kind::Ours(ours) => ours.placed(),
            Kind::Study(study) => study.placed(),
        };
        let (pawns, values) = (PawnMemory::new(), ValueMemory::new());
        ChessEvaluation(Arc::new(Prepared { placed, kind, pawns, values }), None)
    }

    /// The evaluation with the values of a [`Fit`].
    pub fn with_values(text: &str) -> Result<ChessEvaluation, TextError> {
        Ok(ChessEvaluation::of(Kind::Ours(Ours::with_values(text)?)))
    }
}

/// The incrementally updated state.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Carried {
    /// White's pieces less black's.
    sum: Pair,
    /// The game phase, see [`PHASES`].
    phase: i32,
}

/// Phase weight of each piece.
const PHASES: [i32; 6] = [0, 1, 1, 2, 4, 0];
/// The phase of the start.
const MIDDLE: i32 = 24;

impl Evaluate<Chess> for ChessEvaluation {
    type State = Carried;

    const PROBES_TABLEBASES: bool = true;

    fn start(&self, position: &Chess) -> Carried {
        let board = position.board();
        let mut carried = Carried::default();
        for (piece, color) in Piece::ALL.into_iter().flat_map(|piece| Color::ALL.map(|color| (piece, color))) {
            for square in board.colored_pieces(color, piece) {
                carried.sum += self.worth(piece, square, color);
                carried.phase += PHASES[piece as usize];
            }
        }
        carried
    }

    #[inline]
    fn update(&self, carried: &mut Carried, before: &Chess, mv: Move) {
        let board = before.board();
        let color = board.side_to_move();
        let piece = piece_at(board, mv.from).expect("a legal move has a piece to move");
        if is_castling(board, mv) {
            let is_short = mv.to.file() > mv.from.file();
            let (king, rook) = if is_short { (File::G, File::F) } else { (File::C, File::D) };
            let to = |file| Square::new(file, mv.to.rank());
            carried.sum += self.worth(Piece::King, to(king), color) - self.worth(Piece::King, mv.from, color);
            carried.sum += self.worth(Piece::Rook, to(rook), color) - self.worth(Piece::Rook, mv.to, color);
            return;
        }
        let becomes = mv.promotion.unwrap_or(piece);
        carried.sum += self.worth(becomes, mv.to, color) - self.worth(piece, mv.from, color);
        carried.phase += PHASES[becomes as usize] - PHASES[piece as usize];
        if let Some((victim, square)) = captured(board, mv) {
            carried.sum -= self.worth(victim, square, !color);
            carried.phase -= PHASES[victim as usize];
        }
    }

    #[inline]
    fn after_null_move(&self, carried: &Carried, _after: &Chess) -> Carried {
        *carried
    }

    #[inline]
    fn evaluate(&self, carried: &Carried, position: &Chess) -> i32 {
        self.0.values.of(position.key(), || self.evaluate_afresh(carried, position.board()))
    }

    fn explain(&self, position: &Chess) -> Vec<TermValue> {
        match &self.0.kind {
            Kind::Ours(ours) => ours.explain(position.board()),
            Kind::Study(study) => study.explain(position.board()),
        }
    }

    fn with_tablebases(self, tablebases: Arc<dyn Tablebases<Chess>>) -> ChessEvaluation {
        ChessEvaluation(self.0, Some(tablebases))
    }

    #[inline]
    fn probe_tablebases(&self, position: &Chess) -> Option<Value> {
        if position.board().occupied().len() > FEW_MEN { None } else { self.1.as_ref()?.probe(position) }
    }

    fn probe_root(&self, position: &Chess) -> Option<RootProbe<Chess>> {
        if position.board().occupied().len() > FEW_MEN { None } else { self.1.as_ref()?.probe_root(position) }
    }
}

/// No endgame table has more men.
const FEW_MEN: u32 = 7;

impl ChessEvaluation {
    /// The value from the view of the side to move, computed without the cache.
    fn evaluate_afresh(&self, carried: &Carried, board: &Board) -> i32 {
        let white = match &self.0.kind {
            Kind::Ours(ours) => ours.evaluate(carried, board, &self.0.pawns),
            Kind::Study(study) => study.evaluate(carried, board),
        };
        sign(board.side_to_move()) * white
    }

    /// A piece on its square, from white's view.
    #[inline(always)]
    fn worth(&self, piece: Piece, square: Square, color: Color) -> Pair {
        let worth = self.0.placed[piece as usize][square.relative_to(color) as usize];
        if color == Color::White { worth } else { -worth }
    }
}

impl FromStr for ChessEvaluation {
    type Err = TextError;

    /// Reads `NAME[/TERM=WEIGHT…]`.
    fn from_str(text: &str) -> Result<ChessEvaluation, TextError> {
        let mut parts = text.split('/');
        let name = parts.next().unwrap_or_default();
        let mut kind = match name {
            "fitted" => Kind::Ours(Ours::fitted()),
            "study" => Kind::Study(Study::published()),
            _ => {
                let error = TextError::at("unknown evaluation", name, "");
                return Err(TextError::new(format!("{error}; available: fitted, study")));
            }
        };
        for part in parts {
            let (term, weight) = weights::read(part)?;
            match &mut kind {
                Kind::Ours(ours) => ours.weigh(term, weight)?,
                Kind::Study(study) => study.weigh(term, weight)?,
            }
        }
        Ok(ChessEvaluation::of(kind))
    }
}

#[inline]
fn sign(color: Color) -> i32 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}

/// Calls `visit` with every piece of `color` and its square.
fn each_piece(board: &Board, color: Color, mut visit: impl FnMut(Piece, Square)) {
    for piece in Piece::ALL {
        board.colored_pieces(color, piece).into_iter().for_each(|square| visit(piece, square));
    }
}

#[cfg(test)]
mod tests {
    use super::super::knowledge::tests::each_random_position;
    use super::*;
    use spielbaum_core::{MoveSet, SelectiveSearch};

    const NAMES: [&str; 3] = ["fitted", "study", "study/attack=0/safety=1"];

    fn evaluation(name: &str) -> ChessEvaluation {
        name.parse().unwrap()
    }

    fn value(evaluation: &ChessEvaluation, position: &Chess) -> i32 {
        let state = evaluation.start(position);
        let value = evaluation.evaluate_afresh(&state, position.board());
        assert_eq!(evaluation.evaluate(&state, position), value, "{position}");
        value
    }

    /// The position with the colours exchanged and the board upside down.
    fn flipped(position: &Chess) -> Chess {
        let swap_case = |text: &str| -> String {
            let swap = |letter: char| {
                if letter.is_ascii_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
            };
            text.chars().map(swap).collect()
        };
        let fen = position.fen();
        let fields: Vec<&str> = fen.split(' ').collect();
        let ranks: Vec<String> = fields[0].split('/').rev().map(swap_case).collect();
        let side = if fields[1] == "w" { "b" } else { "w" };
        let mut rights: Vec<char> = swap_case(fields[2]).chars().collect();
        rights.sort_unstable();
        let rights: String = rights.into_iter().collect();
        let en_passant: String = match fields[3].split_at(1) {
            (file, "3") => format!("{file}6"),
            (file, "6") => format!("{file}3"),
            _ => "-".to_owned(),
        };
        let text = format!("{} {side} {rights} {en_passant} {} {}", ranks.join("/"), fields[4], fields[5]);
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn what_is_carried_is_what_is_found_from_nothing_and_colours_are_alike() {
        let evaluations = NAMES.map(evaluation);
        let (mut castlings, mut promotions, mut en_passants) = (0, 0, 0);
        each_random_position(81, |position| {
            for evaluation in &evaluations {
                let state = evaluation.start(position);
                assert_eq!(value(evaluation, position), value(evaluation, &flipped(position)), "{position}");
                if let Some(passed) = position.null_move() {
                    assert_eq!(evaluation.after_null_move(&state, &passed), evaluation.start(&passed), "{position}");
                }
                for mv in position.status().moves().unwrap().iter() {
                    let (mut after, mut updated) = (position.clone(), state);
                    after.play(mv);
                    evaluation.update(&mut updated, position, mv);
                    assert_eq!(updated, evaluation.start(&after), "{position} {mv}");
                    castlings += usize::from(is_castling(position.board(), mv));
                    promotions += usize::from(mv.promotion.is_some());
                    en_passants +=
                        usize::from(captured(position.board(), mv).is_some_and(|(_, square)| square != mv.to));
                }
            }
        });
        let special = [castlings, promotions, en_passants];
        assert!(special.iter().all(|&count| count > 60), "{special:?}");
    }

    #[test]
    fn the_terms_add_up_to_the_value() {
        let evaluations = NAMES.map(evaluation);
        each_random_position(85, |position| {
            for evaluation in &evaluations {
                let sum: f32 = evaluation.explain(position).iter().map(|term| term.value).sum();
                let value = sign(position.board().side_to_move()) * value(evaluation, position);
                assert!((sum - value as f32).abs() < 1.51, "{position} {sum} {value}");
            }
        });
    }

    #[test]
    fn a_term_without_weight_says_nothing() {
        let position: Chess = "r2q1rk1/pp2bppp/2n1pn2/3p4/3P4/2N1PN2/PP2BPPP/R2Q1R1K w - - 0 1".parse().unwrap();
        for (name, terms) in [("fitted", 14), ("study", 8)] {
            let all = evaluation(name).explain(&position);
            assert_eq!(all.len(), terms);
            for (place, term) in all.iter().enumerate() {
                let without = evaluation(&format!("{name}/{}=0", term.term)).explain(&position);
                assert_eq!(without[place].value, 0.0, "{name} {}", term.term);
            }
        }
    }

    #[test]
    fn a_queen_more_is_much_and_bare_kings_are_driven_to_the_edge() {
        let ours = ChessEvaluation::default();
        let value = |text: &str| value(&ours, &text.parse().unwrap());
        assert!(value("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1") > 600);
        assert!(value("8/8/8/4k3/8/8/8/R3K3 w - - 0 1") < value("4k3/8/4K3/8/8/8/8/R7 w - - 0 1"));
        // Bishop and knight: the corner of the bishop's colour.
        assert!(value("7k/8/5K2/8/4BN2/8/8/8 b - - 0 1") > value("k7/8/2K5/8/4BN2/8/8/8 b - - 0 1"));
    }

    #[test]
    fn wrong_names_and_weights_are_refused() {
        for (text, message) in [
            ("fited", "unknown evaluation 'fited'; available: fitted, study"),
            ("fitted/haste=1", "unknown term 'haste'; available: material, squares"),
            ("study/mobility", "expected TERM=WEIGHT, found 'mobility'"),
            ("study/mobility=much", "expected a weight from -1000 to 1000 in 'mobility=much'"),
        ] {
            let error = text.parse::<ChessEvaluation>().unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
