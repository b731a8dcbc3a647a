//! Requests for analyses, and results as JSON documents, which the command line prints and the web page draws.

mod analysis;
mod child;
mod game;
mod iterations;
mod request;
mod trace;

pub use analysis::{
    AnalysisJson, MoveJson, ScoreJson, StatisticsJson, line_texts, milliseconds, per_second, value_text,
};
pub use child::ChildJson;
pub use game::GameJson;
pub use iterations::{IterationJson, IterationsJson, record_iterations};
pub use request::{AnalysisRequest, BookChoice, Caps, DEFAULT_TIME, OpenBook, PreparedAnalysis, Source, TRACE_DEPTH};
pub use trace::{EventJson, NodeJson, TraceJson};
