//! Gale as text: a list of moves, `d4 c3`, preceded by the size of the board and a semicolon.
//!
//! A crossing point is named by its column letter and row number on the grid of crossing points, `a1` at the top
//! left; along points have odd row numbers, across points even ones. A position prints each side's links in board
//! order, the link that ended the game last.

use std::fmt;
use std::str::FromStr;

use spielbaum_core::{
    Board, Game, GameInfo, GameOption, GameProfile, Layout, MovePlaces, MoveSet, Notation, Options, Outcome, Place,
    Side, TextError, TextStyle, split_options,
};

use super::slots::{DEFAULT_SIZE, Plane, SIZES};
use super::{Gale, Slot, SlotSet};
use crate::registry::unknown_option;

impl<P: Plane> Gale<P> {
    /// Grid row and column of a crossing point, from 1.
    pub(super) fn grid_place(&self, slot: Slot) -> (usize, usize) {
        let stride = u32::from(self.size) + 1;
        let (row, column) = ((slot.bit() / stride) as usize, (slot.bit() % stride) as usize);
        if slot.is_across() { (2 * row, 2 * column + 2) } else { (2 * row + 1, 2 * column + 1) }
    }

    /// The links of `side` in board order, but the one that joined its edges last.
    fn links_in_playing_order(&self, side: Side) -> Vec<Slot> {
        let links = self.links[side];
        let mut order: Vec<Slot> = links.iter().collect();
        if self.joins_edges(side, links) {
            let is_last = |slot: &Slot| !self.joins_edges(side, links.without(SlotSet::of(*slot)));
            let place = order.iter().position(is_last).expect("the game ends with the first joining link");
            let last = order.remove(place);
            order.push(last);
        }
        order
    }

    /// What is drawn at a grid place: the glyph, its owner, and whether it is a link from left to right.
    fn glyph(&self, row: usize, column: usize, style: TextStyle) -> (String, bool) {
        let dots = style.pick(["○", "●"], ["o", "x"]);
        let is_inside = |index: usize| (1..2 * usize::from(self.size)).contains(&index);
        match (row % 2, column % 2) {
            (0, 1) => (style.paint(Side::First, dots[0]), false),
            (1, 0) => (style.paint(Side::Second, dots[1]), false),
            _ if !is_inside(row) || !is_inside(column) => (" ".to_owned(), false),
            _ => {
                let on = |side: Side, slots: SlotSet<P>| {
                    slots.iter().any(|slot| self.grid_place(slot) == (row, column)).then_some(side)
                };
                let owner = Side::BOTH.into_iter().find_map(|side| on(side, self.links[side]));
                let Some(side) = owner else { return (style.pick("·", ".").to_owned(), false) };
                // O's links stand upright along its way and lie across it; X's the other way round.
                let is_level = (row % 2 == 1) == (side == Side::Second);
                let lines = style.pick([["│", "─"], ["┃", "━"]], [["|", "-"], ["|", "-"]]);
                (style.paint(side, lines[side][usize::from(is_level)]), is_level)
            }
        }
    }
}

impl<P: Plane> Notation for Gale<P> {
    const INFO: GameInfo = GameInfo {
        name: "gale",
        title: "Gale (Bridg-It)",
        sides: ["O", "X"],
        summary: "O joins top and bottom, X left and right, links may not cross",
        options: &[GameOption {
            name: "size",
            values: "2 to 10",
            default: "4",
            help: "size n: n × (n + 1) dots a player; 4 is the study's board, 5 the one sold in shops",
        }],
        position_help: "a list of moves, 'd4 c3', after options as in 'size=6; a1 b2'",
        move_help: "column letter and row number of a crossing point, 'a1' (top left); both odd or both even places",
    };

    const PROFILE: GameProfile = super::profile::PROFILE;

    fn fits(options: &Options) -> bool {
        let size = options.iter().find(|(name, _)| *name == "size").and_then(|(_, value)| *value);
        let size = size.map_or(Some(DEFAULT_SIZE), |digits| digits.parse().ok());
        size.is_some_and(|size| P::SIZES.contains(&size))
    }

    fn move_text(&self, slot: Slot) -> String {
        let (row, column) = self.grid_place(slot);
        format!("{}{row}", char::from(b'a' + column as u8 - 1))
    }

    fn draw(&self, style: TextStyle, last: Option<Slot>) -> String {
        let last = last.map(|slot| self.grid_place(slot));
        let width = 2 * usize::from(self.size) + 1;
        let mut text = String::new();
        for row in 0..width {
            let label = if (1..width - 1).contains(&row) { row.to_string() } else { String::new() };
            let mut line = format!(" {label:>2} ");
            // The column between two grid places carries brackets or the arms of a level link.
            let mut arm = " ".to_owned();
            for column in 0..width {
                let (glyph, is_level) = self.glyph(row, column, style);
                let is_last = last == Some((row, column));
                line += if is_last {
                    "["
                } else if is_level {
                    &glyph
                } else {
                    &arm
                };
                arm = if is_last {
                    "]".to_owned()
                } else if is_level {
                    glyph.clone()
                } else {
                    " ".to_owned()
                };
                line += &glyph;
            }
            text += line.trim_end();
            text.push('\n');
        }
        text += "    ";
        for column in 1..width - 1 {
            text += &format!(" {}", char::from(b'a' + column as u8 - 1)).replacen(
                ' ',
                if column == 1 { "   " } else { " " },
                1,
            );
        }
        text.push('\n');
        text
    }

    fn board_data(&self) -> Option<Board> {
        let place = |slot: Slot| Place {
            name: self.move_text(slot),
            piece: Side::BOTH.into_iter().find(|&side| self.links[side].contains(slot)).map(|side| (side, "link")),
        };
        let places = self.points().into_iter().map(place).collect();
        Some(Board { layout: Layout::Links { size: self.size.into() }, places })
    }

    fn deciding_places(&self) -> Vec<usize> {
        let Some(winner) = self.status().outcome().and_then(Outcome::winner) else { return Vec::new() };
        let mut chain = self.links[winner];
        for link in self.links[winner].iter() {
            let rest = chain.without(SlotSet::of(link));
            if self.joins_edges(winner, rest) {
                chain = rest;
            }
        }
        let points = self.points().into_iter().enumerate();
        points.filter(|&(_, slot)| chain.contains(slot)).map(|(place, _)| place).collect()
    }

    fn move_places(&self, slot: Slot) -> MovePlaces {
        MovePlaces { from: None, to: self.points().iter().position(|&point| point == slot) }
    }
}

impl<P: Plane> Gale<P> {
    /// All crossing points, row by row as they are drawn.
    fn points(&self) -> Vec<Slot> {
        let mut points: Vec<Slot> = SlotSet::<P>::all(self.size.into()).iter().collect();
        points.sort_by_key(|&slot| self.grid_place(slot));
        points
    }
}

impl<P: Plane> fmt::Display for Gale<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "size={};", self.size)?;
        let [first, second] = Side::BOTH.map(|side| self.links_in_playing_order(side));
        for (number, slot) in first.iter().enumerate() {
            write!(f, " {}", self.move_text(*slot))?;
            if let Some(answer) = second.get(number) {
                write!(f, " {}", self.move_text(*answer))?;
            }
        }
        Ok(())
    }
}

impl<P: Plane> FromStr for Gale<P> {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Gale<P>, TextError> {
        let (options, moves) = split_options(text);
        let mut size = u32::from(Gale::<P>::default().size);
        for (name, value) in options {
            match (name, value) {
                ("size", Some(digits)) => size = size_from_text::<P>(digits)?,
                ("size", None) => return Err(TextError::at("a number is missing after", name, text)),
                _ => return Err(unknown_option(name, &Self::INFO)),
            }
        }
        Ok(Gale::start(size).play_line(moves)?.position)
    }
}

fn size_from_text<P: Plane>(digits: &str) -> Result<u32, TextError> {
    let number = digits.parse().ok().filter(|number| SIZES.contains(number));
    let size = number.ok_or_else(|| TextError::at("size must be 2 to 10, not", digits, ""))?;
    if P::SIZES.contains(&size) {
        return Ok(size);
    }
    Err(TextError::new(format!("size {size} belongs to the board type for other sizes")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_side_that_joins_its_edges_wins() {
        let game: Gale = "size=2; a1 c1 a3".parse().unwrap();
        assert_eq!(game.ending().as_deref(), Some("O wins"));
        let game: Gale = "size=2; b2 a1 a3 c1".parse().unwrap();
        assert_eq!(game.ending().as_deref(), Some("X wins"));
        assert_eq!(game.to_string().parse::<Gale>().unwrap(), game);
    }

    #[test]
    fn wrong_sizes_and_places_are_named() {
        let refused = |text: &str| text.parse::<Gale>().unwrap_err().to_string();
        assert_eq!(refused("size=11;"), "size must be 2 to 10, not '11'");
        assert_eq!(refused("size=2; a2"), "illegal move 'a2'; legal here: a1 c1 a3 c3 b2 (move 1 of the list)");
    }
}
