//! Proof-number searches agree with alpha-beta.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::common::{all_positions, late_position};
use crate::written_proofs::{check_proof, proof_of};
use spielbaum_core::{
    Budget, Game, HasEvaluation, Knowledge, LookAhead, Meter, MoveSet, NoObserver, Notation, Objective, Outcome, Rng,
    Search, Side, Status, Tactics, ThreatSearch, Value,
};
use spielbaum_games::{ConnectFour, Gale, Othello, TicTacToe, Yavalath};
use spielbaum_search::alphabeta::{self, Switch, Switches};
use spielbaum_search::mcts::Thousandths;
use spielbaum_search::proof::{Algorithm, Answer, Initial, ProofSearch, Prover, Question, Settings};
use spielbaum_search::{AlphaBeta, Engine, Spec, TableSettings};

/// Every algorithm with every kind of leaf that the game supports.
fn searches<G: Knowledge>() -> Vec<Settings> {
    let mut all = Vec::new();
    for algorithm in [Algorithm::Pns, Algorithm::Pn2, Algorithm::Dfpn] {
        for initial in [Initial::One, Initial::Mobility, Initial::Evaluation] {
            let plain = Settings { algorithm, initial, memory: 16, ..Settings::PNS };
            all.push(plain);
            if G::LOOKS_AHEAD {
                all.push(Settings { looks_ahead: true, ..plain });
                all.push(Settings { looks_ahead: true, forcing: 30, ..plain });
            }
            if G::HAS_ENDGAME_PROVER {
                all.extend([4, 7].map(|endings| Settings { looks_ahead: true, endings, ..plain }));
            }
            if algorithm == Algorithm::Dfpn {
                all.extend([0, 400].map(|width| Settings { width: Thousandths(width), ..plain }));
            }
        }
    }
    all
}

/// Win, draw or loss by alpha-beta.
pub(crate) fn by_alpha_beta<G: Knowledge>(position: &G) -> Value {
    let switches = Switches::of(&[Switch::Table, Switch::TableMove, Switch::Killers, Switch::History]);
    let objective = Some(Objective::Outcome);
    let settings = alphabeta::Settings {
        switches,
        objective,
        table: TableSettings { megabytes: 4, ..TableSettings::USUAL },
        ..Default::default()
    };
    AlphaBeta::new(settings, G::Evaluation::default()).observe(position, &Budget::default(), &mut NoObserver).value
}

/// Asks one search about a position and compares answer and move with alpha-beta.
fn check<G: Notation + Knowledge>(position: &G, settings: Settings, seed: u64) {
    let place = format!("{} {position}, seed {seed}, {settings:?}", G::INFO.name);
    let mut search = ProofSearch::new(settings, G::Evaluation::default());
    let analysis = search.search(position, &Budget::default(), &mut |_| {});
    let expected = by_alpha_beta(position);
    assert_eq!(analysis.value, expected, "{place}");
    let best = analysis.best.unwrap_or_else(|| panic!("no move in {place}"));
    let mut child = position.clone();
    child.play(best);
    let behind = match by_alpha_beta(&child) {
        Value::Win(plies) => Value::Loss(plies),
        Value::Loss(plies) => Value::Win(plies),
        value => value,
    };
    assert_eq!(behind, expected, "the move {} of {place}", position.move_text(best));
}

fn check_late_positions<G: Notation + Knowledge>(start: &G, positions: u64, plies: usize) {
    let all = searches::<G>();
    for seed in 0..positions {
        let mut rng = Rng::new(seed);
        let position = late_position(start, 2 + rng.below(plies - 1), &mut rng);
        check(&position, all[seed as usize % all.len()], seed);
    }
}

#[test]
fn proof_numbers_agree_with_alpha_beta_in_late_positions() {
    check_late_positions(&<ConnectFour>::default(), 1000, 12);
    check_late_positions(&Othello::default(), 600, 14);
    check_late_positions::<Gale>(&"size=2;".parse().unwrap(), 300, 5);
    check_late_positions::<Gale>(&"size=3;".parse().unwrap(), 1000, 9);
    check_late_positions::<Yavalath>(&"side=3;".parse().unwrap(), 1000, 10);
}

#[test]
fn proof_numbers_agree_with_alpha_beta_in_every_position_of_tic_tac_toe() {
    let all = searches::<TicTacToe>();
    let positions = all_positions(&TicTacToe::default());
    assert_eq!(positions.len(), 4520);
    for (index, position) in positions.iter().enumerate() {
        check(position, all[index % all.len()], 0);
    }
}

#[test]
fn small_games_are_solved_from_the_start() {
    for algorithm in [Algorithm::Pns, Algorithm::Pn2, Algorithm::Dfpn] {
        let settings = Settings { algorithm, memory: 64, ..Settings::PNS };
        check(&TicTacToe::default(), settings, 0);
        check::<Gale>(&"size=2;".parse().unwrap(), settings, 0);
    }
    let settings =
        Settings { algorithm: Algorithm::Dfpn, looks_ahead: true, initial: Initial::Mobility, ..Settings::PNS };
    check::<Gale>(&"size=3;".parse().unwrap(), settings, 0);
}

#[test]
fn a_question_without_an_answer_stays_open() {
    let search = ProofSearch::new(Settings::PNS, <ConnectFour as HasEvaluation>::Evaluation::default());
    let question = Question { prover: Side::First, accepts_draw: false };
    let finding = search.ask(&<ConnectFour>::default(), question, &mut Meter::start(&Budget::nodes(2000)));
    assert_eq!(finding.answer, Answer::Open);
    assert!(finding.best.is_some() && finding.numbers.0 > 0 && finding.numbers.1 > 0);
}

/// What forced sequences claim of positions with `empty` cells left: wins, and moves that do not stop a threat.
fn check_forced<G: Notation + Knowledge>(start: &G, seeds: u64, plies: usize) -> [usize; 2] {
    let mut counts = [0; 2];
    for seed in 0..seeds {
        let mut rng = Rng::new(seed);
        let position = late_position(start, plies, &mut rng);
        let Some(LookAhead::Moves(kept)) = position.status().moves().map(|moves| position.look_ahead(moves)) else {
            continue;
        };
        let loses = |mv: &G::Move| {
            let mut child = position.clone();
            child.play(*mv);
            assert!(
                matches!(by_alpha_beta(&child), Value::Win(_)),
                "seed {seed}, {position} {}",
                position.move_text(*mv)
            );
        };
        match position.threat_space_search(&kept, 200, &mut 0) {
            ThreatSearch::Win(mv) => {
                counts[0] += 1;
                let mut child = position.clone();
                child.play(mv);
                assert!(matches!(by_alpha_beta(&child), Value::Loss(_)), "seed {seed}, {position}");
            }
            ThreatSearch::Threat(answers) => {
                counts[1] += 1;
                kept.iter().filter(|mv| !answers.contains(*mv)).for_each(|mv| loses(&mv));
            }
            ThreatSearch::Nothing => {}
        }
    }
    counts
}

#[test]
fn what_forced_sequences_claim_is_true() {
    let [wins, threats] = check_forced::<Yavalath>(&"side=3;".parse().unwrap(), 3_000, 11);
    assert!(wins > 40 && threats > 10, "{wins} {threats}");
    let [wins, threats] = check_forced::<Yavalath>(&"side=4;".parse().unwrap(), 1_500, 12);
    assert!(wins > 20 && threats > 5, "{wins} {threats}");
    assert!(check_forced(&<ConnectFour>::default(), 600, 12)[0] > 0);
}

#[test]
fn yavalath_is_proved_by_threats_as_by_alpha_beta() {
    let Engine::Proof(prove) = *"prove:memory=16".parse::<Spec>().unwrap().engine() else { panic!("not a proof") };
    for seed in 0..600 {
        let mut rng = Rng::new(seed);
        let start: Yavalath = if seed % 2 == 0 { "side=3;" } else { "side=4;" }.parse().unwrap();
        let position = late_position(&start, 4 + rng.below(8), &mut rng);
        let settings = Settings { endings: [0, 6, prove.endings][seed as usize % 3], ..prove };
        check(&position, settings, seed);
        if seed % 8 == 0 && !matches!(by_alpha_beta(&position), Value::Draw) {
            check_proof(&position, &settings, seed);
        }
    }
}

#[test]
fn the_second_player_wins_the_smallest_yavalath() {
    let Engine::Proof(settings) = *"prove:memory=64,endings=0".parse::<Spec>().unwrap().engine() else {
        panic!("not a proof")
    };
    // Two of the four openings up to symmetry, so that the test stays short; docs/yavalath.md has all.
    for opening in ["a2", "c3"] {
        let root: Yavalath = format!("side=3; {opening}").parse().unwrap();
        let mut search = ProofSearch::new(settings, <Yavalath as HasEvaluation>::Evaluation::default());
        let analysis = search.search(&root, &Budget::default(), &mut |_| {});
        assert_eq!(analysis.value, Value::Win(None), "{opening}");
        // Known results are not searched for again, except endings.
        let budget = Budget::nodes(analysis.nodes / 10);
        let proof = proof_of(&mut search, &root, Outcome::Win(Side::Second), &budget).expect(opening);
        assert!(proof.verdict.is_ok(), "{opening}");
    }
}

#[test]
fn the_side_to_move_wins_the_ten_positions_of_yavalath() {
    let Engine::Proof(settings) = *"prove:memory=64".parse::<Spec>().unwrap().engine() else { panic!("not a proof") };
    let all = include_str!("../../../lab/positions/yavalath-ten.txt").lines().filter(|line| !line.starts_with('#'));
    let roots: Vec<Yavalath> = all.map(|line| line.parse().unwrap()).collect();
    assert_eq!(roots.len(), 10);
    // The empty board and the third position take long; docs/yavalath.md has all.
    for (_, root) in roots.into_iter().enumerate().filter(|(index, _)| ![0, 2].contains(index)) {
        let evaluation = <Yavalath as HasEvaluation>::Evaluation::default();
        let mut search = ProofSearch::new(settings, evaluation);
        let outcome = Outcome::Win(root.side_to_move());
        let proof = proof_of(&mut search, &root, outcome, &Budget::default()).unwrap_or_else(|| panic!("{root}"));
        assert!(proof.verdict.is_ok(), "{root}");
    }
}

#[test]
fn a_search_goes_on_from_a_table_that_was_written() {
    let Engine::Proof(settings) = *"prove:memory=16".parse::<Spec>().unwrap().engine() else { panic!("not a proof") };
    let root: Yavalath = "side=4; d4".parse().unwrap();
    let search = || ProofSearch::new(settings, <Yavalath as HasEvaluation>::Evaluation::default());
    let whole = search().search(&root, &Budget::default(), &mut |_| {});
    let mut broken_off = search();
    let part = broken_off.search(&root, &Budget::nodes(whole.nodes / 2), &mut |_| {});
    assert!(matches!(part.value, Value::Estimate(_)) && part.nodes <= whole.nodes / 2 + 1, "{part:?}");
    let mut bytes = Vec::new();
    let write = &mut |piece: &[u8]| {
        bytes.extend(piece);
        Ok(())
    };
    Prover::<Yavalath>::save_table(&broken_off, write).unwrap();
    let mut resumed = search();
    Prover::<Yavalath>::load_table(&mut resumed, &mut bytes.as_slice()).unwrap();
    let rest = resumed.search(&root, &Budget::default(), &mut |_| {});
    assert_eq!(rest.value, whole.value);
    assert!(rest.nodes < whole.nodes * 3 / 4, "{} of {}", rest.nodes, whole.nodes);
    let refused = Prover::<Yavalath>::load_table(&mut search(), &mut &bytes[1..]).unwrap_err().to_string();
    assert_eq!(refused, "the table is cut off within an entry");
}

#[test]
fn threads_find_the_same_answers() {
    for position in ["side=3; c3", "side=3; a2"] {
        for threads in [2, 3, 8] {
            let mut search: Box<dyn Search<Yavalath>> =
                format!("prove:memory=16,threads={threads}").parse::<Spec>().unwrap().build("yavalath").unwrap();
            let root: Yavalath = position.parse().unwrap();
            let analysis = search.search(&root, &Budget::default(), &mut |_| {});
            assert_eq!(analysis.value, Value::Win(None), "{position}, {threads} threads");
        }
    }
    // Every algorithm's settings, now with threads.
    let all: Vec<_> = searches::<ConnectFour>().into_iter().filter(|one| one.algorithm == Algorithm::Dfpn).collect();
    for seed in 0..300 {
        let mut rng = Rng::new(seed);
        let position = late_position(&<ConnectFour>::default(), 2 + rng.below(13), &mut rng);
        check(&position, Settings { threads: 2 + seed as usize % 3, ..all[seed as usize % all.len()] }, seed);
    }
}

#[test]
fn threads_keep_to_a_budget_and_stop_when_asked_to() {
    let root: Yavalath = "side=4; d4".parse().unwrap();
    let mut search = "prove:memory=16,threads=4".parse::<Spec>().unwrap().build::<Yavalath>("yavalath").unwrap();
    let analysis = search.search(&root, &Budget::nodes(100_000), &mut |_| {});
    assert!((50_000..=100_010).contains(&analysis.nodes), "{}", analysis.nodes);
    let stop = Arc::new(AtomicBool::new(false));
    let budget = Budget { stop: Some(stop.clone()), ..Budget::default() };
    std::thread::scope(|scope| {
        let searching = scope.spawn(|| search.search(&root, &budget, &mut |_| {}));
        std::thread::sleep(Duration::from_millis(50));
        stop.store(true, Ordering::Relaxed);
        assert!(matches!(searching.join().unwrap().value, Value::Estimate(_)));
    });
}

#[test]
fn a_proved_win_is_played_to_its_end() {
    let mut search = "prove:memory=64".parse::<Spec>().unwrap().build::<Yavalath>("yavalath").unwrap();
    for seed in 0..30 {
        let mut rng = Rng::new(seed);
        let mut position: Yavalath = "side=3; c3".parse().unwrap();
        while let Status::Ongoing(moves) = position.status() {
            if position.side_to_move() == Side::Second {
                let analysis = search.search(&position, &Budget::default(), &mut |_| {});
                assert_eq!(analysis.value, Value::Win(None), "seed {seed}, {position}");
                position.play(analysis.best.unwrap());
            } else {
                // The most stubborn of random players: it does not lose at once if it need not.
                let kept = match position.look_ahead(moves) {
                    LookAhead::Moves(kept) => kept,
                    LookAhead::Win | LookAhead::Loss(_) => moves,
                };
                position.play(kept.sample(&mut rng));
            }
        }
        assert_eq!(position.status().outcome(), Some(Outcome::Win(Side::Second)), "seed {seed}, {position}");
    }
}
