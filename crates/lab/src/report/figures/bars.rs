//! Bars in groups, with intervals as whiskers.

use super::axes::{self, Categories, MARGIN};
use super::legend::{Legend, Sample};
use super::scale::{Domain, is_drawable};
use super::style::Look;
use super::svg::{Area, Drawing};
use super::text::width;
use super::{estimate_text, without_data};
use crate::statistics::Estimate;

/// The height of the area.
const HEIGHT: f64 = 320.0;

/// The width of a bar.
const BAR: f64 = 30.0;

/// Between groups.
const BETWEEN: f64 = 24.0;

/// The least width of a group, so that short names need not be turned.
const LEAST_BAND: f64 = 84.0;

/// The least width of the area.
const LEAST_WIDTH: f64 = 280.0;

/// Tints of bars, so that they differ on paper without colours.
const TINTS: [f64; 3] = [0.75, 0.25, 0.5];

/// A group of bars for each name, with their intervals as whiskers; one bar of a group for each of `series`.
pub(in crate::report) fn bars<const N: usize>(
    axis: &str,
    series: [&str; N],
    groups: &[(String, [Estimate; N])],
) -> Drawing {
    let ends = groups.iter().flat_map(|(_, bars)| bars).filter(|bar| is_drawable(bar.value, false));
    let ends: Vec<f64> = ends.flat_map(|bar| [bar.value, bar.low, bar.high]).collect();
    if ends.is_empty() {
        return without_data();
    }
    // Bars stand on zero; where all are zero they have room to be higher.
    let least = if ends.iter().all(|&end| end == 0.0) { 1.0 } else { 0.0 };
    let Some(domain) = Domain::of(ends.into_iter().chain([0.0, least]), false) else { return without_data() };
    let (domain, ticks) = domain.rounded(axes::most_ticks(HEIGHT));
    let band = LEAST_BAND.max(N as f64 * BAR + BETWEEN).max(LEAST_WIDTH / groups.len() as f64);
    let categories = Categories::new(groups.iter().map(|(name, _)| name), band);
    let left = axes::left_room(&ticks).max(categories.overhang());
    let entries: Vec<(Sample, String)> =
        series.iter().enumerate().map(|(index, name)| (Sample::Bar(index), (*name).to_owned())).collect();
    let widest = series.iter().map(|name| width(name)).fold(0.0, f64::max);
    let right = left + (band * groups.len() as f64).max(widest);
    let legend = Legend::new(entries, right - left);
    let top = MARGIN + legend.height();
    let area = Area { left, top, right, bottom: top + HEIGHT };

    let mut drawing = Drawing::new(right + 2.0 * MARGIN, area.bottom + categories.height());
    axes::vertical(&mut drawing, area, (&domain, &ticks), axis);
    legend.draw(&mut drawing, (left, MARGIN));
    let zero = area.y(domain.clamped(0.0));
    for (group, (name, bars)) in groups.iter().enumerate() {
        let start = categories.middle(area, group) - BAR * N as f64 / 2.0;
        for (index, estimate) in bars.iter().enumerate() {
            let Some(share) = domain.share(estimate.value) else { continue };
            let (x, y) = (start + BAR * index as f64, area.y(share));
            let place = Area { left: x + 2.0, right: x + BAR - 2.0, top: y.min(zero), bottom: y.max(zero) };
            let tooltip = format!("{name}\n{}: {}", series[index], estimate_text(estimate));
            bar(&mut drawing, index, place, &tooltip, |drawing| {
                if estimate.low.is_nan() || estimate.high.is_nan() || estimate.low >= estimate.high {
                    return;
                }
                let middle = x + BAR / 2.0;
                let [low, high] = [estimate.low, estimate.high].map(|end| area.y(domain.clamped(end)));
                drawing.line("sb-error", (middle, low), (middle, high));
                // An infinite end has no cap.
                for share in [estimate.low, estimate.high].into_iter().filter_map(|end| domain.share(end)) {
                    let y = area.y(share);
                    drawing.line("sb-error", (middle - 4.0, y), (middle + 4.0, y));
                }
            });
        }
    }
    categories.draw(&mut drawing, area);
    drawing
}

/// A bar in the look of its series, with what belongs to it.
pub(super) fn bar(drawing: &mut Drawing, series: usize, area: Area, tooltip: &str, more: impl FnOnce(&mut Drawing)) {
    drawing.group(&Look::new(series, false, false).colour(), tooltip, |drawing| {
        drawing.rect("sb-under", area);
        drawing.tinted("sb-bar", area, TINTS[series % TINTS.len()]);
        more(drawing);
    });
}
