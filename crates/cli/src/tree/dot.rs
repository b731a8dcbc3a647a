//! A picture as text for Graphviz.

use std::fmt::Write;

use super::picture::{Kind, Picture, Shape};

/// The picture in the language of `dot`.
pub(crate) fn dot(picture: &Picture) -> String {
    let mut text = String::from("digraph trace {\n");
    text += &format!("  label={};\n", quoted(&picture.title));
    text += "  forcelabels=true; ranksep=0.9; nodesep=0.4;\n";
    text += "  graph [fontname=\"sans-serif\", fontsize=14];\n";
    text += "  node [fontname=\"sans-serif\", fontsize=12, style=filled, margin=0.02];\n";
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

fn node_attributes(shape: &Shape) -> String {
    let look = match shape.kind {
        Kind::Max => "shape=triangle, fillcolor=\"#8ecae6\"",
        Kind::Min => "shape=invtriangle, fillcolor=\"#f4a950\"",
        Kind::Leaf => "shape=box, fillcolor=\"#eeeeee\"",
        Kind::Pruned => {
            let notes = quoted(&shape.notes.join("\n"));
            return format!(
                "shape=box, style=dashed, color=\"#999999\", fontcolor=\"#777777\", ordering=out, label={notes}"
            );
        }
    };
    let value = quoted(shape.value.as_deref().unwrap_or(""));
    let beside: Vec<&str> = shape.window.iter().chain(&shape.notes).map(String::as_str).collect();
    format!("{look}, ordering=out, label={value}, xlabel={}", quoted(&beside.join("\n")))
}

fn edge_attributes(shape: &Shape) -> String {
    let look = match shape.kind {
        Kind::Pruned => ", style=dashed, color=\"#999999\", fontcolor=\"#777777\"",
        _ if shape.is_chosen => ", penwidth=4",
        _ => "",
    };
    format!("label={}{look}", quoted(&shape.edge))
}

/// A text between quotation marks; line feeds become Graphviz's own.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotation_marks_and_backslashes_are_escaped() {
        assert_eq!(quoted("a\"b\\c\nd"), r#""a\"b\\c\nd""#);
    }
}
