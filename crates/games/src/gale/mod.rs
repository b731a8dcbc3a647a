//! Gale, also known as Bridg-It, on boards of size 2 to 10.

#[cfg(test)]
mod brute_force;
mod evaluation;
mod knowledge;
mod notation;
mod oracle;
mod profile;
mod rules;
mod slots;

pub use evaluation::ShortestConnection;
pub use rules::Gale;
pub use slots::{Plane, Slot, SlotSet};
