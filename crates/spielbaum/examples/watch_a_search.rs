//! A search watched in two ways: what it reports after each iteration, and every position that it enters.
//!
//! `cargo run --release -p spielbaum --example watch_a_search`

use spielbaum::prelude::*;

pub(crate) fn main() -> Result<(), Error> {
    let position: ConnectFour = read::position("4444")?;
    println!("{}", position.draw(TextStyle::UNICODE, None));

    // Iterations: the answer so far.
    let search = AlphaBeta::new().table(16.mb()).table_move().killers().iterative().pvs();
    println!("depth      nodes  value        line");
    let mut report = |so_far: &Analysis<ConnectFour>| {
        let Analysis { depth, nodes, value, pv, .. } = so_far;
        let line: Vec<String> = pv.iter().map(|&mv| position.move_text(mv)).collect();
        println!("{depth:>5} {nodes:>10}  {:<12} {}", value.to_string(), line.join(" "));
    };
    search.build()?.search(&position, &Budget::depth(10), &mut report);

    // Positions: where they are cut off, and why.
    let mut watcher = Watcher::default();
    search.observe(&position, Budget::depth(6), &mut watcher)?;
    println!("\n{} positions entered, the deepest {} plies ahead", watcher.entered, watcher.deepest);
    println!("{} cut off by a move that is too good, {} by the table", watcher.by_beta, watcher.by_table);
    Ok(())
}

/// Counts what happens.
#[derive(Default)]
struct Watcher {
    entered: u64,
    open: u32,
    deepest: u32,
    by_beta: u64,
    by_table: u64,
}

impl Observer<ConnectFour> for Watcher {
    fn enter(&mut self, _: &ConnectFour, _: Option<Cell>, _: (Score, Score), _: u32) {
        self.deepest = self.deepest.max(self.open);
        (self.entered, self.open) = (self.entered + 1, self.open + 1);
    }

    fn cut(&mut self, reason: Cut, _: &[Cell]) {
        self.by_beta += u64::from(reason == Cut::Beta);
        self.by_table += u64::from(reason == Cut::Table);
    }

    fn leave(&mut self, _: Score) {
        self.open -= 1;
    }
}
