//! `spielbaum endings check`: tables compared with the rules of chess.

use clap::Args;
use serde::Serialize;
use spielbaum_endings::{Extent, Material, verify};

use super::FolderArguments;
use crate::failure::Failure;
use crate::output::{Output, grouped};

#[derive(Args)]
#[command(after_help = "\
Every value must follow from the values behind all legal moves. Positions are set up and moved in by \
another program than the one that makes tables.

Examples:
  spielbaum endings check
  spielbaum endings check KBNK KQKR --sample 1000000 --seed 5")]
pub(super) struct Arguments {
    /// Endings to check [default: all that are there]
    #[arg(value_name = "NAME")]
    names: Vec<String>,

    #[command(flatten)]
    folder: FolderArguments,

    /// Arrangements of the men drawn by lot for each ending
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    sample: u64,

    /// Where the lots come from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

#[derive(Serialize)]
struct CheckJson {
    endings: Vec<CheckedJson>,
}

#[derive(Serialize)]
struct CheckedJson {
    name: String,
    positions: u64,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let endings = arguments.folder.endings()?;
    let mut wanted = arguments.names.iter().map(|name| name.parse()).collect::<Result<Vec<Material>, _>>()?;
    if wanted.is_empty() {
        wanted = Material::all().into_iter().filter(|material| endings.has(*material)).collect();
    }
    let mut checked = Vec::new();
    for material in wanted {
        let mut needed = material.leads_into().into_iter().chain([material]);
        if let Some(absent) = needed.find(|material| !endings.has(*material)) {
            return Err(Failure::Input(format!("{material}: there is no table of {absent}")));
        }
        let extent = Extent::Sample(arguments.sample, arguments.seed);
        let positions = verify(material, &endings, extent).map_err(|error| Failure::Failed(error.to_string()))?;
        if !output.is_json() {
            output.line(&format!("{material}  {} positions are right", grouped(positions)))?;
        }
        checked.push(CheckedJson { name: material.to_string(), positions });
    }
    if output.is_json() {
        output.json(&CheckJson { endings: checked })?;
    }
    Ok(())
}
