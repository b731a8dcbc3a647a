//! The history of games against people: the games, and the results by position.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OptionalExtension, Row, params};
use spielbaum_core::{Outcome, Side};

use crate::store::StoreError;

/// The schema version, and the application id of the file type.
const SCHEMA_VERSION: i64 = 1;
const APPLICATION: i64 = 1_936_746_860;

/// A file of finished games.
pub struct History {
    connection: Connection,
    path: PathBuf,
}

/// A finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct PastGame {
    /// Its number in the file; 0 before it is stored.
    pub number: i64,
    /// When it ended, in UTC; empty before it is stored.
    pub played: String,
    /// The game with its options.
    pub game: String,
    /// The players' names, the side that moves first at the start position first.
    pub players: [String; 2],
    /// The start position.
    pub start: String,
    /// The moves, with spaces between.
    pub moves: String,
    /// Who won.
    pub outcome: Outcome,
    /// How it ended, in words.
    pub ending: String,
}

/// The results of the games that passed through a position.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Experience {
    /// Games that the first player won.
    pub first: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that the second player won.
    pub second: u64,
}

impl Experience {
    /// All games.
    pub fn games(&self) -> u64 {
        self.first + self.draws + self.second
    }

    /// The score of `side` as a share of all points; a half without games.
    pub fn score(&self, side: Side) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        let wins = if side == Side::First { self.first } else { self.second };
        (wins as f64 + self.draws as f64 / 2.0) / self.games() as f64
    }
}

impl History {
    /// Opens a history, creating the file if it is missing.
    pub fn create(path: &Path) -> Result<History, StoreError> {
        let connection = Connection::open(path).map_err(|error| StoreError::Database(path.to_owned(), error))?;
        let mut history = History { connection, path: path.to_owned() };
        let is_new: bool = history.tried(|connection| {
            connection.busy_timeout(Duration::from_secs(10))?;
            connection.query_row("SELECT count(*) = 0 FROM sqlite_master", [], |row| row.get(0))
        })?;
        if is_new {
            history.tried(|connection| {
                let transaction = connection.transaction()?;
                transaction.execute_batch(include_str!("schema.sql"))?;
                transaction.commit()
            })?;
        }
        let kind: (i64, i64) = history.tried(|connection| {
            let number = |name| connection.pragma_query_value(None, name, |row| row.get(0));
            Ok((number("application_id")?, number("user_version")?))
        })?;
        if kind == (APPLICATION, SCHEMA_VERSION) {
            return Ok(history);
        }
        Err(StoreError::Unsuitable(path.to_owned(), "not a history of games of this version".to_owned()))
    }

    /// Opens an existing history.
    pub fn open(path: &Path) -> Result<History, StoreError> {
        if path.exists() {
            return History::create(path);
        }
        Err(StoreError::Unsuitable(path.to_owned(), "no game has been played yet".to_owned()))
    }

    /// Adds a finished game that passed through the positions with these keys, and returns its number.
    pub fn add(&mut self, game: &PastGame, keys: &[u64]) -> Result<i64, StoreError> {
        let [first, draw, second] = match game.outcome {
            Outcome::Win(Side::First) => [1, 0, 0],
            Outcome::Draw => [0, 1, 0],
            Outcome::Win(Side::Second) => [0, 0, 1],
        };
        let mut keys = keys.to_vec();
        keys.sort_unstable();
        keys.dedup();
        self.tried(|connection| {
            let transaction = connection.transaction()?;
            transaction.execute(
                "INSERT INTO games VALUES (NULL, strftime('%Y-%m-%d %H:%M:%S', 'now'), ?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                params![
                    game.game,
                    game.players[0],
                    game.players[1],
                    game.start,
                    game.moves,
                    f64::from(first) + f64::from(draw) / 2.0,
                    game.ending
                ],
            )?;
            let number = transaction.last_insert_rowid();
            let mut count = transaction.prepare(
                "INSERT INTO positions VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO UPDATE SET
                 first = first + excluded.first, draws = draws + excluded.draws, second = second + excluded.second",
            )?;
            for key in &keys {
                count.execute(params![game.game, *key as i64, first, draw, second])?;
            }
            drop(count);
            transaction.commit()?;
            Ok(number)
        })
    }

    /// The last games, the latest first; of one game if it is named.
    pub fn games(&mut self, game: Option<&str>, most: usize) -> Result<Vec<PastGame>, StoreError> {
        self.tried(|connection| {
            let mut query = connection.prepare(
                "SELECT * FROM games WHERE ?1 IS NULL OR game = ?1 OR game LIKE ?1 || ':%'
                 ORDER BY number DESC LIMIT ?2",
            )?;
            query.query_map(params![game, most as i64], past_game)?.collect()
        })
    }

    /// One game.
    pub fn game(&mut self, number: i64) -> Result<PastGame, StoreError> {
        let found = self.tried(|connection| {
            connection.query_row("SELECT * FROM games WHERE number = ?1", [number], past_game).optional()
        })?;
        found.ok_or_else(|| StoreError::Unsuitable(self.path.clone(), format!("no game {number}")))
    }

    /// The results of the games that passed through the position with this key.
    pub fn experience(&mut self, game: &str, key: u64) -> Result<Experience, StoreError> {
        let found = self.tried(|connection| {
            let query = "SELECT first, draws, second FROM positions WHERE game = ?1 AND key = ?2";
            let count = |row: &Row, column| row.get::<_, i64>(column).map(|count| count as u64);
            connection
                .query_row(query, params![game, key as i64], |row| {
                    Ok(Experience { first: count(row, 0)?, draws: count(row, 1)?, second: count(row, 2)? })
                })
                .optional()
        })?;
        Ok(found.unwrap_or_default())
    }

    fn tried<T>(&mut self, action: impl FnOnce(&mut Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        action(&mut self.connection).map_err(|error| match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => {
                StoreError::Unsuitable(self.path.clone(), "not a history of games".to_owned())
            }
            _ => StoreError::Database(self.path.clone(), error),
        })
    }
}

fn past_game(row: &Row) -> rusqlite::Result<PastGame> {
    let score: f64 = row.get(7)?;
    let outcome = match score {
        1.0 => Outcome::Win(Side::First),
        0.0 => Outcome::Win(Side::Second),
        _ => Outcome::Draw,
    };
    Ok(PastGame {
        number: row.get(0)?,
        played: row.get(1)?,
        game: row.get(2)?,
        players: [row.get(3)?, row.get(4)?],
        start: row.get(5)?,
        moves: row.get(6)?,
        outcome,
        ending: row.get(8)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(outcome: Outcome) -> PastGame {
        PastGame {
            number: 0,
            played: String::new(),
            game: "tic-tac-toe".to_owned(),
            players: ["Anna".to_owned(), "level 3".to_owned()],
            start: ".../.../...".to_owned(),
            moves: "a1 b2".to_owned(),
            outcome,
            ending: "somehow".to_owned(),
        }
    }

    #[test]
    fn games_are_read_back_and_positions_add_up() {
        let folder = std::env::temp_dir().join(format!("spielbaum-history-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("history.sqlite");
        assert!(History::open(&path).is_err());
        let mut history = History::create(&path).unwrap();
        for outcome in [Outcome::Win(Side::First), Outcome::Win(Side::First), Outcome::Draw, Outcome::Win(Side::Second)]
        {
            // A position repeated within a game counts once.
            history.add(&game(outcome), &[7, u64::MAX, 7]).unwrap();
        }
        drop(history);
        let mut history = History::open(&path).unwrap();
        let experience = history.experience("tic-tac-toe", 7).unwrap();
        assert_eq!(experience, Experience { first: 2, draws: 1, second: 1 });
        assert_eq!(history.experience("tic-tac-toe", u64::MAX).unwrap(), experience);
        assert_eq!((experience.score(Side::First), experience.score(Side::Second)), (0.625, 0.375));
        assert_eq!(history.experience("gale", 7).unwrap().games(), 0);
        let games = history.games(Some("tic-tac-toe"), 3).unwrap();
        assert_eq!((games.len(), games[0].number, games[0].outcome), (3, 4, Outcome::Win(Side::Second)));
        let first = history.game(1).unwrap();
        assert_eq!(first, PastGame { number: 1, played: first.played.clone(), ..game(Outcome::Win(Side::First)) });
        assert!(history.game(9).unwrap_err().to_string().ends_with("no game 9"));
        assert!(history.games(Some("gale"), 3).unwrap().is_empty());
        std::fs::write(folder.join("text"), "no database at all, but long enough to look at").unwrap();
        assert!(History::open(&folder.join("text")).is_err());
        std::fs::remove_dir_all(folder).unwrap();
    }
}
