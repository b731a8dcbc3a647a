//! Yavalath on hexagons of side 3, 4 or 5.

mod canonical;
mod effort;
mod endings;
mod evaluation;
mod gapped;
mod geometry;
mod knowledge;
mod notation;
mod profile;
mod proved;
mod rollout;
mod rules;
mod threats;

pub use evaluation::YavalathEvaluation;
pub use rules::Yavalath;
