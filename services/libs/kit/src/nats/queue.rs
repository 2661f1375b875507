//! Messages that wait for a stream on disk.

use std::sync::Mutex;
use std::time::Duration;

use async_nats::HeaderMap;
use bytes::Bytes;
use tokio::sync::oneshot;

use super::subject;
use crate::Fault;
use crate::deadline::deadline;

/// How long a stored message may take to be acknowledged.
const PUBLISH: Duration = Duration::from_secs(5);
/// The most messages of a batch, and their bytes. NATS takes a thousand.
const MOST: usize = 250;
const MOST_BYTES: usize = 8 * 1024 * 1024;

/// The deadline of an acknowledgement in this process.
pub(super) fn publish_deadline() -> Duration {
    deadline(PUBLISH)
}

/// The messages that wait for the streams on disk, one queue each.
#[derive(Default)]
pub(super) struct Queues {
    pos: Queue,
    events: Queue,
    dlq: Queue,
}

impl Queues {
    /// The queue of the stream that a subject belongs to; none for PUSH, which is in memory.
    pub fn of(&self, subject: &str) -> Option<&Queue> {
        match subject::stream(subject) {
            "POS" => Some(&self.pos),
            "EVENTS" => Some(&self.events),
            "DLQ" => Some(&self.dlq),
            _ => None,
        }
    }
}

/// Messages that wait for one stream.
#[derive(Default)]
pub(super) struct Queue(Mutex<State>);

#[derive(Default)]
struct State {
    waiting: Vec<Waiting>,
    /// Whether a task sends the waiting messages until there are none.
    has_sender: bool,
}

/// A message that waits, and the channel for its outcome.
pub(super) struct Waiting {
    pub message: Message,
    pub stored: oneshot::Sender<Result<(), Fault>>,
}

/// A message as it goes to its stream.
#[derive(Clone)]
pub(super) struct Message {
    /// With the installation's prefix.
    pub subject: String,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Queue {
    /// Adds a message; true if no task sends the queue: the caller then starts one.
    pub fn add(&self, waiting: Waiting) -> bool {
        let mut state = self.state();
        state.waiting.push(waiting);
        !std::mem::replace(&mut state.has_sender, true)
    }

    /// Takes the messages of one batch, without those whose publisher has given up. None if nothing waits.
    pub fn take(&self) -> Option<Vec<Waiting>> {
        let mut state = self.state();
        state.waiting.retain(|one| !one.stored.is_closed());
        let mut bytes = 0;
        let fits = state.waiting.iter().take(MOST).take_while(|one| {
            bytes += one.message.body.len();
            bytes <= MOST_BYTES
        });
        let count = fits.count().max(1).min(state.waiting.len());
        state.has_sender = count > 0;
        (count > 0).then(|| state.waiting.drain(..count).collect())
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}
