//! `spielbaum studies`: the published studies that can be rerun.

use serde::Serialize;
use spielbaum_lab::studies;

use crate::failure::Failure;
use crate::output::Output;

#[derive(Serialize)]
struct StudiesJson {
    studies: Vec<StudyJson>,
}

#[derive(Serialize)]
struct StudyJson {
    id: String,
    title: String,
    author: String,
    parts: Vec<String>,
    open: Vec<String>,
}

pub(crate) fn run(output: &mut Output) -> Result<(), Failure> {
    let studies: Vec<StudyJson> = studies()
        .into_iter()
        .map(|study| {
            let parts = study.parts.into_iter().map(|part| part.title).collect();
            StudyJson { id: study.id, title: study.title, author: study.author, parts, open: study.open }
        })
        .collect();
    if output.is_json() {
        return Ok(output.json(&StudiesJson { studies })?);
    }
    let mut text = String::new();
    for study in studies {
        text += &format!("{}: {} ({})\n", study.id, study.title, study.author);
        for (part, number) in study.parts.iter().zip(1..) {
            text += &format!("  {number}. {part}\n");
        }
        for open in study.open {
            text += &format!("  not rerun: {open}\n");
        }
        text.push('\n');
    }
    text += "'spielbaum reproduce STUDY' reruns one of them, 'spielbaum reproduce all' all.\n";
    Ok(output.text(&text)?)
}
