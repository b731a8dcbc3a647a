//! Games of chess in Portable Game Notation.

use proptest::prelude::*;
use spielbaum_core::{Game, MoveSet, Notation, Outcome, Rng, Side};
use spielbaum_games::Chess;
use spielbaum_games::chess::{Pgn, PgnMove};

fn sans(game: &Pgn) -> Vec<String> {
    let mut position = game.start.clone();
    let text = |played: &PgnMove| {
        let san = position.san(played.mv);
        position.play(played.mv);
        san
    };
    game.moves.iter().map(text).collect()
}

#[test]
fn games_with_everything_that_annotators_write_are_read() {
    let games = Pgn::read_all(include_str!("data/chess/annotated.pgn")).unwrap();
    assert_eq!(games.len(), 4);

    let first = &games[0];
    assert_eq!(first.tag("Event"), Some(r#"A "quoted" \ name"#));
    assert_eq!(first.comment.as_deref(), Some("Before the first move."));
    assert_eq!(sans(first), ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O"]);
    assert_eq!(first.moves[0].nags, [1]);
    assert_eq!(first.moves[1].comment.as_deref(), Some("a comment over two lines and one more to the end of the line"));
    assert_eq!(first.moves[5].nags, [6, 14]);
    assert_eq!(first.moves[7].nags, [3]);
    assert_eq!(first.result, Some(Outcome::Draw));

    let second = &games[1];
    assert_eq!(second.start.to_string(), "4k3/P7/8/8/8/8/8/4K3 b - - 3 40");
    assert_eq!(sans(second), ["Kd7", "a8=Q"]);
    assert_eq!(second.result, Some(Outcome::Win(Side::First)));
    assert_eq!(second.tag("FEN"), None);

    // No result after the moves: the tag has it.
    assert_eq!((sans(&games[2]), games[2].result), (vec!["f3".to_owned()], Some(Outcome::Win(Side::Second))));
    assert_eq!((games[3].moves.len(), games[3].result), (0, None));
}

#[test]
fn line_ends_of_other_systems_are_read() {
    let text = include_str!("data/chess/annotated.pgn");
    assert_eq!(Pgn::read_all(&text.replace('\n', "\r\n")), Pgn::read_all(text));
    assert_eq!(Pgn::read_all(&format!("\u{feff}{text}")), Pgn::read_all(text));
    assert_eq!(Pgn::read_all(" \n\n"), Ok(vec![]));
}

#[test]
fn games_go_on_where_a_draw_was_not_claimed() {
    let games = Pgn::read_all(&format!("{} e4 e5 *", "Nf3 Nf6 Ng1 Ng8 ".repeat(6))).unwrap();
    assert_eq!(games[0].moves.len(), 26);
}

#[test]
fn errors_name_the_line_and_the_text() {
    let cases = [
        ("[Event \"x\"]\n\n1. e4 e5\n2. Ke3 *", "line 4: illegal move 'Ke3'; legal here: "),
        ("1. e4 e5 2. Nf3 Nf6 3. Nc3 Nc6 4. Nd2", "line 1: illegal move 'Nd2'"),
        ("\n[Event x]\n", "line 2: expected a tag such as [Event \"name\"], found '[Event x]'"),
        ("[Event \"x]\n", "line 1: expected a tag"),
        ("[Event \"x\"\n", "line 1: expected a tag"),
        ("\n\n[FEN \"8/8 w - -\"]\n", "line 3: placement field '8/8'"),
        ("1. e4\n{never closed\n\n", "line 2: comment without '}': '{never closed'"),
        ("1. e4\n(1. d4 (1. c4)\n*", "line 2: variation '(' without ')'"),
        ("1. e4 )", "line 1: ')' without '('"),
        ("1. e4 (1. d4\n[Event \"x\"]", "line 2: tag inside a variation: a ')' is missing"),
        ("1. e4 $256", "line 1: annotation '$256' is not between $0 and $255"),
        ("1. e4 $x", "line 1: annotation '$' is not"),
        ("1. e4!!!", "line 1: unknown annotation '!!!'"),
        ("1. e4 } *", "line 1: unexpected '}'"),
    ];
    for (text, reason) in cases {
        let message = Pgn::read_all(text).expect_err(text).to_string();
        assert!(message.starts_with(reason), "{text}: {message}");
    }
}

#[test]
fn a_game_is_written_in_export_form() {
    let line = Chess::default().play_line("f3 e5 g4 Qh4").unwrap();
    let mut game = Pgn::new(Chess::default(), line.moves);
    game.set_tag("Annotator", "a \"b\" \\ c");
    game.set_tag("White", "random");
    game.set_tag("White", "alphabeta");
    game.moves[1].comment = Some("one} two".to_owned());
    game.moves[2].nags = vec![4, 255];
    let expected = r#"[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "alphabeta"]
[Black "?"]
[Result "0-1"]
[Annotator "a \"b\" \\ c"]

1. f3 e5 {one) two} 2. g4 $4 $255 Qh4# 0-1
"#;
    assert_eq!(game.to_string(), expected);
}

#[test]
fn another_start_is_written_as_a_fen() {
    let start: Chess = "4k3/P7/8/8/8/8/8/4K3 b - - 3 40".parse().unwrap();
    let line = start.play_line("Kd7 a8=Q").unwrap();
    let text = Pgn::new(start, line.moves).to_string();
    assert!(
        text.ends_with("[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K3 b - - 3 40\"]\n\n40... Kd7 41. a8=Q *\n"),
        "{text}"
    );
}

prop_compose! {
    /// A random game of at most 120 plies with a few words of comment.
    fn games()(
        seed: u64, plies in 0usize..120, words in proptest::collection::vec("[a-zäé(;%\\\\\"!$0-9]{1,20}", 0..12),
        nags in proptest::collection::vec(0u8..=255, 0..3), tag in "\\PC{0,20}", from_start: bool,
    ) -> Pgn {
        let mut rng = Rng::new(seed);
        let start = if from_start {
            Chess::default()
        } else {
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 3 17".parse().unwrap()
        };
        let mut position = start.clone();
        let mut moves = Vec::new();
        while moves.len() < plies && let Some(legal) = position.status().moves() {
            let mv = legal.nth(rng.below(legal.len()));
            moves.push(mv);
            position.play(mv);
        }
        let mut game = Pgn::new(start, moves);
        let comment = Some(words.join(" ")).filter(|comment| !comment.is_empty());
        for played in &mut game.moves {
            if rng.below(4) == 0 {
                played.comment = comment.clone();
                played.nags = nags.clone();
            }
        }
        game.comment = comment;
        for name in ["Event", "Site", "Date", "Round", "White", "Black", "Opening"] {
            game.set_tag(name, tag.clone());
        }
        game
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn what_is_written_is_read_back(games in proptest::collection::vec(games(), 0..3)) {
        let text = Pgn::write_all(&games);
        prop_assert_eq!(&Pgn::read_all(&text).unwrap(), &games, "{}", text);
        let moves = text.lines().filter(|line| !line.starts_with('['));
        prop_assert!(moves.map(|line| line.chars().count()).max().unwrap_or(0) < 80);
    }

    #[test]
    fn no_text_makes_reading_panic(text in "[\\PC\n]{0,80}", moves in "[a-h1-8NBRQKxO(){};$!?.\n \\[\\]\"%*-]{0,60}") {
        let _ = Pgn::read_all(&text);
        let _ = Pgn::read_all(&moves);
    }
}
