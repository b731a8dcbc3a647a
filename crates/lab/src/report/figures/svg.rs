//! SVG documents: elements, text and escaping.
//!
//! A drawing has no ids and no randomness: the same calls give the same text, and several drawings can stand in one page.

use std::fmt::Write;

use super::numbers::coordinate;
use super::style;

/// A page may shrink a figure to this share of its width; on smaller screens it scrolls, so that text stays readable.
const LEAST_SCALE: f64 = 0.75;

/// A place: to the right, and down.
pub(super) type Point = (f64, f64);

/// A rectangle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Area {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
}

impl Area {
    pub(super) fn width(&self) -> f64 {
        self.right - self.left
    }

    pub(super) fn height(&self) -> f64 {
        self.bottom - self.top
    }

    /// The place of a share of the width, from the left.
    pub(super) fn x(&self, share: f64) -> f64 {
        self.left + share * self.width()
    }

    /// The place of a share of the height, from the bottom.
    pub(super) fn y(&self, share: f64) -> f64 {
        self.bottom - share * self.height()
    }
}

/// Which end of a text is at its place.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    fn name(self) -> &'static str {
        match self {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        }
    }
}

/// A figure without its title.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::report) struct Drawing {
    width: f64,
    height: f64,
    body: String,
}

impl Drawing {
    pub(super) fn new(width: f64, height: f64) -> Drawing {
        Drawing { width: width.ceil(), height: height.ceil(), body: String::new() }
    }

    /// The document: complete as a file and within a page.
    pub(in crate::report) fn document(&self, title: &str) -> String {
        let [width, height, least] = [self.width, self.height, LEAST_SCALE * self.width].map(coordinate);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"sb-figure\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" style=\"min-width:{least}px\" role=\"img\">\n<title>{}</title>\n<style>{}</style>\n\
             <rect class=\"sb-back\" x=\"0\" y=\"0\" width=\"{width}\" height=\"{height}\"/>\n{}</svg>\n",
            escaped(title),
            style::SHEET,
            self.body
        )
    }

    pub(super) fn line(&mut self, class: &str, from: Point, to: Point) {
        let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(coordinate);
        self.put(format_args!("<line class=\"{class}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>"));
    }

    pub(super) fn rect(&mut self, class: &str, area: Area) {
        self.tinted(class, area, 1.0);
    }

    /// A rectangle in a share of its colour.
    pub(super) fn tinted(&mut self, class: &str, area: Area, share: f64) {
        let [x, y, width, height] = [area.left, area.top, area.width(), area.height()].map(coordinate);
        let tint = if share < 1.0 { format!(" fill-opacity=\"{share:.2}\"") } else { String::new() };
        self.put(format_args!(
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{tint}/>"
        ));
    }

    /// A path of absolute moves and lines, as [`polyline`] makes it.
    pub(super) fn path(&mut self, class: &str, path: &str) {
        if !path.is_empty() {
            self.put(format_args!("<path class=\"{class}\" d=\"{path}\"/>"));
        }
    }

    pub(super) fn circle(&mut self, class: &str, centre: Point, radius: f64) {
        let [x, y, radius] = [centre.0, centre.1, radius].map(coordinate);
        self.put(format_args!("<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>"));
    }

    /// A line of text whose small letters have their middle at the height of `place`.
    pub(super) fn text(&mut self, class: &str, anchor: Anchor, place: Point, text: &str) {
        self.turned(class, anchor, place, 0.0, text);
    }

    /// A line of text, turned around its place by an angle in degrees.
    pub(super) fn turned(&mut self, class: &str, anchor: Anchor, place: Point, angle: f64, text: &str) {
        let [x, y, base] = [place.0, place.1, place.1 + style::MIDDLE].map(coordinate);
        let turn = match angle == 0.0 {
            true => String::new(),
            false => format!(" transform=\"rotate({} {x} {y})\"", coordinate(angle)),
        };
        let (anchor, text) = (anchor.name(), escaped(text));
        self.put(format_args!(
            "<text class=\"{class}\" x=\"{x}\" y=\"{base}\" text-anchor=\"{anchor}\"{turn}>{text}</text>"
        ));
    }

    /// Several elements; pointing at one of them shows `tooltip` unless it is empty.
    pub(super) fn group(&mut self, class: &str, tooltip: &str, draw: impl FnOnce(&mut Drawing)) {
        let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
        self.put(format_args!("<g{class}>"));
        if !tooltip.is_empty() {
            self.put(format_args!("<title>{}</title>", escaped(tooltip)));
        }
        draw(self);
        self.put(format_args!("</g>"));
    }

    fn put(&mut self, element: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.body, "{element}");
    }
}

/// A path through points.
pub(super) fn polyline(points: &[Point]) -> String {
    let mut path = String::new();
    for (index, (x, y)) in points.iter().enumerate() {
        let letter = if index == 0 { 'M' } else { 'L' };
        let _ = write!(path, "{letter}{} {}", coordinate(*x), coordinate(*y));
    }
    path
}

/// A path around an area.
pub(super) fn polygon(points: &[Point]) -> String {
    match points.is_empty() {
        true => String::new(),
        false => polyline(points) + "Z",
    }
}

/// Text for XML, without the characters that XML cannot contain.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\t' | '\n' | '\r' => escaped.push(' '),
            '\u{0}'..'\u{20}' | '\u{FFFE}' | '\u{FFFF}' => {}
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_users_cannot_break_the_document() {
        assert_eq!(escaped("a<b & \"c\"\n\u{1}d"), "a&lt;b &amp; &quot;c&quot; d");
    }

    #[test]
    fn a_document_has_its_size_and_title() {
        let mut drawing = Drawing::new(99.5, 50.0);
        drawing.turned("sb-text", Anchor::End, (10.0, 20.0), -45.0, "a & b");
        let document = drawing.document("A < B");
        assert!(document.contains("viewBox=\"0 0 100 50\" width=\"100\" height=\"50\""), "{document}");
        assert!(document.contains("<title>A &lt; B</title>"), "{document}");
        assert!(document.contains("transform=\"rotate(-45 10 20)\">a &amp; b</text>"), "{document}");
    }

    #[test]
    fn areas_close_and_lines_do_not() {
        let points = [(0.0, 1.0), (2.25, -0.01)];
        assert_eq!((polyline(&points), polygon(&points)), ("M0 1L2.3 0".to_owned(), "M0 1L2.3 0Z".to_owned()));
        assert_eq!((polyline(&[]), polygon(&[])), (String::new(), String::new()));
    }
}
