//! The result of a match.

use serde::Serialize;
use spielbaum_lab::statistics::{Estimate, Verdict, elo, likelihood_of_superiority, normalised_elo, score, wilson};
use spielbaum_lab::{Experiment, Findings, Plan, Tally};

use super::summary;
use crate::failure::Failure;
use crate::output::{Output, decimal, milliseconds};

/// The fields of `match --json`, from the first player's view.
#[derive(Serialize)]
struct MatchJson {
    game: String,
    players: Vec<String>,
    openings: String,
    seed: u64,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    pairs: [u64; 5],
    repeats: u64,
    reasons: Vec<ReasonJson>,
    score: f64,
    score_low: f64,
    score_high: f64,
    elo: f64,
    elo_low: f64,
    elo_high: f64,
    normalised_elo: Option<f64>,
    normalised_elo_low: Option<f64>,
    normalised_elo_high: Option<f64>,
    los: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtJson>,
    complete: bool,
    time_ms: f64,
}

#[derive(Serialize)]
struct ReasonJson {
    reason: &'static str,
    games: u64,
}

#[derive(Serialize)]
struct SprtJson {
    elo0: f64,
    elo1: f64,
    llr: f64,
    low: f64,
    high: f64,
    verdict: &'static str,
}

pub(super) fn print(
    experiment: &Experiment,
    tally: &Tally,
    verdict: Verdict,
    findings: &Findings,
    output: &mut Output,
) -> Result<(), Failure> {
    let sample = tally.sample();
    let (score, elo, los) = (score(&sample), elo(&sample), likelihood_of_superiority(&sample));
    let Plan::Games(plan) = &experiment.plan else { unreachable!("a match has games") };
    let sprt = plan.sprt.map(|sprt| {
        let (low, high) = sprt.bounds();
        let verdict = verdict_name(verdict);
        let llr = decimal(sprt.log_likelihood_ratio(&sample));
        SprtJson { elo0: sprt.elo0, elo1: sprt.elo1, llr, low: decimal(low), high: decimal(high), verdict }
    });
    let players: Vec<String> = experiment.players.iter().map(ToString::to_string).collect();
    let normalised = normalised_elo(&sample);
    let games = tally.games();
    if output.is_json() {
        let reasons = tally.reasons.iter().map(|(reason, &games)| ReasonJson { reason: reason.name(), games });
        return Ok(output.json(&MatchJson {
            game: experiment.game.to_string(),
            players,
            openings: plan.openings.to_string(),
            seed: experiment.seed,
            games,
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            pairs: tally.pairs,
            repeats: tally.repeats,
            reasons: reasons.collect(),
            score: decimal(score.value),
            score_low: decimal(score.low),
            score_high: decimal(score.high),
            elo: decimal(elo.value),
            elo_low: decimal(elo.low),
            elo_high: decimal(elo.high),
            normalised_elo: normalised.map(|elo| decimal(elo.value)),
            normalised_elo_low: normalised.map(|elo| decimal(elo.low)),
            normalised_elo_high: normalised.map(|elo| decimal(elo.high)),
            los: decimal(los),
            sprt,
            complete: findings.is_complete,
            time_ms: milliseconds(findings.time),
        })?);
    }
    let mut text = format!("{}: {} against {}\n", experiment.game, players[0], players[1]);
    text += &summary(games, "games", tally.repeats, findings);
    for (name, count) in [("wins", tally.wins), ("draws", tally.draws), ("losses", tally.losses)] {
        text += &format!("{name:<12}{count:>6}  {}\n", percent(&wilson(count, games)));
    }
    text += &format!("score       {:>6}  {}\n", "", percent(&score));
    text += &format!("Elo         {:>6}  {:+.1} ({:+.1} to {:+.1})\n", "", elo.value, elo.low, elo.high);
    text += &format!("better      {:>6}  with {:.1} % likelihood\n", "", 100.0 * los);
    let [ll, ld, dd, wd, ww] = tally.pairs;
    text += &format!("pairs       {:>6}  {ll} of 0 points, {ld} of ½, {dd} of 1, {wd} of 1½, {ww} of 2\n", "");
    let ends: Vec<String> = tally.reasons.iter().map(|(reason, games)| format!("{} {games}", reason.name())).collect();
    text += &format!("ended by    {:>6}  {}\n", "", ends.join(", "));
    if let Some(sprt) = sprt {
        let SprtJson { elo0, elo1, llr, low, high, verdict } = sprt;
        text += &format!(
            "test        {:>6}  {verdict}: ratio {llr:.2} ({low:.2} to {high:.2}), Elo {elo0} or {elo1}\n",
            ""
        );
    }
    Ok(output.text(&text)?)
}

fn verdict_name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Continue => "undecided",
        Verdict::AcceptH0 => "elo0",
        Verdict::AcceptH1 => "elo1",
    }
}

/// A share and its 95 % interval.
pub(super) fn percent(share: &Estimate) -> String {
    let Estimate { value, low, high } = share.map(|share| 100.0 * share);
    format!("{value:.1} % ({low:.1} to {high:.1})")
}
