//! `spielbaum book`: opening books made and looked at.

mod make;
mod polyglot;
mod self_play;
mod show;

use clap::{Args, Subcommand};

use crate::failure::Failure;
use crate::output::Output;

#[derive(Args)]
#[command(after_help = "\
A book holds what every position of the first plies is worth, one byte each, for games whose wins \
have a margin. Books of chess are of another kind, Polyglot's: moves with weights, made from games.

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
    /// Make a book, or go on making one that was interrupted
    Make(make::Arguments),
    /// Make a book of chess from games
    Games(polyglot::Arguments),
    /// Make a book of chess from games that the program plays against itself
    Play(self_play::Arguments),
    /// Say what a book holds, and what it knows of a position
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
