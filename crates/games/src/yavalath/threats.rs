//! Threat sequences: wins by threats with one reply each.
//!
//! A sequence of threats depends only on its own cells: the opponent must answer each threat on the one cell that
//! completes the four. So a stone elsewhere does not stop it, unless one of those replies then makes a four or a
//! threat. The cells that matter are the zone of a sequence: a relevance zone as in Wu & Lin, *Relevance-Zone-Oriented
//! Proof Search* (2010).

use spielbaum_core::{CellSet, MoveSet, ThreatSearch};

use super::Yavalath;
use super::gapped::{Gapped, forcing_cells, on_word, rows_made};
use super::geometry::MAX_CELLS;

/// A sequence of threats: its cells, and those of them where the opponent may reply.
#[derive(Clone, Copy, Default)]
struct Sequence<W> {
    cells: W,
    answers: W,
}

/// A search for sequences of threats.
struct Threats<W> {
    board: W,
    /// Remaining node budget.
    left: u32,
    sequence: Sequence<W>,
}

impl<W: Gapped> Threats<W> {
    /// The first stone of a sequence with which the owner of `own`, who is to move and has no four, wins. `danger` are
    /// the cells where the opponent makes four. `sequence` then holds all of it.
    fn win(&mut self, own: W, other: W, danger: W) -> Option<W> {
        self.left = self.left.checked_sub(1)?;
        let empty = self.board & !(own | other);
        let mut candidates = forcing_cells(own, empty) & !rows_made(own).threes;
        if !danger.is_zero() {
            // One four can be blocked.
            candidates = if danger.without_lowest().is_zero() { candidates & danger } else { W::default() };
        }
        if candidates.is_zero() {
            return None;
        }
        // First the threats that end it: two at once, or one whose reply makes a three.
        let threes = rows_made(other).threes;
        let mut open = [(W::default(), W::default()); MAX_CELLS];
        let mut count = 0;
        while !candidates.is_zero() {
            let rest = candidates.without_lowest();
            let stone = candidates ^ rest;
            candidates = rest;
            let threats = rows_made(own | stone).fours & empty;
            if !threats.without_lowest().is_zero() || !(threats & threes).is_zero() {
                self.sequence = Sequence { cells: stone | threats, answers: threats };
                return Some(stone);
            }
            open[count] = (stone, threats);
            count += 1;
        }
        for &(stone, answer) in &open[..count] {
            let (own, other) = (own | stone, other | answer);
            let danger = rows_made(other).fours & self.board & !(own | other);
            if self.win(own, other, danger).is_some() {
                self.sequence.cells |= stone | answer;
                self.sequence.answers |= answer;
                return Some(stone);
            }
        }
        None
    }

    /// The cells where a stone of the side to move may stop the opponent's sequence. Elsewhere it leaves every cell of
    /// it free, and none of the answers makes a four or a threat with it: such a stone would be one of three in four
    /// cells in a row whose last one is not the opponent's.
    fn zone(&self, own: W, other: W) -> W {
        let own = own | self.sequence.answers;
        let rest = self.board & !(own | other);
        self.sequence.cells | forcing_cells(own, rest) | rows_made(own).fours & rest
    }
}

impl Yavalath {
    /// The implementation of [`threat_space_search`](spielbaum_core::Tactics::threat_space_search); `moves` neither
    /// lose at once nor to the next move.
    pub(super) fn see_threats(&self, moves: CellSet, effort: u32, looked: &mut u32) -> ThreatSearch<Yavalath> {
        on_word!(self.geometry, W => self.see_threats_on::<W>(moves, effort, looked))
    }

    fn see_threats_on<W: Gapped>(&self, moves: CellSet, effort: u32, looked: &mut u32) -> ThreatSearch<Yavalath> {
        let [own, other] = [self.own, self.other].map(|stones| W::spread(stones, self.geometry));
        let mut search = Threats { board: W::board(self.geometry), left: effort, sequence: Sequence::default() };
        let danger = rows_made(other).fours & search.board & !(own | other);
        let win = search.win(own, other, danger);
        *looked += effort - search.left;
        if let Some(stone) = win {
            return ThreatSearch::Win(CellSet(stone.gathered(self.geometry)).nth(0));
        }
        // A four that must be blocked leaves no choice anyway, and a swap changes sides.
        if !danger.is_zero() || self.can_swap() {
            return ThreatSearch::Nothing;
        }
        search.left = effort;
        let threat = search.win(other, own, W::default());
        *looked += effort - search.left;
        match threat {
            Some(_) => ThreatSearch::Threat(CellSet(moves.0 & search.zone(own, other).gathered(self.geometry))),
            None => ThreatSearch::Nothing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielbaum_core::{Game, LookAhead, Rng, Tactics};

    #[test]
    fn a_stone_outside_the_zone_leaves_the_win_standing() {
        let (mut rng, mut stones) = (Rng::new(32), 0);
        for game in 0..4_000 {
            let mut position = Yavalath::start(4 + (game % 2) as u8, false);
            while let Some(moves) = position.status().moves() {
                let LookAhead::Moves(kept) = position.look_ahead(moves) else { break };
                if let ThreatSearch::Threat(answers) = position.threat_space_search(&kept, 100, &mut 0) {
                    for cell in CellSet(kept.0 & !answers.0).iter() {
                        let mut child = position;
                        child.play(cell);
                        let replies = child.status().moves().expect("the stone makes no row");
                        let is_won = match child.look_ahead(replies) {
                            LookAhead::Win => true,
                            LookAhead::Moves(kept) => {
                                matches!(child.threat_space_search(&kept, 100_000, &mut 0), ThreatSearch::Win(_))
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
        let ThreatSearch::Win(cell) = position.threat_space_search(&kept, 100, &mut 0) else { panic!("no win found") };
        assert_eq!(spielbaum_core::Notation::move_text(&position, cell), "e6");
    }
}
