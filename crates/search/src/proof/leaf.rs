//! New leaves of a proof tree: decided statically, or with initial proof and disproof numbers.
//!
//! Numbers by mobility: Allis (1994), Breuker (1998). Searching forced replies first: threat sequences of Allis, van
//! den Herik & Huntjens (1993), here for any game with look-ahead.

use spielbaum_core::{EndgameTable, Evaluate, Knowledge, LookAhead, Meter, MoveSet, Outcome, Status, ThreatSearch};

use super::{Question, Settings};

/// The numbers of a new leaf.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Initial {
    /// One each.
    One,
    /// One for the side that needs one good move, the number of moves for the other.
    Mobility,
    /// Larger for worse evaluations.
    Evaluation,
    /// Less where the opponent threatens a forced win, so that threats are tried first.
    Threats,
    /// The game's own estimate, given whether there is such a threat.
    Own,
}

/// Numbers by threats, for the goal of the side to move and against it: quiet, and under a threat. Of the few values
/// tried on the openings e5 and d4 of Yavalath with sequences of up to 100 positions, these proved both in the least
/// time.
const QUIET: (u32, u32) = (1, 8);
const THREATENED: (u32, u32) = (3, 2);

/// An evaluation of this much doubles a number.
const EVALUATION_STEP: i32 = 100;
/// The most that an evaluation gives.
const MOST_STEPS: i32 = 5;

/// Node limit of one endgame search.
const ENDING_EFFORT: u32 = 5_000;

/// Evaluates leaves.
pub(super) struct Judge<'a, E> {
    pub(super) settings: &'a Settings,
    pub(super) endings: &'a EndgameTable,
    pub(super) evaluation: &'a E,
    pub(super) question: Question,
}

/// The static verdict on a position.
pub(super) enum Seen {
    /// The answer.
    Decided(bool),
    /// The numbers for yes and no.
    Open((u32, u32)),
}

impl<E> Judge<'_, E> {
    /// Whether the side to move is the one that has to find a move.
    pub(super) fn is_prover<G: Knowledge>(&self, position: &G) -> bool {
        position.side_to_move() == self.question.prover
    }

    /// The key of a position for this question, shared by its symmetric images if they share entries; and shared with
    /// the opposite question of the other side.
    #[inline]
    pub(super) fn key<G: Knowledge>(&self, position: &G, question: Question) -> u64 {
        let asked = question.attacker() as u64 * 2;
        let key = if self.settings.is_canonical { position.canonical_key() } else { position.key() };
        key ^ (asked + 1).wrapping_mul(0xd1b5_4a32_d192_ed03)
    }

    /// The relevant moves of a position that is not decided statically.
    pub(super) fn moves<G: Knowledge>(&self, position: &G, meter: &mut Meter) -> Option<G::Moves> {
        let moves = position.status().moves()?;
        if !self.settings.looks_ahead {
            return Some(moves);
        }
        let kept = match position.look_ahead(moves) {
            LookAhead::Moves(kept) => kept,
            LookAhead::Win | LookAhead::Loss(_) => return None,
        };
        if self.settings.forcing > 0
            && G::FINDS_OPPONENT_THREATS
            && let ThreatSearch::Threat(answers) = self.threat_space_search(position, &kept, meter)
        {
            return Some(answers).filter(|answers| !answers.is_empty());
        }
        Some(kept)
    }

    /// What sequences of forced replies show, counted as visited positions.
    pub(super) fn threat_space_search<G: Knowledge>(
        &self,
        position: &G,
        moves: &G::Moves,
        meter: &mut Meter,
    ) -> ThreatSearch<G> {
        if meter.is_exhausted() {
            return ThreatSearch::Nothing;
        }
        let mut looked = 0;
        let forced = position.threat_space_search(moves, self.settings.forcing, &mut looked);
        // A budget that ends within them is kept to the position.
        let _ = (0..looked).any(|_| meter.tick());
        forced
    }

    /// The answer of the game's endgame search, counted as visited nodes.
    fn solve_ending<G: Knowledge>(&self, position: &G, meter: &mut Meter) -> Option<bool> {
        if meter.is_exhausted() || position.max_plies_left() > self.settings.endings {
            return None;
        }
        let mut looked = 0;
        let is_won = position.prove_endgame(self.question.attacker(), ENDING_EFFORT, self.endings, &mut looked);
        let _ = (0..looked).any(|_| meter.tick());
        // A side that accepts a draw only has to prevent the other side's win.
        is_won.map(|is_won| is_won != self.question.accepts_draw)
    }

    /// Evaluates a position statically, following forced replies.
    pub(super) fn look<G: Knowledge>(&self, position: &G, meter: &mut Meter) -> Seen
    where
        E: Evaluate<G>,
    {
        let mut position = position.clone();
        loop {
            let mut moves = match position.status() {
                Status::Over(outcome) => return Seen::Decided(self.question.holds(outcome)),
                Status::Ongoing(moves) => moves,
            };
            let side = position.side_to_move();
            let decided = |winner| Seen::Decided(self.question.holds(Outcome::Win(winner)));
            let mut is_threatened = false;
            if self.settings.looks_ahead {
                match position.look_ahead(moves) {
                    LookAhead::Win => return decided(side),
                    LookAhead::Loss(_) => return decided(!side),
                    LookAhead::Moves(kept) => moves = kept,
                }
            }
            if self.settings.forcing > 0 {
                match self.threat_space_search(&position, &moves, meter) {
                    ThreatSearch::Win(_) => return decided(side),
                    ThreatSearch::Threat(answers) if answers.is_empty() => return decided(!side),
                    ThreatSearch::Threat(_) => is_threatened = true,
                    ThreatSearch::Nothing if moves.len() == 1 && G::FINDS_OPPONENT_THREATS => {
                        position.play(moves.nth(0));
                        continue;
                    }
                    ThreatSearch::Nothing => {}
                }
            }
            if let Some(answer) = self.solve_ending(&position, meter) {
                return Seen::Decided(answer);
            }
            return Seen::Open(self.numbers(&position, moves.len() as u32, is_threatened));
        }
    }

    fn numbers<G: Knowledge>(&self, position: &G, count: u32, is_threatened: bool) -> (u32, u32)
    where
        E: Evaluate<G>,
    {
        let is_prover = self.is_prover(position);
        match self.settings.initial {
            Initial::One => (1, 1),
            Initial::Mobility if is_prover => (1, count),
            Initial::Mobility => (count, 1),
            Initial::Threats => {
                let (own, against) = if is_threatened { THREATENED } else { QUIET };
                if is_prover { (own, against) } else { (against, own) }
            }
            Initial::Own => {
                let attacks = position.side_to_move() == self.question.attacker();
                let (own, against) = position.initial_proof_numbers(is_threatened, attacks);
                if is_prover { (own, against) } else { (against, own) }
            }
            Initial::Evaluation => {
                let value = self.evaluation.evaluate(&self.evaluation.start(position), position);
                let steps = (value / EVALUATION_STEP).clamp(-MOST_STEPS, MOST_STEPS);
                let steps = if is_prover { steps } else { -steps };
                (1 << (-steps).max(0), 1 << steps.max(0))
            }
        }
    }
}
