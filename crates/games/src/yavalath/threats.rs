//! Fours, threes and forcing moves as masks, and wins by threats that leave one answer each.
//!
//! Masks are found for all cells at once on a board with gaps, where a step along each direction is one shift:
//!
//! ```text
//!   bit = 10 · row + column      steps of 1, 10 and 11; at least one bit that is no cell behind every line
//! ```
//!
//! A sequence of threats is decided within its own cells: the opponent must answer each threat on the one cell that completes
//! the four. So a stone elsewhere does not stop it, unless it lets one of those answers make a four or a threat. The cells
//! that matter are the zone of a sequence: a relevance zone as in Wu & Lin, *Relevance-Zone-Oriented Proof Search* (2010).

use spielbaum_core::{Cell, CellSet, Forced, MoveSet, deposit_bits, extract_bits};

use super::Yavalath;
use super::geometry::{Geometry, Row, SIDE_3, SIDE_4, SIDE_5};

/// Bits from row to row.
const STRIDE: u32 = 10;
pub(super) const STEPS: [u32; 3] = [1, STRIDE, STRIDE + 1];

/// The cells of the boards of side 3, 4 and 5, with gaps.
static SPREAD: [u128; 3] = [spread_cells(&SIDE_3), spread_cells(&SIDE_4), spread_cells(&SIDE_5)];

const fn spread_cells(geometry: &Geometry) -> u128 {
    let (mut cells, size) = (0, geometry.rows() as u32);
    let mut place = 0;
    while place < size * size {
        let (row, column) = (place / size, place % size);
        if geometry.cell_at(row as i32, column as i32).is_some() {
            cells |= 1 << (STRIDE * row + column);
        }
        place += 1;
    }
    cells
}

/// Cells on which a stone would make a row, empty or not.
#[derive(Clone, Copy)]
pub(super) struct RowsMade {
    pub(super) fours: u64,
    /// Three or more.
    pub(super) threes: u64,
}

impl Geometry {
    #[inline]
    pub(super) fn spread(&self, cells: u64) -> u128 {
        let all = SPREAD[self.side - 3];
        let low = all as u64;
        let high = deposit_bits(cells >> low.count_ones(), (all >> 64) as u64);
        u128::from(deposit_bits(cells, low)) | u128::from(high) << 64
    }

    #[inline]
    fn gathered(&self, cells: u128) -> u64 {
        let all = SPREAD[self.side - 3];
        let low = all as u64;
        extract_bits(cells as u64, low) | extract_bits((cells >> 64) as u64, (all >> 64) as u64) << low.count_ones()
    }

    /// Where one more of `stones` makes a row.
    #[inline]
    pub(super) fn rows_made(&self, stones: u64) -> RowsMade {
        let stones = self.spread(stones);
        let (mut fours, mut threes) = (0, 0);
        for step in STEPS {
            let (next, before) = (stones >> step, stones << step);
            let (next_two, before_two) = (next & stones >> (2 * step), before & stones << (2 * step));
            let around = next & before;
            fours |= around & (stones >> (2 * step) | stones << (2 * step));
            fours |= next_two & stones >> (3 * step) | before_two & stones << (3 * step);
            threes |= around | next_two | before_two;
        }
        RowsMade { fours: self.gathered(fours), threes: self.gathered(threes) }
    }

    /// The `empty` cells where one more of `stones` threatens a four: of four cells in a row three are then stones and an
    /// inner one is empty. Where the last cell is an outer one, the stone makes a three.
    #[inline]
    pub(super) fn forcing_cells(&self, stones: u64, empty: u64) -> u64 {
        let (stones, empty) = (self.spread(stones), self.spread(empty));
        let mut cells = 0;
        for step in STEPS {
            let at = |cells: u128, place: u32| cells >> (place * step);
            // X X · X with its first, second or fourth stone to come, and X · X X with its first, third or fourth.
            for (second, gap) in [(1, 2), (2, 1)] {
                let is_open = at(empty, gap);
                cells |= is_open & empty & at(stones, second) & at(stones, 3);
                cells |= (is_open & stones & at(empty, second) & at(stones, 3)) << (second * step);
                cells |= (is_open & stones & at(stones, second) & at(empty, 3)) << (3 * step);
            }
        }
        self.gathered(cells)
    }
}

/// A sequence of threats: the cells that it uses, and those of them where the opponent may answer.
#[derive(Clone, Copy, Default)]
struct Sequence {
    cells: u64,
    answers: u64,
}

/// A search for sequences of threats.
struct Threats {
    geometry: &'static Geometry,
    /// Positions that may still be looked at.
    left: u32,
    sequence: Sequence,
}

impl Threats {
    /// The first move of a sequence with which the owner of `own`, who is to move and has no four, wins. `danger` are the cells
    /// where the opponent makes four. What `sequence` holds then is the whole of it.
    fn win(&mut self, own: u64, other: u64, danger: u64) -> Option<Cell> {
        self.left = self.left.checked_sub(1)?;
        let empty = self.geometry.board & !(own | other);
        let candidates = match danger.count_ones() {
            0 => self.geometry.forcing_cells(own, empty),
            1 => danger,
            _ => 0,
        };
        // First the threats that end it: two at once, or one whose answer makes a three.
        let mut open = [(Cell(0), Cell(0)); super::geometry::MAX_CELLS];
        let mut count = 0;
        for cell in CellSet(candidates).iter() {
            let (row, threats) = self.geometry.row_and_threats(own, cell.0);
            let threats = CellSet(threats & empty);
            if row != Row::None || threats.is_empty() {
                continue;
            }
            let answer = threats.nth(0);
            let made = self.geometry.row_made(other, answer.0);
            if threats.len() > 1 || made == Row::Three {
                self.sequence = Sequence { cells: cell.bit() | threats.0, answers: threats.0 };
                return Some(cell);
            }
            if made == Row::None {
                open[count] = (cell, answer);
                count += 1;
            }
        }
        for &(cell, answer) in &open[..count] {
            let empty = empty & !(cell.bit() | answer.bit());
            let danger = self.geometry.row_and_threats(other, answer.0).1 & empty;
            if self.win(own | cell.bit(), other | answer.bit(), danger).is_some() {
                self.sequence.cells |= cell.bit() | answer.bit();
                self.sequence.answers |= answer.bit();
                return Some(cell);
            }
        }
        None
    }
}

impl Yavalath {
    /// What [`see_forced`](spielbaum_core::Knowledge::see_forced) asks for; `moves` neither lose at once nor to the next move.
    pub(super) fn see_threats(&self, moves: CellSet, effort: u32, looked: &mut u32) -> Forced<Yavalath> {
        let (geometry, empty) = (self.geometry, self.geometry.board & !(self.own | self.other));
        let danger = geometry.rows_made(self.other).fours & empty;
        let mut search = Threats { geometry, left: effort, sequence: Sequence::default() };
        let win = search.win(self.own, self.other, danger);
        *looked += effort - search.left;
        if let Some(cell) = win {
            return Forced::Win(cell);
        }
        // A four to be blocked leaves no choice anyway, and a swap changes sides.
        if danger != 0 || self.can_swap() {
            return Forced::Nothing;
        }
        search.left = effort;
        let threat = search.win(self.other, self.own, 0);
        *looked += effort - search.left;
        match threat {
            Some(_) => Forced::Threat(CellSet(moves.0 & self.zone(search.sequence))),
            None => Forced::Nothing,
        }
    }

    /// The cells where a stone of the side to move may stop the opponent's `sequence`. Elsewhere it leaves every cell of it
    /// free, and none of the answers makes a four or a threat with it: such a stone would be one of three in four cells
    /// in a row whose last one is not the opponent's.
    fn zone(&self, sequence: Sequence) -> u64 {
        let own = self.own | sequence.answers;
        let rest = self.geometry.board & !(own | self.other);
        sequence.cells | self.geometry.forcing_cells(own, rest) | self.geometry.rows_made(own).fours & rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielbaum_core::{Game, Knowledge, LookAhead, Rng};

    /// Boards with many stones of both sides.
    fn crowded_boards(seed: u64, count: usize, mut visit: impl FnMut(&'static Geometry, u64, u64)) {
        let mut rng = Rng::new(seed);
        for number in 0..count {
            let geometry = Geometry::of_side(3 + (number % 3) as u8);
            let own = rng.next_u64() & rng.next_u64() & geometry.board;
            visit(geometry, own, rng.next_u64() & rng.next_u64() & geometry.board & !own);
        }
    }

    #[test]
    fn masks_hold_what_each_cell_says() {
        crowded_boards(31, 3_000, |geometry, own, other| {
            let (empty, made) = (geometry.board & !(own | other), geometry.rows_made(own));
            let forcing = geometry.forcing_cells(own, empty);
            for cell in CellSet(empty).iter() {
                let (row, threats) = geometry.row_and_threats(own, cell.0);
                assert_eq!(row, geometry.row_made(own, cell.0), "{own:x} {cell:?}");
                assert_eq!(made.fours & cell.bit() != 0, row == Row::Four, "{own:x} {cell:?}");
                assert_eq!(made.threes & cell.bit() != 0, row != Row::None, "{own:x} {cell:?}");
                if row == Row::None {
                    assert_eq!(forcing & cell.bit() != 0, threats & empty != 0, "{own:x} {other:x} {cell:?}");
                }
                // A threat is a cell that was no four before and is one now.
                let now = geometry.rows_made(own | cell.bit()).fours & empty & !cell.bit();
                if row != Row::Four {
                    assert_eq!(threats & empty & !made.fours, now & !made.fours, "{own:x} {other:x} {cell:?}");
                }
            }
        });
    }

    #[test]
    fn a_stone_outside_the_zone_leaves_the_win_standing() {
        let (mut rng, mut stones) = (Rng::new(32), 0);
        for game in 0..4_000 {
            let mut position = Yavalath::start(4 + (game % 2) as u8, false);
            while let Some(moves) = position.status().moves() {
                let LookAhead::Moves(kept) = position.look_ahead(moves) else { break };
                if let Forced::Threat(answers) = position.see_forced(&kept, 100, &mut 0) {
                    for cell in CellSet(kept.0 & !answers.0).iter() {
                        let mut child = position;
                        child.play(cell);
                        let replies = child.status().moves().expect("the stone makes no row");
                        let is_won = match child.look_ahead(replies) {
                            LookAhead::Win => true,
                            LookAhead::Moves(kept) => {
                                matches!(child.see_forced(&kept, 100_000, &mut 0), Forced::Win(_))
                            }
                            LookAhead::Loss(_) => false,
                        };
                        assert!(is_won, "{position}: {child}");
                        stones += 1;
                    }
                }
                position.play(kept.sample(&mut rng));
            }
        }
        assert!(stones > 10_000, "{stones}");
    }

    #[test]
    fn a_threat_whose_answer_makes_a_three_wins() {
        // Black's e5 is the only answer to white's e6, and makes a three with c3 and d4.
        let position: Yavalath = "e3 c3 e4 d4".parse().unwrap();
        let LookAhead::Moves(kept) = position.look_ahead(position.status().moves().unwrap()) else { panic!("decided") };
        let Forced::Win(cell) = position.see_forced(&kept, 100, &mut 0) else { panic!("no win found") };
        assert_eq!(spielbaum_core::Notation::move_text(&position, cell), "e6");
    }
}
