//! Numbers as text: coordinates, short labels of axes, and exact values of tooltips.

use spielbaum_core::grouped;

/// The minus sign, as wide as a plus sign.
const MINUS: char = '\u{2212}';

/// Stands between a number and its unit.
const THIN_SPACE: char = '\u{2009}';

/// Suffixes of thousands, largest first.
const SUFFIXES: [(f64, char); 4] = [(1e12, 'T'), (1e9, 'G'), (1e6, 'M'), (1e3, 'k')];

/// An axis that reaches this number has suffixes.
const LONG: f64 = 1e4;

/// Beyond these sizes numbers are written with powers of ten.
const PLAIN: std::ops::Range<f64> = 1e-4..1e15;

/// A coordinate in tenths of a pixel.
pub(super) fn coordinate(value: f64) -> String {
    let tenths = (value * 10.0).round() / 10.0;
    // Adding zero makes a negative zero positive.
    format!("{}", tenths + 0.0)
}

/// Labels for the values of one axis: 20 k, 5 M; all or none have a suffix.
pub(super) fn labels(values: &[f64]) -> Vec<String> {
    let has_suffixes = values.iter().any(|value| value.abs() >= LONG);
    values.iter().map(|&value| label(value, has_suffixes)).collect()
}

fn label(value: f64, has_suffixes: bool) -> String {
    let unit = SUFFIXES.iter().find(|(unit, _)| has_suffixes && value.abs() >= *unit);
    match unit {
        _ if value != 0.0 && !PLAIN.contains(&value.abs()) => with_power(value),
        Some((unit, suffix)) => format!("{}{THIN_SPACE}{suffix}", plain(value / unit, 10)),
        None => plain(value, 10),
    }
}

/// A value for a tooltip: whole numbers with all digits, others with six significant digits.
pub(super) fn exact(value: f64) -> String {
    let size = value.abs();
    let sign = if value < 0.0 { MINUS.to_string() } else { String::new() };
    match size {
        _ if value.is_nan() => "unknown".to_owned(),
        f64::INFINITY => format!("{sign}∞"),
        _ if size != 0.0 && !PLAIN.contains(&size) => with_power(value),
        _ if size.fract() != 0.0 => plain(value, 6),
        LONG.. => format!("{sign}{}", grouped(size as u64)),
        _ => format!("{sign}{size}"),
    }
}

/// A value with the given number of decimals.
pub(super) fn fixed(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let is_zero = text.bytes().all(|byte| matches!(byte, b'-' | b'0' | b'.'));
    let text = if is_zero { text.trim_start_matches('-') } else { &text };
    text.replace('-', &MINUS.to_string())
}

/// A value with at most so many significant digits, without zeros at the end of its fraction.
fn plain(value: f64, digits: i32) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let decimals = (digits - 1 - value.abs().log10().floor() as i32).clamp(0, 14) as usize;
    let text = fixed(value, decimals);
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

/// A value as a multiple of a power of ten.
fn with_power(value: f64) -> String {
    let text = format!("{value:.2e}");
    let (factor, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let factor = plain(factor.parse().unwrap_or(value), 3);
    let raised: String = exponent.chars().map(raised).collect();
    match factor.as_str() {
        "1" => format!("10{raised}"),
        _ => format!("{factor}×10{raised}"),
    }
}

fn raised(character: char) -> char {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    character.to_digit(10).map_or('⁻', |digit| DIGITS[digit as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_are_short_and_never_minus_zero() {
        assert_eq!([-0.04, 0.0, 12.0, 12.34, -3.25].map(coordinate), ["0", "0", "12", "12.3", "-3.3"]);
    }

    #[test]
    fn long_axes_have_suffixes() {
        assert_eq!(labels(&[0.0, 5e3, 1e4, 2.5e4]), ["0", "5\u{2009}k", "10\u{2009}k", "25\u{2009}k"]);
        assert_eq!(labels(&[500.0, 1000.0, 1500.0]), ["500", "1000", "1500"]);
        assert_eq!(labels(&[1.0, 1e6, 5e9, 2e12]), ["1", "1\u{2009}M", "5\u{2009}G", "2\u{2009}T"]);
        assert_eq!(labels(&[-2e4, -0.0, 2e4]), ["\u{2212}20\u{2009}k", "0", "20\u{2009}k"]);
        assert_eq!(labels(&[0.1 + 0.2, -0.5]), ["0.3", "\u{2212}0.5"]);
        assert_eq!(labels(&[1e-5, -2.5e-7, 1e18]), ["10⁻⁵", "\u{2212}2.5×10⁻⁷", "10¹⁸"]);
    }

    #[test]
    fn tooltips_are_exact() {
        let values =
            [0.0, -0.0, 7.0, 1234.0, 1_234_567.0, -12345.0, 0.123_456_78, 1e-9, 1e20, f64::NAN, -f64::INFINITY];
        let texts =
            ["0", "0", "7", "1234", "1,234,567", "\u{2212}12,345", "0.123457", "10⁻⁹", "10²⁰", "unknown", "\u{2212}∞"];
        assert_eq!(values.map(exact), texts);
    }

    #[test]
    fn a_rounded_zero_has_no_sign() {
        assert_eq!([fixed(-0.04, 1), fixed(-1.26, 1), fixed(3.0, 0)], ["0.0", "\u{2212}1.3", "3"]);
    }
}
