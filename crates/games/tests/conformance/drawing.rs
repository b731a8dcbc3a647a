//! Checks of the boards that people see.

use spielbaum_core::{Notation, Outcome, TextStyle};

use super::random_game::{each_position, random_games};

every_game![
    plain_drawings_fit_every_terminal,
    unicode_drawings_are_tidy_and_without_escape_codes,
    colour_drawings_have_escape_codes,
    the_last_move_is_marked,
    boards_as_data_have_the_moves_in_their_places,
    what_decided_a_game_stands_on_the_board,
    what_stands_on_the_board_can_be_set_up,
];

/// The columns of the narrowest terminal, but for the last one, in which some of them wrap.
const WIDTH: usize = 79;

fn check_lines(drawing: &str, place: &dyn Fn() -> String) {
    assert!(drawing.ends_with('\n'), "no line feed at the end: {}\n{drawing}", place());
    for line in drawing.lines() {
        assert!(line.chars().count() <= WIDTH, "too wide: {}\n{drawing}", place());
        assert_eq!(line, line.trim_end(), "space at the end: {}\n{drawing}", place());
    }
}

fn plain_drawings_fit_every_terminal<G: Notation>() {
    each_position::<G>(1_000, |position, place| {
        let drawing = position.draw(TextStyle::ASCII, None);
        let is_plain = |letter: char| letter == '\n' || letter == ' ' || letter.is_ascii_graphic();
        assert!(drawing.chars().all(is_plain), "{}\n{drawing}", place());
        check_lines(&drawing, place);
    });
}

fn unicode_drawings_are_tidy_and_without_escape_codes<G: Notation>() {
    each_position::<G>(1_000, |position, place| {
        let drawing = position.draw(TextStyle::UNICODE, None);
        let is_plain = |letter: char| letter == '\n' || !letter.is_control();
        assert!(drawing.chars().all(is_plain), "{}\n{drawing:?}", place());
        check_lines(&drawing, place);
    });
}

/// Looks at finished games, whose boards are not empty.
fn colour_drawings_have_escape_codes<G: Notation>() {
    for game in random_games::<G>(1_000) {
        for unicode in [false, true] {
            let drawing = game.end().draw(TextStyle { unicode, colour: true }, game.moves.last().copied());
            assert!(drawing.contains("\x1b["), "{}\n{drawing}", game.at(game.moves.len()));
        }
    }
}

/// A move without a place on the board, such as a pass, has no number in its text and needs no mark.
fn the_last_move_is_marked<G: Notation>() {
    for game in random_games::<G>(1_000) {
        for (index, text) in game.move_texts().iter().enumerate() {
            if !text.contains(|letter: char| letter.is_ascii_digit()) {
                continue;
            }
            let position = &game.positions[index + 1];
            for style in [TextStyle::ASCII, TextStyle::UNICODE, TextStyle { unicode: true, colour: true }] {
                let marked = position.draw(style, Some(game.moves[index]));
                assert_ne!(marked, position.draw(style, None), "{}", game.at(index + 1));
                if !style.colour {
                    check_lines(&marked, &|| game.at(index + 1));
                }
            }
        }
    }
}

/// A move to a place of the board leaves a piece of the mover there, and none where it came from.
fn boards_as_data_have_the_moves_in_their_places<G: Notation>() {
    for game in random_games::<G>(1_000) {
        for (index, &mv) in game.moves.iter().enumerate() {
            let (before, after) = (&game.positions[index], &game.positions[index + 1]);
            let (Some(old), Some(new)) = (before.board_data(), after.board_data()) else { return };
            assert_eq!((old.layout, old.places.len()), (new.layout, new.places.len()), "{}", game.at(index));
            let Some(to) = before.move_places(mv).to else { continue };
            let owner = new.places[to].piece.map(|(side, _)| side);
            assert_eq!(owner, Some(before.side_to_move()), "{}", game.at(index));
            if let Some(from) = before.move_places(mv).from {
                assert!(old.places[from].piece.is_some() && new.places[from].piece.is_none(), "{}", game.at(index));
            }
        }
    }
}

/// A game shows what decided it in every won game or in none. Nothing decides a game that goes on or is drawn. A line or a chain
/// has the last move in it and pieces of one side only; a king is mated where it stands.
fn what_decided_a_game_stands_on_the_board<G: Notation>() {
    let (mut won, mut shown) = (0, 0);
    for game in random_games::<G>(1_000) {
        let (last, end) = (game.moves.len(), game.end());
        assert_eq!(game.positions[last - 1].deciding_places(), [], "{}", game.at(last - 1));
        let (Some(board), deciding) = (end.board_data(), end.deciding_places()) else { return };
        let is_won = end.status().outcome() != Some(Outcome::Draw);
        won += usize::from(is_won);
        if deciding.is_empty() {
            continue;
        }
        shown += 1;
        let owners = deciding.iter().map(|&place| board.places[place].piece);
        let owners: Vec<_> = owners.map(|piece| piece.expect("a piece decides").0).collect();
        assert!(owners.windows(2).all(|pair| pair[0] == pair[1]), "{}", game.at(last));
        let to = game.positions[last - 1].move_places(game.moves[last - 1]).to;
        let has_last = to.is_some_and(|place| deciding.contains(&place));
        assert!(is_won && (has_last || deciding.len() == 1), "{}: {deciding:?}", game.at(last));
    }
    assert!(shown == 0 || shown == won, "{}: what decided is shown in {shown} of {won} games", G::INFO.name);
}

/// The first positions of a game can be set up from their pieces.
fn what_stands_on_the_board_can_be_set_up<G: Notation>() {
    for game in random_games::<G>(1_000) {
        for (plies, position) in game.positions.iter().enumerate().take(3) {
            let Some(board) = position.board_data() else { return };
            let moves = game.moves[..plies].iter().zip(&game.positions);
            // A pass or a swap leaves no piece behind.
            if moves.into_iter().any(|(&mv, before)| before.move_places(mv).to.is_none()) {
                break;
            }
            let pieces: Vec<_> = board.places.iter().map(|place| place.piece).collect();
            let text = position.set_up_text(&pieces, position.side_to_move());
            let options =
                position.game_text().split_once(':').map_or(String::new(), |(_, options)| format!("{options};"));
            let read = format!("{options}{text}").parse::<G>();
            let same = read.as_ref().is_ok_and(|read| read.board_data() == Some(board));
            assert!(same, "{}: '{text}' is {read:?}", game.at(plies));
        }
    }
}
