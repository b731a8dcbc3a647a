//! How windows close in on the value: one wide search, or many narrow ones.
//!
//! - MTD(f): Plaat, Schaeffer, Pijls & de Bruin (1996).
//! - C*: Coplan (1982); NegaC*: Weill (1992). The optimised form probes around half of the lower or upper limit when the
//!   value is likely to be large: Pons, after Liese (2024), section 4.1.4.

use spielbaum_core::{Evaluate, Knowledge, Observer, Score};

use super::node::Loop;
use super::root::{Found, Root, bring_forward};
use super::switches::SwitchSource;

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
        /// The first guess; the last iteration's value where there is none.
        guess: Option<i32>,
    },
    /// Null windows that halve the range.
    NegaC {
        /// Look at half of a limit first.
        is_optimised: bool,
    },
    /// A narrow window around the last iteration's value, widened when the value lies outside.
    Aspiration {
        /// Half the width.
        width: i32,
    },
}

/// Steps of one unit in a row that MTD(f) makes before it makes larger ones; more than the scores that Connect Four has.
const UNIT_STEPS: i32 = 100;

impl<G, E, S, O> Loop<'_, G, E, S, O>
where
    G: Knowledge,
    E: Evaluate<G>,
    S: SwitchSource,
    O: Observer<G>,
{
    /// Searches the root to a depth; `last` is the score of the iteration before.
    pub(super) fn drive(
        &mut self,
        driver: Driver,
        root: &mut Root<G>,
        depth: u32,
        last: Option<Score>,
    ) -> Found<G::Move> {
        let widest = (-Score::INFINITE, Score::INFINITE);
        match driver {
            Driver::FullWindow => self.root(root, depth, widest),
            Driver::Weak => self.root(root, depth, (Score(-1), Score(1))),
            Driver::NullWindow(score) => self.root(root, depth, (Score(score), Score(score + 1))),
            Driver::MtdF { guess } => {
                let first = guess.map(Score).or(last).unwrap_or(Score::DRAW);
                self.mtd_f(root, depth, first)
            }
            Driver::NegaC { is_optimised } => self.nega_c(root, depth, is_optimised),
            Driver::Aspiration { width } => self.aspire(root, depth, last, width),
        }
    }

    fn mtd_f(&mut self, root: &mut Root<G>, depth: u32, first: Score) -> Found<G::Move> {
        let (mut low, mut high) = (-Score::INFINITE.0, Score::INFINITE.0);
        let mut found = Found { score: first, best: None };
        let mut beta = first.0.clamp(low + 1, high);
        let mut unit_steps = 0;
        while low < high {
            let probe = self.root(root, depth, (Score(beta - 1), Score(beta)));
            if self.meter.is_exhausted() {
                return partly(found, probe);
            }
            let fails_high = probe.score.0 >= beta;
            found = self.narrowed(root, found, probe, fails_high);
            // Fail-hard results creep by one: a long way to a proven win, so after a while the steps double.
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
        found
    }

    fn nega_c(&mut self, root: &mut Root<G>, depth: u32, is_optimised: bool) -> Found<G::Move> {
        let (mut low, mut high) = (-Score::INFINITE.0, Score::INFINITE.0);
        let mut found = Found { score: Score::DRAW, best: None };
        while low < high {
            let mut middle = low + (high - low) / 2;
            if is_optimised {
                if middle <= 0 && low / 2 < middle {
                    middle = low / 2;
                } else if middle >= 0 && high / 2 > middle {
                    middle = high / 2;
                }
            }
            let probe = self.root(root, depth, (Score(middle), Score(middle + 1)));
            if self.meter.is_exhausted() {
                return partly(found, probe);
            }
            found = self.narrowed(root, found, probe, probe.score.0 > middle);
            if probe.score.0 <= middle {
                high = probe.score.0;
            } else {
                low = probe.score.0;
            }
        }
        found
    }

    fn aspire(&mut self, root: &mut Root<G>, depth: u32, last: Option<Score>, width: i32) -> Found<G::Move> {
        let widest = (-Score::INFINITE, Score::INFINITE);
        let Some(last) = last.filter(|last| !last.is_decided()) else { return self.root(root, depth, widest) };
        let mut window = (Score(last.0 - width), Score(last.0 + width));
        loop {
            let found = self.root(root, depth, window);
            if self.meter.is_exhausted() || window.0 < found.score && found.score < window.1 {
                return found;
            }
            self.statistics.searches_again += 1;
            if found.score <= window.0 {
                window.0 = -Score::INFINITE;
            } else {
                if let Some(best) = found.best {
                    bring_forward(&mut root.moves, best);
                }
                window.1 = Score::INFINITE;
            }
        }
    }

    /// Takes over the result of a narrow search. Only one that failed high proves its move; the next search starts with it.
    fn narrowed(
        &mut self,
        root: &mut Root<G>,
        before: Found<G::Move>,
        probe: Found<G::Move>,
        is_lower_bound: bool,
    ) -> Found<G::Move> {
        let best = if is_lower_bound { probe.best } else { before.best.or(probe.best) };
        if let (true, Some(best)) = (is_lower_bound, best) {
            bring_forward(&mut root.moves, best);
        }
        Found { score: probe.score, best }
    }
}

/// What is left when the budget runs out between narrow searches.
fn partly<M>(before: Found<M>, probe: Found<M>) -> Found<M> {
    Found { score: before.score, best: before.best.or(probe.best) }
}
