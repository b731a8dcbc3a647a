//! PN²: proof-number search whose leaves are evaluated by a second proof-number search.
//!
//! The second tree is as large as the first and discarded after each leaf: it trades time for memory. Allis (1994),
//! Breuker, Uiterwijk & van den Herik (2001).

use spielbaum_core::{Evaluate, Knowledge, Meter};

use super::Finding;
use super::leaf::Judge;
use super::textbook::{Pns, finding};

/// The least size of the second tree, in nodes.
const LEAST: usize = 50;

/// Looks for the answer with trees of at most `most_nodes` together.
pub(super) fn search<G: Knowledge, E: Evaluate<G>>(
    root: &G,
    judge: &Judge<'_, E>,
    most_nodes: usize,
    meter: &mut Meter,
) -> Finding<G::Move> {
    let half = most_nodes / 2;
    let result = Pns::new(half).grow(root, judge, meter, &mut |leaf, size, meter| {
        let second = Pns::new(size.max(LEAST).min(half)).grow(leaf, judge, meter, &mut |_, _, _| None);
        Some(second.numbers)
    });
    finding(root, judge, &result)
}
