//! `cargo xtask pages`: the web page's types, and what people do with it in a real browser.

use std::process::Command;

use crate::run::{cargo, finish_named, install, program, root};

/// Where Node's packages and the tests are.
const FOLDER: &str = "crates/web/tests/browser";

/// Where a Chromium may be.
const BROWSERS: [&str; 3] = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/// Builds the program and checks the page.
pub(crate) fn run() -> Result<(), String> {
    cargo(&["build", "--quiet", "--profile", "test"])?;
    check()
}

/// Checks the page with the program that the tests have built.
pub(crate) fn check() -> Result<(), String> {
    install_packages()?;
    install_browser()?;
    finish_named(node("npx").args(["--no-install", "tsc", "--project", "tsconfig.json"]), "tsc")?;
    let program = program()?.get_program().to_owned();
    finish_named(node("npm").args(["--silent", "test"]).env("SPIELBAUM", program), "tests in the browser")
}

fn node(name: &str) -> Command {
    let mut command = Command::new(name);
    command.current_dir(root().join(FOLDER));
    command
}

/// The packages of the lock file, unless they are there.
fn install_packages() -> Result<(), String> {
    let folder = root().join(FOLDER);
    let age = |file: &str| folder.join(file).metadata().and_then(|data| data.modified()).ok();
    if age("node_modules/.package-lock.json") >= age("package-lock.json") {
        return Ok(());
    }
    println!("   installing what the checks of the page need");
    finish_named(node("npm").args(["ci", "--silent", "--no-audit", "--no-fund"]), "npm ci")
}

/// A Chromium, from the system's packages where there is none.
fn install_browser() -> Result<(), String> {
    if std::env::var_os("CHROMIUM").is_some() {
        return Ok(());
    }
    install(&["chromium", "fonts-dejavu-core"], &BROWSERS)
}
