//! `cargo xtask pages`: the web page's types, and what people do with it in a real browser.

use std::process::Command;

use crate::run::{Log, install, program, root};

/// Where Node's packages and the tests are.
const FOLDER: &str = "crates/web/tests/browser";

/// Where Chromium may be.
const BROWSERS: [&str; 3] = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/// Builds the program and checks the page.
pub(crate) fn run() -> Result<(), String> {
    let log = Log::terminal();
    log.cargo(&["build", "--quiet"])?;
    install_missing(&log)?;
    check_types(&log)?;
    check_in_browser(&log)
}

/// Installs the Node packages and the browser that the checks need.
pub(crate) fn install_missing(log: &Log) -> Result<(), String> {
    install_packages(log)?;
    install_browser(log)
}

/// Checks the types of the page's modules.
pub(crate) fn check_types(log: &Log) -> Result<(), String> {
    log.run(node("npx").args(["--no-install", "tsc", "--project", "tsconfig.json"]), "tsc")
}

/// Uses the page in a browser, served by the program that the tests have built.
pub(crate) fn check_in_browser(log: &Log) -> Result<(), String> {
    log.run(node("npm").args(["--silent", "test"]).env("SPIELBAUM", program().get_program()), "tests in the browser")
}

fn node(name: &str) -> Command {
    let mut command = Command::new(name);
    command.current_dir(root().join(FOLDER));
    command
}

/// Installs the packages of the lock file, unless they are installed.
fn install_packages(log: &Log) -> Result<(), String> {
    let folder = root().join(FOLDER);
    let age = |file: &str| folder.join(file).metadata().and_then(|data| data.modified()).ok();
    if age("node_modules/.package-lock.json") >= age("package-lock.json") {
        return Ok(());
    }
    println!("   installing the packages of {FOLDER}");
    log.run(node("npm").args(["ci", "--silent", "--no-audit", "--no-fund"]), "npm ci")
}

/// Installs Chromium, unless it is installed or `CHROMIUM` names one.
fn install_browser(log: &Log) -> Result<(), String> {
    if std::env::var_os("CHROMIUM").is_some() {
        return Ok(());
    }
    install(log, &["chromium", "fonts-dejavu-core"], &BROWSERS)
}
