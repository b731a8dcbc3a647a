//! Training positions for chess: self-play games with short searches from random openings.
//!
//! Only quiet positions are used: no check, and the best move is not a capture. The target is the result of the game,
//! mixed with the score of the search, which depends more on the position and less on the rest of the game.

use std::sync::atomic::AtomicBool;

use spielbaum_core::{Analysis, Budget, Game, MoveSet, NoObserver, Outcome, Quiescence, Rng, Side, Status, mix};
use spielbaum_games::Chess;
use spielbaum_games::chess::{ChessEvaluation, Example};
use spielbaum_search::alphabeta::{Fixed, Settings};
use spielbaum_search::{AlphaBeta, SELECTIVE, TableSettings};

use super::play_all;

/// Random moves at the start of a game, and one more in every second game, so that either side moves first after them.
const RANDOM_PLIES: usize = 8;
/// Nodes to search an opening, and the largest absolute score of a balanced one.
const OPENING_NODES: u64 = 2_000;
const FAIR: i32 = 90;
/// Nodes per move.
const NODES: u64 = 700;
/// A game is adjudicated as won after this many plies with such a score, and as drawn after this many balanced plies.
const WON: i32 = 900;
const WON_PLIES: u32 = 4;
const DRAWN: i32 = 8;
const DRAWN_PLIES: u32 = 12;
const MOST_PLIES: u32 = 400;
/// The weight of the result in a target; the rest is the search score as an expected result.
const RESULT_SHARE: f32 = 0.15;
const STEEPNESS: f32 = 0.0045;

/// The search whose switches are fixed, so that it is compiled once.
pub(super) type Player = AlphaBeta<ChessEvaluation, Fixed<{ SELECTIVE.switches.bits() }>>;

/// A batch of self-play games.
pub struct ChessSelfPlay<'a> {
    /// The evaluation of the searches.
    pub evaluation: &'a ChessEvaluation,
    /// Random seed.
    pub seed: u64,
    /// Number of games.
    pub games: u64,
    /// Games played at the same time.
    pub jobs: usize,
}

impl ChessSelfPlay<'_> {
    /// Plays all games, calling `on_game` after each; `None` when `stop` was set. The examples do not depend on the
    /// number of jobs.
    pub fn play(&self, stop: &AtomicBool, on_game: impl FnMut()) -> Option<Vec<Example>> {
        play_all(self.games, self.jobs, stop, on_game, |number| self.play_game(number))
    }

    fn play_game(&self, number: u64) -> Vec<Example> {
        let mut rng = Rng::new(mix(self.seed, number));
        let mut player = player(self.evaluation);
        let start = opening(&mut player, RANDOM_PLIES + number as usize % 2, &mut rng);
        let mut lessons: Vec<(Chess, f32)> = Vec::new();
        let outcome = play_on(&mut player, start, NODES, |position, analysis, score| {
            if is_quiet(position, analysis) {
                lessons.push((position.clone(), 1.0 / (1.0 + (-STEEPNESS * score as f32).exp())));
            }
        });
        let result = match outcome {
            Outcome::Win(Side::First) => 1.0,
            Outcome::Draw => 0.5,
            Outcome::Win(Side::Second) => 0.0,
        };
        let lesson = |(position, expected)| Example {
            position,
            result: RESULT_SHARE * result + (1.0 - RESULT_SHARE) * expected,
        };
        lessons.into_iter().map(lesson).collect()
    }
}

/// A player for one game.
pub(super) fn player(evaluation: &ChessEvaluation) -> Player {
    let settings = Settings { table: TableSettings { megabytes: 1, ..SELECTIVE.table }, ..SELECTIVE };
    AlphaBeta::with_switches(settings, Fixed, evaluation.clone())
}

/// Plays a game to the end, or until it is adjudicated, with a number of nodes per move. `visit` gets every position,
/// its analysis, and the score from white's view.
pub(super) fn play_on(
    player: &mut Player,
    mut position: Chess,
    nodes: u64,
    mut visit: impl FnMut(&Chess, &Analysis<Chess>, i32),
) -> Outcome {
    let (mut won, mut lost, mut even) = (0, 0, 0);
    for _ in 0..MOST_PLIES {
        if let Status::Over(outcome) = position.status() {
            return outcome;
        }
        let analysis = player.observe(&position, &Budget::nodes(nodes), &mut NoObserver);
        let score = if position.side_to_move() == Side::First { analysis.score.0 } else { -analysis.score.0 };
        visit(&position, &analysis, score);
        won = if score > WON { won + 1 } else { 0 };
        lost = if score < -WON { lost + 1 } else { 0 };
        even = if score.abs() < DRAWN { even + 1 } else { 0 };
        if won >= WON_PLIES || lost >= WON_PLIES {
            return Outcome::Win(if won > 0 { Side::First } else { Side::Second });
        }
        let Some(best) = analysis.best.filter(|_| even < DRAWN_PLIES) else { break };
        position.play(best);
    }
    Outcome::Draw
}

fn is_quiet(position: &Chess, analysis: &Analysis<Chess>) -> bool {
    let is_quiet = analysis.best.is_some_and(|mv| !position.is_noisy(mv));
    is_quiet && !position.is_check() && !analysis.score.is_decided()
}

/// A balanced position after random moves.
fn opening(player: &mut Player, plies: usize, rng: &mut Rng) -> Chess {
    loop {
        let mut position = Chess::default();
        for _ in 0..plies {
            let Some(moves) = position.status().moves() else { break };
            position.play(moves.sample(rng));
        }
        let is_over = position.status().outcome().is_some();
        if !is_over && player.observe(&position, &Budget::nodes(OPENING_NODES), &mut NoObserver).score.0.abs() <= FAIR {
            return position;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_do_not_depend_on_the_number_of_jobs_and_examples_are_quiet() {
        let evaluation = ChessEvaluation::default();
        let play = |jobs| {
            let self_play = ChessSelfPlay { evaluation: &evaluation, seed: 5, games: 4, jobs };
            self_play.play(&AtomicBool::new(false), || {}).unwrap()
        };
        let examples = play(1);
        let texts = |examples: &[Example]| -> Vec<String> {
            examples.iter().map(|example| format!("{} {}", example.position, example.result)).collect()
        };
        assert_eq!(texts(&examples), texts(&play(2)));
        assert!(examples.len() > 40, "{}", examples.len());
        assert!(examples.iter().all(|example| (0.0..=1.0).contains(&example.result) && !example.position.is_check()));
    }
}
