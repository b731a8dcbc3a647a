//! `spielbaum endings make`: generates tables by retrograde analysis, one file each.

use std::fs;
use std::time::{Duration, Instant};

use clap::Args;
use serde::Serialize;
use spielbaum_tablebases::{Event, MOST_MEN, Material, Packed, file_name, generate_missing, missing_tables};

use super::{FolderArguments, mate_moves};
use crate::failure::Failure;
use crate::files;
use crate::laboratory::processors;
use crate::output::{Output, grouped, milliseconds};

#[derive(Args)]
#[command(after_help = "\
Endings have names like KQKR. Promotions and captures lead into other endings, which are generated first. \
Existing tables are kept: interrupted in any way, the same command continues with the next \
table.

Examples:
  spielbaum endings make KBNK
  spielbaum endings make KPKP --threads 2
  spielbaum endings make --dir tables")]
pub(super) struct Arguments {
    /// Endings to generate [default: all with four men]
    #[arg(value_name = "NAME")]
    names: Vec<String>,

    #[command(flatten)]
    folder: FolderArguments,

    /// Tables generated at the same time [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: Option<u64>,
}

#[derive(Serialize)]
struct MadeJson {
    folder: String,
    made: Vec<TableJson>,
    time_ms: f64,
}

#[derive(Serialize)]
struct TableJson {
    name: String,
    bytes: usize,
    mate_by_white: Option<u32>,
    mate_by_black: Option<u32>,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let wanted = match arguments.names.as_slice() {
        [] => Material::all().into_iter().filter(|material| material.men() == MOST_MEN).collect(),
        names => names.iter().map(|name| name.parse()).collect::<Result<Vec<Material>, _>>()?,
    };
    let folder = arguments.folder.path()?;
    fs::create_dir_all(&folder).map_err(|error| Failure::input(&folder.display().to_string(), error))?;
    let mut endings = arguments.folder.endings()?;
    let count = missing_tables(&wanted, &endings).len();
    let threads = arguments.threads.map_or_else(processors, |threads| threads as usize);
    let clock = Instant::now();
    let progress = output.progress(count as u64, "generating");
    let mut made = Vec::new();
    generate_missing(&wanted, &mut endings, threads, |event| match event {
        Event::Ply { material, plies, decided } => {
            progress.set_message(format!("{material} ply {plies}, {} positions", grouped(*decided as u64)));
            progress.tick();
            Ok::<(), Failure>(())
        }
        Event::Completed(table) => {
            let packed = Packed::of(table);
            files::write(&folder.join(file_name(table.material())), packed.bytes())?;
            progress.inc(1);
            let [mate_by_white, mate_by_black] = packed.longest().map(|plies| plies.map(mate_moves));
            let name = table.material().to_string();
            let bytes = packed.bytes().len();
            if !output.is_json() {
                let size = grouped(bytes as u64);
                progress.suspend(|| {
                    output.line(&format!("{name}  {size} bytes, {:.1} s", clock.elapsed().as_secs_f64()))
                })?;
            }
            made.push(TableJson { name, bytes, mate_by_white, mate_by_black });
            Ok(())
        }
    })?;
    progress.finish_and_clear();
    report(made, &folder.display().to_string(), clock.elapsed(), output)
}

fn report(made: Vec<TableJson>, folder: &str, time: Duration, output: &mut Output) -> Result<(), Failure> {
    if output.is_json() {
        let json = MadeJson { folder: folder.to_owned(), made, time_ms: milliseconds(time) };
        return Ok(output.json(&json)?);
    }
    let bytes: usize = made.iter().map(|table| table.bytes).sum();
    let text = match made.len() {
        0 => format!("all tables exist in {folder}\n"),
        count => {
            format!("generated {count} in {:.1} s, {} bytes in {folder}\n", time.as_secs_f64(), grouped(bytes as u64))
        }
    };
    Ok(output.text(&text)?)
}
