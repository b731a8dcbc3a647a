//! A session with an interface.

use std::io::{self, BufRead, Read, Write};
use std::time::Duration;

use spielbaum_core::{
    Budget, Clock, Game, MoveSet, Notation, Remaining, Rng, Search, Side, TextError, TextStyle, seed_from_clock,
};
use spielbaum_documents::{AnalysisRequest, BookChoice};
use spielbaum_games::Chess;
use spielbaum_games::chess::Move;
use spielbaum_players::build;
use spielbaum_search::{DEEPEST, Limits, Spec};
use spielbaum_tablebases::Endings;

use super::command::{Command, Go, PositionText};
use super::options::{CLEAR_HASH, Options};
use super::output::Output;
use super::think::{Task, Thinking};
use crate::polyglot::PolyglotBook;

/// The search for `go mate`, without selective pruning.
const MATE_SEARCH: &str = "deepening:hint,noisy";

/// Serves an interface until `quit` or the end of input. Fails only if output cannot be written.
pub fn serve<W: Write + Send + 'static>(mut input: impl BufRead, output: W) -> io::Result<()> {
    let mut session = Session::new(Output::new(output));
    // Generate the small tables before any clock runs.
    std::thread::spawn(|| Endings::small().prepare());
    let result = loop {
        let line = match next_line(&mut input) {
            Ok(Some(line)) => line,
            // The reader has gone.
            Ok(None) | Err(_) => {
                session.let_finish();
                break Ok(());
            }
        };
        match session.execute_line(&line) {
            Ok(true) => {}
            Ok(false) => break Ok(()),
            Err(error) => break Err(error),
        }
    };
    session.end_thinking();
    result
}

/// A limit above the length of any command.
const LONGEST_LINE: u64 = 1 << 20;

/// The next line, with any bytes; `None` at the end of input. Overlong lines are truncated.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    input.take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
    Ok((!bytes.is_empty()).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}

struct Session<W> {
    output: Output<W>,
    options: Options,
    /// The position to search; `None` if the last one was invalid.
    position: Option<Chess>,
    /// The idle search with its memory; `None` while it runs or must be rebuilt.
    search: Option<Box<dyn Search<Chess>>>,
    thinking: Option<Thinking>,
    /// While pondering, the time for the move after `ponderhit`.
    pondering: Option<Option<Duration>>,
    /// Whether unknown commands are reported.
    is_talkative: bool,
    /// Chooses among book moves.
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

    /// Executes a line; false on `quit`.
    fn execute_line(&mut self, line: &str) -> io::Result<bool> {
        match Command::read(line) {
            Ok(Some(Command::Quit)) => return Ok(false),
            Ok(Some(command)) => self.execute(command)?,
            Ok(None) if self.is_talkative && !line.trim().is_empty() => {
                self.report(&TextError::at("no command in", line.trim(), ""))?;
            }
            Ok(None) => {}
            Err(error) => self.report(&error)?,
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
                    self.report(&error)?;
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
            return self.report(&error);
        }
        if self.options.spec().map(|spec| spec.to_string()).ok() != before {
            self.forget();
        }
        Ok(())
    }

    /// Ends the current search and clears its memory.
    fn forget(&mut self) {
        self.end_thinking();
        self.search = None;
    }

    fn go(&mut self, go: &Go) -> io::Result<()> {
        self.end_thinking();
        let Some(position) = self.position.clone() else {
            self.report(&TextError::new("no position to search"))?;
            return self.output.line("bestmove 0000");
        };
        // An interface may continue where a draw could be claimed.
        let root = if position.status().moves().is_some() { position } else { position.reopened() };
        let choice = match self.choice(&root, &go.search_moves) {
            Ok(choice) => choice,
            Err(error) => return self.report(&error).and_then(|()| self.output.line("bestmove 0000")),
        };
        if let Some(mv) = self.book_move(go, &root) {
            self.output.note("from the book")?;
            let is_chess960 = self.options.is_chess960 || root.needs_chess960();
            return self.output.line(&format!("bestmove {}", root.uci_text(mv, is_chess960)));
        }
        let prepared = self.prepare(go, &root);
        let (search, limits) = match prepared {
            Ok(prepared) => prepared,
            Err(error) => return self.report(&error).and_then(|()| self.output.line("bestmove 0000")),
        };
        let time = limits.time.or(limits.clock.map(|clock| clock.allotment().optimum));
        self.pondering = go.ponder.then_some(time);
        let Budget { depth, nodes, iterations, .. } = limits;
        let is_unlimited = depth.is_none() && nodes.is_none() && iterations.is_none() && !limits.is_timed();
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

    /// A book move, if the book is on and the command allows it.
    fn book_move(&mut self, go: &Go, root: &Chess) -> Option<Move> {
        let is_wanted = !go.infinite && !go.ponder && go.mate.is_none() && go.search_moves.is_empty();
        if !is_wanted || !self.options.uses_book {
            return None;
        }
        let book = self.options.book.as_deref().unwrap_or(PolyglotBook::own());
        book.choose(root, &mut self.rng)
    }

    /// The moves of `searchmoves`, by their index in the move set.
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

    /// The search for a `go` command, if possible the one that is kept, and its limits.
    fn prepare(&mut self, go: &Go, root: &Chess) -> Result<(Box<dyn Search<Chess>>, Budget), TextError> {
        let question = question(go, &self.options)?;
        let spec = question.spec::<Chess>();
        let limits = Budget { clock: clock(go, root, &self.options), ..question.budget(&spec)? };
        let kept = self.search.take_if(|_| go.mate.is_none());
        let search = kept.map_or_else(|| build(&spec), Ok)?;
        Ok((search, limits))
    }

    /// Waits for a search that ends by itself, so that commands from a file are answered, too.
    fn let_finish(&mut self) {
        if let Some(thinking) = self.thinking.take_if(|thinking| !thinking.waits) {
            thinking.join();
        }
    }

    /// Stops a running search and waits for it.
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

    fn report(&self, error: &TextError) -> io::Result<()> {
        self.output.note(&error.to_string())
    }
}

/// A mate in n moves takes 2n − 1 plies.
fn mate_plies(moves: u32) -> u32 {
    moves.saturating_mul(2).saturating_sub(1).clamp(1, DEEPEST)
}

/// What a `go` command asks. Its book is the session's own.
fn question(go: &Go, options: &Options) -> Result<AnalysisRequest, TextError> {
    let search: Spec = if go.mate.is_some() { MATE_SEARCH.parse()? } else { options.spec()? };
    let depths = go.depth.into_iter().chain(go.mate.map(mate_plies));
    let limits = Limits {
        depth: depths.min().map(|depth| depth.clamp(1, DEEPEST)),
        nodes: go.nodes.into_iter().chain(options.level_nodes()).min().map(|nodes| nodes.max(1)),
        time: go.move_time.map(|time| time.saturating_sub(options.overhead.min(time / 2))),
        ..Limits::default()
    };
    let (search, book) = (Some(search), BookChoice::None);
    Ok(AnalysisRequest { search, limits, runs_on: true, book, ..AnalysisRequest::default() })
}

/// The clock of a `go` command, for the side to move.
fn clock(go: &Go, root: &Chess, options: &Options) -> Option<Clock> {
    let side = root.side_to_move();
    let remaining = |side: Side| Remaining {
        left: go.time[side].unwrap_or_default(),
        increment: go.increment[side].unwrap_or_default(),
    };
    go.time[side].map(|_| Clock {
        own: remaining(side),
        opponent: remaining(!side),
        moves_to_go: go.moves_to_go,
        overhead: options.overhead,
    })
}

/// The position with its history. Moves after a claimable draw are accepted.
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
