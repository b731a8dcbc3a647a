//! Every algorithm and every exact switch, alone and in pairs, returns the value of plain minimax.

use spielbaum_core::{Budget, Game, Knowledge, MoveSet, Notation, Objective, Rng, Score, Silent};
use spielbaum_games::{ConnectFour, Gale, TicTacToe};
use spielbaum_search::alphabeta::{Driver, Settings, Switch, Switches};
use spielbaum_search::{AlphaBeta, minimax, perft};

/// Exact switches that the game knows enough for; those of the table stand for themselves and the table.
fn switches<G: Knowledge>() -> Vec<Switches> {
    let has_symmetries = G::default().symmetries() > 1;
    let fits = |switch: &Switch| match switch {
        Switch::LookAhead => G::LOOKS_AHEAD,
        Switch::Static => G::ORDERS_STATICALLY,
        Switch::Hint => G::HINTS,
        Switch::Noisy => G::HAS_NOISE,
        Switch::Mirror | Switch::Canonical => has_symmetries,
        switch => switch.is_exact(),
    };
    let with_table = |switch| match switch {
        Switch::Mirror | Switch::Canonical | Switch::ChildTable | Switch::TableMove | Switch::SortByTable => {
            Switches::of(&[Switch::Table, switch])
        }
        switch => Switches::of(&[switch]),
    };
    Switch::ALL.into_iter().filter(fits).map(with_table).collect()
}

/// No switch, each alone, and every pair.
fn combinations<G: Knowledge>() -> Vec<Switches> {
    let single = switches::<G>();
    let mut all = vec![Switches::NONE];
    for (place, &first) in single.iter().enumerate() {
        all.push(first);
        for &second in &single[place + 1..] {
            let both = second.iter().fold(first, Switches::with);
            let is_legal = !(both.has(Switch::FailHard) && both.has(Switch::FailHybrid))
                && !(both.has(Switch::Mirror) && both.has(Switch::Canonical));
            if is_legal {
                all.push(both);
            }
        }
    }
    all
}

const DRIVERS: [Driver; 6] = [
    Driver::FullWindow,
    Driver::MtdF { guess: None },
    Driver::MtdF { guess: Some(7) },
    Driver::NegaC { is_optimised: false },
    Driver::NegaC { is_optimised: true },
    Driver::Aspiration { width: 20 },
];

fn objectives<G: Knowledge>() -> Vec<Objective> {
    let margin = G::HAS_MARGIN.then_some(Objective::Margin);
    [Objective::Sooner, Objective::Outcome].into_iter().chain(margin).collect()
}

/// Checks one configuration on one position.
fn check<G: Notation + Knowledge>(position: &G, depth: u32, settings: Settings, expected: Score, seed: u64) {
    let mut search = AlphaBeta::new(settings, G::Evaluation::default());
    let analysis = search.observe(position, &Budget::depth(depth), &mut Silent);
    let place = || format!("{} {position}, depth {depth}, seed {seed}, {settings:?}", G::INFO.name);
    assert_eq!(analysis.score, expected, "{}", place());
    check_line(position, &analysis.pv, place);
    let best = analysis.best.unwrap_or_else(|| panic!("no move in {}", place()));
    let mut child = position.clone();
    child.play(best);
    let objective = settings.objective.unwrap_or(G::OBJECTIVE);
    let value = -minimax_from(&child, depth - 1, 1, objective);
    assert_eq!(value, expected, "the best move {} of {}", position.move_text(best), place());
}

/// Minimax `ply` plies behind the root that scores are counted from.
fn minimax_from<G: Knowledge>(position: &G, depth: u32, ply: u32, objective: Objective) -> Score {
    let score = minimax(position, depth, objective, &G::Evaluation::default()).score;
    if objective == Objective::Sooner { score.further_by(ply) } else { score }
}

fn check_line<G: Notation>(position: &G, line: &[G::Move], place: impl Fn() -> String) {
    let mut position = position.clone();
    for &mv in line {
        let is_legal = position.status().moves().is_some_and(|moves| moves.contains(mv));
        assert!(is_legal, "illegal line in {}", place());
        position.play(mv);
    }
}

/// A random position that is not over.
fn random_position<G: Knowledge>(start: &G, rng: &mut Rng) -> G {
    loop {
        let mut position = start.clone();
        let plies = rng.below(start.max_plies().min(60));
        for _ in 0..plies {
            let Some(moves) = position.status().moves() else { break };
            position.play(moves.sample(rng));
        }
        if position.status().moves().is_some() {
            return position;
        }
    }
}

/// The greatest depth up to `most` whose tree is small enough for minimax.
fn affordable_depth<G: Knowledge>(position: &G, most: u32, nodes: u64) -> u32 {
    (1..=most).rev().find(|&depth| perft(position, depth) <= nodes).unwrap_or(1)
}

fn check_random_positions<G: Notation + Knowledge>(start: &G, positions: u64, nodes: u64) {
    let combinations = combinations::<G>();
    for seed in 0..positions {
        let mut rng = Rng::new(seed);
        let position = random_position(start, &mut rng);
        let depth = 1 + rng.below(affordable_depth(&position, 6, nodes) as usize) as u32;
        for objective in objectives::<G>() {
            let expected = minimax_from(&position, depth, 0, objective);
            for &switches in &combinations {
                let driver = DRIVERS[rng.below(DRIVERS.len())];
                let is_iterative = rng.below(2) == 1;
                let settings = Settings {
                    switches,
                    driver,
                    is_iterative,
                    objective: Some(objective),
                    table_megabytes: 1,
                    ..Settings::default()
                };
                check(&position, depth, settings, expected, seed);
            }
        }
    }
}

#[test]
fn gale_is_searched_exactly() {
    check_random_positions::<Gale>(&"size=2;".parse().unwrap(), 10, 3_000);
    check_random_positions::<Gale>(&"size=3;".parse().unwrap(), 15, 3_000);
    check_random_positions::<Gale>(&Gale::default(), 10, 3_000);
}

#[test]
fn connect_four_is_searched_exactly() {
    check_random_positions(&ConnectFour::default(), 30, 3_000);
}

#[test]
fn tic_tac_toe_is_searched_exactly_from_every_position() {
    let mut positions = std::collections::HashSet::from([TicTacToe::default()]);
    let mut rest = vec![TicTacToe::default()];
    while let Some(position) = rest.pop() {
        for mv in position.status().moves().iter().flat_map(MoveSet::iter) {
            let mut child = position;
            child.play(mv);
            if positions.insert(child) {
                rest.push(child);
            }
        }
    }
    assert_eq!(positions.len(), 5_478);
    let singles = switches::<TicTacToe>();
    let mut rng = Rng::new(1);
    for position in positions.into_iter().filter(|position| position.status().moves().is_some()) {
        let depth = 1 + rng.below(9) as u32;
        let expected = minimax_from(&position, depth, 0, Objective::Sooner);
        let picked = [Switches::NONE, singles[rng.below(singles.len())], singles[rng.below(singles.len())]];
        for switches in picked {
            let driver = DRIVERS[rng.below(DRIVERS.len())];
            let settings = Settings { switches, driver, table_megabytes: 1, ..Settings::default() };
            check(&position, depth, settings, expected, 1);
        }
    }
}

#[test]
fn the_start_of_tic_tac_toe_is_a_draw() {
    let mut search = AlphaBeta::new(Settings::default(), <TicTacToe as Knowledge>::Evaluation::default());
    let analysis = search.observe(&TicTacToe::default(), &Budget::default(), &mut Silent);
    assert_eq!(analysis.value, spielbaum_core::Value::Draw);
    assert_eq!(analysis.pv.len(), 9);
}
