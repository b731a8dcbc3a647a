//! Estimates with their intervals, one below the other (a forest plot).

use super::axes::{self, BELOW, MARGIN};
use super::numbers::fixed;
use super::scale::Domain;
use super::style::LINE_HEIGHT;
use super::svg::{Anchor, Area, Drawing};
use super::text::{widest, wrapped};
use super::{estimate_text, without_data};
use crate::statistics::Estimate;

/// The width of the area.
const WIDTH: f64 = 380.0;

/// The height of a row with one line of text.
const ROW: f64 = 26.0;

/// Between the area and the text beside it.
const GAP: f64 = 12.0;

/// Names are wrapped to this width.
const WIDEST_NAME: f64 = 300.0;

/// Estimates with their intervals, one below the other.
pub(in crate::report) fn intervals(axis: &str, rows: &[(String, Estimate)]) -> Drawing {
    let ends = rows.iter().flat_map(|(_, estimate)| [estimate.value, estimate.low, estimate.high]);
    let Some(domain) = Domain::of(ends, false) else { return without_data() };
    let names: Vec<Vec<String>> = rows.iter().map(|(name, _)| wrapped(name, WIDEST_NAME, 3)).collect();
    let numbers: Vec<String> = rows.iter().map(|(_, estimate)| rounded(estimate)).collect();
    let heights: Vec<f64> = names.iter().map(|lines| ROW + (lines.len() - 1) as f64 * LINE_HEIGHT).collect();
    let left = MARGIN + widest(names.iter().flatten()) + GAP;
    let area = Area { left, top: MARGIN, right: left + WIDTH, bottom: MARGIN + 6.0 + heights.iter().sum::<f64>() };
    let inner = Area { left: area.left + GAP, right: area.right - GAP, ..area };

    let mut drawing = Drawing::new(area.right + GAP + widest(&numbers) + MARGIN, area.bottom + BELOW);
    let ticks = axes::fitting_ticks(&domain, None, inner.width());
    axes::horizontal(&mut drawing, area, inner, (&domain, &ticks), axis);
    if domain.has_zero_inside() {
        let x = inner.x(domain.clamped(0.0));
        drawing.line("sb-zero", (x, area.top), (x, area.bottom));
    }
    let mut top = area.top + 3.0;
    for (((name, estimate), lines), (number, height)) in rows.iter().zip(&names).zip(numbers.iter().zip(&heights)) {
        let tooltip = format!("{name}\n{}", estimate_text(estimate));
        let row = Area { left: MARGIN, top, right: area.right + GAP, bottom: top + height };
        let middle = (row.top + row.bottom) / 2.0;
        drawing.group("sb-c0", &tooltip, |drawing| {
            drawing.rect("sb-hit", row);
            for (line, text) in lines.iter().enumerate() {
                let y = middle + (line as f64 - (lines.len() - 1) as f64 / 2.0) * LINE_HEIGHT;
                drawing.text("sb-text", Anchor::End, (area.left - GAP, y), text);
            }
            drawing.text("sb-quiet", Anchor::Start, (area.right + GAP, middle), number);
            mark(drawing, inner, &domain, estimate, middle);
        });
        top += height;
    }
    drawing
}

/// The interval as a whisker, and the estimate on it.
fn mark(drawing: &mut Drawing, area: Area, domain: &Domain, estimate: &Estimate, y: f64) {
    let Some(share) = domain.share(estimate.value) else { return };
    if let (Some(low), Some(high)) = (domain.share(estimate.low), domain.share(estimate.high)) {
        let [low, high] = [low, high].map(|share| area.x(share));
        drawing.line("sb-whisker", (low, y), (high, y));
        for end in [low, high] {
            drawing.line("sb-whisker", (end, y - 4.0), (end, y + 4.0));
        }
    }
    drawing.circle("sb-mark", (area.x(share), y), 4.5);
}

/// The estimate and its interval, with as many decimals as the interval's width makes useful.
fn rounded(estimate: &Estimate) -> String {
    let Estimate { value, low, high } = *estimate;
    if !value.is_finite() {
        return "–".to_owned();
    }
    let width = high - low;
    let size = if width.is_finite() && width > 0.0 { width } else { value.abs().max(1.0) };
    let decimals = (1.0 - size.log10().floor()).clamp(0.0, 6.0) as usize;
    let decimals = if size >= 10.0 { 0 } else { decimals };
    let text = |value| fixed(value, decimals);
    match low.is_finite() && high.is_finite() {
        true => format!("{} [{}, {}]", text(value), text(low), text(high)),
        false => text(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_decimals_that_their_interval_allows() {
        let text = |value, low, high| rounded(&Estimate { value, low, high });
        assert_eq!(text(47.82, -3.2, 98.0), "48 [\u{2212}3, 98]");
        assert_eq!(text(0.512, 0.48, 0.55), "0.512 [0.480, 0.550]");
        assert_eq!(text(5.0, f64::NEG_INFINITY, 8.0), "5.0");
        assert_eq!(text(f64::NAN, 0.0, 1.0), "–");
    }
}
