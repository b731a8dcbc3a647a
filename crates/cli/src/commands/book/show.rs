//! `spielbaum book show`: the contents of a book, and its entry for a position.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use spielbaum_core::{Bound, Objective, Score, Value};
use spielbaum_documents::{MoveJson, ScoreJson};
use spielbaum_games::GameSpec;
use spielbaum_players::{Playable, Visitor, visit_game};
use spielbaum_search::{Book, BookHeader};

use super::polyglot;
use crate::book;
use crate::failure::Failure;
use crate::output::{Output, grouped};
use crate::report;

#[derive(Args)]
#[command(after_help = "\
Examples:
  spielbaum book show connect-four.book
  spielbaum book show connect-four.book -m 4453 --json
  spielbaum book show openings.bin -m 'e4 e5'")]
pub(super) struct Arguments {
    /// Book to read
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Moves to play from the start
    #[arg(short, long, value_name = "MOVES", default_value = "")]
    moves: String,
}

#[derive(Serialize)]
struct ShownJson {
    game: String,
    plies: u32,
    positions: usize,
    known: usize,
    by_ply: Vec<LayerJson>,
    position: String,
    score: Option<ScoreJson>,
    moves: Vec<MoveJson>,
}

#[derive(Serialize)]
struct LayerJson {
    ply: usize,
    positions: usize,
    known: usize,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    if polyglot::is_polyglot(&arguments.file) {
        return polyglot::show(&arguments.file, &arguments.moves, output);
    }
    let place = arguments.file.display().to_string();
    let bytes = std::fs::read(&arguments.file).map_err(|error| Failure::input(&place, error))?;
    let header = BookHeader::read(&bytes).map_err(|error| Failure::input(&place, error))?;
    let spec: GameSpec = header.game.parse().map_err(|error| Failure::input(&place, error))?;
    visit_game(&spec, &mut Show { spec: &spec, arguments, output })
}

struct Show<'a> {
    spec: &'a GameSpec,
    arguments: &'a Arguments,
    output: &'a mut Output,
}

impl Visitor for Show<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Playable>(&mut self) -> Self::Output {
        let start: G = self.spec.position("")?;
        let book: Book<G> = book::read(&self.arguments.file, &start)?;
        let line = start.play_line(&self.arguments.moves).map_err(|error| Failure::input("moves", error))?;
        let (plies, layers) = (book.plies(), book.known_by_ply());
        let positions: usize = layers.iter().map(|(_, all)| all).sum();
        let known: usize = layers.iter().map(|(known, _)| known).sum();
        let position = line.position;
        let value =
            book.value(&position).map(|margin| (Score(margin), Value::of(Score(margin), Objective::Margin, true)));
        let answer = book.answer(&position);
        let moves = answer.as_ref().map_or(&[][..], |answer| &answer.moves);
        if self.output.is_json() {
            let layers = layers.iter().enumerate();
            let by_ply = layers.map(|(ply, &(known, positions))| LayerJson { ply, positions, known }).collect();
            let score = value.map(|(score, value)| ScoreJson::new(&position, score, value, Bound::Exact));
            let moves = moves.iter().map(|value| MoveJson::new(&position, value)).collect();
            let (game, position) = (start.game_text(), position.to_string());
            let json = ShownJson { game, plies, positions, known, by_ply, position, score, moves };
            return Ok(self.output.json(&json)?);
        }
        let mut text = format!("game       {}\npositions  {}\n", start.game_text(), grouped(positions as u64));
        for (ply, (known, all)) in layers.into_iter().enumerate() {
            let missing = if known < all { format!(", {} known", grouped(known as u64)) } else { String::new() };
            text += &format!("ply {ply:<6} {}{missing}\n", grouped(all as u64));
        }
        let value = value
            .map_or("not in the book".to_owned(), |(_, value)| report::value_in_words(&position, value, Bound::Exact));
        text += &format!("position   {position}\nvalue      {value}\n");
        if let Some(answer) = &answer {
            text += &report::moves_text(&position, answer);
        }
        Ok(self.output.text(&text)?)
    }
}
