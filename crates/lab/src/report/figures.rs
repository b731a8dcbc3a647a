//! The figures: the only module that uses the plotting library.

use kuva::backend::raster::RasterBackend;
use kuva::backend::svg::SvgBackend;
use kuva::plot::heatmap::ColorMap;
use kuva::plot::{BarPlot, BoxPlot, ForestPlot, Heatmap, LinePlot, ScatterPlot};
use kuva::render::layout::{Layout, TickFormat};
use kuva::render::plots::Plot;
use kuva::render::render::render_multiple;

use super::Picture;
use crate::statistics::Estimate;

/// A colour-blind safe palette (Okabe & Ito 2008).
const COLOURS: [&str; 7] = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"];

/// Typical width of a character at an axis.
const CHARACTER: f64 = 7.5;

fn colour(index: usize) -> &'static str {
    COLOURS[index % COLOURS.len()]
}

/// PNG pixels per SVG unit: sharp on high-resolution screens and on paper.
const PIXELS: f32 = 2.0;

/// The picture in both formats. The PNG uses a font embedded in the library, not one of the machine.
fn render(plots: Vec<Plot>, layout: Layout) -> Picture {
    let scene = render_multiple(plots, layout);
    let png =
        RasterBackend::new().with_scale(PIXELS).render_scene(&scene).expect("encoding a PNG in memory cannot fail");
    Picture { svg: renumbered(&SvgBackend.render_scene(&scene)), png }
}

/// The library numbers clipping paths across the process. Renumbering them per figure makes the same figure the same
/// text.
fn renumbered(svg: &str) -> String {
    const NAME: &str = "kuva-clip-";
    let mut parts = svg.split(NAME);
    let mut text = parts.next().unwrap_or_default().to_owned();
    let mut seen: Vec<&str> = Vec::new();
    for part in parts {
        let digits = part.len() - part.trim_start_matches(|character: char| character.is_ascii_digit()).len();
        let (number, rest) = part.split_at(digits);
        let place = seen.iter().position(|known| *known == number).unwrap_or_else(|| {
            seen.push(number);
            seen.len() - 1
        });
        text += &format!("{NAME}{}{rest}", place + 1);
    }
    text
}

/// Short tick labels for large numbers: 20 k, 5 M.
fn short_numbers() -> TickFormat {
    TickFormat::Custom(std::sync::Arc::new(|value: f64| match value.abs() {
        1e9.. => format!("{} G", value / 1e9),
        1e6.. => format!("{} M", value / 1e6),
        1e4.. => format!("{} k", value / 1e3),
        _ => TickFormat::Auto.format(value),
    }))
}

/// Estimates with their intervals, one below the other.
pub(super) fn intervals(axis: &str, rows: &[(String, Estimate)]) -> Picture {
    let plot =
        rows.iter().fold(ForestPlot::new().with_color(colour(0)).with_cap_size(4.0), |plot, (name, estimate)| {
            plot.with_row(name.clone(), estimate.value, estimate.low, estimate.high)
        });
    let plots = vec![Plot::Forest(plot)];
    let layout = Layout::auto_from_plots(&plots).with_x_label(axis).with_height(80.0 + 34.0 * rows.len() as f64);
    render(plots, layout)
}

/// Scores of rows against columns, in per cent; columns are labelled by number to save space.
pub(super) fn cross_table(names: &[String], scores: &[Vec<Option<f64>>]) -> Picture {
    // Rows run from the bottom up, and the diagonal is 50 %.
    let rows = scores.iter().rev().map(|row| row.iter().map(|score| score.unwrap_or(50.0)).collect::<Vec<f64>>());
    let plot = Heatmap::new().with_data(rows).with_color_map(ColorMap::Custom(std::sync::Arc::new(blue_to_orange)));
    let plots = vec![Plot::Heatmap(plot.with_values())];
    let numbered = names.iter().zip(1..).map(|(name, number)| format!("{name}  {number}"));
    let numbered: Vec<String> = numbered.collect();
    let longest = numbered.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let layout = Layout::auto_from_plots(&plots)
        .with_x_categories((1..=names.len()).map(|number| number.to_string()).collect())
        .with_y_categories(numbered.into_iter().rev().collect())
        .with_width(150.0 + 64.0 * names.len() as f64 + CHARACTER * longest as f64)
        .with_height(120.0 + 44.0 * names.len() as f64);
    render(plots, layout)
}

/// Orange for losing, white for even, blue for winning; light enough for black numbers.
fn blue_to_orange(share: f64) -> String {
    let share = share.clamp(0.0, 1.0);
    let (end, weight) = if share < 0.5 {
        ([240.0, 170.0, 90.0], 1.0 - 2.0 * share)
    } else {
        ([120.0, 180.0, 230.0], 2.0 * share - 1.0)
    };
    let [red, green, blue] = end.map(|end: f64| (255.0 + (end - 255.0) * weight).round() as u8);
    format!("rgb({red},{green},{blue})")
}

/// A line of points.
pub(super) struct Series {
    pub(super) name: String,
    pub(super) points: Vec<(f64, f64)>,
    /// The interval of each point; empty if unknown.
    pub(super) band: Vec<(f64, f64)>,
}

/// Labels of the axes, and which of them are logarithmic.
pub(super) struct Axes<'a> {
    pub(super) x: &'a str,
    pub(super) y: &'a str,
    pub(super) is_log_x: bool,
    pub(super) is_log_y: bool,
    /// The tick distance of the horizontal axis; `None` leaves it to the library.
    pub(super) x_step: Option<f64>,
}

/// Lines with more points are drawn without markers.
const MOST_MARKED: usize = 60;

/// Lines through points, with markers if they are few.
pub(super) fn lines(axes: &Axes, series: &[Series]) -> Picture {
    let mut plots = Vec::new();
    for (index, line) in series.iter().enumerate() {
        let line_plot =
            LinePlot::new().with_data(line.points.clone()).with_color(colour(index)).with_legend(&line.name);
        let line_plot = match line.band.is_empty() {
            true => line_plot,
            false => line_plot.with_band(line.band.iter().map(|ends| ends.0), line.band.iter().map(|ends| ends.1)),
        };
        // When colours repeat, dashes distinguish lines.
        let line_plot = if index < COLOURS.len() { line_plot } else { line_plot.with_dashed() };
        plots.push(Plot::Line(line_plot));
        if line.points.len() <= MOST_MARKED {
            plots.push(Plot::Scatter(ScatterPlot::new().with_data(line.points.clone()).with_color(colour(index))));
        }
    }
    let mut layout = Layout::auto_from_plots(&plots).with_x_label(axes.x).with_y_label(axes.y).with_width(820.0);
    layout = layout.with_tick_format(short_numbers());
    if let Some(step) = axes.x_step {
        layout = layout.with_x_tick_step(step);
    }
    if axes.is_log_x {
        layout = layout.with_log_x();
    }
    if axes.is_log_y {
        layout = layout.with_log_y();
    }
    render(plots, layout)
}

/// A group of bars for each name, with their intervals as whiskers; one bar of a group for each of `series`.
pub(super) fn bars<const N: usize>(axis: &str, series: [&str; N], groups: &[(String, [Estimate; N])]) -> Picture {
    let whiskers = groups.iter().flat_map(|(_, bars)| bars);
    let whiskers = whiskers.map(|Estimate { value, low, high }| (value - low, high - value)).collect::<Vec<_>>();
    let plot = groups.iter().fold(BarPlot::new(), |plot, (name, bars)| {
        plot.with_group(name.clone(), bars.iter().enumerate().map(|(index, bar)| (bar.value, colour(index))))
    });
    let plots = vec![Plot::Bar(plot.with_legend(series.to_vec()).with_asymmetric_error(whiskers))];
    let width = 260.0 + 40.0 * (N * groups.len()) as f64;
    let layout = Layout::auto_from_plots(&plots).with_y_label(axis).with_x_tick_rotate(-45.0).with_width(width);
    render(plots, layout)
}

/// A box for each group of values.
pub(super) fn boxes(axis: &str, is_log: bool, groups: &[(String, Vec<f64>)]) -> Picture {
    let plot = groups.iter().fold(BoxPlot::new().with_color(colour(5)), |plot, (name, values)| {
        plot.with_group(name.clone(), values.clone())
    });
    let plots = vec![Plot::Box(plot)];
    let width = 220.0 + 90.0 * groups.len() as f64;
    let mut layout = Layout::auto_from_plots(&plots).with_y_label(axis).with_x_tick_rotate(-45.0).with_width(width);
    if is_log {
        let least = groups.iter().flat_map(|(_, values)| values).copied().fold(f64::MAX, f64::min);
        let floor = 10f64.powf(least.log10().floor());
        layout = layout.with_log_y().with_y_axis_min(floor).with_y_tick_format(short_numbers());
    }
    render(plots, layout)
}
