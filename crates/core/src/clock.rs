//! The clock of a game, and how much of it is allotted to a move.

use std::time::Duration;

/// The clocks of a game at the start of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// The player's own time.
    pub own: Remaining,
    /// The opponent's.
    pub opponent: Remaining,
    /// Moves until more time is added; none where the time is for all moves.
    pub moves_to_go: Option<u32>,
    /// Time lost between the end of a search and the stop of the clock.
    pub overhead: Duration,
}

/// The remaining time of one player.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Remaining {
    /// Time left for all moves to come.
    pub left: Duration,
    /// Time added by each move.
    pub increment: Duration,
}

/// The time allotted to a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allotment {
    /// The soft limit: what an ordinary move should take.
    pub optimum: Duration,
    /// The hard limit.
    pub maximum: Duration,
}

/// Moves that the time must last for when their number is not given: most games are decided by then, or live on
/// increments.
const EXPECTED_MOVES: u32 = 30;

/// The maximum time as a multiple of the optimum.
const MAXIMUM_FACTOR: u32 = 4;

impl Clock {
    /// A clock that shows the same for both players.
    pub fn equal(left: Duration, increment: Duration) -> Clock {
        let own = Remaining { left, increment };
        Clock { own, opponent: own, moves_to_go: None, overhead: Duration::ZERO }
    }

    /// The time for the next move: an equal part of what is left, and most of the increment, but never all that is
    /// left.
    pub fn allotment(&self) -> Allotment {
        let available = self.own.left.saturating_sub(self.overhead);
        let moves = self.moves_to_go.map_or(EXPECTED_MOVES, |moves| moves.clamp(1, EXPECTED_MOVES));
        // With moves to come, one of them must not take more than half; the last before new time may take nearly all.
        let limit = if moves == 1 { available.saturating_mul(9) / 10 } else { available / 2 };
        let limited = |time: Duration| time.min(limit).max(Duration::from_millis(1));
        let optimum = (available / moves).saturating_add(self.own.increment.saturating_mul(3) / 4);
        Allotment { optimum: limited(optimum), maximum: limited(optimum.saturating_mul(MAXIMUM_FACTOR)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_game_played_within_its_allotments_never_runs_out_of_time() {
        for (left, increment) in [(8.0, 0.08), (60.0, 0.0), (0.05, 0.1), (0.0, 0.01), (300.0, 3.0)] {
            let [mut left, increment] = [left, increment].map(Duration::from_secs_f64);
            for ply in 0..400 {
                let allotment = Clock::equal(left, increment).allotment();
                assert!(allotment.optimum <= allotment.maximum, "{allotment:?}");
                // Now and then a move takes the maximum.
                let taken = if ply % 7 == 0 { allotment.maximum } else { allotment.optimum };
                assert!(taken <= left.max(Duration::from_millis(1)), "{taken:?} of {left:?}");
                left = left.saturating_sub(taken) + increment;
            }
        }
    }

    #[test]
    fn endless_clocks_do_not_overflow() {
        let endless = Clock::equal(Duration::MAX, Duration::MAX);
        assert_eq!(endless.allotment().maximum, Duration::MAX / 2);
        assert!(Clock { moves_to_go: Some(1), ..endless }.allotment().maximum > SECOND);
    }

    #[test]
    fn moves_to_go_and_overhead_count() {
        let clock = Clock { moves_to_go: Some(1), ..Clock::equal(10 * SECOND, Duration::ZERO) };
        assert_eq!(clock.allotment().maximum, 9 * SECOND);
        let slow = Clock { overhead: 9 * SECOND, ..clock };
        assert!(slow.allotment().maximum < SECOND);
        let many = Clock { moves_to_go: Some(40), ..clock };
        assert_eq!(many.allotment().optimum, 10 * SECOND / 30);
    }
}
