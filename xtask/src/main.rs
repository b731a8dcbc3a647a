//! `cargo xtask test`, which continuous integration runs, and other tasks of the workspace.

mod chess_world;
mod dependencies;
mod dist;
mod guide;
mod pages;
mod programs;
mod run;
mod signature;
mod test;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  test          all checks: format, lints, tests, documentation, node counts, stress, other programs, platforms, dependencies
  guide         add the game of docs/adding-a-game.md to a copy of the workspace and use it
  signature     write the node counts of this build to bench/signature.txt
  pages         check the types of the web page and use it in a browser
  dependencies  check licences, sources and use of dependencies
  platforms     compile the libraries for other platforms
  peers         measure beside other libraries (options are passed on, '-- --help' lists them)
  dist          build the published program for other machines and pack it";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments.as_slice() {
        ["test"] => test::run(),
        ["guide"] => guide::run(&run::Log::terminal()),
        ["signature"] => signature::write(),
        ["pages"] => pages::run(),
        ["dependencies"] => dependencies::run(),
        ["platforms"] => dist::check_platforms(&run::Log::terminal()),
        ["dist"] => dist::run(),
        ["peers", options @ ..] => peers(options),
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            Ok(())
        }
        _ => {
            eprintln!("xtask: unknown command '{}'\n{USAGE}", arguments.join(" "));
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("xtask: {reason}");
            ExitCode::FAILURE
        }
    }
}

fn peers(options: &[&str]) -> Result<(), String> {
    let mut arguments = vec!["run", "--release", "--quiet", "--manifest-path", "peers/Cargo.toml", "--"];
    arguments.extend(options.iter().filter(|option| **option != "--"));
    run::Log::terminal().cargo(&arguments)
}
