//! A legend above the area, in rows.

use super::bars::bar;
use super::style::{LINE_HEIGHT, Look};
use super::svg::{Anchor, Area, Drawing, Point, polyline};
use super::text::{elided, width};

/// The width of a sample of a series.
const SAMPLE: f64 = 28.0;

/// Between a sample and its name.
const GAP: f64 = 6.0;

/// Between entries.
const BETWEEN: f64 = 18.0;

/// Between the legend and the area.
const BELOW: f64 = 12.0;

/// The height of a row of entries.
const ROW: f64 = LINE_HEIGHT + 4.0;

/// A sample of a series in a legend.
#[derive(Clone, Copy)]
pub(super) enum Sample {
    /// A line.
    Line(Look),
    /// The bar of this index.
    Bar(usize),
}

/// Entries in rows that fill a width.
pub(super) struct Legend {
    entries: Vec<(Sample, String, Point)>,
    rows: usize,
}

impl Legend {
    pub(super) fn new(entries: Vec<(Sample, String)>, room: f64) -> Legend {
        let (mut x, mut rows) = (0.0, usize::from(!entries.is_empty()));
        let mut placed = Vec::new();
        for (sample, name) in entries {
            let name = elided(&name, room - SAMPLE - GAP);
            let needed = SAMPLE + GAP + width(&name);
            if x > 0.0 && x + needed > room {
                (x, rows) = (0.0, rows + 1);
            }
            placed.push((sample, name, (x, (rows - 1) as f64 * ROW)));
            x += needed + BETWEEN;
        }
        Legend { entries: placed, rows }
    }

    /// The room that it needs above the area.
    pub(super) fn height(&self) -> f64 {
        if self.rows == 0 { 0.0 } else { self.rows as f64 * ROW + BELOW }
    }

    pub(super) fn draw(&self, drawing: &mut Drawing, (left, top): Point) {
        for (sample, name, (right, down)) in &self.entries {
            let (x, y) = (left + right, top + down + ROW / 2.0);
            match *sample {
                Sample::Line(look) => drawing.group(&look.colour(), "", |drawing| {
                    drawing.path(&look.line(), &polyline(&[(x, y), (x + SAMPLE, y)]));
                    if look.has_markers {
                        look.marker(drawing, (x + SAMPLE / 2.0, y));
                    }
                }),
                Sample::Bar(index) => {
                    let area = Area { left: x + SAMPLE - 14.0, top: y - 6.0, right: x + SAMPLE, bottom: y + 6.0 };
                    bar(drawing, index, area, "", |_| {});
                }
            }
            drawing.text("sb-text", Anchor::Start, (x + SAMPLE + GAP, y), name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_legend_breaks_into_rows() {
        let entries = |count| (0..count).map(|index| (Sample::Bar(index), "moving first".to_owned())).collect();
        assert_eq!(Legend::new(entries(0), 300.0).height(), 0.0);
        let (one, two) = (Legend::new(entries(2), 300.0), Legend::new(entries(3), 300.0));
        assert_eq!((one.rows, two.rows), (1, 2));
    }
}
