//! `spielbaum book`: builds and shows opening books.

mod make;
mod polyglot;
mod self_play;
mod show;

use clap::{Args, Subcommand};

use crate::failure::Failure;
use crate::output::Output;

#[derive(Args)]
#[command(after_help = "\
A book holds the value of every position of the first plies, one byte each, for games whose wins \
have a margin. Chess books are in Polyglot's format: moves with weights, built from games.

Examples:
  spielbaum book make connect-four --plies 6 --output connect-four.book
  spielbaum book show connect-four.book -m 44
  spielbaum solve connect-four -m 4444 --book connect-four.book
  spielbaum book games tournament.pgn --output openings.bin
  spielbaum book play --games 200 --output openings.bin")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: BookCommand,
}

#[derive(Subcommand)]
enum BookCommand {
    /// Build a book, or continue one that was interrupted
    Make(make::Arguments),
    /// Build a chess book from PGN games
    Games(polyglot::Arguments),
    /// Build a chess book from self-play games
    Play(self_play::Arguments),
    /// Show the contents of a book, and its entry for a position
    Show(show::Arguments),
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    match &arguments.command {
        BookCommand::Make(arguments) => make::run(arguments, output),
        BookCommand::Games(arguments) => polyglot::make(arguments, output),
        BookCommand::Play(arguments) => self_play::run(arguments, output),
        BookCommand::Show(arguments) => show::run(arguments, output),
    }
}
