//! Sets of positions: random ones, and those with a given number of plies left under perfect play.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::str::FromStr;

use spielbaum_core::{Budget, Knowledge, Objective, Rng, Search, TextError, Value, mix};
use spielbaum_games::GameSpec;
use spielbaum_players::build;
use spielbaum_players::{Playable, Visitor, visit_game};
use spielbaum_search::Spec;

use crate::opening::scramble;

/// The description of a set of positions.
#[derive(Clone, Debug)]
pub struct PositionSet {
    /// The game with its options.
    pub game: GameSpec,
    /// The stage of the game.
    pub stage: Stage,
    /// Positions for each number of plies, or of the class.
    pub each: u64,
    /// Whether each position is solved and followed by its value.
    pub is_solved: bool,
    /// The seed.
    pub seed: u64,
}

/// The stage of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stage {
    /// After each of these numbers of random plies.
    Plies(Vec<u32>),
    /// Connect Four by plies played and plies left under perfect play.
    Class(Class),
}

/// A class of Connect Four positions, as in Pons' test sets: `L2_R1` and so on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Class {
    /// Plies played: to 14, 15 to 28, more.
    played: RangeInclusive<u32>,
    /// Plies left under perfect play: 3 to 13, 14 to 27, more.
    left: RangeInclusive<u32>,
}

impl FromStr for Class {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Class, TextError> {
        let error = || TextError::at("classes are L1_R1, L1_R2, L1_R3, L2_R1, L2_R2 and L3_R1, not", text, "");
        let (played, left) = text.split_once('_').ok_or_else(error)?;
        // Fewer than eight plies leave few positions, and each takes long to solve.
        let played = match played {
            "L1" => 8..=14,
            "L2" => 15..=28,
            "L3" => 29..=36,
            _ => return Err(error()),
        };
        let left = match left {
            // Positions decided at once need no search.
            "R1" => 3..=13,
            "R2" => 14..=27,
            "R3" => 28..=42,
            _ => return Err(error()),
        };
        // Of 42 cells, enough must be left.
        if played.start() + left.start() > 42 { Err(error()) } else { Ok(Class { played, left }) }
    }
}

impl PositionSet {
    /// Generates the positions and passes each to `found`, as a line of the set.
    pub fn generate(&self, found: &mut dyn FnMut(&str)) -> Result<(), TextError> {
        visit_game(&self.game, &mut Generate { set: self, found })
    }

    /// The number of positions.
    pub fn len(&self) -> u64 {
        match &self.stage {
            Stage::Plies(plies) => self.each * plies.len() as u64,
            Stage::Class(_) => self.each,
        }
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Attempts to find one more position before giving up.
const ATTEMPTS: u32 = 100_000;

struct Generate<'a> {
    set: &'a PositionSet,
    found: &'a mut dyn FnMut(&str),
}

impl Visitor for Generate<'_> {
    type Output = Result<(), TextError>;

    fn visit<G: Playable>(&mut self) -> Self::Output {
        let start: G = self.set.game.position("")?;
        let class = match &self.set.stage {
            Stage::Class(class) => Some(class),
            Stage::Plies(_) => None,
        };
        if class.is_some() && start.game_text() != "connect-four" {
            return Err(TextError::new(format!("only connect-four has classes, not '{}'", self.set.game)));
        }
        let objective = if G::HAS_MARGIN { Objective::Margin } else { Objective::Sooner };
        let solver: Spec = "auto".parse().expect("a preset");
        let mut search = build::<G>(&solver.or_objective(objective))?;
        let mut seen = HashSet::new();
        for number in 0..self.set.len() {
            let mut rng = Rng::new(mix(self.set.seed, number));
            let line = (0..ATTEMPTS).find_map(|_| {
                let plies = match &self.set.stage {
                    Stage::Plies(plies) => plies[(number / self.set.each) as usize],
                    Stage::Class(Class { played, .. }) => {
                        played.start() + rng.below((played.end() - played.start() + 1) as usize) as u32
                    }
                };
                let position = scramble(&start, plies, &mut rng)?;
                // There is only one position before the first move.
                if plies > 0 && !seen.insert(position.key()) {
                    return None;
                }
                if class.is_none() && !self.set.is_solved {
                    return Some(position.to_string());
                }
                let value = solve(search.as_mut(), &position);
                let is_wanted = class.is_none_or(|class| class.left.contains(&plies_left(&position, value.1)));
                is_wanted.then(|| format!("{position} {}", value.0))
            });
            let error = || TextError::new(format!("no position number {} was found", number + 1));
            (self.found)(&line.ok_or_else(error)?);
        }
        Ok(())
    }
}

/// Score and value of a position.
fn solve<G: Knowledge>(search: &mut dyn Search<G>, position: &G) -> (i32, Value) {
    let analysis = search.search(position, &Budget::default(), &mut |_| {});
    (analysis.score.0, analysis.value)
}

/// Plies to the end of a game whose margin determines when it ends.
fn plies_left<G: Knowledge>(position: &G, value: Value) -> u32 {
    let longest = position.max_plies() as u32;
    let Value::Margin(margin) = value else { return longest };
    // The side to move wins after an odd number of plies.
    let first = if margin > 0 { 1 } else { 2 };
    (first..=longest).step_by(2).find(|&plies| position.margin(plies) == margin.abs()).unwrap_or(longest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(game: &str, stage: Stage, is_solved: bool) -> Vec<String> {
        let set = PositionSet { game: game.parse().unwrap(), stage, each: 3, is_solved, seed: 1 };
        let mut lines = Vec::new();
        set.generate(&mut |line| lines.push(line.to_owned())).unwrap();
        assert_eq!(lines.len() as u64, set.len());
        lines
    }

    #[test]
    fn random_positions_have_their_plies_and_are_the_same_again() {
        let stage = || Stage::Plies(vec![0, 3]);
        let found = lines("tic-tac-toe", stage(), false);
        let stones = |line: &String| line.chars().filter(|cell| "XO".contains(*cell)).count();
        assert_eq!(found.iter().map(stones).collect::<Vec<_>>(), [0, 0, 0, 3, 3, 3]);
        assert_eq!(lines("tic-tac-toe", stage(), false), found);
        assert_ne!(found[3], found[4]);
    }

    #[test]
    fn a_class_of_connect_four_ends_when_it_says() {
        for line in lines("connect-four", Stage::Class("L3_R1".parse().unwrap()), true) {
            let (position, value) = line.rsplit_once(' ').unwrap();
            let stones = position.chars().filter(|cell| "YR".contains(*cell)).count();
            assert!((29..=36).contains(&stones), "{line}");
            assert!(value.parse::<i32>().is_ok_and(|value| value.abs() <= 7), "{line}");
        }
        assert!("L3_R2".parse::<Class>().is_err() && "L2".parse::<Class>().is_err());
    }

    #[test]
    fn classes_are_of_connect_four_alone() {
        let stage = Stage::Class("L3_R1".parse().unwrap());
        let set = PositionSet { game: "othello".parse().unwrap(), stage, each: 1, is_solved: true, seed: 1 };
        let error = set.generate(&mut |_| {}).unwrap_err();
        assert_eq!(error.to_string(), "only connect-four has classes, not 'othello'");
    }
}
