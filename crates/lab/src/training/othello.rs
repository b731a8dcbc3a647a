//! Positions to learn Othello from: games that a search plays against itself, with exact endings.
//!
//! A game begins with random moves and goes on with short searches. As soon as few squares are empty it is solved; what it
//! is worth then is the lesson of all positions since the random moves. From there on every position is solved.

use std::sync::atomic::AtomicBool;

use spielbaum_core::{Budget, Game, MoveSet, NoObserver, Objective, Rng, mix};
use spielbaum_games::Othello;
use spielbaum_games::othello::{Example, OthelloEvaluation};
use spielbaum_search::alphabeta::{Settings, Switch, Switches};
use spielbaum_search::{AlphaBeta, Spec};

use super::play_all;

/// The most random moves that a game begins with.
const MOST_RANDOM: usize = 24;
/// Plies that a move is searched.
const DEPTH: u32 = 3;
/// With so many plies left at most a game is solved: two for each empty square, since each may have a pass before it.
const SOLVED_PLIES: usize = 22;
/// What solves it. Named in full, so that weights can be made again whatever `auto` chooses one day.
const SOLVER: &str =
    "pvs:finish,child-probe,hint,static,theory,bounds,forced,afresh,etc,etc-depth=20,objective=margin,table=1";
/// Quarters of a lesson that are the score of a search, once that is a margin.
const TRUST: i32 = 3;

/// Games to be played.
pub struct SelfPlay<'a> {
    /// What the searches go by.
    pub evaluation: &'a OthelloEvaluation,
    /// Whether its values are margins, so that those of searches are lessons, too.
    pub is_learnt: bool,
    /// Another seed, other games.
    pub seed: u64,
    /// How many games.
    pub games: u64,
    /// Games that are played at once.
    pub jobs: usize,
}

impl SelfPlay<'_> {
    /// Plays all games and tells after each; none when `stop` was set. The examples do not depend on the number of jobs.
    pub fn play(&self, stop: &AtomicBool, tell: impl FnMut()) -> Option<Vec<Example>> {
        play_all(self.games, self.jobs, stop, tell, |number| self.play_game(mix(self.seed, number)))
    }

    fn play_game(&self, seed: u64) -> Vec<Example> {
        let mut rng = Rng::new(seed);
        let objective = Some(Objective::Margin);
        let settings = Settings { switches: Switches::of(&[Switch::Hint]), objective, ..Settings::PLAIN };
        let mut player = AlphaBeta::new(settings, self.evaluation.clone());
        let solver: Spec = SOLVER.parse().expect("a search that there is");
        let mut solver = spielbaum_players::build::<Othello>(&solver).expect("a search for Othello");
        let (mut position, mut game, mut examples) = (Othello::default(), Vec::new(), Vec::new());
        let random = rng.below(MOST_RANDOM + 1);
        let mut plies = 0;
        while let Some(moves) = position.status().moves() {
            let mv = if plies < random {
                moves.sample(&mut rng)
            } else if position.max_plies() <= SOLVED_PLIES {
                let analysis = solver.search(&position, &Budget::default(), &mut |_| {});
                examples.extend(self.lessons(&mut game, &position, analysis.score.0));
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
        examples.extend(self.lessons(&mut game, &position, position.final_margin()));
        examples
    }

    /// Takes the positions that led to `position` and the scores of their searches; what the position is worth is the lesson
    /// for them, or half of it where the scores are margins, too.
    fn lessons(&self, game: &mut Vec<(Othello, i32)>, position: &Othello, margin: i32) -> Vec<Example> {
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
