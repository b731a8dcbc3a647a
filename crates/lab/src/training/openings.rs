//! Games to make a book of chess from: both sides begin with moves by lot among the best, and play on as well as they can.
//!
//! So every move of the book was found good by a search, no two games need be alike, and their results tell good moves from
//! those that only looked good.

use std::sync::atomic::AtomicBool;

use spielbaum_core::{Budget, Game, NoObserver, Rng, mix};
use spielbaum_games::Chess;
use spielbaum_games::chess::{ChessEvaluation, Move, Pgn};

use super::chess::{Player, play_on, player};
use super::play_all;

/// Best moves that are compared.
const LINES: usize = 4;
/// Positions that a move behind the opening is searched with.
const NODES: u64 = 700;

/// Games to be played.
pub struct OpeningGames {
    /// Another seed, other games.
    pub seed: u64,
    /// How many games.
    pub games: u64,
    /// Games that are played at once.
    pub jobs: usize,
    /// Plies of an opening.
    pub plies: usize,
    /// Positions that a move of an opening is searched with.
    pub nodes: u64,
    /// Hundredths of a pawn by which a move may be worse than the best.
    pub margin: i32,
}

impl OpeningGames {
    /// Plays all games and tells after each; none when `stop` was set. They have the moves of their openings, and their
    /// results, and do not depend on the number of jobs.
    pub fn play(&self, stop: &AtomicBool, tell: impl FnMut()) -> Option<Vec<Pgn>> {
        play_all(self.games, self.jobs, stop, tell, |number| vec![self.play_game(number)])
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

    /// One of the best moves, drawn by lot: the nearer to the best, the more often.
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
