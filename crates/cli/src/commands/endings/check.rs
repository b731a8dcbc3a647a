//! `spielbaum endings check`: checks tables against the rules of chess.

use clap::Args;
use serde::Serialize;
use spielbaum_core::TextError;
use spielbaum_tablebases::syzygy::{Kind, Men, Table};
use spielbaum_tablebases::{Extent, Material, verify, verify_syzygy};

use super::FolderArguments;
use crate::failure::Failure;
use crate::output::{Output, grouped};

#[derive(Args)]
#[command(after_help = "\
Every value must follow from the values after all legal moves. The check uses a different move generator \
from the one that generates tables. The outcomes in Syzygy files are checked in the same \
way, and against the tables in the folder; they have names like KQvKR.

Examples:
  spielbaum endings check
  spielbaum endings check KBNK KQKR --sample 1000000 --seed 5
  spielbaum endings check KQvKR --dir syzygy")]
pub(super) struct Arguments {
    /// Endings to check [default: all in the folder]
    #[arg(value_name = "NAME")]
    names: Vec<String>,

    #[command(flatten)]
    folder: FolderArguments,

    /// Random placements of the men to check in each ending
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    sample: u64,

    /// Random seed
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
    let syzygy = endings.syzygy().tables().iter().filter(|table| table.kind() == Kind::Wdl);
    let syzygy: Vec<Men> = syzygy.map(Table::men).collect();
    let (mut wanted, mut wanted_syzygy) = (Vec::new(), Vec::new());
    for name in &arguments.names {
        if name.contains('v') {
            wanted_syzygy.push(name.parse()?);
        } else {
            wanted.push(name.parse()?);
        }
    }
    if arguments.names.is_empty() {
        wanted = Material::all().into_iter().filter(|material| endings.has(*material)).collect();
        wanted_syzygy = syzygy.clone();
    }
    let extent = Extent::Sample(arguments.sample, arguments.seed);
    let mut checked = Vec::new();
    let mut tell = |name: String, positions: Result<u64, TextError>| {
        let positions = positions.map_err(|error| Failure::Failed(error.to_string()))?;
        if !output.is_json() {
            output.line(&format!("{name}  {} positions are correct", grouped(positions)))?;
        }
        checked.push(CheckedJson { name, positions });
        Ok::<(), Failure>(())
    };
    for material in wanted {
        let mut needed = material.leads_into().into_iter().chain([material]);
        if let Some(absent) = needed.find(|material| !endings.has(*material)) {
            return Err(Failure::Input(format!("{material}: there is no table of {absent}")));
        }
        tell(material.to_string(), verify(material, &endings, extent))?;
    }
    for men in wanted_syzygy {
        if !syzygy.contains(&men) {
            return Err(Failure::Input(format!("there is no Syzygy file of {men}")));
        }
        tell(men.to_string(), verify_syzygy(men, &endings, extent))?;
    }
    if output.is_json() {
        output.json(&CheckJson { endings: checked })?;
    }
    Ok(())
}
