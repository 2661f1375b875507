//! Writers of the clients' sockets: a few for all of them, so that an event costs one system call a client and no task
//! switch.

use std::sync::{Arc, Mutex, PoisonError};

use saffron_kit::CancellationToken;
use tokio::sync::Notify;
use tokio::task::JoinSet;

use super::connection::Connection;

/// Sockets that are written to before the task yields.
const CHUNK: usize = 64;

/// Connections with waiting frames, spread over as many writers as there are threads.
pub struct Writers {
    writers: Vec<Arc<Writer>>,
}

#[derive(Default)]
struct Writer {
    due: Mutex<Vec<Arc<Connection>>>,
    wake: Notify,
}

impl Default for Writers {
    fn default() -> Writers {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Writers { writers: (0..threads).map(|_| Arc::default()).collect() }
    }
}

impl Writers {
    /// Has the waiting frames of these connections written. A stream always has the same writer, by its id.
    pub fn write(&self, due: Vec<(u64, Arc<Connection>)>) {
        if due.is_empty() {
            return;
        }
        let mut parts: Vec<Vec<Arc<Connection>>> = self.writers.iter().map(|_| Vec::new()).collect();
        let count = self.writers.len() as u64;
        for (id, connection) in due {
            if let Some(part) = usize::try_from(id % count).ok().and_then(|at| parts.get_mut(at)) {
                part.push(connection);
            }
        }
        for (writer, part) in self.writers.iter().zip(parts).filter(|(_, part)| !part.is_empty()) {
            writer.due.lock().unwrap_or_else(PoisonError::into_inner).extend(part);
            writer.wake.notify_one();
        }
    }

    /// Writes until `shutdown`; after that each stream's own task writes the waiting frames.
    pub fn start(&self, work: &mut JoinSet<()>, shutdown: &CancellationToken) {
        for writer in &self.writers {
            let (writer, shutdown) = (writer.clone(), shutdown.clone());
            work.spawn(async move {
                shutdown.run_until_cancelled(writer.write()).await;
            });
        }
    }
}

impl Writer {
    /// Flushes the connections that are due.
    async fn write(&self) {
        loop {
            self.wake.notified().await;
            let due = std::mem::take(&mut *self.due.lock().unwrap_or_else(PoisonError::into_inner));
            for chunk in due.chunks(CHUNK) {
                chunk.iter().for_each(|connection| connection.flush());
                tokio::task::yield_now().await;
            }
        }
    }
}
