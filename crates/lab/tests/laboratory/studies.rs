//! The studies: every experiment can run at both extents, and what was published exactly is found exactly.

use std::sync::atomic::AtomicBool;

use spielbaum_lab::{Block, Results, Scale, Sets, run_experiment, studies};

#[test]
fn every_experiment_of_every_study_can_run() {
    let studies = studies();
    assert_eq!(studies.len(), 5);
    for study in &studies {
        for part in &study.parts {
            for scale in [Scale::Quick, Scale::Full] {
                let experiment = study.experiment(part, scale, &Sets::default());
                let experiment = experiment.unwrap_or_else(|error| panic!("{}, {}: {error}", study.id, part.title));
                assert!(!experiment.prepare().unwrap().is_empty());
            }
        }
    }
}

#[test]
fn the_table_of_2006_is_found_exactly_by_minimax() {
    let studies = studies();
    let study = studies.iter().find(|study| study.id == "tic-tac-toe-2006").unwrap();
    let part = &study.parts[0];
    let experiment = study.experiment(part, Scale::Quick, &Sets::default()).unwrap();
    let findings = run_experiment(&experiment, None, 1, &AtomicBool::new(false), &mut |_| {}).unwrap();
    let blocks = part.blocks(Scale::Quick, &experiment, &findings.results, "");
    let tables: Vec<_> =
        blocks.iter().filter_map(|block| if let Block::Table(table) = block { Some(table) } else { None }).collect();
    let minimax: Vec<&Vec<String>> = tables[0].rows.iter().filter(|row| row[0] == "minimax").collect();
    assert_eq!(minimax.len(), 8);
    for row in minimax {
        assert_eq!(row[2], row[3], "{row:?}");
    }
    assert_eq!(tables[1].rows[0][1], "holds", "{:?}", tables[1].rows);
}

#[test]
fn a_quick_rerun_says_what_it_does_with_less() {
    let studies = studies();
    let study = studies.iter().find(|study| study.id == "chess-2019").unwrap();
    let part = &study.parts[1];
    let nothing = Results::Searches(Vec::new());
    let texts = |scale| {
        let experiment = study.experiment(part, scale, &Sets::default()).unwrap();
        let blocks = part.blocks(scale, &experiment, &nothing, "");
        let text = |block: &Block| if let Block::Text(text) = block { Some(text.clone()) } else { None };
        blocks.iter().filter_map(text).collect::<Vec<String>>()
    };
    let said = "Quick rerun: games 400 instead of 1000, nodes 1000 instead of 5000.";
    assert!(texts(Scale::Quick).iter().any(|text| text == said), "{:?}", texts(Scale::Quick));
    assert!(!texts(Scale::Full).iter().any(|text| text.contains("Quick")), "{:?}", texts(Scale::Full));
}
