//! A report as one HTML page and as Markdown.

use std::fmt::Write;

use spielbaum_core::grouped;

use super::{Block, Report, Table};

/// A plain style sheet: narrow enough to read, dark if the reader's system is dark, and simple on paper.
const STYLE: &str = "
:root { color-scheme: light dark; --line: #bbb; --quiet: #555; }
@media (prefers-color-scheme: dark) { :root { --line: #555; --quiet: #aaa; } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 68rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
.wide { overflow-x: auto; }
figcaption { color: var(--quiet); padding: .4rem 0; max-width: 60rem; }
th { border-top: 2px solid var(--line); border-bottom: 1px solid var(--line); }
tr:last-child td { border-bottom: 2px solid var(--line); }
th, td { padding: .2rem .7rem; text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
th.long, td.long { text-align: left; white-space: normal; min-width: 14rem; }
figure { margin: 1.5rem 0; }
figure svg { display: block; max-width: 100%; height: auto; }
.sb-figure .sb-back { fill: none; }
pre { border: 1px solid var(--line); padding: .7rem; overflow-x: auto; }
@media print { body { max-width: none; margin: 0; } figure { break-inside: avoid; } .wide { overflow: visible; } }
";

/// Cells with at least this many characters may wrap.
const LONG_CELL: usize = 40;

pub(super) fn html(report: &Report) -> String {
    let title = escaped(&report.title);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>{STYLE}</style>\n<h1>{title}</h1>\n"
    );
    for block in blocks(report) {
        // Writing to a string cannot fail.
        let _ = match block {
            Block::Heading(text) => writeln!(page, "<h2>{}</h2>", escaped(text)),
            Block::Text(text) => writeln!(page, "<p>{}</p>", escaped(text)),
            Block::Links(links) => {
                let item = |(text, place): &(String, String)| {
                    format!("<li><a href=\"{}\">{}</a></li>", escaped(place), escaped(text))
                };
                writeln!(page, "<ul>{}</ul>", links.iter().map(item).collect::<String>())
            }
            Block::Verbatim(text) => writeln!(page, "<pre>{}</pre>", escaped(text)),
            Block::Table(table) => writeln!(page, "{}", html_table(table)),
            // Inline, not as an image, so that tooltips show exact numbers and text can be found.
            Block::Figure(figure) => writeln!(
                page,
                "<figure><div class=\"wide\">{}</div><figcaption>{}</figcaption></figure>",
                figure.svg.trim_end(),
                escaped(&figure.caption)
            ),
        };
    }
    page + "</html>\n"
}

/// The parts of a report, without a heading that repeats the title.
fn blocks(report: &Report) -> &[Block] {
    match report.blocks.split_first() {
        Some((Block::Heading(text), rest)) if *text == report.title => rest,
        _ => &report.blocks,
    }
}

fn html_table(table: &Table) -> String {
    // Sentences are left-aligned, numbers right-aligned; one sentence makes a column of sentences.
    let has_sentence = |index: usize| {
        let mut column = table.rows.iter().filter_map(|row| row.get(index));
        column.any(|cell| cell.chars().count() > LONG_CELL)
    };
    let are_long: Vec<bool> = (0..table.columns.len()).map(has_sentence).collect();
    let cells = |name: &str, cells: &[String]| {
        let cell = |(cell, is_long): (&String, &bool)| {
            let class = if *is_long { " class=\"long\"" } else { "" };
            format!("<{name}{class}>{}</{name}>", escaped(&readable(cell)))
        };
        let cells: String = cells.iter().zip(&are_long).map(cell).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let rows: String = table.rows.iter().map(|row| cells("td", row)).collect();
    let (caption, heads) = (escaped(&table.caption), cells("th", &table.columns));
    format!(
        "<figure><div class=\"wide\"><table>\n<thead>{heads}</thead>\n<tbody>{rows}</tbody></table></div>\n\
         <figcaption>{caption}</figcaption></figure>"
    )
}

/// The text of a cell; long whole numbers are grouped by threes.
fn readable(cell: &str) -> String {
    let is_long = cell.len() >= 5 && cell.bytes().all(|byte| byte.is_ascii_digit());
    let number = cell.parse().ok().filter(|_| is_long);
    number.map_or_else(|| cell.to_owned(), grouped)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

pub(super) fn markdown(report: &Report) -> String {
    let mut page = format!("# {}\n", report.title);
    for block in blocks(report) {
        page += &match block {
            Block::Heading(text) => format!("\n## {text}\n"),
            Block::Text(text) => format!("\n{text}\n"),
            Block::Links(links) => {
                let items: String = links.iter().map(|(text, place)| format!("- [{text}]({place})\n")).collect();
                format!("\n{items}")
            }
            Block::Verbatim(text) => format!("\n```\n{}\n```\n", text.trim_end()),
            Block::Table(table) => markdown_table(table),
            Block::Figure(figure) => format!("\n![{}]({}.svg)\n\n{}\n", figure.caption, figure.name, figure.caption),
        };
    }
    page
}

fn markdown_table(table: &Table) -> String {
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| readable(cell)).collect();
        format!("| {} |\n", cells.join(" | ").replace('*', "\\*"))
    };
    let rule = format!("|---|{}\n", "---:|".repeat(table.columns.len().saturating_sub(1)));
    let rows: String = table.rows.iter().map(|row| line(row)).collect();
    format!("\n{}{rule}{rows}\n{}\n", line(&table.columns), table.caption)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Figure;

    fn example() -> Report {
        let table = Table {
            name: "t".into(),
            caption: "a < b".into(),
            columns: vec!["player".into(), "score".into()],
            rows: vec![vec!["AB*".into(), "50 %".into()]],
        };
        let svg = "<svg fill=\"#fff\"/>\n".to_owned();
        let figure = Figure { name: "f".into(), caption: "a picture".into(), svg };
        Report { title: "A & B".into(), blocks: vec![Block::Table(table), Block::Figure(figure)] }
    }

    #[test]
    fn the_page_is_self_contained() {
        let page = html(&example());
        assert!(page.contains("<h1>A &amp; B</h1>") && page.contains("<figcaption>a &lt; b</figcaption>"), "{page}");
        assert!(page.contains("<svg fill=\"#fff\"/></div><figcaption>a picture</figcaption>"), "{page}");
        assert!(!page.contains("http") && !page.contains("<script"), "{page}");
    }

    #[test]
    fn numbers_are_grouped_and_the_title_stands_once() {
        let texts = ["999", "1234", "12345", "1234567", "123456789", "12345.5", "+12345", ""];
        let read: Vec<String> = texts.iter().map(|text| readable(text)).collect();
        assert_eq!(read, ["999", "1234", "12,345", "1,234,567", "123,456,789", "12345.5", "+12345", ""]);
        let blocks = vec![Block::Heading("A".into()), Block::Heading("B".into())];
        let report = Report { title: "A".into(), blocks };
        assert!(!html(&report).contains("<h2>A</h2>") && html(&report).contains("<h2>B</h2>"));
        assert_eq!(markdown(&report), "# A\n\n## B\n");
    }

    #[test]
    fn a_column_of_sentences_has_its_head_at_the_left() {
        let sentence = "as many words as need more than one line of a cell in a table";
        let rows = vec![vec!["1".into(), sentence.into()], vec!["2".into(), "short".into()]];
        let columns = vec!["number".into(), "reason".into()];
        let page = html_table(&Table { name: "t".into(), caption: String::new(), columns, rows });
        assert!(page.contains("<th>number</th><th class=\"long\">reason</th>"), "{page}");
        assert!(page.contains("<td>2</td><td class=\"long\">short</td>"), "{page}");
    }

    #[test]
    fn markdown_keeps_stars_and_names_the_picture() {
        let page = markdown(&example());
        assert!(page.contains("| player | score |\n|---|---:|\n| AB\\* | 50 % |\n"), "{page}");
        assert!(page.contains("![a picture](f.svg)"), "{page}");
    }
}
