//! The systematic comparison: all algorithms that a game supports, by cost, depth and strength.

use std::time::Duration;

use spielbaum_core::TextError;
use spielbaum_games::GameSpec;
use spielbaum_players::build;
use spielbaum_players::{Playable, Visitor, visit_game};
use spielbaum_search::{Limits, Spec};

use crate::arena::{limited, usual_openings};
use crate::experiment::{Experiment, GamesPlan, Pairing, Plan, Positions, SearchPlan};
use crate::play::Conduct;

/// The default searches; those that a game does not support are left out.
const CANDIDATES: [&str; 12] = [
    "alphabeta",
    "AB-TT",
    "pvs",
    "mtdf",
    "deepening",
    "auto",
    "mcts",
    "mcts-solver",
    "mcts-gdk",
    "mcts-ab-pn",
    "grave",
    "random",
];

/// The size of a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// Time per move.
    pub time: Duration,
    /// Games per pairing.
    pub games: u64,
    /// Random positions to search.
    pub positions: u64,
    /// Positions that plain alpha-beta may visit at the depth where costs are compared.
    pub nodes: u64,
    /// Seed of positions, openings and random players.
    pub seed: u64,
}

impl Default for Extent {
    /// About two minutes on two cores.
    fn default() -> Extent {
        Extent { time: Duration::from_millis(20), games: 4, positions: 8, nodes: 20_000, seed: 1 }
    }
}

/// A comparison of players on a game.
#[derive(Clone, Debug)]
pub struct Comparison {
    game: GameSpec,
    players: Vec<Spec>,
    extent: Extent,
}

impl Comparison {
    /// Compares these players, or if none is named all that the game supports.
    pub fn new(game: GameSpec, named: &[Spec], extent: Extent) -> Result<Comparison, TextError> {
        let players = if named.is_empty() {
            let candidates = CANDIDATES.iter().map(|name| name.parse().expect("candidates are presets"));
            candidates.filter(|spec| visit_game(&game, &mut Supports(spec))).collect()
        } else {
            named.to_vec()
        };
        if players.len() < 2 {
            return Err(TextError::new(format!("a comparison needs at least 2 players, not {}", players.len())));
        }
        Ok(Comparison { game, players, extent })
    }

    /// Finds the depth that plain alpha-beta reaches: to be run first, for [`costs`](Comparison::costs).
    pub fn probe(&self) -> Experiment {
        let limits = Limits { nodes: Some(self.extent.nodes), ..Limits::default() };
        let player = "alphabeta".parse().expect("a preset");
        self.searches("Depth reached by plain alpha-beta", vec![player], vec![limits])
    }

    /// The cost of searches to the same depth by exact, depth-limited players; `None` if there are fewer than two.
    pub fn costs(&self, depth: u32) -> Option<Experiment> {
        let players: Vec<Spec> = self.players.iter().filter(|player| player.is_exact()).cloned().collect();
        let limits =
            (depth.saturating_sub(2).max(1)..=depth).map(|depth| Limits { depth: Some(depth), ..Limits::default() });
        (players.len() > 1).then(|| self.searches("Cost at equal depth", players, limits.collect()))
    }

    /// Whether exact players return minimax's value, at a depth chosen from the `depth` that alpha-beta reaches; `None`
    /// if there are no exact players.
    pub fn exactness(&self, depth: u32) -> Option<Experiment> {
        let oracle: Spec = "minimax".parse().expect("a preset");
        let exact = self.players.iter().filter(|player| player.is_exact()).cloned();
        let players: Vec<Spec> = std::iter::once(oracle).chain(exact).collect();
        // With perfect move ordering alpha-beta reaches twice the depth of minimax.
        let limits = vec![Limits { depth: Some(depth.div_ceil(2)), ..Limits::default() }];
        (players.len() > 1).then(|| self.searches("Exactness against minimax", players, limits))
    }

    /// The depth that searches reach in equal time.
    pub fn reach(&self) -> Experiment {
        let times = [1, 4, 16].map(|factor| Limits { time: Some(factor * self.extent.time), ..Limits::default() });
        self.searches("Depth reached in equal time", self.players.clone(), times.to_vec())
    }

    /// A round robin with equal time.
    pub fn games(&self) -> Result<Experiment, TextError> {
        /// Longer games are drawn; decisive games are rarely this long.
        const PLY_LIMIT: u32 = 300;
        let Comparison { game, players, extent } = self;
        let limits = Limits { time: Some(extent.time), ..Limits::default() };
        let conduct = Conduct { ply_limit: Some(PLY_LIMIT), ..Conduct::default() };
        let plan = GamesPlan {
            pairing: Pairing::RoundRobin,
            pairs: extent.games.div_ceil(2),
            openings: usual_openings(game)?,
            conduct,
            sprt: None,
        };
        Ok(Experiment {
            title: "Strength in equal time".to_owned(),
            game: game.clone(),
            players: players.iter().map(|player| limited(player.clone(), limits)).collect(),
            seed: extent.seed,
            plan: Plan::Games(plan),
        })
    }

    fn searches(&self, title: &str, players: Vec<Spec>, limits: Vec<Limits>) -> Experiment {
        let plies = visit_game(&self.game, &mut Stages(&self.game));
        let each = self.extent.positions.div_ceil(plies.len() as u64);
        let plan = Plan::Searches(SearchPlan { positions: Positions::Random { each, plies }, limits });
        Experiment { title: title.to_owned(), game: self.game.clone(), players, seed: self.extent.seed, plan }
    }
}

/// Whether a search can play a game.
struct Supports<'a>(&'a Spec);

impl Visitor for Supports<'_> {
    type Output = bool;

    fn visit<G: Playable>(&mut self) -> bool {
        build::<G>(self.0).is_ok()
    }
}

/// Numbers of plies in the first half of a game, but no more than random games usually last.
struct Stages<'a>(&'a GameSpec);

impl Visitor for Stages<'_> {
    type Output = Vec<u32>;

    fn visit<G: Playable>(&mut self) -> Vec<u32> {
        const LATEST: usize = 12;
        let longest = self.0.position::<G>("").map_or(0, |start| start.max_plies());
        let step = (longest / 2).min(LATEST) as u32 / 4;
        (0..4).map(|stage| stage * step.max(1)).collect()
    }
}
