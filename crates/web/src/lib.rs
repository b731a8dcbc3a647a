//! The web page and the server behind it: play, analyse, and watch searches think.
//!
//! The page is plain files within the program; everything that knows a rule is here in Rust. [`Server`] answers on the
//! machine itself unless it is told otherwise, and `guard.rs` turns away whoever is not the page.

mod api;
mod assets;
mod grown;
mod guard;
mod problem;
mod room;
mod stream;

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use spielbaum_lab::Store;
use tokio::net::TcpListener;

use api::experiments::Laboratory;
use api::trees::Trees;
use guard::Gate;
use room::Room;

/// What a server may do and for whom.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens; port 0 is any free one.
    pub address: SocketAddr,
    /// Names besides its address under which browsers may ask for it.
    pub hosts: Vec<String>,
    /// What everybody must know who asks for more than the page itself; always wanted away from this machine.
    pub token: Option<String>,
    /// The file with the results of experiments.
    pub store: Option<PathBuf>,
    /// Searches at the same time; one client may take half of them.
    pub searches: usize,
    /// The longest time of a search.
    pub longest: Duration,
    /// Megabytes of a search's table or tree.
    pub megabytes: usize,
    /// Trees that are kept to be looked at.
    pub trees: usize,
}

impl Config {
    /// A server on this address with the usual limits.
    pub fn new(address: SocketAddr) -> Config {
        Config {
            address,
            hosts: Vec::new(),
            token: None,
            store: None,
            searches: 16,
            longest: Duration::from_secs(600),
            megabytes: 128,
            trees: 4,
        }
    }
}

/// What all requests share.
struct State {
    config: Config,
    room: Room,
    trees: Trees,
    laboratory: Laboratory,
}

/// A server that has its address and has not answered anybody yet.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    router: Router,
    state: Arc<State>,
}

/// The largest body of a request, in bytes.
const LARGEST_BODY: usize = 64 << 10;

impl Server {
    /// Takes the address, which away from this machine needs a token, and makes the store where there is none.
    pub async fn bind(config: Config) -> io::Result<Server> {
        if !config.address.ip().is_loopback() && config.token.is_none() {
            let reason = format!("{} can be reached from other machines: that needs a token", config.address.ip());
            return Err(io::Error::new(io::ErrorKind::InvalidInput, reason));
        }
        if let Some(store) = &config.store {
            // What is no store is found out now, and the page never meets one that is half made.
            Store::create(store).map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error.to_string()))?;
        }
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", config.address));
        let listener = TcpListener::bind(config.address).await.map_err(named)?;
        let address = listener.local_addr()?;
        let gate = Arc::new(Gate::new(address, &config));
        let room = Room::new(config.searches);
        let trees = Trees::new(config.trees);
        let laboratory = Laboratory::new(config.store.clone());
        let state = Arc::new(State { config, room, trees, laboratory });
        let router = Router::new()
            .merge(api::routes())
            .fallback(assets::answer)
            .layer(DefaultBodyLimit::max(LARGEST_BODY))
            .layer(from_fn_with_state(gate, guard::admit))
            .layer(from_fn(guard::headers))
            .with_state(state.clone());
        Ok(Server { listener, address, router, state })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until `stop` is done. Searches under way are then given up.
    pub async fn run(self, stop: impl Future<Output = ()>) -> io::Result<()> {
        let service = self.router.into_make_service_with_connect_info::<SocketAddr>();
        tokio::select! {
            result = async { axum::serve(self.listener, service).await } => result,
            () = stop => {
                self.state.room.close();
                self.state.laboratory.stop();
                Ok(())
            }
        }
    }
}
