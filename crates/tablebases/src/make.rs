//! Tables by retrograde analysis: from the mates backwards, one ply at a time.
//!
//! All positions that are decided after `n` plies are known before any that take longer. The moves back from them lead to
//! the candidates for `n + 1`: whoever can move into a lost position wins, and whoever can only move into won ones loses,
//! which is looked at by making all the moves forwards. Captures and promotions lead into other tables, and what they are
//! worth is known from the beginning. Ströhlein (1970); Thompson (1986).

use std::ops::ControlFlow;

use spielbaum_games::chess::Color;

use crate::Material;
use crate::index::Numbering;
use crate::placement::{Behind, Placement};
use crate::worth::Worth;

/// A number without a position of its own.
const NO_POSITION: u8 = u8::MAX;

/// Makes the table of an ending: one byte for each number, for white and for black to move. `other` knows the endings that
/// this one leads into; `progress` is told how many plies are done and how many positions are decided.
pub(crate) fn make(
    material: Material,
    other: &(dyn Fn(&Placement) -> Worth + Sync),
    progress: &mut dyn FnMut(u32, usize),
) -> [Vec<u8>; 2] {
    let numbering = Numbering::of(material);
    let mut making =
        Making { numbering, other, values: Color::ALL.map(|_| vec![NO_POSITION; numbering.len()]), due: Vec::new() };
    making.begin();
    let mut decided = 0;
    let mut plies = 0;
    while plies < making.due.len() {
        decided += making.advance(plies);
        progress(plies as u32, decided);
        plies += 1;
    }
    making.finish()
}

struct Making<'a> {
    numbering: Numbering,
    other: &'a (dyn Fn(&Placement) -> Worth + Sync),
    /// What is known so far; a draw is what is not decided yet.
    values: [Vec<u8>; 2],
    /// By plies to mate, positions that are decided then at the latest.
    due: Vec<Vec<(Color, u32)>>,
}

impl Making<'_> {
    /// Finds mates, and what captures and promotions decide.
    fn begin(&mut self) {
        for turn in Color::ALL {
            for number in 0..self.numbering.len() {
                let Some(placement) = self.numbering.legal_placement(number, turn) else { continue };
                self.values[turn as usize][number] = Worth::DRAW.0;
                let (mut has_quiet_moves, mut best) = (false, None);
                placement.each_move(|behind| {
                    match behind {
                        Behind::Same(_) => has_quiet_moves = true,
                        Behind::Other(after) => {
                            let worth = (self.other)(&after).before_move();
                            best = Some(best.map_or(worth, |best: Worth| best.or_better(worth)));
                        }
                    }
                    ControlFlow::Continue(())
                });
                match best {
                    None if !has_quiet_moves && placement.is_check(turn) => self.note(Worth::MATED, turn, number),
                    Some(worth) if worth.is_win() || worth.is_loss() && !has_quiet_moves => {
                        self.note(worth, turn, number);
                    }
                    _ => {}
                }
            }
        }
    }

    fn note(&mut self, worth: Worth, turn: Color, number: usize) {
        let Some(plies) = worth.plies().map(|plies| plies as usize) else { return };
        if self.due.len() <= plies {
            self.due.resize_with(plies + 1, Vec::new);
        }
        self.due[plies].push((turn, number as u32));
    }

    /// Decides the positions that take `plies`, and notes those that follow from them. Returns how many there were.
    fn advance(&mut self, plies: usize) -> usize {
        let worth =
            Worth(u8::try_from(plies + 1).ok().filter(|code| *code < NO_POSITION).expect("mates are not so long"));
        let mut decided = std::mem::take(&mut self.due[plies]);
        decided.retain(|&(turn, number)| {
            let value = &mut self.values[turn as usize][number as usize];
            let is_new = *value == Worth::DRAW.0;
            if is_new {
                *value = worth.0;
            }
            is_new
        });
        let mut before = self.before(&decided);
        before.sort_unstable_by_key(|&(turn, number)| (turn as u8, number));
        before.dedup();
        for (turn, number) in before {
            if worth.is_loss() {
                self.note(worth.before_move(), turn, number as usize);
            } else if let Some(worth) = self.loss(&self.numbering.placement(number as usize, turn)) {
                self.note(worth, turn, number as usize);
            }
        }
        decided.len()
    }

    /// The positions, not decided yet, that a move turns into one of these.
    fn before(&self, positions: &[(Color, u32)]) -> Vec<(Color, u32)> {
        let mut found = Vec::new();
        for &(turn, number) in positions {
            self.numbering.placement(number as usize, turn).each_unmove(|before| {
                let number = self.numbering.number(before);
                if self.values[before.turn as usize][number] == Worth::DRAW.0 {
                    found.push((before.turn, number as u32));
                }
            });
        }
        found
    }

    /// What a position is worth all of whose moves are known to lose.
    fn loss(&self, placement: &Placement) -> Option<Worth> {
        let mut best = Some(Worth::MATED);
        placement.each_move(|behind| {
            let after = match behind {
                Behind::Same(after) => Worth(self.values[after.turn as usize][self.numbering.number(&after)]),
                Behind::Other(after) => (self.other)(&after),
            };
            if !after.is_win() {
                best = None;
                return ControlFlow::Break(());
            }
            best = best.map(|best| best.or_better(after.before_move()));
            ControlFlow::Continue(())
        });
        best
    }

    /// The table. Numbers without a position repeat the one before, which takes less room in a file.
    fn finish(mut self) -> [Vec<u8>; 2] {
        for values in &mut self.values {
            let mut last = Worth::DRAW.0;
            for value in values {
                if *value == NO_POSITION {
                    *value = last;
                }
                last = *value;
            }
        }
        self.values
    }
}
