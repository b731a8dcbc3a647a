//! A game with rules and notation alone is searched by everything that needs no more.

use std::fmt;
use std::str::FromStr;

use spielbaum_core::{
    Budget, Cell, CellSet, Game, GameInfo, Knowledge, MoveOrdering, MoveSet, Notation, Outcome, Side, Status,
    TextError, TextStyle, Value, default_knowledge,
};
use spielbaum_search::{PRESETS, Spec};

/// Players alternately take one to three matches; whoever takes the last one wins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Matches {
    left: u8,
    side_to_move: Side,
}

default_knowledge!(Matches);

impl Default for Matches {
    fn default() -> Matches {
        Matches { left: 15, side_to_move: Side::First }
    }
}

impl Game for Matches {
    type Move = Cell;
    type Moves = CellSet;

    fn status(&self) -> Status<CellSet> {
        match self.left {
            0 => Status::Over(Outcome::Win(!self.side_to_move)),
            left => Status::Ongoing(CellSet((1 << left.min(3)) - 1)),
        }
    }

    fn play(&mut self, mv: Cell) {
        *self = Matches { left: self.left - mv.0 - 1, side_to_move: !self.side_to_move };
    }

    fn side_to_move(&self) -> Side {
        self.side_to_move
    }

    fn key(&self) -> u64 {
        u64::from(self.left) << 1 | self.side_to_move as u64
    }

    fn max_plies(&self) -> usize {
        self.left.into()
    }
}

impl Notation for Matches {
    const INFO: GameInfo = GameInfo {
        name: "matches",
        title: "Matches",
        sides: ["first", "second"],
        summary: "one to three matches a move, the last match wins",
        options: &[],
        position_help: "the number of matches and the side to move, '15 first'",
        move_help: "the number of matches taken",
    };

    fn move_text(&self, mv: Cell) -> String {
        (mv.0 + 1).to_string()
    }

    fn draw(&self, style: TextStyle, _: Option<Cell>) -> String {
        style.pick("│", "|").repeat(self.left.into()) + "\n"
    }
}

impl fmt::Display for Matches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.left, Self::INFO.sides[self.side_to_move])
    }
}

impl FromStr for Matches {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Matches, TextError> {
        let error = || TextError::at("number of matches and side expected, not", text, "");
        let (left, side) = text.split_once(' ').ok_or_else(error)?;
        let side = Side::BOTH.into_iter().find(|&known| Self::INFO.sides[known] == side);
        Ok(Matches { left: left.parse().map_err(|_| error())?, side_to_move: side.ok_or_else(error)? })
    }
}

/// The specs of all presets that the game is enough for.
fn specs<G: Knowledge + Notation>() -> Vec<Spec> {
    let specs = PRESETS.iter().map(|preset| preset.name.parse::<Spec>().expect("a preset"));
    specs.filter(|spec| spec.build::<G>(G::INFO.name).is_ok()).collect()
}

#[test]
fn every_search_plays_a_game_without_knowledge() {
    let specs = specs::<Matches>();
    assert!(specs.len() > 20, "{} presets", specs.len());
    for spec in specs {
        for left in 1..=15 {
            let root = Matches { left, ..Matches::default() };
            let mut search = spec.build::<Matches>("matches").unwrap();
            let analysis = search.search(&root, &Budget::nodes(300), &mut |_| {});
            let moves = root.status().moves().unwrap();
            assert!(analysis.best.is_some_and(|best| moves.contains(best)), "{spec}, {root}");
        }
    }
}

#[test]
fn exact_searches_solve_a_game_without_knowledge() {
    for spec in ["minimax", "alphabeta", "pvs", "auto", "dfpn"].map(|name| name.parse::<Spec>().unwrap()) {
        for left in 1..=15 {
            let root = Matches { left, ..Matches::default() };
            let mut search = spec.build::<Matches>("matches").unwrap();
            let value = search.search(&root, &Budget::default(), &mut |_| {}).value;
            let is_won = left % 4 != 0;
            assert!(
                if is_won { matches!(value, Value::Win(_)) } else { matches!(value, Value::Loss(_)) },
                "{spec}, {root}: {value}"
            );
        }
    }
}

#[test]
fn what_a_game_lacks_is_refused() {
    for spec in ["alphabeta:look-ahead", "alphabeta:quiescence", "alphabeta:null-move", "dfpn:endings=9", "perfect"] {
        let error = spec.parse::<Spec>().unwrap().build::<Matches>("matches").err();
        assert!(error.is_some_and(|error| error.to_string().contains("matches")), "{spec}");
    }
}

#[test]
fn moves_without_numbers_have_history_slots() {
    let slots: Vec<usize> = (0..64).map(|cell| Matches::default().history_slot(Cell(cell))).collect();
    assert!(slots.iter().all(|&slot| slot < Matches::HISTORY_SLOTS));
    let different: std::collections::HashSet<usize> = slots.into_iter().collect();
    assert!(different.len() > 55, "{}", different.len());
}
