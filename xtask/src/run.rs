//! Running programs from the root of the workspace.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// The program that the workspace builds; its package is the workspace's default member.
pub(crate) const PROGRAM: &str = "spielbaum";

/// The root of the workspace.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace")
}

/// Cargo's folder for what is built.
pub(crate) fn target() -> &'static Path {
    static TARGET: OnceLock<PathBuf> = OnceLock::new();
    TARGET.get_or_init(|| {
        let metadata = capture(&["metadata", "--format-version", "1", "--no-deps"]);
        let folder = metadata.ok().and_then(|output| json_field(&output.stdout, "target_directory").map(PathBuf::from));
        folder.unwrap_or_else(|| root().join("target"))
    })
}

/// The program in the tests' profile, with assertions and overflow checks; it must have been built before.
pub(crate) fn program() -> Command {
    let mut command = Command::new(program_path());
    command.current_dir(root());
    command
}

/// Where the program is built in the tests' profile.
pub(crate) fn program_path() -> PathBuf {
    target().join("debug").join(PROGRAM)
}

/// A cargo command that has not been started yet.
pub(crate) fn cargo_command(arguments: &[&str]) -> Command {
    cargo_command_in(root(), arguments)
}

/// A cargo command for the workspace in another folder.
pub(crate) fn cargo_command_in(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(folder);
    // The variables that 'cargo run' sets for this program do not hold for the programs that it starts.
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("CARGO_PKG_") || name.to_string_lossy().starts_with("CARGO_MANIFEST_") {
            command.env_remove(name);
        }
    }
    command
}

/// What cargo printed, and whether it succeeded.
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

/// The standard output of cargo, or its errors.
pub(crate) fn cargo_output(arguments: &[&str]) -> Result<String, String> {
    let output = capture(arguments)?;
    if output.success { Ok(output.stdout) } else { Err(output.stderr) }
}

/// The first string called `name` in a JSON text that cargo printed.
pub(crate) fn json_field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.split_once(&format!("\"{name}\":\""))?.1.split('"').next()
}

/// Where the output of programs goes: to the terminal, or to a file when several steps run at the same time.
pub(crate) struct Log(Option<(PathBuf, File)>);

impl Log {
    /// Output is shown as it comes.
    pub(crate) fn terminal() -> Log {
        Log(None)
    }

    /// Output goes to a file in the target folder.
    pub(crate) fn file(name: &str) -> Result<Log, String> {
        let folder = target().join("xtask");
        let path = folder.join(format!("{}.log", name.replace(' ', "-")));
        let file = fs::create_dir_all(&folder).and_then(|()| File::create(&path));
        let file = file.map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Log(Some((path, file))))
    }

    /// Everything that went to the file.
    pub(crate) fn text(&self) -> String {
        self.0
            .as_ref()
            .map(|(path, _)| fs::read(path).unwrap_or_default())
            .map_or_else(String::new, |bytes| String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Runs a command; an error when it fails. `name` is for the message.
    pub(crate) fn run(&self, command: &mut Command, name: &str) -> Result<(), String> {
        check(self.attach(command)?, name)
    }

    /// Runs a command that writes its standard output to a file of its own.
    pub(crate) fn run_into(&self, output: File, command: &mut Command, name: &str) -> Result<(), String> {
        check(self.attach(command)?.stdout(output), name)
    }

    /// Directs the output of a command to this log.
    pub(crate) fn attach<'a>(&self, command: &'a mut Command) -> Result<&'a mut Command, String> {
        if let Some((path, file)) = &self.0 {
            let stream = || file.try_clone().map_err(|error| format!("{}: {error}", path.display()));
            command.stdout(stream()?).stderr(stream()?);
        }
        Ok(command.stdin(Stdio::null()))
    }

    /// Runs cargo; an error when it fails.
    pub(crate) fn cargo(&self, arguments: &[&str]) -> Result<(), String> {
        self.run(&mut cargo_command(arguments), &format!("cargo {}", arguments.join(" ")))
    }
}

fn check(command: &mut Command, name: &str) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("'{name}' failed, {status}")),
        Err(error) => Err(format!("'{name}' could not be started: {error}")),
    }
}

/// Installs Debian packages, unless one of the programs that they provide exists.
pub(crate) fn install(log: &Log, packages: &[&str], programs: &[&str]) -> Result<(), String> {
    if programs.iter().any(|path| Path::new(path).exists()) {
        return Ok(());
    }
    println!("   installing {}", packages.join(", "));
    let apt = |arguments: &[&str]| {
        let mut command = Command::new("apt-get");
        command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
        command
    };
    // Package lists may be too old to install from. Where they cannot be updated, they may still be recent enough.
    let _ = log.run(&mut apt(&["update", "--quiet=2"]), "apt-get update");
    let install = ["install", "--yes", "--quiet=2", "--no-install-recommends"];
    log.run(apt(&install).args(packages), &format!("apt-get install {}", packages.join(" ")))
}
