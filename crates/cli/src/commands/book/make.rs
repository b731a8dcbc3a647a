//! `spielbaum book make`: searches the deepest ply of a book and saves the file on the way.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use serde::Serialize;
use spielbaum_games::GameSpec;
use spielbaum_players::build;
use spielbaum_players::{Playable, Visitor, visit_game};
use spielbaum_search::{Book, MakeError, Spec, parse_time};

use crate::book;
use crate::failure::Failure;
use crate::files;
use crate::interrupt::stop_on_interrupt;
use crate::laboratory::processors;
use crate::output::{Output, grouped, milliseconds};

#[derive(Args)]
#[command(after_help = "\
The file is saved every few seconds and never overwritten in place. Interrupted in any way, the same \
command continues where it stopped; Ctrl-C loses nothing. Only positions of the last ply are \
searched; the others are computed from them. A book of N plies answers positions of up to N - 1 plies \
without a search, and speeds up those of N plies.

Examples:
  spielbaum book make connect-four --plies 4 --output connect-four.book
  spielbaum book make connect-four:columns=6,rows=5 --plies 8 --output six-by-five.book --threads 2")]
pub(super) struct Arguments {
    /// Game, with options as in 'connect-four:columns=6'
    #[arg(value_name = "GAME")]
    game: String,

    /// Plies from the start
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=10))]
    plies: u32,

    /// File to write, or to continue
    #[arg(long, value_name = "FILE")]
    output: PathBuf,

    /// Positions searched at the same time [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: Option<u64>,

    /// Time between saves, as '500ms' or '5s': the most work that can be lost
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = parse_time)]
    save_every: Duration,
}

#[derive(Serialize)]
struct MadeJson {
    game: String,
    plies: u32,
    positions: usize,
    known: usize,
    /// Positions that this run searched.
    searched: u64,
    time_ms: f64,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let spec: GameSpec = arguments.game.parse()?;
    visit_game(&spec, &mut Make { spec: &spec, arguments, output })
}

struct Make<'a> {
    spec: &'a GameSpec,
    arguments: &'a Arguments,
    output: &'a mut Output,
}

impl Visitor for Make<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Playable>(&mut self) -> Self::Output {
        let start: G = self.spec.position("")?;
        let file = self.arguments.output.as_path();
        let mut book = self.open(&start)?;
        // Save at once: an unwritable path must fail before hours of work.
        save(&book, file)?;
        let stop = stop_on_interrupt()?;
        let (known, all) = deepest(&book);
        let progress = self.output.progress((all - known) as u64, "searching");
        let save_every = self.arguments.save_every;
        let (clock, mut saved, mut searched) = (Instant::now(), Instant::now(), 0);
        let spec: Spec = "auto".parse().expect("a known search");
        let made = book.make((&spec, build), self.threads(), stop, |book| {
            searched += 1;
            progress.inc(1);
            if saved.elapsed() >= save_every {
                save(book, file)?;
                saved = Instant::now();
            }
            Ok(())
        });
        progress.finish_and_clear();
        made.map_err(|error| match error {
            MakeError::Spec(error) => Failure::from(error),
            MakeError::Progress(failure) => failure,
        })?;
        save(&book, file)?;
        self.report(&book, searched, clock.elapsed())
    }
}

impl Make<'_> {
    /// The book of an earlier run, or an empty one.
    fn open<G: Playable>(&self, start: &G) -> Result<Book<G>, Failure> {
        let Arguments { plies, output: file, .. } = self.arguments;
        if !file.is_file() {
            return Ok(Book::new(start, *plies)?);
        }
        let book = book::read(file, start)?;
        if book.plies() != *plies {
            let reason = format!("a book up to ply {}, not {plies}; choose another file", book.plies());
            return Err(Failure::input(&file.display().to_string(), reason));
        }
        Ok(book)
    }

    fn threads(&self) -> usize {
        self.arguments.threads.map_or_else(processors, |threads| threads as usize)
    }

    fn report<G: Playable>(&mut self, book: &Book<G>, searched: u64, time: Duration) -> Result<(), Failure> {
        let layers = book.known_by_ply();
        let positions: usize = layers.iter().map(|(_, all)| all).sum();
        let known: usize = layers.iter().map(|(known, _)| known).sum();
        let (game, plies) = (book.start().game_text(), book.plies());
        if self.output.is_json() {
            let time_ms = milliseconds(time);
            self.output.json(&MadeJson { game, plies, positions, known, searched, time_ms })?;
        } else {
            let (known, all) = (grouped(known as u64), grouped(positions as u64));
            self.output.text(&format!(
                "{game} up to ply {plies}: {known} of {all} positions known; {} searched in {:.1} s\n",
                grouped(searched),
                time.as_secs_f64()
            ))?;
        }
        if known < positions {
            return Err(Failure::Failed("the book is not finished; run the same command to continue".to_owned()));
        }
        Ok(())
    }
}

/// Known positions of the deepest ply, and all of them.
fn deepest<G: Playable>(book: &Book<G>) -> (usize, usize) {
    book.known_by_ply().last().copied().unwrap_or_default()
}

fn save<G: Playable>(book: &Book<G>, file: &Path) -> Result<(), Failure> {
    files::write(file, &book.to_bytes())
}
