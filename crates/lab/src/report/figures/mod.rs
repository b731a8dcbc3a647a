//! The figures of reports, drawn as SVG.
//!
//! A figure is a pure function of its data: the same data give the same bytes. It needs no other file, follows the light or dark
//! colours of its reader's system, and has exact numbers as tooltips. Values that cannot be drawn (NaN, infinities, and what is
//! not positive on a logarithmic axis) are left out.

mod axes;
mod bars;
mod boxes;
#[cfg(test)]
mod checks;
mod cross_table;
mod intervals;
mod labels;
mod legend;
mod lines;
mod numbers;
mod scale;
mod style;
mod svg;
mod text;
#[cfg(test)]
mod well_formed;

pub(super) use bars::bars;
pub(super) use boxes::boxes;
pub(super) use cross_table::cross_table;
pub(super) use intervals::intervals;
pub(super) use lines::{Axes, Series, lines};
pub(super) use svg::Drawing;

use svg::Anchor;

use crate::statistics::Estimate;

/// A figure of nothing.
fn without_data() -> Drawing {
    let mut drawing = Drawing::new(320.0, 80.0);
    drawing.text("sb-quiet", Anchor::Middle, (160.0, 40.0), "No data");
    drawing
}

/// An estimate and its interval for a tooltip.
fn estimate_text(estimate: &Estimate) -> String {
    let [value, low, high] = [estimate.value, estimate.low, estimate.high].map(numbers::exact);
    match estimate.low.is_nan() || estimate.high.is_nan() {
        true => value,
        false => format!("{value} ({low} to {high})"),
    }
}
