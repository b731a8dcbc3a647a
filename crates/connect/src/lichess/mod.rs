//! Playing on lichess.org as a bot, by its public API: streams of newline-delimited JSON, and short requests.
//!
//! Whatever happens to the connection, the bot comes back and goes on with its games; what it cannot read it skips.

mod api;
mod bot;
mod event;
mod filter;
mod game;

pub use api::{Api, ApiError};
pub use bot::{Bot, Note};
pub use filter::{Filter, Opponents};

/// Where the service is.
pub const HOST: &str = "https://lichess.org";

/// The environment variable with the token, which appears nowhere else.
pub const TOKEN_VARIABLE: &str = "LICHESS_TOKEN";
