//! Players are built once for a match, and its games are those of players built for each of them.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use spielbaum_lab::{Arena, Conduct, GameRecord, MatchConfig, Openings, Reason, Schedule, round_robin};

fn config(game: &str, players: &[&str]) -> MatchConfig {
    let players = players.iter().map(|spec| spec.parse().unwrap()).collect();
    let conduct = Conduct { ply_limit: Some(12), ..Conduct::default() };
    MatchConfig { game: game.parse().unwrap(), players, openings: Openings::Random(2), seed: 5, conduct }
}

fn schedule(players: usize) -> Schedule {
    Schedule { pairings: round_robin(players), pairs: 2, seed: 3 }
}

/// A game without its times, which vary.
fn game(arena: &dyn Arena, schedule: &Schedule, number: u64) -> GameRecord {
    let mut game = arena.play(&schedule.game(number), &Arc::default()).unwrap();
    game.moves.iter_mut().for_each(|mv| mv.time = Duration::ZERO);
    game
}

#[test]
fn players_forget_one_game_before_the_next() {
    // Tables that are kept, trees that are reused, proofs, random choices; with threads of their own only Monte-Carlo
    // searches and alpha-beta to a fixed depth could be compared, and not move for move.
    let cases: [(&str, &[&str]); 4] = [
        ("chess", &["strong:nodes=700", "auto:nodes=500,keep", "random"]),
        ("connect-four", &["auto:nodes=900", "mcts:reuse,iterations=90", "mcts-best:iterations=40"]),
        ("yavalath", &["mcts-best:prove=200,iterations=30", "dfpn:turns,nodes=400", "pvs:tt,keep,iterative,nodes=900"]),
        ("othello", &["auto:keep,nodes=700", "mcts:iterations=40", "minimax:depth=2"]),
    ];
    for (name, players) in cases {
        let (config, schedule) = (config(name, players), schedule(players.len()));
        let arena = config.open().unwrap();
        for number in 0..schedule.games() {
            let alone = game(config.open().unwrap().as_ref(), &schedule, number);
            assert_eq!(game(arena.as_ref(), &schedule, number), alone, "{name}, game {number}");
        }
    }
}

/// An engine that notes each of its starts and then behaves as its `manner` says.
struct Engine {
    folder: PathBuf,
    spec: String,
}

impl Engine {
    fn new(manner: &str) -> Engine {
        let folder = std::env::temp_dir().join(format!("spielbaum-pool-{manner}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let engine = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engines/tests/bad-engine.sh");
        let (script, starts) = (folder.join("engine.sh"), folder.join("starts"));
        let text = format!("echo start >> {}\nexec sh {} {manner}\n", starts.display(), engine.display());
        std::fs::write(&script, text).unwrap();
        let spec = format!("uci:sh {},nodes=1,patience=5s", script.display());
        Engine { folder, spec }
    }

    /// Plays both games of each pair against a random player; the starts and why games ended.
    fn play(&self) -> (usize, Vec<Reason>) {
        let mut config = config("chess", &[&self.spec, "random"]);
        (config.openings, config.conduct.ply_limit) = (Openings::Start, Some(3));
        let (arena, schedule) = (config.open().unwrap(), schedule(2));
        let games = (0..schedule.games()).map(|number| game(arena.as_ref(), &schedule, number));
        let reasons = games.map(|game| game.reason).collect();
        (std::fs::read_to_string(self.folder.join("starts")).unwrap().lines().count(), reasons)
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn an_engine_is_started_once_for_a_match() {
    assert_eq!(Engine::new("good").play(), (1, vec![Reason::PlyLimit; 4]));
}

#[test]
fn an_engine_that_crashes_is_started_again() {
    assert_eq!(Engine::new("crash").play(), (4, vec![Reason::Crash; 4]));
}
