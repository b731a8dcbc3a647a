//! A player with endgame tables mates without a wasted move.

use std::path::PathBuf;

use spielbaum_core::{Budget, Game, Notation, Outcome, Rng, Search, Status, Tablebases, Value};
use spielbaum_games::chess::{Color, Piece};
use spielbaum_games::{Chess, TicTacToe};
use spielbaum_players::build;
use spielbaum_search::Spec;
use spielbaum_tablebases::{Endings, Material, Packed, Table, file_name};

/// Positions that one move may cost: far fewer than a search without tables needs.
const NODES: u64 = 500;

fn player(options: &str) -> Box<dyn Search<Chess>> {
    build(&format!("strong:table=1{options}").parse().unwrap()).unwrap()
}

/// The men of an ending on the squares, a1 being 0, if that is a legal position that goes on.
fn position(material: Material, squares: &[usize], white_moves: bool) -> Option<Chess> {
    let mut board = [' '; 64];
    let kings = Color::ALL.map(|color| (color, Piece::King));
    for ((color, piece), square) in kings.into_iter().chain(material.pieces()).zip(squares) {
        let letter = char::from(piece);
        board[*square] = if color == Color::White { letter.to_ascii_uppercase() } else { letter };
    }
    if board.iter().filter(|man| **man != ' ').count() != material.men() {
        return None;
    }
    let rank = |rank: usize| -> String {
        board[8 * rank..8 * rank + 8].iter().map(|man| if *man == ' ' { '1' } else { *man }).collect()
    };
    let ranks: Vec<String> = (0..8).rev().map(rank).collect();
    let fen = format!("{} {} - - 0 1", ranks.join("/"), if white_moves { 'w' } else { 'b' });
    let position: Chess = fen.parse().ok()?;
    position.status().moves().is_some().then_some(position)
}

/// The move that the player chooses, and its value of the position.
fn choice(player: &mut dyn Search<Chess>, position: &Chess) -> (<Chess as Game>::Move, Value) {
    let budget = Budget { nodes: Some(NODES), ..Budget::default() };
    let analysis = player.search(position, &budget, &mut |_| {});
    (analysis.best.unwrap_or_else(|| panic!("{position}")), analysis.value)
}

#[test]
fn with_three_men_every_move_is_the_shortest_way() {
    // White's king in one eighth of the board, or in a half where there is a pawn.
    let triangle = [0, 1, 2, 3, 9, 10, 11, 18, 19, 27];
    let left: Vec<usize> = (0..64).filter(|square| square % 8 < 4).collect();
    let endings = Endings::small();
    for (name, kings, step) in [("KQK", &triangle[..], 1), ("KRK", &triangle[..], 1), ("KPK", &left[..], 7)] {
        let material: Material = name.parse().unwrap();
        let mut player = player("");
        let mut won = 0;
        for number in (0..kings.len() * 64 * 64).step_by(step) {
            let squares = [kings[number / 4096], number / 64 % 64, number % 64];
            for white_moves in [true, false] {
                let Some(position) = position(material, &squares, white_moves) else { continue };
                let value = endings.value_on(position.board()).unwrap();
                let (Value::Win(Some(plies)) | Value::Loss(Some(plies))) = value else { continue };
                let (mv, said) = choice(&mut *player, &position);
                assert_eq!(said, value, "{position}");
                let mut after = position.clone();
                after.play(mv);
                let left = match endings.value_on(after.board()).unwrap() {
                    Value::Win(left) | Value::Loss(left) => left,
                    _ => None,
                };
                assert_eq!(left, Some(plies - 1), "{position} {}", position.move_text(mv));
                won += 1;
            }
        }
        assert!(won > 10_000, "{name} {won}");
    }
}

#[test]
fn with_four_men_games_end_with_mate_in_time() {
    let folder = Folder::new("spielbaum-endings-play");
    let mut endings = Endings::small();
    for name in ["KBBK", "KBNK"] {
        let table = Table::make(name.parse().unwrap(), &endings, &mut |_, _| ());
        let path = folder.0.join(file_name(table.material()));
        std::fs::write(path, Packed::of(&table).bytes()).unwrap();
        endings.add(table);
    }
    let mut player = player(&format!(",endings={}", folder.0.display()));
    let mut rng = Rng::new(91);
    for name in ["KBBK", "KBNK", "KPK"] {
        let mut games = 0;
        while games < 25 {
            let squares: Vec<usize> = (0..4).map(|_| rng.below(64)).collect();
            let Some(mut position) = position(name.parse().unwrap(), &squares, true) else { continue };
            let Some(Value::Win(Some(plies))) = endings.value_on(position.board()) else { continue };
            let start = position.to_string();
            // Both sides are the player: the loser holds out as long as it can.
            for _ in 0..plies {
                assert!(position.status().outcome().is_none(), "{start} ended early: {position}");
                position.play(choice(&mut *player, &position).0);
            }
            assert_eq!(position.status(), Status::Over(Outcome::Win(!position.side_to_move())), "{start} {plies}");
            games += 1;
        }
    }
}

#[test]
fn damaged_tables_and_missing_folders_are_named() {
    let folder = Folder::new("spielbaum-endings-damage");
    let spec = |folder: &str| build::<Chess>(&format!("strong:endings={folder}").parse().unwrap()).err();
    let path = folder.0.display().to_string();
    assert!(spec(&path).is_none());
    std::fs::write(folder.0.join("KQKR.mate"), b"SPBMMATE and nothing more").unwrap();
    let error = spec(&path).unwrap().to_string();
    assert!(error.contains("KQKR.mate"), "{error}");
    let error = spec(&format!("{path}/none")).unwrap().to_string();
    assert!(error.contains("none"), "{error}");
}

#[test]
fn folders_are_part_of_a_spec_and_tables_are_for_chess_alone() {
    let shortest =
        |text: &str| text.parse::<Spec>().map(|spec| spec.to_string()).unwrap_or_else(|error| error.to_string());
    assert_eq!(shortest("strong:endings=tables"), "strong:endings=tables");
    assert_eq!(shortest("strong:endings"), "strong");
    assert_eq!(shortest("strong:endings=tables,no-endings"), "strong:no-endings");
    assert_eq!(shortest("pvs:endings=tables,depth=3"), "pvs:endings=tables,depth=3");
    assert_eq!(shortest("auto:endings=tables"), "auto:endings=tables");
    assert_eq!(shortest("strong:endings="), "a folder is missing in 'endings='");
    assert!(shortest("mcts:endings=tables").contains("unknown option 'endings=tables'"));
    let refused = build::<TicTacToe>(&"pvs:endings".parse().unwrap()).err().unwrap().to_string();
    assert_eq!(refused, "'endings' does not apply to tic-tac-toe: the game has no endgame tables");
}

#[test]
fn a_mate_that_comes_too_late_for_the_fifty_move_rule_is_not_believed() {
    let endings = Endings::small();
    let at = |clock: u32| -> Chess { format!("8/8/8/8/8/2k5/1R6/K7 b - - {clock} 80").parse().unwrap() };
    let plies = match endings.value_on(at(0).board()) {
        Some(Value::Loss(Some(plies))) => plies,
        other => panic!("{other:?}"),
    };
    assert!(plies > 10, "{plies}");
    for (clock, is_known) in [(0, true), (100 - plies, true), (101 - plies, false), (99, false)] {
        assert_eq!(endings.probe(&at(clock)).is_some(), is_known, "{clock} {plies}");
    }
}

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
