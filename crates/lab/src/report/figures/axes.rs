//! Axes: grid, ticks, labels of values and names of categories.

use super::scale::{Domain, Ticks};
use super::style::{LINE_HEIGHT, TEXT_SIZE};
use super::svg::{Anchor, Area, Drawing};
use super::text::{elided, widest, width, wrapped};

/// Around a figure.
pub(super) const MARGIN: f64 = 12.0;

/// Between an axis and its labels.
const GAP: f64 = 8.0;

/// The room below an area for the labels of ticks and of the axis.
pub(super) const BELOW: f64 = GAP + 2.0 * LINE_HEIGHT + 6.0 + MARGIN;

/// Vertical distance of ticks.
const TICK_HEIGHT: f64 = 40.0;

/// Names of categories are wrapped to this width where they are turned.
const TURNED_WIDTH: f64 = 220.0;

/// The room that names of categories may have in lines.
const MOST_LINES: usize = 3;

/// The sine and cosine of the turn.
const DIAGONAL: f64 = std::f64::consts::FRAC_1_SQRT_2;

/// How many ticks a vertical axis has.
pub(super) fn most_ticks(height: f64) -> usize {
    (height / TICK_HEIGHT) as usize
}

/// The room left of an area for a vertical axis.
pub(super) fn left_room(ticks: &Ticks) -> f64 {
    MARGIN + LINE_HEIGHT + 6.0 + label_room(ticks)
}

/// The room left of an area for the labels of ticks.
fn label_room(ticks: &Ticks) -> f64 {
    widest(ticks.major.iter().map(|(_, label)| label)) + GAP
}

/// A vertical axis with lines across the area.
pub(super) fn vertical(drawing: &mut Drawing, area: Area, (domain, ticks): (&Domain, &Ticks), label: &str) {
    for (value, text) in &ticks.major {
        let y = area.y(domain.clamped(*value));
        drawing.line("sb-grid", (area.left, y), (area.right, y));
        drawing.text("sb-text", Anchor::End, (area.left - GAP, y), text);
    }
    for value in &ticks.minor {
        let y = area.y(domain.clamped(*value));
        drawing.line("sb-axis", (area.left, y), (area.left + 3.0, y));
    }
    if domain.has_zero_inside() {
        let y = area.y(domain.clamped(0.0));
        drawing.line("sb-axis", (area.left, y), (area.right, y));
    }
    drawing.line("sb-axis", (area.left, area.top), (area.left, area.bottom));
    let x = area.left - label_room(ticks) - 6.0 - LINE_HEIGHT / 2.0;
    let middle = (area.top + area.bottom) / 2.0;
    drawing.turned("sb-text", Anchor::Middle, (x, middle), -90.0, &elided(label, area.height()));
}

/// The ticks of a horizontal axis whose labels do not touch.
pub(super) fn fitting_ticks(domain: &Domain, step: Option<f64>, length: f64) -> Ticks {
    let ticks = |most| step.map_or_else(|| domain.ticks(most), |step| domain.stepped(step, most));
    let fit = |ticks: &Ticks| {
        let ends = ticks.major.iter().map(|(value, text)| {
            let (middle, half) = (length * domain.clamped(*value), width(text) / 2.0);
            (middle - half, middle + half)
        });
        let ends: Vec<(f64, f64)> = ends.collect();
        ends.windows(2).all(|pair| pair[0].1 + GAP <= pair[1].0)
    };
    let most = if step.is_some() { length / 24.0 } else { length / 50.0 };
    let counts = (1..=most.max(1.0) as usize).rev();
    counts.map(ticks).find(fit).unwrap_or_default()
}

/// A horizontal axis below the area, with lines across it; its values have their places in `inner`, which leaves room for marks
/// at the sides.
pub(super) fn horizontal(
    drawing: &mut Drawing,
    area: Area,
    inner: Area,
    (domain, ticks): (&Domain, &Ticks),
    label: &str,
) {
    for (value, text) in &ticks.major {
        let x = inner.x(domain.clamped(*value));
        drawing.line("sb-grid", (x, area.top), (x, area.bottom));
        drawing.text("sb-text", Anchor::Middle, (x, area.bottom + GAP + LINE_HEIGHT / 2.0), text);
    }
    for value in &ticks.minor {
        let x = inner.x(domain.clamped(*value));
        drawing.line("sb-axis", (x, area.bottom - 3.0), (x, area.bottom));
    }
    drawing.line("sb-axis", (area.left, area.bottom), (area.right, area.bottom));
    let place = ((area.left + area.right) / 2.0, area.bottom + GAP + 1.5 * LINE_HEIGHT + 6.0);
    drawing.text("sb-text", Anchor::Middle, place, &elided(label, area.width()));
}

/// Names below an area, side by side where they fit, otherwise turned.
pub(super) struct Categories {
    names: Vec<Vec<String>>,
    is_turned: bool,
    /// The width of each.
    band: f64,
}

impl Categories {
    pub(super) fn new<'a>(names: impl Iterator<Item = &'a String> + Clone, band: f64) -> Categories {
        let lines = |room: f64, most| names.clone().map(|name| wrapped(name, room, most)).collect::<Vec<_>>();
        let upright = lines(band - GAP, MOST_LINES);
        let is_turned = upright.iter().flatten().any(|line| line.contains('…'));
        let names = if is_turned { lines(TURNED_WIDTH, 2) } else { upright };
        Categories { names, is_turned, band }
    }

    /// The room that they need below the area.
    pub(super) fn height(&self) -> f64 {
        let (widest, most) = (widest(self.names.iter().flatten()), self.names.iter().map(Vec::len).max().unwrap_or(0));
        let lines = most as f64 * LINE_HEIGHT;
        let needed = if self.is_turned { DIAGONAL * (widest + lines) } else { lines };
        GAP + needed + MARGIN
    }

    /// The room that they need left of the area.
    pub(super) fn overhang(&self) -> f64 {
        let beyond = |(index, lines): (usize, &Vec<String>)| {
            let reach = DIAGONAL * (widest(lines) + lines.len() as f64 * LINE_HEIGHT);
            reach - (index as f64 + 0.5) * self.band
        };
        let most = self.names.iter().enumerate().map(beyond).fold(0.0, f64::max);
        if self.is_turned { most + MARGIN } else { 0.0 }
    }

    /// The middle of a category.
    pub(super) fn middle(&self, area: Area, index: usize) -> f64 {
        area.left + (index as f64 + 0.5) * self.band
    }

    pub(super) fn draw(&self, drawing: &mut Drawing, area: Area) {
        drawing.line("sb-axis", (area.left, area.bottom), (area.right, area.bottom));
        for (index, lines) in self.names.iter().enumerate() {
            for (line, text) in lines.iter().enumerate() {
                let x = self.middle(area, index);
                if self.is_turned {
                    // Later lines are further to the lower right, at a right angle to the text.
                    let shift = (line as f64 - 0.5 * (lines.len() - 1) as f64) * LINE_HEIGHT * DIAGONAL;
                    let place = (x + shift, area.bottom + GAP + TEXT_SIZE / 2.0 + shift);
                    drawing.turned("sb-text", Anchor::End, place, -45.0, text);
                } else {
                    let y = area.bottom + GAP + (line as f64 + 0.5) * LINE_HEIGHT;
                    drawing.text("sb-text", Anchor::Middle, (x, y), text);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_turned_where_they_do_not_fit() {
        let names = ["random".to_owned(), "mcts".to_owned()];
        assert!(!Categories::new(names.iter(), 90.0).is_turned);
        let names = ["random".to_owned(), "alphabeta:tt,iterative,time=1s".to_owned()];
        let turned = Categories::new(names.iter(), 60.0);
        assert!(turned.is_turned && turned.height() > 100.0 && turned.overhang() > 0.0);
        assert!(!Categories::new(names.iter(), 260.0).is_turned);
    }

    #[test]
    fn labels_of_a_short_axis_do_not_touch() {
        let domain = Domain::of([1.0, 1e9], false).unwrap();
        let ticks = fitting_ticks(&domain, None, 100.0);
        assert!((1..=2).contains(&ticks.major.len()), "{ticks:?}");
        let ticks = fitting_ticks(&Domain::of([1.0, 60.0], false).unwrap(), Some(1.0), 500.0);
        assert!((5..30).contains(&ticks.major.len()), "{ticks:?}");
    }
}
