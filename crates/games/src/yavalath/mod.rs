//! Yavalath on hexagons of side 3, 4 or 5.

mod geometry;
mod notation;
mod rules;

pub use rules::Yavalath;
