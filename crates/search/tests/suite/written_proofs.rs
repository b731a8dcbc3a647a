//! Written proofs pass the checker, and damaged ones do not.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::common::late_position;
use crate::proof::by_alpha_beta;
use flate2::read::MultiGzDecoder;
use spielbaum_core::{Budget, Knowledge, Meter, MoveSet, Notation, Outcome, Rng, Search, Side, Value, Zero};
use spielbaum_games::{Chess, ConnectFour, Gale, Othello, TicTacToe, Yavalath};
use spielbaum_search::mcts::Thousandths;
use spielbaum_search::proof::{
    Algorithm, CheckError, Proof, ProofSearch, ProofText, Prover, Question, Settings, Strategy, verify,
};

/// The proof that a search writes, read back; none where it has none.
pub(crate) fn proof_of<G: Notation + Knowledge>(
    search: &mut dyn Prover<G>,
    root: &G,
    outcome: Outcome,
    budget: &Budget,
) -> Option<Proof<G>> {
    let mut proof = ProofText::new(root);
    let is_proven = search.prove(root, outcome, budget, &mut |step| proof.add(step));
    is_proven.then(|| Proof::from_text(&proof.finish()).unwrap_or_else(|error| panic!("{root}: {error}")))
}

/// A proof of the folder `proofs/`.
pub(crate) fn read_from_file(name: &str) -> Proof<Yavalath> {
    let file = folder().join(format!("{name}.proof.gz"));
    let mut text = String::new();
    MultiGzDecoder::new(File::open(file).unwrap()).read_to_string(&mut text).unwrap();
    Proof::from_text(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proofs")
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
pub(crate) fn check_proof<G: Notation + Knowledge>(position: &G, settings: &Settings, seed: u64) {
    let place = format!("{} {position}, seed {seed}", G::INFO.name);
    let (side, evaluation) = (position.side_to_move(), G::Evaluation::default());
    let claim = question(by_alpha_beta(position), side);
    let mut meter = Meter::start(&Budget::default());
    let mut search = ProofSearch::new(*settings, evaluation);
    let mut proof = ProofText::new(position);
    assert!(search.certify(position, claim, &mut meter, &mut |step| proof.add(step)), "{place}");
    let text = proof.finish();
    let proof: Proof<G> = Proof::from_text(&text).unwrap_or_else(|error| panic!("{place}: {error}\n{text}"));
    assert!(proof.verdict.as_ref().is_ok_and(|positions| *positions > 0), "{place}\n{text}");
    assert_eq!(verify(&proof.strategies[0]), proof.verdict, "{place}");
    let proof = &proof.strategies[0];
    damage_text::<G>(&text, seed, &place);
    // The opposite claim is not proved.
    let contrary = Question { prover: !claim.prover, accepts_draw: !claim.accepts_draw };
    assert!(!search.certify(position, contrary, &mut meter, &mut |_| {}), "{place}");
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
    // A move changed to one that breaks the claim is detected.
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

/// Cuts the text of a proof off at every line and at random places within lines, and takes out any one line: it is
/// refused or does not hold.
fn damage_text<G: Notation + Knowledge>(text: &str, seed: u64, place: &str) {
    let is_refused = |text: &str| match Proof::<G>::from_text(text) {
        Ok(proof) => proof.verdict.is_err(),
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
    let mut search = ProofSearch::new(settings, evaluation);
    let mut text = ProofText::new(&root);
    assert!(search.prove(&root, Outcome::Draw, &Budget::default(), &mut |step| text.add(step)));
    let text = text.finish();
    let proof = Proof::<TicTacToe>::from_text(&text).unwrap();
    assert_eq!((proof.strategies.len(), proof.outcome()), (2, Some(Outcome::Draw)));
    let positions: usize = proof.strategies.iter().map(|strategy| verify(strategy).unwrap()).sum();
    assert_eq!(proof.verdict, Ok(positions));
    damage_text::<TicTacToe>(&text, 1, "both claims");
    // One of them leaves the other player's win open.
    let half = Proof { strategies: vec![proof.strategies[0].clone()], ..proof };
    assert!(half.outcome().is_none());
    assert!(proof_of(&mut search, &root, Outcome::Win(Side::First), &Budget::default()).is_none());
}

#[test]
fn a_search_for_one_sides_win_serves_the_claim_that_the_other_holds() {
    let settings = Settings { algorithm: Algorithm::Dfpn, searches_both_sides: true, ..Settings::PNS };
    let (root, mut search) = (TicTacToe::default(), ProofSearch::new(settings, Zero));
    let analysis = search.search(&root, &Budget::default(), &mut |_| {});
    assert_eq!(analysis.value, Value::Draw);
    for prover in Side::BOTH {
        let (mut meter, mut text) = (Meter::start(&Budget::default()), ProofText::new(&root));
        let question = Question { prover, accepts_draw: true };
        assert!(search.certify(&root, question, &mut meter, &mut |step| text.add(step)), "{prover:?}");
        let proof = Proof::<TicTacToe>::from_text(&text.finish()).unwrap();
        assert!(proof.verdict.is_ok(), "{prover:?}");
        assert!(meter.nodes() < analysis.nodes / 20, "{} of {} again", meter.nodes(), analysis.nodes);
    }
}

#[test]
fn proofs_of_chess_reckon_with_the_clock() {
    let (settings, evaluation) = (Settings { algorithm: Algorithm::Dfpn, ..Settings::PNS }, Zero);
    let prove = |root: &Chess| {
        let mut search = ProofSearch::new(settings, evaluation);
        proof_of(&mut search, root, Outcome::Win(Side::First), &Budget::nodes(200_000))
    };
    // Mate in two moves, with enough and with too few plies left to the fiftieth move.
    let root: Chess = "7k/8/8/8/8/8/R7/1R2K3 w - - 10 60".parse().unwrap();
    let proof = prove(&root).expect("mate in two");
    assert!(proof.verdict.is_ok());
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
    assert!(read(&format!("{head}end 0\n")).contains("has no claim"));
    assert!(read(&format!("{head}claim nobody wins\n")).contains("unknown claim 'nobody wins' (line 4"));
    assert!(read(&format!("{head}a1\nend 1\n")).contains("expected 'claim …'"));
    assert!(read(&format!("{head}claim first wins\na1\na1\nend 2\n")).contains("'a1'"));
    assert!(read(&format!("{head}claim first wins\nd9\nend 1\n")).contains("line 5"));
    let nearly = "spielbaum proof 2\ngame tic-tac-toe\nposition XX./OO./...\nclaim first wins\n";
    assert!(read(&format!("{nearly}c1\nend 1\n")).contains("no position left for 'c1' (line 5"));
    assert!(Proof::<TicTacToe>::from_text(&format!("{nearly}end 0\n")).is_ok_and(|proof| proof.verdict == Ok(1)));
    assert!(read(&format!("{head}claim first wins\nend 3\n")).contains("there are 0 moves, not '3'"));
    assert!(read(&format!("{head}claim first wins\nend 0\nmore\n")).contains("after the end"));
}

/// What docs/yavalath.md claims; a file in `proofs/` that is missing here, or the other way round, is a mistake.
const PROVED: [(&str, &str, Side); 10] = [
    ("yavalath-side3-a1", "side=3; a1", Side::Second),
    ("yavalath-side3-a2", "side=3; a2", Side::Second),
    ("yavalath-side3-b2", "side=3; b2", Side::Second),
    ("yavalath-side3-c3", "side=3; c3", Side::Second),
    ("yavalath-side4-a1", "side=4; a1", Side::Second),
    ("yavalath-side4-a2", "side=4; a2", Side::Second),
    ("yavalath-side4-b3", "side=4; b3", Side::Second),
    ("yavalath-side4-d4", "side=4; d4", Side::First),
    ("yavalath-d4", "side=5; d4", Side::First),
    ("yavalath-e5", "side=5; e5", Side::First),
];

#[test]
fn the_proofs_on_file_hold_and_claim_what_the_page_says() {
    let entries = std::fs::read_dir(folder()).unwrap();
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    files.sort();
    let mut named = PROVED.map(|(name, ..)| format!("{name}.proof.gz"));
    named.sort();
    assert_eq!(files, named);
    for (name, position, winner) in PROVED {
        let proof = read_from_file(name);
        assert_eq!(proof.root, position.parse().unwrap(), "{name}");
        assert_eq!(proof.outcome(), Some(Outcome::Win(winner)), "{name}");
        proof.verdict.unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}
