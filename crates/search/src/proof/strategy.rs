//! A proof of one claim: for every position where the prover can come to move, its move.
//!
//! The search reports its moves one by one with their positions, so that writing them takes no second walk.

use spielbaum_core::{Evaluate, Knowledge, LookAhead, Meter, MoveSet, Status, ThreatSearch};

use super::checker::{CheckError, after, walk};
use super::dfpn::Dfpn;
use super::leaf::Judge;
use super::{Question, Settings};

/// A claim about a position, and the prover's moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strategy<G: Knowledge> {
    /// The position.
    pub root: G,
    /// What is claimed: that the answer is yes.
    pub question: Question,
    /// The prover's moves, in the order in which the checker meets their positions.
    pub moves: Vec<G::Move>,
}

impl<G: Knowledge> Strategy<G> {
    /// The positions where the prover needs one of the moves, each with its move: what a player needs to follow the
    /// proof. A position also stands for its symmetric images.
    pub fn plan(&self) -> Result<Vec<(G, G::Move)>, CheckError<G>> {
        let (mut plan, mut moves) = (Vec::with_capacity(self.moves.len()), self.moves.iter());
        let next = |position: &G| {
            let mv = *moves.next().ok_or_else(|| CheckError::NoMove(position.clone()))?;
            plan.push((position.clone(), mv));
            Ok::<_, CheckError<G>>(mv)
        };
        walk(&self.root, self.question, next)?;
        Ok(plan)
    }
}

/// A step of a proof.
pub enum Step<'a, G: Knowledge> {
    /// The claim that the next moves belong to.
    Claim(Question),
    /// The prover's move in a position.
    Move(&'a G, G::Move),
}

/// There is no proof, or the budget is used up.
struct Unproven;

impl<G> From<CheckError<G>> for Unproven {
    fn from(_: CheckError<G>) -> Unproven {
        Unproven
    }
}

/// Proves a yes with df-pn and passes the proof to `tell`; false when the answer is no or the budget is used up, in
/// which case the steps passed are not a proof.
pub(super) fn certify<G: Knowledge, E: Evaluate<G>>(
    search: &Dfpn,
    root: &G,
    judge: &Judge<'_, E>,
    meter: &mut Meter,
    tell: &mut dyn FnMut(Step<'_, G>),
) -> bool {
    if search.decide(root, judge, meter) != Some(true) {
        return false;
    }
    // Results are found again quickly; other threads would start too late to help.
    let alone = Settings { threads: 1, ..*judge.settings };
    let judge = Judge { settings: &alone, ..*judge };
    tell(Step::Claim(judge.question));
    let choose = |position: &G| {
        let mv = proving_move(position, search, &judge, meter).ok_or(Unproven)?;
        tell(Step::Move(position, mv));
        Ok::<_, Unproven>(mv)
    };
    walk(root, judge.question, choose).is_ok()
}

/// A move of the prover after which the answer is yes: a forcing one, else one from the table, else one found by a new
/// search.
fn proving_move<G: Knowledge, E: Evaluate<G>>(
    position: &G,
    search: &Dfpn,
    judge: &Judge<'_, E>,
    meter: &mut Meter,
) -> Option<G::Move> {
    let Status::Ongoing(legal) = position.status() else { return None };
    if judge.settings.forcing > 0
        && let LookAhead::Moves(kept) = position.look_ahead(legal.clone())
        && let ThreatSearch::Win(mv) = judge.threat_space_search(position, &kept, meter)
    {
        return Some(mv);
    }
    // The fewer the replies, the fewer positions need a move in the proof.
    let mut children: Vec<_> = legal.iter().map(|mv| (mv, after(position, mv))).collect();
    children.sort_by_cached_key(|(_, child)| replies(child));
    let wins = |(_, child): &&(G::Move, G), meter: &mut Meter| search.known(child, judge, meter).0 == 0;
    let known =
        children.iter().find(|(_, child)| search.remembered(child, judge).is_some_and(|numbers| numbers.0 == 0));
    let seen = known.or_else(|| children.iter().find(|child| wins(child, meter)));
    let found = seen.or_else(|| {
        search.decide(position, judge, meter).filter(|&is_yes| is_yes)?;
        children.iter().find(|child| wins(child, meter))
    });
    found.map(|(mv, _)| *mv)
}

/// The number of replies that do not lose at once.
fn replies<G: Knowledge>(position: &G) -> usize {
    match position.status().moves().map(|moves| position.look_ahead(moves)) {
        Some(LookAhead::Moves(kept)) => kept.len(),
        _ => 0,
    }
}
