//! Connect Four on an array: it shares no code with the bitboards, which exposes mistakes in them.

/// A board as rows of cells, the lowest row first.
struct Board {
    /// The player, 0 or 1, whose stone lies on a cell.
    rows: Vec<Vec<Option<usize>>>,
    /// The stones of each player.
    stones: [usize; 2],
}

/// The margin of the side to move under best play, from the printed text of a position that is not over, by plain
/// minimax.
pub(super) fn best_margin(text: &str) -> i32 {
    let body = text.rsplit(';').next().unwrap_or(text).trim();
    let owner = |letter: char| match letter {
        'Y' => Some(0),
        'R' => Some(1),
        _ => None,
    };
    let rows: Vec<Vec<Option<usize>>> = body.split('/').rev().map(|row| row.chars().map(owner).collect()).collect();
    let count = |player: usize| rows.iter().flatten().filter(|cell| **cell == Some(player)).count();
    let stones = [count(0), count(1)];
    Board { rows, stones }.best()
}

impl Board {
    fn best(&mut self) -> i32 {
        let player = if self.stones[0] == self.stones[1] { 0 } else { 1 };
        let mut best = None;
        for column in 0..self.rows[0].len() {
            let Some(row) = self.rows.iter().position(|row| row[column].is_none()) else { continue };
            self.rows[row][column] = Some(player);
            self.stones[player] += 1;
            let value = if self.has_four_through(row, column) { self.stones_left(player) } else { -self.best() };
            self.stones[player] -= 1;
            self.rows[row][column] = None;
            best = best.max(Some(value));
        }
        best.unwrap_or(0)
    }

    /// The stones that a player has left, including the last one played.
    fn stones_left(&self, player: usize) -> i32 {
        let cells = self.rows.len() * self.rows[0].len();
        let share = if player == 0 { cells - cells / 2 } else { cells / 2 };
        (share - self.stones[player] + 1) as i32
    }

    /// Whether the stone on a cell is one of four or more in a row.
    fn has_four_through(&self, row: usize, column: usize) -> bool {
        let player = self.rows[row][column];
        let run = |up: i32, right: i32| {
            let cell = |step: i32| {
                let row = usize::try_from(row as i32 + step * up).ok()?;
                let column = usize::try_from(column as i32 + step * right).ok()?;
                *self.rows.get(row)?.get(column)?
            };
            (1..4).take_while(|step| cell(*step) == player).count()
        };
        [(0, 1), (1, 0), (1, 1), (1, -1)].iter().any(|&(up, right)| 1 + run(up, right) + run(-up, -right) >= 4)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_are_the_stones_left() {
        assert_eq!(best_margin("..../..../RRR./YYY."), 5, "yellow wins with the fourth of eight stones");
        assert_eq!(best_margin("columns=4,rows=4; ..../YY../RRR./YYYR"), 4, "red wins with the fifth of eight");
        assert_eq!(best_margin("YRY./RYRY/RYRY/YRYR"), 0, "the last stone completes nothing");
    }
}
