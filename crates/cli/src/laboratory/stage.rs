//! Several experiments in sequence, with one store and one report.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use spielbaum_lab::{Block, Experiment, Report, Results, Run, Store, recall};

use super::{SessionArguments, conduct, go_on, resuming};
use crate::failure::Failure;
use crate::output::Output;

/// A report folder under construction.
pub(crate) struct Stage<'a> {
    folder: PathBuf,
    session: &'a SessionArguments,
    report: Report,
    /// Runs of an interrupted earlier session, for the next experiments.
    begun: VecDeque<i64>,
}

impl<'a> Stage<'a> {
    /// Creates the folder if it is missing.
    pub(crate) fn new(folder: &Path, title: &str, session: &'a SessionArguments) -> Result<Stage<'a>, Failure> {
        std::fs::create_dir_all(folder).map_err(|error| Failure::input(&folder.display().to_string(), error))?;
        Ok(Stage { folder: folder.to_owned(), session, report: Report::new(title), begun: VecDeque::new() })
    }

    /// Continues an interrupted earlier session with these experiments, if the store has one. With `takes_complete` a
    /// finished session counts, too: it was part of a larger one that was interrupted.
    pub(crate) fn go_on_with(
        &mut self,
        experiments: &[Experiment],
        takes_complete: bool,
        output: &mut Output,
    ) -> Result<(), Failure> {
        let path = self.store();
        if !path.exists() {
            return Ok(());
        }
        let runs = Store::open(&path)?.runs()?;
        // Results of different program versions are not mixed.
        let text = |run: &Run| {
            if run.version == env!("CARGO_PKG_VERSION") { run.experiment.to_string() } else { String::new() }
        };
        let done: Vec<(String, bool)> = runs.iter().map(|run| (text(run), run.finished.is_some())).collect();
        let wanted: Vec<String> = experiments.iter().map(ToString::to_string).collect();
        let count = interrupted(&done, &wanted, takes_complete);
        self.begun = runs[runs.len() - count..].iter().map(|run| run.number).collect();
        if count > 0 {
            output.note(&format!("continuing with the results in {}", path.display()))?;
        }
        Ok(())
    }

    fn store(&self) -> PathBuf {
        self.folder.join("results.sqlite")
    }

    /// Runs an experiment, prints it, and adds it to the report. Returns its results, and the prefix of its files.
    pub(crate) fn run(&mut self, experiment: &Experiment, output: &mut Output) -> Result<(Results, String), Failure> {
        let path = self.store();
        let number = match self.begun.pop_front() {
            Some(number) => {
                let (mut store, next) = (Store::open(&path)?, resuming(&path));
                go_on(experiment, Some((&mut store, number)), Some(&next), self.session, output)?;
                number
            }
            None => {
                let number = conduct(experiment, Some(&path), self.session, output)?;
                number.expect("a run in a store has a number")
            }
        };
        if !output.is_json() {
            output.line("")?;
        }
        let mut store = Store::open(&path)?;
        let run = store.run(number)?;
        let findings = recall(&mut store, &run)?;
        let prefix = format!("run-{}-", run.number);
        self.report.add_run(&run, &findings, &prefix);
        Ok((findings.results, prefix))
    }

    /// Adds blocks to the report.
    pub(crate) fn add(&mut self, blocks: Vec<Block>) {
        self.report.blocks.extend(blocks);
    }

    /// How many parts the report has so far.
    pub(crate) fn len(&self) -> usize {
        self.report.blocks.len()
    }

    /// Inserts blocks before the part with this number.
    pub(crate) fn insert(&mut self, place: usize, blocks: Vec<Block>) {
        self.report.blocks.splice(place..place, blocks);
    }

    /// Writes the report and prints its path.
    pub(crate) fn finish(self, output: &mut Output) -> Result<(), Failure> {
        self.report.write(&self.folder)?;
        if output.is_json() {
            return Ok(());
        }
        Ok(output.line(&format!("report: {}", self.folder.join("index.html").display()))?)
    }
}

/// How many of the last runs of a store are the beginning of an interrupted session of these experiments. It is 0 after
/// a finished session, as repeating the command then means measuring again, unless complete ones are taken, too. Runs
/// are experiments, each with whether it is finished.
fn interrupted(runs: &[(String, bool)], wanted: &[String], takes_complete: bool) -> usize {
    let is_beginning = |count: &usize| {
        let last = &runs[runs.len() - count..];
        let is_same = last.iter().zip(wanted).all(|((text, _), wanted)| text == wanted);
        let is_finished = last.iter().all(|(_, is_finished)| *is_finished);
        let are_former_finished = last[..count - 1].iter().all(|(_, is_finished)| *is_finished);
        is_same && are_former_finished && (*count < wanted.len() || !is_finished || takes_complete)
    };
    (1..=runs.len().min(wanted.len())).rev().find(is_beginning).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_interrupted_session_is_continued() {
        let runs = |text: &str| -> Vec<(String, bool)> {
            text.split_whitespace().map(|run| (run.trim_end_matches('?').to_owned(), !run.ends_with('?'))).collect()
        };
        let wanted = ["a", "b", "c"].map(str::to_owned);
        let known = [
            ("", 0),
            ("a", 1),
            ("a?", 1),
            ("a b?", 2),
            ("a b c", 0),
            ("a b c?", 3),
            ("a b c a", 1),
            ("a b c a b?", 2),
            ("a b d", 0),
            ("b", 0),
            ("a? b", 0),
        ];
        for (text, count) in known {
            assert_eq!(interrupted(&runs(text), &wanted, false), count, "{text}");
        }
        assert_eq!(interrupted(&runs("d a b c"), &wanted, true), 3);
    }
}
