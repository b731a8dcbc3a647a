//! `spielbaum serve`: the web page, to play, to analyse, and to watch searches think.

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
The page is within the program and needs no network. It is for this machine only, unless
--address says otherwise; then everybody needs the token that is part of the printed address.

Examples:
  spielbaum serve
  spielbaum serve --port 0 --store results.db
  spielbaum serve --address 192.168.1.20 --host games.example.org")]
pub(crate) struct Arguments {
    /// Port; 0 is any free one
    #[arg(long, value_name = "PORT", default_value_t = 7878)]
    port: u16,

    /// Address to listen on
    #[arg(long, value_name = "IP", default_value = "127.0.0.1")]
    address: IpAddr,

    /// Another name under which browsers may ask for this server
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,

    /// What everybody must know who uses the server [default: none on this machine, else made up]
    #[arg(long, value_name = "TOKEN", value_parser = parse_token)]
    token: Option<String>,

    /// Results of experiments, shown by the page; experiments that it starts go there
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,

    /// Searches at the same time; one client may take half of them
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u16).range(2..=1024))]
    searches: u16,

    /// The longest time of a search
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "10m")]
    longest: Duration,
}

/// Letters of a token, which stands in addresses and headers.
fn parse_token(text: &str) -> Result<String, String> {
    let is_plain = !text.is_empty() && text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-');
    if is_plain { Ok(text.to_owned()) } else { Err("a token is made of letters, digits and '-'".to_owned()) }
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let stop = stop_on_interrupt()?;
    let address = SocketAddr::new(arguments.address, arguments.port);
    let token = arguments.token.clone();
    let token = if address.ip().is_loopback() { token } else { Some(token.map_or_else(made_up_token, Ok)?) };
    let config = Config {
        hosts: arguments.hosts.clone(),
        token: token.clone(),
        store: arguments.store.clone(),
        searches: arguments.searches.into(),
        longest: arguments.longest,
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
            output.line(&format!("{place} (Ctrl-C ends it)"))?;
        }
        let stopped = async {
            while !stop.load(Ordering::Relaxed) {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        Ok(server.run(stopped).await?)
    })
}

/// 128 bits that nobody can guess, from the system.
fn made_up_token() -> Result<String, Failure> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| Failure::Failed(format!("no random numbers for a token: {error}")))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
