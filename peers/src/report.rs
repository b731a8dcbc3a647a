//! The report: a table for people, a JSON object for programs.

use crate::contestant::TURN;
use crate::result::{JobResult, Ratio, Turns};

const HEAD: [&str; 9] = ["job", "unit", "ours/s", "peer", "peer/s", "ratio", "spread", "ours counts", "peer counts"];
/// Columns of numbers stand to the right.
const IS_NUMBER: [bool; 9] = [false, false, true, false, true, true, true, true, true];

/// An aligned table, a row for each peer of each job.
pub(crate) fn table(results: &[JobResult]) -> String {
    let mut rows = vec![HEAD.map(str::to_owned)];
    for result in results {
        if result.peers.is_empty() {
            rows.push(row(result, None));
        }
        rows.extend(result.peers.iter().map(|peer| row(result, Some(peer))));
    }
    let mut widths = [0; HEAD.len()];
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.chars().count().max(*width);
        }
    }
    rows.iter().map(|row| line(row, &widths)).collect()
}

fn row(result: &JobResult, peer: Option<&Turns>) -> [String; HEAD.len()] {
    let dash = || "-".to_owned();
    let ratio = result.ours.as_ref().zip(peer).and_then(|(ours, peer)| ours.ratio(peer));
    let evidence = |turns: &Turns| turns.evidence.text();
    let ours_per_second = match &result.ours {
        None => "not registered".to_owned(),
        Some(ours) => ours.median().map_or_else(dash, rate),
    };
    [
        result.job.to_string(),
        result.job.unit().to_string(),
        ours_per_second,
        peer.map_or_else(dash, |peer| peer.name.to_owned()),
        peer.and_then(Turns::median).map_or_else(dash, rate),
        ratio.as_ref().map_or_else(dash, |ratio| format!("{:.2}", ratio.of_medians)),
        ratio.as_ref().map_or_else(dash, |ratio| format!("{:.2}–{:.2}", ratio.min, ratio.max)),
        result.ours.as_ref().map_or_else(dash, evidence),
        peer.map_or_else(dash, evidence),
    ]
}

fn line(row: &[String], widths: &[usize]) -> String {
    let mut line = String::new();
    for ((cell, width), is_number) in row.iter().zip(widths).zip(IS_NUMBER) {
        line += &if is_number { format!("{cell:>width$}  ") } else { format!("{cell:<width$}  ") };
    }
    line.trim_end().to_owned() + "\n"
}

/// A rate to three digits with a prefix: `8.52 M`.
fn rate(rate: f64) -> String {
    let (scaled, prefix) = match rate {
        1e9.. => (rate / 1e9, "G"),
        1e6.. => (rate / 1e6, "M"),
        1e3.. => (rate / 1e3, "k"),
        _ => (rate, " "),
    };
    let decimals = if scaled < 10.0 { 2 } else { usize::from(scaled < 100.0) };
    format!("{scaled:.decimals$} {prefix}")
}

/// One JSON object. All texts are our own and need no escapes beyond those of Rust.
pub(crate) fn json(results: &[JobResult], rounds: u32) -> String {
    let jobs: Vec<String> = results.iter().map(job_json).collect();
    let turn = TURN.as_secs_f64();
    format!("{{\"rounds\":{rounds},\"turn_cpu_seconds\":{turn},\"jobs\":[{}]}}\n", jobs.join(","))
}

fn job_json(result: &JobResult) -> String {
    let ours = result.ours.as_ref();
    let peers: Vec<String> =
        result.peers.iter().map(|peer| turns_json(peer, ours.and_then(|ours| ours.ratio(peer)))).collect();
    format!(
        "{{\"job\":\"{}\",\"unit\":\"{}\",\"ours\":{},\"peers\":[{}],\"differences\":{:?}}}",
        result.job,
        result.job.unit(),
        ours.map_or("null".to_owned(), |ours| turns_json(ours, None)),
        peers.join(","),
        result.differences,
    )
}

fn turns_json(turns: &Turns, ratio: Option<Ratio>) -> String {
    let median = turns.median().map_or("null".to_owned(), |median| format!("{median:.0}"));
    let rates: Vec<String> = turns.rates.iter().map(|rate| format!("{rate:.0}")).collect();
    let ratio = ratio.map_or(String::new(), |ratio| {
        let Ratio { of_medians, min, max } = ratio;
        format!(",\"ratio\":{of_medians:.4},\"ratio_min\":{min:.4},\"ratio_max\":{max:.4}")
    });
    format!(
        "{{\"name\":\"{}\",\"per_cpu_second\":{median},\"rounds\":[{}],\"counted\":\"{}\"{ratio}}}",
        turns.name,
        rates.join(","),
        turns.evidence.text(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_have_three_digits() {
        let texts = [1.5831e9, 296.4e6, 8.519e6, 12_730.0, 99.95e3, 585.0].map(rate);
        assert_eq!(texts, ["1.58 G", "296 M", "8.52 M", "12.7 k", "100.0 k", "585  "]);
    }
}
