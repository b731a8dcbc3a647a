//! Linear and logarithmic scales, and their ticks.

use super::numbers::labels;

/// Greater sizes are not drawn, so that no difference overflows.
const LARGEST: f64 = 1e100;

/// Values closer than this share of their size count as equal.
const CLOSE: f64 = 1e-9;

/// A tick within this share of a step beyond the end is at the end.
const SLACK: f64 = 1e-9;

/// With more powers of ten than this an axis has no ticks between them.
const MOST_DECADES: i32 = 10;

/// The ends of an axis.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Domain {
    low: f64,
    high: f64,
    is_log: bool,
}

/// The ticks of an axis.
#[derive(Clone, PartialEq, Default, Debug)]
pub(super) struct Ticks {
    /// Labelled values.
    pub(super) major: Vec<(f64, String)>,
    /// Values between them.
    pub(super) minor: Vec<f64>,
}

impl Domain {
    /// The range of the values that can be drawn; `None` without any. Equal values get room around them.
    pub(super) fn of(values: impl IntoIterator<Item = f64>, is_log: bool) -> Option<Domain> {
        let drawn = values.into_iter().filter(|&value| is_drawable(value, is_log));
        let ends = drawn.fold(None, |ends: Option<(f64, f64)>, value| {
            let (low, high) = ends.unwrap_or((value, value));
            Some((low.min(value), high.max(value)))
        });
        let (low, high) = ends?;
        let size = low.abs().max(high.abs());
        let (low, high) = match high - low <= CLOSE * size {
            false => (low, high),
            true if is_log => (low / 3.0, high * 3.0),
            true if size == 0.0 => (-1.0, 1.0),
            true => (low - 0.1 * size, high + 0.1 * size),
        };
        Some(Domain { low, high, is_log })
    }

    /// The ends, extended to ticks, with at most about so many ticks.
    pub(super) fn rounded(self, most: usize) -> (Domain, Ticks) {
        let domain = if self.is_log {
            Domain { low: rounded_down(self.low), high: rounded_up(self.high), ..self }
        } else {
            let step = nice_step((self.high - self.low) / most.max(1) as f64);
            let [low, high] = [(self.low / step + SLACK).floor(), (self.high / step - SLACK).ceil()];
            let domain = Domain { low: low * step, high: high * step, ..self };
            return (domain, domain.linear_ticks(step));
        };
        (domain, domain.ticks(most))
    }

    /// At most about so many ticks between the ends.
    pub(super) fn ticks(&self, most: usize) -> Ticks {
        let linear = || self.linear_ticks(nice_step((self.high - self.low) / most.max(1) as f64));
        if !self.is_log {
            return linear();
        }
        let ticks = self.log_ticks(most.max(1));
        if ticks.major.len() < 2 { linear() } else { ticks }
    }

    /// Ticks at multiples of `step`, or of a round multiple of it where they would be more than `most`.
    pub(super) fn stepped(&self, step: f64, most: usize) -> Ticks {
        let least = (self.high - self.low) / most.max(1) as f64;
        let factor = if least <= step { 1.0 } else { nice_step(least / step) };
        self.linear_ticks(step * factor)
    }

    fn linear_ticks(&self, step: f64) -> Ticks {
        let (first, last) = ((self.low / step - SLACK).ceil(), (self.high / step + SLACK).floor());
        let values = (0..=(last - first).clamp(0.0, 1000.0) as u32).map(|index| (first + f64::from(index)) * step);
        Ticks { major: labelled(values.collect()), minor: Vec::new() }
    }

    fn log_ticks(&self, most: usize) -> Ticks {
        let (low, high) = (self.low.log10(), self.high.log10());
        let decades = (low - SLACK).ceil() as i32..=(high + SLACK).floor() as i32;
        let count = (decades.end() - decades.start() + 1).max(1);
        let every = (count + most as i32 - 1) / most as i32;
        let (mut major, mut minor) = (Vec::new(), Vec::new());
        for exponent in decades.clone() {
            let list = if exponent.rem_euclid(every) == 0 { &mut major } else { &mut minor };
            list.push(power(exponent));
        }
        let between = |factors: &[f64]| {
            let all = (decades.start() - 1..=*decades.end()).flat_map(|exponent| {
                let multiple = |factor: &f64| factor * power(exponent);
                factors.iter().map(multiple).collect::<Vec<f64>>()
            });
            let inside = |value: &f64| (self.low * (1.0 - SLACK)..=self.high * (1.0 + SLACK)).contains(value);
            all.filter(inside).collect::<Vec<f64>>()
        };
        let twos_and_fives = between(&[2.0, 5.0]);
        if every == 1 && major.len() < 3 && major.len() + twos_and_fives.len() <= most {
            major.extend(&twos_and_fives);
            major.sort_by(f64::total_cmp);
        }
        if every == 1 && count <= MOST_DECADES {
            minor = between(&[2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]);
            minor.retain(|value| !major.contains(value));
        }
        Ticks { major: labelled(major), minor }
    }

    /// The place of a value between the ends, from 0 to 1; `None` where the axis has no place for it.
    pub(super) fn share(&self, value: f64) -> Option<f64> {
        is_drawable(value, self.is_log).then(|| self.clamped(value))
    }

    /// The place of a value; what lies beyond an end, and a value that a logarithmic axis cannot show, is at the end.
    pub(super) fn clamped(&self, value: f64) -> f64 {
        let value = if value.is_nan() { self.low } else { value.clamp(self.low, self.high) };
        let share = match self.is_log {
            true => (value / self.low).log10() / (self.high / self.low).log10(),
            false => (value - self.low) / (self.high - self.low),
        };
        share.clamp(0.0, 1.0)
    }

    /// Whether zero is strictly inside.
    pub(super) fn has_zero_inside(&self) -> bool {
        self.low < 0.0 && self.high > 0.0
    }
}

/// Whether an axis has a place for this value.
pub(super) fn is_drawable(value: f64, is_log: bool) -> bool {
    // NaN fails every comparison.
    value.abs() <= LARGEST && (!is_log || value >= 1.0 / LARGEST)
}

fn labelled(values: Vec<f64>) -> Vec<(f64, String)> {
    let labels = labels(&values);
    values.into_iter().zip(labels).collect()
}

/// The smallest of 1, 2 and 5 times a power of ten that is at least this.
fn nice_step(least: f64) -> f64 {
    rounded_up(least.max(f64::MIN_POSITIVE))
}

fn rounded_up(value: f64) -> f64 {
    let unit = power(value.log10().floor() as i32);
    let factor = [1.0, 2.0, 5.0].into_iter().find(|factor| value <= factor * unit * (1.0 + SLACK)).unwrap_or(10.0);
    factor * unit
}

fn rounded_down(value: f64) -> f64 {
    let unit = power(value.log10().floor() as i32);
    let factor = [10.0, 5.0, 2.0].into_iter().find(|factor| value >= factor * unit * (1.0 - SLACK)).unwrap_or(1.0);
    factor * unit
}

/// A power of ten, correctly rounded, as a product of tens would not be.
fn power(exponent: i32) -> f64 {
    format!("1e{exponent}").parse().expect("a number")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(ticks: &Ticks) -> Vec<String> {
        ticks.major.iter().map(|(_, label)| label.replace('\u{2009}', " ")).collect()
    }

    #[test]
    fn linear_ticks_are_round_and_include_the_ends() {
        let (domain, ticks) = Domain::of([3.0, 97.0], false).unwrap().rounded(6);
        assert_eq!(texts(&ticks), ["0", "20", "40", "60", "80", "100"]);
        assert_eq!((domain.share(0.0), domain.share(100.0), domain.share(25.0)), (Some(0.0), Some(1.0), Some(0.25)));
        let (_, ticks) = Domain::of([-0.31, 0.2], false).unwrap().rounded(6);
        assert_eq!(texts(&ticks), ["\u{2212}0.4", "\u{2212}0.3", "\u{2212}0.2", "\u{2212}0.1", "0", "0.1", "0.2"]);
    }

    #[test]
    fn ticks_inside_tight_ends_stay_inside() {
        let domain = Domain::of([1.0, 6.0], false).unwrap();
        assert_eq!(texts(&domain.stepped(1.0, 8)), ["1", "2", "3", "4", "5", "6"]);
        assert_eq!(texts(&domain.stepped(1.0, 3)), ["2", "4", "6"]);
        assert_eq!(texts(&domain.ticks(3)), ["2", "4", "6"]);
    }

    #[test]
    fn log_ticks_are_powers_of_ten_with_minor_ticks() {
        let (_, ticks) = Domain::of([3.0, 4e5], true).unwrap().rounded(8);
        assert_eq!(texts(&ticks), ["10", "100", "1 k", "10 k", "100 k"]);
        assert!(ticks.minor.contains(&20.0) && ticks.minor.contains(&5.0) && !ticks.minor.contains(&100.0));
        let (_, ticks) = Domain::of([1.0, 1e12], true).unwrap().rounded(5);
        assert_eq!(texts(&ticks), ["1", "1 k", "1 M", "1 G", "1 T"]);
    }

    #[test]
    fn short_log_axes_have_more_labels() {
        let (_, ticks) = Domain::of([30.0, 400.0], true).unwrap().rounded(8);
        assert_eq!(texts(&ticks), ["20", "50", "100", "200", "500"]);
        let ticks = Domain::of([310.0, 390.0], true).unwrap().ticks(5);
        assert_eq!(texts(&ticks), ["320", "340", "360", "380"]);
    }

    #[test]
    fn equal_values_and_none_at_all_have_domains() {
        assert_eq!(Domain::of([], false), None);
        assert_eq!(Domain::of([f64::NAN, f64::INFINITY, 1e200], false), None);
        assert_eq!(Domain::of([0.0, -5.0], true), None);
        for value in [0.0, 5.0, -1e9, 1e-30] {
            assert_eq!(Domain::of([value, value], false).unwrap().share(value), Some(0.5), "{value}");
        }
        let log = Domain::of([0.0, 100.0], true).unwrap();
        assert!(log.share(100.0).is_some_and(|share| (share - 0.5).abs() < 1e-9));
        assert_eq!((log.share(0.0), log.clamped(0.0)), (None, 0.0));
    }
}
