//! The state of a long proof, kept in a file: after an interruption the same command continues from there.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use spielbaum_core::{Analysis, Budget, Knowledge, Notation};
use spielbaum_search::Spec;
use spielbaum_search::proof::Prover;

use super::is_solved;
use crate::failure::Failure;
use crate::files;
use crate::interrupt::stop_on_interrupt;
use crate::output::{Output, grouped};
use crate::report::progress_line;

/// The minimum time between two writes.
const INTERVAL: Duration = Duration::from_secs(60);

/// The search continues for this many times the duration of a write before the next one.
const PATIENCE: u32 = 20;

/// A file and its required first line, which names the search and the position.
pub(super) struct Checkpoint<'a> {
    file: &'a Path,
    header: String,
}

impl<'a> Checkpoint<'a> {
    pub(super) fn new<G: Notation>(file: &'a Path, position: &G, spec: &Spec) -> Checkpoint<'a> {
        Checkpoint { file, header: format!("spielbaum table 2, {}, {position}, {spec}\n", G::INFO.name) }
    }

    /// Continues from the file, if it exists, and writes it every minute or few, after Ctrl-C and at the end.
    pub(super) fn solve<G: Notation + Knowledge>(
        &self,
        position: &G,
        search: &mut dyn Prover<G>,
        limits: &Budget,
        output: &mut Output,
    ) -> Result<Analysis<G>, Failure> {
        let stop = stop_on_interrupt()?;
        self.load(search)?;
        let (mut nodes, mut time, mut interval) = (0, Duration::ZERO, INTERVAL);
        loop {
            let time_left = limits.time.map_or(interval, |limit| limit.saturating_sub(time).min(interval));
            let nodes_left = limits.nodes.map(|limit| limit.saturating_sub(nodes).max(1));
            let budget =
                Budget { time: Some(time_left), nodes: nodes_left, stop: Some(stop.clone()), ..limits.clone() };
            let mut analysis = search.search(position, &budget, &mut |analysis| {
                let all = Analysis { nodes: nodes + analysis.nodes, time: time + analysis.time, ..analysis.clone() };
                let _ = output.note(&progress_line(position, &all));
            });
            nodes += analysis.nodes;
            time += analysis.time;
            (analysis.nodes, analysis.time) = (nodes, time);
            let before = Instant::now();
            self.write(search)?;
            interval = INTERVAL.max(before.elapsed() * PATIENCE);
            let is_used_up =
                limits.time.is_some_and(|limit| time >= limit) || limits.nodes.is_some_and(|limit| nodes >= limit);
            if is_solved(&analysis) || is_used_up || position.status().outcome().is_some() {
                return Ok(analysis);
            }
            let written = format!("{}: written after {} positions", self.file.display(), grouped(nodes));
            if stop.load(Ordering::Relaxed) {
                return Err(Failure::Failed(format!("{written} and not finished; run the same command to continue")));
            }
            let _ = output.note(&written);
        }
    }

    /// Loads the file, or creates it.
    fn load<G: Knowledge>(&self, search: &mut dyn Prover<G>) -> Result<(), Failure> {
        let place = self.file.display().to_string();
        let named = |error| Failure::input(&place, error);
        let mut source = match File::open(self.file) {
            // Now, so that an unwritable path fails before hours of work.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return self.write(search),
            source => BufReader::new(source.map_err(named)?),
        };
        let mut first = Vec::new();
        source.by_ref().take(self.header.len().max(200) as u64).read_until(b'\n', &mut first).map_err(named)?;
        if first != self.header.as_bytes() {
            let (found, wanted) = (String::from_utf8_lossy(&first), self.header.trim_end());
            let reason = format!("it begins with '{}', not with '{wanted}'", found.trim_end());
            return Err(Failure::input(&place, reason));
        }
        search.load_table(&mut source).map_err(named)
    }

    fn write<G: Knowledge>(&self, search: &dyn Prover<G>) -> Result<(), Failure> {
        files::write_with(self.file, |target| {
            target.write_all(self.header.as_bytes())?;
            search.save_table(&mut |bytes| target.write_all(bytes))
        })
    }
}
