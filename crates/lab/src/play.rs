//! One game between two searches, each within its own limits.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use spielbaum_core::{Analysis, Budget, Clock, Failure, Knowledge, MoveSet, Outcome, Search, Side, Status, Value};
use spielbaum_players::{Playable, build};
use spielbaum_search::Spec;

use crate::record::{MoveRecord, Reason, rounds, table_entries};

/// Time limits and adjudication of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conduct {
    /// How much longer than its limit on time a move may take before the game is lost.
    pub margin: Duration,
    /// After this many plies from the opening the game is a draw.
    pub ply_limit: Option<u32>,
    /// Whether a game ends as soon as both players have proved the same result.
    pub agrees: bool,
    /// Adjudication by the scores of both players.
    pub trust: Option<Trust>,
    /// With at most this many plies left, an exact search adjudicates.
    pub solve_plies: Option<u32>,
}

/// When scores decide a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trust {
    /// A score of at least this much, from the view of the winner, by both players' own measure.
    pub score: i32,
    /// In this many consecutive moves of each.
    pub moves: u32,
}

impl Trust {
    /// The default number of moves.
    pub const USUAL_MOVES: u32 = 4;
}

impl Conduct {
    /// Searches look at the clock far more often than this; only a search that hangs, or a machine that is badly
    /// overloaded, takes so long. With narrow margins, games are lost because of the operating system.
    pub const USUAL_MARGIN: Duration = Duration::from_secs(1);
}

impl Default for Conduct {
    fn default() -> Conduct {
        Conduct { margin: Conduct::USUAL_MARGIN, ply_limit: None, agrees: false, trust: None, solve_plies: None }
    }
}

/// A search with its limits, for one game.
pub(crate) struct Contestant<G: Knowledge> {
    pub(crate) search: Box<dyn Search<G>>,
    pub(crate) budget: Budget,
}

/// A finished game.
pub(crate) struct Played {
    pub(crate) moves: Vec<MoveRecord>,
    pub(crate) outcome: Outcome,
    pub(crate) reason: Reason,
    pub(crate) ending: String,
}

impl Played {
    /// Whether the player of this side lost because it gave no legal move in time.
    pub(crate) fn is_fault_of(&self, side: Side) -> bool {
        let is_fault = matches!(self.reason, Reason::Time | Reason::NoMove | Reason::Illegal | Reason::Crash);
        is_fault && self.outcome == Outcome::Win(!side)
    }
}

/// Plays from `start`; the contestants are in the order of the sides. None when `stop` was set before the end.
pub(crate) fn play<G: Playable>(
    start: &G,
    contestants: &mut [Contestant<G>; 2],
    conduct: &Conduct,
    stop: &Arc<AtomicBool>,
) -> Option<Played> {
    let mut position = start.clone();
    let mut moves: Vec<MoveRecord> = Vec::new();
    let mut claims = [None; 2];
    let mut leads = Leads::default();
    let mut clocks = [0, 1].map(|side| contestants[side].budget.clock.map(|clock: Clock| clock.own));
    let solver: Spec = "auto:objective=outcome".parse().expect("a preset");
    loop {
        let end = |moves, outcome, reason, ending| Some(Played { moves, outcome, reason, ending });
        // 1. Is the game over?
        let legal = match position.status() {
            Status::Over(outcome) => {
                return end(moves, outcome, Reason::Rules, position.ending().unwrap_or_default());
            }
            Status::Ongoing(legal) => legal,
        };
        if conduct.agrees
            && let [Some(outcome), Some(other)] = claims
            && outcome == other
        {
            return end(moves, outcome, Reason::Agreed, "both players have proved it".to_owned());
        }
        if let Some(winner) = conduct.trust.and_then(|trust| leads.winner(&trust)) {
            return end(moves, Outcome::Win(winner), Reason::Scores, "both players' scores say so".to_owned());
        }
        if conduct.solve_plies.is_some_and(|plies| position.max_plies() <= plies as usize) {
            let budget = Budget { stop: Some(stop.clone()), ..Budget::default() };
            let value = build(&solver).ok()?.search(&position, &budget, &mut |_| {}).value;
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            if let Some(outcome) = claim(value, position.side_to_move()) {
                let ending = format!("solved after {} plies", moves.len());
                return end(moves, outcome, Reason::Solved, ending);
            }
        }
        if conduct.ply_limit.is_some_and(|limit| moves.len() as u32 >= limit) {
            let ending = format!("no result after {} plies", moves.len());
            return end(moves, Outcome::Draw, Reason::PlyLimit, ending);
        }
        // 2. Ask for a move.
        let side = position.side_to_move();
        let contestant = &mut contestants[side];
        let clock = contestant.budget.clock.zip(clocks[side]).map(|(clock, own)| Clock {
            own,
            opponent: clocks[!side].unwrap_or(own),
            ..clock
        });
        let budget = Budget { stop: Some(stop.clone()), clock, ..contestant.budget.clone() };
        let clock = Instant::now();
        let answer = catch_unwind(AssertUnwindSafe(|| contestant.search.search(&position, &budget, &mut |_| {})));
        let time = clock.elapsed();
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        // 3. A player without a legal move in time loses.
        let lost = |moves, reason, what| end(moves, Outcome::Win(!side), reason, what);
        let analysis = match answer {
            Ok(analysis) => analysis,
            Err(cause) => return lost(moves, Reason::Crash, message(cause.as_ref())),
        };
        let Some(mv) = analysis.best else {
            return match contestant.search.failure() {
                Some(Failure::Crash(what)) => lost(moves, Reason::Crash, what),
                Some(Failure::Late(what)) => lost(moves, Reason::Time, what),
                Some(Failure::Illegal(what)) => lost(moves, Reason::Illegal, what),
                None => lost(moves, Reason::NoMove, "no move was given".to_owned()),
            };
        };
        if !legal.contains(mv) {
            return lost(moves, Reason::Illegal, format!("{mv:?} is not legal in {position}"));
        }
        if let Some(limit) = budget.time.filter(|&limit| time > limit + conduct.margin) {
            return lost(moves, Reason::Time, format!("{time:.1?} for a move instead of {limit:.1?}"));
        }
        if let Some(clock) = &mut clocks[side] {
            if time > clock.left + conduct.margin {
                return lost(
                    moves,
                    Reason::Time,
                    format!("{time:.1?} for a move with {:.1?} on the clock", clock.left),
                );
            }
            clock.left = clock.left.saturating_sub(time) + clock.increment;
        }
        // 4. Record it and make it.
        moves.push(record(position.move_text(mv), &analysis, time));
        claims[side] = claim(analysis.value, side);
        leads.add(side, analysis.score.0, conduct.trust);
        position.play(mv);
    }
}

/// For how many consecutive moves each player's score has had the same side winning.
#[derive(Default)]
struct Leads {
    /// By player, the winner it sees and since how many of its moves.
    seen: [Option<(Side, u32)>; 2],
}

impl Leads {
    fn add(&mut self, player: Side, score: i32, trust: Option<Trust>) {
        let Some(trust) = trust else { return };
        let winner = match score {
            _ if score >= trust.score => Some(player),
            _ if score <= -trust.score => Some(!player),
            _ => None,
        };
        let before = self.seen[player];
        self.seen[player] = winner.map(|winner| match before {
            Some((other, moves)) if other == winner => (winner, moves + 1),
            _ => (winner, 1),
        });
    }

    fn winner(&self, trust: &Trust) -> Option<Side> {
        match self.seen {
            [Some((winner, moves)), Some((other, others))] if winner == other => {
                (moves.min(others) >= trust.moves).then_some(winner)
            }
            _ => None,
        }
    }
}

fn record<G: Knowledge>(text: String, analysis: &Analysis<G>, time: Duration) -> MoveRecord {
    MoveRecord {
        text,
        nodes: analysis.nodes,
        iterations: rounds(analysis),
        table_entries: table_entries(&analysis.statistics),
        depth: analysis.depth,
        time,
        score: analysis.score.0,
        value: analysis.value.to_string(),
    }
}

/// The result that a player on `side` has proved.
fn claim(value: Value, side: Side) -> Option<Outcome> {
    match value {
        Value::Win(_) => Some(Outcome::Win(side)),
        Value::Loss(_) => Some(Outcome::Win(!side)),
        Value::Draw => Some(Outcome::Draw),
        Value::Margin(margin) => Some(Outcome::Win(if margin > 0 { side } else { !side })),
        Value::Estimate(_) => None,
    }
}

/// The message of a panic.
fn message(cause: &(dyn Any + Send)) -> String {
    let text = cause.downcast_ref::<String>().map(String::as_str).or_else(|| cause.downcast_ref::<&str>().copied());
    text.unwrap_or("it broke down").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielbaum_core::{Cell, Game};
    use spielbaum_games::TicTacToe;
    fn contestant(spec: &str) -> Contestant<TicTacToe> {
        let spec: Spec = spec.parse().unwrap();
        Contestant { search: build(&spec).unwrap(), budget: spec.budget(Budget::default()) }
    }

    /// A player whose moves come from a function.
    struct Odd<F>(F);

    impl<F: FnMut() -> Option<Cell> + Send> Search<TicTacToe> for Odd<F> {
        fn search(
            &mut self,
            _: &TicTacToe,
            _: &Budget,
            _: &mut dyn FnMut(&Analysis<TicTacToe>),
        ) -> Analysis<TicTacToe> {
            Analysis { best: (self.0)(), ..Analysis::empty() }
        }
    }

    fn against_odd(answer: impl FnMut() -> Option<Cell> + Send + 'static, conduct: &Conduct) -> Played {
        let budget = Budget::time(Duration::from_millis(1));
        let odd = Contestant { search: Box::new(Odd(answer)), budget };
        let start = TicTacToe::default();
        play(&start, &mut [contestant("alphabeta:depth=2"), odd], conduct, &Arc::default()).unwrap()
    }

    #[test]
    fn perfect_players_draw_and_every_move_is_written_down() {
        let mut players = [contestant("minimax:depth=9"), contestant("alphabeta:depth=9")];
        let played = play(&TicTacToe::default(), &mut players, &Conduct::default(), &Arc::default()).unwrap();
        assert_eq!((played.outcome, played.reason, played.moves.len()), (Outcome::Draw, Reason::Rules, 9));
        assert_eq!(played.ending, "draw");
        assert_eq!(played.moves[0].nodes, 549_946);
        assert!(played.moves.iter().all(|mv| mv.score == 0 && mv.value == "draw" && mv.iterations.is_none()));
    }

    #[test]
    fn a_clock_is_for_the_whole_game() {
        let clock = Clock::equal(Duration::from_millis(10), Duration::ZERO);
        let conduct = Conduct { margin: Duration::from_millis(5), ..Conduct::default() };
        let late = || {
            std::thread::sleep(Duration::from_millis(40));
            Some(Cell(8))
        };
        let odd =
            Contestant { search: Box::new(Odd(late)), budget: Budget { clock: Some(clock), ..Budget::default() } };
        let start = TicTacToe::default();
        let played = play(&start, &mut [contestant("alphabeta:depth=1"), odd], &conduct, &Arc::default()).unwrap();
        assert_eq!((played.reason, played.outcome), (Reason::Time, Outcome::Win(Side::First)));
        let mut players = [contestant("auto:clock=2+0.01"), contestant("mcts:clock=2+0.01")];
        let played = play(&start, &mut players, &conduct, &Arc::default()).unwrap();
        assert_eq!(played.reason, Reason::Rules, "{}", played.ending);
    }

    #[test]
    fn players_who_have_proved_the_same_result_may_agree_on_it() {
        let conduct = Conduct { agrees: true, ..Conduct::default() };
        let mut players = [contestant("minimax:depth=9"), contestant("alphabeta:depth=9")];
        let played = play(&TicTacToe::default(), &mut players, &conduct, &Arc::default()).unwrap();
        assert_eq!((played.outcome, played.reason, played.moves.len()), (Outcome::Draw, Reason::Agreed, 2));
    }

    #[test]
    fn an_exact_search_may_end_a_game() {
        let conduct = Conduct { solve_plies: Some(9), ..Conduct::default() };
        let mut players = [contestant("random"), contestant("random")];
        let played = play(&TicTacToe::default(), &mut players, &conduct, &Arc::default()).unwrap();
        assert_eq!((played.outcome, played.reason, played.moves.len()), (Outcome::Draw, Reason::Solved, 0));
        let conduct = Conduct { solve_plies: Some(5), ..Conduct::default() };
        let mut players = [contestant("minimax:depth=9"), contestant("minimax:depth=9")];
        let played = play(&TicTacToe::default(), &mut players, &conduct, &Arc::default()).unwrap();
        assert_eq!((played.outcome, played.reason, played.moves.len()), (Outcome::Draw, Reason::Solved, 4));
    }

    #[test]
    fn scores_that_agree_for_long_enough_end_a_game() {
        let (trust, mut leads) = (Trust { score: 100, moves: 2 }, Leads::default());
        let scores = [(Side::First, 150), (Side::Second, -120), (Side::First, 100), (Side::Second, -99)];
        scores.into_iter().for_each(|(side, score)| leads.add(side, score, Some(trust)));
        assert_eq!(leads.winner(&trust), None);
        for (side, score) in [(Side::First, 200), (Side::Second, -100), (Side::First, 200), (Side::Second, -100)] {
            assert_eq!(leads.winner(&trust), None);
            leads.add(side, score, Some(trust));
        }
        assert_eq!(leads.winner(&trust), Some(Side::First));
        let conduct = Conduct { trust: Some(Trust { score: 1, moves: 1 }), ..Conduct::default() };
        let mut players = [contestant("minimax:depth=9"), contestant("minimax:depth=9")];
        let start: TicTacToe = "XX./O../..O".parse().unwrap();
        let played = play(&start, &mut players, &conduct, &Arc::default()).unwrap();
        assert_eq!((played.outcome, played.reason), (Outcome::Win(Side::First), Reason::Rules));
    }

    #[test]
    fn rounds_of_monte_carlo_searches_are_counted() {
        let mut players = [contestant("mcts:iterations=50"), contestant("random")];
        let played = play(&TicTacToe::default(), &mut players, &Conduct::default(), &Arc::default()).unwrap();
        assert_eq!(played.moves[0].iterations, Some(50));
        assert_eq!(played.moves[1].iterations, None);
    }

    #[test]
    fn whoever_breaks_down_cheats_or_falls_asleep_loses_with_a_reason() {
        let conduct = Conduct { margin: Duration::from_millis(50), ..Conduct::default() };
        let crash = against_odd(|| panic!("on purpose"), &conduct);
        assert_eq!((crash.outcome, crash.reason), (Outcome::Win(Side::First), Reason::Crash));
        assert_eq!(crash.ending, "on purpose");
        assert_eq!(against_odd(|| None, &conduct).reason, Reason::NoMove);
        assert_eq!(against_odd(|| Some(Cell(63)), &conduct).reason, Reason::Illegal);
        let slow = || {
            std::thread::sleep(Duration::from_millis(100));
            Some(Cell(8))
        };
        let late = against_odd(slow, &conduct);
        assert_eq!((late.outcome, late.reason, late.moves.len()), (Outcome::Win(Side::First), Reason::Time, 1));
    }

    #[test]
    fn a_limit_on_plies_makes_a_draw() {
        let conduct = Conduct { ply_limit: Some(3), ..Conduct::default() };
        let mut players = [contestant("random"), contestant("random")];
        let played = play(&TicTacToe::default(), &mut players, &conduct, &Arc::default()).unwrap();
        assert_eq!((played.outcome, played.reason, played.moves.len()), (Outcome::Draw, Reason::PlyLimit, 3));
    }

    #[test]
    fn a_game_that_is_stopped_has_no_result() {
        let mut start = TicTacToe::default();
        start.play(Cell(4));
        let stop = Arc::new(AtomicBool::new(true));
        let mut players = [contestant("random"), contestant("random")];
        assert!(play(&start, &mut players, &Conduct::default(), &stop).is_none());
    }
}
