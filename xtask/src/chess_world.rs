//! Chess with programs and files of others: a client drives our engine, other engines play against it, and our values
//! of Syzygy files equal those of another reader.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::{Log, install, program, root, target};

/// The client, from the Python package index.
const CLIENT: &str = "chess==1.11.2";

/// Where the source of the client has Syzygy files of three and four men; installed, it has none.
const SYZYGY: &str = "chess-1.11.2/data/syzygy/regular";

/// Positions of each Syzygy file that the client looks up.
const ASKED: &str = "300";

/// Engines from Debian packages, and how they are started as players. Debian installs them in `/usr/games`.
const ENGINES: [(&str, &str); 2] =
    [("stockfish", "uci:/usr/games/stockfish,Hash=1,Threads=1"), ("gnuchess", "uci:/usr/games/gnuchess --uci")];

/// Reasons for the end of a game that mean that a player misbehaved.
const MISHAPS: [&str; 4] = ["time", "no move", "illegal move", "crash"];

/// A client drives our engine, and our engine plays against others.
pub(crate) fn check(log: &Log) -> Result<(), String> {
    let script = root().join("crates/connect/tests/client.py");
    log.run(Command::new(client(log)?).arg(script).arg(program().get_program()), "client.py")?;
    ENGINES.into_iter().try_for_each(|(_, player)| play(player))
}

/// Installs the client and the engines that the checks need.
pub(crate) fn install_missing(log: &Log) -> Result<(), String> {
    client(log)?;
    ENGINES.into_iter().try_for_each(|(package, _)| install(log, &[package], &[&format!("/usr/games/{package}")]))
}

/// Fetches Syzygy files and lets the client look positions up in them; the tests compare our answers with the client's.
pub(crate) fn prepare_syzygy(log: &Log) -> Result<(), String> {
    let python = client(log)?;
    fetch_syzygy(log, &python)?;
    let [_, (_, path)] = test_variables();
    let answers = File::create(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let script = root().join("crates/tablebases/tests/syzygy.py");
    log.run_into(answers, Command::new(python).arg(script).arg(syzygy_folder()).arg(ASKED), "syzygy.py")
}

/// The variables by which tests find the Syzygy files and the client's answers.
pub(crate) fn test_variables() -> [(&'static str, PathBuf); 2] {
    let answers = target().join("client").join("syzygy.txt");
    [("SPIELBAUM_SYZYGY", syzygy_folder()), ("SPIELBAUM_SYZYGY_ANSWERS", answers)]
}

fn syzygy_folder() -> PathBuf {
    target().join("client").join("source").join(SYZYGY)
}

/// The Python interpreter that has the client; both are installed where they are missing.
fn client(log: &Log) -> Result<PathBuf, String> {
    let folder = target().join("client");
    let python = folder.join("bin/python");
    let has_client = |python: &Path| {
        let check = Command::new(python).args(["-c", "import chess.engine"]).output();
        check.is_ok_and(|output| output.status.success())
    };
    if !has_client(&python) {
        println!("   installing {CLIENT} for Python");
        log.run(Command::new("python3").args(["-m", "venv"]).arg(&folder), "python3 -m venv")?;
        log.run(Command::new(&python).args(["-m", "pip", "install", "--quiet", CLIENT]), "pip install")?;
    }
    Ok(python)
}

/// Fetches the Syzygy files where they are missing.
fn fetch_syzygy(log: &Log, python: &Path) -> Result<(), String> {
    if syzygy_folder().join("KQvKR.rtbz").is_file() {
        return Ok(());
    }
    println!("   fetching the source of {CLIENT} for its Syzygy files");
    let folder = target().join("client").join("source");
    let download = ["-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:", CLIENT, "--dest"];
    log.run(Command::new(python).args(download).arg(&folder), "pip download")?;
    let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let archive =
        entries.flatten().map(|entry| entry.path()).find(|path| path.extension().is_some_and(|end| end == "gz"));
    let archive = archive.ok_or("pip fetched no archive")?;
    log.run(Command::new(python).args(["-m", "tarfile", "-e"]).arg(archive).arg(&folder), "python -m tarfile")?;
    let files = syzygy_folder();
    if files.is_dir() { Ok(()) } else { Err(format!("there are no Syzygy files in {}", files.display())) }
}

/// A few games with few nodes a move; neither player may misbehave.
fn play(player: &str) -> Result<(), String> {
    let arguments = ["match", "chess", "auto", player, "--nodes", "500", "--games", "4", "--ply-limit", "80", "--json"];
    let output = program().args(arguments).output().map_err(|error| format!("{player}: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let mishap = MISHAPS.iter().find(|mishap| text.contains(&format!("\"reason\":\"{mishap}\"")));
    match mishap {
        None if output.status.success() && text.contains("\"complete\":true") => Ok(()),
        _ => Err(format!("{player}: {}\n{text}{}", output.status, String::from_utf8_lossy(&output.stderr))),
    }
}
