//! Matches, tournaments, experiments and their statistics.
//!
//! An [`Experiment`] describes games or searches. [`run_experiment`] does its missing work on several threads, stores
//! the results in a [`Store`], and adds them up: games in [`Standings`], with confidence intervals from [`statistics`].
//! A [`Report`] presents them.

mod arena;
mod bench;
mod compare;
mod contest;
mod costs;
mod direct_match;
mod experiment;
mod forfeit;
mod history;
mod levels;
mod move_costs;
mod opening;
mod play;
mod player_pool;
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

pub use arena::{Arena, MatchConfig, limited, usual_openings};
pub use bench::{Bench, SearchRecord};
pub use compare::{Comparison, Extent};
pub use contest::Contest;
pub use costs::{Cost, costs};
pub use direct_match::Match;
pub use experiment::{Experiment, GamesPlan, Pairing, Plan, Positions, Ready, SearchPlan, limit_text};
pub use history::{Experience, History, PastGame};
pub use levels::{LEVELS, Level, level_number, player_by_name};
pub use move_costs::MoveCosts;
pub use opening::Openings;
pub use play::{Conduct, Trust};
pub use positions::{Class, PositionSet, Stage};
pub use rankings::{Meeting, Ranked, Rankings};
pub use record::{GameRecord, MoveRecord, Reason};
pub use report::{Block, Figure, Report, Table, fit_blocks, tuning_blocks};
pub use run::{Event, Next, run};
pub use schedule::{Schedule, ScheduledGame, gauntlet, round_robin};
pub use session::{Findings, Ledger, Progress, Results, SessionError, recall, run_experiment};
pub use standings::{Standings, Tally};
pub use store::{Format, Part, Run, Store, StoreError};
pub use study::{EVIDENCE, Part as StudyPart, Scale, Sets, Study, studies};
pub use training::{ChessSelfPlay, DepthPairs, OpeningGames, SelfPlay};
pub use tune::{Fitting, Method, Parameter, Referee, Trial, Tuning};

/// The code of the README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
