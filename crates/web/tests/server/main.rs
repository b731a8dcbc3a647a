//! The server as seen by programs and hostile pages, over real connections.

mod answers;
mod client;
mod load;
mod safety;
mod streams;
