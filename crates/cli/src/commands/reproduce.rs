//! `spielbaum reproduce`: reruns a published study, compares the numbers, and judges each conclusion.

use std::path::{Path, PathBuf};

use clap::Args;
use spielbaum_lab::{Block, EVIDENCE, Scale, Sets, Study, StudyPart, Table, studies};

use crate::failure::Failure;
use crate::laboratory::{SessionArguments, Stage};
use crate::output::Output;

#[derive(Args)]
#[command(after_help = "\
Quick reruns use less time per move, fewer positions and different numbers of games than the study did, so that a study takes about \
five minutes on two processors; the report lists the differences. --full uses the study's own time and games, which can take days. The same command continues where it was \
interrupted. 'spielbaum studies' lists the studies.

Examples:
  spielbaum reproduce tic-tac-toe-2006
  spielbaum reproduce yavalath-2025 --only 'Table 3.1' --out yavalath
  spielbaum reproduce all --quick")]
pub(crate) struct Arguments {
    /// Name of the study, or 'all'
    #[arg(value_name = "STUDY")]
    study: String,

    /// Take minutes instead of hours (the default)
    #[arg(long)]
    quick: bool,

    /// Use the study's own time and games
    #[arg(long, conflicts_with = "quick")]
    full: bool,

    /// Run only this experiment: its number, or words of its title as in 'Table 3.4'
    #[arg(long, value_name = "TABLE")]
    only: Option<String>,

    /// Replace one of the studies' position sets (L1_R1 to L3_R1, othello, yavalath) by a file
    #[arg(long = "set", value_name = "NAME=FILE")]
    sets: Vec<String>,

    /// Folder for the reports
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
        return Err(Failure::Input(format!("unknown study '{}'; available: {names}, all", arguments.study)));
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
        let caption =
            format!("All conclusions, at the 5 % level; each study's report has the tables and figures. {EVIDENCE}");
        summary.add(vec![Block::Table(Table { name: "conclusions".to_owned(), caption, columns, rows: conclusions })]);
        summary.finish(output)?;
    }
    Ok(())
}

/// Reruns one study and returns its conclusions, each preceded by the study's name.
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
        Scale::Quick => "A quick rerun: each experiment states where its times or numbers differ from the study's",
        Scale::Full => "A full rerun with the study's own times and numbers of games",
    };
    stage.add(vec![Block::Text(format!("{}. {extent}.", study.author))]);
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
        // The study's conclusions come first, the details of the run after them.
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
    let caption = format!("All conclusions, at the 5 % level; the experiments follow. {EVIDENCE}");
    let rows = conclusions.clone();
    stage.insert(top, vec![Block::Table(Table { name: "conclusions".to_owned(), caption, columns, rows })]);
    stage.finish(output)?;
    let named = |row: Vec<String>| [vec![study.id.clone()], row].concat();
    Ok(conclusions.into_iter().map(named).collect())
}

/// The selected experiments of a study: all, one by number, or those whose title contains these words.
fn parts<'a>(study: &'a Study, only: Option<&str>) -> Vec<&'a StudyPart> {
    let is_asked_for = |part: &StudyPart, number: usize| match only.map(|only| (only, only.parse::<usize>())) {
        None => true,
        Some((_, Ok(asked))) => asked == number,
        Some((words, Err(_))) => part.title.to_lowercase().contains(&words.to_lowercase()),
    };
    let parts = study.parts.iter().zip(1..).filter(|(part, number)| is_asked_for(part, *number));
    parts.map(|(part, _)| part).collect()
}

/// Whether a file is newer than another one, or the other is missing: then the summary of all studies lacks it.
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
