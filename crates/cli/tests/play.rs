//! Whole games at the terminal: the program runs in a pseudo-terminal, which `script` of the system provides.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Longer than anything here takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// The program at a terminal, with typed input.
struct Terminal {
    child: Child,
    input: ChildStdin,
    output: Receiver<String>,
    /// Output that has not been waited for yet.
    seen: String,
}

impl Terminal {
    fn start(arguments: &str) -> Terminal {
        let command = format!("{} {arguments}", env!("CARGO_BIN_EXE_spielbaum"));
        let mut child = Command::new("script")
            .args(["--quiet", "--return", "--command", &command, "/dev/null"])
            .env("TERM", "xterm")
            .env("NO_COLOR", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("'script' of the system");
        let mut stdout = child.stdout.take().unwrap();
        let (sender, output) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = stdout.read(&mut bytes) {
                if sender.send(String::from_utf8_lossy(&bytes[..count]).into_owned()).is_err() {
                    return;
                }
            }
        });
        Terminal { input: child.stdin.take().unwrap(), child, output, seen: String::new() }
    }

    fn say(&mut self, text: &str) {
        writeln!(self.input, "{text}").unwrap();
    }

    /// Waits until one of these texts is seen; returns which, and everything before it.
    fn wait_for(&mut self, texts: &[&str]) -> (usize, String) {
        let end = Instant::now() + PATIENCE;
        loop {
            let places = texts.iter().map(|text| self.seen.find(text));
            let first = places.enumerate().filter_map(|(index, place)| Some((place?, index))).min();
            if let Some((place, index)) = first {
                let rest = self.seen.split_off(place + texts[index].len());
                let before = std::mem::replace(&mut self.seen, rest);
                return (index, before[..place].to_owned());
            }
            let left = end.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(more) => self.seen += &more,
                Err(_) => panic!("no {texts:?} in:\n{}", self.seen),
            }
        }
    }

    fn expect(&mut self, text: &str) -> String {
        self.wait_for(&[text]).1
    }

    fn end(mut self) {
        drop(self.input);
        assert!(self.child.wait().unwrap().success());
    }
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("play-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Plays the move that the program lists last, until the game is over.
fn play_out(terminal: &mut Terminal, prompt: &str) {
    for _ in 0..400 {
        if terminal.wait_for(&[prompt, "Score: "]).0 == 1 {
            return;
        }
        terminal.say("moves");
        let list = terminal.expect(prompt);
        let moves: Vec<&str> = list.split_whitespace().filter(|word| *word != "moves").collect();
        let mv = moves.last().unwrap_or_else(|| panic!("no moves in {list}")).to_string();
        terminal.say(&mv);
    }
    panic!("a game without end:\n{}", terminal.seen);
}

fn whole_game(game: &str) {
    let history = folder(game).join("history.sqlite");
    let options = format!("--first human --second 1 --name Anna --seed 5 --games 1 --history {}", history.display());
    let mut terminal = Terminal::start(&format!("play {game} {options}"));
    play_out(&mut terminal, "Anna (");
    terminal.end();
    let output = Command::new(env!("CARGO_BIN_EXE_spielbaum"))
        .args(["history", "show", "1", "--json", "--history"])
        .arg(&history)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("\"first\":\"Anna\",\"second\":\"level 1\""), "{text}");
}

#[test]
fn a_whole_game_of_tic_tac_toe() {
    whole_game("tic-tac-toe");
}

#[test]
fn a_whole_game_of_gale() {
    whole_game("gale");
}

#[test]
fn a_whole_game_of_connect_four() {
    whole_game("connect-four");
}

#[test]
fn a_whole_game_of_othello() {
    whole_game("othello");
}

#[test]
fn a_whole_game_of_yavalath() {
    whole_game("yavalath");
}

#[test]
fn a_whole_game_of_chess() {
    // A game with two pawns and two kings ends soon.
    let history = folder("chess").join("history.sqlite");
    let options = format!("--first human --second 1 --name Anna --seed 5 --games 1 --history {}", history.display());
    let position = "-p '7k/8/8/8/8/8/R7/1R5K w - - 90 1'";
    let mut terminal = Terminal::start(&format!("play chess {position} {options}"));
    play_out(&mut terminal, "Anna (");
    terminal.end();
}

#[test]
fn nonsense_is_refused_at_every_prompt() {
    let file = folder("nonsense").join("game.json");
    let file = file.display();
    let mut terminal = Terminal::start("play tic-tac-toe --no-history");
    terminal.expect("Who plays X? [human]");
    terminal.say("grandmaster");
    terminal.expect("unknown algorithm 'grandmaster'");
    terminal.say("level 11");
    terminal.expect("levels are 1 to 10, not '11'");
    terminal.say("mcts:depth=3");
    terminal.expect("takes no depth limit");
    terminal.say("");
    terminal.expect("Name of X? [human]");
    terminal.say("Anna");
    terminal.expect("Who plays O? [level 5]");
    terminal.say("random");
    for (said, answer) in [
        ("zz", "illegal move 'zz'"),
        ("b2 b2 b2", "illegal move 'b2 b2 b2'"),
        ("save", "'save' needs the name of a file"),
        ("save /no/such/folder/x.json", "/no/such/folder/x.json"),
        ("load /no/such/file", "/no/such/file"),
        ("save /tmp/x.pgn", "only chess games can be saved as PGN"),
        ("level", "'level' needs a number"),
        ("level 99", "levels are 1 to 10"),
        ("undo", "You have no move to take back."),
        ("\u{7f}\u{1b}[A", ""),
        ("help", "take back your last move"),
        ("hint", "Try "),
        ("analyse", "best move"),
        ("thinking off", "Thinking is hidden."),
        ("thinking", "Thinking is shown."),
        ("level 2", "The opponent is now level 2."),
    ] {
        terminal.expect("Anna (X): ");
        terminal.say(said);
        terminal.expect(answer);
    }
    terminal.expect("Anna (X): ");
    terminal.say("a1");
    terminal.expect("level 2 plays");
    terminal.expect("Anna (X): ");
    terminal.say(&format!("save {file}"));
    terminal.expect("Saved in");
    terminal.expect("Anna (X): ");
    terminal.say("undo");
    terminal.expect("Anna (X): ");
    terminal.say(&format!("load {file}"));
    terminal.expect("Anna (X): ");
    terminal.say("swap");
    terminal.expect("Now level 2 plays X, Anna plays O.");
    terminal.expect("Anna (O): ");
    terminal.say("resign");
    terminal.expect("O resigns, X wins");
    terminal.expect("Score: Anna 0 : 1 level 2");
    terminal.expect("Another game");
    terminal.say("perhaps");
    terminal.expect("yes or no, not 'perhaps'");
    terminal.say("y");
    terminal.expect("Anna (X): ");
    terminal.say("quit");
    terminal.end();
}

#[test]
fn people_without_names_are_no_colours() {
    let mut terminal = Terminal::start("play chess --no-history --second human");
    terminal.expect("Who plays white? [human]");
    terminal.say("");
    terminal.expect("Name of white? [human]");
    terminal.say("");
    terminal.expect("Name of black? [human 2]");
    terminal.say("");
    terminal.expect("human (white): ");
    terminal.say("swap sides");
    terminal.expect("Now human 2 plays white, human plays black.");
    terminal.expect("human 2 (white): ");
    terminal.say("quit");
    terminal.end();
}

#[test]
fn a_rematch_after_a_saved_game_begins_at_its_start() {
    let file = folder("loaded").join("game.json");
    let text = r#"{"game": "connect-four", "start": "3", "moves": ["3", "2"]}"#;
    std::fs::write(&file, text).unwrap();
    let options = "--first human --second human --name Anna --name Ben --no-history --ascii";
    let mut terminal = Terminal::start(&format!("play connect-four {options} --load {}", file.display()));
    let stones = |board: &str| board.matches(['Y', 'R']).count();
    assert_eq!(stones(&terminal.expect("Ben (red): ")), 3);
    terminal.say("resign");
    terminal.expect("Another game");
    terminal.say("yes");
    assert_eq!(stones(&terminal.expect("Anna (red): ")), 1);
    terminal.say("quit");
    terminal.end();
}

#[test]
fn a_saved_game_is_played_on_its_own_board() {
    let file = folder("loaded-small").join("game.json");
    let text = r#"{"game": "connect-four", "start": "columns=5,rows=4; ", "moves": ["3", "2"]}"#;
    std::fs::write(&file, text).unwrap();
    let options = "--first human --second human --name Anna --name Ben --no-history --ascii";
    let mut terminal = Terminal::start(&format!("play connect-four {options} --load {}", file.display()));
    let board = terminal.expect("Anna (yellow): ");
    assert!(board.contains("1  2  3  4  5") && !board.contains("5  6"), "{board}");
    assert_eq!(board.matches(['Y', 'R']).count(), 2, "{board}");
    terminal.say("quit");
    terminal.end();
    // For another board there is only advice.
    let mut terminal = Terminal::start(&format!("play connect-four {options}"));
    terminal.expect("Anna (yellow): ");
    terminal.say(&format!("load {}", file.display()));
    terminal.expect("a game of connect-four:columns=5,rows=4; 'spielbaum play connect-four --load");
    terminal.say("quit");
    terminal.end();
}

#[test]
fn rematches_swap_sides_and_add_up() {
    let mut terminal =
        Terminal::start("play connect-four --first 1 --second 2 --games 3 --seed 1 --no-history --ascii");
    for number in 1..=3 {
        let text = terminal.expect("Score: ");
        let first = if number == 2 { "level 2 plays" } else { "level 1 plays" };
        let place = |name: &str| text.find(name).unwrap_or(usize::MAX);
        assert!(place(first) == place("level 1 plays").min(place("level 2 plays")), "{number}: {text}");
        assert!(text.is_ascii(), "{text}");
        let moves = text.matches(" plays ").count();
        assert_eq!(text.matches("1  2  3  4").count(), moves + 1, "a board before each move and at the end: {text}");
    }
    terminal.end();
}

#[test]
fn the_end_of_input_ends_a_game_at_any_prompt() {
    for arguments in [
        &["play", "othello", "--no-history"][..],
        &["play", "gale", "--first", "human", "--second", "human", "--no-history"],
    ] {
        let output =
            Command::new(env!("CARGO_BIN_EXE_spielbaum")).args(arguments).stdin(Stdio::null()).output().unwrap();
        assert!(output.status.success(), "{output:?}");
    }
}
