//! One file a command: its arguments, its help, what it does and prints.

pub(crate) mod algorithms;
pub(crate) mod analyse;
pub(crate) mod bench;
pub(crate) mod book;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod export;
pub(crate) mod games;
pub(crate) mod man;
pub(crate) mod r#match;
pub(crate) mod perft;
pub(crate) mod playout;
pub(crate) mod positions;
pub(crate) mod report;
pub(crate) mod reproduce;
pub(crate) mod resume;
pub(crate) mod run;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod stress;
pub(crate) mod studies;
pub(crate) mod tournament;
pub(crate) mod trace;
pub(crate) mod train;
pub(crate) mod tune;
pub(crate) mod verify;
