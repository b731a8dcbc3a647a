//! The server as programs and hostile pages meet it, over real connections.

mod answers;
mod client;
mod load;
mod safety;
mod streams;
