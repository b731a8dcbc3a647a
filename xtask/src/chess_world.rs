//! Chess with programs that are not ours: a real client drives our engine, and real engines play against it.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::{finish_named, install, program, root, target};

/// The client, from the Python package index.
const CLIENT: &str = "chess==1.11.2";

/// Debian's engines, and how they are started as players. They live where the system looks for games.
const ENGINES: [(&str, &str); 2] =
    [("stockfish", "uci:/usr/games/stockfish,Hash=1,Threads=1"), ("gnuchess", "uci:/usr/games/gnuchess --uci")];

/// Ways for a game to end that say that somebody misbehaved.
const MISHAPS: [&str; 4] = ["time", "no move", "illegal move", "crash"];

pub(crate) fn check() -> Result<(), String> {
    let program_path = PathBuf::from(program()?.get_program());
    let script = root().join("crates/connect/tests/client.py");
    finish_named(Command::new(client()?).arg(script).arg(&program_path), "client.py")?;
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
