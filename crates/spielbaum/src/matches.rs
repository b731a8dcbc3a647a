//! Matches between two searches, and the difference in strength.

use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::available_parallelism;

use spielbaum_core::{Error, TextError};
use spielbaum_games::GameSpec;
use spielbaum_lab::statistics::{Estimate, elo, likelihood_of_superiority, score};
use spielbaum_lab::{Openings, Standings, Tally};
use spielbaum_players::{Playable, Visitor, visit_game};
use spielbaum_search::builder::ToSpec;
use spielbaum_search::{Limits, Spec};

use crate::read;

/// Two searches that play a game: every opening twice, with colours swapped.
///
/// ```
/// use spielbaum::prelude::*;
///
/// # fn main() -> Result<(), Error> {
/// let result = Match::new("tic-tac-toe", AlphaBeta::new().depth(3), "random")?.pairs(10).play()?;
/// assert_eq!(result.games(), 20);
/// assert!(result.elo.value > 0.0);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Match {
    start: Arc<dyn Start>,
    players: [Spec; 2],
    openings: Openings,
    pairs: u64,
    seed: u64,
    threads: usize,
}

impl Match {
    /// Fifty pairs of games of a shipped game from random openings; the searches carry their own limits.
    pub fn new(game: &str, first: impl ToSpec, second: impl ToSpec) -> Result<Match, Error> {
        let game = read::game(game)?;
        let players = [limited(first.to_spec()?)?, limited(second.to_spec()?)?];
        visit_game(&game, &mut ByName { game: &game, players })
    }

    /// The same for any game, by its start position. A game of your own is `Playable` after one line,
    /// `playable!(Stones);`, which compiles the searches for it.
    pub fn of<G: Playable>(start: G, first: impl ToSpec, second: impl ToSpec) -> Result<Match, Error> {
        Ok(Match::between(start, [limited(first.to_spec()?)?, limited(second.to_spec()?)?]))
    }

    fn between<G: Playable>(start: G, players: [Spec; 2]) -> Match {
        let (openings, threads) = (Openings::usual(&start), available_parallelism().map_or(1, usize::from));
        Match { start: Arc::new(start), players, openings, pairs: 50, seed: 1, threads }
    }

    /// The number of pairs of games.
    #[must_use]
    pub fn pairs(self, pairs: u64) -> Match {
        Match { pairs, ..self }
    }

    /// The seed of openings and random choices; the same seed gives the same games.
    #[must_use]
    pub fn seed(self, seed: u64) -> Match {
        Match { seed, ..self }
    }

    /// The number of games played at the same time; as many as there are processors unless this is called.
    #[must_use]
    pub fn threads(self, threads: usize) -> Match {
        Match { threads, ..self }
    }

    /// Games begin after this many random plies.
    #[must_use]
    pub fn random_openings(self, plies: u32) -> Match {
        Match { openings: Openings::Random(plies), ..self }
    }

    /// Games begin from these positions or lists of moves, in rotation.
    #[must_use]
    pub fn openings(self, lines: impl IntoIterator<Item = impl Into<String>>) -> Match {
        Match { openings: Openings::List(lines.into_iter().map(Into::into).collect()), ..self }
    }

    /// Plays all games.
    pub fn play(&self) -> Result<MatchResult, Error> {
        let standings = self.start.play(self)?;
        Ok(MatchResult::of(&standings.tallies()[0]))
    }
}

/// A start position whose type is hidden, so that a [`Match`] has none.
trait Start: Debug + Send + Sync {
    fn play(&self, settings: &Match) -> Result<Standings, TextError>;
}

impl<G: Playable> Start for G {
    fn play(&self, settings: &Match) -> Result<Standings, TextError> {
        let Match { players, openings, pairs, seed, threads, .. } = settings.clone();
        let games = spielbaum_lab::Match::new(self.clone(), players, Limits::default());
        spielbaum_lab::Match { openings, pairs, seed, ..games }.play(threads, &AtomicBool::new(false))
    }
}

/// A match at a shipped game.
struct ByName<'a> {
    game: &'a GameSpec,
    players: [Spec; 2],
}

impl Visitor for ByName<'_> {
    type Output = Result<Match, Error>;

    fn visit<G: Playable>(&mut self) -> Self::Output {
        Ok(Match::between(self.game.position::<G>("")?, self.players.clone()))
    }
}

/// The result of a match, from the view of the search named first. Intervals hold with 95 % confidence and count pairs,
/// because the two games of an opening are not independent.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct MatchResult {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Pairs by half points: 0 to 4.
    pub pairs: [u64; 5],
    /// Games that do not count, because deterministic searches repeated them.
    pub repeats: u64,
    /// The mean score, 0 to 1.
    pub score: Estimate,
    /// The Elo difference.
    pub elo: Estimate,
    /// The likelihood that the first search is the better one.
    pub superiority: f64,
}

impl MatchResult {
    /// The games that count.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    fn of(tally: &Tally) -> MatchResult {
        let sample = tally.sample();
        MatchResult {
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            pairs: tally.pairs,
            repeats: tally.repeats,
            score: score(&sample),
            elo: elo(&sample),
            superiority: likelihood_of_superiority(&sample),
        }
    }
}

/// The search, if it ends within its own limits.
fn limited(spec: Spec) -> Result<Spec, Error> {
    if spec.limits() != Limits::default() || spec.engine().needs_no_limit() {
        return Ok(spec);
    }
    let reason = TextError::new("a player needs a limit: time, nodes, depth or iterations");
    Err(Error::BadLimits { search: spec.to_string(), reason })
}

#[cfg(test)]
mod tests {
    use spielbaum_games::Gale;
    use spielbaum_search::builder::{AlphaBeta, Mcts};

    use super::*;

    #[test]
    fn what_is_wrong_with_a_match_is_told_apart() {
        let random = "random";
        assert!(matches!(Match::new("chequers", random, random), Err(Error::UnknownGame { .. })));
        assert!(
            matches!(Match::new("gale", "alfabeta", random), Err(Error::BadSearch { text, .. }) if text == "alfabeta")
        );
        assert!(
            matches!(Match::new("gale", Mcts::new(), random), Err(Error::BadLimits { search, .. }) if search == "mcts")
        );
        let game = Match::new("tic-tac-toe", AlphaBeta::new().depth(2), random).unwrap();
        let refused = |game: Match| game.play().unwrap_err().to_string();
        assert_eq!(refused(game.clone().openings([""; 0])), "the list of openings is empty");
        assert!(refused(game.clone().openings(["z9"])).starts_with("opening 'z9'"));
        assert!(refused(game.random_openings(50)).contains("50 random plies"));
    }

    #[test]
    fn a_match_by_name_is_the_match_from_the_start_position() {
        let [mcts, random] = [Mcts::new().iterations(20).to_spec().unwrap(), "random".parse().unwrap()];
        let by_name = Match::new("gale:size=5", &mcts, &random).unwrap().pairs(2).openings(["b2 c3", "a1"]);
        let start = read::game("gale:size=5").unwrap().position::<Gale>("").unwrap();
        let by_start = Match::of(start, &mcts, &random).unwrap().pairs(2).openings(["b2 c3", "a1"]);
        assert_eq!(by_name.play(), by_start.play());
    }

    #[test]
    fn the_same_seed_gives_the_same_match() {
        let game = Match::new("connect-four", Mcts::new().iterations(20), "random").unwrap().pairs(3).seed(4);
        assert_eq!(game.clone().threads(1).play(), game.threads(2).play());
    }
}
