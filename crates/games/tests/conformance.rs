//! One suite that every registered game must pass; it names none of them.
//!
//! Registered games are tested automatically: seeded random games from the start positions of all options check each
//! position against the contracts of `Game`, `Knowledge`, `Evaluate` and `Notation`.

use std::panic::catch_unwind;

use spielbaum_core::{Knowledge, Notation};

spielbaum_games::visitor!(Notation + Knowledge);

mod perft;

/// Declares tests: each runs a check that is generic over the game, under its own name, for every registered game, and
/// continues after a failure, so that one run reports all games that fail.
macro_rules! every_game {
    ($($(#[$attribute:meta])* $check:ident),+ $(,)?) => {
        mod every_game {
            use crate::{Knowledge, Notation, Visitor, catch_unwind, each_game};

            $(#[test]
            $(#[$attribute])*
            fn $check() {
                struct Check;
                impl Visitor for Check {
                    type Output = Option<&'static str>;
                    fn visit<G: Notation + Knowledge>(&mut self) -> Option<&'static str> {
                        catch_unwind(super::$check::<G>).is_err().then_some(G::INFO.name)
                    }
                }
                let failed: Vec<&str> = each_game(&mut Check).into_iter().flatten().collect();
                assert!(failed.is_empty(), "failed for {}", failed.join(", "));
            })+
        }
    };
}

mod conformance {
    mod any_text;
    mod drawing;
    mod information;
    mod knowledge;
    mod perft_tables;
    mod random_game;
    mod rules;
    mod symmetry;
    mod text;
}
