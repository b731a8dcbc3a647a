//! Search results as JSON documents, printed by the command line and drawn by the web page.

mod analysis;
mod child;
mod game;
mod iterations;
mod trace;

pub use analysis::{
    AnalysisJson, MoveJson, ScoreJson, StatisticsJson, line_texts, milliseconds, per_second, value_text,
};
pub use child::ChildJson;
pub use game::GameJson;
pub use iterations::{IterationJson, IterationsJson, record_iterations};
pub use trace::{EventJson, NodeJson, TraceJson};
