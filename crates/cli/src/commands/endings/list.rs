//! `spielbaum endings list`: the available tables and their longest mates.

use clap::Args;
use serde::Serialize;
use spielbaum_games::chess::Color;
use spielbaum_tablebases::syzygy::{Kind, Syzygy};
use spielbaum_tablebases::{Endings, Material};

use super::{FolderArguments, mate_moves};
use crate::failure::Failure;
use crate::output::{Output, grouped};

#[derive(Args)]
#[command(after_help = "\
Mates are counted in moves of the winner; '-' where a side cannot force mate. For Syzygy files the list \
has the sizes of the outcome (wdl) and distance (dtz) files.

Examples:
  spielbaum endings list
  spielbaum endings list --dir tables --json")]
pub(super) struct Arguments {
    #[command(flatten)]
    folder: FolderArguments,
}

#[derive(Serialize)]
struct ListJson {
    folder: String,
    endings: Vec<EndingJson>,
    missing: Vec<String>,
    syzygy: Vec<SyzygyJson>,
}

#[derive(Serialize)]
struct EndingJson {
    name: String,
    /// None for tables that are generated when needed.
    bytes: Option<usize>,
    mate_by_white: Option<u32>,
    mate_by_black: Option<u32>,
}

/// The Syzygy files of one material balance.
#[derive(Serialize)]
struct SyzygyJson {
    name: String,
    wdl_bytes: Option<u64>,
    dtz_bytes: Option<u64>,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let files = arguments.folder.files()?;
    let small = Endings::small();
    let (mut endings, mut missing) = (Vec::new(), Vec::new());
    for material in Material::all() {
        let file = files.iter().find(|packed| packed.material() == material);
        let longest = match (file, small.table(material)) {
            (Some(packed), _) => packed.longest(),
            (None, Some(table)) => Color::ALL.map(|winner| table.longest(winner)),
            (None, None) => {
                missing.push(material.to_string());
                continue;
            }
        };
        let [mate_by_white, mate_by_black] = longest.map(|plies| plies.map(mate_moves));
        let bytes = file.map(|packed| packed.bytes().len());
        endings.push(EndingJson { name: material.to_string(), bytes, mate_by_white, mate_by_black });
    }
    let folder = arguments.folder.path()?.display().to_string();
    let syzygy = listed(&arguments.folder.syzygy()?);
    if output.is_json() {
        return Ok(output.json(&ListJson { folder, endings, missing, syzygy })?);
    }
    output.line(&format!("{:<8} {:>8} {:>8} {:>12}", "ending", "white", "black", "bytes"))?;
    for EndingJson { name, bytes, mate_by_white, mate_by_black } in endings {
        let [white, black] =
            [mate_by_white, mate_by_black].map(|mate| mate.map_or("-".to_owned(), |mate| mate.to_string()));
        let bytes = bytes.map_or("no file".to_owned(), |bytes| grouped(bytes as u64));
        output.line(&format!("{name:<8} {white:>8} {black:>8} {bytes:>12}"))?;
    }
    if !missing.is_empty() {
        output.line(&format!("missing: {}", missing.join(" ")))?;
    }
    if !syzygy.is_empty() {
        output.line(&format!("{:<8} {:>17} {:>12}", "Syzygy", "wdl", "dtz"))?;
    }
    for SyzygyJson { name, wdl_bytes, dtz_bytes } in syzygy {
        let [wdl, dtz] = [wdl_bytes, dtz_bytes].map(|bytes| bytes.map_or("no file".to_owned(), grouped));
        output.line(&format!("{name:<8} {wdl:>17} {dtz:>12}"))?;
    }
    Ok(output.line(&format!("folder: {folder}"))?)
}

fn listed(syzygy: &Syzygy) -> Vec<SyzygyJson> {
    let mut listed: Vec<SyzygyJson> = Vec::new();
    // Files of the same material are adjacent.
    for table in syzygy.tables() {
        let name = table.men().to_string();
        if listed.last().is_none_or(|last| last.name != name) {
            listed.push(SyzygyJson { name, wdl_bytes: None, dtz_bytes: None });
        }
        if let Some(last) = listed.last_mut() {
            let bytes = match table.kind() {
                Kind::Wdl => &mut last.wdl_bytes,
                Kind::Dtz => &mut last.dtz_bytes,
            };
            *bytes = Some(table.bytes());
        }
    }
    listed
}
