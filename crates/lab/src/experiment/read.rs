//! Reads an experiment. Mistakes are reported with line and reason before anything runs.

use std::ops::Range;
use std::path::Path;
use std::str::FromStr;

use spielbaum_core::TextError;
use spielbaum_games::GameSpec;
use spielbaum_search::{DEEPEST, Engine, Limits, Spec, parse_time};
use toml::Spanned;

use super::text::{Kind, ModelText, OneOrMany, SprtText, Text};
use super::{Experiment, GamesPlan, Pairing, Plan, Positions, SearchPlan, players};
use crate::arena::{limited, usual_openings};
use crate::opening::{Openings, read_file, read_lines};
use crate::play::{Conduct, Trust};
use crate::statistics::{EloModel, Sprt};

impl Experiment {
    /// Reads the TOML `source`; the files it names are looked for in `folder`.
    pub fn read(source: &str, folder: &Path) -> Result<Experiment, TextError> {
        let text: Text = toml::from_str(source).map_err(|error| {
            let reason = error.message().lines().next().unwrap_or_default();
            at_line(source, error.span(), reason)
        })?;
        Reader { source, folder, text: &text }.experiment()
    }
}

impl FromStr for Experiment {
    type Err = TextError;

    /// Reads TOML; the files it names are looked for in the current folder.
    fn from_str(source: &str) -> Result<Experiment, TextError> {
        Experiment::read(source, Path::new(""))
    }
}

/// An error with the number of the line where `span` begins.
fn at_line(source: &str, span: Option<Range<usize>>, reason: impl std::fmt::Display) -> TextError {
    let Some(span) = span else { return TextError::new(reason.to_string()) };
    let line = source.get(..span.start).map_or(1, |before| before.matches('\n').count() + 1);
    TextError::new(format!("line {line}: {reason}"))
}

struct Reader<'a> {
    source: &'a str,
    folder: &'a Path,
    text: &'a Text,
}

/// The default number of games.
const DEFAULT_GAMES: u64 = 100;

impl Reader<'_> {
    fn experiment(&self) -> Result<Experiment, TextError> {
        let missing = |key: &str| TextError::new(format!("the key '{key}' is missing"));
        let game = self.text.game.as_ref().ok_or_else(|| missing("game"))?;
        let game: GameSpec = self.at(game, game.get_ref().parse())?;
        let kind = self.text.kind.as_ref().ok_or_else(|| missing("kind"))?;
        let is_searches = *kind.get_ref() == Kind::Searches;
        self.refuse_other_keys(*kind.get_ref())?;
        let players = self.players(is_searches)?;
        let fewest = if is_searches { 1 } else { 2 };
        if players.len() < fewest {
            return Err(TextError::new(format!("at least {fewest} players are needed, not {}", players.len())));
        }
        if *kind.get_ref() == Kind::Match && players.len() != 2 {
            return self.at(kind, Err(TextError::new(format!("a match has 2 players, not {}", players.len()))));
        }
        let plan = match kind.get_ref() {
            Kind::Searches => Plan::Searches(self.searches(&players)?),
            Kind::Gauntlet => Plan::Games(self.games(&game, Pairing::Gauntlet)?),
            Kind::Match | Kind::RoundRobin => Plan::Games(self.games(&game, Pairing::RoundRobin)?),
        };
        let title = self.text.title.clone().unwrap_or_else(|| game.to_string());
        let experiment = Experiment { title, game, players, seed: self.text.seed.unwrap_or(1), plan };
        // The rest can only be checked by the game itself.
        experiment.prepare().map_err(|error| self.locate_player(&experiment, error))?;
        Ok(experiment)
    }

    /// Prefixes an error about a value with its line.
    fn at<T, V>(&self, place: &Spanned<V>, result: Result<T, TextError>) -> Result<T, TextError> {
        result.map_err(|error| at_line(self.source, Some(place.span()), error))
    }

    /// Refuses keys that do not apply to this kind.
    fn refuse_other_keys(&self, kind: Kind) -> Result<(), TextError> {
        let text = self.text;
        let span = |key: &Option<Range<usize>>| key.clone();
        let of_games = [
            ("games", text.games.as_ref().map(Spanned::span)),
            ("openings", text.openings.as_ref().map(Spanned::span)),
            ("margin", text.margin.as_ref().map(Spanned::span)),
            ("ply-limit", text.ply_limit.as_ref().map(Spanned::span)),
            ("agree", text.agree.as_ref().map(Spanned::span)),
            ("agree-score", text.agree_score.as_ref().map(Spanned::span)),
            ("agree-moves", text.agree_moves.as_ref().map(Spanned::span)),
            ("solve-plies", text.solve_plies.as_ref().map(Spanned::span)),
            ("sprt", text.sprt.as_ref().map(Spanned::span)),
        ];
        let of_searches = [
            ("set", text.set.as_ref().map(Spanned::span)),
            ("plies", text.plies.as_ref().map(Spanned::span)),
            ("each", text.each.as_ref().map(Spanned::span)),
        ];
        let strangers: &[(&str, Option<Range<usize>>)] = if kind == Kind::Searches { &of_games } else { &of_searches };
        let what = if kind == Kind::Searches { "searches" } else { "games" };
        match strangers.iter().find(|(_, key)| key.is_some()) {
            Some((name, key)) => Err(at_line(self.source, span(key), format!("'{name}' does not apply to {what}"))),
            None if kind != Kind::Match && text.sprt.is_some() => {
                let place = text.sprt.as_ref().map(Spanned::span);
                Err(at_line(self.source, place, "'sprt' needs the kind 'match'"))
            }
            None => Ok(()),
        }
    }

    fn players(&self, is_searches: bool) -> Result<Vec<Spec>, TextError> {
        let mut players = Vec::new();
        for player in &self.text.players {
            players.push(self.at(player, player.get_ref().parse::<Spec>())?);
        }
        if let Some(sweep) = &self.text.sweep {
            players.extend(self.at(sweep, players::sweep(sweep.get_ref()))?);
        }
        if let Some(player) = &self.text.ablate {
            players.extend(self.at(player, players::ablate(player.get_ref()))?);
        }
        if is_searches {
            return Ok(players);
        }
        let limits = match self.limits()?.as_slice() {
            [] => Limits::default(),
            [limits] => *limits,
            _ => {
                return Err(at_line(
                    self.source,
                    self.last_limit(),
                    "games take one limit for all players, not several",
                ));
            }
        };
        Ok(players.into_iter().map(|player| limited(player, limits)).collect())
    }

    /// The place of the last limit.
    fn last_limit(&self) -> Option<Range<usize>> {
        let text = self.text;
        let places = [
            text.depth.as_ref().map(Spanned::span),
            text.nodes.as_ref().map(Spanned::span),
            text.iterations.as_ref().map(Spanned::span),
            text.time.as_ref().map(Spanned::span),
        ];
        places.into_iter().flatten().max_by_key(|place| place.start)
    }

    /// One entry for each value of each kind of limit.
    fn limits(&self) -> Result<Vec<Limits>, TextError> {
        let mut all = Vec::new();
        if let Some(depths) = &self.text.depth {
            for depth in depths.get_ref().values() {
                self.at(depths, within("depth", u64::from(depth), u64::from(DEEPEST)))?;
                all.push(Limits { depth: Some(depth), ..Limits::default() });
            }
        }
        let mut counted = |key: &Option<Spanned<OneOrMany<u64>>>, name, limits: fn(u64) -> Limits| {
            if let Some(values) = key {
                for value in values.get_ref().values() {
                    self.at(values, within(name, value, u64::MAX))?;
                    all.push(limits(value));
                }
            }
            Ok::<(), TextError>(())
        };
        counted(&self.text.nodes, "nodes", |nodes| Limits { nodes: Some(nodes), ..Limits::default() })?;
        counted(&self.text.iterations, "iterations", |rounds| Limits {
            iterations: Some(rounds),
            ..Limits::default()
        })?;
        if let Some(times) = &self.text.time {
            for time in times.get_ref().values() {
                let time = self.at(times, parse_time(&time))?;
                all.push(Limits { time: Some(time), ..Limits::default() });
            }
        }
        Ok(all)
    }

    fn games(&self, game: &GameSpec, pairing: Pairing) -> Result<GamesPlan, TextError> {
        let games = self.text.games.as_ref().map_or(DEFAULT_GAMES, |games| *games.get_ref());
        if let Some(place) = &self.text.games
            && (games == 0 || !games.is_multiple_of(2))
        {
            let error = format!("games must be an even number above 0 because they are played in pairs, not '{games}'");
            return self.at(place, Err(TextError::new(error)));
        }
        let openings = match (&self.text.opening_list, &self.text.openings) {
            (Some(list), _) => Openings::List(list.clone()),
            (None, Some(openings)) => self.at(openings, self.openings(openings.get_ref()))?,
            (None, None) => usual_openings(game)?,
        };
        let mut conduct = Conduct::default();
        if let Some(margin) = &self.text.margin {
            conduct.margin = self.at(margin, parse_time(margin.get_ref()))?;
        }
        conduct.ply_limit = self.text.ply_limit.as_ref().map(|limit| *limit.get_ref());
        conduct.trust = self.trust()?;
        conduct.solve_plies = self.text.solve_plies.as_ref().map(|plies| *plies.get_ref());
        conduct.agrees = self.text.agree.as_ref().is_some_and(|agree| *agree.get_ref());
        let sprt = self.text.sprt.as_ref().map(|sprt| self.at(sprt, read_sprt(sprt.get_ref()))).transpose()?;
        Ok(GamesPlan { pairing, pairs: games / 2, openings, conduct, sprt })
    }

    fn trust(&self) -> Result<Option<Trust>, TextError> {
        let moves = self.text.agree_moves.as_ref();
        let Some(score) = &self.text.agree_score else {
            let error = || TextError::new("'agree-moves' needs 'agree-score'");
            return moves.map_or(Ok(None), |moves| self.at(moves, Err(error())));
        };
        if *score.get_ref() < 1 {
            let error = format!("agree-score must be above 0, not '{}'", score.get_ref());
            return self.at(score, Err(TextError::new(error)));
        }
        let moves = moves.map_or(Trust::USUAL_MOVES, |moves| *moves.get_ref());
        Ok(Some(Trust { score: *score.get_ref(), moves: moves.max(1) }))
    }

    fn openings(&self, text: &str) -> Result<Openings, TextError> {
        let is_file = text != "none" && !text.starts_with("random:");
        if is_file { Ok(Openings::List(read_file(&self.folder.join(text))?)) } else { Openings::read(text) }
    }

    fn searches(&self, players: &[Spec]) -> Result<SearchPlan, TextError> {
        let positions = match (&self.text.positions, &self.text.set, &self.text.plies) {
            (Some(list), None, None) => Positions::Given(list.clone()),
            (None, Some(set), None) => Positions::Given(self.at(set, read_lines(&self.folder.join(set.get_ref())))?),
            (None, None, Some(plies)) => {
                let each = self.text.each.as_ref().map_or(1, |each| *each.get_ref());
                Positions::Random { each, plies: plies.get_ref().clone() }
            }
            _ => return Err(TextError::new("give one of 'set', 'positions' and 'plies'")),
        };
        let mut limits = self.limits()?;
        if limits.is_empty() {
            // A player that solves the game ends without any limit.
            let is_endless = |player: &&Spec| !solves(player) && player.limits() == Limits::default();
            if let Some(player) = players.iter().find(is_endless) {
                let keys = "'depth', 'nodes', 'iterations' or 'time'";
                return Err(TextError::new(format!(
                    "searches need limits because '{player}' does not solve positions: {keys}"
                )));
            }
            limits.push(Limits::default());
        }
        Ok(SearchPlan { positions, limits })
    }

    /// Prefixes an error with the line of the player it names.
    fn locate_player(&self, experiment: &Experiment, error: TextError) -> TextError {
        let message = error.to_string();
        let is_named = |player: &Spec| message.contains(&format!("'{player}'"));
        let written = self.text.players.iter().zip(&experiment.players);
        match written.into_iter().find(|(_, player)| is_named(player)) {
            Some((text, _)) => at_line(self.source, Some(text.span()), error),
            None => error,
        }
    }
}

/// Whether the search ends without limits, when it has found the value of the game.
fn solves(player: &Spec) -> bool {
    player.is_exact() || matches!(player.engine(), Engine::Proof(_))
}

fn within(name: &str, value: u64, highest: u64) -> Result<(), TextError> {
    if (1..=highest).contains(&value) {
        return Ok(());
    }
    Err(TextError::new(format!("{name} must be a whole number from 1 to {highest}, not '{value}'")))
}

fn read_sprt(text: &SprtText) -> Result<Sprt, TextError> {
    let (alpha, beta) = (text.alpha.unwrap_or(Sprt::DEFAULT_ERROR), text.beta.unwrap_or(Sprt::DEFAULT_ERROR));
    let model = match text.model {
        Some(ModelText::Normalised) => EloModel::Normalised,
        Some(ModelText::Logistic) | None => EloModel::Logistic,
    };
    Sprt { elo0: text.elo0, elo1: text.elo1, alpha, beta, model }.checked().map_err(TextError::new)
}
