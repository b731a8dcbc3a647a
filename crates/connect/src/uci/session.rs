//! A conversation with an interface, from its first line to its last.

use std::io::{self, BufRead, Read, Write};
use std::time::Duration;

use spielbaum_core::{
    Budget, Clock, Game, MoveSet, Notation, Remaining, Rng, Search, Side, TextError, TextStyle, seed_from_clock,
};
use spielbaum_games::Chess;
use spielbaum_games::chess::Move;
use spielbaum_players::build;
use spielbaum_search::DEEPEST;
use spielbaum_tablebases::Endings;

use super::command::{Command, Go, PositionText};
use super::options::{CLEAR_HASH, Options};
use super::output::Output;
use super::think::{Task, Thinking};
use crate::polyglot::PolyglotBook;

/// Mates are looked for by a search that overlooks none.
const MATE_SEARCH: &str = "deepening:hint,noisy";

/// Obeys an interface until it says `quit` or its input ends. Fails only when nothing can be written any more.
pub fn serve<W: Write + Send + 'static>(mut input: impl BufRead, output: W) -> io::Result<()> {
    let mut session = Session::new(Output::new(output));
    // No clock shall run while the small tables are made.
    std::thread::spawn(|| Endings::small().prepare());
    let result = loop {
        let line = match next_line(&mut input) {
            Ok(Some(line)) => line,
            // Whoever is gone cannot be answered.
            Ok(None) | Err(_) => {
                session.let_finish();
                break Ok(());
            }
        };
        match session.obey(&line) {
            Ok(true) => {}
            Ok(false) => break Ok(()),
            Err(error) => break Err(error),
        }
    };
    session.end_thinking();
    result
}

/// Longer lines than any game needs are no commands.
const LONGEST_LINE: u64 = 1 << 20;

/// The next line, whatever bytes it has; nothing at the end. What is too long is cut off.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    input.take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
    Ok((!bytes.is_empty()).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}

struct Session<W> {
    output: Output<W>,
    options: Options,
    /// The position to think about; none when the last one could not be read.
    position: Option<Chess>,
    /// The search with all it remembers, unless it is at work or must be built anew.
    search: Option<Box<dyn Search<Chess>>>,
    thinking: Option<Thinking>,
    /// While pondering, the time that the answer may take once the expected move has been made.
    pondering: Option<Option<Duration>>,
    /// Whether what is not understood is worth a word.
    is_talkative: bool,
    /// Draws among the moves of the book.
    rng: Rng,
}

impl<W: Write + Send + 'static> Session<W> {
    fn new(output: Output<W>) -> Session<W> {
        Session {
            output,
            options: Options::default(),
            position: Some(Chess::default()),
            search: None,
            thinking: None,
            pondering: None,
            is_talkative: false,
            // Another opening in every session.
            rng: Rng::new(seed_from_clock()),
        }
    }

    /// Does what a line says; false when it says that this is the end.
    fn obey(&mut self, line: &str) -> io::Result<bool> {
        match Command::read(line) {
            Ok(Some(Command::Quit)) => return Ok(false),
            Ok(Some(command)) => self.execute(command)?,
            Ok(None) if self.is_talkative && !line.trim().is_empty() => {
                self.complain(&TextError::at("no command in", line.trim(), ""))?;
            }
            Ok(None) => {}
            Err(error) => self.complain(&error)?,
        }
        Ok(true)
    }

    fn execute(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Uci => {
                let name = format!("id name Spielbaum {}", env!("CARGO_PKG_VERSION"));
                let author = "id author the Spielbaum developers";
                self.output.line(&format!("{name}\n{author}\n{}\nuciok", Options::declaration()))?;
            }
            Command::Debug(is_talkative) => self.is_talkative = is_talkative,
            Command::IsReady => self.output.line("readyok")?,
            Command::SetOption { name, value } => self.set_option(&name, &value.unwrap_or_default())?,
            Command::NewGame => self.forget(),
            Command::Position(text) => match read_position(&text) {
                Ok(position) => self.position = Some(position),
                Err(error) => {
                    self.position = None;
                    self.complain(&error)?;
                }
            },
            Command::Go(go) => self.go(&go)?,
            Command::Stop => {
                if let Some(thinking) = &self.thinking {
                    thinking.stop();
                }
            }
            Command::PonderHit => {
                if let (Some(thinking), Some(time)) = (&self.thinking, self.pondering.take()) {
                    thinking.release(time);
                }
            }
            Command::Show => self.show()?,
            Command::Quit => {}
        }
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: &str) -> io::Result<()> {
        if name.eq_ignore_ascii_case(CLEAR_HASH) {
            self.forget();
            return Ok(());
        }
        let before = self.options.spec().map(|spec| spec.to_string()).ok();
        if let Err(error) = self.options.set(name, value) {
            return self.complain(&error);
        }
        if self.options.spec().map(|spec| spec.to_string()).ok() != before {
            self.forget();
        }
        Ok(())
    }

    /// Ends what is under way and begins the next search with nothing remembered.
    fn forget(&mut self) {
        self.end_thinking();
        self.search = None;
    }

    fn go(&mut self, go: &Go) -> io::Result<()> {
        self.end_thinking();
        let Some(position) = self.position.clone() else {
            self.complain(&TextError::new("no position to think about"))?;
            return self.output.line("bestmove 0000");
        };
        // An interface may go on where a draw could be claimed.
        let root = if position.status().moves().is_some() { position } else { position.reopened() };
        let choice = match self.choice(&root, &go.search_moves) {
            Ok(choice) => choice,
            Err(error) => return self.complain(&error).and_then(|()| self.output.line("bestmove 0000")),
        };
        if let Some(mv) = self.book_move(go, &root) {
            self.output.note("from the book")?;
            let is_chess960 = self.options.is_chess960 || root.needs_chess960();
            return self.output.line(&format!("bestmove {}", root.uci_text(mv, is_chess960)));
        }
        let search = match self.take_search(go) {
            Ok(search) => search,
            Err(error) => return self.complain(&error).and_then(|()| self.output.line("bestmove 0000")),
        };
        let limits = limits(go, &root, &self.options);
        let time = limits.time.or(limits.clock.map(|clock| clock.allotment().optimum));
        self.pondering = go.ponder.then_some(time);
        let is_unlimited = limits.depth.is_none() && limits.nodes.is_none() && !limits.is_timed();
        let mut budget = Budget { search_moves: choice, lines: self.options.multi_pv, ..limits };
        if go.ponder || go.infinite {
            (budget.time, budget.clock) = (None, None);
        }
        let task = Task {
            search,
            budget,
            mate_plies: go.mate.map(mate_plies),
            is_kept: go.mate.is_none(),
            is_chess960: self.options.is_chess960 || root.needs_chess960(),
            waits: go.ponder || go.infinite || is_unlimited && root.status().moves().is_some(),
            root,
        };
        self.thinking = Some(Thinking::begin(task, self.output.clone())?);
        Ok(())
    }

    /// A move of the book, where one is wanted at all.
    fn book_move(&mut self, go: &Go, root: &Chess) -> Option<Move> {
        let is_wanted = !go.infinite && !go.ponder && go.mate.is_none() && go.search_moves.is_empty();
        if !is_wanted || !self.options.uses_book {
            return None;
        }
        let book = self.options.book.as_deref().unwrap_or(PolyglotBook::own());
        book.choose(root, &mut self.rng)
    }

    /// The moves that count, by their place in the move set.
    fn choice(&self, root: &Chess, texts: &[String]) -> Result<Option<std::sync::Arc<[usize]>>, TextError> {
        if texts.is_empty() {
            return Ok(None);
        }
        let moves: Vec<_> = root.status().moves().map(|moves| moves.iter().collect()).unwrap_or_default();
        let place = |text: &String| {
            let mv = root.find_move(text)?;
            Ok(moves.iter().position(|other| *other == mv).unwrap_or_default())
        };
        texts.iter().map(place).collect::<Result<_, TextError>>().map(Some)
    }

    fn take_search(&mut self, go: &Go) -> Result<Box<dyn Search<Chess>>, TextError> {
        if go.mate.is_some() {
            return build(&MATE_SEARCH.parse()?);
        }
        match self.search.take() {
            Some(search) => Ok(search),
            None => build(&self.options.spec()?),
        }
    }

    /// Waits for an answer that comes by itself, so that commands from a file are answered, too.
    fn let_finish(&mut self) {
        if let Some(thinking) = self.thinking.take_if(|thinking| !thinking.waits) {
            thinking.join();
        }
    }

    /// Stops and waits, if something is under way.
    fn end_thinking(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            if !thinking.is_finished() {
                thinking.stop();
            }
            let is_kept = thinking.is_kept;
            if let (true, search) = (is_kept, thinking.join()) {
                self.search = search;
            }
        }
    }

    fn show(&mut self) -> io::Result<()> {
        let Some(position) = &self.position else { return self.output.note("no position") };
        self.output.line(&format!("{}{position}", position.draw(TextStyle::ASCII, None)))
    }

    fn complain(&self, error: &TextError) -> io::Result<()> {
        self.output.note(&error.to_string())
    }
}

/// A mate in so many moves takes one ply less than twice as many.
fn mate_plies(moves: u32) -> u32 {
    moves.saturating_mul(2).saturating_sub(1).clamp(1, DEEPEST)
}

/// The limits that the interface names, for the side to move.
fn limits(go: &Go, root: &Chess, options: &Options) -> Budget {
    let side = root.side_to_move();
    let remaining = |side: Side| Remaining {
        left: go.time[side].unwrap_or_default(),
        increment: go.increment[side].unwrap_or_default(),
    };
    let clock = go.time[side].map(|_| Clock {
        own: remaining(side),
        opponent: remaining(!side),
        moves_to_go: go.moves_to_go,
        overhead: options.overhead,
    });
    let depths = go.depth.into_iter().chain(go.mate.map(mate_plies));
    Budget {
        depth: depths.min().map(|depth| depth.clamp(1, DEEPEST)),
        nodes: go.nodes.into_iter().chain(options.level_nodes()).min().map(|nodes| nodes.max(1)),
        time: go.move_time.map(|time| time.saturating_sub(options.overhead.min(time / 2))),
        clock,
        ..Budget::default()
    }
}

/// The position with its history. Draw rules do not stop an interface that goes on.
fn read_position(text: &PositionText) -> Result<Chess, TextError> {
    let mut position = match &text.fen {
        Some(fen) => fen.parse()?,
        None => Chess::default(),
    };
    for (mv, number) in text.moves.iter().zip(1..) {
        let found = position.find_move(mv);
        let mv = found.map_err(|error| TextError::new(format!("{error} (move {number} of the list)")))?;
        position.play(mv);
    }
    Ok(position)
}
