//! `spielbaum uci`: a UCI engine for chess interfaces.

use clap::Args;
use spielbaum_connect::uci;

use crate::failure::Failure;

#[derive(Args)]
#[command(after_help = "\
Interfaces start the program with the single argument 'uci' and use standard input and output; 'setoption' \
sets the options that the reply to 'uci' lists. The option Search takes any algorithm with its switches.

Examples:
  spielbaum uci
  printf 'position startpos moves e2e4\\ngo movetime 500\\n' | spielbaum uci
  printf 'setoption name Search value mcts-best\\ngo nodes 5000\\n' | spielbaum uci")]
pub(crate) struct Arguments {}

pub(crate) fn run(_: &Arguments) -> Result<(), Failure> {
    Ok(uci::serve(std::io::stdin().lock(), std::io::stdout())?)
}
