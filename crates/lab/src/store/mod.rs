//! The store of results: one SQLite file that survives crashes and power failures, and that other programs can read.
//!
//! Rows are only added. They are written in batches, because every commit waits for the disk; a batch is held back for
//! a few milliseconds at most.

mod export;
mod pgn;
mod rows;

pub(crate) use export::csv_text;
pub use export::{Format, Part};

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, OptionalExtension, TransactionBehavior, params};
use spielbaum_core::{Notation, TextError};
use spielbaum_games::Chess;
use spielbaum_games::chess::Pgn;

use crate::bench::SearchRecord;
use crate::experiment::Experiment;
use crate::record::GameRecord;

/// The version of the schema in `schema.sql`, and the one that `upgrade.sql` begins with.
const SCHEMA_VERSION: i64 = 2;
const OLDER_VERSION: i64 = 1;

/// Rows of games or searches in one batch, and the longest time that one is held back: measured to cost little compared
/// with the disk.
const BATCH: usize = 100;
const LONGEST_WAIT: Duration = Duration::from_millis(50);

/// Results of any number of runs in one file.
pub struct Store {
    connection: Connection,
    path: PathBuf,
    /// Uncommitted rows, and the time of the first.
    pending: usize,
    since: Option<Instant>,
}

/// An error of a store.
#[derive(Debug)]
pub enum StoreError {
    /// A database error.
    Database(PathBuf, rusqlite::Error),
    /// The file is of another type or version.
    Unsuitable(PathBuf, String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Database(path, error) => write!(f, "{}: {error}", path.display()),
            StoreError::Unsuitable(path, reason) => write!(f, "{}: {reason}", path.display()),
        }
    }
}

impl std::error::Error for StoreError {}

/// A run in the store.
#[derive(Clone, Debug)]
pub struct Run {
    /// Its number in the file.
    pub number: i64,
    /// The experiment.
    pub experiment: Experiment,
    /// The version of the program that started it.
    pub version: String,
    /// The machine on which it was started.
    pub machine: String,
    /// When it was started, in UTC.
    pub begun: String,
    /// When it was finished; `None` if it is unfinished.
    pub finished: Option<String>,
}

impl Store {
    /// Opens a store, creating the file if it is missing.
    pub fn create(path: &Path) -> Result<Store, StoreError> {
        let mut store = Store::connect(path, Connection::open(path))?;
        let is_new = store.tried(|connection| {
            connection.query_row("SELECT count(*) = 0 FROM sqlite_master", [], |row| row.get::<_, bool>(0))
        })?;
        if is_new {
            store.tried(|connection| {
                let transaction = connection.transaction()?;
                transaction.execute_batch(include_str!("schema.sql"))?;
                transaction.commit()
            })?;
        }
        store.bring_up_to_date()?;
        Ok(store)
    }

    /// Opens an existing store.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        if !path.exists() {
            return Err(StoreError::Unsuitable(path.to_owned(), "no such file".to_owned()));
        }
        let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_WRITE;
        let mut store = Store::connect(path, Connection::open_with_flags(path, flags))?;
        store.bring_up_to_date()?;
        Ok(store)
    }

    fn connect(path: &Path, connection: rusqlite::Result<Connection>) -> Result<Store, StoreError> {
        let connection = connection.map_err(|error| StoreError::Database(path.to_owned(), error))?;
        let mut store = Store { connection, path: path.to_owned(), pending: 0, since: None };
        store.tried(|connection| {
            connection.busy_timeout(Duration::from_secs(10))?;
            connection.pragma_update(None, "journal_mode", "WAL")?;
            connection.pragma_update(None, "synchronous", "FULL")?;
            connection.pragma_update(None, "foreign_keys", "ON")
        })?;
        Ok(store)
    }

    /// Upgrades a store of an earlier version, and refuses unknown versions.
    fn bring_up_to_date(&mut self) -> Result<(), StoreError> {
        let version = |connection: &Connection| -> rusqlite::Result<i64> {
            connection.pragma_query_value(None, "user_version", |row| row.get(0))
        };
        if self.tried(|connection| version(connection))? == OLDER_VERSION {
            self.tried(|connection| {
                // The first process upgrades; others wait here and find it done.
                let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
                if version(&transaction)? == OLDER_VERSION {
                    transaction.execute_batch(include_str!("upgrade.sql"))?;
                }
                transaction.commit()
            })?;
        }
        let version = self.tried(|connection| version(connection))?;
        if version == SCHEMA_VERSION {
            return Ok(());
        }
        let reason = format!("not a store of this version (schema {version} instead of {SCHEMA_VERSION})");
        Err(StoreError::Unsuitable(self.path.clone(), reason))
    }

    /// Runs a database action and adds the path to its error.
    fn tried<T>(&mut self, action: impl FnOnce(&mut Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        action(&mut self.connection).map_err(|error| match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => StoreError::Unsuitable(self.path.clone(), "not a store".to_owned()),
            _ => StoreError::Database(self.path.clone(), error),
        })
    }

    /// Adds a new run and returns its number.
    pub fn begin(&mut self, experiment: &Experiment, machine: &str) -> Result<i64, StoreError> {
        self.tried(|connection| {
            let transaction = connection.transaction()?;
            transaction.execute(
                "INSERT INTO runs (title, experiment, version, machine, begun)
                 VALUES (?1, ?2, ?3, ?4, strftime('%Y-%m-%dT%H:%M:%SZ'))",
                params![experiment.title, experiment.to_string(), env!("CARGO_PKG_VERSION"), machine],
            )?;
            let run = transaction.last_insert_rowid();
            for (number, player) in experiment.players.iter().enumerate() {
                let values = params![run, number as i64, player.to_string()];
                transaction.execute("INSERT INTO players VALUES (?1, ?2, ?3)", values)?;
            }
            transaction.commit()?;
            Ok(run)
        })
    }

    /// Marks a run as finished.
    pub fn finish(&mut self, run: i64) -> Result<(), StoreError> {
        self.flush()?;
        self.tried(|connection| {
            connection.execute(
                "UPDATE runs SET finished = strftime('%Y-%m-%dT%H:%M:%SZ') WHERE run = ?1 AND finished IS NULL",
                [run],
            )
        })?;
        Ok(())
    }

    /// All runs in the order of their numbers.
    pub fn runs(&mut self) -> Result<Vec<Run>, StoreError> {
        let numbers: Vec<i64> = self.tried(|connection| {
            connection.prepare("SELECT run FROM runs ORDER BY run")?.query_map([], |row| row.get(0))?.collect()
        })?;
        numbers.into_iter().map(|number| self.run(number)).collect()
    }

    /// One run.
    pub fn run(&mut self, number: i64) -> Result<Run, StoreError> {
        let row = self.tried(|connection| {
            let query = "SELECT experiment, version, machine, begun, finished FROM runs WHERE run = ?1";
            connection
                .query_row(query, [number], |row| {
                    Ok((row.get::<_, String>(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?))
                })
                .optional()
        })?;
        let unsuitable = |reason: String| StoreError::Unsuitable(self.path.clone(), reason);
        let (text, version, machine, begun, finished) = row.ok_or_else(|| unsuitable(format!("no run {number}")))?;
        let experiment =
            text.parse().map_err(|error: TextError| unsuitable(format!("the experiment of run {number}: {error}")))?;
        Ok(Run { number, experiment, version, machine, begun, finished })
    }

    /// Adds a game. It is durable after the next [`flush`](Store::flush), which follows soon.
    pub fn add_game(&mut self, run: i64, game: &GameRecord) -> Result<(), StoreError> {
        self.add(|connection| rows::insert_game(connection, run, game))
    }

    /// Adds a search, in the same way.
    pub fn add_search(&mut self, run: i64, search: &SearchRecord) -> Result<(), StoreError> {
        self.add(|connection| rows::insert_search(connection, run, search))
    }

    fn add(&mut self, insert: impl FnOnce(&Connection) -> rusqlite::Result<()>) -> Result<(), StoreError> {
        if self.since.is_none() {
            self.tried(|connection| connection.execute_batch("BEGIN IMMEDIATE"))?;
            self.since = Some(Instant::now());
        }
        self.tried(|connection| insert(connection))?;
        self.pending += 1;
        let waited = self.since.is_some_and(|since| since.elapsed() >= LONGEST_WAIT);
        if self.pending >= BATCH || waited { self.flush() } else { Ok(()) }
    }

    /// Commits all rows added so far.
    pub fn flush(&mut self) -> Result<(), StoreError> {
        if self.since.take().is_some() {
            self.pending = 0;
            self.tried(|connection| connection.execute_batch("COMMIT"))?;
        }
        Ok(())
    }

    /// The games of a run in the order of the schedule.
    pub fn games(&mut self, run: i64) -> Result<Vec<GameRecord>, StoreError> {
        self.tried(|connection| rows::games(connection, run))
    }

    /// The games of a run of chess as PGN, with score, depth and time of each move as its comment.
    pub fn pgn(&mut self, number: i64) -> Result<Vec<Pgn>, StoreError> {
        let run = self.run(number)?;
        let games = self.games(number)?;
        let unsuitable = |error: TextError| StoreError::Unsuitable(self.path.clone(), error.to_string());
        if run.experiment.game.name() != Chess::INFO.name {
            return Err(unsuitable(TextError::new(format!("run {number} is not a run of chess"))));
        }
        games.iter().map(|game| pgn::pgn(&run, game).map_err(unsuitable)).collect()
    }

    /// The searches of a run by number.
    pub fn searches(&mut self, run: i64) -> Result<Vec<SearchRecord>, StoreError> {
        self.tried(|connection| rows::searches(connection, run))
    }
}
