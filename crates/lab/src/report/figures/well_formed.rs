//! A checker of drawings for tests: the document is well-formed XML, and everything is inside.

use super::svg::Drawing;
use super::text::width;

/// An element, with its text.
#[derive(Debug)]
pub(super) struct Element {
    pub(super) name: String,
    attributes: Vec<(String, String)>,
    pub(super) text: String,
}

impl Element {
    pub(super) fn text_of(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    pub(super) fn number(&self, name: &str) -> f64 {
        let text = self.text_of(name).unwrap_or_else(|| panic!("{} has no {name}", self.name));
        text.parse().unwrap_or_else(|_| panic!("{name} is '{text}'"))
    }
}

/// The elements of a document in the order of their starts; panics if it is not well-formed.
pub(super) fn elements(document: &str) -> Vec<Element> {
    let mut elements: Vec<Element> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut rest = document.trim_end();
    while let Some(inside) = rest.strip_prefix('<') {
        let (tag, after) = inside.split_once('>').expect("tags end");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().map(|index| elements[index].name.as_str()), Some(name), "tags nest");
        } else {
            let (tag, is_closed) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
            assert!(!elements.is_empty() || !is_closed, "the root has content");
            let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
            if !is_closed {
                open.push(elements.len());
            }
            let attributes = attributes_of(attributes);
            elements.push(Element { name: name.to_owned(), attributes, text: String::new() });
        }
        let end = after.find('<').unwrap_or(after.len());
        let text = unescaped(&after[..end]);
        match open.last() {
            Some(&index) => elements[index].text += &text,
            None => assert_eq!(&after[..end], "", "nothing follows the root"),
        }
        rest = &after[end..];
        assert!(rest.is_empty() == open.is_empty(), "there is one root");
    }
    elements
}

fn attributes_of(mut text: &str) -> Vec<(String, String)> {
    let mut attributes: Vec<(String, String)> = Vec::new();
    while let Some((name, rest)) = text.split_once("=\"") {
        let (value, rest) = rest.split_once('"').expect("values end");
        assert!(!name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-'), "'{name}'");
        assert!(attributes.iter().all(|(other, _)| other != name), "{name} stands twice");
        attributes.push((name.to_owned(), unescaped(value)));
        text = rest.strip_prefix(' ').unwrap_or(rest);
    }
    assert_eq!(text, "");
    attributes
}

fn unescaped(text: &str) -> String {
    let known = ["&amp;", "&lt;", "&gt;", "&quot;"];
    assert!(text.split('&').skip(1).all(|rest| known.iter().any(|name| rest.starts_with(&name[1..]))), "{text}");
    assert!(!text.chars().any(|character| character.is_control() && character != '\n'), "{text:?}");
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

/// Panics if a coordinate is not a number inside the picture.
pub(super) fn check(drawing: &Drawing) {
    let document = drawing.document("A & B");
    let elements = elements(&document);
    let (right, bottom) = (elements[0].number("width"), elements[0].number("height"));
    assert_eq!(elements[0].text_of("viewBox"), Some(format!("0 0 {right} {bottom}").as_str()));
    assert_eq!((elements[0].text_of("role"), elements[1].name.as_str()), (Some("img"), "title"));
    for element in &elements[1..] {
        assert!(element.text_of("id").is_none(), "ids of several figures in a page would clash");
        for (x, y) in extent(element) {
            let is_inside = (0.0..=right).contains(&x) && (0.0..=bottom).contains(&y);
            assert!(is_inside, "{x} {y} is outside of {right} {bottom}: {element:?}\n{document}");
        }
    }
}

/// Points that an element covers.
fn extent(element: &Element) -> Vec<(f64, f64)> {
    let number = |name| element.number(name);
    match element.name.as_str() {
        "rect" => {
            assert!(number("width") >= 0.0 && number("height") >= 0.0, "{element:?}");
            vec![(number("x"), number("y")), (number("x") + number("width"), number("y") + number("height"))]
        }
        "line" => vec![(number("x1"), number("y1")), (number("x2"), number("y2"))],
        "circle" => {
            let (x, y, radius) = (number("cx"), number("cy"), number("r"));
            vec![(x - radius, y - radius), (x + radius, y + radius)]
        }
        "path" => {
            let path = element.text_of("d").unwrap();
            let points = path.split(['M', 'L', 'Z']).filter(|point| !point.is_empty());
            let point = |point: &str| point.split_once(' ').map(|(x, y)| (x.parse().unwrap(), y.parse().unwrap()));
            points.map(|text| point(text).unwrap()).collect()
        }
        "text" => {
            let (x, y, width) = (number("x"), number("y"), width(&element.text));
            let (start, end) = match element.text_of("text-anchor").unwrap() {
                "start" => (0.0, width),
                "middle" => (-width / 2.0, width / 2.0),
                _ => (-width, 0.0),
            };
            let turn = element.text_of("transform").map_or(0.0, |turn| {
                let angle = turn.strip_prefix("rotate(").unwrap().split(' ').next().unwrap();
                angle.parse::<f64>().unwrap().to_radians()
            });
            [start, end].map(|along| (x + along * turn.cos(), y + along * turn.sin())).to_vec()
        }
        "svg" | "g" | "title" | "style" => Vec::new(),
        name => panic!("{name} is not known"),
    }
}

#[test]
fn what_is_not_well_formed_is_found() {
    let wrong = [
        "<a><b></a></b>",
        "<a>",
        "<a></a><b></b>",
        "<a x=\"1\" x=\"2\"></a>",
        "<a x=\"1></a>",
        "<a>b & c</a>",
        "<a></a>text",
        "<a>\u{1}</a>",
    ];
    for document in wrong {
        assert!(std::panic::catch_unwind(|| elements(document)).is_err(), "{document}");
    }
    assert_eq!(elements("<a x=\"1 &lt; 2\"><b/>t</a>\n").len(), 2);
}

#[test]
fn what_is_outside_is_found() {
    let mut drawing = Drawing::new(100.0, 50.0);
    drawing.line("sb-axis", (0.0, 0.0), (100.0, 50.0));
    check(&drawing);
    for end in [(100.2, 1.0), (1.0, -0.2), (f64::NAN, 1.0), (1.0, f64::INFINITY)] {
        let mut drawing = drawing.clone();
        drawing.line("sb-axis", (0.0, 0.0), end);
        assert!(std::panic::catch_unwind(|| check(&drawing)).is_err(), "{end:?}");
    }
}
