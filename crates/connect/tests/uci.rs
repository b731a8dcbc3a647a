//! Sessions with the engine through pipes, well-formed and malformed.

use std::io::{BufRead, BufReader, PipeWriter, Write, pipe};
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use spielbaum_connect::uci::serve;
use spielbaum_core::{Game, MoveSet, Rng, Status};
use spielbaum_games::Chess;

/// The other end of the engine's input and output.
struct Interface {
    input: Option<PipeWriter>,
    lines: Receiver<String>,
    engine: JoinHandle<std::io::Result<()>>,
}

/// Longer than anything here takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

impl Interface {
    fn new() -> Interface {
        let (engine_input, input) = pipe().unwrap();
        let (output, engine_output) = pipe().unwrap();
        let engine = std::thread::spawn(move || serve(BufReader::new(engine_input), engine_output));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Interface { input: Some(input), lines, engine }
    }

    fn say(&mut self, text: &str) {
        writeln!(self.input.as_mut().unwrap(), "{text}").unwrap();
    }

    /// All lines up to one that begins with `word`.
    fn hear(&self, word: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            let line = self.lines.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("no {word} behind {heard:#?}"));
            let is_last = line.starts_with(word);
            heard.push(line);
            if is_last {
                return heard;
            }
        }
    }

    /// Sends a text and returns the best move.
    fn ask(&mut self, text: &str) -> String {
        self.say(text);
        best(&self.hear("bestmove"))
    }

    /// Ends the input and returns the rest of the output.
    fn end(mut self) -> Vec<String> {
        drop(self.input.take());
        self.engine.join().unwrap().unwrap();
        self.lines.iter().collect()
    }
}

fn best(heard: &[String]) -> String {
    heard.last().unwrap().split(' ').nth(1).unwrap().to_owned()
}

/// The word after `name` in the last line about the search.
fn told<'a>(heard: &'a [String], name: &str) -> &'a str {
    let line = heard.iter().rev().find(|line| line.starts_with("info depth")).expect("a line about the search");
    let mut words = line.split(' ').skip_while(|word| *word != name);
    words.nth(1).unwrap_or_else(|| panic!("no {name} in {line}"))
}

#[test]
fn the_engine_introduces_itself_with_all_options() {
    let mut interface = Interface::new();
    interface.say("uci");
    let heard = interface.hear("uciok");
    assert!(heard[0].starts_with("id name Spielbaum "), "{heard:?}");
    for name in
        ["Hash", "Threads", "MultiPV", "Ponder", "UCI_Chess960", "Move Overhead", "Clear Hash", "SyzygyPath", "Search"]
    {
        assert!(heard.iter().any(|line| line.starts_with(&format!("option name {name} type "))), "{name}");
    }
    interface.say("isready");
    assert_eq!(interface.hear("readyok"), ["readyok"]);
}

#[test]
fn every_kind_of_limit_ends_with_a_legal_move() {
    let mut interface = Interface::new();
    let start = Chess::default();
    interface.say("setoption name Hash value 1");
    for limit in [
        "depth 3",
        "nodes 2000",
        "nodes 0",
        "movetime 30",
        "movetime 0",
        "wtime 300 btime 300 winc 10 binc 10",
        "wtime 0 btime 0",
        "wtime 1000 btime 1000 movestogo 1",
        "depth 2 nodes 10 movetime 1000 wtime 5",
        "mate 1",
        "depth 999999",
    ] {
        interface.say("position startpos");
        let budget = if limit.ends_with("999999") { "depth 999999 nodes 500" } else { limit };
        let mv = interface.ask(&format!("go {budget}"));
        assert!(start.find_move(&mv).is_ok(), "{limit}: {mv}");
    }
}

#[test]
fn an_infinite_search_answers_when_it_is_stopped_and_not_before() {
    let mut interface = Interface::new();
    // Mate in one is found at once; the answer waits nevertheless.
    interface.say("position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    interface.say("go infinite");
    interface.hear("info depth");
    interface.say("isready");
    let heard = interface.hear("readyok");
    assert!(heard.iter().all(|line| !line.starts_with("bestmove")), "{heard:?}");
    std::thread::sleep(Duration::from_millis(100));
    let clock = Instant::now();
    interface.say("stop");
    let heard = interface.hear("bestmove");
    assert_eq!((best(&heard).as_str(), heard.len()), ("a1a8", 1));
    assert!(clock.elapsed() < Duration::from_secs(30));
}

#[test]
fn pondering_ends_by_a_hit_or_by_stop() {
    let mut interface = Interface::new();
    interface.say("position startpos moves e2e4 e7e5");
    interface.say("go ponder wtime 1000 btime 1000");
    std::thread::sleep(Duration::from_millis(150));
    interface.say("isready");
    let heard = interface.hear("readyok");
    assert!(heard.iter().all(|line| !line.starts_with("bestmove")), "{heard:?}");
    let mv = interface.ask("ponderhit");
    assert!("startpos".parse::<Chess>().is_ok() && mv.len() >= 4, "{mv}");
    interface.say("go ponder wtime 1000 btime 1000");
    interface.ask("stop");
    // A hit or a stop without a search has no effect.
    interface.say("ponderhit\nstop\nisready");
    assert_eq!(interface.hear("readyok"), ["readyok"]);
}

#[test]
fn several_lines_begin_with_different_moves_and_come_best_first() {
    let mut interface = Interface::new();
    interface
        .say("setoption name Search value deepening\nsetoption name MultiPV value 3\nposition startpos\ngo depth 4");
    let heard = interface.hear("bestmove");
    let last: Vec<&String> = heard.iter().filter(|line| line.starts_with("info depth 4 ")).collect();
    assert_eq!(last.len(), 3, "{heard:#?}");
    let word = |line: &str, name: &str| line.split(' ').skip_while(|word| *word != name).nth(1).unwrap().to_owned();
    let score =
        |line: &str| line.split(" score cp ").nth(1).unwrap().split(' ').next().unwrap().parse::<i32>().unwrap();
    let firsts: std::collections::HashSet<String> = last.iter().map(|line| word(line, "pv")).collect();
    assert_eq!(firsts.len(), 3, "{last:#?}");
    assert!(last.is_sorted_by_key(|line| -score(line)), "{last:#?}");
    assert_eq!(best(&heard), word(last[0], "pv"));
    // More lines than moves are as many as there are moves.
    interface.say("setoption name MultiPV value 99\nposition fen 7k/8/8/8/8/8/8/K7 w - - 0 1\ngo depth 2");
    assert_eq!(interface.hear("bestmove").iter().filter(|line| line.starts_with("info depth 2 ")).count(), 3);
}

#[test]
fn only_the_moves_that_are_named_count() {
    let mut interface = Interface::new();
    for search in ["", "setoption name Search value mcts:seed=2", "setoption name Search value random"] {
        interface.say(search);
        interface.say("position startpos");
        let mv = interface.ask("go searchmoves a2a3 h2h3 nodes 500");
        assert!(["a2a3", "h2h3"].contains(&mv.as_str()), "{search}: {mv}");
    }
    interface.say("go searchmoves e2e5 depth 1");
    let heard = interface.hear("bestmove");
    assert!(heard[0].starts_with("info string illegal move 'e2e5'"), "{heard:?}");
    assert_eq!(best(&heard), "0000");
}

#[test]
fn mates_are_counted_in_moves() {
    let mut interface = Interface::new();
    for (fen, moves, expected) in [
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1, "a1a8"),
        ("7k/8/8/8/8/8/R7/1R5K w - - 0 1", 2, ""),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, "a1a6"),
    ] {
        interface.say(&format!("position fen {fen}"));
        interface.say(&format!("go mate {moves}"));
        let heard = interface.hear("bestmove");
        let line = heard.iter().rev().find(|line| line.contains(" score ")).unwrap();
        assert!(line.contains(&format!("score mate {moves} ")), "{fen}: {line}");
        assert!(best(&heard).starts_with(expected), "{fen}: {heard:?}");
    }
    // The side that is mated by the next move reports it.
    interface.say("position fen 7k/R7/8/8/8/8/8/1R5K b - - 0 1\ngo depth 3");
    assert_eq!(told(&interface.hear("bestmove"), "score"), "mate");
}

#[test]
fn castling_is_written_as_the_rules_of_the_game_want_it() {
    let mut interface = Interface::new();
    let castle = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\ngo depth 1 searchmoves";
    assert_eq!(interface.ask(&format!("{castle} e1g1")), "e1g1");
    interface.say("setoption name UCI_Chess960 value true");
    assert_eq!(interface.ask(&format!("{castle} e1h1")), "e1h1");
    // Moves are understood in both forms.
    assert_eq!(interface.ask(&format!("{castle} e1g1")), "e1h1");
    let odd = "position fen 6k1/8/8/8/8/8/8/1RK5 w B - 0 1 moves";
    interface.say(&format!("{odd} c1b1 g8h7\ngo depth 1 searchmoves d1d8"));
    assert_eq!(best(&interface.hear("bestmove")), "d1d8");
}

#[test]
fn positions_that_cannot_be_are_refused_and_the_next_is_welcome() {
    let mut interface = Interface::new();
    for position in ["fen what", "fen 8/8/8/8/8/8/8/8 w - - 0 1", "startpos moves e2e5", "nowhere", ""] {
        interface.say(&format!("position {position}\ngo depth 1"));
        let heard = interface.hear("bestmove");
        if position != "nowhere" && !position.is_empty() {
            assert!(heard[0].starts_with("info string "), "{position}: {heard:?}");
            assert_eq!(best(&heard), "0000", "{position}");
        }
    }
    interface.say("position startpos");
    assert_ne!(interface.ask("go depth 1"), "0000");
}

#[test]
fn finished_and_drawn_games_are_no_trouble() {
    let mut interface = Interface::new();
    // Mate and stalemate leave no move; draws by repetition, by clock or by material leave some.
    for fen in ["R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"] {
        interface.say(&format!("position fen {fen}"));
        assert_eq!(interface.ask("go depth 3"), "0000", "{fen}");
        assert_eq!(interface.ask("go infinite\nstop"), "0000", "{fen}");
    }
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ".repeat(5);
    for position in [
        format!("startpos moves {shuffle}"),
        "fen 7k/8/8/8/8/8/8/KR6 w - - 150 200".to_owned(),
        "fen 7k/8/8/8/8/8/8/K7 w - - 0 1".to_owned(),
    ] {
        interface.say(&format!("position {position}"));
        assert_ne!(interface.ask("go depth 2"), "0000", "{position}");
    }
}

#[test]
fn garbage_does_no_harm() {
    let mut interface = Interface::new();
    let mut rng = Rng::new(7);
    let words =
        ["go", "position", "fen", "startpos", "moves", "setoption", "name", "value", "Hash", "-1", "stop", "1e9"];
    for round in 0..300 {
        let mut line: Vec<String> = (0..rng.below(7)).map(|_| words[rng.below(words.len())].to_owned()).collect();
        line.push((0..rng.below(9)).map(|_| char::from(b' ' + rng.below(95) as u8)).collect());
        interface.say(&line.join(" ").replace("quit", ""));
        if round % 10 == 0 {
            interface.say("stop\nisready");
            interface.hear("readyok");
        }
    }
    interface.input.as_mut().unwrap().write_all(&[0xff, 0xfe, 0, b'\n', b'\r', b'\n']).unwrap();
    interface.say(&"x".repeat(3 << 20));
    interface.say("stop\nposition startpos\nsetoption name Search value alphabeta\nisready");
    interface.hear("readyok");
    assert_ne!(interface.ask("go depth 2"), "0000");
}

#[test]
fn the_end_of_input_ends_the_engine_with_an_answer() {
    let mut interface = Interface::new();
    interface.say("position startpos\ngo infinite");
    interface.hear("info depth");
    let heard = interface.end();
    assert!(heard.last().unwrap().starts_with("bestmove "), "{heard:?}");
    // Commands from a file are answered in full.
    let mut interface = Interface::new();
    interface.say("position startpos\ngo depth 4");
    let heard = interface.end();
    assert_eq!(told(&heard, "depth"), "4");
    // The same when the answers are not read.
    let (engine_input, mut input) = pipe().unwrap();
    let (output, engine_output) = pipe().unwrap();
    drop(output);
    writeln!(input, "go infinite\nisready\nuci").unwrap();
    drop(input);
    assert!(serve(BufReader::new(engine_input), engine_output).is_err());
}

#[test]
fn commands_in_a_hurry_are_obeyed_in_order() {
    let mut interface = Interface::new();
    interface.say("go infinite\ngo depth 2\nposition startpos moves e2e4\ngo infinite\nucinewgame\nstop\nisready");
    let heard = interface.hear("readyok");
    assert_eq!(heard.iter().filter(|line| line.starts_with("bestmove")).count(), 3, "{heard:?}");
    interface.say("go infinite\nsetoption name Hash value 2\nsetoption name Clear Hash\nquit");
    assert!(interface.hear("bestmove").last().unwrap().len() > 9);
    interface.engine.join().unwrap().unwrap();
}

#[test]
fn a_whole_game_against_chance_has_only_legal_moves_and_ends_in_mate() {
    let mut interface = Interface::new();
    let mut rng = Rng::new(3);
    let mut position = Chess::default();
    let mut moves: Vec<String> = Vec::new();
    let outcome = loop {
        let legal = match position.status() {
            Status::Over(outcome) => break outcome,
            Status::Ongoing(legal) => legal,
        };
        let mv = if moves.len().is_multiple_of(2) {
            interface.say(&format!("position startpos moves {}", moves.join(" ")));
            let text = interface.ask("go wtime 2000 btime 2000 winc 20 nodes 3000");
            position.find_move(&text).unwrap_or_else(|error| panic!("{error} in {position}"))
        } else {
            legal.sample(&mut rng)
        };
        moves.push(position.uci_text(mv, false));
        position.play(mv);
    };
    assert_eq!(outcome.winner(), Some(spielbaum_core::Side::First), "{position}");
}
