//! Costs of the moves of games, player by player.

use spielbaum_core::Side;
use spielbaum_players::{Playable, Visitor, visit_game};

use crate::experiment::Experiment;
use crate::record::GameRecord;

/// The cost of each move of a player, in game order.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct MoveCosts {
    /// Positions visited.
    pub nodes: Vec<f64>,
    /// Iterations, of Monte-Carlo searches.
    pub iterations: Vec<f64>,
    /// Entries of the transposition table, of searches that use one.
    pub table_entries: Vec<f64>,
    /// The depth completed, in plies.
    pub depths: Vec<f64>,
    /// Seconds.
    pub times: Vec<f64>,
}

/// The costs of each player's moves in these games.
pub(crate) fn move_costs(experiment: &Experiment, games: &[GameRecord]) -> Vec<MoveCosts> {
    let mut move_costs = vec![MoveCosts::default(); experiment.players.len()];
    for game in games {
        let first = visit_game(&experiment.game, &mut FirstMover(&game.start)) as usize;
        for (mv, ply) in game.moves.iter().zip(first..) {
            let costs = &mut move_costs[game.players[ply % 2]];
            costs.nodes.push(mv.nodes as f64);
            costs.iterations.extend(mv.iterations.map(|rounds| rounds as f64));
            costs.table_entries.extend(mv.table_entries.map(|entries| entries as f64));
            costs.depths.push(f64::from(mv.depth));
            costs.times.push(mv.time.as_secs_f64());
        }
    }
    move_costs
}

/// The side that moves first from a position, which need not be the first player.
struct FirstMover<'a>(&'a str);

impl Visitor for FirstMover<'_> {
    type Output = Side;

    fn visit<G: Playable>(&mut self) -> Side {
        self.0.parse::<G>().map_or(Side::First, |start| start.side_to_move())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{MoveRecord, Reason};
    use spielbaum_core::Outcome;
    use std::time::Duration;

    #[test]
    fn costs_go_to_whoever_moved() {
        let experiment: Experiment =
            "kind = 'match'\ngame = 'tic-tac-toe'\nplayers = ['random', 'random']".parse().unwrap();
        let mv = |nodes| MoveRecord {
            text: String::new(),
            nodes,
            iterations: (nodes > 1).then_some(7),
            table_entries: (nodes == 2).then_some(5),
            depth: 1,
            time: Duration::from_secs(1),
            score: 0,
            value: String::new(),
        };
        let game = |start: &str| GameRecord {
            number: 0,
            players: [1, 0],
            start: start.to_owned(),
            moves: vec![mv(1), mv(2), mv(3)],
            outcome: Outcome::Draw,
            reason: Reason::Rules,
            ending: String::new(),
        };
        let found = move_costs(&experiment, &[game(".../.../..."), game("X../.../...")]);
        assert_eq!(found[1].nodes, [1.0, 3.0, 2.0]);
        assert_eq!(found[0].nodes, [2.0, 1.0, 3.0]);
        assert_eq!(found[0].iterations, [7.0, 7.0]);
        assert_eq!([&found[0].table_entries, &found[1].table_entries], [&[5.0], &[5.0]]);
    }
}
