//! Several experiments one after another, into one store and one report.

use std::path::{Path, PathBuf};

use spielbaum_lab::{Block, Experiment, Report, Results, Store, recall};

use super::{SessionArguments, conduct};
use crate::failure::Failure;
use crate::output::Output;

/// A folder that fills with results and ends as a report.
pub(crate) struct Stage<'a> {
    folder: PathBuf,
    session: &'a SessionArguments,
    report: Report,
}

impl<'a> Stage<'a> {
    /// Makes the folder where it is missing.
    pub(crate) fn new(folder: &Path, title: &str, session: &'a SessionArguments) -> Result<Stage<'a>, Failure> {
        std::fs::create_dir_all(folder).map_err(|error| Failure::input(&folder.display().to_string(), error))?;
        Ok(Stage { folder: folder.to_owned(), session, report: Report::new(title) })
    }

    /// Runs an experiment, prints it, and adds it to the report. Returns its results, and the prefix of its files.
    pub(crate) fn run(&mut self, experiment: &Experiment, output: &mut Output) -> Result<(Results, String), Failure> {
        let path = self.folder.join("results.sqlite");
        let number = conduct(experiment, Some(&path), self.session, output)?;
        if !output.is_json() {
            output.line("")?;
        }
        let mut store = Store::open(&path)?;
        let run = store.run(number.expect("a run in a store has a number"))?;
        let findings = recall(&mut store, &run)?;
        let prefix = format!("run-{}-", run.number);
        self.report.add_run(&run, &findings, &prefix);
        Ok((findings.results, prefix))
    }

    /// Adds something else to the report.
    pub(crate) fn add(&mut self, blocks: Vec<Block>) {
        self.report.blocks.extend(blocks);
    }

    /// How many parts the report has so far.
    pub(crate) fn len(&self) -> usize {
        self.report.blocks.len()
    }

    /// Adds something in front of the part with this number.
    pub(crate) fn insert(&mut self, place: usize, blocks: Vec<Block>) {
        self.report.blocks.splice(place..place, blocks);
    }

    /// Writes the report and says where it is.
    pub(crate) fn finish(self, output: &mut Output) -> Result<(), Failure> {
        self.report.write(&self.folder)?;
        if output.is_json() {
            return Ok(());
        }
        Ok(output.line(&format!("report: {}", self.folder.join("index.html").display()))?)
    }
}
