//! The TOML keys of an experiment, and its serialization.

use std::fmt;

use serde::{Deserialize, Serialize};
use spielbaum_search::Limits;
use toml::Spanned;

use super::{Experiment, GamesPlan, Pairing, Plan, Positions, SearchPlan};
use crate::opening::Openings;
use crate::play::Conduct;
use crate::statistics::{EloModel, Sprt};

/// All keys, with their places for error messages.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Text {
    pub(super) title: Option<String>,
    pub(super) kind: Option<Spanned<Kind>>,
    pub(super) game: Option<Spanned<String>>,
    pub(super) seed: Option<u64>,
    #[serde(default)]
    pub(super) players: Vec<Spanned<String>>,
    /// A player, and the same without each of its switches.
    pub(super) ablate: Option<Spanned<String>>,
    // Games.
    pub(super) games: Option<Spanned<u64>>,
    pub(super) openings: Option<Spanned<String>>,
    pub(super) opening_list: Option<Vec<String>>,
    pub(super) margin: Option<Spanned<String>>,
    pub(super) ply_limit: Option<Spanned<u32>>,
    pub(super) agree: Option<Spanned<bool>>,
    pub(super) agree_score: Option<Spanned<i32>>,
    pub(super) agree_moves: Option<Spanned<u32>>,
    pub(super) solve_plies: Option<Spanned<u32>>,
    // Searches.
    pub(super) set: Option<Spanned<String>>,
    pub(super) positions: Option<Vec<String>>,
    pub(super) plies: Option<Spanned<Vec<u32>>>,
    pub(super) each: Option<Spanned<u64>>,
    // Limits: one value for games, used by players that have none of their own; any number for searches.
    pub(super) depth: Option<Spanned<OneOrMany<u32>>>,
    pub(super) nodes: Option<Spanned<OneOrMany<u64>>>,
    pub(super) iterations: Option<Spanned<OneOrMany<u64>>>,
    pub(super) time: Option<Spanned<OneOrMany<String>>>,
    // Tables.
    pub(super) sweep: Option<Spanned<Sweep>>,
    pub(super) sprt: Option<Spanned<SprtText>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Kind {
    Match,
    RoundRobin,
    Gauntlet,
    Searches,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(untagged, expecting = "expected a value or a list of values")]
pub(super) enum OneOrMany<T> {
    One(T),
    Many(Vec<T>),
}

impl<T: Clone> OneOrMany<T> {
    pub(super) fn values(&self) -> Vec<T> {
        match self {
            OneOrMany::One(value) => vec![value.clone()],
            OneOrMany::Many(values) => values.clone(),
        }
    }
}

/// One option of a player over several values.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sweep {
    pub(super) player: String,
    pub(super) option: String,
    pub(super) values: Vec<toml::Value>,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SprtText {
    pub(super) elo0: f64,
    pub(super) elo1: f64,
    pub(super) alpha: Option<f64>,
    pub(super) beta: Option<f64>,
    pub(super) model: Option<ModelText>,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum ModelText {
    Logistic,
    Normalised,
}

/// A value without a place, for writing.
fn bare<T>(value: T) -> Spanned<T> {
    Spanned::new(0..0, value)
}

/// The experiment as TOML that describes it completely, files included. Reading it gives the same experiment.
impl fmt::Display for Experiment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Text {
            title: Some(self.title.clone()),
            game: Some(bare(self.game.to_string())),
            seed: Some(self.seed),
            players: self.players.iter().map(|player| bare(player.to_string())).collect(),
            ..Text::default()
        };
        match &self.plan {
            Plan::Games(plan) => write_games(&mut text, plan),
            Plan::Searches(plan) => write_searches(&mut text, plan),
        }
        f.write_str(&toml::to_string(&text).map_err(|_| fmt::Error)?)
    }
}

fn write_games(text: &mut Text, plan: &GamesPlan) {
    let kind = if plan.pairing == Pairing::Gauntlet { Kind::Gauntlet } else { Kind::RoundRobin };
    // A test has two players.
    text.kind = Some(bare(if plan.sprt.is_some() { Kind::Match } else { kind }));
    text.games = Some(bare(2 * plan.pairs));
    match &plan.openings {
        Openings::List(list) => text.opening_list = Some(list.clone()),
        openings => text.openings = Some(bare(openings.to_string())),
    }
    let Conduct { margin, ply_limit, agrees, trust, solve_plies } = plan.conduct;
    text.margin = Some(bare(format!("{}ms", margin.as_millis())));
    text.ply_limit = ply_limit.map(bare);
    text.agree = agrees.then(|| bare(true));
    text.agree_score = trust.map(|trust| bare(trust.score));
    text.agree_moves = trust.map(|trust| bare(trust.moves));
    text.solve_plies = solve_plies.map(bare);
    text.sprt = plan.sprt.map(|Sprt { elo0, elo1, alpha, beta, model }| {
        let model = match model {
            EloModel::Logistic => ModelText::Logistic,
            EloModel::Normalised => ModelText::Normalised,
        };
        bare(SprtText { elo0, elo1, alpha: Some(alpha), beta: Some(beta), model: Some(model) })
    });
}

fn write_searches(text: &mut Text, plan: &SearchPlan) {
    text.kind = Some(bare(Kind::Searches));
    match &plan.positions {
        Positions::Given(list) => text.positions = Some(list.clone()),
        Positions::Random { each, plies } => (text.each, text.plies) = (Some(bare(*each)), Some(bare(plies.clone()))),
    }
    fn list<T>(limits: &[Limits], part: impl Fn(&Limits) -> Option<T>) -> Option<Spanned<OneOrMany<T>>> {
        let values: Vec<T> = limits.iter().filter_map(part).collect();
        (!values.is_empty()).then(|| bare(OneOrMany::Many(values)))
    }
    text.depth = list(&plan.limits, |limits| limits.depth);
    text.nodes = list(&plan.limits, |limits| limits.nodes);
    text.iterations = list(&plan.limits, |limits| limits.iterations);
    text.time = list(&plan.limits, |limits| limits.time.map(|time| format!("{}ms", time.as_secs_f64() * 1e3)));
}
