//! `spielbaum reproduce`: a published study rerun, its numbers beside ours, and a verdict on each conclusion.

use std::path::{Path, PathBuf};

use clap::Args;
use spielbaum_lab::{Block, EVIDENCE, Scale, Sets, Study, StudyPart, Table, studies};

use crate::failure::Failure;
use crate::laboratory::{SessionArguments, Stage};
use crate::output::Output;

#[derive(Args)]
#[command(after_help = "\
Quick reruns take less time a move, fewer positions and other numbers of games than the study did, so that a study takes about \
five minutes on two processors; the report says what is different. --full takes the study's own time and games, which can be days. The same command goes on where it was \
interrupted. 'spielbaum studies' lists what there is.

Examples:
  spielbaum reproduce tic-tac-toe-2006
  spielbaum reproduce yavalath-2025 --only 'Table 3.1' --out yavalath
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

    /// Only this experiment: its number, or words of its title as in 'Table 3.4'
    #[arg(long, value_name = "TABLE")]
    only: Option<String>,

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
    let is_missing = |study: &&Study| parts(study, arguments.only.as_deref()).is_empty();
    if let (Some(study), Some(only)) = (chosen.iter().copied().find(is_missing), &arguments.only) {
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
        let caption = format!(
            "All conclusions, at the 5 % level; each study's own report has the tables and figures behind them. {EVIDENCE}"
        );
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
    let folder = arguments.out.join(&study.id);
    let mut stage = Stage::new(&folder, &study.title, &arguments.session)?;
    let extent = match scale {
        Scale::Quick => {
            "A quick rerun: each experiment says what it does with less time or in other numbers than the study"
        }
        Scale::Full => "A full rerun: each experiment has the study's own time and games",
    };
    stage.add(vec![Block::Text(format!("{}. {extent}, and is shown as it was run.", study.author))]);
    stage.add(study.open.iter().map(|open| Block::Text(format!("Not rerun: {open}"))).collect());
    let top = stage.len();
    let mut conclusions: Vec<Vec<String>> = Vec::new();
    let parts = parts(study, arguments.only.as_deref());
    let experiments: Vec<_> = parts.iter().map(|part| study.experiment(part, scale, sets)).collect::<Result<_, _>>()?;
    let is_among_all =
        arguments.study == "all" && is_newer(&folder.join("results.sqlite"), &arguments.out.join("index.html"));
    stage.go_on_with(&experiments, is_among_all, output)?;
    for (part, experiment) in parts.into_iter().zip(experiments) {
        let heading = stage.len();
        let (results, prefix) = stage.run(&experiment, output)?;
        // What the study said comes first, all details of the run after it.
        stage.insert(heading + 1, part.blocks(scale, &experiment, &results, &prefix));
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
    let caption = format!("All conclusions, at the 5 % level; the experiments behind them follow. {EVIDENCE}");
    let rows = conclusions.clone();
    stage.insert(top, vec![Block::Table(Table { name: "conclusions".to_owned(), caption, columns, rows })]);
    stage.finish(output)?;
    let named = |row: Vec<String>| [vec![study.id.clone()], row].concat();
    Ok(conclusions.into_iter().map(named).collect())
}

/// The experiments of a study that are asked for: all, the one with a number, or those with these words in their title.
fn parts<'a>(study: &'a Study, only: Option<&str>) -> Vec<&'a StudyPart> {
    let is_asked_for = |part: &StudyPart, number: usize| match only.map(|only| (only, only.parse::<usize>())) {
        None => true,
        Some((_, Ok(asked))) => asked == number,
        Some((words, Err(_))) => part.title.to_lowercase().contains(&words.to_lowercase()),
    };
    let parts = study.parts.iter().zip(1..).filter(|(part, number)| is_asked_for(part, *number));
    parts.map(|(part, _)| part).collect()
}

/// Whether a file was written after another one, or there is no other one: a study that the page of all studies does not know yet.
fn is_newer(file: &Path, other: &Path) -> bool {
    let written = |file: &Path| file.metadata().and_then(|data| data.modified()).ok();
    written(file).is_some_and(|time| written(other).is_none_or(|other| other < time))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn experiments_are_named_by_number_or_by_words_of_their_title() {
        let studies = studies();
        let study = studies.iter().find(|study| study.id == "yavalath-2025").unwrap();
        let titles = |only| parts(study, only).into_iter().map(|part| part.title.as_str()).collect::<Vec<_>>();
        assert_eq!(titles(None).len(), study.parts.len());
        assert_eq!(titles(Some("1")), titles(Some("table 3.1")));
        assert_eq!(titles(Some("Table 3.4")), ["Table 3.4: round robin from the empty board"]);
        assert_eq!(titles(Some("0")).len() + titles(Some("99")).len() + titles(Some("Table 9")).len(), 0);
    }
}
