//! The clock of a game, and how much of it a move may take.

use std::time::Duration;

/// What the clocks of a game show when a player begins to think.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// The player's own time.
    pub own: Remaining,
    /// The opponent's.
    pub opponent: Remaining,
    /// Moves until more time is added; none where the time is for all moves.
    pub moves_to_go: Option<u32>,
    /// What is lost between the end of a search and the stop of the clock.
    pub overhead: Duration,
}

/// What is left to one player.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Remaining {
    /// For the moves to come.
    pub left: Duration,
    /// What each move adds.
    pub increment: Duration,
}

/// How long a move may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    /// In a position like any other.
    pub usual: Duration,
    /// When it matters.
    pub most: Duration,
}

/// Moves for which the time must last when nobody says how many: games are decided, or played by their increments, then.
const USUAL_MOVES: u32 = 30;

/// How many times the usual time a move may take.
const PATIENCE: u32 = 4;

impl Clock {
    /// A clock that shows the same for both players.
    pub fn even(left: Duration, increment: Duration) -> Clock {
        let own = Remaining { left, increment };
        Clock { own, opponent: own, moves_to_go: None, overhead: Duration::ZERO }
    }

    /// The share of the next move: an even part of what is left, and most of the increment. It never takes all that is left.
    pub fn share(&self) -> Share {
        let available = self.own.left.saturating_sub(self.overhead);
        let moves = self.moves_to_go.map_or(USUAL_MOVES, |moves| moves.clamp(1, USUAL_MOVES));
        // With moves to come, one of them must not take more than half; the last before new time may take nearly all.
        let limit = if moves == 1 { available * 9 / 10 } else { available / 2 };
        let most = |time: Duration| time.min(limit).max(Duration::from_millis(1));
        let usual = available / moves + self.own.increment * 3 / 4;
        Share { usual: most(usual), most: most(usual * PATIENCE) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_game_played_by_its_shares_never_runs_out_of_time() {
        for (left, increment) in [(8.0, 0.08), (60.0, 0.0), (0.05, 0.1), (0.0, 0.01), (300.0, 3.0)] {
            let [mut left, increment] = [left, increment].map(Duration::from_secs_f64);
            for ply in 0..400 {
                let share = Clock::even(left, increment).share();
                assert!(share.usual <= share.most, "{share:?}");
                // Now and then a move takes the most that it may.
                let taken = if ply % 7 == 0 { share.most } else { share.usual };
                assert!(taken <= left.max(Duration::from_millis(1)), "{taken:?} of {left:?}");
                left = left.saturating_sub(taken) + increment;
            }
        }
    }

    #[test]
    fn moves_to_go_and_overhead_count() {
        let clock = Clock { moves_to_go: Some(1), ..Clock::even(10 * SECOND, Duration::ZERO) };
        assert_eq!(clock.share().most, 9 * SECOND);
        let slow = Clock { overhead: 9 * SECOND, ..clock };
        assert!(slow.share().most < SECOND);
        let many = Clock { moves_to_go: Some(40), ..clock };
        assert_eq!(many.share().usual, 10 * SECOND / 30);
    }
}
