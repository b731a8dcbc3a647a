//! `spielbaum report`: tables and figures of runs as a self-contained page.

use std::path::PathBuf;

use clap::Args;
use spielbaum_lab::{Report, Store, recall};

use crate::failure::Failure;
use crate::output::Output;

#[derive(Args)]
#[command(after_help = "\
The folder has index.html, report.md, every table as CSV and LaTeX, and every figure as SVG. The same store gives the \
same bytes.

Examples:
  spielbaum report results.sqlite
  spielbaum report results.sqlite --run 2 --run 3 --out report")]
pub(crate) struct Arguments {
    /// File with the results
    #[arg(value_name = "STORE")]
    store: PathBuf,

    /// Numbers of runs [default: all]
    #[arg(long, value_name = "N")]
    run: Vec<i64>,

    /// Folder for the report [default: the store's name with '-report']
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let mut store = Store::open(&arguments.store)?;
    let runs = match arguments.run.as_slice() {
        [] => store.runs()?,
        numbers => numbers.iter().map(|&number| store.run(number)).collect::<Result<_, _>>()?,
    };
    let Some(first) = runs.first() else {
        return Err(Failure::Input(format!("{}: contains no run", arguments.store.display())));
    };
    let name = arguments.store.file_stem().unwrap_or_default().to_string_lossy();
    let title = if runs.len() == 1 { first.experiment.title.clone() } else { name.to_string() };
    let mut report = Report::new(&title);
    for run in &runs {
        let findings = recall(&mut store, run)?;
        let prefix = if runs.len() == 1 { String::new() } else { format!("run-{}-", run.number) };
        report.add_run(run, &findings, &prefix);
    }
    let folder = arguments.out.clone().unwrap_or_else(|| PathBuf::from(format!("{name}-report")));
    report.write(&folder)?;
    Ok(output.line(&folder.join("index.html").display().to_string())?)
}
