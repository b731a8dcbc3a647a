//! `spielbaum endings`: generates, lists, probes and checks chess endgame tables.

mod check;
mod list;
mod make;
mod probe;

use std::path::PathBuf;

use clap::{Args, Subcommand};
use spielbaum_tablebases::syzygy::Syzygy;
use spielbaum_tablebases::{Endings, Packed, read};

use crate::failure::Failure;
use crate::files;
use crate::output::Output;

#[derive(Args)]
#[command(after_help = "\
A table holds the distance to mate of every position of an ending, ignoring the \
fifty-move rule and repetitions. Tables with three men are generated when needed; those with four \
men are files. Players use the files of a folder with 'endings=DIR', as in strong:endings=DIR, and \
'spielbaum uci' with the option 'Endings Folder'.

The folder may also hold Syzygy files (*.rtbw and *.rtbz, up to seven men): they hold the outcome under \
the fifty-move rule, and the plies to the next capture, pawn move or mate.

Examples:
  spielbaum endings make KBNK KQKR
  spielbaum endings make --dir tables
  spielbaum endings list
  spielbaum endings probe -p '8/8/8/8/3k4/8/8/KQ6 w - - 0 1'
  spielbaum endings probe -p '8/8/8/8/3k4/8/8/KQ5r w - - 0 1' --dir syzygy
  spielbaum endings check KBNK --sample 100000")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: EndingsCommand,
}

#[derive(Subcommand)]
enum EndingsCommand {
    /// Generate the missing tables
    Make(make::Arguments),
    /// List the tables with their longest mates
    List(list::Arguments),
    /// Show the value of a position and the best line
    Probe(probe::Arguments),
    /// Check tables against the rules of chess
    Check(check::Arguments),
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    match &arguments.command {
        EndingsCommand::Make(arguments) => make::run(arguments, output),
        EndingsCommand::List(arguments) => list::run(arguments, output),
        EndingsCommand::Probe(arguments) => probe::run(arguments, output),
        EndingsCommand::Check(arguments) => check::run(arguments, output),
    }
}

/// Where the tables are.
#[derive(Args)]
struct FolderArguments {
    /// Folder of the tables and of Syzygy files [default: endings in $XDG_DATA_HOME/spielbaum or
    /// ~/.local/share/spielbaum]
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

impl FolderArguments {
    fn path(&self) -> Result<PathBuf, Failure> {
        let usual = || Some(files::data_folder()?.join("endings"));
        let path = self.dir.clone().or_else(usual);
        path.ok_or_else(|| Failure::Input("no home folder: give one with --dir".to_owned()))
    }

    /// The folder, if it exists. The default one may be missing; a missing folder named by the user is an error for the
    /// reader.
    fn present(&self) -> Result<Option<PathBuf>, Failure> {
        Ok(Some(self.path()?).filter(|path| self.dir.is_some() || path.exists()))
    }

    /// The files of the folder.
    fn files(&self) -> Result<Vec<Packed>, Failure> {
        Ok(self.present()?.map(|path| read(&path)).transpose()?.unwrap_or_default())
    }

    /// The Syzygy files of the folder.
    fn syzygy(&self) -> Result<Syzygy, Failure> {
        Ok(self.present()?.map(|path| Syzygy::open(&[path])).transpose()?.unwrap_or_default())
    }

    /// All tables, those of three men included, and Syzygy files.
    fn endings(&self) -> Result<Endings, Failure> {
        let mut endings = Endings::small();
        self.files()?.into_iter().for_each(|packed| endings.add_packed(packed));
        endings.set_syzygy(self.syzygy()?);
        Ok(endings)
    }
}

/// Converts a distance to mate from plies to moves of the winner.
fn mate_moves(plies: u32) -> u32 {
    plies.div_ceil(2)
}
