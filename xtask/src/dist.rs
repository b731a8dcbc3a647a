//! `cargo xtask dist`: the published program, for processors other than the one at hand, packed with what belongs to
//! it.

use std::fmt::Write;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::{Log, PROGRAM, capture, cargo_command, cargo_output, root, target};

/// The processors that the published program runs on: those with AVX2 and BMI2, which are Intel Core since 2013 and AMD
/// since 2015. Bit extraction is chosen when the program is compiled, and most games need it; `docs/performance.md` has
/// the cost of a build without it.
const PROCESSOR: &str = "x86-64-v3";

/// Platforms that the libraries must compile for, without bit extraction: another processor, and systems other than
/// Linux.
const PLATFORMS: [&str; 2] = ["aarch64-apple-darwin", "x86_64-pc-windows-gnu"];

/// The libraries that must compile for them.
const LIBRARIES: [&str; 3] = ["spielbaum-core", "spielbaum-games", "spielbaum-search"];

/// Shells with a completion script, and the name of its file.
const COMPLETIONS: [(&str, &str); 3] = [("bash", "spielbaum.bash"), ("fish", "spielbaum.fish"), ("zsh", "_spielbaum")];

/// Files of the repository that are packed.
const FILES: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// Builds the program and packs it; prints the archive's path, size and checksum.
pub(crate) fn run() -> Result<(), String> {
    let host = host()?;
    let log = Log::terminal();
    let arguments = ["build", "--profile", "dist", "--locked", "--target", &host];
    let mut build = cargo_command(&arguments);
    if host.starts_with("x86_64") {
        build.env("RUSTFLAGS", format!("-C target-cpu={PROCESSOR}"));
    } else {
        build.env("RUSTFLAGS", "");
    }
    log.run(&mut build, "cargo build --profile dist")?;
    let program = target().join(&host).join("dist").join(PROGRAM);
    let name = format!("{PROGRAM}-{}-{host}", version(&program)?);
    let folder = target().join("dist").join(&name);
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    fill(&folder, &program)?;
    let archive = folder.with_file_name(format!("{name}.tar.gz"));
    pack(&log, &folder, &archive)?;
    let sum = Command::new("sha256sum").arg(&archive).output().map_err(|error| format!("sha256sum: {error}"))?;
    let sum = String::from_utf8_lossy(&sum.stdout);
    let size = archive.metadata().map_err(|error| format!("{}: {error}", archive.display()))?.len();
    println!("{}", archive.display());
    println!("size {size} bytes");
    println!("sha256 {}", sum.split_whitespace().next().unwrap_or("unknown"));
    Ok(())
}

/// Compiles the libraries for other platforms, as far as checks go without linking; this also compiles the portable
/// forms of bit operations.
pub(crate) fn check_platforms(log: &Log) -> Result<(), String> {
    let mut arguments = vec!["check", "--quiet", "--locked"];
    arguments.extend(LIBRARIES.iter().flat_map(|library| ["--package", library]));
    let mut is_empty = true;
    for platform in PLATFORMS {
        if has_platform(log, platform)? {
            arguments.extend(["--target", platform]);
            is_empty = false;
        } else {
            println!("   {platform} was not checked: its standard library cannot be installed here");
        }
    }
    if is_empty { Ok(()) } else { log.run(cargo_command(&arguments).env("RUSTFLAGS", ""), "cargo check --target") }
}

/// Whether there is a standard library for the platform; rustup installs it where it is missing.
fn has_platform(log: &Log, platform: &str) -> Result<bool, String> {
    let folder = Command::new("rustc").args(["--print", "target-libdir", "--target", platform]).output();
    let folder = folder.map_err(|error| format!("rustc: {error}"))?;
    let folder = PathBuf::from(String::from_utf8_lossy(&folder.stdout).trim());
    Ok(folder.is_dir() || log.run(Command::new("rustup").args(["target", "add", platform]), "rustup").is_ok())
}

/// The platform of the compiler.
fn host() -> Result<String, String> {
    let version = capture(&["--version", "--verbose"])?.stdout;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.ok_or("cargo does not name its platform")?.to_owned())
}

/// What the program calls its version.
fn version(program: &Path) -> Result<String, String> {
    let text = output(program, &["--version"])?;
    Ok(text.split_whitespace().last().ok_or("the program does not name its version")?.to_owned())
}

fn output(program: &Path, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(program).args(arguments).output();
    let output = output.map_err(|error| format!("{}: {error}", program.display()))?;
    if !output.status.success() {
        return Err(format!("'{} {}' failed, {}", program.display(), arguments.join(" "), output.status));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The program, its manual pages and completion scripts, and the texts that a user may want or a licence demands.
fn fill(folder: &Path, program: &Path) -> Result<(), String> {
    let failure = |error| format!("{}: {error}", folder.display());
    let (manual, completions) = (folder.join("man"), folder.join("completions"));
    fs::create_dir_all(&manual).and_then(|()| fs::create_dir_all(&completions)).map_err(failure)?;
    fs::copy(program, folder.join(PROGRAM)).map_err(failure)?;
    output(program, &["man", "--dir", &manual.to_string_lossy()])?;
    for (shell, file) in COMPLETIONS {
        fs::write(completions.join(file), output(program, &["completions", shell])?).map_err(failure)?;
    }
    for file in FILES {
        fs::copy(root().join(file), folder.join(file)).map_err(failure)?;
    }
    fs::write(folder.join("LICENSES-OF-DEPENDENCIES.txt"), licences()?).map_err(failure)
}

/// The licence texts of all packages that the program contains.
fn licences() -> Result<String, String> {
    let shape = ["--prefix", "none", "--no-dedupe", "--format", "{p}|{l}"];
    let tree = cargo_output(&[&["tree", "--locked", "--edges", "normal"], &shape[..]].concat())?;
    let mut packages: Vec<&str> = tree.lines().filter(|line| !line.contains("(/")).collect();
    packages.sort_unstable();
    packages.dedup();
    let metadata = cargo_output(&["metadata", "--format-version", "1", "--locked"])?;
    let manifests = metadata.split("\"manifest_path\":").filter_map(|rest| rest.split('"').nth(1));
    let folders: Vec<&Path> = manifests.filter_map(|manifest| Path::new(manifest).parent()).collect();
    let mut text = String::new();
    for (package, licence) in packages.iter().filter_map(|line| line.split_once('|')) {
        let name = package.split(" (").next().unwrap_or(package).replace(" v", "-");
        let _ = writeln!(text, "==== {name}: {licence}\n");
        let folder = folders.iter().find(|folder| folder.file_name().is_some_and(|own| own.to_string_lossy() == name));
        for file in folder.map(|folder| licence_files(folder)).unwrap_or_default() {
            let _ = writeln!(text, "{}", String::from_utf8_lossy(&fs::read(file).unwrap_or_default()));
        }
    }
    Ok(text)
}

/// The files of a package that hold a licence or a notice.
fn licence_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_licence = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        path.is_file()
            && ["licen", "copying", "copyright", "notice", "unlicense"].iter().any(|start| name.starts_with(start))
    };
    let mut files: Vec<PathBuf> = entries.filter(is_licence).collect();
    files.sort();
    files
}

/// An archive that depends on nothing but the files: names in order, no owner, no times.
fn pack(log: &Log, folder: &Path, archive: &Path) -> Result<(), String> {
    let (parent, name) = (folder.parent().expect("a folder of ours"), folder.file_name().expect("a folder of ours"));
    let file = File::create(archive).map_err(|error| format!("{}: {error}", archive.display()))?;
    let mut tar = Command::new("tar");
    tar.args([
        "--sort=name",
        "--owner=0",
        "--group=0",
        "--numeric-owner",
        "--mtime=@0",
        "--use-compress-program=gzip -9n",
    ]);
    log.run_into(file, tar.arg("--create").arg("--directory").arg(parent).arg(name), "tar")
}
