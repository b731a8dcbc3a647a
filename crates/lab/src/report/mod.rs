//! A run as a report: captioned tables and figures in one self-contained page.
//!
//! A report is a pure function of the store: the same results give the same bytes.

mod figures;
mod games;
mod ladder;
mod pages;
mod searches;
mod tables;
mod tuning;

pub use tuning::{fit_blocks, tuning_blocks};

use std::io;
use std::path::Path;

use figures::Drawing;

use crate::session::{Findings, Results};
use crate::store::Run;

/// A report.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// Its title.
    pub title: String,
    /// Its parts in order.
    pub blocks: Vec<Block>,
}

/// A part of a report.
#[derive(Clone, PartialEq, Debug)]
pub enum Block {
    /// A heading.
    Heading(String),
    /// A paragraph.
    Text(String),
    /// Links to other pages: their titles and addresses.
    Links(Vec<(String, String)>),
    /// Preformatted text.
    Verbatim(String),
    /// A table.
    Table(Table),
    /// A figure.
    Figure(Figure),
}

/// A table.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// The name of its files.
    pub name: String,
    /// What was measured, how often, and what intervals mean.
    pub caption: String,
    /// The column headings.
    pub columns: Vec<String>,
    /// The cells, row by row.
    pub rows: Vec<Vec<String>>,
}

/// A figure.
#[derive(Clone, PartialEq, Debug)]
pub struct Figure {
    /// The name of its files.
    pub name: String,
    /// What it shows.
    pub caption: String,
    /// The SVG document. It has no ids, so several can stand in one page.
    pub svg: String,
}

impl Report {
    /// An empty report.
    pub fn new(title: &str) -> Report {
        Report { title: title.to_owned(), blocks: Vec::new() }
    }

    /// Adds a run: its results, then the experiment itself. `prefix` distinguishes its files from those of other runs.
    pub fn add_run(&mut self, run: &Run, findings: &Findings, prefix: &str) {
        self.blocks.push(Block::Heading(run.experiment.title.clone()));
        if !findings.is_complete {
            self.blocks.push(Block::Text("This run is incomplete; the results so far are shown.".to_owned()));
        }
        let mut blocks = match &findings.results {
            Results::Games { standings, verdict } => {
                let mut blocks = games::blocks(&run.experiment, standings, *verdict);
                blocks.extend(games::move_cost_blocks(&run.experiment, &findings.move_costs));
                blocks
            }
            Results::Searches(records) => searches::blocks(&run.experiment, records),
        };
        for block in &mut blocks {
            match block {
                Block::Table(table) => table.name = format!("{prefix}{}", table.name),
                Block::Figure(figure) => figure.name = format!("{prefix}{}", figure.name),
                Block::Heading(_) | Block::Text(_) | Block::Links(_) | Block::Verbatim(_) => {}
            }
        }
        self.blocks.extend(blocks);
        let finished = run.finished.as_ref().map_or("not finished".to_owned(), |time| format!("finished {time}"));
        let Run { number, version, machine, begun, .. } = run;
        let origin =
            format!("Run {number}, Spielbaum {version}, {machine}; started {begun}, {finished}. The experiment:");
        self.blocks.push(Block::Text(origin));
        self.blocks.push(Block::Verbatim(run.experiment.to_string()));
    }

    /// Writes `index.html` and `report.md`, each table as CSV and LaTeX, and each figure as SVG. Creates the folder if it
    /// is missing.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        std::fs::create_dir_all(folder)?;
        std::fs::write(folder.join("index.html"), pages::html(self))?;
        std::fs::write(folder.join("report.md"), pages::markdown(self))?;
        for block in &self.blocks {
            match block {
                Block::Table(table) => {
                    std::fs::write(folder.join(format!("{}.csv", table.name)), tables::csv(table))?;
                    std::fs::write(folder.join(format!("{}.tex", table.name)), tables::latex(table))?;
                }
                Block::Figure(figure) => {
                    std::fs::write(folder.join(format!("{}.svg", figure.name)), &figure.svg)?;
                }
                Block::Heading(_) | Block::Text(_) | Block::Links(_) | Block::Verbatim(_) => {}
            }
        }
        Ok(())
    }
}

pub(crate) fn table(name: &str, caption: String, columns: &[&str], rows: Vec<Vec<String>>) -> Block {
    let columns = columns.iter().map(|&column| column.to_owned()).collect();
    Block::Table(Table { name: name.to_owned(), caption, columns, rows })
}

fn figure(name: &str, caption: String, drawing: Drawing) -> Block {
    let svg = drawing.document(heading(&caption));
    Block::Figure(Figure { name: name.to_owned(), caption, svg })
}

/// A caption up to its first colon, semicolon or full stop.
fn heading(caption: &str) -> &str {
    let ends = [": ", "; ", ". "].into_iter().filter_map(|mark| caption.find(mark));
    caption[..ends.min().unwrap_or(caption.len())].trim_end_matches('.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_is_titled_by_the_beginning_of_its_caption() {
        assert_eq!(heading("Ratings with their 95 % intervals."), "Ratings with their 95 % intervals");
        assert_eq!(heading("Nodes per search, 0.5 s: box from …; line …."), "Nodes per search, 0.5 s");
        assert_eq!(heading(""), "");
    }
}
