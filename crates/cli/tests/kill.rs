//! A run that is killed again and again, at random moments, ends with the result of one that was left alone.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn named(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("spielbaum-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn spielbaum(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_spielbaum"));
    command.args(arguments).current_dir(folder).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn output(folder: &Path, arguments: &[&str]) -> Output {
    spielbaum(folder, arguments).output().unwrap()
}

/// Every game of the first run, as CSV.
fn games(folder: &Path, store: &str) -> String {
    let output = output(folder, &["export", store, "games", "--run", "1"]);
    String::from_utf8(output.stdout).unwrap()
}

/// Fixed numbers of iterations, so that games do not depend on the clock.
const EXPERIMENT: &str = r#"
kind = "round-robin"
game = "connect-four"
players = ["mcts:iterations=1000", "alphabeta:depth=4", "random"]
games = 8
seed = 11
"#;

#[test]
fn killing_a_run_loses_nothing_that_was_finished() {
    let folder = Folder::named("kill");
    std::fs::write(folder.0.join("duel.toml"), EXPERIMENT).unwrap();
    let clock = Instant::now();
    let whole = output(&folder.0, &["run", "duel.toml", "--store", "whole.sqlite", "--json"]);
    assert!(whole.status.success(), "{}", String::from_utf8_lossy(&whole.stderr));
    let expected = games(&folder.0, "whole.sqlite");
    let time = clock.elapsed();
    assert_eq!(expected.lines().count(), 1 + 24);

    let (mut kills, mut known) = (0, String::new());
    // A linear congruential generator: moments that are independent of the program's own rhythm.
    let mut lot = 12345u32;
    loop {
        let is_begun = games(&folder.0, "killed.sqlite").lines().count() > 0;
        let arguments: &[&str] = if is_begun {
            &["resume", "killed.sqlite", "--run", "1"]
        } else {
            &["run", "duel.toml", "--store", "killed.sqlite"]
        };
        let mut child = spielbaum(&folder.0, arguments).spawn().unwrap();
        lot = lot.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        // Up to a quarter of the time that all games take, and longer if the machine has become slower since.
        let patience = time / 4 + time * kills / 20;
        sleep(Duration::from_millis(5) + patience * (lot >> 24) / 256);
        let is_done = child.try_wait().unwrap().is_some();
        child.kill().unwrap();
        child.wait().unwrap();
        let now = games(&folder.0, "killed.sqlite");
        // Whatever was there is still there, as it was.
        assert!(known.lines().all(|line| now.lines().any(|other| other == line)), "{known}\n{now}");
        known = now;
        if is_done {
            break;
        }
        kills += 1;
        assert!(kills < 200, "the run makes no progress");
    }
    assert!(kills >= 2, "only {kills} kills: the experiment is too short for this machine");
    assert_eq!(known, expected);
    let resumed = output(&folder.0, &["resume", "killed.sqlite", "--run", "1", "--json"]);
    let result = |output: &Output| {
        let text = String::from_utf8(output.stdout.clone()).unwrap();
        text.split(",\"time_ms\"").next().unwrap().to_owned()
    };
    assert_eq!(result(&resumed), result(&whole));
}

/// The numbers of the runs in a study's report.
fn runs(folder: &Path) -> Vec<String> {
    let page = std::fs::read_to_string(folder.join("reproduce/tic-tac-toe-2006/report.md")).unwrap();
    let numbers = page.lines().filter_map(|line| line.strip_prefix("Run ")?.split(',').next());
    numbers.map(str::to_owned).collect()
}

#[test]
fn a_study_that_was_broken_off_goes_on_and_a_complete_one_is_measured_again() {
    let folder = Folder::named("study");
    let reproduce = |more: &[&str]| {
        let done = output(&folder.0, &[&["reproduce", "tic-tac-toe-2006"], more].concat());
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        runs(&folder.0)
    };
    // The first experiment alone is what remains of a study interrupted after it.
    assert_eq!(reproduce(&["--only", "1"]), ["1"]);
    assert_eq!(reproduce(&[]), ["1", "2"]);
    assert_eq!(reproduce(&[]), ["3", "4"]);
}

#[cfg(unix)]
#[test]
fn an_interrupted_proof_goes_on_from_its_checkpoint() {
    let folder = Folder::named("proof");
    let file = folder.0.join("b2.table");
    // A search that does not end before the test does.
    let search = ["solve", "yavalath:side=4", "-m", "b2", "-a", "prove:memory=16", "--checkpoint"];
    let mut least = 0;
    for _ in 0..2 {
        let child = spielbaum(&folder.0, &[&search[..], &["b2.table"]].concat()).spawn().unwrap();
        let clock = Instant::now();
        while !file.exists() {
            assert!(clock.elapsed() < Duration::from_secs(120), "no checkpoint");
            sleep(Duration::from_millis(20));
        }
        sleep(Duration::from_millis(500));
        let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(kill.success());
        let stopped = child.wait_with_output().unwrap();
        let error = String::from_utf8_lossy(&stopped.stderr);
        assert_eq!(stopped.status.code(), Some(1), "{error}");
        assert!(error.contains("not finished; run the same command to continue"), "{error}");
        let bytes = std::fs::metadata(&file).unwrap().len();
        assert!(bytes > 1000 && bytes >= least, "{bytes} bytes, {least} before");
        least = bytes;
    }
    // An unwritable path fails at once.
    let refused = output(&folder.0, &[&search[..], &["missing/b2.table"]].concat());
    assert_eq!(refused.status.code(), Some(1), "{}", String::from_utf8_lossy(&refused.stderr));
}
