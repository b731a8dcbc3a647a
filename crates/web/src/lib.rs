//! The web page and its server: play, analyse, and watch searches run.
//!
//! The page is plain files embedded in the program; all rules of games are in Rust. [`Server`] listens on the local
//! machine by default, and `guard.rs` refuses requests from other sites.

mod api;
mod assets;
mod guard;
mod live_tree;
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

/// Configuration of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on; port 0 is any free one.
    pub address: SocketAddr,
    /// Additional host names that browsers may use.
    pub hosts: Vec<String>,
    /// The access token for the API; required unless the address is local.
    pub token: Option<String>,
    /// The file with the results of experiments.
    pub store: Option<PathBuf>,
    /// Searches at the same time; one client may use half of them.
    pub searches: usize,
    /// The time limit of a search.
    pub max_search_time: Duration,
    /// Megabytes of a search's table or tree.
    pub megabytes: usize,
    /// The number of trees kept.
    pub trees: usize,
}

impl Config {
    /// The default configuration for an address.
    pub fn new(address: SocketAddr) -> Config {
        Config {
            address,
            hosts: Vec::new(),
            token: None,
            store: None,
            searches: 16,
            max_search_time: Duration::from_secs(600),
            megabytes: 128,
            trees: 4,
        }
    }
}

/// State shared by all requests.
struct State {
    config: Config,
    room: Room,
    trees: Trees,
    laboratory: Laboratory,
}

/// A bound server that is not yet running.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    router: Router,
    state: Arc<State>,
}

/// The largest body of a request, in bytes.
const LARGEST_BODY: usize = 64 << 10;

impl Server {
    /// Binds the address, which needs a token unless it is local, and creates the store if it is missing.
    pub async fn bind(config: Config) -> io::Result<Server> {
        if !config.address.ip().is_loopback() && config.token.is_none() {
            let reason = format!("{} is reachable from other machines, which needs a token", config.address.ip());
            return Err(io::Error::new(io::ErrorKind::InvalidInput, reason));
        }
        if let Some(store) = &config.store {
            // Fail now if the file is not a store, so that the page never sees a partial one.
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

    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves requests until `stop` completes. Running searches are then aborted.
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
