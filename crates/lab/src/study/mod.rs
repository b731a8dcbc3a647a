//! The studies that the project reruns: their experiments, published numbers and conclusions.
//!
//! Each is a TOML file in `experiments/`: its experiments are written as in files of their own, at the full size of the
//! study, and `quick` replaces some of their keys; `set` names one of the project's position sets, of which `take`
//! takes the first few; `opening-set` is one position of a set, as in `yavalath:4`, from which all games start. Results
//! that are not rerun are listed under `open` and in the report.

mod published;
mod sets;
mod verdict;

use serde::Deserialize;
use spielbaum_core::TextError;

use crate::experiment::Experiment;
use crate::report::{Block, table};
use crate::session::Results;
use published::Published;
pub use sets::Sets;
use verdict::Claim;

/// A published study.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Study {
    /// Its name on the command line.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Author and year.
    pub author: String,
    /// The game.
    game: String,
    /// Results that are not rerun.
    pub open: Vec<String>,
    /// Its experiments.
    #[serde(rename = "part")]
    pub parts: Vec<Part>,
}

/// An experiment of a study.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// The table or figure.
    pub title: String,
    /// Our interpretation of it.
    note: Option<String>,
    experiment: toml::Table,
    #[serde(default)]
    quick: toml::Table,
    #[serde(default)]
    published: Published,
    #[serde(default, rename = "claim")]
    claims: Vec<Claim>,
}

/// How far a move may exceed its time: our searches keep to it unless other processes occupy the processors.
const MARGIN: &str = "60s";

/// Explains the numbers given as evidence.
pub const EVIDENCE: &str = "Intervals are 95 % confidence intervals: of scores over pairs of games, of ratios over positions. A ratio is the \
     geometric mean of the ratios in each position, so that all positions count equally; the studies divide means, \
     where the hardest positions dominate. p is the p-value of the lead between equal players after Holm's correction over all \
     pairings of the experiment: with many pairings, an interval that excludes 50 % does not decide on its own.";

/// How much of a study is rerun.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// Minutes: less time per move and fewer games.
    Quick,
    /// The study's own time and games.
    Full,
}

/// All studies.
pub fn studies() -> Vec<Study> {
    let texts = [
        include_str!("../../experiments/yavalath-2025.toml"),
        include_str!("../../experiments/othello-2023.toml"),
        include_str!("../../experiments/connect-four-2024.toml"),
        include_str!("../../experiments/chess-2019.toml"),
        include_str!("../../experiments/tic-tac-toe-2006.toml"),
    ];
    texts.iter().map(|text| toml::from_str(text).expect("the studies are tested")).collect()
}

impl Study {
    /// The experiment of a part, on these sets of positions.
    pub fn experiment(&self, part: &Part, scale: Scale, sets: &Sets) -> Result<Experiment, TextError> {
        let mut keys = part.experiment.clone();
        if scale == Scale::Quick {
            keys.extend(part.quick.clone());
        }
        keys.insert("title".to_owned(), part.title.clone().into());
        keys.entry("game").or_insert_with(|| self.game.clone().into());
        // The question is who wins, not whether the machine is busy.
        if keys.get("kind").and_then(toml::Value::as_str) != Some("searches") {
            keys.entry("margin").or_insert_with(|| MARGIN.into());
        }
        // One position of a set, counted from 1, as the only opening.
        if let Some(place) = keys.remove("opening-set") {
            let opening = sets.position(place.as_str().unwrap_or_default())?;
            keys.insert("opening-list".to_owned(), vec![opening].into());
        }
        let most = keys.remove("take").and_then(|take| take.as_integer()).map_or(usize::MAX, |take| take as usize);
        if let Some(name) = keys.remove("set") {
            let lines = sets.lines(name.as_str().unwrap_or_default())?;
            keys.insert("positions".to_owned(), lines.into_iter().take(most).collect::<Vec<String>>().into());
        }
        keys.to_string().parse()
    }
}

impl Part {
    /// Published and measured numbers side by side, and a verdict on each conclusion.
    pub fn blocks(&self, scale: Scale, experiment: &Experiment, results: &Results, prefix: &str) -> Vec<Block> {
        let mut blocks: Vec<Block> = self.note.iter().map(|note| Block::Text(note.clone())).collect();
        blocks.extend(self.extent(scale).map(Block::Text));
        let rows = self.published.rows(experiment, results);
        if !rows.is_empty() {
            let intervals = match results {
                Results::Games { .. } => " Intervals are 95 % Wilson intervals.",
                Results::Searches(_) => "",
            };
            let caption = format!("{}: published and measured.{intervals}", self.title);
            let columns = ["", "within", "published", "measured", "published / measured"];
            blocks.push(table(&format!("{prefix}published"), caption, &columns, rows));
        }
        if !self.claims.is_empty() {
            let rows = self.conclusions(experiment, results);
            let caption = "Conclusions of the study and our verdicts, at the 5 % level. The table of all conclusions at the \
                           beginning explains intervals and p.";
            let columns = ["conclusion", "verdict", "evidence"];
            blocks.push(table(&format!("{prefix}claims"), caption.to_owned(), &columns, rows));
        }
        blocks
    }

    /// How a quick rerun differs from the study; `None` if it does not.
    fn extent(&self, scale: Scale) -> Option<String> {
        let one = |value: &toml::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let text = |value: &toml::Value| match value.as_array() {
            Some(values) => values.iter().map(one).collect::<Vec<_>>().join(", "),
            None => one(value),
        };
        let changed = self.quick.iter().filter(|(key, value)| self.experiment.get(*key) != Some(value));
        let changes = changed.map(|(key, value)| match (key.as_str(), self.experiment.get(key)) {
            ("take", _) => format!("the first {} positions of the set", text(value)),
            ("players", _) => "other players".to_owned(),
            (_, Some(full)) => format!("{key} {} instead of {}", text(value), text(full)),
            (_, None) => format!("{key} {}", text(value)),
        });
        let changes: Vec<String> = changes.collect();
        let is_quick = scale == Scale::Quick && !changes.is_empty();
        is_quick.then(|| format!("Quick rerun: {}.", changes.join(", ")))
    }

    /// Each conclusion with its verdict and the evidence.
    pub fn conclusions(&self, experiment: &Experiment, results: &Results) -> Vec<Vec<String>> {
        self.claims.iter().map(|claim| claim.row(experiment, results)).collect()
    }
}
