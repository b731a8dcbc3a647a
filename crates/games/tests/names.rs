//! Nothing above the games names one: what is special to a game lies in its folder.
//!
//! Reads the sources of the other crates and of the page, without their tests and comments, and looks for the names, types and
//! modules of games, and for styles of games.

use std::fs;
use std::path::{Path, PathBuf};

use spielbaum_games::{game_infos, with_games};

/// Where games may be named, by the beginning of the path, and why.
const ALLOWED: &[(&str, &str)] = &[
    ("tablebases/", "tables of chess endings"),
    ("engines/", "the Universal Chess Interface"),
    ("connect/", "protocols and books of chess"),
    ("spielbaum/src/prelude.rs", "hands on the types of the games"),
    ("players/src/lib.rs", "tables of chess endings go to the searches of chess, a type of their own"),
    ("lab/src/study/", "a study is about a game"),
    ("lab/src/training/", "only some evaluations are learnt from self-play"),
    ("lab/src/opening.rs", "reads files of chess openings, PGN and EPD"),
    ("lab/src/store/mod.rs", "exports games of chess as PGN"),
    ("lab/src/store/pgn.rs", "exports games of chess as PGN"),
    ("lab/src/positions.rs", "the classes of Pons' test sets are about boards of Connect Four"),
    ("cli/src/commands/train.rs", "lists what can be trained"),
    ("cli/src/commands/stress/", "the naive board, an independent second implementation, is one of Connect Four"),
    ("cli/src/commands/book/", "chess books in Polyglot's format"),
    ("cli/src/commands/endings/", "tables of chess endings"),
    ("cli/src/commands/export.rs", "games of chess as PGN"),
    ("cli/src/commands/lichess.rs", "lichess.org plays chess"),
    ("cli/src/commands/play/", "saved games of chess are PGN, and its books are Polyglot's"),
    ("cli/src/commands/solve/mod.rs", "the help explains values by examples"),
    ("cli/src/commands/suite.rs", "EPD files are about chess"),
];

/// The crates, without the games themselves.
fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a folder of crates").to_owned()
}

/// The names of the games as they may stand in sources.
struct Names {
    quoted: Vec<String>,
    types: Vec<&'static str>,
    modules: Vec<String>,
    styles: Vec<String>,
}

impl Names {
    fn new() -> Names {
        macro_rules! types {
            ($($game:ty),+ $(,)?) => { [$(stringify!($game)),+] };
        }
        let infos = game_infos();
        let names = || infos.iter().map(|info| info.name);
        // `$crate::Gale<u128>` is Gale.
        let short = |path: &'static str| {
            let plain = path.split('<').next().unwrap_or_default().trim();
            plain.rsplit("::").next().unwrap_or_default().trim()
        };
        Names {
            quoted: names().flat_map(|name| ["\"", "'", "`"].map(|quote| format!("{quote}{name}{quote}"))).collect(),
            types: with_games!(types;).map(short).to_vec(),
            modules: names().map(|name| format!("{}::", name.replace('-', "_"))).collect(),
            styles: names().map(|name| format!(".game-{name}")).collect(),
        }
    }

    fn are_in(&self, line: &str) -> bool {
        let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
        let is_word = |&(at, _): &(usize, &str)| !line[..at].ends_with(is_letter);
        let has_module = |name: &String| line.match_indices(name.as_str()).any(|found| is_word(&found));
        // In the text of a help or a message a game may be mentioned.
        let code = line.split('"').step_by(2);
        self.quoted.iter().chain(&self.styles).any(|name| line.contains(name))
            || self.modules.iter().any(has_module)
            || code.flat_map(|part| part.split(|letter| !is_letter(letter))).any(|word| self.types.contains(&word))
    }
}

#[test]
fn nothing_above_the_games_names_one() {
    let names = Names::new();
    let mut used = vec![false; ALLOWED.len()];
    let mut found = Vec::new();
    for file in sources() {
        let path = file.strip_prefix(crates()).expect("a file of a crate").to_string_lossy().replace('\\', "/");
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{path}: {error}"));
        for (number, line) in code_lines(&text).filter(|(_, line)| names.are_in(line)) {
            match ALLOWED.iter().position(|(place, _)| path.starts_with(place)) {
                Some(place) => used[place] = true,
                None => found.push(format!("{path}:{number}: {}", line.trim())),
            }
        }
    }
    assert!(found.is_empty(), "games are named where they should not be:\n{}", found.join("\n"));
    let unused: Vec<_> = ALLOWED.iter().zip(used).filter(|(_, used)| !used).map(|(place, _)| place).collect();
    assert!(unused.is_empty(), "places that need no permission: {unused:?}");
}

/// The sources of all crates but this one, and the files of the page.
fn sources() -> Vec<PathBuf> {
    let folders = fs::read_dir(crates()).expect("the folder of crates").map(|entry| entry.expect("an entry").path());
    let mut open: Vec<PathBuf> =
        folders.filter(|folder| !folder.ends_with("games")).map(|folder| folder.join("src")).collect();
    open.push(crates().join("web/pages"));
    let mut files = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.expect("an entry").path();
            let is_source =
                path.extension().is_some_and(|ending| ["rs", "js", "css", "html"].iter().any(|known| ending == *known));
            if path.is_dir() {
                open.push(path);
            } else if is_source {
                files.push(path);
            }
        }
    }
    assert!(files.len() > 100, "only {} files", files.len());
    files
}

/// The numbered lines of a source before its tests, without comments.
fn code_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let before_tests = text.lines().take_while(|line| !line.starts_with("#[cfg(test)]"));
    let is_comment = |line: &str| ["//", "/*", "*"].iter().any(|start| line.trim_start().starts_with(start));
    (1..).zip(before_tests).filter(move |(_, line)| !is_comment(line))
}
