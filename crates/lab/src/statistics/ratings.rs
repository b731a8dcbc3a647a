//! One rating for each player of a tournament, fitted to all games together with the advantage of the first move.
//!
//! Under these ratings every player's expected score equals its actual score; a draw is half a win. This is the
//! scale of Elo differences in matches, as fitted by Ordo (Ballicora), not that of models with a draw parameter.
//! Intervals use the sandwich estimator (White 1982) over pairs of games, which need not be independent within a pair.

use std::collections::{BTreeMap, BTreeSet};

use super::elo::score_of_elo;
use super::normal::Z95;

/// A game for rating.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scored {
    /// The player who moved first.
    pub first: usize,
    /// The player who moved second.
    pub second: usize,
    /// The score of the first player: 0, ½ or 1.
    pub score: f64,
    /// Games of one pair share a number.
    pub pair: u64,
}

/// A rating with half the width of its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// Elo above the mean of all players.
    pub elo: f64,
    /// Half the width of the interval.
    pub spread: f64,
}

/// The result of a tournament.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// One for each player, with mean 0.
    pub players: Vec<Rating>,
    /// The advantage of the first move.
    pub first_move: Rating,
    /// Whether ratings would be infinite, as a player, or the side to move first, won or lost every game. Then a small
    /// fraction of a drawn game with each colour is added between players who met, and the interval means little.
    pub is_tempered: bool,
}

/// The weight of the drawn games that keep ratings finite: too small to compress the others.
const TEMPER: f64 = 0.05;

/// Fits ratings of `count` players; `None` without games.
pub fn ratings(count: usize, games: &[Scored]) -> Option<Ratings> {
    if games.is_empty() {
        return None;
    }
    let mut weighted: Vec<(Scored, f64)> = games.iter().map(|&game| (game, 1.0)).collect();
    let is_tempered = !is_connected(count, games) || diverges(count, &weighted);
    if is_tempered {
        let met = |a, b| games.iter().any(|game| (game.first, game.second) == (a, b));
        for first in 0..count {
            for second in (0..count).filter(|&second| met(first, second) || met(second, first)) {
                weighted.push((Scored { first, second, score: 0.5, pair: u64::MAX }, TEMPER));
            }
        }
    }
    let parameters = newton(count, &weighted);
    let spread = sandwich(count, &weighted, &parameters);
    let rating = |index: usize| Rating { elo: parameters[index], spread: Z95 * spread[index] };
    Some(Ratings { players: (0..count).map(rating).collect(), first_move: rating(count), is_tempered })
}

/// Whether every player is connected to every other by a chain in which each took points from the next: only then are
/// all ratings finite (Ford 1957).
fn is_connected(count: usize, games: &[Scored]) -> bool {
    // Who took points from whom.
    let mut edges = BTreeSet::new();
    for game in games {
        edges.extend((game.score > 0.0).then_some((game.first, game.second)));
        edges.extend((game.score < 1.0).then_some((game.second, game.first)));
    }
    let backwards = edges.iter().map(|&(from, to)| (to, from)).collect();
    reaches_all(count, &edges) && reaches_all(count, &backwards)
}

/// Threshold on the least pivot of the information matrix. Each game with an unexpected result contributes far more;
/// diverging ratings leave far less.
const FAINT: f64 = 1e-3;

/// Whether ratings and the advantage of the first move diverge together, as when the side to move first always won:
/// then the information about some combination of them vanishes during the fit.
fn diverges(count: usize, games: &[(Scored, f64)]) -> bool {
    let faintest = |parameters: &[f64]| least_pivot(curvature(count, games, parameters));
    faintest(&vec![0.0; count + 1]) > FAINT && faintest(&newton(count, games)) < FAINT
}

/// The least pivot in the elimination of a symmetric, positive matrix.
fn least_pivot(mut matrix: Vec<Vec<f64>>) -> f64 {
    let mut least = f64::INFINITY;
    for column in 0..matrix.len() {
        let (upper, lower) = matrix.split_at_mut(column + 1);
        let head = &upper[column];
        least = least.min(head[column]);
        for entries in lower {
            let factor = entries[column] / head[column];
            entries.iter_mut().zip(head).skip(column).for_each(|(entry, head)| *entry -= factor * head);
        }
    }
    least
}

/// Whether chains of edges lead from the first player to every other.
fn reaches_all(count: usize, edges: &BTreeSet<(usize, usize)>) -> bool {
    let mut is_reached = vec![false; count];
    is_reached[0] = true;
    while let Some(&(_, to)) = edges.iter().find(|(from, to)| is_reached[*from] && !is_reached[*to]) {
        is_reached[to] = true;
    }
    is_reached.into_iter().all(|is_reached| is_reached)
}

/// Elo per unit of log-odds.
const ELO_PER_UNIT: f64 = 400.0 / std::f64::consts::LN_10;

/// The gradient of one game: +1 for the side to move first, −1 for the other, +1 for the advantage of the first move.
fn direction(count: usize, game: &Scored) -> [(usize, f64); 3] {
    [(game.first, 1.0), (game.second, -1.0), (count, 1.0)]
}

fn expected(count: usize, game: &Scored, parameters: &[f64]) -> f64 {
    score_of_elo(parameters[game.first] - parameters[game.second] + parameters[count])
}

/// The ratings, then the advantage of the first move.
fn newton(count: usize, games: &[(Scored, f64)]) -> Vec<f64> {
    let mut parameters = vec![0.0; count + 1];
    for _ in 0..100 {
        let mut gradient = vec![0.0; count + 1];
        for (game, weight) in games {
            let residue = weight * (game.score - expected(count, game, &parameters));
            direction(count, game).iter().for_each(|(index, sign)| gradient[*index] += sign * residue);
        }
        let steps = solve(curvature(count, games, &parameters), gradient);
        // A step beyond 400 Elo leaves the region where the quadratic model is valid.
        let scale = (400.0 / ELO_PER_UNIT / steps.iter().fold(0.0f64, |most, step| most.max(step.abs()))).min(1.0);
        for (parameter, step) in parameters.iter_mut().zip(&steps) {
            *parameter += scale * step * ELO_PER_UNIT;
        }
        if steps.iter().all(|step| step.abs() < 1e-12) {
            break;
        }
    }
    parameters
}

/// Minus the second derivative of the likelihood, with the mean of the ratings tied to 0.
fn curvature(count: usize, games: &[(Scored, f64)], parameters: &[f64]) -> Vec<Vec<f64>> {
    let mut matrix = vec![vec![0.0; count + 1]; count + 1];
    for (game, weight) in games {
        let p = expected(count, game, parameters);
        let directions = direction(count, game);
        for (row, a) in directions {
            directions.iter().for_each(|(column, b)| matrix[row][*column] += weight * a * b * p * (1.0 - p));
        }
    }
    // Only differences of ratings are determined. Adding 1 everywhere changes nothing for solutions with sum 0.
    for row in matrix.iter_mut().take(count) {
        row.iter_mut().take(count).for_each(|entry| *entry += 1.0);
    }
    // If every player always had the same colour, the first move cannot be separated from strength; its advantage is
    // set to 0.
    matrix[count][count] += 1e-9;
    matrix
}

/// Standard errors in Elo: H⁻¹ B H⁻¹, where B sums the squared gradients of pairs.
fn sandwich(count: usize, games: &[(Scored, f64)], parameters: &[f64]) -> Vec<f64> {
    let mut by_pair = BTreeMap::<u64, Vec<f64>>::new();
    for (game, weight) in games {
        let residue = weight * (game.score - expected(count, game, parameters));
        let gradient = by_pair.entry(game.pair).or_insert_with(|| vec![0.0; count + 1]);
        direction(count, game).iter().for_each(|(index, sign)| gradient[*index] += sign * residue);
    }
    let matrix = curvature(count, games, parameters);
    let mut squares = vec![0.0; count + 1];
    for gradient in by_pair.into_values() {
        let share = solve(matrix.clone(), gradient);
        squares.iter_mut().zip(share).for_each(|(sum, share)| *sum += share * share);
    }
    squares.into_iter().map(|square| square.sqrt() * ELO_PER_UNIT).collect()
}

/// Solves a small system of linear equations by elimination with pivots.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for column in 0..size {
        let pivot = (column..size).max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()));
        let pivot = pivot.expect("a column that is not beyond the last");
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let (upper, lower) = matrix.split_at_mut(column + 1);
        let head = &upper[column];
        for (row, entries) in lower.iter_mut().enumerate() {
            let factor = entries[column] / head[column];
            entries.iter_mut().zip(head).skip(column).for_each(|(entry, head)| *entry -= factor * head);
            right[column + 1 + row] -= factor * right[column];
        }
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Wins, draws and losses of who moves first, every game a pair of its own.
    fn games(rows: &[(usize, usize, [u32; 3])]) -> Vec<Scored> {
        let mut games = Vec::new();
        for &(first, second, counts) in rows {
            for (count, score) in counts.into_iter().zip([1.0, 0.5, 0.0]) {
                games.extend((0..count).map(|_| Scored { first, second, score, pair: 0 }));
            }
        }
        games.iter_mut().zip(0..).for_each(|(game, pair)| game.pair = pair);
        games
    }

    /// Four players, 100 games for each pairing and colour.
    const TABLE: [(usize, usize, [u32; 3]); 12] = [
        (0, 1, [40, 30, 30]),
        (1, 0, [38, 28, 34]),
        (0, 2, [55, 25, 20]),
        (2, 0, [30, 30, 40]),
        (0, 3, [70, 20, 10]),
        (3, 0, [15, 25, 60]),
        (1, 2, [48, 30, 22]),
        (2, 1, [36, 30, 34]),
        (1, 3, [62, 24, 14]),
        (3, 1, [22, 26, 52]),
        (2, 3, [52, 28, 20]),
        (3, 2, [33, 31, 36]),
    ];

    #[test]
    fn a_round_robin_has_the_ratings_of_ordo() {
        let found = ratings(4, &games(&TABLE)).unwrap();
        // Ordo prints the advantage of the first move with two decimals.
        let expected = [(72.327, 18.3556), (44.327, 18.2649), (-15.126, 18.0702), (-101.527, 18.7611), (41.09, 17.332)];
        let all = found.players.iter().chain([&found.first_move]);
        for (rating, (elo, spread)) in all.zip(expected) {
            assert!((rating.elo - elo).abs() < 5e-3, "{found:?}");
            assert!((rating.spread - spread).abs() < 1e-3, "{found:?}");
        }
        assert!(!found.is_tempered);
    }

    #[test]
    fn games_of_a_pair_are_no_independent_evidence() {
        let mut doubled = games(&TABLE);
        let spread = ratings(4, &doubled).unwrap().players[0].spread;
        doubled.extend(doubled.clone());
        let same = ratings(4, &doubled).unwrap().players[0].spread;
        assert!((spread - same).abs() < 1e-9, "{spread} {same}");
    }

    #[test]
    fn games_with_one_colour_only_leave_the_first_move_open_but_finite() {
        let found = ratings(2, &games(&[(0, 1, [30, 0, 20])])).unwrap();
        assert!(found.first_move.elo.is_finite() && found.players[0].elo.is_finite(), "{found:?}");
    }

    #[test]
    fn ratings_are_finite_where_who_begins_always_wins() {
        // Only the last player ever loses with the first move, and then not always.
        let mut rows = Vec::new();
        for a in 0..3 {
            rows.extend((0..3).filter(|b| *b != a).map(|b| (a, b, [2, 0, 0])));
            rows.push((a, 3, [2, 0, 0]));
            rows.push((3, a, [1, 0, 1]));
        }
        let games = games(&rows);
        assert!(is_connected(4, &games), "everybody took points from somebody who took points from everybody");
        let ratings = ratings(4, &games).unwrap();
        assert!(ratings.is_tempered);
        let all = ratings.players.iter().chain([&ratings.first_move]);
        assert!(all.clone().all(|rating| rating.elo.abs() < 1500.0), "{ratings:?}");
        assert!(ratings.players[3].elo < ratings.players[0].elo, "{ratings:?}");
    }

    #[test]
    fn a_clean_sweep_has_finite_ratings_and_says_so() {
        let found = ratings(3, &games(&[(0, 1, [5, 0, 0]), (1, 0, [0, 0, 5]), (1, 2, [2, 1, 2])])).unwrap();
        assert!(found.is_tempered);
        assert!(found.players.iter().all(|player| player.elo.is_finite() && player.elo.abs() < 2000.0), "{found:?}");
        assert!(found.players[0].elo > found.players[1].elo + 200.0, "{found:?}");
        assert_eq!(ratings(3, &[]), None);
    }
}
