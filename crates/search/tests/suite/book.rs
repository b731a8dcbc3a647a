//! Opening books: which positions they hold, that their values are right, and that nothing broken is read.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use spielbaum_core::{
    Budget, Game, HasEvaluation, Knowledge, MoveSet, Notation, Objective, Rng, Search, Symmetry, TextError,
};
use spielbaum_games::connect_four::AnySize;
use spielbaum_games::{ConnectFour, Gale};
use spielbaum_search::{Book, BookHeader, Spec, minimax};

type Small = ConnectFour<AnySize>;

fn board(columns: u32, rows: u32) -> Small {
    format!("columns={columns},rows={rows};").parse().unwrap()
}

fn auto() -> Spec {
    "auto:table=1".parse().unwrap()
}

fn build<G: Notation + Knowledge>(spec: &Spec) -> Result<Box<dyn Search<G>>, TextError> {
    spec.build(G::INFO.name)
}

/// The book that comes with Connect Four.
fn built_in() -> &'static [u8] {
    <ConnectFour>::PROFILE.book.unwrap()
}

/// A finished book.
fn made(start: &Small, plies: u32, threads: usize) -> Book<Small> {
    let mut book = Book::new(start, plies).unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    book.make((&auto(), build), threads, &stop, |_| Ok::<(), ()>(())).unwrap();
    book
}

/// A position after at most `plies` random moves that is not over.
fn random_position<G: Game>(start: &G, plies: usize, rng: &mut Rng) -> G {
    let mut position = start.clone();
    for _ in 0..plies {
        let mut next = position.clone();
        next.play(position.status().moves().expect("the game goes on").sample(rng));
        if next.status().moves().is_none() {
            break;
        }
        position = next;
    }
    position
}

/// The positions one ply after those of a layer, one for each key.
fn next_layer(layer: &[ConnectFour], key: fn(&ConnectFour) -> u64) -> Vec<ConnectFour> {
    let mut next = Vec::new();
    for position in layer {
        for mv in position.status().moves().iter().flat_map(MoveSet::iter) {
            let mut child = *position;
            child.play(mv);
            next.push(child);
        }
    }
    next.sort_unstable_by_key(key);
    next.dedup_by_key(|position| key(position));
    next
}

/// Without the mirror there are 1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275 (Tromp). A position is its own image if
/// three columns of the seven repeat the other three, so that of each count half and a little more remain.
#[test]
fn the_positions_of_each_ply_are_the_published_ones_without_their_mirror_images() {
    let published = [1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859, 184_275];
    let book = Book::new(&<ConnectFour>::default(), 8).unwrap();
    let mut layer = vec![<ConnectFour>::default()];
    for ((_, count), published) in book.known_by_ply().into_iter().zip(published) {
        let symmetric = layer.iter().filter(|position| position.transformed(1) == **position).count();
        assert_eq!((layer.len(), count), (published, (published + symmetric) / 2));
        layer = next_layer(&layer, Game::key);
    }
}

#[test]
fn every_value_is_that_of_minimax() {
    for (columns, rows, plies) in [(4, 4, 7), (5, 4, 5), (4, 5, 6)] {
        let start = board(columns, rows);
        let book = made(&start, plies, 2);
        let read = Book::read(&book.to_bytes(), &start).unwrap();
        // The oracle is textbook minimax where that is quick, else a search that is tested against it.
        let mut rng = Rng::new(7);
        let spec: Spec = "Liese AB:objective=margin,table=4".parse().unwrap();
        let mut search = spec.build::<Small>("").unwrap();
        for _ in 0..60 {
            let position = random_position(&start, rng.below(plies as usize + 1), &mut rng);
            let expected = if position.max_plies() <= 9 {
                minimax(&position, 99, Objective::Margin, &<Small as HasEvaluation>::Evaluation::default()).score
            } else {
                search.search(&position, &Default::default(), &mut |_| {}).score
            };
            assert_eq!(read.value(&position), Some(expected.0), "{position}");
            assert_eq!(read.value(&position.transformed(1)), Some(expected.0), "the image of {position}");
            if let Some(values) = read.move_values(&position) {
                assert_eq!(values.iter().map(|(_, value)| *value).max(), Some(expected.0), "{position}");
            }
        }
    }
}

#[test]
fn the_line_of_a_book_keeps_the_value() {
    let start = board(4, 4);
    let book = made(&start, 6, 1);
    let line = book.line(&start);
    assert_eq!(line.len(), 6);
    let (mut position, mut value) = (start, book.value(&start).unwrap());
    for mv in line {
        position.play(mv);
        value = -value;
        assert_eq!(book.value(&position), Some(value));
    }
    assert_eq!(book.move_values(&position), None, "the book ends here");
}

#[test]
fn making_goes_on_where_it_stopped_and_comes_to_the_same() {
    let start = board(5, 4);
    let whole = made(&start, 5, 1).to_bytes();
    let mut bytes = Book::new(&start, 5).unwrap().to_bytes();
    let mut rounds = 0;
    loop {
        let mut book = Book::read(&bytes, &start).unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        let mut found = 0;
        book.make((&auto(), build), 2, &stop, |_| {
            found += 1;
            stop.store(found >= 100, Ordering::Relaxed);
            Ok::<(), ()>(())
        })
        .unwrap();
        bytes = book.to_bytes();
        rounds += 1;
        if bytes == whole {
            break;
        }
        assert!(found > 0 && rounds < 1000, "round {rounds} found {found} values");
    }
    assert!(rounds > 2, "it was never stopped");
    // An error of the callback ends the work, too, and keeps what was found.
    let mut book = Book::new(&start, 5).unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    assert!(book.make((&auto(), build), 1, &stop, |_| Err("the disk is full")).is_err());
    let (known, all) = book.known_by_ply()[5];
    assert!(0 < known && known < all);
}

#[test]
fn broken_books_are_refused_with_the_reason() {
    let start = board(4, 4);
    let bytes = made(&start, 3, 1).to_bytes();
    let refused = |bytes: &[u8]| Book::read(bytes, &start).unwrap_err().to_string();
    assert_eq!(refused(b""), "not a book");
    assert_eq!(refused(b"#!/bin/sh"), "not a book");
    assert_eq!(refused(&bytes[..5]), "the book is cut off");
    assert_eq!(refused(&bytes[..20]), "the book is cut off");
    assert!(refused(&bytes[..bytes.len() - 1]).starts_with("the book is cut off: "));
    assert!(refused(&[&bytes[..], b"x"].concat()).contains("damaged"));
    let version = [&bytes[..8], &[2], &bytes[9..]].concat();
    assert_eq!(refused(&version), "a book of version 2; this program reads version 1");
    let other = made(&board(5, 4), 2, 1).to_bytes();
    assert_eq!(refused(&other), "a book of 'connect-four:columns=5,rows=4', not of 'connect-four:columns=4,rows=4'");
    // Whatever byte is changed, the book is refused.
    for place in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[place] ^= 1 << (place % 8);
        assert!(Book::read(&changed, &start).is_err(), "byte {place}");
    }
    let header = BookHeader::read(&bytes).unwrap();
    assert_eq!((header.game, header.plies), (start.game_text(), 3));
    let refused = Book::new(&Gale::<u64>::default(), 2).unwrap_err().to_string();
    assert_eq!(refused, "no books for gale: its wins have no margin");
}

#[test]
fn the_embedded_book_knows_the_value_of_the_game() {
    let start = <ConnectFour>::default();
    let book = Book::read(built_in(), &start).unwrap();
    assert_eq!(book.plies(), 8);
    assert!(book.known_by_ply().iter().all(|(known, all)| known == all), "an unfinished book");
    assert_eq!(book.value(&start), Some(1));
    let values: Vec<i32> = book.move_values(&start).unwrap().iter().map(|(_, value)| *value).collect();
    assert_eq!(values, [-2, -1, 0, 1, 0, -1, -2]);
    assert_eq!(start.move_text(book.line(&start)[0]), "4");
}

#[test]
fn a_search_finds_what_the_embedded_book_says() {
    let book = Book::read(built_in(), &<ConnectFour>::default()).unwrap();
    // The study's own solver, which knows none of the theory that the book was made with.
    let spec = "Liese NegaC*2".parse::<Spec>().unwrap().or_objective(Objective::Margin);
    let mut search = spec.build::<ConnectFour>("connect-four").unwrap();
    let mut rng = Rng::new(88);
    let mut compared = 0;
    while compared < 6 {
        let mut position = <ConnectFour>::default();
        for _ in 0..book.plies() {
            let Some(moves) = position.status().moves() else { break };
            position.play(moves.sample(&mut rng));
        }
        // The quickest to solve are those that are soon won.
        let value = book.value(&position).expect("the book is complete");
        if position.status().moves().is_some() && value.abs() >= 10 {
            assert_eq!(search.search(&position, &Budget::default(), &mut |_| {}).score.0, value, "{position}");
            compared += 1;
        }
    }
}

/// Whether a side could make four with its next stone, whoever is to move.
fn is_four_near(position: &ConnectFour) -> bool {
    let moves = position.status().moves().expect("the game goes on");
    let ends = |position: &ConnectFour, mv| {
        let mut child = *position;
        child.play(mv);
        child.status().outcome().is_some()
    };
    // The opponent's stone falls to the same place when the side to move has moved elsewhere before.
    let opponent_ends = |mv| {
        moves.iter().filter(|&other| other != mv).any(|other| {
            let mut child = *position;
            child.play(other);
            ends(&child, mv)
        })
    };
    moves.iter().any(|mv| ends(position, mv)) || moves.iter().any(opponent_ends)
}

/// Tromp's data of 1995: of all positions after eight plies, mirror images counted once, in which neither side makes
/// four with the next stone, 44,473 are won by the first player, 6,449 are draws and 16,635 lost.
#[test]
fn the_embedded_book_has_as_many_wins_draws_and_losses_as_published() {
    let book = Book::read(built_in(), &<ConnectFour>::default()).unwrap();
    let mut layer = vec![<ConnectFour>::default()];
    for _ in 0..8 {
        layer = next_layer(&layer, Symmetry::canonical_key);
    }
    assert_eq!(layer.len(), 92_244);
    let mut results = [0; 3];
    for position in layer.iter().filter(|position| position.status().moves().is_some() && !is_four_near(position)) {
        results[(1 - book.value(position).expect("the book is complete").signum()) as usize] += 1;
    }
    assert_eq!(results, [44_473, 6_449, 16_635]);
}
