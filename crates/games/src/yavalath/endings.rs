//! Endgames: a depth-first search of the last stones to the end.
//!
//! Late in the game fours are rare; the side that runs out of cells without a three loses. The number of safe moves
//! left decides, and two facts about it need no search:
//!
//! * A stone on a cell that lies in no three cells in a row which one side could still fill is a pass. One pass answers another,
//!   so only the parity of such *neutral* cells matters.
//! * A stone in no such three cells is as good as any other. Positions that differ only in those share a table entry.

use std::cmp::Reverse;

use spielbaum_core::{EndgameTable, Game, Side, mix};

use super::Yavalath;
use super::gapped::{Gapped, forcing_cells, rows_made};

/// A position that is not decided statically.
#[derive(Clone, Copy)]
struct Open<W> {
    /// The stones of the side to move and of the other.
    own: W,
    other: W,
    key: u64,
    /// The moves that matter.
    moves: W,
    /// Where a stone of the other side would make a three.
    threes: W,
}

/// The static verdict on a position.
enum Sight<W> {
    /// Whether the side to move reaches its goal.
    Decided(bool),
    Open(Open<W>),
}

/// A search: the attacker's goal is to win; the defender's is not to lose.
struct Endings<'a, W> {
    board: W,
    memory: &'a EndgameTable,
    /// Positions that may still be searched.
    left: u32,
    /// A stack of the children of all positions on the current line.
    children: Vec<Child<W>>,
}

/// The position after a move.
#[derive(Clone, Copy)]
struct Child<W> {
    position: Open<W>,
    cell: u32,
    /// Lower classes of moves come first.
    class: u8,
}

impl<W: Gapped> Endings<'_, W> {
    /// What is seen of a position; `attacks` says whether the side to move does.
    #[inline]
    fn look(&self, own: W, other: W, attacks: bool) -> Sight<W> {
        let empty = self.board & !(own | other);
        let (made, made_by_other) = (rows_made(own), rows_made(other));
        if !(made.fours & empty).is_zero() {
            return Sight::Decided(true);
        }
        let (danger, lasting) = (made_by_other.fours & empty, empty & !made.threes);
        let mut moves = match danger {
            _ if danger.is_zero() => lasting,
            _ if danger.without_lowest().is_zero() => lasting & danger,
            _ => W::default(),
        };
        if moves.is_zero() {
            // A full board is a draw.
            return Sight::Decided(empty.is_zero() && !attacks);
        }
        let (own_free, other_free) = (own | empty, other | empty);
        let (own_rows, other_rows) = (threes_within(own_free), threes_within(other_free));
        let (attacker, defender_rows) = if attacks { (own_free, other_rows) } else { (other_free, own_rows) };
        if (defender_rows & empty).is_zero() && !has_four_within(attacker) {
            // The defender cannot be forced to lose.
            return Sight::Decided(!attacks);
        }
        let live = empty & (own_rows | other_rows);
        let neutral = empty & !live;
        let is_odd = neutral.count() % 2 == 1;
        if danger.is_zero() && !neutral.is_zero() {
            let pass = if is_odd { neutral & !neutral.without_lowest() } else { W::default() };
            moves = moves & live | pass;
            if moves.is_zero() {
                return Sight::Decided(live.is_zero() && !attacks);
            }
        }
        let kind = u64::from(attacks) + 2 * u64::from(is_odd);
        let key = [own & own_rows, other & other_rows, live].into_iter().fold(kind, |key, cells| {
            let (low, high) = cells.halves();
            mix(mix(key, low), high)
        });
        Sight::Open(Open { own, other, key, moves, threes: made_by_other.threes })
    }

    /// Whether the side to move reaches its goal; `None` when the budget is used up.
    fn reaches_aim(&mut self, position: &Open<W>, attacks: bool) -> Option<bool> {
        self.left = self.left.checked_sub(1)?;
        let start = self.children.len();
        let answer = self.search(position, attacks, start);
        self.children.truncate(start);
        if let Some(answer) = answer {
            self.memory.store(position.key, answer);
        }
        answer
    }

    /// The same, with the children from `start` on.
    fn search(&mut self, position: &Open<W>, attacks: bool, start: usize) -> Option<bool> {
        let Open { own, other, moves, threes, .. } = *position;
        let forcing = forcing_cells(own, self.board & !(own | other));
        for cell in moves.bits() {
            let stone = W::bit(cell);
            match self.look(other, own | stone, !attacks) {
                Sight::Decided(false) => return Some(true),
                Sight::Decided(true) => {}
                Sight::Open(position) => {
                    self.memory.prefetch(position.key);
                    // First what threatens; last what the opponent could not use anyway.
                    let is_threat = !(forcing & stone).is_zero();
                    let class = if is_threat { 0 } else { 1 + u8::from(!(threes & stone).is_zero()) };
                    self.children.push(Child { position, cell, class });
                }
            }
        }
        let mut place = start;
        while let Some(child) = self.children.get(place) {
            match self.memory.probe(child.position.key) {
                Some(false) => return Some(true),
                Some(true) => drop(self.children.swap_remove(place)),
                None => place += 1,
            }
        }
        while let Some(place) = (start..self.children.len()).min_by_key(|&place| self.rank(place, attacks)) {
            let child = self.children.swap_remove(place);
            // Another line may have reached the position meanwhile.
            let known = self.memory.probe(child.position.key);
            let settles = !known.or_else(|| self.reaches_aim(&child.position, !attacks))?;
            self.memory.update_history(attacks, child.cell as usize, settles);
            if settles {
                return Some(true);
            }
        }
        Some(false)
    }

    /// The least is searched next.
    #[inline]
    fn rank(&self, place: usize, attacks: bool) -> (u8, Reverse<u32>) {
        let child = &self.children[place];
        (child.class, Reverse(self.memory.history(attacks, child.cell as usize)))
    }
}

/// The cells of all threes in a row within `cells`.
#[inline]
fn threes_within<W: Gapped>(cells: W) -> W {
    W::STEPS.into_iter().fold(W::default(), |found, step| {
        let first = cells & cells >> step & cells >> (2 * step);
        found | first | first << step | first << (2 * step)
    })
}

/// Whether there is a four in a row within `cells`.
#[inline]
fn has_four_within<W: Gapped>(cells: W) -> bool {
    W::STEPS.into_iter().any(|step| {
        let pairs = cells & cells >> step;
        !(pairs & pairs >> (2 * step)).is_zero()
    })
}

impl Yavalath {
    /// The implementation of [`prove_endgame`](spielbaum_core::Proofs::prove_endgame).
    pub(super) fn search_ending<W: Gapped>(
        &self,
        side: Side,
        effort: u32,
        memory: &EndgameTable,
        looked: &mut u32,
    ) -> Option<bool> {
        if self.can_swap() {
            return None;
        }
        let [own, other] = [self.own, self.other].map(|stones| W::spread(stones, self.geometry));
        let mut search = Endings { board: W::board(self.geometry), memory, left: effort, children: Vec::new() };
        let attacks = self.side_to_move() == side;
        let reaches_aim = match search.look(own, other, attacks) {
            Sight::Decided(answer) => Some(answer),
            Sight::Open(position) => memory.probe(position.key).or_else(|| search.reaches_aim(&position, attacks)),
        };
        *looked += effort - search.left;
        reaches_aim.map(|answer| answer == attacks)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use spielbaum_core::{CellSet, MoveSet, Outcome, Proofs, Rng, Status};

    /// Whether `side` wins, by the rules alone.
    fn wins(position: &Yavalath, side: Side, known: &mut HashMap<Yavalath, bool>) -> bool {
        let moves = match position.status() {
            Status::Over(outcome) => return outcome == Outcome::Win(side),
            Status::Ongoing(moves) => moves,
        };
        if let Some(&answer) = known.get(position) {
            return answer;
        }
        let mut behind = moves.iter().map(|cell| {
            let mut child = *position;
            child.play(cell);
            child
        });
        let chooses = position.side_to_move() == side;
        let answer = if chooses {
            behind.any(|child| wins(&child, side, known))
        } else {
            behind.all(|child| wins(&child, side, known))
        };
        known.insert(*position, answer);
        answer
    }

    /// A random game that avoids rows where possible, until this many cells are empty; `None` if it ends before.
    fn late_position(side: u8, empty: u32, rng: &mut Rng) -> Option<Yavalath> {
        let mut position = Yavalath::start(side, false);
        loop {
            let cells = position.geometry.board & !(position.own | position.other);
            if position.winner.is_some() || cells.count_ones() == empty {
                return Some(position).filter(|position| position.winner.is_none());
            }
            let careful = CellSet(cells & !position.geometry.rows_made(position.own).threes);
            let moves = if careful.is_empty() { CellSet(cells) } else { careful };
            position.play(moves.sample(rng));
        }
    }

    #[test]
    fn endings_are_searched_as_the_rules_have_them() {
        let (mut rng, memory) = (Rng::new(96), EndgameTable::default());
        let (mut won, mut lost, mut drawn, mut searched) = (0, 0, 0, 0);
        for number in 0..5_000_u32 {
            let Some(position) = late_position(3 + (number % 3) as u8, 5 + number / 3 % 5, &mut rng) else {
                continue;
            };
            let [first, second] = Side::BOTH.map(|side| {
                let expected = wins(&position, side, &mut HashMap::new());
                let found = position.prove_endgame(side, u32::MAX, &memory, &mut searched);
                assert_eq!(found, Some(expected), "{position}, {side:?}");
                expected
            });
            (won, lost, drawn) =
                (won + u32::from(first), lost + u32::from(second), drawn + u32::from(!first && !second));
        }
        assert!(won > 50 && lost > 50 && drawn > 50 && searched > 5_000, "{won} {lost} {drawn} {searched}");
    }

    #[test]
    fn an_ending_that_takes_too_much_is_left_open() {
        let position = late_position(4, 18, &mut Rng::new(5)).expect("a long game");
        let memory = EndgameTable::default();
        let mut searched = 0;
        assert_eq!(position.prove_endgame(Side::First, 3, &memory, &mut searched), None);
        assert_eq!(searched, 3);
        assert!(position.prove_endgame(Side::First, u32::MAX, &memory, &mut searched).is_some());
    }
}
