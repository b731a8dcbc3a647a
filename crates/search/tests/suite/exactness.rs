//! Every algorithm and every exact switch, alone and in pairs, returns the value of plain minimax.

use std::collections::HashMap;

use crate::{Visitor, each_game};
use spielbaum_core::{
    Budget, Game, HasEvaluation, Knowledge, MoveSet, NoObserver, Notation, Objective, Rng, Score, Status, Value,
};
use spielbaum_games::connect_four::AnySize;
use spielbaum_games::{ConnectFour, Gale, Othello, TicTacToe, Yavalath};
use spielbaum_search::alphabeta::{Driver, Guess, Settings, Switch, Switches, Tuning};
use spielbaum_search::{AlphaBeta, Holds, Spec, TableSettings, minimax, perft};

/// Exact switches that the game can use, each with those that it requires.
fn switches<G: Knowledge>() -> Vec<Switches> {
    let is_useful = |switch| switch != Switch::ChildProbe || G::LOOKS_AHEAD || G::HAS_ENDGAME_SOLVER;
    let fits = |switch: &Switch| switch.is_exact() && switch.lack_of::<G>().is_none() && is_useful(*switch);
    Switch::ALL.iter().copied().filter(fits).map(with_required::<G>).collect()
}

/// A switch with all that it requires in a game.
fn with_required<G: Knowledge>(switch: Switch) -> Switches {
    let mut set = Switches::of(&[switch]);
    for &required in switch.requires() {
        set = with_required::<G>(required).iter().fold(set, Switches::with);
    }
    if switch == Switch::ChildProbe && G::LOOKS_AHEAD { set.with(Switch::LookAhead) } else { set }
}

/// No switch, each alone, and every pair.
fn combinations<G: Knowledge>() -> Vec<Switches> {
    let single = switches::<G>();
    let mut all = vec![Switches::NONE];
    for (place, &first) in single.iter().enumerate() {
        all.push(first);
        for &second in &single[place + 1..] {
            let both = second.iter().fold(first, Switches::with);
            let has_both = |first, second| both.has(first) && both.has(second);
            let is_contradiction = has_both(Switch::FailHard, Switch::FailHybrid);
            let is_contradiction = is_contradiction || has_both(Switch::Scan, Switch::Ring);
            if !is_contradiction && !has_both(Switch::Mirror, Switch::Canonical) {
                all.push(both);
            }
        }
    }
    all
}

const SMALL_TABLE: TableSettings = TableSettings { megabytes: 1, ..TableSettings::USUAL };

const DRIVERS: [Driver; 8] = [
    Driver::MtdF { guess: Guess::Evaluation },
    Driver::Hybrid { near: 5 },
    Driver::FullWindow,
    Driver::MtdF { guess: Guess::Last },
    Driver::MtdF { guess: Guess::Given(7) },
    Driver::NegaC { is_optimised: false },
    Driver::NegaC { is_optimised: true },
    Driver::Aspiration { width: 20 },
];

/// A position with the minimax value of each move, counted from its own view.
struct Oracle<'a, G: Knowledge> {
    position: &'a G,
    depth: u32,
    objective: Objective,
    values: Vec<(G::Move, Score)>,
    seed: u64,
}

impl<'a, G: Notation + Knowledge> Oracle<'a, G> {
    fn new(position: &'a G, depth: u32, objective: Objective, seed: u64) -> Oracle<'a, G> {
        let moves = position.status().moves().expect("the game goes on");
        let value = |mv| {
            let score = -minimax(&after(position, mv), depth - 1, objective, &G::Evaluation::default()).score;
            (mv, if objective == Objective::Sooner { score.further_by(1) } else { score })
        };
        Oracle { position, depth, objective, values: moves.iter().map(value).collect(), seed }
    }

    /// Checks score, best move and line of one configuration.
    fn check(&self, settings: Settings) {
        let table = TableSettings { megabytes: 1, ..settings.table };
        let settings = Settings { objective: Some(self.objective), table, ..settings };
        let mut search = AlphaBeta::new(settings, G::Evaluation::default());
        let analysis = search.observe(self.position, &Budget::depth(self.depth), &mut NoObserver);
        let (name, position, depth, seed) = (G::INFO.name, self.position, self.depth, self.seed);
        let place = || format!("{name} {position}, depth {depth}, seed {seed}, {settings:?}");
        let expected = self.values.iter().map(|(_, value)| *value).max().expect("a move");
        assert_eq!(analysis.score, expected, "{}", place());
        let best = analysis.best.unwrap_or_else(|| panic!("no move in {}", place()));
        let value = self.values.iter().find(|(mv, _)| *mv == best).map(|(_, value)| *value);
        assert_eq!(value, Some(expected), "the best move {} of {}", position.move_text(best), place());
        assert_eq!(analysis.pv.first(), Some(&best), "{}", place());
        check_line(self.position, &analysis.pv, place);
    }
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
    (1..=most).take_while(|&depth| perft(position, depth) <= nodes).last().unwrap_or(1)
}

/// Compares every combination of switches, each with a random driver, on random positions.
fn check_random_positions<G: Notation + Knowledge>(start: &G, positions: u64, nodes: u64) {
    let combinations = combinations::<G>();
    for seed in 0..positions {
        let mut rng = Rng::new(seed);
        let position = random_position(start, &mut rng);
        let depth = 1 + rng.below(affordable_depth(&position, 6, nodes) as usize) as u32;
        for objective in [Objective::Sooner, Objective::Outcome] {
            let oracle = Oracle::new(&position, depth, objective, seed);
            for &switches in &combinations {
                oracle.check(random_settings(switches, &mut rng));
            }
        }
    }
}

/// The same for margins, on late positions that can be searched to the end: margins and estimates have no common scale.
fn check_margins<G: Notation + Knowledge>(start: &G, positions: u64, nodes: u64) {
    let combinations = combinations::<G>();
    let mut checked = 0;
    for seed in 0.. {
        let mut rng = Rng::new(seed);
        let position = late_position(start, &mut rng);
        let tree = minimax_size(&position, nodes);
        let Some(depth) = tree else { continue };
        let oracle = Oracle::new(&position, depth, Objective::Margin, seed);
        for &switches in &combinations {
            oracle.check(random_settings(switches, &mut rng));
        }
        checked += 1;
        if checked == positions {
            return;
        }
    }
}

fn random_settings(switches: Switches, rng: &mut Rng) -> Settings {
    let driver = DRIVERS[rng.below(DRIVERS.len())];
    let has_bounds = !switches.has(Switch::TableMove) && rng.below(2) == 1;
    let holds = if has_bounds { Holds::Bounds } else { Holds::Score };
    let table = TableSettings { holds, ..SMALL_TABLE };
    let (presearch_depth, table_move_depth) = (rng.below(4) as u32, rng.below(4) as u32);
    let tuning = Tuning { presearch_depth, table_move_depth, ..Tuning::USUAL };
    Settings { switches, driver, table, is_iterative: rng.below(2) == 1, tuning, ..Settings::default() }
}

/// A position a few plies before the end of a random game.
fn late_position<G: Knowledge>(start: &G, rng: &mut Rng) -> G {
    let mut game = vec![start.clone()];
    while let Some(moves) = game[game.len() - 1].status().moves() {
        let mut next = game[game.len() - 1].clone();
        next.play(moves.sample(rng));
        game.push(next);
    }
    let back = 2 + rng.below(7);
    game.swap_remove(game.len().saturating_sub(back))
}

/// The depth that reaches every end of the game, if the tree has at most `nodes` leaves a level.
fn minimax_size<G: Knowledge>(position: &G, nodes: u64) -> Option<u32> {
    for depth in 1..=60 {
        match perft(position, depth) {
            0 => return Some(depth),
            count if count > nodes => return None,
            // Where ended games count as leaves, the count stops growing when all have ended.
            count if G::ENDED_GAMES_ARE_LEAVES && count == perft(position, depth + 1) && depth > 12 => {
                return Some(depth);
            }
            _ => {}
        }
    }
    None
}

struct Exactness;

impl Visitor for Exactness {
    type Output = ();

    fn visit<G: Notation + Knowledge>(&mut self) {
        check_random_positions(&G::default(), 12, 1_500);
        if G::HAS_MARGIN {
            check_margins(&G::default(), 10, 1_000);
        }
    }
}

#[test]
fn every_game_is_searched_exactly_by_every_driver_and_pair_of_switches() {
    each_game(&mut Exactness);
}

#[test]
fn small_boards_are_searched_exactly() {
    for text in ["size=2;", "size=3;"] {
        check_random_positions::<Gale>(&text.parse().unwrap(), 6, 500);
    }
    for text in ["side=3;", "side=4,swap;"] {
        check_random_positions::<Yavalath>(&text.parse().unwrap(), 6, 500);
    }
    for text in ["columns=4,rows=4;", "columns=5,rows=5;", "columns=8,rows=8;"] {
        check_random_positions::<ConnectFour<AnySize>>(&text.parse().unwrap(), 4, 500);
    }
    for text in ["columns=4,rows=4;", "columns=5,rows=5;"] {
        check_margins::<ConnectFour<AnySize>>(&text.parse().unwrap(), 4, 500);
    }
}

/// Tromp, <https://tromp.github.io/c4/c4.html>; only on 6 columns of 4 rows does a side win, the second one.
#[test]
fn small_boards_of_connect_four_have_their_published_values() {
    let draws = [(4, 4), (5, 4), (4, 5), (5, 5), (4, 6)].map(|size| (size, Value::Draw));
    for ((columns, rows), expected) in draws.into_iter().chain([((6, 4), Value::Margin(-1))]) {
        let start: ConnectFour<AnySize> = format!("columns={columns},rows={rows};").parse().unwrap();
        let spec: Spec = "Liese NegaC*2:objective=margin,canonical,table=32".parse().unwrap();
        let analysis = spec.build("").unwrap().search(&start, &Budget::default(), &mut |_| {});
        assert_eq!(analysis.value, expected, "{columns} columns of {rows} rows");
    }
}

/// Every position of Tic-Tac-Toe with its value under best play, early wins before late ones.
fn solved_tic_tac_toe() -> HashMap<TicTacToe, Score> {
    fn solve(position: TicTacToe, values: &mut HashMap<TicTacToe, Score>) -> Score {
        if let Some(&value) = values.get(&position) {
            return value;
        }
        let value = match position.status() {
            Status::Over(outcome) => Objective::Sooner.terminal(outcome, position.side_to_move(), 0, || 0),
            Status::Ongoing(moves) => {
                let value_of = |mv| -solve(after(&position, mv), values).further_by(1);
                moves.iter().map(value_of).max().expect("a move")
            }
        };
        values.insert(position, value);
        value
    }
    let mut values = HashMap::new();
    solve(TicTacToe::default(), &mut values);
    values
}

fn after<G: Game>(position: &G, mv: G::Move) -> G {
    let mut child = position.clone();
    child.play(mv);
    child
}

#[test]
fn tic_tac_toe_is_searched_exactly_from_every_position() {
    let values = solved_tic_tac_toe();
    assert_eq!(values.len(), 5_478);
    let mut open: Vec<TicTacToe> =
        values.keys().copied().filter(|position| position.status().moves().is_some()).collect();
    open.sort_by_key(Game::key);
    let mut rng = Rng::new(1);
    let with_table = Settings { switches: Switches::of(&[Switch::Table]), table: SMALL_TABLE, ..Settings::default() };
    let mut search = AlphaBeta::new(with_table, <TicTacToe as HasEvaluation>::Evaluation::default());
    let single = switches::<TicTacToe>();
    for switches in combinations::<TicTacToe>() {
        // Each switch alone sees every position; each pair one in fifty, at random.
        let sees_all = switches == Switches::NONE || single.contains(&switches);
        for position in &open {
            if !sees_all && rng.below(50) > 0 {
                continue;
            }
            let mut settings = random_settings(switches, &mut rng);
            if position.max_plies() > 5 {
                // Many narrow searches of the largest trees would take minutes.
                (settings.driver, settings.is_iterative) = (Driver::FullWindow, false);
            }
            search.configure(Settings { objective: Some(Objective::Sooner), ..settings });
            let analysis = search.observe(position, &Budget::default(), &mut NoObserver);
            assert_eq!(analysis.score, values[position], "{position}, {settings:?}");
            let best = analysis.best.unwrap_or_else(|| panic!("no move in {position}, {settings:?}"));
            let value = -values[&after(position, best)].further_by(1);
            assert_eq!(value, values[position], "the best move {best:?} of {position}, {settings:?}");
        }
    }
}

/// The endgame solver as `solve` uses it, on positions where most of the tree lies above the game's own code.
#[test]
fn late_positions_of_othello_have_the_margins_and_outcomes_of_brute_force() {
    fn brute_force(position: &Othello, (mut alpha, beta): (i32, i32)) -> i32 {
        let Status::Ongoing(moves) = position.status() else { return position.final_margin() };
        let mut best = -64;
        for mv in moves.iter() {
            best = best.max(-brute_force(&after(position, mv), (-beta, -alpha)));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }
    let specs = [
        "auto:objective=margin",
        "auto:objective=margin,threads=2",
        "auto:objective=margin,weak",
        // As `auto` does it with more empty squares.
        "mtdf:finish,child-probe,hint,static,theory,bounds,forced,afresh,etc,table-move,preview,preview-depth=20,\
         presearch-depth=6,table-move-depth=3,objective=margin",
    ];
    let mut rng = Rng::new(41);
    let mut checked = 0;
    while checked < 60 {
        let mut position = Othello::default();
        while position.max_plies() > 22
            && let Some(moves) = position.status().moves()
        {
            position.play(moves.sample(&mut rng));
        }
        if position.status().moves().is_none() {
            continue;
        }
        checked += 1;
        let expected = brute_force(&position, (-64, 64));
        for spec in specs {
            let mut search = spec.parse::<Spec>().unwrap().build::<Othello>("othello").unwrap();
            let analysis = search.search(&position, &Budget::default(), &mut |_| {});
            if spec.contains("weak") {
                assert_eq!(analysis.value.sign(), Some(expected.signum()), "{spec} {position}");
            } else {
                assert_eq!(analysis.score.0, expected, "{spec} {position}");
                let best = analysis.best.expect("a move");
                let window = (-expected, 1 - expected);
                assert!(brute_force(&after(&position, best), window) <= -expected, "{spec} {position} {best:?}");
            }
        }
    }
}

#[test]
fn the_start_of_tic_tac_toe_is_a_draw() {
    let mut search = AlphaBeta::new(Settings::default(), <TicTacToe as HasEvaluation>::Evaluation::default());
    let analysis = search.observe(&TicTacToe::default(), &Budget::default(), &mut NoObserver);
    assert_eq!(analysis.value, Value::Draw);
    assert_eq!(analysis.pv.len(), 9);
}
