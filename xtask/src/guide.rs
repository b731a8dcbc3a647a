//! `cargo xtask guide`: does what `docs/adding-a-game.md` says, in a copy of the workspace, and uses the new game.
//!
//! Every fenced block of the guide that follows the name of a file goes into that file: it becomes a new file, or its lines are
//! added to an existing one, each after the last line of its kind. Blocks of commands are run and must print what the guide shows.
//!
//! The copy is built into the same target folder, under another name of the program, so that the libraries of others are compiled
//! once. To save time its list of games keeps only those that other crates need by type, and the largest crates are not optimised.

mod page;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::run::{Log, cargo_command_in, root, target};

const GUIDE: &str = "docs/adding-a-game.md";

/// The program of the copy, which must not replace that of the workspace.
const PROGRAM: &str = "spielbaum-guide";

/// The games that crates above need by type: chess for protocols, Othello for training.
const KEPT: [&str; 2] = ["$crate::Othello,", "$crate::Chess,"];

/// The crates that take longest to compile and whose speed does not matter here.
const UNOPTIMISED: [&str; 2] = [
    "\n[profile.dev.package.spielbaum-players]\nopt-level = 0\n",
    "\n[profile.dev.package.spielbaum-lab]\nopt-level = 0\n",
];

/// Analyses of a position whose only winning move is known, one for each family of searches.
const FAMILIES: [&str; 5] = ["alphabeta:depth=7", "minimax:depth=7", "mcts-solver:iterations=20000", "dfpn", "auto"];

/// Follows the guide.
pub(crate) fn run(log: &Log) -> Result<(), String> {
    let guide = read(&root().join(GUIDE))?;
    let blocks = blocks(&guide);
    let copy = Copy { folder: target().join("guide") };
    copy.fill(&blocks)?;
    copy.cargo(log, &["build", "--quiet", "--package", "spielbaum-cli"])?;
    for block in blocks.iter().filter(|block| block.language == "console") {
        copy.check_session(&block.text)?;
    }
    copy.check_searches()?;
    copy.check_experiments()?;
    page::check(copy.program(), "nim")?;
    copy.cargo(log, &["test", "--quiet", "--package", "spielbaum-games", "--test", "conformance"])
}

/// A fenced block of the guide.
#[derive(Debug, PartialEq)]
struct Block<'a> {
    language: &'a str,
    /// The file that is named last before the block.
    file: Option<&'a str>,
    text: String,
}

fn blocks(guide: &str) -> Vec<Block<'_>> {
    let (mut blocks, mut open, mut file) = (Vec::new(), None::<Block>, None);
    for line in guide.lines() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(language), None) => {
                let file = file.take();
                open =
                    Some(Block { language: language.split(',').next().unwrap_or_default(), file, text: String::new() });
            }
            (Some(_), block) => blocks.extend(block.take()),
            (None, Some(block)) => block.text += &format!("{line}\n"),
            // The sentence before a block names the file.
            (None, None) if line.ends_with(':') => file = quoted(line).rfind(|text| text.starts_with("crates/")),
            (None, None) if !line.trim().is_empty() => file = None,
            (None, None) => {}
        }
    }
    blocks
}

/// The parts of a line between backticks.
fn quoted(line: &str) -> impl DoubleEndedIterator<Item = &str> {
    line.split('`').skip(1).step_by(2).collect::<Vec<_>>().into_iter()
}

/// A copy of the workspace with the new game.
struct Copy {
    folder: PathBuf,
}

impl Copy {
    /// Copies the workspace and changes what the guide says. Files that stay the same keep their time, so that they are not
    /// compiled again.
    fn fill(&self, blocks: &[Block]) -> Result<(), String> {
        let listed = Command::new("git").args(["ls-files", "-z"]).current_dir(root()).output();
        let listed = listed.map_err(|error| format!("git ls-files: {error}"))?;
        if !listed.status.success() {
            return Err(format!("git ls-files: {}", String::from_utf8_lossy(&listed.stderr)));
        }
        let files = String::from_utf8_lossy(&listed.stdout).into_owned();
        // Cargo also reads the settings of the folders around the copy; read twice, they would be other settings.
        let settings = if self.folder.starts_with(root()) { None } else { Some(".cargo/") };
        let needed = ["crates/", "xtask/", "docs/", "proofs/", "Cargo.", "rust-toolchain.toml"];
        let is_needed = |file: &&str| needed.into_iter().chain(settings).any(|start| file.starts_with(start));
        for file in files.split('\0').filter(is_needed) {
            // A file that was deleted but not committed is not there.
            let Ok(bytes) = fs::read(root().join(file)) else { continue };
            let bytes = match file {
                "Cargo.toml" => told_apart(bytes)?,
                "crates/cli/Cargo.toml" => renamed(bytes)?,
                "crates/games/src/registry.rs" => shortened(bytes)?,
                _ => bytes,
            };
            let parts = blocks.iter().filter(|block| block.file == Some(file));
            let bytes = parts.map(|block| &block.text).try_fold(bytes, |bytes, added| with_lines(&bytes, added));
            self.write(file, &bytes.map_err(|line| format!("{file} has no line like '{line}'"))?)?;
        }
        let is_new = |file: &str| !files.split('\0').any(|known| known == file);
        let new = blocks.iter().filter_map(|block| Some((block.file.filter(|file| is_new(file))?, &block.text)));
        let new: Vec<_> = new.collect();
        if new.is_empty() {
            return Err(format!("{GUIDE} has no block for a new file"));
        }
        new.into_iter().try_for_each(|(file, text)| self.write(file, text.as_bytes()))
    }

    fn write(&self, file: &str, bytes: &[u8]) -> Result<(), String> {
        let path = self.folder.join(file);
        if fs::read(&path).is_ok_and(|old| old == bytes) {
            return Ok(());
        }
        let folder = path.parent().expect("a file in a folder");
        let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, bytes));
        written.map_err(|error| format!("{}: {error}", path.display()))
    }

    fn cargo(&self, log: &Log, arguments: &[&str]) -> Result<(), String> {
        let mut command = cargo_command_in(&self.folder, arguments);
        command.env("CARGO_TARGET_DIR", target());
        log.run(&mut command, &format!("cargo {} in {}", arguments.join(" "), self.folder.display()))
    }

    fn program(&self) -> Command {
        let mut command = Command::new(target().join("debug").join(PROGRAM));
        command.current_dir(&self.folder).stdin(Stdio::null());
        command
    }

    /// Runs the program; its standard output, or an error unless it succeeds.
    fn output(&self, arguments: &[&str]) -> Result<String, String> {
        let name = format!("spielbaum {}", arguments.join(" "));
        let output = self.program().args(arguments).output().map_err(|error| format!("{name}: {error}"))?;
        let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
        if output.status.success() {
            Ok(text(&output.stdout))
        } else {
            Err(format!("{name}: {}", text(&output.stderr)))
        }
    }

    /// Runs the commands of a block, lines that begin with `$ spielbaum`, and compares what they print with the lines below.
    fn check_session(&self, session: &str) -> Result<(), String> {
        for part in session.split("$ spielbaum ").skip(1) {
            let (command, expected) = part.split_once('\n').unwrap_or((part, ""));
            let arguments: Vec<&str> = words(command).collect();
            let printed = self.output(&arguments)?;
            if printed.trim_end() != expected.trim_end() {
                return Err(format!("{GUIDE}: 'spielbaum {command}' prints\n{printed}\nand not\n{expected}"));
            }
        }
        Ok(())
    }

    /// Every family finds the winning move, and that the start is lost for the player who begins.
    fn check_searches(&self) -> Result<(), String> {
        let games = self.output(&["games"])?;
        expect(&games, "nim", "spielbaum games")?;
        for search in FAMILIES {
            let arguments = ["analyse", "nim", "-p", "1 2 4 0 first", "-a", search, "--json"];
            let found = self.output(&arguments)?;
            expect(&found, "\"best\":\"c1\"", &arguments.join(" "))?;
            expect(&found, "\"outcome\":\"win\"", &arguments.join(" "))?;
        }
        let start = self.output(&["solve", "nim", "--json"])?;
        expect(&start, "\"outcome\":\"loss\"", "solve nim")
    }

    /// A search wins a match against random moves, and a comparison ends with a report.
    fn check_experiments(&self) -> Result<(), String> {
        let arguments = ["match", "nim", "alphabeta:depth=5", "random", "--games", "20", "--json"];
        let found = self.output(&arguments)?;
        let score = found.split_once("\"score\":").and_then(|(_, rest)| rest.split(',').next()?.parse().ok());
        if score.is_none_or(|score: f64| score < 0.7) {
            return Err(format!("{}: {found}", arguments.join(" ")));
        }
        let report = self.folder.join("compared");
        let _ = fs::remove_dir_all(&report);
        let folder = report.to_string_lossy();
        let extent = ["--time", "1ms", "--games", "2", "--positions", "2", "--out", &folder];
        self.output(&[["compare", "nim", "alphabeta", "mcts", "random"].as_slice(), &extent].concat())?;
        expect(&read(&report.join("report.md"))?, "nim", "the report of a comparison")
    }
}

/// The manifest of the workspace with another patch version, so that cargo does not take the crates of the copy for those of the
/// workspace, and with less optimisation.
fn told_apart(manifest: Vec<u8>) -> Result<Vec<u8>, String> {
    let text = String::from_utf8(manifest).map_err(|error| error.to_string())?;
    let start = text.find("\nversion = \"").ok_or("Cargo.toml: no version")?;
    let end = start + text[start..].find("\"\n").ok_or("Cargo.toml: the version has no end")?;
    let patch = text[..end].rfind('.').ok_or("Cargo.toml: the version has no patch number")? + 1;
    Ok(format!("{}9{}{}", &text[..patch], &text[patch..], UNOPTIMISED.concat()).into_bytes())
}

/// The manifest of the command line with another name of the program.
fn renamed(manifest: Vec<u8>) -> Result<Vec<u8>, String> {
    let text = String::from_utf8(manifest).map_err(|error| error.to_string())?;
    let renamed = text.replace("name = \"spielbaum\"", &format!("name = \"{PROGRAM}\""));
    if renamed == text {
        Err("crates/cli/Cargo.toml: no program 'spielbaum'".to_owned())
    } else {
        Ok(renamed.into_bytes())
    }
}

/// The list of games with those that other crates need.
fn shortened(registry: Vec<u8>) -> Result<Vec<u8>, String> {
    let text = String::from_utf8(registry).map_err(|error| error.to_string())?;
    let is_kept = |line: &&str| !is_like(line, KEPT[0]) || KEPT.contains(&line.trim());
    Ok(text.lines().filter(is_kept).map(|line| format!("{line}\n")).collect::<String>().into_bytes())
}

/// A file with more lines, each after the last one like it; or the line that is like none.
fn with_lines(file: &[u8], added: &str) -> Result<Vec<u8>, String> {
    let text = String::from_utf8_lossy(file).into_owned();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for line in added.lines() {
        let place = lines.iter().rposition(|other| is_like(other, line)).ok_or(line)?;
        let indent = lines[place].len() - lines[place].trim_start().len();
        lines.insert(place + 1, format!("{}{line}", " ".repeat(indent)));
    }
    Ok(lines.into_iter().map(|line| format!("{line}\n")).collect::<String>().into_bytes())
}

/// Whether two lines of a source do the same with different things: `pub mod gale;` and `pub mod nim;`.
fn is_like(line: &str, other: &str) -> bool {
    let starts = ["pub mod ", "pub use ", "$crate::"];
    let (line, other) = (line.trim(), other.trim());
    let has_start = |start: &&str| line.starts_with(start) && other.starts_with(start);
    starts.iter().any(has_start) && line.chars().last() == other.chars().last()
}

/// The words of a command, with quotation marks around those that have spaces.
fn words(command: &str) -> impl Iterator<Item = &str> {
    let parts = command.split('"').enumerate();
    parts.flat_map(|(index, part)| if index % 2 == 1 { vec![part] } else { part.split_whitespace().collect() })
}

fn expect(text: &str, wanted: &str, what: &str) -> Result<(), String> {
    if text.contains(wanted) { Ok(()) } else { Err(format!("{what}: no '{wanted}' in\n{text}")) }
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_goes_into_the_file_named_before_it() {
        let guide = "Read `a.md`.\n\nOne file, `crates/x.rs`:\n\n```rust,ignore\nfn x() {}\n```\n\nNo file.\n\n```console\n$ ls\n```\n";
        let file = Some("crates/x.rs");
        let expected = [
            Block { language: "rust", file, text: "fn x() {}\n".to_owned() },
            Block { language: "console", file: None, text: "$ ls\n".to_owned() },
        ];
        assert_eq!(blocks(guide), expected);
    }

    #[test]
    fn the_crates_of_the_copy_have_a_version_of_their_own() {
        let manifest = b"[workspace]\n\n[workspace.package]\nversion = \"0.2.0\"\n\n[x]\nversion = \"1.0\"\n";
        let text = String::from_utf8(told_apart(manifest.to_vec()).unwrap()).unwrap();
        assert!(text.contains("version = \"0.2.90\"\n\n[x]\nversion = \"1.0\"\n"), "{text}");
    }

    #[test]
    fn lines_are_added_after_their_like() {
        let list = "pub mod a;\nmod c;\npub mod b;\n\npub use b::B;\n".as_bytes();
        let longer = with_lines(list, "pub mod nim;\npub use nim::Nim;\n").unwrap();
        let expected = "pub mod a;\nmod c;\npub mod b;\npub mod nim;\n\npub use b::B;\npub use nim::Nim;\n";
        assert_eq!(String::from_utf8(longer).unwrap(), expected);
        let games = "f! {\n    $crate::Gale,\n    $crate::Gale<u128>,\n    $crate::Chess,\n}\n".as_bytes();
        let longer = with_lines(games, "$crate::Nim,").unwrap();
        assert!(String::from_utf8(longer).unwrap().contains("    $crate::Chess,\n    $crate::Nim,\n}"));
    }
}
