//! Scores of rows against columns as a table with coloured cells.

use super::axes::MARGIN;
use super::numbers::{exact, fixed};
use super::style::LINE_HEIGHT;
use super::svg::{Anchor, Area, Drawing};
use super::text::{widest, width, wrapped};
use super::without_data;

/// The width and height of a cell.
const CELL: (f64, f64) = (48.0, 30.0);

/// Between names, ranks and cells.
const GAP: f64 = 10.0;

/// Names are wrapped to this width.
const WIDEST_NAME: f64 = 300.0;

/// The share of its colour that the cell of a perfect score has; even scores have none.
const STRONGEST: f64 = 0.9;

/// Scores of rows against columns, in per cent; columns are labelled by number to save space. The diagonal is grey, and a pairing
/// without score is an empty cell.
pub(in crate::report) fn cross_table(names: &[String], scores: &[Vec<Option<f64>>]) -> Drawing {
    if names.is_empty() {
        return without_data();
    }
    let lines: Vec<Vec<String>> = names.iter().map(|name| wrapped(name, WIDEST_NAME, 2)).collect();
    let heights: Vec<f64> = lines.iter().map(|lines| CELL.1.max(lines.len() as f64 * LINE_HEIGHT + 4.0)).collect();
    let ranks = MARGIN + widest(lines.iter().flatten()) + GAP;
    let left = ranks + width(&names.len().to_string()) + GAP;
    let top = MARGIN + LINE_HEIGHT + GAP;
    let size = (left + names.len() as f64 * CELL.0 + MARGIN, top + heights.iter().sum::<f64>() + MARGIN);

    let mut drawing = Drawing::new(size.0, size.1);
    for column in 0..names.len() {
        let x = left + (column as f64 + 0.5) * CELL.0;
        drawing.text("sb-quiet", Anchor::Middle, (x, MARGIN + LINE_HEIGHT / 2.0), &(column + 1).to_string());
    }
    let mut bottom = top;
    for (row, name) in names.iter().enumerate() {
        let (top, middle) = (bottom, bottom + heights[row] / 2.0);
        bottom += heights[row];
        for (line, text) in lines[row].iter().enumerate() {
            let y = middle + (line as f64 - (lines[row].len() - 1) as f64 / 2.0) * LINE_HEIGHT;
            drawing.text("sb-text", Anchor::End, (ranks - GAP, y), text);
        }
        drawing.text("sb-quiet", Anchor::End, (left - GAP, middle), &(row + 1).to_string());
        for (column, rival) in names.iter().enumerate() {
            let x = left + column as f64 * CELL.0;
            let area = Area { left: x, top, right: x + CELL.0, bottom };
            let score = scores.get(row).and_then(|row| *row.get(column)?);
            match score.filter(|score| score.is_finite()) {
                _ if row == column => drawing.rect("sb-self", area),
                None => drawing.rect("sb-cell", area),
                Some(score) => {
                    let tooltip = format!("{name}\nagainst {rival}\n{} %", exact(score));
                    drawing.group("", &tooltip, |drawing| cell(drawing, area, score));
                }
            }
        }
    }
    drawing
}

/// Blue for winning, orange for losing, and the score in the colour of text, which is readable on both.
fn cell(drawing: &mut Drawing, area: Area, score: f64) {
    let lead = (score / 50.0 - 1.0).clamp(-1.0, 1.0);
    drawing.rect("sb-cell", area);
    let class = if lead < 0.0 { "sb-loss" } else { "sb-win" };
    let inside =
        Area { left: area.left + 0.5, top: area.top + 0.5, right: area.right - 0.5, bottom: area.bottom - 0.5 };
    drawing.tinted(class, inside, STRONGEST * lead.abs());
    let place = ((area.left + area.right) / 2.0, (area.top + area.bottom) / 2.0);
    drawing.text("sb-text", Anchor::Middle, place, &fixed(score.clamp(-999.0, 999.0), 1));
}
