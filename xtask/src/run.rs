//! Running cargo from the root of the workspace.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The root of the workspace.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace")
}

/// A cargo command that has not been started yet.
pub(crate) fn cargo_command(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(root());
    // What 'cargo run' told this program about itself would confuse the tools that it starts.
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("CARGO_PKG_") || name.to_string_lossy().starts_with("CARGO_MANIFEST_") {
            command.env_remove(name);
        }
    }
    command
}

/// The program as the tests have built it, with assertions and overflow checks; they must have been built before.
pub(crate) fn program() -> Result<Command, String> {
    let mut command = Command::new(target()?.join("debug").join("spielbaum"));
    command.current_dir(root());
    Ok(command)
}

/// The folder for what is built.
pub(crate) fn target() -> Result<PathBuf, String> {
    let metadata = capture(&["metadata", "--format-version", "1", "--no-deps"])?.stdout;
    let folder = metadata.split("\"target_directory\":\"").nth(1).and_then(|rest| rest.split('"').next());
    Ok(folder.ok_or("cargo does not say where it builds")?.into())
}

/// Runs cargo and shows its output; an error when it fails.
pub(crate) fn cargo(arguments: &[&str]) -> Result<(), String> {
    finish(&mut cargo_command(arguments), arguments)
}

/// Runs a prepared cargo command; `arguments` are for the error message.
pub(crate) fn finish(command: &mut Command, arguments: &[&str]) -> Result<(), String> {
    finish_named(command, &format!("cargo {}", arguments.join(" ")))
}

/// Runs a prepared command of this name.
pub(crate) fn finish_named(command: &mut Command, name: &str) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("'{name}' failed, {status}")),
        Err(error) => Err(format!("'{name}' could not be started: {error}")),
    }
}

/// Installs packages of the system, a Debian, unless a program that they bring is there already.
pub(crate) fn install(packages: &[&str], programs: &[&str]) -> Result<(), String> {
    if programs.iter().any(|path| Path::new(path).exists()) {
        return Ok(());
    }
    println!("   installing {}", packages.join(", "));
    let apt = |arguments: &[&str]| {
        let mut command = Command::new("apt-get");
        command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive").stdout(Stdio::null());
        command
    };
    // Lists that are too old to install from are renewed; with new ones an update that fails does not matter.
    let _ = apt(&["update", "--quiet=2"]).status();
    let install = ["install", "--yes", "--quiet=2", "--no-install-recommends"];
    finish_named(apt(&install).args(packages), &format!("apt-get install {}", packages.join(" ")))
}

/// What cargo printed on standard output and standard error, and whether it succeeded.
pub(crate) struct Captured {
    pub(crate) success: bool,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs cargo and keeps its output.
pub(crate) fn capture(arguments: &[&str]) -> Result<Captured, String> {
    let output = cargo_command(arguments).output();
    let output = output.map_err(|error| format!("'cargo {}' could not be started: {error}", arguments.join(" ")))?;
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Ok(Captured { success: output.status.success(), stdout: text(output.stdout), stderr: text(output.stderr) })
}
