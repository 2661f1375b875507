//! Who writes to the clients' sockets: a few writers for all of them, so that an event costs each client one system
//! call and no change of tasks.

use std::sync::{Arc, Mutex, PoisonError};

use saffron_kit::CancellationToken;
use tokio::sync::Notify;
use tokio::task::JoinSet;

use super::outlet::Outlet;

/// Sockets written to before others may have the thread.
const AT_A_STRETCH: usize = 64;

/// What is to be written, spread over as many writers as there are threads.
pub struct Writers {
    shares: Vec<Arc<Share>>,
}

#[derive(Default)]
struct Share {
    due: Mutex<Vec<Arc<Outlet>>>,
    wake: Notify,
}

impl Default for Writers {
    fn default() -> Writers {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Writers { shares: (0..threads).map(|_| Arc::default()).collect() }
    }
}

impl Writers {
    /// Frames wait at these outlets. Those of one place in the list always have the same writer, `id` tells which.
    pub fn write(&self, due: Vec<(u64, Arc<Outlet>)>) {
        if due.is_empty() {
            return;
        }
        let mut parts: Vec<Vec<Arc<Outlet>>> = self.shares.iter().map(|_| Vec::new()).collect();
        let count = self.shares.len() as u64;
        for (id, outlet) in due {
            if let Some(part) = usize::try_from(id % count).ok().and_then(|at| parts.get_mut(at)) {
                part.push(outlet);
            }
        }
        for (share, part) in self.shares.iter().zip(parts).filter(|(_, part)| !part.is_empty()) {
            share.due.lock().unwrap_or_else(PoisonError::into_inner).extend(part);
            share.wake.notify_one();
        }
    }

    /// Writes until `shutdown`; after that each client's own task writes what waits.
    pub fn start(&self, work: &mut JoinSet<()>, shutdown: &CancellationToken) {
        for share in &self.shares {
            let (share, shutdown) = (share.clone(), shutdown.clone());
            work.spawn(async move {
                tokio::select! {
                    () = shutdown.cancelled() => {}
                    () = share.write() => {}
                }
            });
        }
    }
}

impl Share {
    async fn write(&self) {
        loop {
            self.wake.notified().await;
            let due = std::mem::take(&mut *self.due.lock().unwrap_or_else(PoisonError::into_inner));
            for stretch in due.chunks(AT_A_STRETCH) {
                stretch.iter().for_each(|outlet| outlet.flush());
                tokio::task::yield_now().await;
            }
        }
    }
}
