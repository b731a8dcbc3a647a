//! A proof of one claim: for every position where the prover can come to move, its move.

use std::collections::{HashMap, HashSet};

use spielbaum_core::{Evaluate, Knowledge, Meter, MoveSet, Status};

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
    /// The prover's move in every position that its moves and the opponent's can lead to.
    pub moves: HashMap<G, G::Move>,
}

/// Proves a yes with df-pn and writes the proof down; nothing when the answer is no or the budget is used up.
pub fn certify<G, E>(
    root: &G,
    question: Question,
    (settings, evaluation): (&Settings, &E),
    meter: &mut Meter,
) -> Option<Strategy<G>>
where
    G: Knowledge,
    E: Evaluate<G>,
{
    let judge = Judge { settings, evaluation, question };
    let mut search = Dfpn::new(settings.memory);
    search.decide(root, &judge, meter).filter(|&is_yes| is_yes)?;
    let (mut moves, mut seen, mut rest) = (HashMap::new(), HashSet::new(), vec![root.clone()]);
    while let Some(position) = rest.pop() {
        if !seen.insert(position.clone()) {
            continue;
        }
        let legal = match position.status() {
            Status::Over(_) => continue,
            Status::Ongoing(legal) => legal,
        };
        let after = |mv| {
            let mut child = position.clone();
            child.play(mv);
            child
        };
        if position.side_to_move() != question.prover {
            rest.extend(legal.iter().map(after));
            continue;
        }
        // What the table still knows, else what a new search finds out.
        let known = legal.iter().find(|&mv| search.known(&after(mv), &judge, meter).0 == 0);
        let mv = match known {
            Some(mv) => mv,
            None => legal.iter().find(|&mv| search.decide(&after(mv), &judge, meter) == Some(true))?,
        };
        rest.push(after(mv));
        moves.insert(position, mv);
    }
    Some(Strategy { root: root.clone(), question, moves })
}
