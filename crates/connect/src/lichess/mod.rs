//! Playing on lichess.org as a bot, by its public API: streams of newline-delimited JSON, and short requests.
//!
//! After a lost connection the bot reconnects and continues its games; unreadable lines are skipped.

mod api;
mod bot;
mod event;
mod filter;
mod game;

pub use api::{Api, ApiError};
pub use bot::{Bot, Note};
pub use filter::{Filter, Opponents};

/// The URL of the service.
pub const HOST: &str = "https://lichess.org";

/// The environment variable with the token, which appears nowhere else.
pub const TOKEN_VARIABLE: &str = "LICHESS_TOKEN";
