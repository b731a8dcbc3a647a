//! Checks one position: brute force first, then every exact search against it.

use spielbaum_core::{Analysis, Bound, Budget, Game, Knowledge, MoveSet, Objective, Rng, Score, Search};
use spielbaum_players::{Playable, build, late_position, minimax, perft};
use spielbaum_search::{PRESETS, Spec};

use super::naive;

/// Searches that are not presets: `auto` for the outcome only, and with its table kept.
const VARIANTS: [&str; 2] = ["auto:weak", "auto:keep-table"];

/// The most move sequences of one length that brute force searches.
const SEQUENCES: u64 = 2_000;

/// The most plies left in a late position.
const PLIES: usize = 12;

/// Games that may last longer than this are not played to the end, but for [`OPENING`] moves at most.
const LONG_GAME: usize = 500;
const OPENING: usize = 150;

/// Everything that is compared with brute force, for one thread.
pub(super) struct Checker<G> {
    start: G,
    /// A search for each objective, with its name.
    searches: Vec<(Objective, String, Box<dyn Search<G>>)>,
}

/// A disagreement between a search and brute force.
#[derive(Debug)]
pub(super) struct Mismatch {
    pub(super) position: String,
    pub(super) algorithm: String,
    pub(super) found: String,
    pub(super) expected: String,
}

/// A position with the value of each move, found by brute force.
struct Oracle<G: Game> {
    position: G,
    budget: Budget,
    /// Whether every line ended with the game.
    is_complete: bool,
    values: Vec<(G::Move, Score)>,
}

impl<G: Playable> Checker<G> {
    pub(super) fn new(start: G) -> Checker<G> {
        let mut searches = Vec::new();
        let names = PRESETS.iter().map(|preset| preset.name).chain(VARIANTS);
        for (name, objective) in names.flat_map(|name| objectives::<G>().into_iter().map(move |o| (name, o))) {
            // Small tables, where a search has one: they fill up, which exposes mistakes in replacement.
            let separator = if name.contains(':') { ',' } else { ':' };
            let spec = format!("{name}{separator}table=1").parse::<Spec>().or_else(|_| name.parse());
            let spec = spec.expect("a known search").or_objective(objective);
            // A spec with an objective of its own keeps it.
            let is_meant = spec.is_exact() && spec.objective().is_none_or(|own| own == objective);
            if let (true, Ok(search)) = (is_meant, build::<G>(&spec)) {
                searches.push((objective, spec.to_string(), search));
            }
        }
        Checker { start, searches }
    }

    /// Checks the position of a seed; returns how many searches agreed.
    pub(super) fn check(&mut self, seed: u64) -> Result<u64, Mismatch> {
        let mut rng = Rng::new(seed);
        let is_long = self.start.max_plies() > LONG_GAME;
        let most = if is_long { rng.below(OPENING) } else { usize::MAX };
        let position = late_position(&self.start, 1 + rng.below(PLIES), most, &mut rng);
        let objective = objectives::<G>()[rng.below(objectives::<G>().len())];
        let oracle = Oracle::new(position, objective);
        if objective == Objective::Margin && !oracle.is_complete {
            // Margins and estimates are not comparable.
            return Ok(0);
        }
        let mut agreed = 0;
        if objective == Objective::Margin && G::INFO.name == "connect-four" {
            let margin = naive::best_margin(&oracle.position.to_string());
            if margin != oracle.value().0 {
                return Err(oracle.mismatch("minimax", &oracle.value(), format!("{margin} by the naive board")));
            }
            agreed += 1;
        }
        for (_, name, search) in self.searches.iter_mut().filter(|(other, ..)| *other == objective) {
            let analysis = search.search(&oracle.position, &oracle.budget, &mut |_| {});
            oracle.compare(name, &analysis)?;
            agreed += 1;
        }
        Ok(agreed)
    }
}

/// The objectives that a game supports.
fn objectives<G: Knowledge>() -> Vec<Objective> {
    let margin = G::HAS_MARGIN.then_some(Objective::Margin);
    [Objective::Sooner, Objective::Outcome].into_iter().chain(margin).collect()
}

impl<G: Playable> Oracle<G> {
    fn new(position: G, objective: Objective) -> Oracle<G> {
        let longest = position.max_plies().min(60) as u32;
        let depth = (1..=longest).take_while(|depth| perft(&position, *depth) <= SEQUENCES).last().unwrap_or(1);
        let mut is_complete = true;
        let value = |mv| {
            let mut child = position.clone();
            child.play(mv);
            let found = minimax(&child, depth - 1, objective);
            is_complete &= found.is_complete;
            (mv, -found.score.further_by(u32::from(objective == Objective::Sooner)))
        };
        let values = position.status().moves().expect("late positions have moves").iter().map(value).collect();
        let budget = if is_complete { Budget::default() } else { Budget::depth(depth) };
        Oracle { position, budget, is_complete, values }
    }

    fn value(&self) -> Score {
        self.values.iter().map(|(_, value)| *value).max().expect("late positions have moves")
    }

    /// Compares score, bound and best move.
    fn compare(&self, algorithm: &str, analysis: &Analysis<G>) -> Result<(), Mismatch> {
        let (score, truth) = (analysis.score, self.value());
        let is_right = match analysis.bound {
            Bound::Exact => score == truth,
            Bound::Lower => score <= truth,
            Bound::Upper => score >= truth,
        };
        if !is_right {
            return Err(self.mismatch(algorithm, &(analysis.bound, score), format!("{truth:?}")));
        }
        // An upper bound on the score does not distinguish the moves.
        let least = if analysis.bound == Bound::Upper { -Score::INFINITE } else { score };
        let is_good = |mv| self.values.iter().any(|(other, value)| *other == mv && *value >= least);
        if analysis.best.is_some_and(is_good) {
            return Ok(());
        }
        let best = analysis.best.map_or("no move".to_owned(), |mv| self.position.move_text(mv));
        Err(self.mismatch(algorithm, &best, format!("a move worth {least:?}")))
    }

    fn mismatch(&self, algorithm: &str, found: &dyn std::fmt::Debug, expected: String) -> Mismatch {
        let (position, algorithm) = (self.position.to_string(), algorithm.to_owned());
        Mismatch { position, algorithm, found: format!("{found:?}"), expected }
    }
}

#[cfg(test)]
mod tests {
    use spielbaum_games::{Chess, ConnectFour, TicTacToe};

    use super::*;

    /// A search that is wrong by one, or whose move is wrong.
    struct Wrong {
        by: i32,
        hides_move: bool,
    }

    impl<G: Playable> Search<G> for Wrong {
        fn search(&mut self, root: &G, budget: &Budget, progress: &mut dyn FnMut(&Analysis<G>)) -> Analysis<G> {
            let minimax = "minimax:objective=margin".parse().expect("a known search");
            let mut analysis = build::<G>(&minimax).expect("a game with margins").search(root, budget, progress);
            analysis.score.0 += self.by;
            if self.hides_move {
                analysis.best = None;
            }
            analysis
        }
    }

    fn checker_of(wrong: Wrong) -> Checker<ConnectFour> {
        let searches = vec![(Objective::Margin, "wrong".to_owned(), Box::new(wrong) as Box<dyn Search<ConnectFour>>)];
        Checker { start: ConnectFour::default(), searches }
    }

    #[test]
    fn wrong_searches_are_found() {
        for (by, hides_move, is_wrong) in [(0, false, false), (1, false, true), (-1, false, true), (0, true, true)] {
            let mut checker = checker_of(Wrong { by, hides_move });
            let found = (0..20).find_map(|seed| checker.check(seed).err());
            assert_eq!(found.is_some(), is_wrong, "by {by}, {hides_move}: {found:?}");
        }
    }

    #[test]
    fn every_exact_preset_is_checked() {
        let exact = PRESETS.iter().filter(|preset| preset.engine.is_exact()).count();
        let names = |searches: &[(Objective, String, Box<dyn Search<ConnectFour>>)]| searches.len();
        // One of each for three objectives, but for the generators that only Othello has, and one of `solve`.
        let checker = Checker::<ConnectFour>::new(ConnectFour::default());
        let of_others = PRESETS.iter().filter(|preset| preset.name.ends_with(" R")).count();
        assert_eq!(names(&checker.searches), 3 * (exact - 1 + VARIANTS.len() - of_others) + 1);
    }

    #[test]
    fn positions_of_games_short_and_long_can_be_checked() {
        let mut short = Checker::new(TicTacToe::default());
        let mut long = Checker::new(Chess::default());
        for seed in 0..5 {
            assert!(short.check(seed).expect("no mismatch") > 0);
            assert!(long.check(seed).expect("no mismatch") > 0);
        }
    }
}
