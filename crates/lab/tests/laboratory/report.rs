//! Reports: every kind of result becomes a page with tables and figures, and the same store gives the same bytes.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use spielbaum_lab::{Experiment, Ledger, Report, Store, recall, run_experiment};

const EXPERIMENTS: [&str; 3] = [
    "kind = 'match'\ngame = 'connect-four'\nplayers = ['alphabeta:depth=3', 'random']\ngames = 8\n[sprt]\nelo0 = 0\nelo1 = 400",
    "kind = 'round-robin'\ngame = 'gale:size=3'\nplayers = ['alphabeta:depth=2', 'mcts:iterations=20', 'random']\ngames = 4",
    "kind = 'searches'\ngame = 'othello'\nplayers = ['alphabeta', 'pvs']\nplies = [4, 8]\neach = 5\ndepth = [1, 2]\ntime = ['1ms', '2ms']",
];

/// All files of a folder.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), std::fs::read(&path).unwrap()))
        .collect()
}

#[test]
fn the_same_store_gives_the_same_bytes_with_every_table_and_figure() {
    let folder = std::env::temp_dir().join(format!("spielbaum-report-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut store = Store::create(&folder.join("results.sqlite")).unwrap();
    for text in EXPERIMENTS {
        let experiment: Experiment = text.parse().unwrap();
        let run = store.begin(&experiment, "here").unwrap();
        let ledger = Some(Ledger { store: &mut store, run });
        assert!(run_experiment(&experiment, ledger, 2, &AtomicBool::new(false), &mut |_| {}).unwrap().is_complete);
    }
    let written = ["once", "again"].map(|name| {
        let mut report = Report::new("Everything");
        for run in store.runs().unwrap() {
            let findings = recall(&mut store, &run).unwrap();
            report.add_run(&run, &findings, &format!("{}-", run.number));
        }
        report.write(&folder.join(name)).unwrap();
        files(&folder.join(name))
    });
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(written[0] == written[1], "two reports of one store differ");
    let names: Vec<&str> = written[0].keys().map(String::as_str).collect();
    let expected = [
        "1-match.csv",
        "1-moves.csv",
        "1-nodes-by-move.svg",
        "2-cross.svg",
        "2-cross.tex",
        "2-ratings.csv",
        "2-ratings.svg",
        "2-wins-by-seat.svg",
        "3-costs-1.csv",
        "3-depth-by-time.svg",
        "3-nodes-by-depth.svg",
        "3-nodes-spread.svg",
        "3-rate-by-ply.svg",
        "index.html",
        "report.md",
    ];
    for name in expected {
        assert!(names.contains(&name), "{name} is missing in {names:?}");
    }
    let page = String::from_utf8_lossy(&written[0]["index.html"]);
    assert_eq!(page.matches("<svg ").count(), 11);
    assert!(page.contains("The sequential test of Elo 0 against 400"), "{page}");
    let figures: Vec<_> = written[0].iter().filter(|(name, _)| name.ends_with(".svg")).collect();
    assert_eq!(figures.len(), 11);
    assert!(figures.iter().all(|(_, bytes)| bytes.starts_with(b"<svg ")));
}
