//! Games for a chess book: both sides open with random choices among the best moves, then play normally.
//!
//! So every book move was among the best of a search, the games differ, and their results separate good moves from
//! those that only looked good.

use std::sync::atomic::AtomicBool;

use spielbaum_core::{Budget, Game, NoObserver, Rng, mix};
use spielbaum_games::Chess;
use spielbaum_games::chess::{ChessEvaluation, Move, Pgn};

use super::chess::{Player, play_on, player};
use super::play_all;

/// Best moves to choose from.
const LINES: usize = 4;
/// Nodes per move after the opening.
const NODES: u64 = 700;

/// A batch of self-play games.
pub struct OpeningGames {
    /// Random seed.
    pub seed: u64,
    /// Number of games.
    pub games: u64,
    /// Games played at the same time.
    pub jobs: usize,
    /// Plies of an opening.
    pub plies: usize,
    /// Nodes per opening move.
    pub nodes: u64,
    /// How much worse than the best an opening move may be, in centipawns.
    pub margin: i32,
}

impl OpeningGames {
    /// Plays all games, calling `on_game` after each; `None` when `stop` was set. The games returned have only their
    /// opening moves and their results, and do not depend on the number of jobs.
    pub fn play(&self, stop: &AtomicBool, on_game: impl FnMut()) -> Option<Vec<Pgn>> {
        play_all(self.games, self.jobs, stop, on_game, |number| vec![self.play_game(number)])
    }

    fn play_game(&self, number: u64) -> Pgn {
        let mut rng = Rng::new(mix(self.seed, number));
        let mut player = player(&ChessEvaluation::default());
        let (mut position, mut moves) = (Chess::default(), Vec::new());
        while moves.len() < self.plies {
            let Some(mv) = self.choose(&mut player, &position, &mut rng) else { break };
            position.play(mv);
            moves.push(mv);
        }
        let outcome = play_on(&mut player, position, NODES, |_, _, _| {});
        Pgn { result: Some(outcome), ..Pgn::new(Chess::default(), moves) }
    }

    /// A random one of the best moves: the closer to the best, the more likely.
    fn choose(&self, player: &mut Player, position: &Chess, rng: &mut Rng) -> Option<Move> {
        let budget = Budget { lines: LINES, ..Budget::nodes(self.nodes) };
        let analysis = player.observe(position, &budget, &mut NoObserver);
        let best = analysis.lines.first().map(|line| line.score.0).unwrap_or_default();
        let lots = |score: i32| (self.margin - (best - score) + 1).max(0) as usize;
        let choices: Vec<(Move, usize)> = analysis
            .lines
            .iter()
            .filter_map(|line| Some((*line.pv.first()?, lots(line.score.0))))
            .filter(|choice| choice.1 > 0)
            .collect();
        let total: usize = choices.iter().map(|choice| choice.1).sum();
        if total == 0 {
            return analysis.best;
        }
        let mut lot = rng.below(total);
        let drawn = choices.into_iter().find(|choice| {
            let is_drawn = lot < choice.1;
            lot = lot.saturating_sub(choice.1);
            is_drawn
        });
        drawn.map(|choice| choice.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_do_not_depend_on_the_number_of_jobs_and_differ_from_each_other() {
        let play = |jobs| {
            let games = OpeningGames { seed: 5, games: 4, jobs, plies: 6, nodes: 2_000, margin: 40 };
            games.play(&AtomicBool::new(false), || {}).unwrap()
        };
        let games = play(1);
        assert_eq!(games, play(2));
        assert!(games.iter().all(|game| game.moves.len() == 6 && game.result.is_some()));
        assert!(games.iter().any(|game| game.moves != games[0].moves));
    }
}
