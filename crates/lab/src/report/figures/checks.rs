//! Tests of all figures: random data give well-formed documents with everything inside, and small examples look as before.

use std::path::Path;

use spielbaum_core::Rng;

use super::svg::Drawing;
use super::well_formed::{check, elements};
use super::{Axes, Series, bars, boxes, cross_table, intervals, lines};
use crate::statistics::Estimate;

/// Random data with everything that can go wrong.
struct Source(Rng);

impl Source {
    fn below(&mut self, bound: usize) -> usize {
        self.0.below(bound)
    }

    fn number(&mut self) -> f64 {
        let share = self.0.below(1 << 20) as f64 / f64::from(1 << 20);
        let special = [0.0, -0.0, 1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, f64::MIN_POSITIVE, 1e-320];
        match self.below(12) {
            0 => special[self.below(special.len())],
            1 => (share - 0.5) * 1e12,
            2 => 10f64.powf(600.0 * share - 300.0),
            3 => 5.0,
            4 => (share * 20.0).floor(),
            5 => 1e15 + share,
            _ => 200.0 * share - 50.0,
        }
    }

    fn numbers(&mut self, most: usize) -> Vec<f64> {
        (0..self.below(most)).map(|_| self.number()).collect()
    }

    fn estimate(&mut self) -> Estimate {
        Estimate { value: self.number(), low: self.number(), high: self.number() }
    }

    fn name(&mut self) -> String {
        let parts = ["alphabeta", ":", ",", "tt", "time=1s", " ", "<&>\"", "é", "棋", "iterative", "W", "", "\u{7}"];
        (0..self.below(14)).map(|_| parts[self.below(parts.len())]).collect()
    }

    fn series(&mut self) -> Series {
        let points: Vec<_> = (0..self.below(90)).map(|_| (self.number(), self.number())).collect();
        let band = (0..self.below(2) * points.len()).map(|_| (self.number(), self.number())).collect();
        Series { name: self.name(), points, band, is_published: self.below(3) == 0 }
    }
}

#[test]
fn random_data_give_well_formed_figures_with_everything_inside() {
    for seed in 0..400 {
        println!("seed {seed}");
        let mut source = Source(Rng::new(seed));
        let rows = |source: &mut Source| source.below(12);
        let estimates: Vec<_> = (0..rows(&mut source)).map(|_| (source.name(), source.estimate())).collect();
        check(&intervals("Elo above the mean of all players", &estimates));
        let groups: Vec<_> =
            (0..rows(&mut source)).map(|_| (source.name(), [source.estimate(), source.estimate()])).collect();
        check(&bars("games won (%)", ["moving first", "moving second"], &groups));
        let groups: Vec<_> = (0..rows(&mut source)).map(|_| (source.name(), source.numbers(40))).collect();
        check(&boxes("nodes", source.below(2) == 0, &groups));
        let series: Vec<_> = (0..source.below(40)).map(|_| source.series()).collect();
        let (is_log_x, is_log_y) = (source.below(2) == 0, source.below(2) == 0);
        let x_step = [None, Some(1.0)][source.below(2)];
        check(&lines(&Axes { x: "depth (plies)", y: "nodes", is_log_x, is_log_y, x_step }, &series));
        let names: Vec<String> = (0..rows(&mut source)).map(|_| source.name()).collect();
        let scores: Vec<Vec<_>> = names.iter().map(|_| source.numbers(13).into_iter().map(Some).collect()).collect();
        check(&cross_table(&names, &scores));
    }
}

#[test]
fn no_data_make_a_figure_too() {
    check(&intervals("Elo", &[]));
    check(&bars("games", ["first"], &[]));
    check(&boxes("nodes", true, &[("none".to_owned(), Vec::new()), ("zeros".to_owned(), vec![0.0, 0.0])]));
    check(&lines(&Axes { x: "x", y: "y", is_log_x: false, is_log_y: false, x_step: None }, &[]));
    check(&cross_table(&[], &[]));
}

#[test]
fn pairings_without_games_are_empty_cells() {
    let names = ["a", "b", "c"].map(str::to_owned);
    let scores = [vec![None, Some(75.0), None], vec![Some(25.0), None, Some(50.0)], vec![None, Some(50.0), None]];
    let document = cross_table(&names, &scores).document("");
    let elements = elements(&document);
    let count = |class| elements.iter().filter(|element| element.text_of("class") == Some(class)).count();
    let texts = elements.iter().filter(|element| element.name == "text").map(|element| element.text.as_str());
    let cells: Vec<&str> = texts.filter(|text| text.contains('.')).collect();
    assert_eq!((count("sb-self"), cells), (3, vec!["75.0", "25.0", "50.0", "50.0"]));
}

#[test]
fn bars_of_negative_values_hang_from_zero() {
    let estimate = |value| Estimate { value, low: value, high: value };
    let groups = [("up".to_owned(), [estimate(50.0)]), ("down".to_owned(), [estimate(-50.0)])];
    let elements = elements(&bars("Elo", ["gain"], &groups).document(""));
    let bars = elements.iter().filter(|element| element.text_of("class") == Some("sb-bar"));
    let bars: Vec<(f64, f64)> = bars.skip(1).map(|bar| (bar.number("y"), bar.number("height"))).collect();
    assert!((bars[0].0 + bars[0].1 - bars[1].0).abs() < 0.2 && (bars[0].1 - bars[1].1).abs() < 0.2, "{bars:?}");
}

#[test]
fn published_values_are_hollow_and_have_the_colour_of_ours() {
    let ours = Series { name: "ab".into(), points: vec![(1.0, 2.0), (2.0, 3.0)], ..Series::default() };
    let theirs = Series { is_published: true, band: vec![(0.0, 9.0); 2], ..ours.clone() };
    let axes = Axes { x: "x", y: "y", is_log_x: false, is_log_y: false, x_step: None };
    let document = lines(&axes, &[ours, theirs]).document("");
    let count =
        |text: &str| elements(&document).iter().filter(|element| element.text_of("class") == Some(text)).count();
    assert_eq!([count("sb-c0"), count("sb-c1"), count("sb-mark"), count("sb-hollow")], [6, 0, 2, 2]);
    assert_eq!([count("sb-line sb-published"), count("sb-band")], [1, 0]);
    assert!(document.contains(">ab, published</text>"), "{document}");
}

/// The figures of the golden files.
fn examples() -> [(&'static str, Drawing); 5] {
    let estimate = |value, low, high| Estimate { value, low, high };
    let names = ["alphabeta:tt,iterative,time=1s", "mcts:iterations=400", "random"].map(str::to_owned);
    let [first, second, third] = names.clone();
    let elo = [
        (first.clone(), estimate(182.4, 130.0, 240.0)),
        (second.clone(), estimate(35.0, -12.5, 80.0)),
        (third.clone(), estimate(-217.4, -290.0, -160.0)),
    ];
    let scores =
        [vec![None, Some(68.8), Some(100.0)], vec![Some(31.2), None, Some(87.5)], vec![Some(0.0), Some(12.5), None]];
    let seats = [
        (first.clone(), [estimate(90.0, 70.0, 97.0), estimate(75.0, 53.0, 88.0)]),
        (second.clone(), [estimate(60.0, 38.0, 78.0), estimate(55.0, 34.0, 74.0)]),
        (third.clone(), [estimate(5.0, 1.0, 23.0), estimate(0.0, 0.0, 16.0)]),
    ];
    let nodes = [
        (first.clone(), vec![1200.0, 3400.0, 5600.0, 9000.0, 15_000.0, 900_000.0]),
        (second.clone(), vec![380.0, 390.0, 400.0, 400.0, 400.0]),
    ];
    let ours = |name: &str, factor: f64| Series {
        name: name.to_owned(),
        points: (1..=5).map(|depth| (f64::from(depth), factor.powi(depth))).collect(),
        band: (1..=5).map(|depth| (0.7 * factor.powi(depth), 1.5 * factor.powi(depth))).collect(),
        is_published: false,
    };
    let mut published = ours("minimax", 6.0);
    published.is_published = true;
    let series = [ours("minimax", 7.0), ours("alphabeta", 4.0), published];
    let axes = Axes { x: "depth (plies)", y: "nodes", is_log_x: false, is_log_y: true, x_step: Some(1.0) };
    [
        ("intervals", intervals("Elo above the mean of all players", &elo)),
        ("cross-table", cross_table(&names, &scores)),
        ("bars", bars("games won (%)", ["moving first", "moving second"], &seats)),
        ("boxes", boxes("nodes a move", true, &nodes)),
        ("lines", lines(&axes, &series)),
    ]
}

#[test]
fn small_examples_look_as_before() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/figures");
    let is_new = std::env::var_os("SPIELBAUM_GOLDEN").is_some();
    for (name, drawing) in examples() {
        check(&drawing);
        let (path, document) = (folder.join(name).with_extension("svg"), drawing.document(name));
        if is_new {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, &document).unwrap();
        }
        let golden = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(golden == document, "{} differs; SPIELBAUM_GOLDEN=1 writes it anew", path.display());
    }
}
