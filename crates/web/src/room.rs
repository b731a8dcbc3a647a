//! Limits the number of concurrent searches, in total and per client.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::problem::Problem;

/// How long a request waits for another search to end.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// Slots for searches.
pub(crate) struct Room {
    all: Arc<Semaphore>,
    /// A client is an address; its share is dropped with its last search.
    clients: Mutex<HashMap<IpAddr, Arc<Semaphore>>>,
    share: usize,
}

/// A slot for a search, released when dropped.
pub(crate) struct Place {
    _own: OwnedSemaphorePermit,
    _shared: OwnedSemaphorePermit,
}

impl Room {
    pub(crate) fn new(searches: usize) -> Room {
        let searches = searches.max(2);
        Room { all: Arc::new(Semaphore::new(searches)), clients: Mutex::default(), share: searches / 2 }
    }

    /// Acquires a slot, waiting briefly if none is free.
    pub(crate) async fn enter(&self, client: IpAddr) -> Result<Place, Problem> {
        let share = self.share_of(client);
        let both = async {
            let own = share.acquire_owned().await.ok()?;
            let shared = self.all.clone().acquire_owned().await.ok()?;
            Some(Place { _own: own, _shared: shared })
        };
        timeout(LONGEST_WAIT, both).await.ok().flatten().ok_or_else(Problem::too_many)
    }

    /// Refuses all further searches.
    pub(crate) fn close(&self) {
        self.all.close();
    }

    fn share_of(&self, client: IpAddr) -> Arc<Semaphore> {
        let mut clients = self.clients.lock().expect("no holder of the lock panics");
        // Drop the shares of clients that neither search nor wait.
        clients.retain(|_, share| Arc::strong_count(share) > 1);
        clients.entry(client).or_insert_with(|| Arc::new(Semaphore::new(self.share))).clone()
    }
}
