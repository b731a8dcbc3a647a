//! The bot against a local service with the streams of the real one, which sometimes fails.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use spielbaum_connect::lichess::{Api, Bot, Filter};
use spielbaum_core::{Game, MoveSet, Outcome, Rng, Side, Status};
use spielbaum_games::Chess;

const TOKEN: &str = "lip_secret";

/// A game on the service.
struct Match {
    fen: &'static str,
    variant: &'static str,
    bot: Side,
    position: Chess,
    moves: Vec<String>,
    /// Connections to its stream, and attempts to move.
    streams: u32,
    attempts: u32,
}

impl Match {
    fn new(fen: &'static str, variant: &'static str, bot: Side) -> Match {
        let position = if fen == "startpos" { Chess::default() } else { fen.parse().unwrap() };
        Match { fen, variant, bot, position, moves: Vec::new(), streams: 0, attempts: 0 }
    }

    fn status(&self) -> &'static str {
        match self.position.status() {
            Status::Ongoing(_) => "started",
            Status::Over(Outcome::Win(_)) => "mate",
            Status::Over(Outcome::Draw) => "draw",
        }
    }

    fn state(&self) -> String {
        let moves = self.moves.join(" ");
        let clocks = r#""wtime":20000,"btime":20000,"winc":0,"binc":0"#;
        format!(r#"{{"type":"gameState","moves":"{moves}",{clocks},"status":"{}"}}"#, self.status())
    }

    fn full(&self) -> String {
        let [white, black] = if self.bot == Side::First { ["Robot", "human"] } else { ["human", "Robot"] };
        format!(
            r#"{{"type":"gameFull","id":"x","variant":{{"key":"{}"}},"white":{{"id":"{white}"}},"black":{{"id":"{black}"}},"initialFen":"{}","state":{}}}"#,
            self.variant,
            self.fen,
            self.state()
        )
    }

    /// The opponent moves at random.
    fn reply(&mut self, rng: &mut Rng) {
        if self.position.side_to_move() != self.bot
            && let Status::Ongoing(legal) = self.position.status()
        {
            self.make(legal.sample(rng));
        }
    }

    fn make(&mut self, mv: spielbaum_games::chess::Move) {
        self.moves.push(self.position.uci_text(mv, self.variant == "chess960"));
        self.position.play(mv);
    }
}

struct Service {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    games: HashMap<String, Match>,
    log: Vec<String>,
    event_streams: u32,
    rng: Rng,
}

impl Service {
    /// Starts to listen; returns the address.
    fn start(games: Vec<(&str, Match)>) -> (Arc<Service>, String) {
        let games = games.into_iter().map(|(id, game)| (id.to_owned(), game)).collect();
        let state = State { games, log: Vec::new(), event_streams: 0, rng: Rng::new(5) };
        let service = Arc::new(Service { state: Mutex::new(state), changed: Condvar::new() });
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let own = service.clone();
        std::thread::spawn(move || {
            for connection in listener.incoming().flatten() {
                let service = own.clone();
                std::thread::spawn(move || service.serve(connection));
            }
        });
        (service, address)
    }

    fn serve(&self, mut connection: TcpStream) -> Option<()> {
        let mut reader = BufReader::new(connection.try_clone().ok()?);
        let mut request = String::new();
        reader.read_line(&mut request).ok()?;
        let (mut length, mut is_known) = (0, false);
        loop {
            let mut header = String::new();
            reader.read_line(&mut header).ok()?;
            let header = header.trim();
            if header.is_empty() {
                break;
            }
            is_known |= header == format!("Authorization: Bearer {TOKEN}");
            if let Some(text) = header.to_ascii_lowercase().strip_prefix("content-length:") {
                length = text.trim().parse().ok()?;
            }
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).ok()?;
        let body = String::from_utf8_lossy(&body).into_owned();
        let path: Vec<&str> = request.split(' ').nth(1)?.trim_matches('/').split('/').collect();
        if !is_known {
            return respond(&mut connection, "401 Unauthorized", r#"{"error":"No such token"}"#);
        }
        match path.as_slice() {
            ["api", "account"] => {
                respond(&mut connection, "200 OK", r#"{"id":"robot","username":"Robot","title":"BOT"}"#)
            }
            ["api", "stream", "event"] => self.events(&mut connection),
            ["api", "bot", "game", "stream", id] => self.game(&mut connection, id),
            ["api", "challenge", id, answer] => {
                self.state.lock().unwrap().log.push(format!("{answer} {id} {body}").trim().to_owned());
                self.changed.notify_all();
                respond(&mut connection, "200 OK", r#"{"ok":true}"#)
            }
            ["api", "bot", "game", id, "move", text] => self.make_move(&mut connection, id, text),
            _ => respond(&mut connection, "404 Not Found", r#"{"error":"Not found"}"#),
        }
    }

    fn events(&self, connection: &mut TcpStream) -> Option<()> {
        let number = {
            let mut state = self.state.lock().unwrap();
            state.event_streams += 1;
            state.event_streams
        };
        begin_stream(connection)?;
        let challenge = |id: &str, variant: &str| {
            let clock = r#""timeControl":{"type":"clock","limit":60,"increment":0}"#;
            format!(
                r#"{{"type":"challenge","challenge":{{"id":"{id}","challenger":{{"id":"anna","name":"Anna"}},"variant":{{"key":"{variant}"}},"rated":false,{clock}}}}}"#
            )
        };
        let ids: Vec<String> = {
            let state = self.state.lock().unwrap();
            let mut ids: Vec<String> = state.games.keys().cloned().collect();
            ids.sort();
            ids
        };
        let start = |id: &String| format!(r#"{{"type":"gameStart","game":{{"gameId":"{id}","fullId":"{id}zz"}}}}"#);
        if number == 1 {
            for line in ["", "this is no JSON", r#"{"type":"challenge"}"#, r#"{"type":"surprise","x":[1]}"#] {
                send(connection, line)?;
            }
            send(connection, &challenge("odd", "crazyhouse"))?;
            send(connection, &challenge("fair", "standard"))?;
            self.wait_until(|state| state.log.iter().any(|line| line.starts_with("accept fair")));
            send(connection, &start(&ids[0]))?;
            // In the middle of a line the connection breaks.
            connection.write_all(b"40\r\n{\"type\":\"gameSt").ok()?;
            return None;
        }
        for id in &ids {
            send(connection, &start(id))?;
        }
        send(connection, &challenge("third", "standard"))?;
        self.wait_until(|state| state.games.values().all(|game| game.status() != "started"));
        for id in &ids {
            send(connection, &format!(r#"{{"type":"gameFinish","game":{{"gameId":"{id}"}}}}"#))?;
        }
        while send(connection, "").is_some() {
            std::thread::sleep(Duration::from_millis(50));
        }
        None
    }

    fn game(&self, connection: &mut TcpStream, id: &str) -> Option<()> {
        begin_stream(connection)?;
        let stream = {
            let mut state = self.state.lock().unwrap();
            let State { games, rng, .. } = &mut *state;
            let game = games.get_mut(id)?;
            game.streams += 1;
            game.reply(rng);
            send(connection, &game.full())?;
            game.streams
        };
        send(connection, r#"{"type":"chatLine","room":"player","username":"anna","text":"hello"}"#)?;
        send(connection, r#"{"type":"gameState","moves":"#)?;
        let mut told = usize::MAX;
        loop {
            let state = self.state.lock().unwrap();
            let game = &state.games[id];
            if game.moves.len() != told {
                told = game.moves.len();
                send(connection, &game.state())?;
                if stream == 1 && told >= 4 {
                    // The first stream of every game breaks off.
                    return None;
                }
            }
            if game.status() != "started" {
                return end_stream(connection);
            }
            let (_state, timeout) = self.changed.wait_timeout(state, Duration::from_millis(100)).unwrap();
            if timeout.timed_out() {
                send(connection, "")?;
            }
        }
    }

    fn make_move(&self, connection: &mut TcpStream, id: &str, text: &str) -> Option<()> {
        let mut state = self.state.lock().unwrap();
        let State { games, rng, log, .. } = &mut *state;
        let game = games.get_mut(id)?;
        game.attempts += 1;
        if game.attempts == 2 {
            // This one never arrives.
            return None;
        }
        let is_turn = game.position.side_to_move() == game.bot;
        let Some(mv) = game.position.find_move(text).ok().filter(|_| is_turn && game.status() == "started") else {
            log.push(format!("refused {id} {text}"));
            return respond(connection, "400 Bad Request", r#"{"error":"Not your turn, or game already over"}"#);
        };
        assert_eq!(game.position.uci_text(mv, game.variant == "chess960"), text);
        game.make(mv);
        game.reply(rng);
        drop(state);
        self.changed.notify_all();
        respond(connection, "200 OK", r#"{"ok":true}"#)
    }

    fn wait_until(&self, is_done: impl Fn(&State) -> bool) {
        let state = self.state.lock().unwrap();
        let limit = Duration::from_secs(300);
        let (_state, timeout) = self.changed.wait_timeout_while(state, limit, |state| !is_done(state)).unwrap();
        assert!(!timeout.timed_out(), "the bot does not get there");
    }
}

fn respond(connection: &mut TcpStream, status: &str, body: &str) -> Option<()> {
    let length = body.len();
    let text = format!(
        "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    );
    connection.write_all(text.as_bytes()).ok()
}

fn begin_stream(connection: &mut TcpStream) -> Option<()> {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n";
    connection.write_all(head.as_bytes()).ok()
}

fn send(connection: &mut TcpStream, line: &str) -> Option<()> {
    connection.write_all(format!("{:x}\r\n{line}\n\r\n", line.len() + 1).as_bytes()).ok()
}

fn end_stream(connection: &mut TcpStream) -> Option<()> {
    connection.write_all(b"0\r\n\r\n").ok()
}

fn bot(address: &str, token: &str) -> Bot {
    Bot {
        api: Api::new(address, token),
        search: "deepening:hint,noisy,quiescence,nodes=600".parse().unwrap(),
        filter: Filter::default(),
        most_games: 2,
        overhead: Duration::from_millis(50),
        longest_pause: Duration::from_millis(200),
    }
}

#[test]
fn two_games_are_won_through_broken_connections_and_garbage() {
    let odd_start = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    let games = vec![
        ("game1", Match::new("startpos", "standard", Side::First)),
        ("game2", Match::new(odd_start, "chess960", Side::Second)),
    ];
    let (service, address) = Service::start(games);
    let stop = AtomicBool::new(false);
    let notes = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        let bot = bot(&address, TOKEN);
        let (stop, notes) = (&stop, &notes);
        let running = scope.spawn(move || bot.run(stop, &|note| notes.lock().unwrap().push(note)));
        service.wait_until(|state| state.games.values().all(|game| game.status() != "started"));
        stop.store(true, Ordering::Relaxed);
        running.join().unwrap().unwrap();
    });
    let state = service.state.lock().unwrap();
    let notes = notes.lock().unwrap();
    for (id, game) in &state.games {
        assert_eq!(
            game.position.status().outcome(),
            Some(Outcome::Win(game.bot)),
            "{id}: {}\n{notes:#?}",
            game.position
        );
        assert!(game.streams >= 2, "{id}");
    }
    assert!(state.log.contains(&"decline odd reason=variant".to_owned()), "{:?}", state.log);
    assert!(state.log.contains(&"accept fair".to_owned()), "{:?}", state.log);
    assert!(state.log.iter().any(|line| line.starts_with("decline third reason=later")), "{:?}", state.log);
    assert!(notes.iter().any(|note| note.contains("skipped an unreadable")), "{notes:#?}");
    assert!(notes.iter().all(|note| !note.contains(TOKEN)), "{notes:#?}");
}

#[test]
fn a_token_that_is_not_known_is_an_error_and_is_not_shown() {
    let (_, address) = Service::start(vec![]);
    let error = bot(&address, "wrong_token").run(&AtomicBool::new(false), &|_| {}).unwrap_err().to_string();
    assert!(error.starts_with("refused with status 401") && !error.contains("wrong_token"), "{error}");
}

#[test]
fn a_service_that_is_not_there_can_be_left() {
    let stop = AtomicBool::new(true);
    assert!(bot("http://127.0.0.1:1", TOKEN).run(&stop, &|_| {}).is_err());
}
