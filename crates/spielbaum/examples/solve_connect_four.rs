//! Connect Four solved from a position: the value of every move, and the line of best play.
//!
//! `cargo run --release -p spielbaum --example solve_connect_four`

use std::time::Instant;

use spielbaum::prelude::*;

/// Rows from the top; `444445` would be the columns played so far.
const POSITION: &str = "......./....R../....Y../..Y.R../.YR.YR./RRYYYRY";

pub(crate) fn main() -> Result<(), Error> {
    let position: ConnectFour = read::position(POSITION)?;
    println!("{}", position.draw(TextStyle::UNICODE, None));

    // The margin of a win is the number of stones that the winner has left.
    let mut search = AlphaBeta::solve().build::<ConnectFour>()?;
    let (mut nodes, start) = (0, Instant::now());
    for mv in position.status().moves().iter().flat_map(MoveSet::iter) {
        let mut child = position;
        child.play(mv);
        let analysis = search.search(&child, &Budget::default(), &mut |_| {});
        let meaning = describe_value(&child, analysis.value, analysis.bound).unwrap_or_default();
        println!("column {}: {meaning}", position.move_text(mv));
        nodes += analysis.nodes;
    }

    let analysis = search.search(&position, &Budget::default(), &mut |_| {});
    let mut position = position;
    print!("\nbest play:");
    for mv in analysis.pv {
        print!(" {}", position.move_text(mv));
        position.play(mv);
    }
    println!("\n{} nodes in {:.2?}", nodes + analysis.nodes, start.elapsed());
    Ok(())
}
