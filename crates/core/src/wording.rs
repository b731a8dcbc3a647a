//! Values and numbers in words: who wins, how, and when.

use crate::{Bound, Notation, Side, Value};

/// The value of `position`, from the view of its side to move, as a sentence about both sides; none for estimates and
/// for bounds that leave open who wins.
pub fn describe_value<G: Notation>(position: &G, value: Value, bound: Bound) -> Option<String> {
    let side = position.side_to_move();
    let name = |side: Side| G::INFO.sides[side];
    let outcome = value.sign()?;
    match (bound, outcome) {
        (Bound::Lower, 1) => return Some(format!("{} wins", name(side))),
        (Bound::Lower, 0) => return Some(format!("{} does not lose", name(side))),
        (Bound::Upper, 0) => return Some(format!("{} does not win", name(side))),
        (Bound::Upper, -1) => return Some(format!("{} wins", name(!side))),
        (Bound::Lower | Bound::Upper, _) => return None,
        (Bound::Exact, _) => {}
    }
    let winner = if outcome > 0 { side } else { !side };
    Some(match value {
        Value::Draw if position.status().outcome().is_some() => "draw".to_owned(),
        Value::Draw => "draw with best play".to_owned(),
        Value::Margin(margin) => position.describe_win(winner, margin.abs()),
        Value::Win(Some(0)) | Value::Loss(Some(0)) => format!("{} has won", name(winner)),
        Value::Win(Some(plies)) | Value::Loss(Some(plies)) => {
            format!("{} wins in {}", name(winner), counted(plies, "ply", "plies"))
        }
        Value::Win(None) | Value::Loss(None) => format!("{} wins", name(winner)),
        Value::Estimate(_) => return None,
    })
}

/// A number with its noun: `1 ply`, `2 plies`.
pub fn counted(number: u32, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// An ordinal number: `1st`, `12th`, `22nd`.
pub fn ordinal(number: u32) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// A number with its digits in groups of three: `1,662,623`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinals_end_as_they_are_spoken() {
        let texts = [1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 101, 111].map(ordinal);
        let spoken = ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "23rd", "101st", "111th"];
        assert_eq!(texts, spoken);
    }

    #[test]
    fn one_thing_is_not_many() {
        assert_eq!([0, 1, 2].map(|plies| counted(plies, "ply", "plies")), ["0 plies", "1 ply", "2 plies"]);
    }

    #[test]
    fn numbers_are_grouped_by_thousands() {
        assert_eq!([0, 999, 1000, 1_662_623].map(grouped), ["0", "999", "1,000", "1,662,623"]);
    }
}
