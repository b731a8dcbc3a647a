//! The available tablebases: tables of three men, generated on first use, tables from files, and Syzygy files.

use std::cmp::Reverse;
use std::fmt;
use std::sync::{Arc, LazyLock, OnceLock};

use arrayvec::ArrayVec;
use spielbaum_core::{Game, MoveSet, RootProbe, Tablebases, Value};
use spielbaum_games::Chess;
use spielbaum_games::chess::{Board, Color, Draws, Move, Piece};

use crate::distance_to_mate::DistanceToMate;
use crate::material::MOST_MEN;
use crate::placement::{Man, Placement};
use crate::syzygy::{Syzygy, Wdl};
use crate::{Material, Packed, Table};

/// The available tablebases, probed together.
#[derive(Clone)]
pub struct Endings {
    /// By [code](Material::code).
    tables: Vec<Option<Arc<Slot>>>,
    /// Probed where there is no table of our own.
    syzygy: Arc<Syzygy>,
}

/// A table that is loaded on first use.
struct Slot {
    source: Source,
    table: OnceLock<Table>,
}

enum Source {
    /// Three men: generated in milliseconds.
    Generated(Material),
    File(Packed),
}

impl Slot {
    fn table(&self) -> &Table {
        self.table.get_or_init(|| match &self.source {
            Source::Generated(material) => Table::make(*material, &Endings::small(), &mut |_, _| ()),
            Source::File(packed) => packed.unpack(),
        })
    }
}

/// The tables of three men, shared by all instances.
static SMALL: LazyLock<Endings> = LazyLock::new(|| {
    let mut endings = Endings { tables: vec![None; Material::CODES], syzygy: Arc::default() };
    for material in Material::all().into_iter().filter(|material| material.men() == 3) {
        endings.put(material, Source::Generated(material), OnceLock::new());
    }
    endings
});

impl Endings {
    /// All endings with three men. Each table is generated on first use.
    pub fn small() -> Endings {
        SMALL.clone()
    }

    /// Generates or unpacks all tables now, so that no search waits for one.
    pub fn prepare(&self) {
        self.tables.iter().flatten().for_each(|slot| _ = slot.table());
    }

    /// Adds a table.
    pub fn add(&mut self, table: Table) {
        self.put(table.material(), Source::Generated(table.material()), OnceLock::from(table));
    }

    /// Adds a table that is unpacked on first use.
    pub fn add_packed(&mut self, packed: Packed) {
        self.put(packed.material(), Source::File(packed), OnceLock::new());
    }

    /// Replaces the Syzygy files.
    pub fn set_syzygy(&mut self, syzygy: Syzygy) {
        self.syzygy = Arc::new(syzygy);
    }

    /// The Syzygy files.
    pub fn syzygy(&self) -> &Syzygy {
        &self.syzygy
    }

    fn put(&mut self, material: Material, source: Source, table: OnceLock<Table>) {
        self.tables[material.code()] = Some(Arc::new(Slot { source, table }));
    }

    /// The table of an ending.
    pub fn table(&self, material: Material) -> Option<&Table> {
        self.tables[material.code()].as_deref().map(Slot::table)
    }

    /// Whether there is a table of an ending.
    pub fn has(&self, material: Material) -> bool {
        self.tables[material.code()].is_some()
    }

    /// The value of a position for the side to move, ignoring draws by repetition and by the fifty-move rule; `None`
    /// where no table has it.
    pub fn value_on(&self, board: &Board) -> Option<Value> {
        let placement = placement_of(board)?;
        self.probe(&placement).map(DistanceToMate::value)
    }

    /// The ending on a board, if it is small enough for a table.
    pub fn ending_on(board: &Board) -> Option<Material> {
        Some(canonical(&placement_of(board)?)?.0)
    }

    /// All moves of a position with their values for the side to move, the best first; `None` where a table is missing.
    pub fn moves(&self, position: &Chess) -> Option<Vec<(Move, Value)>> {
        let mut found = Vec::new();
        for mv in position.status().moves()?.iter() {
            let mut board = position.board().clone();
            board.play_unchecked(mv);
            found.push((mv, self.probe(&placement_of(&board)?)?.before_move()));
        }
        found.sort_by_key(|(_, dtm)| Reverse(dtm.preference()));
        Some(found.into_iter().map(|(mv, dtm)| (mv, dtm.value())).collect())
    }

    /// The line of best play up to mate; empty for a drawn position.
    pub fn line(&self, position: &Chess) -> Vec<Move> {
        let (mut line, mut position) = (Vec::new(), position.clone());
        while let Some((mv, value)) = self.moves(&position).and_then(|moves| moves.first().copied()) {
            if value == Value::Draw {
                break;
            }
            line.push(mv);
            position.play(mv);
        }
        line
    }

    pub(crate) fn probe(&self, placement: &Placement) -> Option<DistanceToMate> {
        let (material, canonical) = canonical(placement)?;
        if material.is_dead() {
            return Some(DistanceToMate::DRAW);
        }
        Some(self.table(material)?.probe(&canonical))
    }
}

impl fmt::Debug for Endings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(Material::all().iter().filter(|material| self.has(**material))).finish()
    }
}

impl Endings {
    /// The value of the tables, if mate comes before the fifty-move rule takes effect.
    #[inline]
    fn value_before_clock_limit(&self, position: &Chess) -> Option<Value> {
        if position.board().occupied().len() as usize > MOST_MEN {
            return None;
        }
        let value = self.value_on(position.board())?;
        let plies = match value {
            Value::Win(plies) | Value::Loss(plies) => plies.unwrap_or_default(),
            _ => 0,
        };
        let left = position.draws().clock_limit().saturating_sub(position.clock());
        (plies <= left.into()).then_some(value)
    }
}

/// Respects the fifty-move rule (a mate counts only if it comes before the clock runs out) but not repetitions. Our own
/// tables, which know the distance to mate, take precedence over Syzygy files, whose WDL values hold only where the
/// halfmove clock is 0. A damaged file counts as missing.
impl Tablebases<Chess> for Endings {
    #[inline]
    fn probe(&self, position: &Chess) -> Option<Value> {
        let value = self.value_before_clock_limit(position);
        if value.is_some() || self.syzygy.is_empty() || position.clock() != 0 {
            return value;
        }
        self.syzygy.wdl(position.board()).ok()?.and_then(|wdl| proven(wdl, position.draws()))
    }

    fn probe_root(&self, position: &Chess) -> Option<RootProbe<Chess>> {
        if self.syzygy.is_empty() || self.value_before_clock_limit(position).is_some() {
            return None;
        }
        let (wdl, moves) = self.syzygy.best_moves(position).ok()??;
        Some(RootProbe { value: proven(wdl, position.draws())?, moves })
    }
}

/// The value that a WDL value proves. Under the seventy-five-move rule, the true value of a cursed win is unknown.
fn proven(wdl: Wdl, draws: Draws) -> Option<Value> {
    match wdl {
        Wdl::Win => Some(Value::Win(None)),
        Wdl::Loss => Some(Value::Loss(None)),
        Wdl::Draw => Some(Value::Draw),
        Wdl::CursedWin | Wdl::BlessedLoss => (draws == Draws::Claimed).then_some(Value::Draw),
    }
}

/// The men on a board; `None` when there are too many, or with castling rights.
fn placement_of(board: &Board) -> Option<Placement> {
    let mut men = ArrayVec::new();
    for color in Color::ALL {
        let rights = board.castle_rights(color);
        if rights.short.is_some() || rights.long.is_some() {
            return None;
        }
        men.try_push(Man { color, piece: Piece::King, square: board.king(color) }).ok()?;
    }
    for square in board.occupied() {
        let (color, piece) = board.color_on(square).zip(board.piece_on(square))?;
        if piece != Piece::King {
            men.try_push(Man { color, piece, square }).ok()?;
        }
    }
    let mut placement = Placement { men, turn: board.side_to_move(), en_passant: false };
    placement.en_passant = board.en_passant().is_some() && placement.can_be_en_passant();
    Some(placement)
}

/// The position as its table stores it: white is the stronger side, and the men are in the order of the material.
fn canonical(placement: &Placement) -> Option<(Material, Placement)> {
    let pieces = placement.men[2..].iter().map(|man| (man.color, man.piece));
    let (material, is_exchanged) = Material::of(pieces)?;
    let mut canonical = placement.clone();
    if is_exchanged {
        canonical.turn = !canonical.turn;
        for man in &mut canonical.men {
            *man = Man { color: !man.color, piece: man.piece, square: man.square.flip_rank() };
        }
        canonical.men.swap(0, 1);
    }
    // Two men at most: they are in order or reversed.
    let is_in_order = canonical.men[2..].iter().map(|man| (man.color, man.piece)).eq(material.pieces());
    if !is_in_order {
        canonical.men.swap(2, 3);
    }
    Some((material, canonical))
}
