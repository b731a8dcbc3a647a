//! `spielbaum reproduce`: a published study rerun, its numbers beside ours, and a verdict on each conclusion.

use std::path::PathBuf;

use clap::Args;
use spielbaum_lab::{Block, Scale, Sets, Study, Table, studies};

use crate::failure::Failure;
use crate::laboratory::{SessionArguments, Stage};
use crate::output::Output;

#[derive(Args)]
#[command(after_help = "\
Quick reruns take less time a move and fewer games than the study did; the report shows the experiment as it was run. --full \
takes the study's own time and games, which can be days. 'spielbaum studies' lists what there is.

Examples:
  spielbaum reproduce tic-tac-toe-2006
  spielbaum reproduce yavalath-2025 --only 1 --out yavalath
  spielbaum reproduce all --quick")]
pub(crate) struct Arguments {
    /// The study's name, or 'all'
    #[arg(value_name = "STUDY")]
    study: String,

    /// Minutes instead of hours; this is the default
    #[arg(long)]
    quick: bool,

    /// The study's own time and games
    #[arg(long, conflicts_with = "quick")]
    full: bool,

    /// Only this experiment, by its number
    #[arg(long, value_name = "N")]
    only: Option<usize>,

    /// Take the positions of a file in place of one of the sets of the studies, L1_R1 to L3_R1, othello, yavalath
    #[arg(long = "set", value_name = "NAME=FILE")]
    sets: Vec<String>,

    /// Folder for the reports [default: reproduce]
    #[arg(long, value_name = "FOLDER", default_value = "reproduce")]
    out: PathBuf,

    #[command(flatten)]
    session: SessionArguments,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let all = studies();
    let chosen: Vec<&Study> =
        all.iter().filter(|study| arguments.study == "all" || study.id == arguments.study).collect();
    if chosen.is_empty() {
        let names: Vec<&str> = all.iter().map(|study| study.id.as_str()).collect();
        let names = names.join(", ");
        return Err(Failure::Input(format!("unknown study '{}'; there are {names}, and all", arguments.study)));
    }
    let is_missing = |study: &&Study| arguments.only.is_some_and(|only| only == 0 || only > study.parts.len());
    if let (Some(study), Some(only)) = (chosen.iter().copied().find(is_missing), arguments.only) {
        let count = study.parts.len();
        return Err(Failure::Input(format!("only: {} has the experiments 1 to {count}, not '{only}'", study.id)));
    }
    let mut sets = Sets::default();
    arguments.sets.iter().try_for_each(|text| sets.give(text)).map_err(|error| Failure::input("set", error))?;
    let mut conclusions = Vec::new();
    for study in &chosen {
        conclusions.extend(reproduce(study, &sets, arguments, output)?);
    }
    if chosen.len() > 1 {
        let mut summary = Stage::new(&arguments.out, "The studies rerun", &arguments.session)?;
        let columns = ["study", "conclusion", "verdict", "evidence"].map(str::to_owned).to_vec();
        let link = |study: &&Study| (format!("{} ({})", study.title, study.author), format!("{}/index.html", study.id));
        summary.add(vec![Block::Links(chosen.iter().map(link).collect())]);
        let caption = "All conclusions; each study's own report has the tables and figures behind them.".to_owned();
        summary.add(vec![Block::Table(Table { name: "conclusions".to_owned(), caption, columns, rows: conclusions })]);
        summary.finish(output)?;
    }
    Ok(())
}

/// Reruns one study and returns its conclusions, each with the study's name in front.
fn reproduce(
    study: &Study,
    sets: &Sets,
    arguments: &Arguments,
    output: &mut Output,
) -> Result<Vec<Vec<String>>, Failure> {
    let scale = if arguments.full { Scale::Full } else { Scale::Quick };
    let mut stage = Stage::new(&arguments.out.join(&study.id), &study.title, &arguments.session)?;
    let extent = match scale {
        Scale::Quick => "A quick rerun: less time a move, fewer games or less depth than in the study",
        Scale::Full => "A full rerun with the study's own time and games",
    };
    stage.add(vec![Block::Text(format!("{}. {extent}; each experiment is shown as it was run.", study.author))]);
    stage.add(study.open.iter().map(|open| Block::Text(format!("Not rerun: {open}"))).collect());
    let top = stage.len();
    let mut conclusions: Vec<Vec<String>> = Vec::new();
    for (part, number) in study.parts.iter().zip(1..) {
        if arguments.only.is_some_and(|only| only != number) {
            continue;
        }
        let experiment = study.experiment(part, scale, sets)?;
        let heading = stage.len();
        let (results, prefix) = stage.run(&experiment, output)?;
        // What the study said comes first, all details of the run after it.
        stage.insert(heading + 1, part.blocks(&experiment, &results, &prefix));
        for row in part.conclusions(&experiment, &results) {
            if !output.is_json() {
                output.line(&format!("{}: {} [{}]", row[1], row[0], row[2]))?;
            }
            conclusions.push(row);
        }
        if !output.is_json() {
            output.line("")?;
        }
    }
    let columns = ["conclusion", "verdict", "evidence"].map(str::to_owned).to_vec();
    let caption = "All conclusions, at the 5 % level; the experiments behind them follow.".to_owned();
    let rows = conclusions.clone();
    stage.insert(top, vec![Block::Table(Table { name: "conclusions".to_owned(), caption, columns, rows })]);
    stage.finish(output)?;
    let named = |row: Vec<String>| [vec![study.id.clone()], row].concat();
    Ok(conclusions.into_iter().map(named).collect())
}
