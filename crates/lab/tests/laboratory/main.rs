//! Tests of the laboratory from outside, in one program: each would compile every search for every game again.

mod compare;
mod contest;
mod experiment;
mod player_pool;
mod report;
mod store;
mod studies;
mod tune;
mod unregistered;
