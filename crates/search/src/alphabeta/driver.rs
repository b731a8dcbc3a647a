//! How windows close in on the value: one wide search, or many narrow ones.
//!
//! - MTD(f): Plaat, Schaeffer, Pijls & de Bruin (1996).
//! - C*: Coplan (1982); NegaC*: Weill (1992). The optimised form probes around half of the lower or upper limit when the
//!   value is likely to be large: Pons, after Liese (2024), section 4.1.4.

use spielbaum_core::{Evaluate, Margins, Score};

use super::root::{Found, Root, bring_forward};
use super::searcher::{Move, Searcher, Setup};

/// Which windows a search uses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Driver {
    /// One search with the widest window.
    FullWindow,
    /// One search that only tells wins, draws and losses apart.
    Weak,
    /// One search that only tells whether the value is above this score.
    NullWindow(i32),
    /// Null windows that follow the last result, starting with a guess.
    MtdF {
        /// Where the first guess comes from.
        guess: Guess,
    },
    /// Null windows that halve the range.
    NegaC {
        /// Whether half of a limit is probed first.
        is_optimised: bool,
    },
    /// Null windows that halve the range, large values first, until it is small; then MTD(f) from 0.
    Hybrid {
        /// How far from 0 the limits may be when MTD(f) takes over.
        near: i32,
    },
    /// A narrow window around the last iteration's value, widened when the value lies outside.
    Aspiration {
        /// Half the width.
        width: i32,
    },
}

impl Driver {
    /// Halving until the limits are near enough: 9 is the best for positions of Connect Four up to the 15th stone.
    pub const HYBRID: Driver = Driver::Hybrid { near: 9 };
}

/// The first guess of MTD(f).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Guess {
    /// The value of the last iteration or of the presearch, at first 0.
    Last,
    /// A given score.
    Given(i32),
    /// The static evaluation of the root.
    Evaluation,
}

/// Steps of one unit in a row that MTD(f) makes before it makes larger ones; more than the scores that Connect Four
/// has.
const UNIT_STEPS: i32 = 100;

/// An aspiration window that reaches further from the last value is as wide as there is.
const WIDEST_ASPIRATION: i32 = 1000;

impl<C: Setup> Searcher<'_, C> {
    /// Searches the root to a depth; `last` is the score of the iteration before.
    pub(super) fn drive(
        &mut self,
        driver: Driver,
        root: &mut Root<C::Game>,
        depth: u32,
        last: Option<Score>,
    ) -> Found<Move<C>> {
        let widest = (-Score::INFINITE, Score::INFINITE);
        match driver {
            Driver::FullWindow => self.search_root(root, depth, widest),
            Driver::Weak => self.search_root(root, depth, (Score(-1), Score(1))),
            Driver::NullWindow(score) => self.search_root(root, depth, (Score(score), Score(score + 1))),
            Driver::MtdF { guess } => {
                let first = match guess {
                    Guess::Given(score) => Score(score),
                    Guess::Last => last.unwrap_or(Score::DRAW),
                    Guess::Evaluation => self.static_eval(root.position, &self.evaluation.start(root.position)),
                };
                self.mtd_f(root, depth, Range::of(self, root, depth, first))
            }
            Driver::NegaC { is_optimised } => {
                let range = Range::of(self, root, depth, Score::DRAW);
                self.nega_c(root, depth, range, |low, high| middle(low, high, is_optimised)).found
            }
            Driver::Hybrid { near } => {
                let is_small = |low: i32, high: i32| low >= -near && high <= near;
                let choose = |low, high| (!is_small(low, high)).then(|| middle(low, high, true)).flatten();
                let range = Range::of(self, root, depth, Score::DRAW);
                let mut range = self.nega_c(root, depth, range, choose);
                if self.meter.is_exhausted() {
                    return range.found;
                }
                range.found.score = Score::DRAW;
                self.mtd_f(root, depth, range)
            }
            Driver::Aspiration { width } => self.aspire(root, depth, last, width),
        }
    }

    fn mtd_f(&mut self, root: &mut Root<C::Game>, depth: u32, range: Range<Move<C>>) -> Found<Move<C>> {
        let Range { mut low, mut high, mut found } = range;
        let mut beta = found.score.0.clamp(low + 1, high.max(low + 1));
        let mut unit_steps = 0;
        while low < high {
            let probe = self.search_root(root, depth, (Score(beta - 1), Score(beta)));
            if self.meter.is_exhausted() {
                return partly(found, probe);
            }
            let fails_high = probe.score.0 >= beta;
            found = self.narrowed(root, found, probe, fails_high);
            // Fail-hard results advance by one unit, which is slow towards a proven win, so after a while the steps
            // double.
            unit_steps = if probe.score.0 == beta - i32::from(!fails_high) { unit_steps + 1 } else { 0 };
            let step = 1 << (unit_steps - UNIT_STEPS).clamp(0, 20);
            if fails_high {
                low = probe.score.0;
                beta = low + step;
            } else {
                high = probe.score.0;
                beta = high + 1 - step;
            }
            beta = beta.clamp(low + 1, high.max(low + 1));
        }
        Found { score: Score(low), ..found }
    }

    /// Narrows the range by null windows at the scores that `choose` returns, until it returns none.
    fn nega_c(
        &mut self,
        root: &mut Root<C::Game>,
        depth: u32,
        mut range: Range<Move<C>>,
        choose: impl Fn(i32, i32) -> Option<i32>,
    ) -> Range<Move<C>> {
        while let Some(middle) = choose(range.low, range.high) {
            let probe = self.search_root(root, depth, (Score(middle), Score(middle + 1)));
            if self.meter.is_exhausted() {
                range.found = partly(range.found, probe);
                break;
            }
            range.found = self.narrowed(root, range.found, probe, probe.score.0 > middle);
            if probe.score.0 <= middle {
                range.high = probe.score.0;
            } else {
                range.low = probe.score.0;
            }
        }
        range
    }

    fn aspire(&mut self, root: &mut Root<C::Game>, depth: u32, last: Option<Score>, width: i32) -> Found<Move<C>> {
        let widest = (-Score::INFINITE, Score::INFINITE);
        let Some(last) = last.filter(|last| !last.is_decided()) else { return self.search_root(root, depth, widest) };
        let (mut below, mut above) = (width, width);
        let mut proven = None;
        loop {
            // A limit that was exceeded is widened further each time, and soon removed.
            let limit = |distance: i32, sign: i32| {
                if distance > WIDEST_ASPIRATION {
                    Score(sign * Score::INFINITE.0)
                } else {
                    Score(last.0 + sign * distance)
                }
            };
            let window = (limit(below, -1), limit(above, 1));
            let found = self.search_root(root, depth, window);
            if self.meter.is_exhausted() || window.0 < found.score && found.score < window.1 {
                return Found { proven: found.proven.or(proven), ..found };
            }
            self.statistics.re_searches += 1;
            if found.score <= window.0 {
                proven = None;
                below *= 3;
            } else {
                if let Some(best) = found.best {
                    bring_forward(&mut root.moves, best);
                }
                proven = found.best;
                above *= 3;
            }
        }
    }

    /// Takes over the result of a narrow search. Only one that failed high proves its move; the next search starts with
    /// it.
    fn narrowed(
        &mut self,
        root: &mut Root<C::Game>,
        before: Found<Move<C>>,
        probe: Found<Move<C>>,
        is_lower_bound: bool,
    ) -> Found<Move<C>> {
        let best = if is_lower_bound { probe.best } else { before.best.or(probe.best) };
        if let (true, Some(best)) = (is_lower_bound, best) {
            bring_forward(&mut root.moves, best);
        }
        Found { score: probe.score, best, ..before }
    }
}

/// The range in which the value of a root can still lie.
struct Range<M> {
    low: i32,
    high: i32,
    /// The last result; at first a guess.
    found: Found<M>,
}

impl<M> Range<M> {
    /// All scores that the root can have.
    fn of<C: Setup>(search: &Searcher<'_, C>, root: &Root<C::Game>, depth: u32, guess: Score) -> Range<M> {
        let position = root.position;
        let (low, mut high) = search.reachable_scores(0, false, |has_looked| position.margin_bounds(has_looked));
        let margin = if search.theory_applies(position, depth) { position.theory_bound() } else { None };
        if let Some(highest) = margin.and_then(|margin| search.score_at_most(position, margin, 0)) {
            high = high.min(highest);
        }
        Range { low: low.0, high: high.0, found: Found { score: guess, best: None, proven: None } }
    }
}

/// The score where the range is halved, or where a limit is halved if that lies further out; none when nothing is left.
fn middle(low: i32, high: i32, is_optimised: bool) -> Option<i32> {
    let middle = low + (high - low) / 2;
    let outer = if middle <= 0 && low / 2 < middle {
        low / 2
    } else if middle >= 0 && high / 2 > middle {
        high / 2
    } else {
        middle
    };
    (low < high).then_some(if is_optimised { outer } else { middle })
}

/// The result when the budget runs out between narrow searches.
fn partly<M>(before: Found<M>, probe: Found<M>) -> Found<M> {
    Found { score: before.score, best: before.best.or(probe.best), proven: None }
}
