//! Checks of a game's symmetries: they keep the rules and form a group.

use std::collections::HashSet;

use spielbaum_core::{MoveSet, Notation, Status};

use super::random_game::each_position;

every_game![
    symmetry_zero_changes_nothing,
    symmetric_positions_have_corresponding_status_and_moves,
    playing_and_transforming_commute,
    symmetries_form_a_group,
    images_agree_on_the_first_of_them,
];

fn symmetry_zero_changes_nothing<G: Notation>() {
    each_position::<G>(1_000, |position, place| {
        assert!(position.symmetries() >= 1 && position.transformed(0) == *position, "{}", place());
        for mv in position.status().moves().iter().flat_map(MoveSet::iter) {
            assert_eq!(position.transformed_move(mv, 0), mv, "{}", place());
        }
    });
}

fn symmetric_positions_have_corresponding_status_and_moves<G: Notation>() {
    each_position::<G>(1_000, |position, place| {
        for index in 0..position.symmetries() {
            let image = position.transformed(index);
            assert_eq!(image.side_to_move(), position.side_to_move(), "symmetry {index}: {}", place());
            assert_eq!(image.symmetries(), position.symmetries(), "symmetry {index}: {}", place());
            match (position.status(), image.status()) {
                (Status::Over(outcome), Status::Over(image)) => {
                    assert_eq!(outcome, image, "symmetry {index}: {}", place());
                }
                (Status::Ongoing(moves), Status::Ongoing(of_image)) => {
                    let images: HashSet<G::Move> =
                        moves.iter().map(|mv| position.transformed_move(mv, index)).collect();
                    let expected: HashSet<G::Move> = of_image.iter().collect();
                    assert_eq!(moves.len(), of_image.len(), "symmetry {index}: {}", place());
                    assert_eq!(images, expected, "symmetry {index}: {}", place());
                }
                _ => panic!("symmetry {index} changes whether the game is over: {}", place()),
            }
        }
    });
}

fn playing_and_transforming_commute<G: Notation>() {
    each_position::<G>(400, |position, place| {
        for mv in position.status().moves().iter().flat_map(MoveSet::iter) {
            let mut child = position.clone();
            child.play(mv);
            for index in 0..position.symmetries() {
                let mut child_of_image = position.transformed(index);
                child_of_image.play(position.transformed_move(mv, index));
                let text = position.move_text(mv);
                assert!(child.transformed(index) == child_of_image, "symmetry {index}, move {text}: {}", place());
            }
        }
    });
}

fn images_agree_on_the_first_of_them<G: Notation>() {
    each_position::<G>(400, |position, place| {
        let images: Vec<G> = (0..position.symmetries()).map(|index| position.transformed(index)).collect();
        let first = position.canonical_image();
        assert!(images.contains(&first), "{}", place());
        assert!(images.iter().all(|image| image.canonical_image() == first), "{}", place());
    });
}

/// The images of an image are the images of the position.
fn symmetries_form_a_group<G: Notation>() {
    let images =
        |position: &G| -> HashSet<G> { (0..position.symmetries()).map(|index| position.transformed(index)).collect() };
    each_position::<G>(400, |position, place| {
        let expected = images(position);
        for image in &expected {
            assert!(images(image) == expected, "image '{image}': {}", place());
        }
    });
}
