//! Games and searches as rows of the store.

use std::time::Duration;

use rusqlite::types::Type;
use rusqlite::{Connection, Error, Row, named_params, params};
use spielbaum_core::{Outcome, Side, Statistics};

use crate::bench::SearchRecord;
use crate::record::{GameRecord, MoveRecord, Reason, table_entries};

pub(super) fn insert_game(connection: &Connection, run: i64, game: &GameRecord) -> rusqlite::Result<()> {
    let [first, second] = game.players.map(|player| player as i64);
    let score = game.half_points(Side::First) as f64 / 2.0;
    let number = game.number as i64;
    connection.prepare_cached("INSERT INTO games VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)")?.execute(
        params![
            run,
            number,
            game.pair() as i64,
            first,
            second,
            game.start,
            game.line(),
            score,
            game.reason.name(),
            game.ending
        ],
    )?;
    let mut insert =
        connection.prepare_cached("INSERT INTO moves VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)")?;
    for (mv, ply) in game.moves.iter().zip(1i64..) {
        let (nodes, time) = (mv.nodes as i64, microseconds(mv.time));
        let [iterations, entries] = [mv.iterations, mv.table_entries].map(|count| count.map(|count| count as i64));
        insert.execute(params![
            run, number, ply, mv.text, nodes, iterations, mv.depth, time, mv.score, mv.value, entries
        ])?;
    }
    Ok(())
}

pub(super) fn games(connection: &Connection, run: i64) -> rusqlite::Result<Vec<GameRecord>> {
    let mut moves = connection.prepare(
        "SELECT move, nodes, iterations, depth, time_us, score, value, table_entries FROM moves
         WHERE run = ?1 AND game = ?2 ORDER BY ply",
    )?;
    let mut games = connection
        .prepare("SELECT game, first, second, start, score, reason, ending FROM games WHERE run = ?1 ORDER BY game")?;
    let mut rows = games.query([run])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let number: i64 = row.get(0)?;
        let moves = moves.query_map(params![run, number], |row| {
            Ok(MoveRecord {
                text: row.get(0)?,
                nodes: count(row, 1)?,
                iterations: maybe_count(row, 2)?,
                table_entries: maybe_count(row, 7)?,
                depth: row.get(3)?,
                time: Duration::from_micros(count(row, 4)?),
                score: row.get(5)?,
                value: row.get(6)?,
            })
        })?;
        let moves = moves.collect::<rusqlite::Result<_>>()?;
        found.push(game(row, number as u64, moves)?);
    }
    Ok(found)
}

fn game(row: &Row, number: u64, moves: Vec<MoveRecord>) -> rusqlite::Result<GameRecord> {
    let wrong = |column, text: String| Error::FromSqlConversionFailure(column, Type::Text, text.into());
    let (score, reason): (f64, String) = (row.get(4)?, row.get(5)?);
    let outcome = match score {
        1.0 => Outcome::Win(Side::First),
        0.5 => Outcome::Draw,
        0.0 => Outcome::Win(Side::Second),
        _ => return Err(wrong(4, format!("invalid score of a game: {score}"))),
    };
    let known = Reason::ALL.into_iter().find(|known| known.name() == reason);
    Ok(GameRecord {
        number,
        players: [count(row, 1)? as usize, count(row, 2)? as usize],
        start: row.get(3)?,
        moves,
        outcome,
        reason: known.ok_or_else(|| wrong(5, format!("unknown reason '{reason}'")))?,
        ending: row.get(6)?,
    })
}

pub(super) fn insert_search(connection: &Connection, run: i64, search: &SearchRecord) -> rusqlite::Result<()> {
    let counters = &search.statistics;
    connection
        .prepare_cached(
            "INSERT INTO searches VALUES (:run, :search, :player, :position, :budget, :text, :plies, :best, :nodes,
             :iterations, :depth, :time_us, :score, :value, :expected, :leaves, :table_probes, :table_hits, :table_cuts,
             :beta_cuts, :late_cuts, :table_entries)",
        )?
        .execute(named_params! {
            ":run": run,
            ":search": search.number as i64,
            ":player": search.player as i64,
            ":position": search.position as i64,
            ":budget": search.limit as i64,
            ":text": search.text,
            ":plies": search.plies,
            ":best": search.best,
            ":nodes": search.nodes as i64,
            ":iterations": search.iterations.map(|count| count as i64),
            ":depth": search.depth,
            ":time_us": microseconds(search.time),
            ":score": search.score,
            ":value": search.value,
            ":expected": search.expected,
            ":leaves": counters.leaves as i64,
            ":table_probes": counters.table_probes as i64,
            ":table_hits": counters.table_hits as i64,
            ":table_cuts": counters.table_cuts as i64,
            ":beta_cuts": counters.beta_cuts as i64,
            ":late_cuts": (counters.beta_cuts - counters.first_move_cuts) as i64,
            ":table_entries": table_entries(counters).map(|count| count as i64),
        })?;
    Ok(())
}

pub(super) fn searches(connection: &Connection, run: i64) -> rusqlite::Result<Vec<SearchRecord>> {
    let mut query = connection.prepare("SELECT * FROM searches WHERE run = ?1 ORDER BY search")?;
    let rows = query.query_map([run], |row| {
        Ok(SearchRecord {
            number: count(row, 1)?,
            player: count(row, 2)? as usize,
            position: count(row, 3)?,
            limit: count(row, 4)? as usize,
            text: row.get(5)?,
            plies: row.get(6)?,
            best: row.get(7)?,
            nodes: count(row, 8)?,
            iterations: maybe_count(row, 9)?,
            depth: row.get(10)?,
            time: Duration::from_micros(count(row, 11)?),
            score: row.get(12)?,
            value: row.get(13)?,
            expected: row.get(14)?,
            statistics: Statistics {
                leaves: count(row, 15)?,
                table_probes: count(row, 16)?,
                table_hits: count(row, 17)?,
                table_cuts: count(row, 18)?,
                beta_cuts: count(row, 19)?,
                // The store has those by later moves.
                first_move_cuts: count(row, 19)?.saturating_sub(count(row, 20)?),
                table_entries: maybe_count(row, 21)?.unwrap_or(0),
                ..Statistics::default()
            },
        })
    })?;
    rows.collect()
}

/// SQLite's integers are signed; ours are counts.
fn count(row: &Row, column: usize) -> rusqlite::Result<u64> {
    Ok(row.get::<_, i64>(column)? as u64)
}

fn maybe_count(row: &Row, column: usize) -> rusqlite::Result<Option<u64>> {
    Ok(row.get::<_, Option<i64>>(column)?.map(|count| count as u64))
}

fn microseconds(time: Duration) -> i64 {
    time.as_micros() as i64
}
