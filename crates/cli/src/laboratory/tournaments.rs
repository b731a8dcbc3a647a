//! The result of a tournament: ratings and a cross table.

use serde::Serialize;
use spielbaum_lab::statistics::{Rating, elo, likelihood_of_superiority};
use spielbaum_lab::{Experiment, Findings, Meeting, Ranked, Rankings, Standings, Tally};

use super::summary;
use crate::failure::Failure;
use crate::output::{Output, decimal, milliseconds};

#[derive(Serialize)]
struct TournamentJson {
    game: String,
    seed: u64,
    games: u64,
    repeats: u64,
    players: Vec<PlayerJson>,
    first_move_elo: f64,
    first_move_spread: f64,
    tempered: bool,
    pairings: Vec<PairingJson>,
    complete: bool,
    time_ms: f64,
}

#[derive(Serialize)]
struct PlayerJson {
    player: String,
    elo: f64,
    spread: f64,
    games: u64,
    score: f64,
}

/// From the first player's view.
#[derive(Serialize)]
struct PairingJson {
    first: String,
    second: String,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    score: f64,
    elo: f64,
    elo_low: f64,
    elo_high: f64,
    los: f64,
    /// The probability of such a lead between equal players, corrected for the number of pairings.
    p: f64,
}

pub(super) fn print(
    experiment: &Experiment,
    standings: &Standings,
    findings: &Findings,
    output: &mut Output,
) -> Result<(), Failure> {
    let rankings = Rankings::new(experiment, standings);
    let repeats = standings.tallies().iter().map(|tally| tally.repeats).sum();
    let games = standings.tallies().iter().map(Tally::games).sum();
    let Rating { elo, spread } = rankings.first_move;
    if output.is_json() {
        return Ok(output.json(&TournamentJson {
            game: experiment.game.to_string(),
            seed: experiment.seed,
            games,
            repeats,
            players: rankings.ranked().map(player_json).collect(),
            first_move_elo: decimal(elo),
            first_move_spread: decimal(spread),
            tempered: rankings.is_tempered,
            pairings: rankings.meetings.iter().map(|meeting| pairing_json(experiment, meeting)).collect(),
            complete: findings.is_complete,
            time_ms: milliseconds(findings.time),
        })?);
    }
    let mut text = format!("{}: {} players\n", experiment.game, experiment.players.len());
    text += &summary(games, "games", repeats, findings);
    let width = rankings.ranked().map(|player| player.name.chars().count()).max().unwrap_or(0);
    text += &format!("\n    {:<width$}      Elo     ±    score  games\n", "player");
    for (player, rank) in rankings.ranked().zip(1..) {
        let (name, Rating { elo, spread }, share) = (&player.name, player.rating, 100.0 * player.score());
        text += &format!("{rank:>3} {name:<width$}  {elo:>+7.0} {spread:>5.0}  {share:>5.1} %  {:>5}\n", player.games);
    }
    text += &format!("\nthe first move is worth {elo:+.0} ± {spread:.0} Elo");
    if rankings.is_tempered {
        text += "; a player, or the side to move first, won or lost every game, so Elo is clamped and ± means little";
    }
    text += "\n\nscore of the row against the column in %; * differs from 50 % (5 % level, all pairings together)\n";
    text += &cross(&rankings);
    Ok(output.text(&text)?)
}

fn player_json(player: &Ranked) -> PlayerJson {
    let Rating { elo, spread } = player.rating;
    let (elo, spread, score) = (decimal(elo), decimal(spread), decimal(player.score()));
    PlayerJson { player: player.name.clone(), elo, spread, games: player.games, score }
}

fn pairing_json(experiment: &Experiment, meeting: &Meeting) -> PairingJson {
    let Meeting { first, second, tally, p } = meeting;
    let sample = tally.sample();
    let elo = elo(&sample);
    PairingJson {
        first: experiment.players[*first].to_string(),
        second: experiment.players[*second].to_string(),
        games: tally.games(),
        wins: tally.wins,
        draws: tally.draws,
        losses: tally.losses,
        score: decimal(sample.mean()),
        elo: decimal(elo.value),
        elo_low: decimal(elo.low),
        elo_high: decimal(elo.high),
        los: decimal(likelihood_of_superiority(&sample)),
        p: decimal(*p),
    }
}

/// A row and a column for each player, in the order of the ranks.
fn cross(rankings: &Rankings) -> String {
    let order: Vec<usize> = rankings.ranked().map(|player| player.index).collect();
    let cell = |row, column| match rankings.meeting(row, column) {
        Some((score, p)) => format!("{:.1}{}", 100.0 * score.value, if p < 0.05 { "*" } else { " " }),
        None => "– ".to_owned(),
    };
    let mut text = "   ".to_owned();
    (1..=order.len()).for_each(|rank| text += &format!("{rank:>7} "));
    let mut text = text.trim_end().to_owned() + "\n";
    for (&row, rank) in order.iter().zip(1..) {
        let cells: String = order.iter().map(|&column| format!("{:>8}", cell(row, column))).collect();
        text += format!("{rank:>3}{cells}").trim_end();
        text.push('\n');
    }
    text
}
