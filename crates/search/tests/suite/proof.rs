//! Proof-number searches agree with alpha-beta, and proofs hold before a checker that damaged ones do not pass.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::common::{all_positions, late_position};
use spielbaum_core::{
    Budget, Forced, Game, Knowledge, LookAhead, Meter, MoveSet, Notation, Objective, Outcome, Rng, Search, Side,
    Silent, Status, Value, Zero,
};
use spielbaum_games::{Chess, ConnectFour, Gale, Othello, TicTacToe, Yavalath};
use spielbaum_search::alphabeta::{self, Switch, Switches};
use spielbaum_search::mcts::Thousandths;
use spielbaum_search::proof::{
    Algorithm, Answer, CheckError, Initial, Proof, ProofSearch, Prover, Question, Settings, Strategy, verify,
};
use spielbaum_search::{AlphaBeta, Engine, Spec, TableSettings};

/// Every algorithm with leaves of every kind that the game knows enough for.
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
            if G::SEARCHES_ENDINGS {
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
fn by_alpha_beta<G: Knowledge>(position: &G) -> Value {
    let switches = Switches::of(&[Switch::Table, Switch::TableMove, Switch::Killers, Switch::History]);
    let objective = Some(Objective::Outcome);
    let settings = alphabeta::Settings {
        switches,
        objective,
        table: TableSettings { megabytes: 4, ..TableSettings::USUAL },
        ..Default::default()
    };
    AlphaBeta::new(settings, G::Evaluation::default()).observe(position, &Budget::default(), &mut Silent).value
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

/// The question whose answer is yes and that says most about a position.
fn question(value: Value, side: Side) -> Question {
    match value {
        Value::Win(_) => Question { prover: side, accepts_draw: false },
        Value::Loss(_) => Question { prover: !side, accepts_draw: false },
        _ => Question { prover: side, accepts_draw: true },
    }
}

/// A proof of what alpha-beta says, written, read back and checked; then damaged in every way.
fn check_proof<G: Notation + Knowledge>(position: &G, settings: &Settings, seed: u64) {
    let place = format!("{} {position}, seed {seed}", G::INFO.name);
    let (side, evaluation) = (position.side_to_move(), G::Evaluation::default());
    let claim = question(by_alpha_beta(position), side);
    let mut meter = Meter::start(&Budget::default());
    let mut search = ProofSearch::new(*settings, evaluation);
    let proof = search.certify(position, claim, &mut meter).unwrap_or_else(|| panic!("{place}"));
    let text = Proof { strategies: vec![proof] }.to_text();
    let proof: Proof<G> = Proof::from_text(&text).unwrap_or_else(|error| panic!("{place}: {error}\n{text}"));
    assert_eq!(proof.to_text(), text, "{place}");
    assert!(proof.verify().is_ok_and(|positions| positions > 0), "{place}\n{text}");
    let proof = &proof.strategies[0];
    damage_text::<G>(&text, seed, &place);
    // The contrary is no theorem.
    let contrary = Question { prover: !claim.prover, accepts_draw: !claim.accepts_draw };
    assert!(search.certify(position, contrary, &mut meter).is_none(), "{place}");
    // Without its last move it fails, with one more, and with another prover, too.
    let mut plan = proof.plan().unwrap_or_else(|error| panic!("{place}: {error}"));
    if let Some((position, mv)) = plan.last() {
        let mut damaged = proof.clone();
        damaged.moves.pop();
        assert_eq!(verify(&damaged), Err(CheckError::NoMove(position.clone())), "{place}");
        damaged.moves.extend([*mv, *mv]);
        assert_eq!(verify(&damaged), Err(CheckError::TooManyMoves(1)), "{place}");
    }
    let turned = Strategy { question: contrary, ..proof.clone() };
    assert!(verify(&turned).is_err(), "{place}");
    // A move changed to one that gives the claim away is found out.
    plan.truncate(20);
    for (index, (victim, _)) in plan.into_iter().enumerate() {
        let moves = victim.status().moves().expect("the game goes on");
        let spoils = |mv: &G::Move| {
            let mut child = victim.clone();
            child.play(*mv);
            let value = match child.status().outcome() {
                Some(outcome) => return !claim.holds(outcome),
                None => by_alpha_beta(&child),
            };
            let outcome = match value {
                Value::Win(_) => Outcome::Win(child.side_to_move()),
                Value::Loss(_) => Outcome::Win(!child.side_to_move()),
                _ => Outcome::Draw,
            };
            !claim.holds(outcome)
        };
        if let Some(bad) = moves.iter().find(spoils) {
            let mut damaged = proof.clone();
            damaged.moves[index] = bad;
            assert!(verify(&damaged).is_err(), "{place}");
            return;
        }
    }
}

#[test]
fn proofs_pass_the_checker_and_damaged_ones_fail() {
    fn check<G: Notation + Knowledge>(start: &G, positions: u64, plies: usize) {
        let plain = Settings { algorithm: Algorithm::Dfpn, memory: 1, ..Settings::PNS };
        let narrow = Settings { width: Thousandths(400), ..plain };
        let sharp = Settings { looks_ahead: G::LOOKS_AHEAD, forcing: u32::from(G::LOOKS_AHEAD) * 20, ..narrow };
        for seed in 0..positions {
            let mut rng = Rng::new(seed);
            let position = late_position(start, plies, &mut rng);
            check_proof(&position, if seed % 2 == 0 { &plain } else { &sharp }, seed);
        }
    }
    check(&TicTacToe::default(), 30, 8);
    check(&<ConnectFour>::default(), 30, 10);
    check(&Othello::default(), 15, 12);
    check::<Gale>(&"size=3;".parse().unwrap(), 20, 9);
    check::<Yavalath>(&"side=3;".parse().unwrap(), 30, 9);
    check_proof(&TicTacToe::default(), &Settings { algorithm: Algorithm::Dfpn, ..Settings::PNS }, 0);
}

/// Cuts the text of a proof off at every line and at random places within lines, and takes out any one line: it is refused
/// or does not hold.
fn damage_text<G: Notation + Knowledge>(text: &str, seed: u64, place: &str) {
    let is_refused = |text: &str| match Proof::<G>::from_text(text) {
        Ok(proof) => proof.verify().is_err(),
        Err(_) => true,
    };
    let mut rng = Rng::new(seed);
    let ends: Vec<usize> = text.match_indices('\n').map(|(end, _)| end + 1).filter(|&end| end < text.len()).collect();
    let cuts = ends.iter().copied().take(40).chain((0..20).map(|_| rng.below(text.len() - 1)));
    for cut in cuts.filter(|&cut| text.is_char_boundary(cut)) {
        assert!(is_refused(&text[..cut]), "{place}: cut off at {cut}\n{text}");
    }
    for line in 0..text.lines().count().min(40) {
        let rest: Vec<&str> =
            text.lines().enumerate().filter(|(other, _)| *other != line).map(|(_, kept)| kept).collect();
        assert!(is_refused(&rest.join("\n")), "{place}: without line {line}\n{text}");
    }
}

#[test]
fn a_draw_takes_two_claims() {
    let (settings, evaluation) = (Settings { algorithm: Algorithm::Dfpn, ..Settings::PNS }, Zero);
    let root = TicTacToe::default();
    let prove = |outcome| ProofSearch::new(settings, evaluation).prove(&root, outcome, &Budget::default());
    let proof = prove(Outcome::Draw).expect("the game is a draw");
    assert_eq!((proof.strategies.len(), proof.outcome()), (2, Some(Outcome::Draw)));
    assert!(proof.verify().is_ok());
    let text = proof.to_text();
    assert_eq!(Proof::from_text(&text).as_ref(), Ok(&proof));
    damage_text::<TicTacToe>(&text, 1, "both claims");
    // One of them leaves the other player's win open.
    let half = Proof { strategies: vec![proof.strategies[0].clone()] };
    assert!(half.verify().is_ok() && half.outcome().is_none());
    assert!(prove(Outcome::Win(Side::First)).is_none());
}

#[test]
fn a_search_for_one_sides_win_serves_the_claim_that_the_other_holds() {
    let settings = Settings { algorithm: Algorithm::Dfpn, takes_turns: true, ..Settings::PNS };
    let (root, mut search) = (TicTacToe::default(), ProofSearch::new(settings, Zero));
    let analysis = search.search(&root, &Budget::default(), &mut |_| {});
    assert_eq!(analysis.value, Value::Draw);
    for prover in Side::BOTH {
        let mut meter = Meter::start(&Budget::default());
        let strategy = search.certify(&root, Question { prover, accepts_draw: true }, &mut meter);
        assert!(strategy.is_some_and(|strategy| verify(&strategy).is_ok()), "{prover:?}");
        assert!(meter.nodes() < analysis.nodes / 20, "{} of {} again", meter.nodes(), analysis.nodes);
    }
}

#[test]
fn proofs_of_chess_reckon_with_the_clock() {
    let (settings, evaluation) = (Settings { algorithm: Algorithm::Dfpn, ..Settings::PNS }, Zero);
    let prove = |root: &Chess| {
        ProofSearch::new(settings, evaluation).prove(root, Outcome::Win(Side::First), &Budget::nodes(200_000))
    };
    // Mate in two moves, with enough and with too few plies left to the fiftieth move.
    let root: Chess = "7k/8/8/8/8/8/R7/1R2K3 w - - 10 60".parse().unwrap();
    let proof = prove(&root).expect("mate in two");
    assert!(proof.verify().is_ok());
    let late: Chess = "7k/8/8/8/8/8/R7/1R2K3 w - - 98 60".parse().unwrap();
    let moves = proof.strategies[0].moves.clone();
    let question = proof.strategies[0].question;
    let refuted = verify(&Strategy { root: late, question, moves });
    assert!(matches!(refuted, Err(CheckError::Refuted(_, Outcome::Draw))), "{refuted:?}");
}

#[test]
fn mistakes_in_a_written_proof_are_named() {
    let read = |text: &str| Proof::<TicTacToe>::from_text(text).map(|_| ()).unwrap_err().to_string();
    assert!(read("").contains("has no header"));
    assert!(read("something").contains("begins with"));
    let head = "spielbaum proof 2\ngame tic-tac-toe\nposition .../.../...\n";
    assert!(
        read("spielbaum proof 2\ngame chess\nposition .../.../...\n").contains("expected a proof about tic-tac-toe")
    );
    assert!(read("spielbaum proof 2\ngame tic-tac-toe\nclaim first wins\n").contains("expected 'position …'"));
    assert!(read(head).contains("cut off"));
    assert!(read(&format!("{head}end 0\n")).contains("claims nothing"));
    assert!(read(&format!("{head}claim nobody wins\n")).contains("unknown claim 'nobody wins' (line 4"));
    assert!(read(&format!("{head}a1\nend 1\n")).contains("expected 'claim …'"));
    assert!(read(&format!("{head}claim first wins\na1\na1\nend 2\n")).contains("'a1'"));
    assert!(read(&format!("{head}claim first wins\nd9\nend 1\n")).contains("line 5"));
    let nearly = "spielbaum proof 2\ngame tic-tac-toe\nposition XX./OO./...\nclaim first wins\n";
    assert!(read(&format!("{nearly}c1\nend 1\n")).contains("no position left for 'c1' (line 5"));
    assert!(Proof::<TicTacToe>::from_text(&format!("{nearly}end 0\n")).is_ok_and(|proof| proof.verify() == Ok(1)));
    assert!(read(&format!("{head}claim first wins\nend 3\n")).contains("there are 0 moves, not '3'"));
    assert!(read(&format!("{head}claim first wins\nend 0\nmore\n")).contains("behind the end"));
}

#[test]
fn a_question_without_an_answer_stays_open() {
    let search = ProofSearch::new(Settings::PNS, <ConnectFour as Knowledge>::Evaluation::default());
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
        match position.see_forced(&kept, 200, &mut 0) {
            Forced::Win(mv) => {
                counts[0] += 1;
                let mut child = position.clone();
                child.play(mv);
                assert!(matches!(by_alpha_beta(&child), Value::Loss(_)), "seed {seed}, {position}");
            }
            Forced::Threat(answers) => {
                counts[1] += 1;
                kept.iter().filter(|mv| !answers.contains(*mv)).for_each(|mv| loses(&mv));
            }
            Forced::Nothing => {}
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
        let mut search = ProofSearch::new(settings, <Yavalath as Knowledge>::Evaluation::default());
        let analysis = search.search(&root, &Budget::default(), &mut |_| {});
        assert_eq!(analysis.value, Value::Win(None), "{opening}");
        // What was found out is not searched for again, but for endings.
        let budget = Budget::nodes(analysis.nodes / 10);
        let proof = search.prove(&root, Outcome::Win(Side::Second), &budget).expect(opening);
        assert!(proof.verify().is_ok(), "{opening}");
    }
}

#[test]
fn the_side_to_move_wins_the_ten_positions_of_yavalath() {
    let Engine::Proof(settings) = *"prove:memory=64".parse::<Spec>().unwrap().engine() else { panic!("not a proof") };
    let all = include_str!("../../../../positions/yavalath-ten.txt").lines().filter(|line| !line.starts_with('#'));
    let roots: Vec<Yavalath> = all.map(|line| line.parse().unwrap()).collect();
    assert_eq!(roots.len(), 10);
    // The empty board and the third position take long; docs/yavalath.md has all.
    for (_, root) in roots.into_iter().enumerate().filter(|(index, _)| ![0, 2].contains(index)) {
        let evaluation = <Yavalath as Knowledge>::Evaluation::default();
        let mut search = ProofSearch::new(settings, evaluation);
        let proof = search.prove(&root, Outcome::Win(root.side_to_move()), &Budget::default());
        let proof = proof.unwrap_or_else(|| panic!("{root}"));
        assert!(proof.verify().is_ok(), "{root}");
    }
}

/// What docs/yavalath.md claims; a file in `proofs/` that is missing here, or the other way round, is a mistake.
const PROVED: [(&str, &str, Side); 9] = [
    ("yavalath-side3-a1", "side=3; a1", Side::Second),
    ("yavalath-side3-a2", "side=3; a2", Side::Second),
    ("yavalath-side3-b2", "side=3; b2", Side::Second),
    ("yavalath-side3-c3", "side=3; c3", Side::Second),
    ("yavalath-side4-a1", "side=4; a1", Side::Second),
    ("yavalath-side4-b3", "side=4; b3", Side::Second),
    ("yavalath-side4-d4", "side=4; d4", Side::First),
    ("yavalath-d4", "side=5; d4", Side::First),
    ("yavalath-e5", "side=5; e5", Side::First),
];

#[test]
fn the_proofs_on_file_hold_and_claim_what_the_page_says() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proofs");
    let mut files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut named: Vec<_> = PROVED.iter().map(|(name, ..)| folder.join(format!("{name}.proof"))).collect();
    named.sort();
    assert_eq!(files, named);
    for (name, position, winner) in PROVED {
        let text = std::fs::read_to_string(folder.join(format!("{name}.proof"))).unwrap();
        let proof = Proof::<Yavalath>::from_text(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(*proof.root(), position.parse().unwrap(), "{name}");
        assert_eq!(proof.outcome(), Some(Outcome::Win(winner)), "{name}");
        proof.verify().unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

#[test]
fn a_search_goes_on_from_a_table_that_was_written() {
    let Engine::Proof(settings) = *"prove:memory=16".parse::<Spec>().unwrap().engine() else { panic!("not a proof") };
    let root: Yavalath = "side=4; d4".parse().unwrap();
    let search = || ProofSearch::new(settings, <Yavalath as Knowledge>::Evaluation::default());
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
