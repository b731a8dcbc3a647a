//! The part of a report about games.

use spielbaum_search::Spec;

use super::{Block, figure, figures, ladder, table};
use crate::experiment::{Experiment, Plan};
use crate::move_costs::MoveCosts;
use crate::rankings::Rankings;
use crate::standings::{Standings, Tally};
use crate::statistics::{Estimate, Verdict, elo, likelihood_of_superiority, median, normalised_elo, score, wilson};

pub(super) fn blocks(experiment: &Experiment, standings: &Standings, verdict: Verdict) -> Vec<Block> {
    let Plan::Games(plan) = &experiment.plan else { unreachable!("the plan has games") };
    let repeats: u64 = standings.tallies().iter().map(|tally| tally.repeats).sum();
    let openings = plan.openings.to_string();
    let mut intro = format!(
        "{}, openings {openings}, seed {}. Games are played in pairs with colours swapped; the pair is the unit of all statistics.",
        experiment.game, experiment.seed
    );
    if repeats > 0 {
        intro += &format!(" {repeats} games are left out as exact repeats by deterministic players.");
    }
    let mut blocks = vec![Block::Text(intro)];
    blocks.extend(standings.time_warning().map(Block::Text));
    let rankings = Rankings::new(experiment, standings);
    if experiment.players.len() == 2 {
        blocks.push(match_table(&experiment.players, &standings.tallies()[0]));
        if let Some(sprt) = plan.sprt {
            let ratio = sprt.log_likelihood_ratio(&standings.tallies()[0].sample());
            let (low, high) = sprt.bounds();
            let outcome = match verdict {
                Verdict::Continue => "is undecided",
                Verdict::AcceptH0 => "accepts the first",
                Verdict::AcceptH1 => "accepts the second",
            };
            let (elo0, elo1) = (sprt.elo0, sprt.elo1);
            blocks.push(Block::Text(format!(
                "The sequential test of Elo {elo0} against {elo1} {outcome}: log-likelihood ratio {ratio:.2} between {low:.2} and {high:.2}."
            )));
        }
    } else {
        blocks.extend(tournament(&rankings, standings));
    }
    blocks.extend(by_seat(&experiment.players, standings));
    blocks.push(endings(standings));
    blocks
}

/// Wins of each player when moving first and second.
fn by_seat(players: &[Spec], standings: &Standings) -> Option<Block> {
    let mut counts = vec![[(0, 0); 2]; players.len()];
    for game in standings.scored() {
        for (player, seat, won) in [(game.first, 0, 1.0), (game.second, 1, 0.0)] {
            let (wins, games) = &mut counts[player][seat];
            *wins += u64::from(game.score == won);
            *games += 1;
        }
    }
    let share = |(wins, games)| wilson(wins, games).map(|share| 100.0 * share);
    let groups = players.iter().zip(counts).map(|(player, seats)| (player.to_string(), seats.map(share)));
    let groups: Vec<(String, [Estimate; 2])> = groups.collect();
    let caption = format!(
        "Share of games won when moving first and second; {} games, whiskers are 95 % intervals \
         after Wilson.",
        standings.scored().len()
    );
    let picture = || figures::bars("games won (%)", ["moving first", "moving second"], &groups);
    (!standings.scored().is_empty()).then(|| figure("wins-by-seat", caption, picture()))
}

pub(super) fn match_table(players: &[Spec], tally: &Tally) -> Block {
    let sample = tally.sample();
    let percent = |share: Estimate| {
        let Estimate { value, low, high } = share.map(|share| 100.0 * share);
        vec![format!("{value:.1} %"), format!("{low:.1} to {high:.1}")]
    };
    let points = |elo: Estimate| vec![format!("{:+.1}", elo.value), format!("{:+.1} to {:+.1}", elo.low, elo.high)];
    let games = tally.games();
    let mut rows = vec![
        [vec!["wins".to_owned()], percent(wilson(tally.wins, games))].concat(),
        [vec!["draws".to_owned()], percent(wilson(tally.draws, games))].concat(),
        [vec!["losses".to_owned()], percent(wilson(tally.losses, games))].concat(),
        [vec!["score".to_owned()], percent(score(&sample))].concat(),
        [vec!["Elo".to_owned()], points(elo(&sample))].concat(),
    ];
    rows.extend(normalised_elo(&sample).map(|elo| [vec!["normalised Elo".to_owned()], points(elo)].concat()));
    let los = 100.0 * likelihood_of_superiority(&sample);
    rows.push(vec!["likelihood of superiority".to_owned(), format!("{los:.1} %"), String::new()]);
    let caption = format!(
        "{} against {}, {games} games, from the first player's view. Intervals hold with 95 %: of shares after Wilson, of score \
         and Elo from {} pairs.",
        players[0],
        players[1],
        sample.size()
    );
    table("match", caption, &["", "estimate", "interval"], rows)
}

fn tournament(rankings: &Rankings, standings: &Standings) -> Vec<Block> {
    let games: u64 = standings.tallies().iter().map(Tally::games).sum();
    let ranked: Vec<_> = rankings.ranked().collect();
    let rows = ranked.iter().zip(1..).map(|(player, rank)| {
        vec![
            player.name.clone(),
            rank.to_string(),
            format!("{:+.0}", player.rating.elo),
            format!("{:.0}", player.rating.spread),
            format!("{:.1} %", 100.0 * player.score()),
            player.games.to_string(),
        ]
    });
    let first = rankings.first_move;
    let mut caption = format!(
        "Ratings from {games} games, fitted together with the advantage of the first move ({:+.0} ± {:.0} Elo); mean 0; ± is half a \
         95 % interval over pairs.",
        first.elo, first.spread
    );
    if rankings.is_tempered {
        caption +=
            " A player, or the side to move first, won or lost every game, so Elo is clamped and ± means little.";
    }
    let mut blocks = vec![table("ratings", caption, &["player", "rank", "Elo", "±", "score", "games"], rows.collect())];
    let intervals: Vec<(String, Estimate)> = ranked
        .iter()
        .map(|player| {
            let (value, spread) = (player.rating.elo, player.rating.spread);
            (player.name.clone(), Estimate { value, low: value - spread, high: value + spread })
        })
        .collect();
    let picture = figures::intervals("Elo above the mean of all players", &intervals);
    blocks.push(figure("ratings", "Ratings with their 95 % intervals.".to_owned(), picture));
    blocks.extend(ladder::ladder(&ranked));

    let names: Vec<String> = ranked.iter().map(|player| player.name.clone()).collect();
    let cross: Vec<Vec<Option<(f64, f64)>>> = ranked
        .iter()
        .map(|row| {
            let meetings = ranked.iter().map(|column| rankings.meeting(row.index, column.index));
            meetings.map(|meeting| meeting.map(|(score, p)| (score.value, p))).collect()
        })
        .collect();
    let cell = |found: &Option<(f64, f64)>| match found {
        Some((share, p)) => format!("{:.1}{}", 100.0 * share, if *p < 0.05 { "*" } else { "" }),
        None => "–".to_owned(),
    };
    let ranks: Vec<String> = (1..=names.len()).map(|rank| rank.to_string()).collect();
    let rows = names.iter().zip(&ranks).zip(&cross).map(|((name, rank), row)| {
        [name.clone(), rank.clone()].into_iter().chain(row.iter().map(cell)).collect::<Vec<String>>()
    });
    let caption = "Score of the row against the player of the column's rank in %; * differs from 50 % at the 5 % level after \
                   Holm's correction over all pairings.";
    let heads: Vec<&str> = ["player", "rank"].into_iter().chain(ranks.iter().map(String::as_str)).collect();
    blocks.push(table("cross", caption.to_owned(), &heads, rows.collect()));
    let shares: Vec<Vec<Option<f64>>> = cross
        .iter()
        .map(|row| row.iter().map(|found| found.map(|(share, _)| (1000.0 * share).round() / 10.0)).collect())
        .collect();
    let caption = "Score of the row against the player of the column's rank in %: blue wins, orange loses.".to_owned();
    blocks.push(figure("cross", caption, figures::cross_table(&names, &shares)));
    blocks
}

/// Costs of moves: a table of means, and the distribution of nodes and iterations.
pub(super) fn move_cost_blocks(experiment: &Experiment, move_costs: &[MoveCosts]) -> Vec<Block> {
    if move_costs.iter().all(|costs| costs.nodes.is_empty()) {
        return Vec::new();
    }
    let names: Vec<String> = experiment.players.iter().map(ToString::to_string).collect();
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let number = |values: &[f64], digits: usize, of: &dyn Fn(&[f64]) -> f64| {
        if values.is_empty() { "–".to_owned() } else { format!("{:.digits$}", of(values)) }
    };
    let rows = names.iter().zip(move_costs).map(|(name, costs)| {
        let milliseconds: Vec<f64> = costs.times.iter().map(|time| 1e3 * time).collect();
        vec![
            name.clone(),
            costs.nodes.len().to_string(),
            number(&costs.nodes, 0, &mean),
            number(&costs.nodes, 0, &median),
            number(&costs.iterations, 0, &mean),
            number(&costs.table_entries, 0, &mean),
            number(&costs.depths, 2, &mean),
            number(&milliseconds, 1, &mean),
        ]
    });
    let caption = "Costs per move: means over all moves of all games; iterations only of Monte-Carlo \
                   searches, entries of the transposition table (estimated from a sample) only of searches that use one.";
    let columns = ["player", "moves", "nodes", "median nodes", "iterations", "table entries", "depth", "ms"];
    let mut blocks = vec![table("moves", caption.to_owned(), &columns, rows.collect())];
    type Part = fn(&MoveCosts) -> &Vec<f64>;
    let parts: [(&str, &str, Part); 2] =
        [("nodes", "Nodes", |costs| &costs.nodes), ("rounds", "Iterations", |costs| &costs.iterations)];
    for (name, what, part) in parts {
        let groups: Vec<(String, Vec<f64>)> = names
            .iter()
            .zip(move_costs)
            .map(|(name, costs)| (name.clone(), part(costs).iter().map(|value| value.max(1.0)).collect()))
            .filter(|(_, values): &(String, Vec<f64>)| values.len() > 3)
            .collect();
        if !groups.is_empty() {
            let caption = format!(
                "{what} per move: box from the lower to the upper quartile, line at the median, whiskers within 1.5 times the \
                 height of the box."
            );
            blocks.push(figure(
                &format!("{name}-by-move"),
                caption,
                figures::boxes(&format!("{name} a move"), true, &groups),
            ));
        }
    }
    blocks
}

fn endings(standings: &Standings) -> Block {
    let mut counts = std::collections::BTreeMap::new();
    for (reason, games) in standings.tallies().iter().flat_map(|tally| &tally.reasons) {
        *counts.entry(*reason).or_insert(0) += games;
    }
    let rows = counts.into_iter().map(|(reason, games)| vec![reason.name().to_owned(), games.to_string()]);
    table("endings", "Why games ended, including those left out.".to_owned(), &["reason", "games"], rows.collect())
}
