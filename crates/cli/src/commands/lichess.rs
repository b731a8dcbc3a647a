//! `spielbaum lichess`: a bot on lichess.org.

use std::time::Duration;

use clap::{Args, ValueEnum};
use spielbaum_connect::CHESS_SEARCH;
use spielbaum_connect::lichess::{Api, Bot, Filter, HOST, Opponents, TOKEN_VARIABLE};
use spielbaum_games::Chess;
use spielbaum_players::build;
use spielbaum_search::{Spec, parse_time};

use crate::failure::Failure;
use crate::interrupt::stop_on_interrupt;

#[derive(Args)]
#[command(after_help = "\
The account must be a bot account. Its token, with the scope to play games as a bot, is read from the environment variable \
LICHESS_TOKEN and never shown. Connections use 'curl', which must be installed. Ctrl-C ends the bot when its current games \
are over; a second Ctrl-C ends it at once.

Examples:
  LICHESS_TOKEN=... spielbaum lichess
  LICHESS_TOKEN=... spielbaum lichess --games 2 --opponents bots --min-time 1m --max-time 15m
  LICHESS_TOKEN=... spielbaum lichess -a mcts-best --variants standard --no-rated")]
pub(crate) struct Arguments {
    /// Algorithm with options ('spielbaum algorithms' explains them) [default: the best one for chess]
    #[arg(short, long, value_name = "SPEC")]
    algorithm: Option<String>,

    /// Games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=64))]
    games: u16,

    /// Chess variants to play, by their names on lichess.org
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "standard,chess960,fromPosition")]
    variants: Vec<String>,

    /// Decline rated games
    #[arg(long)]
    no_rated: bool,

    /// Decline casual games
    #[arg(long, conflicts_with = "no_rated")]
    no_casual: bool,

    /// Minimum initial clock time
    #[arg(long, alias = "least-time", value_name = "TIME", value_parser = parse_time, default_value = "30s")]
    min_time: Duration,

    /// Maximum initial clock time
    #[arg(long, alias = "most-time", value_name = "TIME", value_parser = parse_time, default_value = "180m")]
    max_time: Duration,

    /// Who may challenge
    #[arg(long, value_name = "WHO", default_value = "anybody")]
    opponents: OpponentsName,

    /// Network delay to allow for, per move
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "300ms")]
    overhead: Duration,

    /// URL of the service
    #[arg(long, value_name = "URL", default_value = HOST)]
    host: String,
}

#[derive(Clone, Copy, ValueEnum)]
enum OpponentsName {
    Anybody,
    Bots,
    People,
}

/// Supported variants.
const KNOWN_VARIANTS: [&str; 3] = ["standard", "chess960", "fromPosition"];

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let token = std::env::var(TOKEN_VARIABLE).unwrap_or_default();
    if token.trim().is_empty() {
        return Err(Failure::Input(format!("no token: set the environment variable {TOKEN_VARIABLE}")));
    }
    if let Some(unknown) = arguments.variants.iter().find(|name| !KNOWN_VARIANTS.contains(&name.as_str())) {
        let known = KNOWN_VARIANTS.join(", ");
        return Err(Failure::Input(format!("variants: '{unknown}' is not supported, only {known}")));
    }
    let algorithm = arguments.algorithm.as_deref().unwrap_or(CHESS_SEARCH);
    let search: Spec = algorithm.parse().map_err(|error| Failure::input("algorithm", error))?;
    build::<Chess>(&search).map_err(|error| Failure::input("algorithm", error))?;
    let filter = Filter {
        variants: arguments.variants.clone(),
        rated: !arguments.no_rated,
        casual: !arguments.no_casual,
        time: (arguments.min_time.as_secs(), arguments.max_time.as_secs()),
        opponents: match arguments.opponents {
            OpponentsName::Anybody => Opponents::Anybody,
            OpponentsName::Bots => Opponents::Bots,
            OpponentsName::People => Opponents::People,
        },
    };
    let bot = Bot {
        api: Api::new(&arguments.host, token.trim()),
        search,
        filter,
        most_games: usize::from(arguments.games),
        overhead: arguments.overhead,
        longest_pause: Duration::from_secs(60),
    };
    let stop = stop_on_interrupt()?;
    bot.run(stop, &|note| eprintln!("{note}")).map_err(|error| Failure::Failed(error.to_string()))
}
