//! Stored chess games as PGN, with the players' score of each move.

use spielbaum_core::{Game, Side, TextError};
use spielbaum_games::Chess;
use spielbaum_games::chess::{Pgn, PgnMove};

use super::Run;
use crate::record::{GameRecord, MoveRecord};

/// A stored chess game. Comments are `score/depth time`, as other programs write and read them; scores are from the
/// view of the side to move, in pawns.
pub(super) fn pgn(run: &Run, game: &GameRecord) -> Result<Pgn, TextError> {
    let start: Chess = game.start.parse()?;
    let mut position = start.clone();
    let mut moves = Vec::new();
    for played in &game.moves {
        let mv = position.find_move(&played.text)?;
        position.play(mv);
        moves.push(PgnMove { comment: Some(comment(played)), ..PgnMove::from(mv) });
    }
    let mut pgn = Pgn { start, moves, result: Some(game.outcome), ..Pgn::default() };
    let player = |side: Side| run.experiment.players[game.players[side]].to_string();
    let tags = [
        ("Event", run.experiment.title.clone()),
        ("Date", run.begun.get(..10).unwrap_or_default().replace('-', ".")),
        ("Round", format!("{}.{}", game.pair() + 1, game.number % 2 + 1)),
        ("White", player(Side::First)),
        ("Black", player(Side::Second)),
        ("Termination", format!("{}: {}", game.reason.name(), game.ending)),
    ];
    for (name, value) in tags {
        pgn.set_tag(name, value);
    }
    pgn.name_opening();
    Ok(pgn)
}

fn comment(played: &MoveRecord) -> String {
    let pawns = f64::from(played.score) / 100.0;
    let score = match played.value.split_once(" in ").and_then(|(_, plies)| plies.parse::<u32>().ok()) {
        Some(plies) => format!("{}M{}", if played.score > 0 { '+' } else { '-' }, plies.div_ceil(2)),
        None => format!("{pawns:+.2}"),
    };
    format!("{score}/{} {:.3}s", played.depth, played.time.as_secs_f64())
}
