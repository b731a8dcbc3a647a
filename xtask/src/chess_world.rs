//! Chess with programs and files that are not ours: a real client drives our engine, real engines play against it, and Syzygy
//! files say the same to us as to others.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::{cargo_command, finish, finish_named, install, program, root, target};

/// The client, from the Python package index.
const CLIENT: &str = "chess==1.11.2";

/// Where the source of the client has Syzygy files of three and four men; installed, it has none.
const SYZYGY: &str = "chess-1.11.2/data/syzygy/regular";

/// Positions of each Syzygy file that the client is asked about.
const ASKED: &str = "300";

/// Debian's engines, and how they are started as players. They live where the system looks for games.
const ENGINES: [(&str, &str); 2] =
    [("stockfish", "uci:/usr/games/stockfish,Hash=1,Threads=1"), ("gnuchess", "uci:/usr/games/gnuchess --uci")];

/// Ways for a game to end that say that somebody misbehaved.
const MISHAPS: [&str; 4] = ["time", "no move", "illegal move", "crash"];

pub(crate) fn check() -> Result<(), String> {
    let program_path = PathBuf::from(program()?.get_program());
    let script = root().join("crates/connect/tests/client.py");
    let python = client()?;
    finish_named(Command::new(&python).arg(script).arg(&program_path), "client.py")?;
    compare_syzygy(&python)?;
    for (package, player) in ENGINES {
        install(&[package], &[&format!("/usr/games/{package}")])?;
        play(player)?;
    }
    Ok(())
}

/// The Python interpreter that has the client; both are made where they are missing.
fn client() -> Result<PathBuf, String> {
    let folder = target()?.join("client");
    let python = folder.join("bin/python");
    let has_client = |python: &Path| {
        let check = Command::new(python).args(["-c", "import chess.engine"]).output();
        check.is_ok_and(|output| output.status.success())
    };
    if !has_client(&python) {
        println!("   installing {CLIENT} for Python");
        finish_named(Command::new("python3").args(["-m", "venv"]).arg(&folder), "python3 -m venv")?;
        finish_named(Command::new(&python).args(["-m", "pip", "install", "--quiet", CLIENT]), "pip install")?;
    }
    Ok(python)
}

/// Our answers from Syzygy files beside the client's, and the tests that need the files.
fn compare_syzygy(python: &Path) -> Result<(), String> {
    let files = syzygy_files(python)?;
    let path = target()?.join("client").join("syzygy.txt");
    let answers = File::create(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let script = root().join("crates/tablebases/tests/syzygy.py");
    finish_named(Command::new(python).arg(script).arg(&files).arg(ASKED).stdout(answers), "syzygy.py")?;
    let arguments = ["test", "--quiet", "--workspace", "--locked", "--test", "syzygy"];
    let mut command = cargo_command(&arguments);
    finish(command.env("SPIELBAUM_SYZYGY", files).env("SPIELBAUM_SYZYGY_ANSWERS", path), &arguments)
}

/// The folder with Syzygy files, which is fetched where it is missing.
fn syzygy_files(python: &Path) -> Result<PathBuf, String> {
    let folder = target()?.join("client").join("source");
    let files = folder.join(SYZYGY);
    if files.join("KQvKR.rtbz").is_file() {
        return Ok(files);
    }
    println!("   fetching the source of {CLIENT} for its Syzygy files");
    let download = ["-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:", CLIENT, "--dest"];
    finish_named(Command::new(python).args(download).arg(&folder), "pip download")?;
    let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let archive =
        entries.flatten().map(|entry| entry.path()).find(|path| path.extension().is_some_and(|end| end == "gz"));
    let archive = archive.ok_or("pip fetched no archive")?;
    finish_named(Command::new(python).args(["-m", "tarfile", "-e"]).arg(archive).arg(&folder), "python -m tarfile")?;
    if files.is_dir() { Ok(files) } else { Err(format!("there are no Syzygy files in {}", files.display())) }
}

/// A few games at a few positions a move: nobody may misbehave.
fn play(player: &str) -> Result<(), String> {
    let arguments = ["match", "chess", "auto", player, "--nodes", "500", "--games", "4", "--ply-limit", "80", "--json"];
    let output = program()?.args(arguments).output().map_err(|error| format!("{player}: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let mishap = MISHAPS.iter().find(|mishap| text.contains(&format!("\"reason\":\"{mishap}\"")));
    match mishap {
        None if output.status.success() && text.contains("\"complete\":true") => Ok(()),
        _ => Err(format!("{player}: {}\n{text}{}", output.status, String::from_utf8_lossy(&output.stderr))),
    }
}
