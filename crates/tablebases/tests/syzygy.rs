//! Syzygy files against our own tables, against the rules, and against python-chess.
//!
//! The files are not part of this repository: `SPIELBAUM_SYZYGY` names their folder; `cargo xtask test` sets it.

use std::path::PathBuf;

use cozy_chess::{BoardBuilder, Rank, get_king_moves};
use spielbaum_core::{Game, MoveSet, Outcome, Rng, Value};
use spielbaum_games::Chess;
use spielbaum_games::chess::{Board, Color, Piece, Square};
use spielbaum_tablebases::syzygy::{self, Kind, Men, Syzygy, Wdl};
use spielbaum_tablebases::{Endings, Extent, Material, Table, verify_syzygy};

/// The folder with the files, if the environment names one.
fn folder() -> Option<PathBuf> {
    let folder = std::env::var_os("SPIELBAUM_SYZYGY").map(PathBuf::from);
    if folder.is_none() {
        println!("skipped: SPIELBAUM_SYZYGY names no folder with Syzygy files");
    }
    folder
}

fn open() -> Option<Syzygy> {
    let folder = folder()?;
    let syzygy = Syzygy::open(std::slice::from_ref(&folder)).unwrap();
    assert!(syzygy.tables().len() >= 70, "{}: {} files", folder.display(), syzygy.tables().len());
    Some(syzygy)
}

/// The men on the squares of `number`, six bits each, if that is a legal position.
fn board(men: &[(Color, Piece)], number: u64, turn: Color) -> Option<Board> {
    let mut builder = BoardBuilder::empty();
    builder.side_to_move = turn;
    for (place, (color, piece)) in men.iter().enumerate() {
        let square = Square::index((number >> (6 * place) & 63) as usize);
        if builder.square_mut(square).replace((*piece, *color)).is_some() {
            return None;
        }
    }
    let plain = builder.build().ok()?;
    if get_king_moves(plain.king(Color::White)).has(plain.king(Color::Black)) {
        return None;
    }
    // A pawn that may just have made a double step is taken to have done so.
    let pawns = plain.colored_pieces(!turn, Piece::Pawn) & Rank::Fourth.relative_to(!turn).bitboard();
    builder.en_passant = pawns.next_square().map(|pawn| Square::new(pawn.file(), Rank::Third.relative_to(!turn)));
    Some(builder.build().unwrap_or(plain))
}

fn sign(value: Value) -> i32 {
    value.sign().unwrap()
}

/// Compares outcomes of all or some positions of an ending with our own table; returns how many were compared.
fn compare(syzygy: &Syzygy, endings: &Endings, material: Material, sample: Option<(u64, u64)>) -> u64 {
    let mut men: Vec<(Color, Piece)> = Color::ALL.map(|color| (color, Piece::King)).to_vec();
    men.extend(material.pieces());
    let all = 1 << (6 * men.len());
    let (count, mut rng) = sample.map_or((all, Rng::new(0)), |(count, seed)| (count, Rng::new(seed)));
    let mut compared = 0;
    for number in 0..count {
        let number = if sample.is_some() { rng.below(all as usize) as u64 } else { number };
        for turn in Color::ALL {
            let Some(board) = board(&men, number, turn) else { continue };
            let wdl = syzygy.wdl(&board).unwrap().unwrap_or_else(|| panic!("{board} is not known"));
            assert_eq!(wdl.sign(), sign(endings.value_on(&board).unwrap()), "{board}");
            assert!(!matches!(wdl, Wdl::CursedWin | Wdl::BlessedLoss), "{board}");
            compared += 1;
        }
    }
    compared
}

#[test]
fn outcomes_of_all_positions_with_three_men_are_those_of_our_tables() {
    let Some(syzygy) = open() else { return };
    let endings = Endings::small();
    for material in Material::all().into_iter().filter(|material| material.men() == 3) {
        let compared = compare(&syzygy, &endings, material, None);
        println!("{material} {compared}");
        assert!(compared > 300_000, "{material} {compared}");
    }
}

#[test]
fn outcomes_with_four_men_are_those_of_our_tables() {
    let Some(syzygy) = open() else { return };
    let mut endings = Endings::small();
    for name in ["KBNK", "KBBK", "KRKB", "KRKN", "KQKR"] {
        let material = name.parse().unwrap();
        endings.add(Table::make(material, &endings, &mut |_, _| ()));
        let compared = compare(&syzygy, &endings, material, Some((300_000, 81)));
        println!("{material} {compared}");
        assert!(compared > 300_000, "{material} {compared}");
    }
}

/// `SPIELBAUM_SYZYGY_ANSWERS` names a file that `syzygy.py` wrote.
#[test]
fn python_chess_reads_the_same() {
    let Some(syzygy) = open() else { return };
    let Some(path) = std::env::var_os("SPIELBAUM_SYZYGY_ANSWERS") else {
        println!("skipped: SPIELBAUM_SYZYGY_ANSWERS names no file with the answers of python-chess");
        return;
    };
    let (mut compared, mut passing) = (0, 0);
    for line in std::fs::read_to_string(path).unwrap().lines() {
        let fields: Vec<&str> = line.split(';').collect();
        let [fen, wdl, dtz] = fields.as_slice() else { panic!("{line}") };
        let board: Board = fen.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        let own = syzygy.wdl(&board).unwrap().map(|wdl| wdl as i32 - Wdl::Draw as i32);
        assert_eq!(own, wdl.parse().ok(), "{line}");
        assert_eq!(syzygy.dtz(&board).unwrap(), dtz.parse().ok(), "{line}");
        compared += 1;
        passing += u32::from(board.en_passant().is_some());
    }
    println!("{compared} positions, {passing} with captures en passant");
    assert!(compared > 5_000 && passing > 0, "{compared} {passing}");
}

/// A random position of some men, with either side in either colour.
fn random_board(men: Men, rng: &mut Rng) -> Option<Board> {
    let men = if rng.below(2) == 0 { men } else { men.flipped() };
    let turn = if rng.below(2) == 0 { Color::White } else { Color::Black };
    board(&men.all(), rng.next_u64(), turn)
}

#[test]
fn following_dtz_wins_before_the_clock_runs_out_and_holds_draws() {
    let Some(syzygy) = open() else { return };
    let mut rng = Rng::new(83);
    for table in syzygy.tables().iter().filter(|table| table.kind() == Kind::Wdl) {
        let mut games = 0;
        for _ in 0..400 {
            let Some(board) = random_board(table.men(), &mut rng) else { continue };
            let mut position: Chess = format!("{board}").parse().unwrap();
            let Some((start, _)) = syzygy.best_moves(&position).unwrap() else { continue };
            if games == 20 || position.status().outcome().is_some() || start.sign() < 0 {
                continue;
            }
            let player = position.side_to_move();
            // The player follows DTZ, the other side resists or plays at random.
            for _ in 0..300 {
                if position.status().outcome().is_some() {
                    break;
                }
                let (wdl, moves) = syzygy.best_moves(&position).unwrap().unwrap();
                let mv = if position.side_to_move() == player {
                    assert!(wdl >= start, "{board}: {position} is {wdl}");
                    moves[rng.below(moves.len())]
                } else if games % 2 == 0 {
                    syzygy.moves(&position).unwrap().unwrap()[0].mv
                } else {
                    position.status().moves().map(|moves| moves.nth(rng.below(moves.len()))).unwrap()
                };
                position.play(mv);
            }
            let outcome = position.status().outcome();
            assert!(
                outcome == Some(Outcome::Win(player)) || start == Wdl::Draw && outcome != Some(Outcome::Win(!player)),
                "{board}: {position}"
            );
            games += 1;
        }
        assert!(games > 0 || ["KBvK", "KNvK"].contains(&table.men().to_string().as_str()), "{}", table.men());
    }
}

#[test]
fn damaged_files_never_panic() {
    let Some(folder) = folder() else { return };
    let damaged = std::env::temp_dir().join(format!("spielbaum-syzygy-damage-{}", std::process::id()));
    std::fs::create_dir_all(&damaged).unwrap();
    let mut rng = Rng::new(84);
    let (mut refused, mut tried) = (0, 0);
    for name in ["KRvK.rtbw", "KRvK.rtbz", "KPvK.rtbw", "KPvKP.rtbz", "KQvKP.rtbz", "KBNvK.rtbw"] {
        let bytes = std::fs::read(folder.join(name)).unwrap();
        let men: Men = name.split('.').next().unwrap().parse().unwrap();
        let path = damaged.join(name);
        let places = (0..bytes.len().min(250)).chain((0..100).map(|_| rng.below(bytes.len()))).collect::<Vec<_>>();
        for place in places {
            let mut broken = bytes.clone();
            match rng.below(8) {
                0 => broken.truncate(place),
                1 => broken[place..].fill(0xff),
                2 => broken[place] = 0,
                _ => broken[place] ^= 1 << rng.below(8),
            }
            std::fs::write(&path, broken).unwrap();
            tried += 1;
            let found = Syzygy::open(&[damaged.clone(), folder.clone()]).and_then(|syzygy| {
                for _ in 0..20 {
                    if let Some(board) = random_board(men, &mut rng) {
                        syzygy.dtz(&board)?;
                    }
                }
                Ok(())
            });
            if let Err(error) = found {
                assert!(error.to_string().contains(name), "{name} {place}: {error}");
                refused += 1;
            }
        }
        std::fs::remove_file(path).unwrap();
    }
    println!("{refused} of {tried} damages were noticed");
    assert!(refused > tried / 4, "{refused} {tried}");
    std::fs::remove_dir_all(damaged).unwrap();
}

#[test]
fn outcomes_follow_from_the_rules() {
    let Some(syzygy) = open() else { return };
    let men: Vec<Men> =
        syzygy.tables().iter().filter(|table| table.kind() == Kind::Wdl).map(syzygy::Table::men).collect();
    let mut endings = Endings::small();
    endings.set_syzygy(syzygy);
    for men in men {
        let checked = verify_syzygy(men, &endings, Extent::Sample(2_000, 86)).unwrap();
        assert!(checked > 1_000, "{men} {checked}");
    }
}
