//! `spielbaum serve`: the web page, to play, to analyse, and to watch searches run.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::Args;
use spielbaum_search::parse_time;
use spielbaum_web::{Config, Server};

use crate::failure::Failure;
use crate::interrupt::stop_on_interrupt;
use crate::output::Output;

#[derive(Args)]
#[command(after_help = "\
The page is built into the program and needs no network. It is served to this machine only, unless
--address is given; then every client needs the token in the printed URL.

Examples:
  spielbaum serve
  spielbaum serve --port 0 --store results.db
  spielbaum serve --address 192.168.1.20 --host games.example.org")]
pub(crate) struct Arguments {
    /// Port; 0 for any free one
    #[arg(long, value_name = "PORT", default_value_t = 7878)]
    port: u16,

    /// Address to listen on
    #[arg(long, value_name = "IP", default_value = "127.0.0.1")]
    address: IpAddr,

    /// Additional host name that browsers may use for this server
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,

    /// Access token [default: none for this machine only, else random]
    #[arg(long, value_name = "TOKEN", value_parser = parse_token)]
    token: Option<String>,

    /// Store of experiment results, shown on the page and used for experiments started there
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,

    /// Searches at the same time; one client may use half of them
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u16).range(2..=1024))]
    searches: u16,

    /// Time limit of a search
    #[arg(long, alias = "longest", value_name = "TIME", value_parser = parse_time, default_value = "10m")]
    max_time: Duration,
}

/// Accepts characters that are safe in URLs and headers.
fn parse_token(text: &str) -> Result<String, String> {
    let is_plain = !text.is_empty() && text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-');
    if is_plain { Ok(text.to_owned()) } else { Err("a token consists of letters, digits and '-'".to_owned()) }
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let stop = stop_on_interrupt()?;
    let address = SocketAddr::new(arguments.address, arguments.port);
    let token = arguments.token.clone();
    let token = if address.ip().is_loopback() { token } else { Some(token.map_or_else(random_token, Ok)?) };
    let config = Config {
        hosts: arguments.hosts.clone(),
        token: token.clone(),
        store: arguments.store.clone(),
        searches: arguments.searches.into(),
        max_search_time: arguments.max_time,
        ..Config::new(address)
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let server = Server::bind(config).await.map_err(|error| Failure::Input(error.to_string()))?;
        let place = format!("http://{}/", server.address());
        let place = token.map_or(place.clone(), |token| format!("{place}#token={token}"));
        if output.is_json() {
            output.json(&serde_json::json!({ "address": place }))?;
        } else {
            output.line(&format!("{place} (press Ctrl-C to stop)"))?;
        }
        let stopped = async {
            while !stop.load(Ordering::Relaxed) {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        Ok(server.run(stopped).await?)
    })
}

/// A 128-bit random token from the system's generator.
fn random_token() -> Result<String, Failure> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| Failure::Failed(format!("no random numbers for a token: {error}")))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
