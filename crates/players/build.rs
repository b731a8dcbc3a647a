//! Says at a terminal, while everything is compiled for the first time, how long that takes and what comes then.
//!
//! It belongs to the program, but is here because cargo runs the scripts of crates that many others need first. Cargo keeps the
//! output of build scripts to itself and repeats their warnings at every build, so this writes to the terminal.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

const NOTE: &str = "\
   Spielbaum the first build takes about three minutes on two cores, later ones less than one; then your command runs:
             'compare GAME' shows cost, depth and strength of all algorithms, 'serve' opens the page, '--help' lists the rest
";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // In the source tree only: programs that use this crate as a library have other things to say.
    let is_in_source_tree = Path::new("../cli/Cargo.toml").exists();
    let is_release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    if let (true, Ok(mut terminal)) = (is_release && is_in_source_tree, OpenOptions::new().write(true).open("/dev/tty"))
    {
        // Cargo's progress bar stands on the current line. A note that nobody reads is no failure.
        let _ = write!(terminal, "\r\x1b[K{NOTE}");
    }
}
