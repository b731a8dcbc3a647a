//! Tables as CSV and LaTeX.

use super::Table;
use crate::store::csv_text;

/// A header line, then the rows (RFC 4180).
pub(super) fn csv(table: &Table) -> String {
    let line = |cells: &[String]| cells.iter().map(|cell| csv_text(cell)).collect::<Vec<_>>().join(",") + "\n";
    std::iter::once(&table.columns).chain(&table.rows).map(|cells| line(cells)).collect()
}

/// A table for the package `booktabs`.
pub(super) fn latex(table: &Table) -> String {
    let line = |cells: &[String]| cells.iter().map(|cell| escaped(cell)).collect::<Vec<_>>().join(" & ") + " \\\\\n";
    let columns = format!("l{}", "r".repeat(table.columns.len().saturating_sub(1)));
    let rows: String = table.rows.iter().map(|row| line(row)).collect();
    format!(
        "\\begin{{table}}\n  \\centering\n  \\caption{{{}}}\n  \\begin{{tabular}}{{{columns}}}\n\\toprule\n{}\\midrule\n{rows}\
         \\bottomrule\n  \\end{{tabular}}\n\\end{{table}}\n",
        escaped(&table.caption),
        line(&table.columns),
    )
}

fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '\\' => escaped += "\\textbackslash{}",
            '~' => escaped += "\\textasciitilde{}",
            '^' => escaped += "\\textasciicircum{}",
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => escaped.extend(['\\', character]),
            '±' => escaped += "$\\pm$",
            '×' => escaped += "$\\times$",
            '–' => escaped += "--",
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Table {
        let texts = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<String>>();
        let rows = vec![texts(&["pvs:hint,depth=3", "75.0 % ± 3"])];
        Table { name: "t".into(), caption: "50 % of A_1".into(), columns: texts(&["player", "score"]), rows }
    }

    #[test]
    fn commas_are_quoted_in_csv() {
        assert_eq!(csv(&example()), "player,score\n\"pvs:hint,depth=3\",75.0 % ± 3\n");
    }

    #[test]
    fn what_latex_takes_for_commands_is_escaped() {
        let text = latex(&example());
        assert!(text.contains("\\caption{50 \\% of A\\_1}"), "{text}");
        assert!(
            text.contains("\\toprule\nplayer & score \\\\\n\\midrule\npvs:hint,depth=3 & 75.0 \\% $\\pm$ 3 \\\\\n"),
            "{text}"
        );
    }
}
