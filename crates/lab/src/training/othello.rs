//! Training positions for Othello: self-play games with exact endgames.
//!
//! A game starts with random moves and continues with short searches. When few squares are empty it is solved; that
//! value is the target of all positions since the random moves. From there on every position is solved.

use std::sync::atomic::AtomicBool;

use spielbaum_core::{Budget, Game, MoveSet, NoObserver, Objective, Rng, mix};
use spielbaum_games::Othello;
use spielbaum_games::othello::{Example, OthelloEvaluation};
use spielbaum_search::alphabeta::{Settings, Switch, Switches};
use spielbaum_search::{AlphaBeta, Spec};

use super::play_all;

/// The most random moves at the start of a game.
const MOST_RANDOM: usize = 24;
/// Search depth of a move.
const DEPTH: u32 = 3;
/// A game is solved with at most this many plies left: two for each empty square, since a pass may precede each move.
const SOLVED_PLIES: usize = 22;
/// The solver, spelled out so that the weights stay reproducible when `auto` changes.
const SOLVER: &str =
    "pvs:finish,child-probe,hint,static,theory,bounds,forced,afresh,etc,etc-depth=20,objective=margin,table=1";
/// The weight of the search score in a target, in quarters, once scores are margins.
const TRUST: i32 = 3;

/// A batch of self-play games.
pub struct SelfPlay<'a> {
    /// The evaluation of the searches.
    pub evaluation: &'a OthelloEvaluation,
    /// Whether its values are margins, so that search scores are part of the targets.
    pub is_learnt: bool,
    /// Random seed.
    pub seed: u64,
    /// Number of games.
    pub games: u64,
    /// Games played at the same time.
    pub jobs: usize,
}

impl SelfPlay<'_> {
    /// Plays all games, calling `on_game` after each; `None` when `stop` was set. The examples do not depend on the
    /// number of jobs.
    pub fn play(&self, stop: &AtomicBool, on_game: impl FnMut()) -> Option<Vec<Example>> {
        play_all(self.games, self.jobs, stop, on_game, |number| self.play_game(mix(self.seed, number)))
    }

    fn play_game(&self, seed: u64) -> Vec<Example> {
        let mut rng = Rng::new(seed);
        let objective = Some(Objective::Margin);
        let settings = Settings { switches: Switches::of(&[Switch::Hint]), objective, ..Settings::PLAIN };
        let mut player = AlphaBeta::new(settings, self.evaluation.clone());
        let solver: Spec = SOLVER.parse().expect("a valid spec");
        let mut solver = spielbaum_players::build::<Othello>(&solver).expect("a search for Othello");
        let (mut position, mut game, mut examples) = (Othello::default(), Vec::new(), Vec::new());
        let random = rng.below(MOST_RANDOM + 1);
        let mut plies = 0;
        while let Some(moves) = position.status().moves() {
            let mv = if plies < random {
                moves.sample(&mut rng)
            } else if position.max_plies() <= SOLVED_PLIES {
                let analysis = solver.search(&position, &Budget::default(), &mut |_| {});
                examples.extend(self.examples(&mut game, &position, analysis.score.0));
                examples.push(Example { position, margin: analysis.score.0 as i8 });
                analysis.best.unwrap_or_else(|| moves.nth(0))
            } else {
                let analysis = player.observe(&position, &Budget::depth(DEPTH), &mut NoObserver);
                game.push((position, analysis.score.0));
                analysis.best.unwrap_or_else(|| moves.nth(0))
            };
            position.play(mv);
            plies += 1;
        }
        examples.extend(self.examples(&mut game, &position, position.final_margin()));
        examples
    }

    /// Turns the positions that led to `position`, with their search scores, into examples. The target is the value of
    /// the position, mixed with the scores if these are margins.
    fn examples(&self, game: &mut Vec<(Othello, i32)>, position: &Othello, margin: i32) -> Vec<Example> {
        let side = position.side_to_move();
        let lesson = |(earlier, score): (Othello, i32)| {
            let margin = if earlier.side_to_move() == side { margin } else { -margin };
            let margin =
                if self.is_learnt { (TRUST * score.clamp(-64, 64) + (4 - TRUST) * margin) / 4 } else { margin };
            Example { position: earlier, margin: margin as i8 }
        };
        game.drain(..).map(lesson).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_do_not_depend_on_the_number_of_jobs_and_end_as_they_were_solved() {
        let evaluation: OthelloEvaluation = "squares".parse().unwrap();
        let play = |jobs| {
            let self_play = SelfPlay { evaluation: &evaluation, is_learnt: false, seed: 3, games: 6, jobs };
            let examples = self_play.play(&AtomicBool::new(false), || {}).unwrap();
            examples.into_iter().map(|example| (example.position, example.margin)).collect::<Vec<_>>()
        };
        let examples = play(1);
        assert_eq!(examples, play(3));
        assert!(examples.len() > 100, "{}", examples.len());
        assert!(examples.iter().all(|(_, margin)| margin % 2 == 0));
    }
}
