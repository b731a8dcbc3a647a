//! Random games for the checks.

use spielbaum_core::{GameOption, MoveSet, Notation, Rng, Status};

/// A game played with uniformly random moves from a start position to the end.
pub(crate) struct RandomGame<G: Notation> {
    /// The seed that gives this game again.
    pub(crate) seed: u64,
    /// The positions from the start to the end, one more than moves.
    pub(crate) positions: Vec<G>,
    /// The moves between them.
    pub(crate) moves: Vec<G::Move>,
}

impl<G: Notation> RandomGame<G> {
    /// Plays the game that belongs to `seed`, which also chooses the start position.
    pub(crate) fn new(starts: &[G], seed: u64) -> RandomGame<G> {
        RandomGame::play(starts, seed, |_, moves, rng| moves.nth(rng.below(moves.len())))
    }

    /// The same, but with moves that do not end the game, as long as there are any.
    pub(crate) fn long(starts: &[G], seed: u64) -> RandomGame<G> {
        RandomGame::play(starts, seed, |position, moves, rng| {
            let goes_on = |&mv: &G::Move| {
                let mut child = position.clone();
                child.play(mv);
                child.status().moves().is_some()
            };
            let lasting: Vec<G::Move> = moves.iter().filter(goes_on).collect();
            if lasting.is_empty() { moves.nth(rng.below(moves.len())) } else { lasting[rng.below(lasting.len())] }
        })
    }

    fn play(starts: &[G], seed: u64, choose: impl Fn(&G, &G::Moves, &mut Rng) -> G::Move) -> RandomGame<G> {
        let mut rng = Rng::new(seed);
        let start = &starts[seed as usize % starts.len()];
        let mut game = RandomGame { seed, positions: vec![start.clone()], moves: Vec::new() };
        while let Status::Ongoing(moves) = game.end().status() {
            assert!(game.moves.len() < start.max_plies(), "longer than max_plies: {}", game.at(game.moves.len()));
            let mv = choose(game.end(), &moves, &mut rng);
            let mut next = game.end().clone();
            next.play(mv);
            game.moves.push(mv);
            game.positions.push(next);
        }
        game
    }

    /// The finished position.
    pub(crate) fn end(&self) -> &G {
        self.positions.last().expect("a game has a start")
    }

    /// Names the position after `plies` moves, for messages.
    pub(crate) fn at(&self, plies: usize) -> String {
        let played = self.moves.iter().zip(&self.positions).take(plies);
        let moves: Vec<String> = played.map(|(&mv, position)| position.move_text(mv)).collect();
        let (name, start) = (G::INFO.name, &self.positions[0]);
        format!("{name}, seed {}, from '{start}' after '{}'", self.seed, moves.join(" "))
    }

    /// The texts of all moves.
    pub(crate) fn move_texts(&self) -> Vec<String> {
        self.moves.iter().zip(&self.positions).map(|(&mv, position)| position.move_text(mv)).collect()
    }
}

/// Random games until they have `positions` positions, from the start positions of all options in rotation.
pub(crate) fn random_games<G: Notation>(positions: usize) -> impl Iterator<Item = RandomGame<G>> {
    let starts = starts::<G>();
    let mut seen = 0;
    (0..).map(move |seed| RandomGame::new(&starts, seed)).take_while(move |game| {
        let is_wanted = seen < positions;
        seen += game.positions.len();
        is_wanted
    })
}

/// Calls `check` with at least `positions` positions of random games, finished ones among them.
///
/// Its arguments are the position and a function that names it.
pub(crate) fn each_position<G: Notation>(positions: usize, mut check: impl FnMut(&G, &dyn Fn() -> String)) {
    for game in random_games::<G>(positions) {
        for (plies, position) in game.positions.iter().enumerate() {
            check(position, &|| game.at(plies));
        }
    }
}

/// The default start position, and those under all combinations of the switches and the numbers that the options' help
/// names; `2 to 10` names nine.
pub(crate) fn starts<G: Notation>() -> Vec<G> {
    let mut choices = vec![String::new()];
    for option in G::INFO.options {
        let settings = settings(option);
        let with = |choice: &String| settings.iter().map(|setting| format!("{choice}{setting},")).collect::<Vec<_>>();
        choices.extend(choices.iter().flat_map(with).collect::<Vec<_>>());
    }
    let mut starts = vec![G::default()];
    for start in choices.iter().filter_map(|choice| format!("{choice};").parse::<G>().ok()) {
        if !starts.contains(&start) {
            starts.push(start);
        }
    }
    starts
}

/// The settings of an option that a text may have.
fn settings(option: &GameOption) -> Vec<String> {
    if option.values.is_empty() {
        return vec![option.name.to_owned()];
    }
    let digits = option.values.split(|letter: char| !letter.is_ascii_digit());
    let mut numbers: Vec<u32> = digits.filter_map(|number| number.parse().ok()).collect();
    if let (true, &[low, high]) = (option.values.contains(" to "), numbers.as_slice()) {
        numbers = (low..=high).collect();
    }
    numbers.into_iter().map(|number| format!("{}={number}", option.name)).collect()
}
