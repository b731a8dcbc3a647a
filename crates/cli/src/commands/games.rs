//! `spielbaum games`: what can be played, and how it is written.

use serde::Serialize;
use spielbaum_core::GameInfo;
use spielbaum_games::game_infos;

use crate::failure::Failure;
use crate::output::Output;

#[derive(Serialize)]
struct GameJson {
    name: &'static str,
    title: &'static str,
    sides: [&'static str; 2],
    summary: &'static str,
    options: Vec<OptionJson>,
    position: &'static str,
    moves: &'static str,
}

#[derive(Serialize)]
struct OptionJson {
    name: &'static str,
    values: &'static str,
    default: &'static str,
    help: &'static str,
}

pub(crate) fn run(output: &mut Output) -> Result<(), Failure> {
    let infos = game_infos();
    if output.is_json() {
        let games: Vec<GameJson> = infos.iter().map(json).collect();
        return Ok(output.json(&serde_json::json!({ "games": games }))?);
    }
    for info in &infos {
        output.text(&text(info))?;
    }
    Ok(())
}

fn text(info: &GameInfo) -> String {
    let [first, second] = info.sides;
    let mut text = format!("{}  {} ({first} begins, then {second}): {}\n", info.name, info.title, info.summary);
    text += &format!("    position  {}\n    moves     {}\n", info.position_help, info.move_help);
    for option in info.options {
        let values = if option.values.is_empty() { String::new() } else { format!("={}", option.values) };
        text += &format!("    option    {}{values}: {} (default {})\n", option.name, option.help, option.default);
    }
    text
}

fn json(info: &GameInfo) -> GameJson {
    let option = |option: &spielbaum_core::GameOption| OptionJson {
        name: option.name,
        values: option.values,
        default: option.default,
        help: option.help,
    };
    GameJson {
        name: info.name,
        title: info.title,
        sides: info.sides,
        summary: info.summary,
        options: info.options.iter().map(option).collect(),
        position: info.position_help,
        moves: info.move_help,
    }
}
