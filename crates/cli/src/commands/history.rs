//! `spielbaum history`: past games, and how positions turned out.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde::Serialize;
use spielbaum_core::{Knowledge, MoveSet, Notation, Outcome, Side};
use spielbaum_games::GameSpec;
use spielbaum_lab::{Experience, History, PastGame};
use spielbaum_players::{Visitor, visit_game};

use crate::failure::Failure;
use crate::files;
use crate::output::{Output, decimal};
use crate::setup::{PositionArguments, Setup};

#[derive(Args)]
#[command(after_help = "\
Every game finished in 'spielbaum play' is stored in a file, by default history.sqlite in \
$XDG_DATA_HOME/spielbaum or ~/.local/share/spielbaum.

Examples:
  spielbaum history
  spielbaum history games chess --last 5
  spielbaum history show 12
  spielbaum history position connect-four -m 44")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    question: Option<Question>,

    /// File with the games
    #[arg(long, value_name = "FILE", global = true)]
    history: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Question {
    /// List the last games
    Games {
        /// Only games of this type
        #[arg(value_name = "GAME")]
        game: Option<String>,

        /// Number of games
        #[arg(long, value_name = "N", default_value_t = 20)]
        last: usize,
    },
    /// Show a game and its last position
    Show {
        /// Number of the game
        #[arg(value_name = "NUMBER")]
        number: i64,
    },
    /// Show the results of games that reached a position, move by move
    Position(PositionArguments),
}

/// Where commands that play games store them.
#[derive(Args)]
pub(crate) struct HistoryArguments {
    /// Store finished games in this file
    #[arg(long, value_name = "FILE")]
    history: Option<PathBuf>,

    /// Do not store finished games
    #[arg(long, conflicts_with = "history")]
    no_history: bool,
}

impl HistoryArguments {
    /// The history, unless it is turned off or there is no folder for it.
    pub(crate) fn open(&self) -> Result<Option<History>, Failure> {
        if self.no_history {
            return Ok(None);
        }
        let Some(path) = self.history.clone().or_else(default_path) else { return Ok(None) };
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|error| Failure::input(&folder.display().to_string(), error))?;
        }
        Ok(Some(History::create(&path)?))
    }
}

fn default_path() -> Option<PathBuf> {
    Some(files::data_folder()?.join("history.sqlite"))
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let path = arguments.history.clone().or_else(default_path);
    let path = path.ok_or_else(|| Failure::Input("no home folder: give a file with --history".to_owned()))?;
    let mut history = History::open(&path)?;
    match &arguments.question {
        None => games(&mut history, None, 20, output),
        Some(Question::Games { game, last }) => games(&mut history, game.as_deref(), *last, output),
        Some(Question::Show { number }) => show(&history.game(*number)?, output),
        Some(Question::Position(position)) => {
            let setup = position.setup()?;
            visit_game(&setup.spec, &mut From { setup: &setup, history: &mut history, output })
        }
    }
}

#[derive(Serialize)]
struct GameJson<'a> {
    number: i64,
    played: &'a str,
    game: &'a str,
    first: &'a str,
    second: &'a str,
    start: &'a str,
    moves: &'a str,
    /// Points of the first player.
    score: f64,
    ending: &'a str,
}

impl<'a> GameJson<'a> {
    fn new(game: &'a PastGame) -> GameJson<'a> {
        let PastGame { number, played, game: name, players, start, moves, outcome, ending } = game;
        let score = match outcome {
            Outcome::Win(Side::First) => 1.0,
            Outcome::Draw => 0.5,
            Outcome::Win(Side::Second) => 0.0,
        };
        GameJson {
            number: *number,
            played,
            game: name,
            first: &players[0],
            second: &players[1],
            start,
            moves,
            score,
            ending,
        }
    }
}

/// With --json one object per line, the latest first.
fn games(history: &mut History, game: Option<&str>, most: usize, output: &mut Output) -> Result<(), Failure> {
    if let Some(game) = game {
        game.parse::<GameSpec>()?;
    }
    let games = history.games(game, most)?;
    if output.is_json() {
        return games.iter().try_for_each(|game| Ok(output.json(&GameJson::new(game))?));
    }
    if games.is_empty() {
        return Ok(output.line("no games")?);
    }
    for game in &games {
        let [first, second] = &game.players;
        let (number, played, name) = (game.number, &game.played, &game.game);
        output.text(&format!("{number:>5}  {played}  {name:<14} {first} – {second}: {}\n", game.ending))?;
    }
    Ok(())
}

fn show(game: &PastGame, output: &mut Output) -> Result<(), Failure> {
    if output.is_json() {
        return Ok(output.json(&GameJson::new(game))?);
    }
    let spec: GameSpec = game.game.parse()?;
    visit_game(&spec, &mut Show { game, output })
}

struct Show<'a> {
    game: &'a PastGame,
    output: &'a mut Output,
}

impl Visitor for Show<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Notation + Knowledge>(&mut self) -> Self::Output {
        let game = self.game;
        let start: G = game.start.parse()?;
        let line = start.play_line(&game.moves)?;
        let board = line.position.draw(self.output.style(), line.moves.last().copied());
        let [first, second] = &game.players;
        let [one, other] = G::INFO.sides;
        Ok(self.output.text(&format!(
            "game {} of {}, {}\n{one}: {first}\n{other}: {second}\nstart: {}\nmoves: {}\n\n{board}\n{}\n",
            game.number, game.game, game.played, game.start, game.moves, game.ending
        ))?)
    }
}

#[derive(Serialize)]
struct ExperienceJson {
    game: String,
    position: String,
    side_to_move: &'static str,
    games: u64,
    first_wins: u64,
    draws: u64,
    second_wins: u64,
    moves: Vec<MoveJson>,
}

#[derive(Serialize)]
struct MoveJson {
    #[serde(rename = "move")]
    mv: String,
    games: u64,
    first_wins: u64,
    draws: u64,
    second_wins: u64,
    /// The score of the side that makes the move, as a share of all points.
    score: f64,
}

struct From<'a> {
    setup: &'a Setup<'a>,
    history: &'a mut History,
    output: &'a mut Output,
}

impl Visitor for From<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Notation + Knowledge>(&mut self) -> Self::Output {
        let position = self.setup.line::<G>()?.position;
        let side = position.side_to_move();
        let here = self.history.experience(&position.game_text(), position.key())?;
        let mut moves = known_moves(self.history, &position)?;
        moves.sort_by_key(|(_, experience)| std::cmp::Reverse(experience.games()));
        if self.output.is_json() {
            let json = ExperienceJson {
                game: position.game_text(),
                position: position.to_string(),
                side_to_move: G::INFO.sides[side],
                games: here.games(),
                first_wins: here.first,
                draws: here.draws,
                second_wins: here.second,
                moves: moves
                    .iter()
                    .map(|(mv, experience)| MoveJson {
                        mv: position.move_text(*mv),
                        games: experience.games(),
                        first_wins: experience.first,
                        draws: experience.draws,
                        second_wins: experience.second,
                        score: decimal(experience.score(side)),
                    })
                    .collect(),
            };
            return Ok(self.output.json(&json)?);
        }
        let [first, second] = G::INFO.sides;
        let line = |name: &str, known: &Experience| {
            let Experience { first: won, draws, second: lost } = known;
            let score = 100.0 * known.score(side);
            let games = known.games();
            let noun = if games == 1 { "game:" } else { "games:" };
            format!("{name:<10} {games:>6} {noun:<6} {first} {won}, drawn {draws}, {second} {lost}; {score:.0} %\n")
        };
        self.output.text(&line("here", &here))?;
        for (mv, experience) in &moves {
            self.output.text(&line(&position.move_text(*mv), experience))?;
        }
        Ok(())
    }
}

/// The moves that have been played here, with their results.
fn known_moves<G: Notation>(history: &mut History, position: &G) -> Result<Vec<(G::Move, Experience)>, Failure> {
    let mut known = Vec::new();
    for mv in position.status().moves().iter().flat_map(MoveSet::iter) {
        let mut after = position.clone();
        after.play(mv);
        let experience = history.experience(&position.game_text(), after.key())?;
        if experience.games() > 0 {
            known.push((mv, experience));
        }
    }
    Ok(known)
}

/// Plies in which experience is used, and the fewest games that count as experience.
const OPENING_PLIES: usize = 20;
const ENOUGH_GAMES: u64 = 3;

/// The best-scoring move with enough games in the history, if it scored at least half of the points.
pub(crate) fn best_by_experience<G: Notation>(
    history: &mut History,
    position: &G,
    plies: usize,
) -> Result<Option<G::Move>, Failure> {
    if plies >= OPENING_PLIES {
        return Ok(None);
    }
    let side = position.side_to_move();
    let known = known_moves(history, position)?.into_iter();
    let proven = known.filter(|(_, known)| known.games() >= ENOUGH_GAMES && known.score(side) >= 0.5);
    let best = proven.max_by(|(_, one), (_, other)| {
        one.score(side).total_cmp(&other.score(side)).then(one.games().cmp(&other.games()))
    });
    Ok(best.map(|(mv, _)| mv))
}
