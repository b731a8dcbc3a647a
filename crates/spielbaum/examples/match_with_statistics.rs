//! Two searches play pairs of games; the result is an Elo difference with its interval.
//!
//! `cargo run --release -p spielbaum --example match_with_statistics`

use spielbaum::prelude::*;

pub(crate) fn main() -> Result<(), Error> {
    // Does proving results in the tree help, at the same number of iterations?
    let solver = Mcts::solver().iterations(300);
    let plain = Mcts::new().iterations(300);
    let result = Match::new("connect-four", &solver, &plain)?.pairs(30).seed(1).play()?;

    println!("mcts-solver against mcts, {} games of Connect Four from random openings", result.games());
    println!("wins {}, draws {}, losses {}", result.wins, result.draws, result.losses);
    println!("pairs by points: {:?} (0, ½, 1, 1½, 2)", result.pairs);
    let Estimate { value, low, high } = result.elo;
    println!("Elo {value:+.0}, 95 % interval {low:+.0} to {high:+.0}");
    println!("the solver is better with {:.1} % likelihood", 100.0 * result.superiority);

    // The formulas take any counts. How many pairs would such a result need to exclude equality?
    let sample = statistics::Sample::of_pairs(result.pairs);
    let score = statistics::score(&sample);
    let lead = (score.value - 0.5).abs();
    if lead > 0.0 {
        let pairs = sample.size() as f64 * (score.half_width() / lead).powi(2);
        println!("about {pairs:.0} pairs with this score and spread would decide it");
    }
    Ok(())
}
