//! Openings: the start position, random positions, or given ones.

use std::fmt;
use std::path::Path;

use spielbaum_core::{Game, MoveSet, Notation, Rng, Status, TextError, mix};
use spielbaum_games::GameSpec;
use spielbaum_games::chess::{Epd, Pgn};

/// The openings of games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Openings {
    /// Every game from the start position.
    Start,
    /// This many random plies, different ones for each pair.
    Random(u32),
    /// These positions or lists of moves, in rotation.
    List(Vec<String>),
}

/// Default number of random plies: enough for different games, few enough that hardly any is decided.
const DEFAULT_PLIES: usize = 4;

impl Openings {
    /// The default for a game: at most a quarter of the longest game.
    pub fn usual<G: Game>(start: &G) -> Openings {
        Openings::Random(DEFAULT_PLIES.min(start.max_plies() / 4) as u32)
    }

    /// Reads `none`, `random:PLIES`, or the name of a file with one position or list of moves per line. Chess openings may also
    /// be a `.pgn` or an `.epd` file.
    pub fn read(text: &str) -> Result<Openings, TextError> {
        match text.strip_prefix("random:") {
            Some(plies) => {
                let error = || TextError::at("random openings have 0 to 200 plies, not", plies, "");
                plies.parse().ok().filter(|plies| *plies <= 200).map(Openings::Random).ok_or_else(error)
            }
            None if text == "none" => Ok(Openings::Start),
            None => Ok(Openings::List(read_file(Path::new(text))?)),
        }
    }
}

impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Openings::Start => f.write_str("none"),
            Openings::Random(plies) => write!(f, "random:{plies}"),
            Openings::List(lines) => write!(f, "{} given", lines.len()),
        }
    }
}

/// The openings in a file, by its extension.
pub(crate) fn read_file(path: &Path) -> Result<Vec<String>, TextError> {
    let place = path.display();
    let in_file = |error: &dyn fmt::Display| TextError::new(format!("{place}: {error}"));
    let text = || std::fs::read_to_string(path).map_err(|error| in_file(&error));
    let positions: Vec<String> = match path.extension().and_then(|extension| extension.to_str()) {
        Some("pgn") => {
            let games = Pgn::read_all(&text()?).map_err(|error| in_file(&error))?;
            games.iter().map(|game| game.last_position().to_string()).collect()
        }
        Some("epd") => {
            let positions = Epd::read_all(&text()?).map_err(|error| in_file(&error))?;
            positions.iter().map(|epd| epd.position.to_string()).collect()
        }
        _ => return read_lines(path),
    };
    if positions.is_empty() { Err(in_file(&"contains no position")) } else { Ok(positions) }
}

/// The lines of a file that are neither empty nor comments, at least one.
pub(crate) fn read_lines(path: &Path) -> Result<Vec<String>, TextError> {
    let place = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| TextError::new(format!("{place}: {error}")))?;
    let lines = lines_of(&text);
    if lines.is_empty() { Err(TextError::new(format!("{place}: contains no position"))) } else { Ok(lines) }
}

/// The lines of a text that are neither empty nor comments.
pub(crate) fn lines_of(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(str::to_owned).collect()
}

/// The openings for one game type.
pub(crate) enum Source<G> {
    Random { start: G, plies: u32 },
    List(Vec<G>),
}

/// Attempts to find a random opening after which the game is not over.
const ATTEMPTS: u64 = 1000;

impl<G: Notation> Source<G> {
    /// The openings of a game that is registered.
    pub(crate) fn of_game(openings: &Openings, game: &GameSpec) -> Result<Source<G>, TextError> {
        Source::new(openings, &game.position("")?, &game.to_string(), &|line| game.position(line))
    }

    /// Reads everything that is needed, so that no error can occur later; `game` is the name for messages.
    pub(crate) fn new(
        openings: &Openings,
        start: &G,
        game: &str,
        parse: &dyn Fn(&str) -> Result<G, TextError>,
    ) -> Result<Source<G>, TextError> {
        match openings {
            Openings::Start => Ok(Source::List(vec![start.clone()])),
            Openings::Random(plies) => {
                let source = Source::Random { start: start.clone(), plies: *plies };
                // A game that is always over by then is detected now, and not in the middle of a run.
                match source.draw(0, 0) {
                    Some(_) => Ok(source),
                    None => Err(TextError::new(format!("no game of {game} lasts longer than {plies} random plies"))),
                }
            }
            Openings::List(lines) if lines.is_empty() => Err(TextError::new("the list of openings is empty")),
            Openings::List(lines) => {
                let positions = lines.iter().map(|line| match read_with(parse, start, line) {
                    Ok(position) => Ok(position),
                    Err(error) => Err(TextError::new(format!("{}: {error}", TextError::at("opening", line, "")))),
                });
                Ok(Source::List(positions.collect::<Result<_, _>>()?))
            }
        }
    }

    /// The number of different openings, if known.
    pub(crate) fn len(&self) -> Option<usize> {
        match self {
            Source::Random { plies: 0, .. } => Some(1),
            Source::Random { .. } => None,
            Source::List(positions) => Some(positions.len()),
        }
    }

    /// Opening number `index`; `None` if random plies always end the game.
    pub(crate) fn draw(&self, seed: u64, index: u64) -> Option<G> {
        match self {
            Source::List(positions) => Some(positions[(index % positions.len() as u64) as usize].clone()),
            Source::Random { start, plies } => {
                let mut rng = Rng::new(mix(seed, index));
                (0..ATTEMPTS).find_map(|_| scramble(start, *plies, &mut rng))
            }
        }
    }
}

/// The position after random plies, unless the game is over.
pub(crate) fn scramble<G: Game>(start: &G, plies: u32, rng: &mut Rng) -> Option<G> {
    let mut position = start.clone();
    for _ in 0..plies {
        let Status::Ongoing(moves) = position.status() else { return None };
        position.play(moves.sample(rng));
    }
    position.status().moves().is_some().then_some(position)
}

/// Reads a position or moves from the start; the game must not be over.
pub(crate) fn read<G: Notation>(game: &GameSpec, start: &G, line: &str) -> Result<G, TextError> {
    read_with(&|line| game.position(line), start, line)
}

/// The same, with a function that reads a position text.
fn read_with<G: Notation>(parse: &dyn Fn(&str) -> Result<G, TextError>, start: &G, line: &str) -> Result<G, TextError> {
    let position = parse(line).or_else(|error| {
        let moves = start.play_line(line).map_err(|other| {
            TextError::new(format!("neither a position ({error}) nor moves from the start ({other})"))
        })?;
        Ok(moves.position)
    })?;
    match position.ending() {
        None => Ok(position),
        Some(ending) => Err(TextError::new(format!("the game is already over ({ending})"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielbaum_games::{Chess, TicTacToe};

    fn game(name: &str) -> GameSpec {
        name.parse().unwrap()
    }

    #[test]
    fn openings_are_read_and_printed() {
        for text in ["none", "random:4"] {
            assert_eq!(Openings::read(text).unwrap().to_string(), text);
        }
        let error = Openings::read("random:many").unwrap_err().to_string();
        assert_eq!(error, "random openings have 0 to 200 plies, not 'many'");
        assert!(Openings::read("no/such/file").unwrap_err().to_string().starts_with("no/such/file: "));
        assert_eq!(Openings::usual(&TicTacToe::default()), Openings::Random(2));
        assert_eq!(Openings::usual(&Chess::default()), Openings::Random(4));
    }

    #[test]
    fn random_openings_belong_to_seed_and_number() {
        let source = Source::<Chess>::of_game(&Openings::Random(6), &game("chess")).unwrap();
        assert_eq!(source.draw(1, 5), source.draw(1, 5));
        assert_ne!(source.draw(1, 5), source.draw(1, 6));
        assert_ne!(source.draw(1, 5), source.draw(2, 5));
    }

    #[test]
    fn random_openings_leave_something_to_play() {
        let source = Source::<TicTacToe>::of_game(&Openings::Random(8), &game("tic-tac-toe")).unwrap();
        assert!((0..50).all(|index| source.draw(3, index).is_some_and(|position| position.ending().is_none())));
        let error = Source::<TicTacToe>::of_game(&Openings::Random(9), &game("tic-tac-toe")).err().unwrap();
        assert_eq!(error.to_string(), "no game of tic-tac-toe lasts longer than 9 random plies");
    }
}
