//! Lines through points, with intervals as bands.

use super::axes::{self, BELOW, MARGIN};
use super::labels::spread;
use super::legend::{Legend, Sample};
use super::numbers::exact;
use super::scale::Domain;
use super::style::{LINE_HEIGHT, Look};
use super::svg::{Anchor, Area, Drawing, Point, polygon, polyline};
use super::text::{widest, width};
use super::without_data;

/// A line of points.
#[derive(Clone, Default)]
pub(in crate::report) struct Series {
    pub(in crate::report) name: String,
    pub(in crate::report) points: Vec<(f64, f64)>,
    /// The interval of each point; empty if unknown.
    pub(in crate::report) band: Vec<(f64, f64)>,
    /// Whether the values are those of a publication: drawn dashed, with hollow markers, and without band. Series of the same
    /// name have the same colour, so that published values can stand beside ours.
    pub(in crate::report) is_published: bool,
}

/// Labels of the axes, and which of them are logarithmic.
pub(in crate::report) struct Axes<'a> {
    pub(in crate::report) x: &'a str,
    pub(in crate::report) y: &'a str,
    pub(in crate::report) is_log_x: bool,
    pub(in crate::report) is_log_y: bool,
    /// The tick distance of the horizontal axis; `None` chooses one.
    pub(in crate::report) x_step: Option<f64>,
}

/// Lines with more points are drawn without markers.
const MOST_MARKED: usize = 60;

const WIDTH: f64 = 760.0;

/// The height of the area.
const HEIGHT: f64 = 360.0;

/// Between the area's sides and the first and last points.
const INSET: f64 = 10.0;

/// Between a line's end and its label.
const LEAD: f64 = 16.0;

/// Labels at the ends of lines have at most this width; longer ones go to a legend.
const WIDEST_LABEL: f64 = 260.0;

/// Lines through points, with markers if they are few.
pub(in crate::report) fn lines(axes: &Axes, series: &[Series]) -> Drawing {
    let points = || series.iter().flat_map(|line| line.points.iter().copied());
    let bands = series.iter().filter(|line| !line.is_published).flat_map(|line| &line.band);
    let heights = points().map(|point| point.1).chain(bands.flat_map(|&(low, high)| [low, high]));
    let domains = (Domain::of(points().map(|point| point.0), axes.is_log_x), Domain::of(heights, axes.is_log_y));
    let (Some(x), Some(y)) = domains else { return without_data() };
    let (y, y_ticks) = y.rounded(axes::most_ticks(HEIGHT));
    let looks = looks(series);
    let names: Vec<String> = series.iter().map(name).collect();
    let is_legend = widest(&names) > WIDEST_LABEL || names.len() as f64 * LINE_HEIGHT > HEIGHT;
    let entries = names.iter().zip(&looks).map(|(name, &look)| (Sample::Line(look), name.clone()));
    let entries = if is_legend { entries.collect() } else { Vec::new() };
    let left = axes::left_room(&y_ticks);
    let legend = Legend::new(entries, WIDTH - left - MARGIN);
    let right = WIDTH - if is_legend { 2.0 * MARGIN } else { LEAD + 4.0 + widest(&names) + MARGIN };
    let top = MARGIN + legend.height();
    let area = Area { left, top, right, bottom: top + HEIGHT };
    let inner = Area { left: left + INSET, right: right - INSET, ..area };

    let mut drawing = Drawing::new(WIDTH, area.bottom + BELOW);
    axes::vertical(&mut drawing, area, (&y, &y_ticks), axes.y);
    let x_ticks = axes::fitting_ticks(&x, axes.x_step, inner.width());
    axes::horizontal(&mut drawing, area, inner, (&x, &x_ticks), axes.x);
    legend.draw(&mut drawing, (left, MARGIN));
    let plane = Plane { axes, x, y, area: inner };
    for (line, look) in series.iter().zip(&looks) {
        drawing.group(&look.colour(), "", |drawing| plane.band(drawing, line));
    }
    if !is_legend {
        plane.labels(&mut drawing, series, &looks, &names);
    }
    for ((line, &look), name) in series.iter().zip(&looks).zip(&names) {
        drawing.group(&look.colour(), "", |drawing| plane.line(drawing, line, look, name));
    }
    drawing
}

fn name(series: &Series) -> String {
    if series.is_published { format!("{}, published", series.name) } else { series.name.clone() }
}

/// Looks by name in the order of their first series.
fn looks(series: &[Series]) -> Vec<Look> {
    let mut taken: Vec<(&str, bool)> = Vec::new();
    let mut looks = Vec::new();
    for line in series {
        // Only a published series shares the look of another.
        let partner =
            taken.iter().position(|&(name, is_published)| name == line.name && is_published != line.is_published);
        let index = partner.unwrap_or(taken.len());
        if partner.is_none() {
            taken.push((&line.name, line.is_published));
        }
        looks.push(Look::new(index, line.is_published, line.points.len() <= MOST_MARKED));
    }
    looks
}

/// An area with its axes.
struct Plane<'a> {
    axes: &'a Axes<'a>,
    x: Domain,
    y: Domain,
    area: Area,
}

impl Plane<'_> {
    /// The place of a point; `None` where the axes have no place for it.
    fn place(&self, (x, y): (f64, f64)) -> Option<Point> {
        Some((self.area.x(self.x.share(x)?), self.area.y(self.y.share(y)?)))
    }

    /// Bands between points that follow each other; a point alone has a whisker.
    fn band(&self, drawing: &mut Drawing, line: &Series) {
        if line.is_published {
            return;
        }
        let ends = line.points.iter().zip(&line.band).map(|(&(x, y), &(low, high))| {
            let (x, _) = self.place((x, y))?;
            let drawn = !low.is_nan() && !high.is_nan();
            drawn.then(|| [(x, self.area.y(self.y.clamped(low))), (x, self.area.y(self.y.clamped(high)))])
        });
        let ends: Vec<Option<[Point; 2]>> = ends.collect();
        for run in ends.split(Option::is_none) {
            let [lows, highs] = [0, 1].map(|end| run.iter().flatten().map(|ends| ends[end]).collect::<Vec<Point>>());
            match run.len() {
                0 => {}
                1 => drawing.line("sb-whisker", lows[0], highs[0]),
                _ => {
                    let around: Vec<Point> = lows.into_iter().chain(highs.into_iter().rev()).collect();
                    drawing.path("sb-band", &polygon(&around));
                }
            }
        }
    }

    /// The line, interrupted where a point has no place, and its markers.
    fn line(&self, drawing: &mut Drawing, line: &Series, look: Look, name: &str) {
        let places: Vec<Option<Point>> = line.points.iter().map(|&point| self.place(point)).collect();
        let runs = places.split(Option::is_none).filter(|run| run.len() > 1);
        let path: String = runs.map(|run| polyline(&run.iter().flatten().copied().collect::<Vec<Point>>())).collect();
        if !path.is_empty() {
            drawing.group("", name, |drawing| drawing.path(&look.line(), &path));
        }
        if !look.has_markers {
            return;
        }
        for (index, place) in places.iter().enumerate() {
            let Some(place) = *place else { continue };
            let (x, y) = line.points[index];
            let mut tooltip = format!("{name}\n{}: {}\n{}: {}", self.axes.x, exact(x), self.axes.y, exact(y));
            if let Some((low, high)) = line.band.get(index).filter(|_| !line.is_published) {
                tooltip += &format!(" ({} to {})", exact(*low), exact(*high));
            }
            drawing.group("", &tooltip, |drawing| look.marker(drawing, place));
        }
    }

    /// Names at the ends of lines.
    fn labels(&self, drawing: &mut Drawing, series: &[Series], looks: &[Look], names: &[String]) {
        let last = |line: &Series| line.points.iter().rev().find_map(|&point| self.place(point));
        let ends: Vec<(usize, Point)> =
            series.iter().enumerate().filter_map(|(index, line)| Some((index, last(line)?))).collect();
        let wishes: Vec<f64> = ends.iter().map(|(_, (_, y))| *y).collect();
        let heights = spread(&wishes, self.area.top + LINE_HEIGHT / 2.0, self.area.bottom - LINE_HEIGHT / 2.0);
        for (&(index, (x, y)), height) in ends.iter().zip(heights) {
            let start = self.area.right + INSET;
            let lead = [(x, y), (start, y), (start + LEAD, height)];
            drawing.group(&looks[index].colour(), "", |drawing| drawing.path("sb-lead", &polyline(&lead)));
            drawing.text("sb-text", Anchor::Start, (start + LEAD + 4.0, height), &names[index]);
            debug_assert!(width(&names[index]) <= WIDEST_LABEL);
        }
    }
}
