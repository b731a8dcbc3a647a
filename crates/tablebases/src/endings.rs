//! Tables at hand: those of three men, which are made when they are first needed, others from files, and Syzygy files.

use std::cmp::Reverse;
use std::fmt;
use std::sync::{Arc, LazyLock, OnceLock};

use arrayvec::ArrayVec;
use spielbaum_core::{Advice, Game, MoveSet, Oracle, Value};
use spielbaum_games::Chess;
use spielbaum_games::chess::{Board, Color, Draws, Move, Piece};

use crate::material::MOST_MEN;
use crate::placement::{Man, Placement};
use crate::syzygy::{Syzygy, Wdl};
use crate::worth::Worth;
use crate::{Material, Packed, Table};

/// Knows what endings are worth.
#[derive(Clone)]
pub struct Endings {
    /// By [code](Material::code).
    tables: Vec<Option<Arc<Slot>>>,
    /// Files of other people's making, asked where there is no table.
    syzygy: Arc<Syzygy>,
}

/// A table, or where to get it from when somebody needs it.
struct Slot {
    source: Source,
    table: OnceLock<Table>,
}

enum Source {
    /// Three men: it is made within a moment.
    Making(Material),
    File(Packed),
}

impl Slot {
    fn table(&self) -> &Table {
        self.table.get_or_init(|| match &self.source {
            Source::Making(material) => Table::make(*material, &Endings::small(), &mut |_, _| ()),
            Source::File(packed) => packed.unpack(),
        })
    }
}

/// The tables of three men, made once for all.
static SMALL: LazyLock<Endings> = LazyLock::new(|| {
    let mut endings = Endings { tables: vec![None; Material::CODES], syzygy: Arc::default() };
    for material in Material::all().into_iter().filter(|material| material.men() == 3) {
        endings.put(material, Source::Making(material), OnceLock::new());
    }
    endings
});

impl Endings {
    /// All endings with three men. Each is made when it is first needed.
    pub fn small() -> Endings {
        SMALL.clone()
    }

    /// Makes or unpacks all tables, so that nobody has to wait for them later.
    pub fn prepare(&self) {
        self.tables.iter().flatten().for_each(|slot| _ = slot.table());
    }

    /// Adds a table.
    pub fn add(&mut self, table: Table) {
        self.put(table.material(), Source::Making(table.material()), OnceLock::from(table));
    }

    /// Adds a table that stays packed until it is needed.
    pub fn add_packed(&mut self, packed: Packed) {
        self.put(packed.material(), Source::File(packed), OnceLock::new());
    }

    /// Adds Syzygy files in place of those that were there.
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

    /// What a position is worth to the side to move, as if there were no draws by repetition and by the fifty-move rule;
    /// none where it is in no table.
    pub fn value_on(&self, board: &Board) -> Option<Value> {
        let placement = on_board(board)?;
        self.worth(&placement).map(Worth::value)
    }

    /// The ending on a board, if it is one that can have a table.
    pub fn ending_on(board: &Board) -> Option<Material> {
        Some(arranged(&on_board(board)?)?.0)
    }

    /// All moves of a position with their values for the side to move, the best first; none where a table is missing.
    pub fn moves(&self, position: &Chess) -> Option<Vec<(Move, Value)>> {
        let mut found = Vec::new();
        for mv in position.status().moves()?.iter() {
            let mut board = position.board().clone();
            board.play_unchecked(mv);
            found.push((mv, self.worth(&on_board(&board)?)?.before_move()));
        }
        found.sort_by_key(|(_, worth)| Reverse(worth.preference()));
        Some(found.into_iter().map(|(mv, worth)| (mv, worth.value())).collect())
    }

    /// Best play by both sides up to mate; nothing from a drawn position.
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

    pub(crate) fn worth(&self, placement: &Placement) -> Option<Worth> {
        let (material, arranged) = arranged(placement)?;
        if material.is_dead() {
            return Some(Worth::DRAW);
        }
        Some(self.table(material)?.worth(&arranged))
    }
}

impl fmt::Debug for Endings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(Material::all().iter().filter(|material| self.has(**material))).finish()
    }
}

impl Endings {
    /// What the tables say where that comes in time.
    #[inline]
    fn value_in_time(&self, position: &Chess) -> Option<Value> {
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

/// The fifty-move rule is minded: a mate counts only where it comes in time. Repetitions are not. Tables, which know when mate
/// comes, go before Syzygy files; what those say of a position holds where the clock of the fifty-move rule stands at 0. A file that is
/// damaged knows nothing.
impl Oracle<Chess> for Endings {
    #[inline]
    fn value(&self, position: &Chess) -> Option<Value> {
        let value = self.value_in_time(position);
        if value.is_some() || self.syzygy.is_empty() || position.clock() != 0 {
            return value;
        }
        self.syzygy.wdl(position.board()).ok()?.and_then(|wdl| proven(wdl, position.draws()))
    }

    fn advice(&self, position: &Chess) -> Option<Advice<Chess>> {
        if self.syzygy.is_empty() || self.value_in_time(position).is_some() {
            return None;
        }
        let (wdl, moves) = self.syzygy.advised(position).ok()??;
        Some(Advice { value: proven(wdl, position.draws())?, moves })
    }
}

/// What an outcome of Syzygy files proves. Where seventy-five moves are allowed, nobody knows what is left of a win that fifty
/// spoil.
fn proven(wdl: Wdl, draws: Draws) -> Option<Value> {
    match wdl {
        Wdl::Win => Some(Value::Win(None)),
        Wdl::Loss => Some(Value::Loss(None)),
        Wdl::Draw => Some(Value::Draw),
        Wdl::CursedWin | Wdl::BlessedLoss => (draws == Draws::Claimed).then_some(Value::Draw),
    }
}

/// The men on a board; none when they are too many, or somebody may still castle.
fn on_board(board: &Board) -> Option<Placement> {
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

/// A position as its table has it: white is the stronger side, and its men stand in the order of the material.
fn arranged(placement: &Placement) -> Option<(Material, Placement)> {
    let pieces = placement.men[2..].iter().map(|man| (man.color, man.piece));
    let (material, is_exchanged) = Material::of(pieces)?;
    let mut arranged = placement.clone();
    if is_exchanged {
        arranged.turn = !arranged.turn;
        for man in &mut arranged.men {
            *man = Man { color: !man.color, piece: man.piece, square: man.square.flip_rank() };
        }
        arranged.men.swap(0, 1);
    }
    // Two men at most: they are in order, or the other way round.
    let is_in_order = arranged.men[2..].iter().map(|man| (man.color, man.piece)).eq(material.pieces());
    if !is_in_order {
        arranged.men.swap(2, 3);
    }
    Some((material, arranged))
}
