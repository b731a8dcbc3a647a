//! What may enter the dependency tree, by cargo's own lists: permissive licences, one registry, no wildcard versions,
//! nothing unused.
//!
//! `deny.toml` has the allowed licences. Security advisories are the business of cargo-deny, which needs their
//! database.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::run::{Log, capture, cargo_output, root};

/// The version of cargo-deny that is installed when it is missing.
const DENY_VERSION: &str = "0.20.2";

/// The database of security advisories.
const ADVISORIES: &str = "https://github.com/RustSec/advisory-db";

/// The only source of packages outside this repository, as lock files name it.
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// `cargo xtask dependencies`: all checks of this file.
pub(crate) fn run() -> Result<(), String> {
    let log = Log::terminal();
    licences_and_sources(&log)?;
    unused(&log)?;
    advisories(&log)
}

/// Every package of the tree, for every platform, has a licence that `deny.toml` allows, and comes from the registry.
pub(crate) fn licences_and_sources(_: &Log) -> Result<(), String> {
    let deny = read(&root().join("deny.toml"))?;
    let allowed = allowed_licences(&deny)?;
    let edges = ["--edges", "normal,build,dev", "--target", "all", "--all-features"];
    let shape = ["--prefix", "none", "--format", "{p}|{l}"];
    let tree = cargo_output(&[&["tree", "--workspace", "--locked"], &edges[..], &shape[..]].concat())?;
    let mut problems = wrong_licences(&tree, &allowed);
    for lock in ["Cargo.lock", "peers/Cargo.lock"] {
        problems.extend(wrong_sources(&read(&root().join(lock))?));
    }
    complain(problems)
}

/// Each dependency of each package is named by the package's code and has a version.
pub(crate) fn unused(_: &Log) -> Result<(), String> {
    let mut problems = Vec::new();
    for folder in packages()? {
        let manifest = read(&folder.join("Cargo.toml"))?;
        let sources = code_below(&folder.join("src"))?;
        let all_code = code_below(&folder)?;
        for dependency in dependencies(&manifest) {
            let code = if dependency.is_for_tests { &all_code } else { &sources };
            let name = dependency.name;
            if !is_named(&name.replace('-', "_"), code) {
                problems.push(format!("{}: '{name}' is not used", folder.display()));
            }
            if dependency.line.contains("\"*\"") {
                problems.push(format!("{}: '{name}' has a wildcard version", folder.display()));
            }
        }
    }
    complain(problems)
}

/// Known vulnerabilities, withdrawn and unmaintained packages, where the database can be fetched.
pub(crate) fn advisories(log: &Log) -> Result<(), String> {
    let mut reach = Command::new("git");
    reach.args(["ls-remote", "--quiet", ADVISORIES, "HEAD"]).env("GIT_TERMINAL_PROMPT", "0");
    let is_reachable = reach.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success());
    if !is_reachable {
        println!("   advisories were not checked: their database cannot be fetched here");
        return Ok(());
    }
    if !capture(&["deny", "--version"])?.success {
        println!("   installing cargo-deny {DENY_VERSION}, which takes a few minutes once");
        log.cargo(&["install", "--quiet", "--locked", "--version", DENY_VERSION, "cargo-deny"])?;
    }
    let check = capture(&["deny", "--log-level", "error", "check", "advisories"])?;
    if check.stderr.contains("failed to fetch advisory database") {
        println!("   advisories were not checked: their database cannot be fetched here");
        return Ok(());
    }
    if check.success { Ok(()) } else { Err(check.stderr) }
}

fn complain(problems: Vec<String>) -> Result<(), String> {
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The licences in the line `allow = […]` of `deny.toml`.
fn allowed_licences(deny: &str) -> Result<Vec<&str>, String> {
    let line = deny.lines().find_map(|line| line.strip_prefix("allow = ["));
    let line = line.ok_or("deny.toml has no line 'allow = […]'")?;
    Ok(line.split('"').skip(1).step_by(2).collect())
}

/// Lines `PACKAGE|LICENCE` whose licence is not allowed.
fn wrong_licences(tree: &str, allowed: &[&str]) -> Vec<String> {
    let lines: BTreeSet<&str> = tree.lines().map(|line| line.trim_end_matches(" (*)")).collect();
    let packages = lines.iter().filter_map(|line| line.split_once('|'));
    let wrong = packages.filter(|(_, licence)| !is_allowed(licence, allowed));
    wrong.map(|(package, licence)| format!("{package}: licence '{licence}' is not allowed")).collect()
}

/// Sources of a lock file that are not the registry.
fn wrong_sources(lock: &str) -> Vec<String> {
    let sources: BTreeSet<&str> = lock.lines().filter_map(|line| line.strip_prefix("source = ")).collect();
    let wrong = sources.iter().map(|source| source.trim_matches('"')).filter(|source| *source != REGISTRY);
    wrong.map(|source| format!("source '{source}' is not allowed")).collect()
}

/// Whether a licence expression (SPDX, or the older form with slashes) can be satisfied by allowed licences.
fn is_allowed(expression: &str, allowed: &[&str]) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = words.as_slice();
    any_of(&mut rest, allowed).is_some_and(|holds| holds && rest.is_empty())
}

/// Alternatives joined by OR; `None` when the expression is malformed.
fn any_of(words: &mut &[&str], allowed: &[&str]) -> Option<bool> {
    let mut holds = all_of(words, allowed)?;
    while let ["OR", rest @ ..] = words {
        *words = rest;
        holds |= all_of(words, allowed)?;
    }
    Some(holds)
}

/// Terms joined by AND.
fn all_of(words: &mut &[&str], allowed: &[&str]) -> Option<bool> {
    let mut holds = term(words, allowed)?;
    while let ["AND", rest @ ..] = words {
        *words = rest;
        holds &= term(words, allowed)?;
    }
    Some(holds)
}

/// One licence, one with an exception, or an expression in brackets.
fn term(words: &mut &[&str], allowed: &[&str]) -> Option<bool> {
    match *words {
        ["(", rest @ ..] => {
            *words = rest;
            let holds = any_of(words, allowed)?;
            let [")", rest @ ..] = words else { return None };
            *words = rest;
            Some(holds)
        }
        [licence, "WITH", exception, rest @ ..] => {
            *words = rest;
            Some(allowed.contains(&format!("{licence} WITH {exception}").as_str()))
        }
        [")" | "AND" | "OR" | "WITH", ..] | [] => None,
        [licence, rest @ ..] => {
            *words = rest;
            Some(allowed.contains(licence))
        }
    }
}

/// The folders of all packages of the repository.
fn packages() -> Result<Vec<PathBuf>, String> {
    let crates = root().join("crates");
    let entries = fs::read_dir(&crates).map_err(|error| format!("{}: {error}", crates.display()))?;
    let mut folders: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    folders.extend([root().join("xtask"), root().join("peers")]);
    folders.retain(|folder| folder.join("Cargo.toml").is_file());
    folders.sort();
    Ok(folders)
}

/// A dependency as a manifest lists it.
#[derive(Debug, PartialEq)]
struct Dependency<'a> {
    name: &'a str,
    line: &'a str,
    is_for_tests: bool,
}

/// The dependencies of a manifest, one a line below a heading that ends with `dependencies]`.
fn dependencies(manifest: &str) -> Vec<Dependency<'_>> {
    let mut heading = "";
    let mut found = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            heading = line;
        } else if heading.ends_with("dependencies]")
            && let Some((name, _)) = line.split_once(['=', '.'])
            && !line.starts_with('#')
        {
            found.push(Dependency { name: name.trim(), line, is_for_tests: heading.ends_with("dev-dependencies]") });
        }
    }
    found
}

/// The text of all Rust files below a folder, without comments.
fn code_below(folder: &Path) -> Result<String, String> {
    let mut code = String::new();
    for entry in fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?.flatten() {
        let path = entry.path();
        if path.is_dir() && !path.ends_with("node_modules") && !path.ends_with("target") {
            code.push_str(&code_below(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            for line in read(&path)?.lines() {
                code.push_str(line.split("//").next().unwrap_or(line));
                code.push('\n');
            }
        }
    }
    Ok(code)
}

/// Whether code names the crate: `name::…` or `use name…`.
fn is_named(name: &str, code: &str) -> bool {
    code.match_indices(name).any(|(start, _)| {
        let (before, after) = (&code[..start], &code[start + name.len()..]);
        let starts_word = !before.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':');
        let is_imported = before.ends_with("use ") && (after.starts_with(';') || after.starts_with(" as "));
        starts_word && (after.starts_with("::") || is_imported)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALLOWED: [&str; 3] = ["MIT", "Apache-2.0", "Unicode-3.0"];

    #[test]
    fn licence_expressions_are_evaluated() {
        for good in
            ["MIT", "MIT/GPL-3.0", "GPL-2.0-only OR MIT", "(MIT OR GPL-3.0) AND Unicode-3.0", "MIT AND (Apache-2.0)"]
        {
            assert!(is_allowed(good, &ALLOWED), "{good}");
        }
        let bad = ["", "GPL-3.0", "MIT AND GPL-3.0", "MIT AND (GPL-3.0 OR BSL-1.0)", "Apache-2.0 WITH LLVM-exception"];
        let malformed = ["MIT OR", "(MIT", "MIT)", "OR MIT", "MIT Apache-2.0", "mit"];
        for expression in bad.into_iter().chain(malformed) {
            assert!(!is_allowed(expression, &ALLOWED), "{expression}");
        }
    }

    #[test]
    fn a_package_with_a_wrong_licence_is_named() {
        let tree = "good v1.0.0|MIT\nbad v2.0.0|GPL-3.0\nbad v2.0.0|GPL-3.0 (*)\n\nnone v3.0.0|\n";
        let problems = wrong_licences(tree, &ALLOWED);
        let expected = ["bad v2.0.0: licence 'GPL-3.0' is not allowed", "none v3.0.0: licence '' is not allowed"];
        assert_eq!(problems, expected);
    }

    #[test]
    fn only_the_registry_is_a_source() {
        let lock = |source: &str| format!("[[package]]\nname = \"a\"\nsource = \"{source}\"\n");
        assert!(wrong_sources(&lock(REGISTRY)).is_empty());
        assert_eq!(wrong_sources(&lock("git+https://example.org/a#1")).len(), 1);
        assert_eq!(wrong_sources(&lock("registry+https://example.org/crates.io-index")).len(), 1);
    }

    #[test]
    fn an_unused_dependency_is_found() {
        let manifest = "[package]\nname = \"x\"\n[dependencies]\na-b = \"1\"\nc.workspace = true\n# d = \"1\"\n\n\
            [target.'cfg(unix)'.dependencies]\ne = { version = \"*\" }\n[dev-dependencies]\nf = \"1\"\n[lints]\nworkspace = true\n";
        let found = dependencies(manifest);
        let names: Vec<&str> = found.iter().map(|dependency| dependency.name).collect();
        assert_eq!(names, ["a-b", "c", "e", "f"]);
        assert!(found[3].is_for_tests && !found[2].is_for_tests);
        for code in ["a_b::f()", "use a_b::{x};", "use a_b;", "use a_b as other;", "#[a_b::test]"] {
            assert!(is_named("a_b", code), "{code}");
        }
        for code in ["", "let a_b = 1;", "xa_b::f()", "crate::a_b::f()", "a_bc::f()"] {
            assert!(!is_named("a_b", code), "{code}");
        }
    }

    #[test]
    fn the_allow_list_is_read() {
        let deny = "[licenses]\nallow = [\"MIT\", \"Zlib\"]\nprivate = { ignore = false }\n";
        assert_eq!(allowed_licences(deny).unwrap(), ["MIT", "Zlib"]);
        assert!(allowed_licences("[licenses]").is_err());
    }
}
