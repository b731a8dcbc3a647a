//! A file of positions solved one by one: how many values are not the expected ones, and the time taken.

use std::path::Path;
use std::time::Duration;

use serde::Serialize;
use spielbaum_core::{Budget, Notation, Search};
use spielbaum_documents::AnalysisJson;

use super::outcome_only;
use crate::failure::Failure;
use crate::output::{Output, grouped, milliseconds, per_second, rate};
use crate::setup::Setup;

/// A set and how it is to be solved.
pub(super) struct Set<'a> {
    pub(super) file: &'a Path,
    pub(super) setup: &'a Setup<'a>,
    /// The search as a person reads it.
    pub(super) algorithm: String,
    /// Whether only win, draw or loss is asked for.
    pub(super) is_weak: bool,
    pub(super) output: &'a mut Output,
}

/// A line of a set.
struct Task<G> {
    number: usize,
    position: G,
    expected: Option<i32>,
}

#[derive(Serialize)]
struct SummaryJson {
    positions: u64,
    mismatches: u64,
    nodes: u64,
    time_ms: f64,
    nps: f64,
    mean_ms: f64,
    median_ms: f64,
    p95_ms: f64,
    p99_ms: f64,
    max_ms: f64,
}

impl Set<'_> {
    /// Solves every line; the search starts each with an empty table.
    pub(super) fn solve<G: Notation>(mut self, search: &mut dyn Search<G>) -> Result<(), Failure> {
        let place = self.file.display().to_string();
        let text = std::fs::read_to_string(self.file).map_err(|error| Failure::input(&place, error))?;
        let lines = text.lines().map(str::trim).zip(1..);
        let lines = lines.filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
        let tasks: Vec<Task<G>> = lines.map(|(line, number)| self.task(number, line)).collect::<Result<_, _>>()?;
        let progress = self.output.progress(tasks.len() as u64, "solving");
        let (mut mismatches, mut nodes, mut times) = (0, 0, Vec::new());
        for task in &tasks {
            let mut analysis = search.search(&task.position, &Budget::default(), &mut |_| {});
            if self.is_weak {
                outcome_only(&mut analysis);
            }
            let is_mismatch = task.expected.is_some_and(|expected| expected != analysis.score.0);
            mismatches += u64::from(is_mismatch);
            nodes += analysis.nodes;
            times.push(analysis.time);
            if self.output.is_json() {
                let (game, algorithm) = (self.setup.spec.to_string(), self.algorithm.clone());
                self.output.json(&AnalysisJson::new(game, algorithm, &task.position, &analysis))?;
            } else if is_mismatch {
                let (expected, value) = (task.expected.unwrap_or_default(), analysis.score.0);
                self.output.line(&format!("line {}: {value}, expected {expected}: {}", task.number, task.position))?;
            }
            progress.inc(1);
        }
        progress.finish_and_clear();
        self.summary(mismatches, nodes, times)
    }

    fn summary(&mut self, mismatches: u64, nodes: u64, mut times: Vec<Duration>) -> Result<(), Failure> {
        times.sort_unstable();
        let (positions, time) = (times.len() as u64, times.iter().sum());
        let [median_ms, p95_ms, p99_ms, max_ms] =
            [50, 95, 99, 100].map(|percent| milliseconds(percentile(&times, percent)));
        let mean_ms = milliseconds(time / (positions.max(1) as u32));
        if self.output.is_json() {
            let (time_ms, nps) = (milliseconds(time), per_second(nodes, time));
            let json =
                SummaryJson { positions, mismatches, nodes, time_ms, nps, mean_ms, median_ms, p95_ms, p99_ms, max_ms };
            return Ok(self.output.json(&json)?);
        }
        let text = format!(
            "{positions} positions, {mismatches} mismatches, {} nodes in {:.3} s, {}\n\
             nodes      mean {}\n\
             time       mean {mean_ms:.3} ms, median {median_ms:.3}, 95th percentile {p95_ms:.3}, \
             99th percentile {p99_ms:.3}, greatest {max_ms:.3}\n",
            grouped(nodes),
            time.as_secs_f64(),
            rate(nodes, time),
            grouped(nodes / positions.max(1)),
        );
        Ok(self.output.text(&text)?)
    }

    /// Reads `POSITION VALUE [BEST MOVES] [# COMMENT]` or the same with moves; the best moves are for people. Of an expected margin only the sign counts where only the outcome is asked
    /// for.
    fn task<G: Notation>(&self, number: usize, line: &str) -> Result<Task<G>, Failure> {
        let place = || format!("{}, line {number}", self.file.display());
        let (line, _) = line.split_once(" #").unwrap_or((line, ""));
        let valued = |text: &'_ str| {
            let (body, value) = text.trim().rsplit_once(char::is_whitespace)?;
            Some((body.trim().len(), value.parse::<i32>().ok()?))
        };
        let without_best = line.trim().rsplit_once(char::is_whitespace).map_or("", |(rest, _)| rest);
        let found = valued(line).or_else(|| valued(without_best));
        let (body, expected) = match found {
            Some((length, expected)) => (&line.trim()[..length], Some(expected)),
            None => (line.trim(), None),
        };
        let position = self.setup.spec.position::<G>(body).map_err(|error| Failure::input(&place(), error))?;
        let expected = if self.is_weak { expected.map(i32::signum) } else { expected };
        Ok(Task { number, position, expected })
    }
}

/// The least of the `sorted` times that `percent` percent of them do not exceed (nearest rank); 0 without any.
fn percentile(sorted: &[Duration], percent: usize) -> Duration {
    let rank = (sorted.len() * percent).div_ceil(100).max(1);
    sorted.get(rank - 1).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_times_that_were_measured() {
        let times: Vec<Duration> = (1..=200).map(Duration::from_millis).collect();
        let found = [0, 50, 95, 99, 100].map(|percent| percentile(&times, percent).as_millis());
        assert_eq!(found, [1, 100, 190, 198, 200]);
        assert_eq!(percentile(&times[..1], 99), Duration::from_millis(1));
        assert_eq!(percentile(&[], 50), Duration::ZERO);
    }
}
