//! Books as files: nothing is lost when building one is killed or interrupted, and damaged files are refused.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A folder of its own for a test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("spielbaum-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn spielbaum(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_spielbaum"));
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Builds a book that takes much longer than the test, and saves it all the time.
fn start_making(file: &Path) -> Child {
    let arguments =
        ["book", "make", "connect-four:columns=6,rows=5", "--plies", "6", "--save-every", "1ms", "--output"];
    spielbaum(&arguments).arg(file).spawn().unwrap()
}

/// Of a book, how many values are known; none as long as there is no book.
fn known(file: &Path) -> Option<u64> {
    let output = spielbaum(&["book", "show", "--json"]).arg(file).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.split("\"known\":").nth(1)?.split(',').next()?.parse().ok()
}

fn wait_until_more_than(file: &Path, count: u64) -> u64 {
    let clock = Instant::now();
    loop {
        match known(file) {
            Some(known) if known > count => return known,
            _ => assert!(clock.elapsed() < Duration::from_secs(120), "no progress beyond {count} values"),
        }
        sleep(Duration::from_millis(20));
    }
}

fn code_and_error(output: &Output) -> (Option<i32>, String) {
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn a_killed_book_goes_on_where_it_stopped() {
    let folder = Folder::new("killed");
    let file = folder.file("six.book");
    let mut least = 0;
    for _ in 0..3 {
        let mut child = start_making(&file);
        wait_until_more_than(&file, least);
        child.kill().unwrap();
        child.wait().unwrap();
        let kept = known(&file).expect("a whole book after the kill");
        assert!(kept > least, "{kept} values, {least} before");
        least = kept;
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_book_is_saved_and_says_so() {
    let folder = Folder::new("interrupted");
    let file = folder.file("six.book");
    let child = start_making(&file);
    let before = wait_until_more_than(&file, 0);
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let (code, error) = code_and_error(&child.wait_with_output().unwrap());
    assert_eq!(code, Some(1), "{error}");
    assert!(error.contains("not finished; run the same command to continue"), "{error}");
    assert!(known(&file).unwrap() >= before);
    assert!(!folder.file("six.book.part").exists());
}

#[test]
fn a_finished_book_answers_and_is_not_made_again() {
    let folder = Folder::new("finished");
    let file = folder.file("four.book");
    let make = |plies: &str| {
        let arguments = ["book", "make", "connect-four:columns=4,rows=4", "--plies", plies, "--output"];
        spielbaum(&arguments).arg(&file).output().unwrap()
    };
    assert!(make("6").status.success());
    let bytes = fs::read(&file).unwrap();
    let again = make("6");
    assert!(again.status.success() && String::from_utf8_lossy(&again.stdout).contains(" 0 searched"), "{again:?}");
    assert_eq!(fs::read(&file).unwrap(), bytes);
    let (code, error) = code_and_error(&make("5"));
    assert!(code == Some(2) && error.contains("a book up to ply 6, not 5"), "{error}");

    // Within the book nothing is searched, at its last ply and beyond it something is; all agree with a search alone.
    for (moves, is_in_book) in [("", true), ("12", true), ("12341", true), ("123412", false), ("1234123", false)] {
        let solve = |with: &[&str]| {
            let arguments = ["solve", "connect-four:columns=4,rows=4", "--json", "-m", moves];
            let output = spielbaum(&arguments).args(with).output().unwrap();
            assert!(output.status.success(), "{moves}: {output:?}");
            String::from_utf8(output.stdout).unwrap()
        };
        let field = |json: &str, name: &str| {
            json.split(&format!("\"{name}\":")).nth(1).unwrap().split(",\"").next().map(str::to_owned)
        };
        let (booked, searched) = (solve(&["--book", file.to_str().unwrap()]), solve(&["--no-book"]));
        assert_eq!(booked.contains("\"book\":"), is_in_book, "{moves}: {booked}");
        // At the last ply the value is known, and one best move is enough.
        let names: &[&str] = if moves.len() == 6 { &["value", "words"] } else { &["value", "best_moves", "words"] };
        for name in names {
            assert_eq!(field(&booked, name), field(&searched, name), "{moves}: {name}");
        }
    }
    let (code, error) = code_and_error(&spielbaum(&["solve", "connect-four", "--book"]).arg(&file).output().unwrap());
    assert_eq!(code, Some(2));
    assert!(error.contains("a book of 'connect-four:columns=4,rows=4', not of 'connect-four'"), "{error}");

    // Whatever is cut off or changed is refused.
    for (broken, reason) in [(&bytes[..bytes.len() / 2], "cut off"), (&b"not a book at all"[..], "not a book")] {
        let other = folder.file("broken.book");
        fs::write(&other, broken).unwrap();
        let (code, error) = code_and_error(&spielbaum(&["book", "show"]).arg(&other).output().unwrap());
        assert!(code == Some(2) && error.contains("broken.book") && error.contains(reason), "{error}");
    }
}

#[cfg(unix)]
#[test]
fn what_cannot_be_written_is_said_at_once() {
    let folder = Folder::new("unwritable");
    let missing = folder.file("nowhere/four.book");
    for file in ["/dev/full", missing.to_str().unwrap()] {
        let arguments = ["book", "make", "connect-four", "--plies", "6", "--output", file];
        let clock = Instant::now();
        let (code, error) = code_and_error(&spielbaum(&arguments).output().unwrap());
        assert!(code == Some(1) && error.contains("cannot write") && error.contains(file), "{error}");
        assert!(clock.elapsed() < Duration::from_secs(30), "only after searching");
    }
}
