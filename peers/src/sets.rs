//! Sets of Connect Four positions to solve, drawn by lot and sorted by how far they are from the start and from the
//! end.
//!
//! The classes are those that people know from Pons' benchmark; the positions are our own.

use spielbaum_core::{Budget, Game, LookAhead, Margins, MoveSet, Notation, Objective, Rng, Score, Tactics};
use spielbaum_games::ConnectFour;
use spielbaum_search::Spec;

/// A class of positions and how many of them are solved in a batch.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Set {
    pub(crate) phase: Phase,
    pub(crate) end: End,
    pub(crate) positions: usize,
}

/// How many stones are on the board.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase {
    /// 8 to 13.
    Opening,
    /// 14 to 27.
    Middle,
    /// 28 to 37.
    Late,
}

/// How many plies the game lasts under best play.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// At most 13.
    Near,
    /// 14 to 27.
    Medium,
    /// 28 and more.
    Far,
}

impl Set {
    /// The name in reports.
    pub(crate) fn name(self) -> &'static str {
        match (self.phase, self.end) {
            (Phase::Opening, End::Near) => "opening, end near",
            (Phase::Opening, End::Medium) => "opening, end medium",
            (Phase::Opening, End::Far) => "opening, end far",
            (Phase::Middle, End::Near) => "middle, end near",
            (Phase::Middle, _) => "middle, end medium",
            (Phase::Late, _) => "late, end near",
        }
    }

    /// The positions, as the moves that lead to them. Those that win at once are left out.
    pub(crate) fn draw(self) -> Vec<String> {
        let stones = match self.phase {
            Phase::Opening => 8..14,
            Phase::Middle => 14..28,
            Phase::Late => 28..38,
        };
        let mut rng = Rng::new(1);
        let mut found = Vec::new();
        while found.len() < self.positions {
            let plies = stones.start + rng.below(stones.len());
            let Some((position, moves)) = random_position(plies, &mut rng) else { continue };
            let is_in_class = match self.end {
                End::Near => !lasts(&position, 13),
                End::Medium => lasts(&position, 13) && !lasts(&position, 27),
                End::Far => lasts(&position, 27),
            };
            if is_in_class && !found.contains(&moves) {
                found.push(moves);
            }
        }
        found
    }
}

/// A position after so many random moves that is not over and has no winning move; none if it came to another.
fn random_position(plies: usize, rng: &mut Rng) -> Option<(ConnectFour, String)> {
    let (mut position, mut text) = (ConnectFour::default(), String::new());
    for _ in 0..plies {
        let mv = position.status().moves()?.sample(rng);
        text += &position.move_text(mv);
        position.play(mv);
    }
    let moves = position.status().moves()?;
    (position.look_ahead(moves) != LookAhead::Win).then_some((position, text))
}

/// Whether the game lasts more than `plies` plies under best play.
fn lasts(position: &ConnectFour, plies: u32) -> bool {
    if position.max_plies() <= plies as usize {
        return false;
    }
    let margin = position.margin(plies);
    let is_above = |margin: i32| {
        let spec: Spec = "auto:table=16".parse().expect("a known search");
        let spec = spec.or_objective(Objective::Margin).above(Score(margin)).expect("auto can");
        let mut search = spec.build("connect-four").expect("auto is for every game");
        search.search(position, &Budget::default(), &mut |_| {}).score > Score(margin)
    };
    !is_above(margin - 1) && is_above(-margin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_last_as_long_as_their_values_say() {
        // Yellow has three in a row with both ends open and red is to move: one stone each.
        let position: ConnectFour = "3344 5".replace(' ', "").parse().unwrap();
        assert!(lasts(&position, 1) && !lasts(&position, 2));
    }

    #[test]
    fn a_set_is_the_same_every_time() {
        let set = Set { phase: Phase::Late, end: End::Near, positions: 20 };
        assert_eq!(set.draw(), set.draw());
        assert!(set.draw().iter().all(|moves| (28..38).contains(&moves.len())));
    }
}
