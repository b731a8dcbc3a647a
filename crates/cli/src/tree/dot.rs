//! A picture as text for Graphviz.

use std::fmt::Write;

use super::picture::{Kind, Picture, Shape};

/// The picture in the language of `dot`.
pub(crate) fn dot(picture: &Picture) -> String {
    let mut text = String::from("digraph trace {\n");
    text += &format!("  label={};\n", quoted(&picture.title));
    text += "  graph [fontname=\"sans-serif\", fontsize=14, labelloc=t, ordering=out, ranksep=0.6, nodesep=0.2];\n";
    text += "  node [fontname=\"sans-serif\", fontsize=12, style=filled, margin=0.05, height=0.3, width=0.3];\n";
    text += "  edge [fontname=\"sans-serif\", fontsize=12, arrowhead=none];\n";
    for (id, shape) in picture.shapes.iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  n{id} [{}];", node_attributes(shape));
        if let Some(parent) = shape.parent {
            let _ = writeln!(text, "  n{parent} -> n{id} [{}];", edge_attributes(shape));
        }
    }
    text + "}\n"
}

/// All text is inside the shape: Graphviz places labels beside a shape over the edges of its neighbours.
fn node_attributes(shape: &Shape) -> String {
    let look = match shape.kind {
        Kind::Max => "shape=house, fillcolor=\"#8ecae6\"",
        Kind::Min => "shape=invhouse, fillcolor=\"#f4a950\"",
        Kind::Leaf => "shape=box, fillcolor=\"#eeeeee\"",
        Kind::Pruned => "shape=box, style=dashed, color=\"#999999\", fontcolor=\"#777777\"",
    };
    let lines: Vec<&str> = shape.window.iter().chain(&shape.value).chain(&shape.notes).map(String::as_str).collect();
    format!("{look}, label={}", quoted(&lines.join("\n")))
}

/// Spaces keep the move off its edge.
fn edge_attributes(shape: &Shape) -> String {
    let look = match shape.kind {
        Kind::Pruned => ", style=dashed, color=\"#999999\", fontcolor=\"#777777\"",
        _ if shape.is_chosen => ", penwidth=4",
        _ => "",
    };
    format!("label={}{look}", quoted(&format!(" {} ", shape.edge)))
}

/// A text between quotation marks; line feeds become Graphviz's own.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

#[cfg(test)]
mod tests {
    use spielbaum_core::Budget;
    use spielbaum_games::TicTacToe;
    use spielbaum_players::record;
    use spielbaum_search::{Recorder, Spec, TraceLimits};

    use super::*;
    use spielbaum_documents::TraceJson;

    /// The line with every quoted text replaced by `_`; the quotation marks must pair.
    fn without_texts(line: &str) -> String {
        let (mut rest, mut is_text, mut letters) = (String::new(), false, line.chars());
        while let Some(letter) = letters.next() {
            match letter {
                '"' => {
                    is_text = !is_text;
                    rest.extend(is_text.then_some('_'));
                }
                '\\' if is_text => assert!(letters.next().is_some_and(|letter| "n\"\\".contains(letter)), "{line}"),
                _ if is_text => {}
                _ => rest.push(letter),
            }
        }
        assert!(!is_text, "an open quotation mark: {line}");
        rest
    }

    /// `name [name=value, …]` with nothing in it that needs quotation marks.
    fn assert_statement(statement: &str) {
        let is_plain = |text: &str| {
            !text.is_empty() && text.chars().all(|letter| letter.is_alphanumeric() || "_.".contains(letter))
        };
        let (name, attributes) = statement.split_once(" [").expect("attributes");
        let attributes = attributes.strip_suffix(']').expect("an end of the attributes");
        assert!(name.split(" -> ").all(is_plain), "{statement}");
        for attribute in attributes.split(", ") {
            let (name, value) = attribute.split_once('=').expect("a value");
            assert!(is_plain(name) && is_plain(value), "{statement}");
        }
    }

    #[test]
    fn graphviz_can_read_whatever_the_texts_are() {
        let spec: Spec = "deepening:futility,nodes=60".parse().expect("a spec");
        let (root, mut recorder) = (TicTacToe::default(), Recorder::new(TraceLimits::NONE));
        record(&spec, &root, &spec.budget(Budget::depth(3)), &mut recorder).expect("a search");
        let mut picture = Picture::new(&TraceJson::new(&recorder.finish()));
        let nasty = "a \"b\" \\ c] ; -> {\nd\\";
        picture.title = nasty.to_owned();
        for shape in &mut picture.shapes {
            shape.edge = nasty.to_owned();
            shape.notes.push(nasty.to_owned());
        }
        let text = dot(&picture);
        let mut lines = text.lines();
        assert_eq!((lines.next(), lines.next_back()), (Some("digraph trace {"), Some("}")));
        let (mut nodes, mut edges) = (0, 0);
        for line in lines.map(without_texts) {
            let statement = line.strip_prefix("  ").and_then(|line| line.strip_suffix(';')).expect("a statement");
            if statement != "label=_" {
                assert_statement(statement);
            }
            if let Some((from, to)) = statement.split_once(" -> ") {
                // Both ends are known by then, so that Graphviz keeps their order.
                let number = |name: &str| name[1..].split(' ').next().and_then(|digits| digits.parse::<usize>().ok());
                assert!(number(from) < number(to) && number(to) < Some(nodes), "{line}");
                edges += 1;
            } else if statement.starts_with(&format!("n{nodes} ")) {
                nodes += 1;
            }
        }
        let roots = picture.shapes.iter().filter(|shape| shape.parent.is_none()).count();
        assert_eq!((nodes, edges), (picture.shapes.len(), picture.shapes.len() - roots));
    }

    #[test]
    fn quotation_marks_and_backslashes_are_escaped() {
        assert_eq!(quoted("a\"b\\c\nd"), r#""a\"b\\c\nd""#);
    }
}
