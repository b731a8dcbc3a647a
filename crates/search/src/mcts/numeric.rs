//! Real numbers in settings and formulas, the same on every machine.
//!
//! Settings hold thousandths, so that they can be compared, hashed and printed exactly. Formulas use only operations
//! that IEEE 754 rounds exactly: the logarithm of the standard library may differ from system to system, and with it a
//! tree.

use std::f32::consts::LN_2;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use spielbaum_core::TextError;

/// A real number with three decimals.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Thousandths(pub i32);

impl Thousandths {
    /// Zero.
    pub const ZERO: Thousandths = Thousandths(0);
    /// One.
    pub const ONE: Thousandths = Thousandths(1000);

    /// The number itself.
    #[inline]
    pub const fn real(self) -> f32 {
        self.0 as f32 / 1000.0
    }
}

impl fmt::Display for Thousandths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, rest) = (self.0.unsigned_abs() / 1000, self.0.unsigned_abs() % 1000);
        let text = format!("{sign}{whole}.{rest:03}");
        f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

impl fmt::Debug for Thousandths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Thousandths {
    type Err = TextError;

    /// Reads a decimal number and rounds it to thousandths.
    fn from_str(text: &str) -> Result<Thousandths, TextError> {
        let number = text.parse::<f64>().ok().filter(|number| number.abs() <= 1e6);
        let number = number.ok_or_else(|| TextError::at("expected a number, not", text, ""))?;
        Ok(Thousandths((number * 1000.0).round() as i32))
    }
}

/// The natural logarithm of a number of at least 1, to six digits.
#[inline]
pub(super) fn ln(number: f32) -> f32 {
    debug_assert!(number >= 1.0);
    // number = 2^exponent · mantissa, with the mantissa between √½ and √2, where the series below converges fast.
    let bits = number.to_bits().wrapping_sub(0x3f35_04f3);
    let exponent = (bits as i32) >> 23;
    let mantissa = f32::from_bits((bits & 0x007f_ffff) + 0x3f35_04f3);
    // ln m = 2·artanh z, z = (m − 1)/(m + 1)
    let z = (mantissa - 1.0) / (mantissa + 1.0);
    let square = z * z;
    let series = 2.0 + square * (2.0 / 3.0 + square * (2.0 / 5.0 + square * (2.0 / 7.0)));
    exponent as f32 * LN_2 + z * series
}

/// Functions of a visit count. Each takes a division, a root or a series, and every iteration needs dozens of them; so
/// they are tabulated for counts below [`TABLED`].
#[derive(Clone, Copy, Debug)]
pub(super) struct VisitFunctions {
    /// 1 / n; 0 for n = 0.
    pub(super) inverse: f32,
    /// 1 / √n; practically infinite for n = 0.
    pub(super) inverse_sqrt: f32,
    /// √(ln n); 0 for n = 0.
    pub(super) sqrt_ln: f32,
}

/// Few nodes have more visits. Only few of the large counts occur at a time, so that the table uses little cache.
const TABLED: usize = 1 << 17;

/// [`VisitFunctions`] by number of visits.
#[derive(Clone, Copy)]
pub(super) struct VisitTable(&'static [VisitFunctions]);

impl VisitTable {
    #[inline]
    pub(super) fn get() -> VisitTable {
        static ROOTS: LazyLock<Vec<VisitFunctions>> = LazyLock::new(|| (0..TABLED as u32).map(roots).collect());
        VisitTable(&ROOTS)
    }

    #[inline]
    pub(super) fn of(self, visits: u32) -> VisitFunctions {
        self.0.get(visits as usize).copied().unwrap_or_else(|| self.of_many(visits))
    }

    /// The functions of a count beyond the table, from its leading digits: n = m · 4^k.
    #[inline]
    fn of_many(self, visits: u32) -> VisitFunctions {
        let power = (visits.ilog2() - TABLED.ilog2()) / 2 + 1;
        let leading = self.0[(visits >> (2 * power)) as usize];
        let share = 1.0 / (1u64 << power) as f32;
        let logarithm = leading.sqrt_ln * leading.sqrt_ln + power as f32 * (2.0 * LN_2);
        VisitFunctions {
            inverse: leading.inverse * share * share,
            inverse_sqrt: leading.inverse_sqrt * share,
            sqrt_ln: logarithm.sqrt(),
        }
    }
}

#[inline]
fn roots(visits: u32) -> VisitFunctions {
    if visits == 0 {
        return VisitFunctions { inverse: 0.0, inverse_sqrt: 1e9, sqrt_ln: 0.0 };
    }
    let number = visits as f32;
    VisitFunctions { inverse: 1.0 / number, inverse_sqrt: 1.0 / number.sqrt(), sqrt_ln: ln(number).sqrt() }
}

/// e to the power of `number`, at most 0, to five digits.
#[inline]
pub(super) fn exp_below_one(number: f32) -> f32 {
    debug_assert!(number <= 0.0);
    // e^x = (e^(x/1024))^1024, and near 0 three terms of the series are enough.
    let small = number.max(-80.0) / 1024.0;
    let mut power = 1.0 + small * (1.0 + small * (0.5 + small / 6.0));
    for _ in 0..10 {
        power *= power;
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_and_powers_are_close_to_the_standard_librarys() {
        for number in (1u32..2000).chain((2000..4_000_000_000).step_by(77_777_777)) {
            let number = number as f32;
            assert!((ln(number) - number.ln()).abs() <= 1e-6 * number.ln().max(1.0), "{number}");
        }
        for step in 0..400 {
            let number = -(step as f32) / 20.0;
            assert!((exp_below_one(number) - number.exp()).abs() < 1e-3 * number.exp(), "{number}");
        }
    }

    #[test]
    fn looking_up_and_reckoning_are_the_same() {
        let table = VisitTable::get();
        for visits in [0, 1, 2, 3, 1000, TABLED as u32 - 1] {
            let (found, reckoned) = (table.of(visits), roots(visits));
            assert_eq!(found.inverse.to_bits(), reckoned.inverse.to_bits());
            assert_eq!(found.inverse_sqrt.to_bits(), reckoned.inverse_sqrt.to_bits());
            assert_eq!(found.sqrt_ln.to_bits(), reckoned.sqrt_ln.to_bits());
        }
        let is_close = |found: f32, reckoned: f32| (found / reckoned - 1.0).abs() < 4.0 / TABLED as f32;
        for visits in (0..32_000).map(|step| TABLED as u32 + step * 134_000).chain([u32::MAX]) {
            let (found, reckoned) = (table.of(visits), roots(visits));
            assert!(is_close(found.inverse, reckoned.inverse), "{visits}");
            assert!(is_close(found.inverse_sqrt, reckoned.inverse_sqrt), "{visits}");
            assert!(is_close(found.sqrt_ln, reckoned.sqrt_ln), "{visits}");
        }
        assert_eq!((roots(4).inverse, roots(4).inverse_sqrt), (0.25, 0.5));
        assert!((roots(100).sqrt_ln - 100f32.ln().sqrt()).abs() < 1e-6);
    }

    #[test]
    fn thousandths_are_read_as_they_are_printed() {
        for (text, printed) in [("0.7", "0.7"), ("1", "1"), ("-2.50", "-2.5"), ("1.41421", "1.414"), ("0", "0")] {
            assert_eq!(text.parse::<Thousandths>().unwrap().to_string(), printed);
        }
        assert!("much".parse::<Thousandths>().is_err() && "inf".parse::<Thousandths>().is_err());
    }
}
