//! A match at a game of one's own.
//!
//! `cargo run --release -p spielbaum --example own_game_match`

mod stones;

use spielbaum::prelude::*;
use stones::Stones;

playable!(Stones);

pub(crate) fn main() -> Result<(), Error> {
    let solver = AlphaBeta::new().table(4.mb()).iterative().nodes(5000);
    let result = Match::of(Stones::default(), &solver, "random")?.pairs(20).play()?;

    println!("wins {}, draws {}, losses {}", result.wins, result.draws, result.losses);
    println!("Elo {:+.0}", result.elo.value);
    Ok(())
}
