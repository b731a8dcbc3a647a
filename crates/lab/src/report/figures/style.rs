//! How figures look: one style sheet for light and dark, and the colours, markers and dashes of series.
//!
//! Colours are a palette for colour-blind people (Okabe & Ito 2008). Where a colour repeats, or on paper without colours, the
//! marker or the dashes differ.

use super::svg::{Drawing, Point, polygon};

/// The size of all text in pixels.
pub(super) const TEXT_SIZE: f64 = 13.0;

/// The distance between lines of text.
pub(super) const LINE_HEIGHT: f64 = 16.0;

/// From the middle of small letters down to the line they stand on.
pub(super) const MIDDLE: f64 = 0.35 * TEXT_SIZE;

/// Colours of series.
const COLOURS: usize = 7;

/// Shapes of markers.
const SHAPES: usize = 6;

/// Dashes of lines, with the continuous line.
const DASHES: usize = 5;

/// Classes of the page around a figure do not begin with `sb-`.
pub(super) const SHEET: &str = "
.sb-figure{color-scheme:light dark;font:13px Arial,Helvetica,'Liberation Sans',sans-serif}
.sb-back,.sb-under,.sb-hollow{fill:#fff}
.sb-text{fill:#222}
.sb-quiet{fill:#5a5a5a}
.sb-axis{stroke:#666;fill:none}
.sb-grid{stroke:#e2e2e2}
.sb-zero{stroke:#777;stroke-dasharray:4 3}
.sb-c0{color:#0072b2}.sb-c1{color:#d55e00}.sb-c2{color:#009e73}.sb-c3{color:#cc79a7}
.sb-c4{color:#e69f00}.sb-c5{color:#56b4e9}.sb-c6{color:#000}
.sb-line,.sb-lead,.sb-whisker,.sb-hollow,.sb-bar,.sb-box{stroke:currentColor}
.sb-line{fill:none;stroke-width:2;stroke-linejoin:round}
.sb-lead{fill:none;stroke-opacity:.8}
.sb-whisker{fill:none;stroke-width:1.5}
.sb-hollow{stroke-width:1.6}
.sb-mark{fill:currentColor;stroke:#fff}
.sb-band{fill:currentColor;fill-opacity:.14}
.sb-bar,.sb-box{fill:currentColor}
.sb-box{fill-opacity:.3;stroke-width:1.5}
.sb-outlier{fill:none;stroke:currentColor;stroke-opacity:.7}
.sb-median{stroke:#222;stroke-width:2}
.sb-error{stroke:#222;stroke-width:1.5}
.sb-hit{fill:none;pointer-events:all}
.sb-cell{fill:#fff;stroke:#d0d0d0}
.sb-self{fill:#e4e4e4;stroke:#d0d0d0}
.sb-win{fill:#56b4e9}.sb-loss{fill:#e69f00}
.sb-d1{stroke-dasharray:8 3}.sb-d2{stroke-dasharray:2 3}.sb-d3{stroke-dasharray:9 3 2 3}.sb-d4{stroke-dasharray:14 4}
.sb-published{stroke-dasharray:5 4;stroke-width:1.5}
@media (prefers-color-scheme:dark){
.sb-back,.sb-under,.sb-hollow,.sb-cell{fill:#121212}
.sb-text{fill:#e8e8e8}
.sb-quiet{fill:#a8a8a8}
.sb-axis{stroke:#999}
.sb-grid{stroke:#333}
.sb-zero{stroke:#999}
.sb-c0{color:#3a9bd8}.sb-c1{color:#ee7420}.sb-c2{color:#10b98a}.sb-c6{color:#f0f0f0}
.sb-mark{stroke:#121212}
.sb-median,.sb-error{stroke:#f0f0f0}
.sb-cell,.sb-self{stroke:#444}
.sb-self{fill:#333}
.sb-win{fill:#0067a3}.sb-loss{fill:#a04800}
}
";

/// How a series looks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Look {
    index: usize,
    /// Whether its values are those of a publication.
    pub(super) is_published: bool,
    /// Whether its points have markers.
    pub(super) has_markers: bool,
}

impl Look {
    pub(super) fn new(index: usize, is_published: bool, has_markers: bool) -> Look {
        Look { index, is_published, has_markers }
    }

    /// The class that sets its colour.
    pub(super) fn colour(self) -> String {
        format!("sb-c{}", self.index % COLOURS)
    }

    /// The classes of its line. Markers distinguish lines better than dashes do; dashes distinguish them where markers repeat.
    pub(super) fn line(self) -> String {
        let dash = if self.has_markers { self.index / SHAPES } else { self.index };
        match (self.is_published, dash % DASHES) {
            (true, _) => "sb-line sb-published".to_owned(),
            (false, 0) => "sb-line".to_owned(),
            (false, dash) => format!("sb-line sb-d{dash}"),
        }
    }

    /// Draws one of its markers.
    pub(super) fn marker(self, drawing: &mut Drawing, (x, y): Point) {
        let class = if self.is_published { "sb-hollow" } else { "sb-mark" };
        let at = |offsets: &[Point]| offsets.iter().map(|(right, down)| (x + right, y + down)).collect::<Vec<Point>>();
        let shape = match self.index % SHAPES {
            0 => return drawing.circle(class, (x, y), 4.0),
            1 => at(&[(-3.8, -3.8), (3.8, -3.8), (3.8, 3.8), (-3.8, 3.8)]),
            2 => at(&[(0.0, -5.0), (4.8, 3.6), (-4.8, 3.6)]),
            3 => at(&[(0.0, -5.4), (5.4, 0.0), (0.0, 5.4), (-5.4, 0.0)]),
            4 => at(&[(0.0, 5.0), (4.8, -3.6), (-4.8, -3.6)]),
            _ => {
                let (near, far) = (1.6, 4.6);
                let quarter = [(near, -near), (near, -far), (-near, -far), (-near, -near), (-far, -near), (-far, near)];
                let other = quarter.map(|(right, down): Point| (-right, -down));
                at(&[quarter, other].concat())
            }
        };
        drawing.path(class, &polygon(&shape));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn looks_differ_without_colour() {
        let look = |index, has_markers| {
            let look = Look::new(index, false, has_markers);
            let mut drawing = Drawing::new(20.0, 20.0);
            look.marker(&mut drawing, (10.0, 10.0));
            (look.line(), if has_markers { drawing.document("") } else { String::new() })
        };
        let marked: BTreeSet<_> = (0..SHAPES * DASHES).map(|index| look(index, true)).collect();
        assert_eq!(marked.len(), SHAPES * DASHES);
        let unmarked: BTreeSet<_> = (0..DASHES).map(|index| look(index, false)).collect();
        assert_eq!(unmarked.len(), DASHES);
    }
}
