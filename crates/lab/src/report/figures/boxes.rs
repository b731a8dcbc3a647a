//! Box plots (Tukey 1977).

use std::collections::BTreeMap;

use super::axes::{self, Categories, MARGIN};
use super::numbers::exact;
use super::scale::{Domain, is_drawable};
use super::svg::{Area, Drawing};
use super::without_data;
use crate::statistics::BoxPlot;

/// The height of the area.
const HEIGHT: f64 = 340.0;

/// The width of a category.
const BAND: f64 = 90.0;

/// Half the width of a box.
const HALF: f64 = 24.0;

/// The least width of the area.
const LEAST_WIDTH: f64 = 280.0;

/// The colour of all boxes.
const COLOUR: &str = "sb-c0";

/// A box for each group of values. On a logarithmic axis, values that are not positive count, but are not shown.
pub(in crate::report) fn boxes(axis: &str, is_log: bool, groups: &[(String, Vec<f64>)]) -> Drawing {
    let values = groups.iter().flat_map(|(_, values)| values.iter().copied());
    let Some(domain) = Domain::of(values, is_log) else { return without_data() };
    let (domain, ticks) = domain.rounded(axes::most_ticks(HEIGHT));
    let band = BAND.max(LEAST_WIDTH / groups.len() as f64);
    let categories = Categories::new(groups.iter().map(|(name, _)| name), band);
    let left = axes::left_room(&ticks).max(categories.overhang());
    let area = Area { left, top: MARGIN, right: left + band * groups.len() as f64, bottom: MARGIN + HEIGHT };

    let mut drawing = Drawing::new(area.right + 2.0 * MARGIN, area.bottom + categories.height());
    axes::vertical(&mut drawing, area, (&domain, &ticks), axis);
    for (index, (name, values)) in groups.iter().enumerate() {
        let values: Vec<f64> = values.iter().copied().filter(|&value| is_drawable(value, false)).collect();
        if let Some(plot) = BoxPlot::of(&values).filter(|plot| is_drawable(plot.upper_quartile, is_log)) {
            let place = Place { area, domain, middle: categories.middle(area, index) };
            drawing.group(COLOUR, "", |drawing| place.draw(drawing, name, values.len(), &plot));
        }
    }
    categories.draw(&mut drawing, area);
    drawing
}

/// Where a box is drawn.
struct Place {
    area: Area,
    domain: Domain,
    middle: f64,
}

impl Place {
    fn y(&self, value: f64) -> f64 {
        self.area.y(self.domain.clamped(value))
    }

    fn draw(&self, drawing: &mut Drawing, name: &str, count: usize, plot: &BoxPlot) {
        let x = self.middle;
        let tooltip = format!(
            "{name}\n{count} values\nmedian {}\nquartiles {} and {}\nwhiskers {} to {}\n{} beyond",
            exact(plot.median),
            exact(plot.lower_quartile),
            exact(plot.upper_quartile),
            exact(plot.low_whisker),
            exact(plot.high_whisker),
            plot.outliers.len()
        );
        drawing.group("", &tooltip, |drawing| {
            for (end, quartile) in [(plot.low_whisker, plot.lower_quartile), (plot.high_whisker, plot.upper_quartile)] {
                drawing.line("sb-whisker", (x, self.y(quartile)), (x, self.y(end)));
                drawing.line("sb-whisker", (x - HALF / 2.0, self.y(end)), (x + HALF / 2.0, self.y(end)));
            }
            let [top, bottom] = [plot.upper_quartile, plot.lower_quartile].map(|value| self.y(value));
            let area = Area { left: x - HALF, top, right: x + HALF, bottom };
            drawing.rect("sb-under", area);
            drawing.rect("sb-box", area);
            let median = self.y(plot.median);
            drawing.line("sb-median", (x - HALF, median), (x + HALF, median));
        });
        self.outliers(drawing, name, &plot.outliers);
    }

    /// A circle for all outliers of the same pixel: a search has thousands of them.
    fn outliers(&self, drawing: &mut Drawing, name: &str, outliers: &[f64]) {
        let mut pixels = BTreeMap::<i64, (f64, u64)>::new();
        for &value in outliers {
            if let Some(share) = self.domain.share(value) {
                pixels.entry(self.area.y(share).round() as i64).or_insert((value, 0)).1 += 1;
            }
        }
        for (value, count) in pixels.into_values() {
            let more = if count > 1 { format!(" and {} nearby", count - 1) } else { String::new() };
            let tooltip = format!("{name}\n{}{more}", exact(value));
            drawing.group("", &tooltip, |drawing| drawing.circle("sb-outlier", (self.middle, self.y(value)), 2.5));
        }
    }
}
