//! Events of the service, as far as a bot needs them. Unknown fields are ignored.

use serde::Deserialize;

/// A line of the event stream.
#[derive(Deserialize, Debug)]
#[serde(tag = "type", rename_all = "camelCase")]
pub(super) enum Event {
    Challenge {
        challenge: Challenge,
    },
    GameStart {
        game: GameId,
    },
    GameFinish {
        game: GameId,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize, Debug)]
pub(super) struct GameId {
    #[serde(alias = "gameId")]
    pub(super) id: String,
}

/// A challenge.
#[derive(Deserialize, Debug, Clone)]
#[serde(rename_all = "camelCase")]
pub(super) struct Challenge {
    pub(super) id: String,
    #[serde(default)]
    pub(super) challenger: Option<User>,
    pub(super) variant: Variant,
    #[serde(default)]
    pub(super) rated: bool,
    #[serde(default)]
    pub(super) time_control: TimeControl,
}

#[derive(Deserialize, Debug, Clone)]
pub(super) struct User {
    #[serde(default)]
    pub(super) id: String,
    #[serde(default)]
    pub(super) name: String,
    #[serde(default)]
    pub(super) title: Option<String>,
}

#[derive(Deserialize, Debug, Clone)]
pub(super) struct Variant {
    pub(super) key: String,
}

/// The clock in seconds; `None` for games without one.
#[derive(Deserialize, Debug, Clone, Default)]
pub(super) struct TimeControl {
    #[serde(default)]
    pub(super) limit: Option<u64>,
}

/// A line of a game stream.
#[derive(Deserialize, Debug)]
#[serde(tag = "type", rename_all = "camelCase")]
pub(super) enum GameEvent {
    GameFull(Box<GameFull>),
    GameState(State),
    #[serde(other)]
    Other,
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
pub(super) struct GameFull {
    pub(super) white: Seat,
    pub(super) black: Seat,
    #[serde(default)]
    pub(super) variant: Option<Variant>,
    pub(super) initial_fen: String,
    pub(super) state: State,
}

/// A player of a game; the service's own engine has no id.
#[derive(Deserialize, Debug)]
pub(super) struct Seat {
    #[serde(default)]
    pub(super) id: Option<String>,
}

/// The state of a game; times are milliseconds.
#[derive(Deserialize, Debug, Clone)]
pub(super) struct State {
    #[serde(default)]
    pub(super) moves: String,
    #[serde(default)]
    pub(super) wtime: u64,
    #[serde(default)]
    pub(super) btime: u64,
    #[serde(default)]
    pub(super) winc: u64,
    #[serde(default)]
    pub(super) binc: u64,
    pub(super) status: String,
}

impl State {
    /// Whether the game is still running.
    pub(super) fn is_running(&self) -> bool {
        matches!(self.status.as_str(), "created" | "started")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_read_whatever_else_is_in_them() {
        let text = r#"{"type":"challenge","challenge":{"id":"H9fIRZUk","status":"created","challenger":{"id":"bot1",
            "name":"Bot1","rating":1500,"title":"BOT","provisional":true},"variant":{"key":"standard","name":"Standard"},
            "rated":true,"speed":"rapid","timeControl":{"type":"clock","limit":600,"increment":0,"show":"10+0"},
            "color":"random"}}"#;
        let Event::Challenge { challenge } = serde_json::from_str(text).unwrap() else { panic!() };
        assert_eq!((challenge.time_control.limit, challenge.rated), (Some(600), true));
        let event =
            serde_json::from_str(r#"{"type":"gameStart","game":{"fullId":"x","gameId":"abc","color":"white"}}"#);
        assert!(matches!(event, Ok(Event::GameStart { game }) if game.id == "abc"));
        assert!(matches!(serde_json::from_str(r#"{"type":"news","text":"?"}"#), Ok(Event::Other)));
        let state = r#"{"type":"gameState","moves":"e2e4","wtime":7598040,"btime":8395220,"winc":10000,"binc":10000,
            "status":"mate","winner":"white"}"#;
        assert!(matches!(serde_json::from_str(state), Ok(GameEvent::GameState(state)) if !state.is_running()));
        assert!(serde_json::from_str::<GameEvent>("{\"type\":\"gameSta").is_err());
    }
}
