//! Matches, tournaments, experiments and their statistics.
//!
//! An [`Experiment`] says what is played or searched, by whom and from where. [`pursue`] does what is missing of it on several
//! threads, keeps it in a [`Store`], and adds it up: games in [`Standings`], and [`statistics`] says how sure the result is. A
//! [`Report`] shows it.

mod absent;
mod arena;
mod bench;
mod compare;
mod contest;
mod costs;
mod effort;
mod experiment;
mod history;
mod levels;
mod opening;
mod play;
mod positions;
mod rankings;
mod record;
mod report;
mod run;
mod schedule;
mod session;
mod standings;
pub mod statistics;
mod store;
mod study;
mod training;
mod tune;

pub use arena::{Arena, Venue, limited, usual_openings};
pub use bench::{Bench, SearchRecord};
pub use compare::{Comparison, Extent};
pub use contest::Contest;
pub use costs::{Cost, costs};
pub use effort::Effort;
pub use experiment::{Experiment, GamesPlan, Pairing, Plan, Positions, Ready, SearchPlan, limit_text};
pub use history::{Experience, History, PastGame};
pub use levels::{CHESS_RATINGS, LEVELS, Level, level_number, player_by_name};
pub use opening::Openings;
pub use play::{Conduct, Trust};
pub use positions::{Class, Stage, Wish};
pub use rankings::{Meeting, Ranked, Rankings};
pub use record::{GameRecord, MoveRecord, Reason};
pub use report::{Block, Figure, Picture, Report, Table, fit_blocks, tuning_blocks};
pub use run::{Event, Next, run};
pub use schedule::{Fixture, Schedule, gauntlet, round_robin};
pub use session::{Findings, Ledger, Progress, Results, SessionError, pursue, recall};
pub use standings::{Standings, Tally};
pub use store::{Format, Part, Run, Store, StoreError};
pub use study::{EVIDENCE, Part as StudyPart, Scale, Sets, Study, studies};
pub use training::{ChessSelfPlay, DepthPairs, OpeningGames, SelfPlay};
pub use tune::{Fitting, Method, Parameter, Referee, Trial, Tuning};

/// The code of the README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
