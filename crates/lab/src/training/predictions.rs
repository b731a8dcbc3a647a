//! Scores of shallow and deep searches of Othello, to fit predictions of the deep ones: positions of self-play games,
//! each searched to successive depths.

use std::sync::atomic::AtomicBool;

use spielbaum_core::{Budget, Game, MoveSet, Rng, Value, mix};
use spielbaum_games::Othello;
use spielbaum_games::othello::Scores;
use spielbaum_search::Spec;

use super::play_all;

/// The most random moves at the start of a game.
const MOST_RANDOM: usize = 24;
/// One position in this many is searched deeply, since neighbours are correlated.
const STRIDE: usize = 5;
/// Search depth of the others.
const DEPTH: u32 = 3;
/// The greatest predicted depth.
const DEEPEST: u32 = 8;
/// The search, spelled out so that predictions stay reproducible when presets change.
const SEARCH: &str = "alphabeta:pvs,tt,table-move,hint,static,iterative,objective=margin,table=4";

/// A batch of self-play games.
pub struct DepthPairs {
    /// Random seed.
    pub seed: u64,
    /// Number of games.
    pub games: u64,
    /// Games played at the same time.
    pub jobs: usize,
}

impl DepthPairs {
    /// Plays all games, calling `on_game` after each; `None` when `stop` was set. The scores do not depend on the
    /// number of jobs.
    pub fn play(&self, stop: &AtomicBool, on_game: impl FnMut()) -> Option<Vec<Scores>> {
        play_all(self.games, self.jobs, stop, on_game, |number| play_game(mix(self.seed, number)))
    }
}

fn play_game(seed: u64) -> Vec<Scores> {
    let mut rng = Rng::new(seed);
    let search: Spec = SEARCH.parse().expect("a valid spec");
    let mut search = spielbaum_players::build::<Othello>(&search).expect("a search for Othello");
    let (mut position, mut samples) = (Othello::default(), Vec::new());
    let random = rng.below(MOST_RANDOM + 1);
    let mut plies = 0;
    while let Some(moves) = position.status().moves() {
        // A disc a ply, and two plies for each empty square: searches that reach the end are not predicted.
        let is_far = position.max_plies() > 2 * DEEPEST as usize;
        let mv = if plies < random {
            moves.sample(&mut rng)
        } else {
            let depth = if is_far && rng.below(STRIDE) == 0 { DEEPEST } else { DEPTH };
            let mut scores = Vec::new();
            let analysis = search.search(&position, &Budget::depth(depth), &mut |analysis| {
                if matches!(analysis.value, Value::Estimate(_)) {
                    scores.push(analysis.score.0);
                }
            });
            if depth == DEEPEST && scores.len() == DEEPEST as usize {
                samples.push(Scores { position, scores });
            }
            analysis.best.unwrap_or_else(|| moves.nth(0))
        };
        position.play(mv);
        plies += 1;
    }
    samples
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_do_not_depend_on_the_number_of_jobs() {
        let play = |jobs| DepthPairs { seed: 4, games: 3, jobs }.play(&AtomicBool::new(false), || {}).unwrap();
        let samples = play(1);
        assert_eq!(samples, play(2));
        assert!(!samples.is_empty());
        assert!(samples.iter().all(|sample| sample.scores.len() == DEEPEST as usize));
    }
}
