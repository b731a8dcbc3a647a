//! Names of series: a legend above the area, or labels at the ends of lines.

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

/// Tints of bars, so that they differ on paper without colours.
const TINTS: [f64; 3] = [0.75, 0.25, 0.5];

/// A bar in the look of its series, with what belongs to it.
pub(super) fn bar(drawing: &mut Drawing, series: usize, area: Area, tooltip: &str, more: impl FnOnce(&mut Drawing)) {
    drawing.group(&Look::new(series, false, false).colour(), tooltip, |drawing| {
        drawing.rect("sb-under", area);
        drawing.tinted("sb-bar", area, TINTS[series % TINTS.len()]);
        more(drawing);
    });
}

/// Heights of labels at least one line apart, in the order given and as near to their wishes as possible, within the ends.
/// Requires room for all of them.
pub(super) fn spread(wishes: &[f64], top: f64, bottom: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wishes.len()).collect();
    order.sort_by(|&one, &other| wishes[one].total_cmp(&wishes[other]));
    // Labels that would overlap move together: each block is its first place among all labels, their number, and the height of
    // the first label that is best for the block.
    let mut blocks: Vec<(usize, f64)> = Vec::new();
    for &index in &order {
        blocks.push((1, wishes[index]));
        while let [.., (above, high), (below, low)] = blocks[..] {
            if high + above as f64 * LINE_HEIGHT <= low {
                break;
            }
            let wish = low - above as f64 * LINE_HEIGHT;
            let both = (above as f64 * high + below as f64 * wish) / (above + below) as f64;
            blocks.truncate(blocks.len() - 2);
            blocks.push((above + below, both));
        }
    }
    let blocks = blocks.iter().flat_map(|&(size, first)| (0..size).map(move |line| first + line as f64 * LINE_HEIGHT));
    let mut heights: Vec<f64> = blocks.collect();
    let mut least = top;
    for height in &mut heights {
        *height = height.max(least);
        least = *height + LINE_HEIGHT;
    }
    let mut most = bottom;
    for height in heights.iter_mut().rev() {
        *height = height.min(most);
        most = *height - LINE_HEIGHT;
    }
    let mut places = vec![0.0; wishes.len()];
    for (index, height) in order.into_iter().zip(heights) {
        places[index] = height;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_move_only_as_far_as_they_must() {
        assert_eq!(spread(&[10.0, 100.0], 0.0, 200.0), [10.0, 100.0]);
        assert_eq!(spread(&[52.0, 48.0], 0.0, 200.0), [58.0, 42.0]);
        assert_eq!(spread(&[0.0, 0.0, 0.0], 0.0, 200.0), [0.0, 16.0, 32.0]);
        assert_eq!(spread(&[199.0, 200.0], 0.0, 200.0), [184.0, 200.0]);
        assert_eq!(spread(&[], 0.0, 200.0), [0.0; 0]);
    }

    #[test]
    fn a_legend_breaks_into_rows() {
        let entries = |count| (0..count).map(|index| (Sample::Bar(index), "moving first".to_owned())).collect();
        assert_eq!(Legend::new(entries(0), 300.0).height(), 0.0);
        let (one, two) = (Legend::new(entries(2), 300.0), Legend::new(entries(3), 300.0));
        assert_eq!((one.rows, two.rows), (1, 2));
    }
}
