//! A picture as a self-contained SVG.
//!
//! ```text
//!    [α, β]     the window, above the shape
//!      ▲        MAX ▲, MIN ▼, leaf ■, pruned a dashed square
//!      5        the value, then remarks
//!     / \       edges run from below the texts
//!   a1   b2     to the moves, at the top of each child
//! ```

use std::fmt::Write;

use super::picture::{Kind, Picture, Shape};

/// Pixels of a letter, and from one line of text to the next.
const LETTER: usize = 7;
const LINE: usize = 15;
/// Half the width of a shape.
const HALF: f64 = 13.0;
/// From one row's shapes to the next.
const ROW: f64 = 140.0;
/// Around the whole picture, and room for the title.
const MARGIN: f64 = 20.0;
const HEADER: f64 = 76.0;

/// The picture as an SVG document.
pub(crate) fn svg(picture: &Picture) -> String {
    let sheet = Sheet::new(picture);
    let (width, height) = (sheet.width, sheet.height);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"sans-serif\" font-size=\"12\">\n"
    );
    let title = escaped(&picture.title);
    let _ = writeln!(text, "<title>{title}</title>");
    text += STYLE;
    let _ = writeln!(text, "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>");
    let _ = writeln!(text, "<text x=\"{MARGIN}\" y=\"24\" class=\"title\">{title}</text>");
    let _ = writeln!(text, "<text x=\"{MARGIN}\" y=\"42\">{LEGEND}</text>");
    for shape in &picture.shapes {
        sheet.edge(&mut text, shape);
    }
    // On top of all edges, so that none crosses a move.
    for shape in &picture.shapes {
        sheet.edge_text(&mut text, shape);
    }
    for shape in &picture.shapes {
        sheet.shape(&mut text, shape);
    }
    text + "</svg>\n"
}

const LEGEND: &str = "▲ MAX  ▼ MIN  ■ leaf  ┄ pruned. Windows and values are from MAX's view.";

/// Blue and orange are distinct for colour-blind readers, and the shapes repeat the distinction. A halo separates texts
/// from edges.
const STYLE: &str = "<style>
text { fill: #222; stroke: #fff; stroke-width: 3px; paint-order: stroke; white-space: pre }
.title { font-size: 15px; font-weight: bold }
.middle { text-anchor: middle }
.move { stroke-width: 6px }
.value { font-weight: bold; font-size: 13px }
.note { fill: #b00020 }
.faint { fill: #707070 }
.edge { stroke: #888; stroke-width: 1.2 }
.chosen { stroke: #111; stroke-width: 4 }
.dashed { stroke: #aaa; stroke-dasharray: 4 4; fill: none }
.max { fill: #56a5d8; stroke: #123 }
.min { fill: #f0a030; stroke: #321 }
.leaf { fill: #e8e8e8; stroke: #333 }
</style>
";

/// Where things are.
struct Sheet<'a> {
    picture: &'a Picture,
    column: f64,
    left: f64,
    width: f64,
    height: f64,
}

impl Sheet<'_> {
    fn new(picture: &Picture) -> Sheet<'_> {
        let texts = picture.shapes.iter().flat_map(|shape| {
            shape.window.iter().chain(&shape.value).chain(&shape.notes).chain(std::iter::once(&shape.edge))
        });
        let longest = texts.map(|text| text.chars().count()).max().unwrap_or(0);
        let column = (longest * LETTER + LETTER).max(44) as f64;
        let tree = column * picture.columns as f64;
        let header = picture.title.chars().count().max(LEGEND.chars().count()) * (LETTER + 1);
        let inner = tree.max(header as f64);
        Sheet {
            picture,
            column,
            left: MARGIN + (inner - tree) / 2.0,
            width: inner + 2.0 * MARGIN,
            height: picture.shapes.iter().map(bottom).fold(0.0, f64::max) + MARGIN,
        }
    }

    /// The middle of a shape, from the left and from the top.
    fn place(&self, shape: &Shape) -> (f64, f64) {
        (self.left + (shape.column + 0.5) * self.column, middle(shape))
    }

    fn edge(&self, text: &mut String, shape: &Shape) {
        let Some(parent) = shape.parent.map(|parent| &self.picture.shapes[parent]) else { return };
        let ((from_x, _), (to_x, to_y)) = (self.place(parent), self.place(shape));
        let (start, end) = (bottom(parent) + 6.0, to_y - HALF - (LINE * lines_above(shape)) as f64 - 4.0);
        let class = match shape.kind {
            Kind::Pruned => "edge dashed",
            _ if shape.is_chosen => "edge chosen",
            _ => "edge",
        };
        let _ = writeln!(
            text,
            "<line class=\"{class}\" x1=\"{from_x:.1}\" y1=\"{start:.1}\" x2=\"{to_x:.1}\" y2=\"{end:.1}\"/>"
        );
    }

    fn edge_text(&self, text: &mut String, shape: &Shape) {
        let (x, y) = self.place(shape);
        let class = if shape.kind == Kind::Pruned { "middle move faint" } else { "middle move" };
        let y = y - HALF - 5.0 - (LINE * (lines_above(shape) - 1)) as f64;
        write_text(text, (x, y), class, &shape.edge);
    }

    fn shape(&self, text: &mut String, shape: &Shape) {
        let (x, y) = self.place(shape);
        let (left, right, top, bottom) = (x - HALF, x + HALF, y - HALF, y + HALF);
        let _ = match shape.kind {
            Kind::Max => writeln!(
                text,
                "<path class=\"max\" d=\"M{x:.1} {top:.1}L{right:.1} {bottom:.1}L{left:.1} {bottom:.1}Z\"/>"
            ),
            Kind::Min => writeln!(
                text,
                "<path class=\"min\" d=\"M{x:.1} {bottom:.1}L{right:.1} {top:.1}L{left:.1} {top:.1}Z\"/>"
            ),
            Kind::Leaf => square(text, "leaf", (left, top)),
            Kind::Pruned => square(text, "dashed", (left, top)),
        };
        if let Some(window) = &shape.window {
            write_text(text, (x, top - 5.0), "middle", window);
        }
        let mut y = bottom;
        let values = shape.value.iter().map(|value| (value, "middle value"));
        for (line, class) in values.chain(shape.notes.iter().map(|note| (note, "middle note"))) {
            y += LINE as f64;
            write_text(text, (x, y), class, line);
        }
    }
}

/// The height of a shape's middle.
fn middle(shape: &Shape) -> f64 {
    HEADER + 20.0 + shape.row as f64 * ROW
}

/// Lines of text above a shape: the move and the window.
fn lines_above(shape: &Shape) -> usize {
    1 + usize::from(shape.window.is_some())
}

/// Where a shape with its texts ends.
fn bottom(shape: &Shape) -> f64 {
    let lines = usize::from(shape.value.is_some()) + shape.notes.len();
    middle(shape) + HALF + (LINE * lines) as f64
}

fn square(text: &mut String, class: &str, (left, top): (f64, f64)) -> std::fmt::Result {
    let side = 2.0 * HALF;
    writeln!(text, "<rect class=\"{class}\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{side}\" height=\"{side}\"/>")
}

fn write_text(text: &mut String, (x, y): (f64, f64), class: &str, content: &str) {
    if !content.is_empty() {
        let _ = writeln!(text, "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>", escaped(content));
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_cannot_break_the_document() {
        assert_eq!(escaped("a<b> & \"c\""), "a&lt;b&gt; &amp; &quot;c&quot;");
    }
}
