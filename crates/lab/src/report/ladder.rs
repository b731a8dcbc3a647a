//! Ladders: strength as a function of one numeric option of a player, such as depth, time or a constant.

use std::collections::{BTreeMap, BTreeSet};

use spielbaum_search::parse_time;

use super::figures::{self, Axes, Series};
use super::{Block, figure};
use crate::rankings::Ranked;

/// The fewest rungs of a ladder.
const LEAST: usize = 3;

/// From this ratio between the ends of a ladder its axis is logarithmic.
const WIDE: f64 = 16.0;

/// The ratings of players that differ in one number only, with their intervals; `None` if fewer than three do.
pub(super) fn ladder(players: &[&Ranked]) -> Option<Block> {
    let options: BTreeSet<&str> = players.iter().flat_map(|player| options(&player.name)).collect();
    let ladders = options.into_iter().map(|option| (option, rungs(option, players)));
    let size = |series: &[Series]| series.iter().map(|line| line.points.len()).sum::<usize>();
    let (option, series) = ladders.max_by_key(|(_, series)| size(series)).filter(|(_, series)| !series.is_empty())?;
    let values = || series.iter().flat_map(|line| line.points.iter().map(|point| point.0));
    let (low, high) = (values().fold(f64::MAX, f64::min), values().fold(f64::MIN, f64::max));
    let unit = if option == "time" { " (ms)" } else { "" };
    let axes = Axes {
        x: &format!("{option}{unit}"),
        y: "Elo above the mean of all players",
        is_log_x: low > 0.0 && high / low >= WIDE,
        is_log_y: false,
        x_step: None,
    };
    let caption = format!("Ratings by {option}, all else equal; bands are 95 % intervals.");
    Some(figure("ladder", caption, figures::lines(&axes, &series)))
}

/// The names of the options of a spec that have a value.
fn options(spec: &str) -> impl Iterator<Item = &str> {
    let (_, options) = spec.split_once(':').unwrap_or_default();
    options.split(',').filter_map(|option| Some(option.split_once('=')?.0))
}

/// A line for each set of players that differ only in `option`.
fn rungs(option: &str, players: &[&Ranked]) -> Vec<Series> {
    let mut ladders = BTreeMap::<String, Vec<(f64, f64, f64)>>::new();
    for player in players.iter().filter(|player| player.rating.spread.is_finite()) {
        if let Some((rest, value)) = without(&player.name, option) {
            ladders.entry(rest).or_default().push((value, player.rating.elo, player.rating.spread));
        }
    }
    ladders.retain(|_, rungs| rungs.len() >= LEAST);
    let line = |(name, mut rungs): (String, Vec<(f64, f64, f64)>)| {
        rungs.sort_by(|one, other| one.0.total_cmp(&other.0));
        let points = rungs.iter().map(|&(value, elo, _)| (value, elo)).collect();
        let band = rungs.iter().map(|&(_, elo, spread)| (elo - spread, elo + spread)).collect();
        Series { name, points, band, ..Series::default() }
    };
    ladders.into_iter().map(line).collect()
}

/// A spec without one of its options, and the value of that option.
fn without(spec: &str, option: &str) -> Option<(String, f64)> {
    let (name, options) = spec.split_once(':')?;
    let is_it = |text: &&str| text.split_once('=').is_some_and(|(own, _)| own == option);
    let value = number(options.split(',').find(is_it)?.split_once('=')?.1)?;
    let rest: Vec<&str> = options.split(',').filter(|text| !is_it(text)).collect();
    let separator = if rest.is_empty() { "" } else { ":" };
    Some((format!("{name}{separator}{}", rest.join(",")), value))
}

/// A number, or a time in milliseconds.
fn number(text: &str) -> Option<f64> {
    let time = || parse_time(text).ok().map(|time| time.as_secs_f64() * 1e3);
    text.parse().ok().or_else(time)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Rating;

    fn players(names: &[&str]) -> Vec<Ranked> {
        let player = |(index, name): (usize, &&str)| {
            let rating = Rating { elo: 10.0 * index as f64, spread: 5.0 };
            Ranked { index, name: (*name).to_owned(), rating, games: 10, points: 5.0 }
        };
        names.iter().enumerate().map(player).collect()
    }

    #[test]
    fn players_that_differ_in_one_number_make_a_ladder() {
        let players = players(&["ab:tt,depth=4", "ab:tt,depth=2", "ab:depth=3", "ab:tt,depth=3", "random"]);
        let players: Vec<&Ranked> = players.iter().collect();
        let series = rungs("depth", &players);
        assert_eq!(series.len(), 1, "a single player without table is no ladder");
        assert_eq!(
            (series[0].name.as_str(), series[0].points.as_slice()),
            ("ab:tt", &[(2.0, 10.0), (3.0, 30.0), (4.0, 0.0)][..])
        );
        assert_eq!(series[0].band[0], (5.0, 15.0));
        assert!(ladder(&players).is_some() && ladder(&players[3..]).is_none());
    }

    #[test]
    fn times_are_milliseconds() {
        let times: Vec<_> = ["5ms", "1.5s", "2m", "0.7", "12", "fast"].into_iter().map(number).collect();
        assert_eq!(times, [Some(5.0), Some(1500.0), Some(120_000.0), Some(0.7), Some(12.0), None]);
    }
}
