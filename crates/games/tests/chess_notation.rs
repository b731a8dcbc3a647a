//! Chess as text: positions, moves, drawings.

use proptest::prelude::*;
use spielbaum_core::{Game, MoveSet, Notation, Rng, Status, TextStyle};
use spielbaum_games::Chess;
use spielbaum_games::chess::{Draws, Square};

fn position(text: &str) -> Chess {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn position_error(text: &str) -> String {
    text.parse::<Chess>().map(|position| position.to_string()).expect_err(text).to_string()
}

#[test]
fn a_position_text_is_a_fen_with_or_without_counters() {
    for text in ["", "startpos", "draws=claimed;", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"] {
        assert_eq!(position(text).to_string(), Chess::default().to_string(), "{text}");
    }
    let text = "draws=automatic; 4k3/8/8/8/8/8/4P3/4K3 b - - 120 77";
    assert_eq!(position(text).to_string(), text);
    assert_eq!(position("draws=automatic;").draws(), Draws::Automatic);
    // Some programs count moves from 0.
    assert!(position("4k3/8/8/8/8/8/4P3/4K3 b - - 0 0").to_string().ends_with(" 0 1"));
}

#[test]
fn castling_rights_of_chess960_are_read_and_printed() {
    let shredder = "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1";
    assert_eq!(position(shredder).to_string(), "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    // The right belongs to the inner rook, which KQ cannot say.
    let inner = "4k3/8/8/8/8/8/8/1R1RK3 w D - 0 1";
    assert_eq!(position(inner).to_string(), inner);
    let moves = position("4k3/8/8/8/8/8/8/1R1K1R2 w KQ - 0 1").status().moves().unwrap();
    assert_eq!(moves.iter().filter(|mv| mv.from == Square::D1 && [Square::B1, Square::F1].contains(&mv.to)).count(), 2);
}

#[test]
fn a_wrong_position_names_the_field_and_the_reason() {
    let cases = [
        ("rnbqkbnr/pppppppp/8/8 w KQkq - 0 1", "placement field 'rnbqkbnr/pppppppp/8/8': 4 of 8 ranks"),
        ("4k3/8/8/8/8/8/8/4K2 w - - 0 1", "rank 1 has 7 of 8 squares"),
        ("4k3/8/8/8/8/8/8/4K3PP w - - 0 1", "rank 1 has 10 of 8 squares"),
        ("4k3/8/8/8/8/8/8/4KX2 w - - 0 1", "'X' is neither a piece nor a number of squares"),
        ("4k3/8/8/9/8/8/8/4K3 w - - 0 1", "'9' is neither"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "0 black kings, there must be one"),
        ("4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "2 white kings, there must be one"),
        ("4k3/8/8/8/8/8/8/4K2P w - - 0 1", "a pawn on h1"),
        ("4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "9 black pawns"),
        ("4k3/8/8/8/8/QQQQQQQQ/QQQQQQQQ/4K3 b - - 0 1", "17 white pieces"),
        ("8/8/8/8/8/8/3k4/4K3 w - - 0 1", "the kings stand next to each other"),
        ("4k3/8/8/8/8/8/8/4KR2 x - - 0 1", "side field 'x': expected w or b"),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "the side that is not to move is in check"),
        ("4k3/8/8/8/8/8/8/4K2R w KX - 0 1", "castling field 'KX': 'X' is none of"),
        ("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", "castling field 'KQ': 'Q' has no rook there to castle with"),
        ("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "castling field 'KK': 'K' gives a right twice"),
        ("4k3/8/8/8/8/8/4K3/7R w K - 0 1", "castling field 'K': 'K' needs the king on its first rank"),
        ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "en passant field 'e9': expected - or a square"),
        ("4k3/8/8/8/4P3/8/8/4K3 b - e6 0 1", "en passant field 'e6': must be on rank 3 when black is to move"),
        ("4k3/8/8/8/8/8/8/4K3 b - e3 0 1", "en passant field 'e3': no pawn can just have passed this square"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 151 1", "half-move clock field '151': expected 0 to 150"),
        ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "half-move clock field '-1'"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 65536", "move number field '65536': expected 1 to 65535"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 x", "unexpected text behind the six fields of a FEN: 'x'"),
        ("4k3/8/8/8/8/8/8/4K3 w", "has 2 of the four needed fields"),
        ("draws=never; startpos", "draws 'never' is none of claimed, automatic, moves"),
        ("clock=3; startpos", "unknown option 'clock'; chess has draws"),
    ];
    for (text, reason) in cases {
        let message = position_error(text);
        assert!(message.contains(reason), "{text}: {message}");
    }
}

#[test]
fn uci_moves_are_read_and_written_in_the_ordinary_form() {
    let castle = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for (text, san) in
        [("e1g1", "O-O"), ("e1h1", "O-O"), ("e1c1", "O-O-O"), ("e1a1", "O-O-O"), ("0-0", "O-O"), ("O-O-O!?", "O-O-O")]
    {
        let mv = castle.parse_move(text).unwrap();
        assert_eq!(castle.san(mv), san, "{text}");
        assert_eq!(castle.move_text(mv), if san == "O-O" { "e1g1" } else { "e1c1" });
    }
    let line = castle.play_line("e1g1 e8c8").unwrap();
    assert_eq!(line.position.to_string(), "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2");
    let promotion = position("3r3k/2P5/8/8/8/8/8/K7 w - - 0 1");
    for text in ["c7c8q", "c7c8Q", "c8=Q", "c8Q", "c8q", "c8=Q+", "c7c8=Q"] {
        assert_eq!(promotion.move_text(promotion.parse_move(text).unwrap()), "c7c8q", "{text}");
    }
    assert_eq!(promotion.san(promotion.parse_move("cd8=N").unwrap()), "cxd8=N");
}

#[test]
fn san_disambiguates_as_little_as_needed() {
    let cases = [
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "a1d1", "Rd1"),
        ("4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3", "R1a3"),
        ("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "h1d1", "Rhd1"),
        ("1k6/8/8/8/7Q/8/8/K3Q2Q w - - 0 1", "h4e4", "Q4e4"),
        ("8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1"),
        ("7k/8/8/3pP3/8/8/8/K7 w - d6 0 1", "e5d6", "exd6"),
        // The other knight is pinned, so nothing needs to be said.
        ("4r2k/8/8/8/8/4N3/8/N3K3 w - - 0 1", "a1c2", "Nc2"),
        ("6rk/6pp/8/6N1/8/8/8/K7 w - - 0 1", "g5f7", "Nf7#"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1h8", "Rh8+"),
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"),
    ];
    for (text, uci, san) in cases {
        let position = position(text);
        let mv = position.parse_move(uci).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(position.san(mv), san, "{text}");
        assert_eq!(position.parse_move(san).unwrap(), mv, "{text}");
    }
}

#[test]
fn needless_squares_and_suffixes_do_no_harm() {
    let start = Chess::default();
    for text in ["Nf3", "Ng1f3", "Ngf3", "N1f3", "Ng1-f3", "Nf3!", "Nf3+", "Nf3?!", "g1f3"] {
        assert_eq!(start.move_text(start.parse_move(text).unwrap()), "g1f3", "{text}");
    }
    for text in ["e4", "e2e4", "e2-e4", "Pe4", "e4!!"] {
        assert_eq!(start.move_text(start.parse_move(text).unwrap()), "e2e4", "{text}");
    }
}

#[test]
fn an_ambiguous_move_lists_what_it_could_be() {
    let rooks = position("4k3/8/8/8/8/8/4K3/R6R w - - 0 1");
    assert_eq!(rooks.parse_move("Rd1").unwrap_err().to_string(), "ambiguous move 'Rd1': it could be Rad1 or Rhd1");
    let pawn = position("7k/P7/8/8/8/8/8/K7 w - - 0 1");
    let message = pawn.parse_move("a8").unwrap_err().to_string();
    assert_eq!(message, "ambiguous move 'a8': it could be a8=N or a8=B or a8=R+ or a8=Q+");
}

#[test]
fn an_illegal_move_is_an_error_that_names_it() {
    let start = Chess::default();
    for text in [
        "e5", "Ke2", "O-O", "e2e5", "e7e5", "Nd2", "x", "é4", "e4=Q", "Nf3=Q", "Kh1", "e1h1", "♘f3", "e2e4q", "1.", "Q",
    ] {
        let message = start.parse_move(text).expect_err(text).to_string();
        assert!(message.starts_with(&format!("illegal move '{text}'; legal here: ")), "{message}");
    }
    let over = start.play_line("f3 e5 g4 Qh4").unwrap().position;
    let message = over.parse_move("e4").unwrap_err().to_string();
    assert_eq!(message, "no move 'e4': the game is over (black wins by checkmate)");
}

#[test]
fn numbers_and_results_are_no_moves() {
    let moves = Chess::split_moves("1. e4 e5 2.Nf3 2...Nc6 3. ... 12 0-0 *\n1/2-1/2, 1-0 0-1 1.0-0-0 ");
    assert_eq!(moves, ["e4", "e5", "Nf3", "Nc6", "0-0", "0-0-0"]);
}

#[test]
fn the_board_is_drawn_from_whites_side() {
    let line = Chess::default().play_line("e4 e5 Nf3").unwrap();
    let drawing = line.position.draw(TextStyle::ASCII, line.moves.last().copied());
    let expected = " 8  r  n  b  q  k  b  n  r
 7  p  p  p  p  .  p  p  p
 6  .  .  .  .  .  .  .  .
 5  .  .  .  .  p  .  .  .
 4  .  .  .  .  P  .  .  .
 3  .  .  .  .  . [N] .  .
 2  P  P  P  P  .  P  P  P
 1  R  N  B  Q  K  B  .  R
    a  b  c  d  e  f  g  h
";
    assert_eq!(drawing, expected);
    let unicode = line.position.draw(TextStyle::UNICODE, None);
    assert!(unicode.contains(" ♔\u{fe0e} ") && unicode.contains(" ♚\u{fe0e} "), "{unicode}");
    let colour = line.position.draw(TextStyle { unicode: true, colour: true }, None);
    assert!(!colour.contains('♔') && colour.matches('♚').count() == 2, "{colour}");
}

#[test]
fn castling_is_marked_where_the_king_arrives() {
    let line = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1").play_line("O-O").unwrap();
    assert!(line.position.draw(TextStyle::ASCII, Some(line.moves[0])).contains("R [K]"));
}

#[test]
fn every_legal_move_of_random_games_is_read_back_from_both_notations() {
    let mut rng = Rng::new(5);
    for _ in 0..20 {
        let mut position = Chess::default();
        while let Status::Ongoing(moves) = position.status() {
            for mv in moves.iter() {
                for text in [position.move_text(mv), position.san(mv)] {
                    assert_eq!(position.parse_move(&text), Ok(mv), "{text} in {position}");
                }
            }
            position.play(moves.nth(rng.below(moves.len())));
        }
    }
}

proptest! {
    #[test]
    fn no_text_makes_reading_panic(text in "\\PC{0,40}") {
        let _ = text.parse::<Chess>();
        let _ = Chess::default().parse_move(&text);
        let _ = Chess::split_moves(&text);
    }

    #[test]
    fn a_position_that_can_be_read_can_be_played(
        text in "([kKqQrRbBnNpP1-8]{1,8}/){7}[kKqQrRbBnNpP1-8]{1,8} [wb] (-|[KQkqA-Ha-h]{1,4}) (-|[a-h][36]) [0-9]{1,3} [0-9]{1,5}",
        seed: u64,
    ) {
        if let Ok(position) = text.parse::<Chess>() {
            prop_assert_eq!(&position.to_string().parse::<Chess>().unwrap(), &position);
            position.rollout(&mut Rng::new(seed));
        }
    }

    #[test]
    fn sparse_boards_can_be_read_and_played(
        squares in proptest::collection::vec((0usize..64, 0usize..10), 0..12), kings in (0usize..64, 0usize..64),
        side in "[wb]", castling in "-|K|Q|k|q|KQkq|H|a", en_passant in "-|[a-h][36]", seed: u64,
    ) {
        let mut board = [' '; 64];
        for (square, piece) in squares {
            board[square] = ['q', 'r', 'b', 'n', 'p', 'Q', 'R', 'B', 'N', 'P'][piece];
        }
        board[kings.0] = 'K';
        board[kings.1] = 'k';
        let ranks: Vec<String> = board.chunks(8).map(|rank| rank.iter().collect::<String>().replace(' ', "1")).collect();
        let text = format!("{} {side} {castling} {en_passant} 0 1", ranks.join("/"));
        if let Ok(position) = text.parse::<Chess>() {
            prop_assert_eq!(&position.to_string().parse::<Chess>().unwrap(), &position);
            position.rollout(&mut Rng::new(seed));
        }
    }
}
