//! Experiments as TOML: what can be written, what is refused and how.

use std::path::Path;

use spielbaum_lab::{Experiment, Openings, Plan};

fn read(text: &str) -> Result<Experiment, String> {
    Experiment::read(text, Path::new("tests/no-such-folder")).map_err(|error| error.to_string())
}

const MATCH: &str = r#"
title = "Depth against rounds"
kind = "match"
game = "connect-four"
players = ["alphabeta:depth=3", "mcts"]
iterations = 200
games = 40
openings = "random:3"
ply-limit = 30
agree = true

[sprt]
elo0 = 0
elo1 = 20
model = "normalised"
"#;

const SEARCHES: &str = r#"
kind = "searches"
game = "gale:size=3"
players = ["alphabeta", "pvs"]
plies = [2, 4]
each = 3
depth = [2, 3]
time = "10ms"
"#;

#[test]
fn what_is_written_down_about_an_experiment_describes_it_completely() {
    for text in [MATCH, SEARCHES] {
        let experiment = read(text).unwrap();
        let canonical = experiment.to_string();
        let again = read(&canonical).unwrap_or_else(|error| panic!("{error}:\n{canonical}"));
        assert_eq!((again.to_string(), &again.plan), (canonical, &experiment.plan));
    }
    let experiment = read(MATCH).unwrap();
    let players: Vec<String> = experiment.players.iter().map(ToString::to_string).collect();
    assert_eq!(players, ["alphabeta:depth=3", "mcts:iterations=200"]);
    assert_eq!(experiment.schedule().unwrap().games(), 40);
    let Plan::Searches(plan) = read(SEARCHES).unwrap().plan else { panic!("no searches") };
    assert_eq!(plan.limits.len(), 3);
}

#[test]
fn files_become_part_of_the_experiment() {
    let folder = std::env::temp_dir().join(format!("spielbaum-experiment-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("book.txt"), "# openings\n44\n4453\n").unwrap();
    let text = MATCH.replace("random:3", "book.txt");
    let experiment = Experiment::read(&text, &folder).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let Plan::Games(plan) = &experiment.plan else { panic!("no games") };
    assert_eq!(plan.openings, Openings::List(vec!["44".to_owned(), "4453".to_owned()]));
    assert_eq!(read(&experiment.to_string()).unwrap().plan, experiment.plan);
}

#[test]
fn players_are_made_from_one() {
    let text = "kind = 'round-robin'\ngame = 'gale'\nablate = 'alphabeta:killers,history'\ndepth = 2\n\n\
                [sweep]\nplayer = 'mcts'\noption = 'iterations'\nvalues = [10, 20]\n";
    let players: Vec<String> = read(text).unwrap().players.iter().map(ToString::to_string).collect();
    assert_eq!(players[..2], ["mcts:iterations=10", "mcts:iterations=20"]);
    assert_eq!(players.len(), 5);
    assert!(players[2..].iter().all(|player| player.starts_with("alphabeta") && player.ends_with("depth=2")));
}

#[test]
fn mistakes_are_reported_with_line_and_reason() {
    let broken = [
        (MATCH.replace("players", "plyers"), "line 5: unknown field `plyers`"),
        (MATCH.replace("kind = \"match\"", "kind = \"mach\""), "line 3: unknown variant `mach`"),
        (MATCH.replace("connect-four", "chequers"), "line 4: unknown game 'chequers'"),
        (MATCH.replace("alphabeta:depth=3", "alphabeta:dept=3"), "line 5: unknown option 'dept=3'"),
        (MATCH.replace("alphabeta:depth=3", "alphabeta:noisy,depth=3"), "line 5: player 'alphabeta:noisy,depth=3'"),
        (MATCH.replace("iterations = 200", ""), "line 5: player 'mcts' needs a limit"),
        (MATCH.replace("games = 40", "nodes = 40"), "line 7: games take one limit for all players, not several"),
        (MATCH.replace("games = 40", "games = 41"), "line 7: games must be an even number above 0"),
        (MATCH.replace("random:3", "random:x"), "line 8: random openings have 0 to 200 plies, not 'x'"),
        (MATCH.replace("random:3", "book.txt"), "line 8: tests/no-such-folder/book.txt: "),
        (MATCH.replace("games = 40", "each = 40"), "line 7: 'each' does not apply to games"),
        (MATCH.replace("\"match\"", "\"gauntlet\""), "'sprt' needs the kind 'match'"),
        (MATCH.replace("elo1 = 20", "elo1 = -20"), "elo0 must be below elo1"),
        (MATCH.replace(", \"mcts\"", ""), "at least 2 players are needed, not 1"),
        (SEARCHES.replace("\"pvs\"", "\"mcts\""), "line 4: player 'mcts': 'mcts' takes no depth limit"),
        (SEARCHES.replace("depth = [2, 3]", "depth = [0]"), "line 7: depth must be a whole number from 1"),
        (SEARCHES.replace("plies = [2, 4]", ""), "give one of 'set', 'positions' and 'plies'"),
        (SEARCHES.replace("plies", "games = 2\nplies"), "line 5: 'games' does not apply to searches"),
        (SEARCHES.replace("game = \"gale:size=3\"", ""), "the key 'game' is missing"),
        (SEARCHES.replace("[2, 4]", "[2, 99]"), "no game of gale:size=3 lasts longer than 99 random plies"),
        ("kind = ".to_owned(), "line 1"),
    ];
    for (text, expected) in broken {
        let error = read(&text).err().unwrap_or_else(|| panic!("'{expected}' was expected"));
        assert!(error.contains(expected), "'{error}' should say '{expected}'");
    }
}
