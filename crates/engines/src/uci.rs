//! A UCI engine as a player.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use spielbaum_core::{Analysis, Budget, Failure, Game, MoveSet, Search, Side, Status, TextError};
use spielbaum_games::Chess;
use spielbaum_search::Program;

use crate::info::read_info;
use crate::process::{Process, Received};

/// A UCI engine. Once it has failed, it is not searched with again.
pub struct UciPlayer {
    name: String,
    process: Process,
    timeout: Duration,
    /// The start position of the game and the moves since, so that the engine sees repetitions.
    start: Chess,
    moves: Vec<String>,
    /// The position after those moves.
    position: Chess,
    is_chess960: bool,
    failure: Option<Failure>,
}

/// How long an engine may be silent or exceed its limit before the search fails.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(10);

/// How long an engine may take to start, unless `patience` is given: networks are large and disks slow.
const STARTUP_TIMEOUT: Duration = Duration::from_secs(60);

/// Without a time limit, a search fails after this many times the timeout.
const UNLIMITED_SEARCH_TIMEOUTS: u32 = 60;

/// How often a wait checks the stop flag.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

impl UciPlayer {
    /// Starts the engine, waits until it is ready, and sets its options.
    pub fn start(program: &Program) -> Result<UciPlayer, TextError> {
        let name = program.command.clone();
        let with_program =
            |reason: String| TextError::new(format!("{}: {reason}", TextError::at("program", &name, "")));
        let process = Process::start(&name).map_err(with_program)?;
        let mut player = UciPlayer {
            name: name.clone(),
            process,
            timeout: program.patience.unwrap_or(STARTUP_TIMEOUT),
            start: Chess::default(),
            moves: Vec::new(),
            position: Chess::default(),
            is_chess960: false,
            failure: None,
        };
        player.handshake(program).map_err(with_program)?;
        player.timeout = program.patience.unwrap_or(RESPONSE_TIMEOUT);
        Ok(player)
    }

    fn handshake(&mut self, program: &Program) -> Result<(), String> {
        self.process.send("uci");
        let lines = self.wait_for("uciok")?;
        let known: Vec<&str> = lines.iter().filter_map(|line| option_name(line)).collect();
        for (name, value) in &program.options {
            if !known.iter().any(|known| known.eq_ignore_ascii_case(name)) {
                let unknown = TextError::at("it has no option", name, "");
                return Err(format!("{unknown}; it has {}", known.join(", ")));
            }
            let value = value.as_ref().map(|value| format!(" value {value}")).unwrap_or_default();
            self.process.send(&format!("setoption name {name}{value}"));
        }
        self.process.send("ucinewgame");
        self.wait_until_ready()
    }

    /// Waits until the engine has done what it was told.
    fn wait_until_ready(&mut self) -> Result<(), String> {
        self.process.send("isready");
        self.wait_for("readyok").map(|_| ())
    }

    /// Collects lines until one starts with `word`.
    fn wait_for(&mut self, word: &str) -> Result<Vec<String>, String> {
        let end = Instant::now() + self.timeout;
        let mut lines = Vec::new();
        loop {
            match self.process.receive(end.saturating_duration_since(Instant::now())) {
                Received::Line(line) if line.split_whitespace().next() == Some(word) => return Ok(lines),
                // A flood of other lines must not postpone the timeout.
                Received::Line(_) if Instant::now() >= end => {
                    return Err(format!("no '{word}' in {:.1?}", self.timeout));
                }
                Received::Line(line) => lines.push(line),
                Received::Timeout => return Err(format!("no '{word}' in {:.1?}", self.timeout)),
                Received::Closed => return Err(format!("no '{word}': {}", self.process.describe_exit())),
            }
        }
    }

    /// Finds the move from the last position to this one; without one, a new game starts here.
    fn sync_position(&mut self, root: &Chess) {
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
                self.process.send(&format!("setoption name UCI_Chess960 value {needs_chess960}"));
            }
        }
    }

    /// Sends the position and the limits; false when the engine no longer reads its input.
    fn send_go(&mut self, root: &Chess, budget: &Budget) -> bool {
        self.sync_position(root);
        let moves = if self.moves.is_empty() { String::new() } else { format!(" moves {}", self.moves.join(" ")) };
        let position = format!("position fen {}{moves}", self.start.fen());
        self.process.send(&position) && self.process.send(&go_command(root, budget))
    }

    /// Waits for `bestmove` and returns its move.
    fn wait_for_best_move(
        &mut self,
        root: &Chess,
        budget: &Budget,
        analysis: &mut Analysis<Chess>,
        progress: &mut dyn FnMut(&Analysis<Chess>),
    ) -> Result<String, Failure> {
        let begin = Instant::now();
        let clock = budget.clock.map(|clock| clock.own.left);
        let allowed = budget.time.into_iter().chain(clock).min();
        let mut end = begin + allowed.map_or(self.timeout * UNLIMITED_SEARCH_TIMEOUTS, |time| time + self.timeout);
        let mut last_line_time = begin;
        let mut is_stopped = false;
        loop {
            match self.process.receive(POLL_INTERVAL) {
                Received::Line(line) => {
                    last_line_time = Instant::now();
                    let mut words = line.split_whitespace();
                    match words.next() {
                        Some("bestmove") => return Ok(words.next().unwrap_or_default().to_owned()),
                        Some("info") if read_info(&line, root, analysis) => progress(analysis),
                        _ => {}
                    }
                }
                Received::Timeout => {}
                Received::Closed => {
                    return Err(Failure::Crash(format!("'{}': {}", self.name, self.process.describe_exit())));
                }
            }
            let now = Instant::now();
            let is_stop_requested = budget.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
            // Not every engine supports every limit.
            let is_over_limit = budget.nodes.is_some_and(|nodes| analysis.nodes / 2 > nodes)
                || budget.depth.is_some_and(|depth| analysis.depth > depth);
            if (is_stop_requested || is_over_limit) && !is_stopped {
                is_stopped = true;
                self.process.send("stop");
                end = end.min(now + self.timeout);
            }
            let is_silent = allowed.is_none() && now - last_line_time > self.timeout;
            if now >= end || is_silent {
                let time = now - begin;
                return Err(Failure::Late(format!("'{}' gave no move in {time:.1?}", self.name)));
            }
        }
    }
}

impl Search<Chess> for UciPlayer {
    fn search(&mut self, root: &Chess, budget: &Budget, progress: &mut dyn FnMut(&Analysis<Chess>)) -> Analysis<Chess> {
        let mut analysis = Analysis::empty();
        if self.failure.is_some() || root.status().moves().is_none() {
            return analysis;
        }
        let begin = Instant::now();
        let answer = if self.send_go(root, budget) {
            self.wait_for_best_move(root, budget, &mut analysis, progress)
        } else {
            Err(Failure::Crash(format!("'{}': {}", self.name, self.process.describe_exit())))
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

    /// The engine stays alive and is told of the new game; one that has failed is not.
    fn new_game(&mut self, _: u64) -> bool {
        (self.start, self.position) = (Chess::default(), Chess::default());
        self.moves.clear();
        self.failure.is_none() && self.process.send("ucinewgame") && self.wait_until_ready().is_ok()
    }
}

/// The name in an `option` line.
fn option_name(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("option name ")?;
    Some(rest.split(" type ").next().unwrap_or(rest).trim())
}

/// The `go` command for these limits; `go infinite` without any.
fn go_command(root: &Chess, budget: &Budget) -> String {
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
