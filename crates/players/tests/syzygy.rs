//! A player with Syzygy files wins what is won, within fifty moves, and holds what is drawn.
//!
//! `SPIELBAUM_SYZYGY` names the folder of the files, as `cargo xtask test` does.

use spielbaum_core::{Budget, Game, MoveSet, Notation, Outcome, Rng, RootProbe, Search, Tablebases, Value};
use spielbaum_games::Chess;
use spielbaum_players::build;
use spielbaum_tablebases::{Endings, open};

/// Positions that one move may cost: too few to find these wins without files.
const NODES: u64 = 300;

/// The folder with the files, if it is named, and its tables.
fn folder() -> Option<(String, std::sync::Arc<Endings>)> {
    let Ok(folder) = std::env::var("SPIELBAUM_SYZYGY") else {
        println!("skipped: SPIELBAUM_SYZYGY names no folder with Syzygy files");
        return None;
    };
    let endings = open(folder.as_ref()).unwrap();
    assert!(endings.syzygy().most_men() >= 4, "no files of four men in {folder}");
    Some((folder, endings))
}

fn player(folder: &str) -> Box<dyn Search<Chess>> {
    build(&format!("strong:table=1,endings={folder}").parse().unwrap()).unwrap()
}

/// Men on random squares, white to move, if that is a legal position that goes on.
fn position(men: &str, rng: &mut Rng) -> Option<Chess> {
    let mut board = ['1'; 64];
    for man in men.chars() {
        board[rng.below(64)] = man;
    }
    let ranks: Vec<String> = board.chunks(8).map(|rank| rank.iter().collect()).collect();
    let position: Chess = format!("{} w - - 0 1", ranks.join("/")).parse().ok()?;
    let is_whole = position.board().occupied().len() as usize == men.len();
    (is_whole && position.status().moves().is_some()).then_some(position)
}

fn choice(player: &mut dyn Search<Chess>, position: &Chess) -> (<Chess as Game>::Move, Value) {
    let budget = Budget { nodes: Some(NODES), ..Budget::default() };
    let analysis = player.search(position, &budget, &mut |_| {});
    (analysis.best.unwrap_or_else(|| panic!("{position}")), analysis.value)
}

/// Plays white with files against black, who holds out as long as possible by the files, or moves at random; returns
/// the outcome.
fn play(start: &Chess, folder: &str, endings: &Endings, mut rng: Option<&mut Rng>) -> Option<Outcome> {
    let mut white = player(folder);
    let mut position = start.clone();
    let expected = endings.probe_root(start).map(|probe| probe.value).or_else(|| endings.probe(start)).unwrap();
    let (white_side, mut is_first) = (start.side_to_move(), true);
    loop {
        if let Some(outcome) = position.status().outcome() {
            return Some(outcome);
        }
        let mv = if position.side_to_move() == white_side {
            let (mv, value) = choice(&mut *white, &position);
            // After a mistake of the other side it may be more.
            assert!(value.sign() >= expected.sign(), "{start}: {value} in {position}, {expected} by the files");
            assert!(!is_first || value.sign() == expected.sign(), "{start}: {value}, {expected} by the files");
            is_first = false;
            mv
        } else if let Some(rng) = rng.as_deref_mut() {
            position.status().moves().map(|moves| moves.nth(rng.below(moves.len())))?
        } else {
            endings.syzygy().moves(&position).unwrap()?.first()?.mv
        };
        position.play(mv);
    }
}

#[test]
fn what_is_won_is_won_and_what_is_drawn_is_held() {
    let Some((folder, endings)) = folder() else { return };
    let mut rng = Rng::new(92);
    for men in ["KBNk", "KQkr", "KRkn", "KPkp", "KQkp", "KBPk", "KRkr", "KRkb", "KBkp", "KNPk"] {
        let mut games = [0, 0];
        for _ in 0..400 {
            let Some(start) = position(men, &mut rng) else { continue };
            let Some(RootProbe { value, .. }) = endings.probe_root(&start) else { continue };
            let (kind, wanted) = match value {
                Value::Win(None) => (0, Some(Outcome::Win(start.side_to_move()))),
                Value::Draw => (1, Some(Outcome::Draw)),
                _ => continue,
            };
            if games[kind] == 4 {
                continue;
            }
            let mut lots = Rng::new(93 + games[kind]);
            let outcome = play(&start, &folder, &endings, (games[kind] % 2 == 1).then_some(&mut lots));
            let is_won_by_luck = kind == 1 && outcome == Some(Outcome::Win(start.side_to_move()));
            assert!(outcome == wanted || is_won_by_luck, "{start}: {outcome:?} and not {wanted:?}");
            games[kind] += 1;
        }
        println!("{men}: {} won, {} held", games[0], games[1]);
        assert!(games[0] + games[1] > 3, "{men} {games:?}");
    }
}

#[test]
fn a_capture_into_a_won_ending_is_a_win_and_no_distance_is_claimed() {
    let Some((folder, _)) = folder() else { return };
    let root: Chess = "7n/8/8/k7/8/5Q2/1r6/K7 w - - 0 1".parse().unwrap();
    let (mv, value) = choice(&mut *player(&folder), &root);
    // Five men, which the files do not have: the king takes the rook, and queen against knight wins.
    assert_eq!((root.move_text(mv).as_str(), value), ("a1b2", Value::Win(None)));
}
