//! Specs: what is printed can be read back, and mistakes are named.

use spielbaum_search::{PRESETS, Spec};

fn parse(text: &str) -> Spec {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn refused(text: &str) -> String {
    text.parse::<Spec>().err().unwrap_or_else(|| panic!("{text} was read")).to_string()
}

#[test]
fn every_preset_prints_its_own_name() {
    for preset in &PRESETS {
        assert_eq!(parse(preset.name).to_string(), preset.name);
    }
}

#[test]
fn options_print_in_one_order_and_read_back() {
    for (text, canonical) in [
        ("alphabeta:iterative,tt,depth=6", "alphabeta:tt,iterative,depth=6"),
        ("alphabeta: time=1s , fail=hard", "alphabeta:fail=hard,time=1s"),
        ("pvs:no-pvs,time=1500ms", "pvs:no-pvs,time=1500ms"),
        ("pvs:pvs,tt", "pvs"),
        ("mtdf:guess=0", "mtdf:guess=0"),
        ("null-window:above=-3", "null-window:above=-3"),
        ("alphabeta:aspiration", "alphabeta:aspiration=50"),
        ("alphabeta:aspiration,no-aspiration", "alphabeta"),
        ("ab*:no-iterative,objective=outcome,table=8", "AB*:no-iterative,objective=outcome,table=8"),
        ("random:seed=7,nodes=5", "random:seed=7,nodes=5"),
        ("auto:threads=2,table=16", "auto:table=16,threads=2"),
        ("alphabeta:time=2m", "alphabeta:time=120s"),
    ] {
        let spec = parse(text);
        assert_eq!(spec.to_string(), canonical);
        assert_eq!(parse(canonical).to_string(), canonical);
    }
}

#[test]
fn mistakes_are_named() {
    assert!(refused("alfabeta").starts_with("unknown algorithm 'alfabeta'; there are random, minimax"));
    assert!(refused("alphabeta:tp").starts_with("unknown option 'tp' of alphabeta"));
    assert!(refused("minimax:tt").starts_with("unknown option 'tt' of minimax"));
    assert!(refused("alphabeta:guess=3").starts_with("unknown option"), "only MTD(f) guesses");
    assert_eq!(refused("alphabeta:depth=0"), "depth must be a whole number from 1 to 250, not '0'");
    assert_eq!(refused("alphabeta:time=soon"), "time must look like 500ms, 1.5s or 2m, not 'soon'");
    assert_eq!(refused("alphabeta:mirror"), "'mirror' needs 'tt', the transposition table");
    assert_eq!(refused("alphabeta:threads=2"), "'threads' needs 'tt', the transposition table");
    assert_eq!(refused("alphabeta:tt,mirror,canonical"), "'mirror' and 'canonical' exclude each other");
    assert_eq!(refused("alphabeta:fail=loud"), "fail must be soft, hybrid or hard, not 'loud'");
}
