//! The bench signature: node counts that change only when rules, random numbers or algorithms do.

use std::fs;

use crate::run::{Log, program, root};

const FILE: &str = "bench/signature.txt";

/// Compares the counts of the program that the tests have built with the ones in the repository.
pub(crate) fn check(_: &Log) -> Result<(), String> {
    let expected = fs::read_to_string(root().join(FILE)).map_err(|error| format!("{FILE}: {error}"))?;
    let measured = measure()?;
    let mut differences = Vec::new();
    let (mut old, mut new) = (expected.lines(), measured.lines());
    loop {
        match (old.next(), new.next()) {
            (None, None) => break,
            (old, new) if old == new => {}
            (old, new) => {
                differences.push(format!(
                    "  expected {}\n  measured {}",
                    old.unwrap_or("nothing"),
                    new.unwrap_or("nothing")
                ));
            }
        }
    }
    if differences.is_empty() {
        return Ok(());
    }
    let differences = differences.join("\n");
    Err(format!("the bench signature has moved; if that is meant, run 'cargo xtask signature':\n{differences}"))
}

/// Writes this build's counts into the repository.
pub(crate) fn write() -> Result<(), String> {
    Log::terminal().cargo(&["build", "--quiet"])?;
    let measured = measure()?;
    fs::create_dir_all(root().join("bench")).map_err(|error| format!("bench: {error}"))?;
    fs::write(root().join(FILE), &measured).map_err(|error| format!("{FILE}: {error}"))?;
    println!("{} counts written to {FILE}", measured.lines().count());
    Ok(())
}

/// Counts are the same however the program is compiled.
fn measure() -> Result<String, String> {
    let bench = program().args(["bench", "--signature"]).output().map_err(|error| format!("bench: {error}"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if bench.status.success() {
        Ok(text(&bench.stdout))
    } else {
        Err(format!("bench failed:\n{}", text(&bench.stderr)))
    }
}
