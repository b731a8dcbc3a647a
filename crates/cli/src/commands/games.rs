//! `spielbaum games`: the games, and the notation of their positions and moves.

use spielbaum_core::GameInfo;
use spielbaum_documents::GameJson;
use spielbaum_games::game_infos;

use crate::failure::Failure;
use crate::output::Output;

pub(crate) fn run(output: &mut Output) -> Result<(), Failure> {
    let infos = game_infos();
    if output.is_json() {
        let games: Vec<GameJson> = infos.iter().map(GameJson::new).collect();
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
