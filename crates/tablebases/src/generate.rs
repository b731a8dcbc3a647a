//! Generates tables by retrograde analysis: backwards from the mates, one ply at a time.
//!
//! All positions with distance `n` are known before any with a longer one. Their predecessors are the candidates for
//! `n + 1`: a side that can move into a lost position wins, and a side that can only move into won ones loses, which
//! is verified by generating all its moves. Captures and promotions lead into other tables, whose values are known
//! beforehand. Ströhlein (1970); Thompson (1986).

use std::ops::ControlFlow;

use spielbaum_games::chess::Color;

use crate::Material;
use crate::distance_to_mate::DistanceToMate;
use crate::index::Numbering;
use crate::placement::{Placement, Successor};

/// Marks an index that no position has.
const NO_POSITION: u8 = u8::MAX;

/// Generates the table of an ending: one byte per index, for white and for black to move. `other` probes the endings
/// that this one leads into; `progress` gets the number of plies done and of positions decided so far.
pub(crate) fn generate(
    material: Material,
    other: &(dyn Fn(&Placement) -> DistanceToMate + Sync),
    progress: &mut dyn FnMut(u32, usize),
) -> [Vec<u8>; 2] {
    let numbering = Numbering::of(material);
    let mut generator = Generator {
        numbering,
        other,
        values: Color::ALL.map(|_| vec![NO_POSITION; numbering.len()]),
        pending: Vec::new(),
    };
    generator.init();
    let mut decided = 0;
    let mut plies = 0;
    while plies < generator.pending.len() {
        decided += generator.resolve_ply(plies);
        progress(plies as u32, decided);
        plies += 1;
    }
    generator.finish()
}

struct Generator<'a> {
    numbering: Numbering,
    other: &'a (dyn Fn(&Placement) -> DistanceToMate + Sync),
    /// The distances found so far; a draw stands for undecided.
    values: [Vec<u8>; 2],
    /// By plies to mate, positions whose distance is at most that.
    pending: Vec<Vec<(Color, u32)>>,
}

impl Generator<'_> {
    /// Finds mates, and positions decided by captures and promotions.
    fn init(&mut self) {
        for turn in Color::ALL {
            for number in 0..self.numbering.len() {
                let Some(placement) = self.numbering.legal_placement(number, turn) else { continue };
                self.values[turn as usize][number] = DistanceToMate::DRAW.0;
                let (mut has_quiet_moves, mut best) = (false, None);
                placement.for_each_successor(|successor| {
                    match successor {
                        Successor::SameMaterial(_) => has_quiet_moves = true,
                        Successor::OtherMaterial(after) => {
                            let dtm = (self.other)(&after).before_move();
                            best = Some(best.map_or(dtm, |best: DistanceToMate| best.or_better(dtm)));
                        }
                    }
                    ControlFlow::Continue(())
                });
                match best {
                    None if !has_quiet_moves && placement.is_check(turn) => {
                        self.schedule(DistanceToMate::MATED, turn, number);
                    }
                    Some(dtm) if dtm.is_win() || dtm.is_loss() && !has_quiet_moves => {
                        self.schedule(dtm, turn, number);
                    }
                    _ => {}
                }
            }
        }
    }

    fn schedule(&mut self, dtm: DistanceToMate, turn: Color, number: usize) {
        let Some(plies) = dtm.plies().map(|plies| plies as usize) else { return };
        if self.pending.len() <= plies {
            self.pending.resize_with(plies + 1, Vec::new);
        }
        self.pending[plies].push((turn, number as u32));
    }

    /// Fixes the positions with distance `plies` and schedules those that follow from them. Returns how many there
    /// were.
    fn resolve_ply(&mut self, plies: usize) -> usize {
        let dtm = DistanceToMate(
            u8::try_from(plies + 1).ok().filter(|code| *code < NO_POSITION).expect("mates are not so long"),
        );
        let mut decided = std::mem::take(&mut self.pending[plies]);
        decided.retain(|&(turn, number)| {
            let value = &mut self.values[turn as usize][number as usize];
            let is_new = *value == DistanceToMate::DRAW.0;
            if is_new {
                *value = dtm.0;
            }
            is_new
        });
        let mut predecessors = self.predecessors(&decided);
        predecessors.sort_unstable_by_key(|&(turn, number)| (turn as u8, number));
        predecessors.dedup();
        for (turn, number) in predecessors {
            if dtm.is_loss() {
                self.schedule(dtm.before_move(), turn, number as usize);
            } else if let Some(dtm) = self.distance_if_lost(&self.numbering.placement(number as usize, turn)) {
                self.schedule(dtm, turn, number as usize);
            }
        }
        decided.len()
    }

    /// The undecided positions from which a move leads to one of these.
    fn predecessors(&self, positions: &[(Color, u32)]) -> Vec<(Color, u32)> {
        let mut found = Vec::new();
        for &(turn, number) in positions {
            self.numbering.placement(number as usize, turn).for_each_predecessor(|before| {
                let number = self.numbering.number(before);
                if self.values[before.turn as usize][number] == DistanceToMate::DRAW.0 {
                    found.push((before.turn, number as u32));
                }
            });
        }
        found
    }

    /// The distance of a position whose every move loses; `None` if some move does not.
    fn distance_if_lost(&self, placement: &Placement) -> Option<DistanceToMate> {
        let mut best = Some(DistanceToMate::MATED);
        placement.for_each_successor(|successor| {
            let after = match successor {
                Successor::SameMaterial(after) => {
                    DistanceToMate(self.values[after.turn as usize][self.numbering.number(&after)])
                }
                Successor::OtherMaterial(after) => (self.other)(&after),
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

    /// The table. Indexes without a position repeat the value before, which compresses best.
    fn finish(mut self) -> [Vec<u8>; 2] {
        for values in &mut self.values {
            let mut last = DistanceToMate::DRAW.0;
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
