//! Positions to learn chess from: games of short searches from openings by lot, and how they ended.
//!
//! Only positions at rest are lessons: nobody is in check and the best move takes nothing. The lesson is the result of the
//! game, mixed with what the search thought of the position, which says more about it and less about the rest of the game.

use std::sync::atomic::AtomicBool;

use spielbaum_core::{Analysis, Budget, Game, MoveSet, NoObserver, Outcome, Quiescence, Rng, Side, Status, mix};
use spielbaum_games::Chess;
use spielbaum_games::chess::{ChessEvaluation, Example};
use spielbaum_search::alphabeta::{Fixed, Settings};
use spielbaum_search::{AlphaBeta, SELECTIVE, TableSettings};

use super::play_all;

/// Random moves that a game begins with, and one more in every second game, so that both sides come to move first.
const RANDOM_PLIES: usize = 8;
/// Positions that an opening is looked at with, and the value that it may have at most.
const OPENING_NODES: u64 = 2_000;
const FAIR: i32 = 90;
/// Positions that a move is searched with.
const NODES: u64 = 700;
/// A game is won when both sides have said so for this many plies, drawn when nobody was ahead for so many.
const WON: i32 = 900;
const WON_PLIES: u32 = 4;
const DRAWN: i32 = 8;
const DRAWN_PLIES: u32 = 12;
const MOST_PLIES: u32 = 400;
/// How much of a lesson is the result; the rest is the score of the search, as a result to be expected.
const RESULT_SHARE: f32 = 0.15;
const STEEPNESS: f32 = 0.0045;

/// The search whose switches are fixed, so that it is compiled once.
pub(super) type Player = AlphaBeta<ChessEvaluation, Fixed<{ SELECTIVE.switches.bits() }>>;

/// Games to be played.
pub struct ChessSelfPlay<'a> {
    /// What the searches go by.
    pub evaluation: &'a ChessEvaluation,
    /// Another seed, other games.
    pub seed: u64,
    /// How many games.
    pub games: u64,
    /// Games that are played at once.
    pub jobs: usize,
}

impl ChessSelfPlay<'_> {
    /// Plays all games and tells after each; none when `stop` was set. The examples do not depend on the number of jobs.
    pub fn play(&self, stop: &AtomicBool, tell: impl FnMut()) -> Option<Vec<Example>> {
        play_all(self.games, self.jobs, stop, tell, |number| self.play_game(number))
    }

    fn play_game(&self, number: u64) -> Vec<Example> {
        let mut rng = Rng::new(mix(self.seed, number));
        let mut player = player(self.evaluation);
        let start = opening(&mut player, RANDOM_PLIES + number as usize % 2, &mut rng);
        let mut lessons: Vec<(Chess, f32)> = Vec::new();
        let outcome = play_on(&mut player, start, NODES, |position, analysis, score| {
            if is_at_rest(position, analysis) {
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

/// Plays a game on to its end, or until it is decided, with so many positions a move. `visit` gets every position, what the
/// search said of it, and the score from white's view.
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

fn is_at_rest(position: &Chess, analysis: &Analysis<Chess>) -> bool {
    let is_quiet = analysis.best.is_some_and(|mv| !position.is_noisy(mv));
    is_quiet && !position.is_check() && !analysis.score.is_decided()
}

/// A position after random moves in which neither side is ahead by much.
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
    fn games_do_not_depend_on_the_number_of_jobs_and_lessons_are_at_rest() {
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
