//! What continuous integration runs: `cargo xtask test`, and the chores around it.

mod chess_world;
mod pages;
mod run;
mod signature;
mod test;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  test        format, lints, tests, documentation, bench signature, stress, proofs, other chess programs, licences: all that must hold
  signature   write the node counts of this build to bench/signature.txt
  pages       types of the web page, and what people do with it in a real browser
  peers       measure beside other libraries (options are passed on, '-- --help' lists them)";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments.as_slice() {
        ["test"] => test::run(),
        ["signature"] => signature::write(),
        ["pages"] => pages::run(),
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
    run::cargo(&arguments)
}
