//! A position: the board, the side to move, the legal moves, the result.

use std::collections::HashMap;

use axum::Json;
use serde::{Deserialize, Serialize};
use spielbaum_core::{Board, Layout, MovePlaces, MoveSet, Notation, Outcome, Side, TextStyle};
use spielbaum_games::Setup;
use spielbaum_players::{Playable, Visitor, visit_game};

use super::{Body, Subject, read};
use crate::problem::Problem;

#[derive(Serialize)]
pub(super) struct PositionJson {
    /// The game with its options.
    game: String,
    /// The position as text, which can be read back.
    position: String,
    sides: [&'static str; 2],
    /// Whose turn it is: 0 or 1.
    side: usize,
    moves: Vec<MoveJson>,
    /// The moves that led here.
    played: Vec<MoveJson>,
    /// The position before them.
    start: String,
    board: Option<BoardJson>,
    /// The board as text, for games without a drawn board and for screen readers.
    drawing: String,
    /// How the game ended, in words.
    ending: Option<String>,
    /// The winner, 0 or 1; `None` for draws and unfinished games.
    winner: Option<usize>,
    /// The places that decided it.
    deciding: Vec<usize>,
    opening: Option<&'static str>,
}

#[derive(Serialize)]
struct MoveJson {
    #[serde(rename = "move")]
    text: String,
    /// The move in the players' notation, if that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<usize>,
    /// The kind of piece that reaches its destination, where another move differs in nothing else: a promotion.
    #[serde(skip_serializing_if = "Option::is_none")]
    piece: Option<&'static str>,
}

#[derive(Serialize)]
struct BoardJson {
    #[serde(flatten)]
    layout: LayoutJson,
    names: Vec<String>,
    /// Side and kind of the piece on each place.
    pieces: Vec<Option<(usize, &'static str)>>,
}

#[derive(Serialize)]
#[serde(tag = "layout", rename_all = "lowercase")]
enum LayoutJson {
    Squares { columns: usize, rows: usize },
    Columns { columns: usize, rows: usize },
    Hexagon { size: usize },
    Links { size: usize },
}

pub(super) async fn show(body: Body) -> Result<Json<PositionJson>, Problem> {
    let subject: Subject = read(body)?;
    let setup = subject.setup()?;
    visit_game(&setup.spec, &mut Show(&setup)).map(Json)
}

/// Pieces on a board.
#[derive(Deserialize)]
struct Pieces {
    /// The game, with options as on the command line.
    game: String,
    /// Side and kind of the piece on each place.
    pieces: Vec<Option<(u8, String)>>,
    /// Whose turn it is: 0 or 1.
    side: u8,
}

#[derive(Serialize)]
pub(super) struct TextJson {
    /// The position as text, without options.
    position: String,
}

/// The text of a position that is set up; whether it is valid, a request for the position finds out.
pub(super) async fn set_up(body: Body) -> Result<Json<TextJson>, Problem> {
    let request: Pieces = read(body)?;
    let setup = Setup::new(&request.game, "", "")?;
    visit_game(&setup.spec, &mut SetUp(&setup, &request)).map(|position| Json(TextJson { position }))
}

struct SetUp<'a>(&'a Setup<'a>, &'a Pieces);

impl Visitor for SetUp<'_> {
    type Output = Result<String, Problem>;

    fn visit<G: Playable>(&mut self) -> Self::Output {
        let SetUp(setup, request) = self;
        let start: G = setup.start()?;
        let places = start.board_data().map_or(0, |board| board.places.len());
        if request.pieces.len() != places {
            return Err(Problem::bad(format!("the board has {places} places, not {}", request.pieces.len())));
        }
        let owner = |number: u8| {
            Side::BOTH
                .get(usize::from(number))
                .copied()
                .ok_or_else(|| Problem::bad(format!("sides are 0 and 1, not {number}")))
        };
        let pieces = request.pieces.iter().map(|piece| match piece {
            Some((side, kind)) => Ok(Some((owner(*side)?, kind.as_str()))),
            None => Ok(None),
        });
        let pieces = pieces.collect::<Result<Vec<_>, Problem>>()?;
        Ok(start.set_up_text(&pieces, owner(request.side)?))
    }
}

struct Show<'a>(&'a Setup<'a>);

impl Visitor for Show<'_> {
    type Output = Result<PositionJson, Problem>;

    fn visit<G: Playable>(&mut self) -> Self::Output {
        let setup = self.0;
        let (start, line) = (setup.start::<G>()?, setup.line::<G>()?);
        let position = line.position;
        let mut before = start.clone();
        let played = line.moves.iter().map(|&mv| {
            let json = move_json(&before, mv);
            before.play(mv);
            json
        });
        let played: Vec<MoveJson> = played.collect();
        let last = line.moves.last().copied();
        Ok(PositionJson {
            game: position.game_text(),
            position: position.to_string(),
            sides: G::INFO.sides,
            side: position.side_to_move() as usize,
            moves: legal_moves(&position),
            played,
            start: start.to_string(),
            board: position.board_data().map(board_json),
            drawing: position.draw(TextStyle::UNICODE, last),
            ending: position.ending(),
            winner: position.status().outcome().and_then(Outcome::winner).map(|side| side as usize),
            deciding: position.deciding_places(),
            opening: position.opening(),
        })
    }
}

fn legal_moves<G: Notation>(position: &G) -> Vec<MoveJson> {
    let Some(moves) = position.status().moves() else { return Vec::new() };
    let mut legal: Vec<MoveJson> = moves.iter().map(|mv| move_json(position, mv)).collect();
    let mut count = HashMap::new();
    for mv in legal.iter().filter(|mv| mv.to.is_some()) {
        *count.entry((mv.from, mv.to)).or_insert(0) += 1;
    }
    for (json, mv) in legal.iter_mut().zip(moves.iter()) {
        if let (Some(to), Some(2..)) = (json.to, count.get(&(json.from, json.to))) {
            let mut child = position.clone();
            child.play(mv);
            json.piece = child.board_data().and_then(|board| board.places[to].piece).map(|(_, kind)| kind);
        }
    }
    legal
}

fn move_json<G: Notation>(position: &G, mv: G::Move) -> MoveJson {
    let MovePlaces { from, to } = position.move_places(mv);
    let (text, label) = (position.move_text(mv), position.move_label(mv));
    MoveJson { label: (label != text).then_some(label), text, from, to, piece: None }
}

fn board_json(board: Board) -> BoardJson {
    let layout = match board.layout {
        Layout::Squares { columns, rows } => LayoutJson::Squares { columns, rows },
        Layout::Columns { columns, rows } => LayoutJson::Columns { columns, rows },
        Layout::Hexagon { side } => LayoutJson::Hexagon { size: side },
        Layout::Links { size } => LayoutJson::Links { size },
    };
    let pieces = board.places.iter().map(|place| place.piece.map(|(side, kind)| (side as usize, kind))).collect();
    BoardJson { layout, names: board.places.into_iter().map(|place| place.name).collect(), pieces }
}
