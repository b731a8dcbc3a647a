//! A game of one's own, searched by alpha-beta, Monte-Carlo tree search and df-pn.
//!
//! `cargo run --release -p spielbaum --example own_game`

mod stones;

use spielbaum::prelude::*;
use stones::Stones;

pub(crate) fn main() -> Result<(), Error> {
    let mut position = Stones::default();
    println!("{}", position.draw(TextStyle::UNICODE, None));

    // The same position for three searches: two typed, one as text.
    let alpha_beta = AlphaBeta::new().table(4.mb()).iterative();
    let monte_carlo = Mcts::solver().exploration(0.7).seed(7);
    let proof_numbers = "dfpn:memory=4";
    report("alpha-beta", &position, &alpha_beta.search(&position, Budget::default())?);
    report("Monte-Carlo", &position, &monte_carlo.search(&position, Budget::iterations(20_000))?);
    report("df-pn", &position, &proof_numbers.search(&position, Budget::default())?);

    // A search that is used more than once is built once. Both sides play its moves.
    let mut search = alpha_beta.build::<Stones>()?;
    print!("\na perfect game:");
    while position.status().outcome().is_none() {
        let analysis = search.search(&position, &Budget::default(), &mut |_| {});
        let best = analysis.best.expect("the game is not over");
        print!(" {}", position.move_text(best));
        position.play(best);
    }
    println!(", {}", position.ending().unwrap_or_default());

    // A search cannot use knowledge that the game lacks; the error says so.
    let refused = AlphaBeta::new().switch(Switch::LookAhead).search(&position, Budget::depth(3));
    println!("{}", refused.expect_err("stones has no look-ahead"));
    Ok(())
}

fn report(name: &str, position: &Stones, analysis: &Analysis<Stones>) {
    let best = analysis.best.map(|mv| position.move_text(mv)).unwrap_or_default();
    let meaning = describe_value(position, analysis.value, analysis.bound).unwrap_or(analysis.value.to_string());
    println!("{name:<12} takes {best}: {meaning}, after {} nodes", analysis.nodes);
}
