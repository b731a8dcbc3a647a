//! A chess program that speaks UCI as a player.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use spielbaum_core::{Analysis, Budget, Failure, Game, MoveSet, Search, Side, Status, TextError};
use spielbaum_games::Chess;
use spielbaum_search::Program;

use crate::answer::read_info;
use crate::process::{Heard, Process};

/// A program that is asked for moves. Once it has failed it is not asked again.
pub struct UciPlayer {
    name: String,
    process: Process,
    patience: Duration,
    /// The game as far as it is known: where it began and the moves since, so that the program sees repetitions.
    start: Chess,
    moves: Vec<String>,
    /// The position after those moves.
    position: Chess,
    is_chess960: bool,
    failure: Option<Failure>,
}

/// How long a program may be silent, or take longer than it should, before it counts as lost.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long a program may take to begin, unless somebody says how patient to be: networks are large and disks slow.
const PATIENCE_AT_START: Duration = Duration::from_secs(60);

/// With no limit on time, a search that goes on and on is ended after so many times the patience.
const LONGEST_SEARCH: u32 = 60;

/// How often a wait is interrupted to see whether somebody wants to stop.
const MOMENT: Duration = Duration::from_millis(10);

impl UciPlayer {
    /// Starts the program, waits until it is ready, and sets its options.
    pub fn start(program: &Program) -> Result<UciPlayer, TextError> {
        let name = program.command.clone();
        let in_front = |reason: String| TextError::new(format!("{}: {reason}", TextError::at("program", &name, "")));
        let process = Process::start(&name).map_err(in_front)?;
        let mut player = UciPlayer {
            name: name.clone(),
            process,
            patience: program.patience.unwrap_or(PATIENCE_AT_START),
            start: Chess::default(),
            moves: Vec::new(),
            position: Chess::default(),
            is_chess960: false,
            failure: None,
        };
        player.greet(program).map_err(in_front)?;
        player.patience = program.patience.unwrap_or(PATIENCE);
        Ok(player)
    }

    fn greet(&mut self, program: &Program) -> Result<(), String> {
        self.process.say("uci");
        let said = self.wait_for("uciok")?;
        let known: Vec<&str> = said.iter().filter_map(|line| option_name(line)).collect();
        for (name, value) in &program.options {
            if !known.iter().any(|known| known.eq_ignore_ascii_case(name)) {
                let unknown = TextError::at("it has no option", name, "");
                return Err(format!("{unknown}; it has {}", known.join(", ")));
            }
            let value = value.as_ref().map(|value| format!(" value {value}")).unwrap_or_default();
            self.process.say(&format!("setoption name {name}{value}"));
        }
        self.process.say("ucinewgame");
        self.process.say("isready");
        self.wait_for("readyok").map(|_| ())
    }

    /// All lines until one begins with `word`.
    fn wait_for(&mut self, word: &str) -> Result<Vec<String>, String> {
        let end = Instant::now() + self.patience;
        let mut said = Vec::new();
        loop {
            match self.process.hear(end.saturating_duration_since(Instant::now())) {
                Heard::Line(line) if line.split_whitespace().next() == Some(word) => return Ok(said),
                // Whoever talks on and on never comes to the point.
                Heard::Line(_) if Instant::now() >= end => return Err(format!("no '{word}' in {:.1?}", self.patience)),
                Heard::Line(line) => said.push(line),
                Heard::Nothing => return Err(format!("no '{word}' in {:.1?}", self.patience)),
                Heard::End => return Err(format!("no '{word}': {}", self.process.ending())),
            }
        }
    }

    /// Finds out which move has led from the last known position to this one; else a new game begins here.
    fn follow(&mut self, root: &Chess) {
        if *root != self.position
            && let Status::Ongoing(legal) = self.position.status()
        {
            let reply = legal.iter().find(|&mv| {
                let mut after = self.position.clone();
                after.play(mv);
                after == *root
            });
            if let Some(mv) = reply {
                self.moves.push(self.position.uci_text(mv, self.is_chess960));
                self.position.play(mv);
            }
        }
        if *root != self.position || root.clock() != self.position.clock() {
            (self.start, self.position) = (root.clone(), root.clone());
            self.moves.clear();
            let needs_chess960 = root.needs_chess960();
            if needs_chess960 != self.is_chess960 {
                self.is_chess960 = needs_chess960;
                self.process.say(&format!("setoption name UCI_Chess960 value {needs_chess960}"));
            }
        }
    }

    /// Tells the program where it stands and what it may do.
    fn ask(&mut self, root: &Chess, budget: &Budget) -> bool {
        self.follow(root);
        let moves = if self.moves.is_empty() { String::new() } else { format!(" moves {}", self.moves.join(" ")) };
        let position = format!("position fen {}{moves}", self.start.fen());
        self.process.say(&position) && self.process.say(&go(root, budget))
    }

    /// Waits for the answer: its first word behind `bestmove`.
    fn answer(
        &mut self,
        root: &Chess,
        budget: &Budget,
        analysis: &mut Analysis<Chess>,
        progress: &mut dyn FnMut(&Analysis<Chess>),
    ) -> Result<String, Failure> {
        let begin = Instant::now();
        let clock = budget.clock.map(|clock| clock.own.left);
        let allowed = budget.time.into_iter().chain(clock).min();
        let mut end = begin + allowed.map_or(self.patience * LONGEST_SEARCH, |time| time + self.patience);
        let mut last_word = begin;
        let mut is_stopped = false;
        loop {
            match self.process.hear(MOMENT) {
                Heard::Line(line) => {
                    last_word = Instant::now();
                    let mut words = line.split_whitespace();
                    match words.next() {
                        Some("bestmove") => return Ok(words.next().unwrap_or_default().to_owned()),
                        Some("info") if read_info(&line, root, analysis) => progress(analysis),
                        _ => {}
                    }
                }
                Heard::Nothing => {}
                Heard::End => return Err(Failure::Crash(format!("'{}': {}", self.name, self.process.ending()))),
            }
            let now = Instant::now();
            let is_wanted_no_more = budget.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
            // Not every program knows every limit.
            let is_beyond = budget.nodes.is_some_and(|nodes| analysis.nodes / 2 > nodes)
                || budget.depth.is_some_and(|depth| analysis.depth > depth);
            if (is_wanted_no_more || is_beyond) && !is_stopped {
                is_stopped = true;
                self.process.say("stop");
                end = end.min(now + self.patience);
            }
            let is_silent = allowed.is_none() && now - last_word > self.patience;
            if now >= end || is_silent {
                let time = now - begin;
                return Err(Failure::Late(format!("'{}' gave no move in {time:.1?}", self.name)));
            }
        }
    }
}

impl Search<Chess> for UciPlayer {
    fn search(&mut self, root: &Chess, budget: &Budget, progress: &mut dyn FnMut(&Analysis<Chess>)) -> Analysis<Chess> {
        let mut analysis = Analysis::nothing();
        if self.failure.is_some() || root.status().moves().is_none() {
            return analysis;
        }
        let begin = Instant::now();
        let answer = if self.ask(root, budget) {
            self.answer(root, budget, &mut analysis, progress)
        } else {
            Err(Failure::Crash(format!("'{}': {}", self.name, self.process.ending())))
        };
        analysis.time = begin.elapsed();
        let found = answer.and_then(|text| {
            let illegal = |_| Failure::Illegal(format!("'{}' played '{text}' in {root}", self.name));
            root.find_move(&text).map_err(illegal)
        });
        match found {
            Ok(mv) => {
                analysis.best = Some(mv);
                if analysis.pv.first() != Some(&mv) {
                    analysis.pv = vec![mv];
                }
                self.moves.push(root.uci_text(mv, self.is_chess960));
                self.position.play(mv);
            }
            Err(failure) => self.failure = Some(failure),
        }
        analysis
    }

    fn failure(&self) -> Option<Failure> {
        self.failure.clone()
    }
}

/// The name in a line that declares an option.
fn option_name(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("option name ")?;
    Some(rest.split(" type ").next().unwrap_or(rest).trim())
}

/// The limits in the words of the protocol; without any the search goes on until it is stopped.
fn go(root: &Chess, budget: &Budget) -> String {
    let mut text = "go".to_owned();
    if let Some(clock) = budget.clock {
        let by_side = match root.side_to_move() {
            Side::First => [clock.own, clock.opponent],
            Side::Second => [clock.opponent, clock.own],
        };
        let [white, black] = by_side.map(|side| (side.left.as_millis(), side.increment.as_millis()));
        text += &format!(" wtime {} btime {} winc {} binc {}", white.0, black.0, white.1, black.1);
        text += &clock.moves_to_go.map(|moves| format!(" movestogo {moves}")).unwrap_or_default();
    }
    text += &budget.time.map(|time| format!(" movetime {}", time.as_millis().max(1))).unwrap_or_default();
    text += &budget.depth.map(|depth| format!(" depth {depth}")).unwrap_or_default();
    text += &budget.nodes.map(|nodes| format!(" nodes {nodes}")).unwrap_or_default();
    if text == "go" { "go infinite".to_owned() } else { text }
}
