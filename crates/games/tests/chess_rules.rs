//! Rules of chess beyond the movement of pieces: how games end, which positions are equal, how long games last.

use spielbaum_core::{Game, MoveSet, Notation, Outcome, Rng, Side, Status};
use spielbaum_games::Chess;
use spielbaum_games::chess::{Draws, Ending};

fn position(text: &str) -> Chess {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The position after `moves`, which may continue after the end of the game.
fn after(start: &str, moves: &str) -> Chess {
    let mut position = position(start).with_draws(Draws::Moves);
    for text in Chess::split_moves(moves) {
        let mv = position.parse_move(text).unwrap();
        position.play(mv);
    }
    position.with_draws(Draws::Claimed)
}

fn ending(position: &Chess) -> Option<String> {
    assert_eq!(position.end().is_some(), position.status().outcome().is_some(), "{position}");
    position.ending()
}

#[test]
fn the_game_starts_with_twenty_moves_for_white() {
    let start = Chess::default();
    assert_eq!(start.to_string(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!((start.side_to_move(), start.status().moves().unwrap().len()), (Side::First, 20));
    assert_eq!((ending(&start), start.can_claim_draw()), (None, false));
}

#[test]
fn mate_wins_for_the_side_that_gave_it() {
    let black = after("startpos", "f3 e5 g4 Qh4#");
    assert_eq!(black.status(), Status::Over(Outcome::Win(Side::Second)));
    assert_eq!(ending(&black).unwrap(), "black wins by checkmate");
    let white = after("startpos", "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#");
    assert_eq!(ending(&white).unwrap(), "white wins by checkmate");
}

#[test]
fn the_fastest_known_stalemate_is_a_draw() {
    let moves = "e3 a5 Qh5 Ra6 Qxa5 h5 h4 Rah6 Qxc7 f6 Qxd7+ Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6";
    let end = after("startpos", moves);
    assert_eq!(ending(&end).unwrap(), "draw by stalemate");
    assert_eq!(end.status(), Status::Over(Outcome::Draw));
}

#[test]
fn a_position_that_occurs_three_times_ends_the_game() {
    let twice = after("startpos", "Nf3 Nf6 Ng1 Ng8");
    assert_eq!((ending(&twice), twice.can_claim_draw()), (None, false));
    let almost = after("startpos", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    assert_eq!((ending(&almost), almost.can_claim_draw()), (None, false));
    let thrice = after("startpos", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    assert_eq!(ending(&thrice).unwrap(), "draw by threefold repetition");
    assert!(thrice.can_claim_draw());
    let automatic = thrice.with_draws(Draws::Automatic);
    assert_eq!((ending(&automatic), automatic.can_claim_draw()), (None, true));
}

#[test]
fn a_position_that_occurs_five_times_ends_the_game_without_a_claim() {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ";
    let four_times = after("startpos", &shuffle.repeat(3)).with_draws(Draws::Automatic);
    assert_eq!(ending(&four_times), None);
    let five_times = after("startpos", &shuffle.repeat(4)).with_draws(Draws::Automatic);
    assert_eq!(ending(&five_times).unwrap(), "draw by fivefold repetition");
    assert_eq!(ending(&five_times.with_draws(Draws::Moves)), None);
}

#[test]
fn positions_with_other_castling_rights_are_no_repetition() {
    let start = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    // The first occurrence has all rights, the next two have none.
    let lost = after(start, "Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8");
    assert_eq!((ending(&lost), lost.can_claim_draw()), (None, false));
    assert_ne!(lost, position(start));
    let repeated = after(start, "Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8");
    assert_eq!(ending(&repeated).unwrap(), "draw by threefold repetition");
}

#[test]
fn positions_with_a_capture_en_passant_are_no_repetition_of_those_without() {
    // After 1.e4 d5 2.e5 f5 white may capture on f6, later not.
    let opening = "e4 d5 e5 f5 ";
    let shuffle = "Nf3 Nc6 Ng1 Nb8 ";
    assert_eq!(ending(&after("startpos", &(opening.to_owned() + &shuffle.repeat(2)))), None);
    let repeated = after("startpos", &(opening.to_owned() + &shuffle.repeat(3)));
    assert_eq!(ending(&repeated).unwrap(), "draw by threefold repetition");
    // Where no pawn could capture, the double step makes no difference.
    let harmless = after("startpos", &("e4 ".to_owned() + &"Nf6 Nf3 Ng8 Ng1 ".repeat(2)));
    assert_eq!(ending(&harmless).unwrap(), "draw by threefold repetition");
}

/// A game of `plies` king moves, in which no pawn moves and nothing is captured.
fn quiet_game(plies: usize) -> Chess {
    let mut position = position("7k/7p/8/8/8/8/P7/K7 w - - 0 1").with_draws(Draws::Moves);
    let mut rng = Rng::new(3);
    for _ in 0..plies {
        let moves: Vec<_> = position.status().moves().unwrap().iter().collect();
        let kings: Vec<_> =
            moves.into_iter().filter(|mv| position.board().king(position.board().side_to_move()) == mv.from).collect();
        let quiet: Vec<_> = kings.into_iter().filter(|mv| !position.board().occupied().has(mv.to)).collect();
        position.play(quiet[rng.below(quiet.len())]);
    }
    position
}

#[test]
fn fifty_moves_can_be_claimed_and_seventy_five_end_the_game() {
    let before = quiet_game(99);
    assert_eq!((before.clock(), ending(&before.clone().with_draws(Draws::Moves))), (99, None));
    let fifty = quiet_game(100);
    assert!(fifty.can_claim_draw());
    assert_eq!(ending(&fifty.clone().with_draws(Draws::Moves)), None);
    let fifty: Chess = fifty.fen().parse().unwrap();
    assert_eq!(ending(&fifty).unwrap(), "draw by the fifty-move rule");
    let last = quiet_game(149);
    assert_eq!((last.clock(), ending(&last)), (149, None));
    let seventy_five = quiet_game(150);
    assert_eq!(ending(&seventy_five).unwrap(), "draw by the seventy-five-move rule");
    let reread: Chess = seventy_five.to_string().parse().unwrap();
    assert_eq!(ending(&reread).unwrap(), "draw by the seventy-five-move rule");
}

#[test]
fn mate_takes_precedence_over_the_clock() {
    for clock in [99, 149] {
        let text = format!("draws=automatic; 7k/8/6K1/8/8/8/8/R7 w - - {clock} 120");
        let line = position(&text).play_line("Ra8#").unwrap();
        assert_eq!(ending(&line.position).unwrap(), "white wins by checkmate");
        assert!(!line.position.can_claim_draw());
        let line = position(&text).play_line("Ra7").unwrap();
        assert!(line.position.can_claim_draw());
        assert_eq!(ending(&line.position).is_some(), clock == 149);
    }
}

#[test]
fn a_pawn_move_or_a_capture_sets_the_clock_back() {
    let line = position("7k/8/8/8/8/8/P6r/K6R w - - 99 80").play_line("Rxh2+").unwrap();
    assert_eq!((line.position.clock(), ending(&line.position)), (0, None));
    let line = position("7k/8/8/8/8/8/P6r/K6R w - - 99 80").play_line("a4").unwrap();
    assert_eq!((line.position.clock(), ending(&line.position)), (0, None));
}

#[test]
fn material_that_cannot_mate_is_a_draw() {
    let dead = [
        "k7/8/8/8/8/8/8/K7",
        "k7/8/8/8/8/8/8/KN6",
        "kb6/8/8/8/8/8/8/K7",
        "k1b5/8/8/8/8/8/8/K4B2",
        "kb1b4/8/8/8/8/8/8/K1B1B3",
    ];
    for placement in dead {
        let position = position(&format!("{placement} w - - 0 1"));
        assert_eq!(ending(&position).unwrap(), "draw by insufficient material", "{placement}");
        assert_eq!(ending(&position.with_draws(Draws::Moves)), None);
    }
    let alive = [
        "kn6/8/8/8/8/8/8/KN6",
        "k7/8/8/8/8/8/8/KNN5",
        "kb6/8/8/8/8/8/8/KN6",
        "kb6/8/8/8/8/8/8/KB6",
        "k7/8/8/8/8/8/8/KBB5",
        "k7/p7/8/8/8/8/8/K7",
        "k7/8/8/8/8/8/8/KR6",
    ];
    for placement in alive {
        assert_eq!(ending(&position(&format!("{placement} w - - 0 1"))), None, "{placement}");
    }
}

#[test]
fn a_dead_position_arises_by_the_last_capture() {
    let line = position("8/8/8/8/8/2k5/1q6/K1B5 w - - 0 1").play_line("Bxb2+").unwrap();
    assert_eq!(ending(&line.position).unwrap(), "draw by insufficient material");
}

#[test]
fn positions_are_equal_although_their_en_passant_fields_differ_when_no_capture_is_legal() {
    let pairs = [
        // No pawn stands beside.
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", true),
        // The capture would uncover a check along the rank.
        ("8/8/8/K1Pp3r/8/8/8/7k w - d6 0 1", true),
        // The capturing pawn is pinned on its file.
        ("4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1", true),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", false),
    ];
    for (text, is_equal) in pairs {
        let mut fields: Vec<&str> = text.split(' ').collect();
        fields[3] = "-";
        let (with, without) = (position(text), position(&fields.join(" ")));
        assert_eq!((with == without, with.key() == without.key()), (is_equal, is_equal), "{text}");
        assert_eq!(with.fen() == without.fen(), is_equal, "{text}");
    }
}

#[test]
fn clocks_history_and_rules_take_no_part_in_equality() {
    let start = Chess::default();
    let back = after("startpos", "Nf3 Nf6 Ng1 Ng8").with_draws(Draws::Automatic);
    assert_eq!((&start, start.key()), (&back, back.key()));
    assert_ne!(start.to_string(), back.to_string());
}

#[test]
fn keys_and_texts_are_kept_true_over_random_games() {
    let mut rng = Rng::new(11);
    for game in 0..60 {
        let mut position = Chess::default().with_draws([Draws::Claimed, Draws::Automatic][game % 2]);
        let mut bound = position.max_plies();
        while let Status::Ongoing(moves) = position.status() {
            let reread: Chess = position.to_string().parse().unwrap();
            assert_eq!((reread.key(), &reread), (position.key(), &position), "{position}");
            assert_eq!(reread.to_string(), position.to_string());
            assert_eq!(reread.draws(), position.draws());
            assert_eq!(position.end(), None, "{position}");
            position.play(moves.nth(rng.below(moves.len())));
            // What is left of the longest game shrinks with every ply.
            assert!(position.max_plies() < bound, "{position}: {} after {bound}", position.max_plies());
            bound = position.max_plies();
        }
        assert!(position.end().is_some_and(|end| position.draws().includes(end)), "{position}");
        let is_mate = position.end() == Some(Ending::Checkmate);
        assert_eq!(position.status().outcome().unwrap().winner().is_some(), is_mate, "{position}");
    }
}

#[test]
fn the_longest_game_is_bounded_by_pawn_moves_and_captures() {
    assert_eq!(Chess::default().max_plies(), 100 + (16 * 6 + 30 - 8) * 100);
    assert_eq!(Chess::default().with_draws(Draws::Automatic).max_plies(), 150 + 118 * 150);
    assert_eq!(position("k7/8/8/8/8/8/8/KR6 w - - 60 1").max_plies(), 40 + 100);
}
