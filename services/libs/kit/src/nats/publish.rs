//! Publishing to the streams. NATS flushes its disk for each message, and once for a whole batch: so messages that come while
//! others are being stored wait and go as one batch, like the group commit of a database.

use std::time::Duration;

use async_nats::header::NATS_MESSAGE_ID;
use async_nats::jetstream;
use async_nats::jetstream::ErrorCode;
use async_nats::jetstream::context::{PublishError, PublishErrorKind};
use async_nats::{HeaderMap, Request};
use bytes::Bytes;
use futures::future::join_all;
use tokio::sync::oneshot;

use super::Nats;
use super::queue::{Message, Waiting, publish_deadline};
use crate::Fault;
use crate::telemetry::{Span, TRACEPARENT, TraceParent};

/// How often the connection is checked while an acknowledgement is awaited.
const CHECK: Duration = Duration::from_millis(50);
/// The least messages for which a batch is cheaper: NATS stages every batch before it stores it.
const LEAST_BATCH: usize = 8;

/// Names the one consumer that a message is for; others acknowledge it and do nothing else.
pub(super) const FOR_CONSUMER: &str = "Saffron-For";

const BATCH_ID: &str = "Nats-Batch-Id";
const BATCH_SEQUENCE: &str = "Nats-Batch-Sequence";
const BATCH_COMMIT: &str = "Nats-Batch-Commit";

impl Nats {
    /// Publishes to a stream and waits until it is stored. A repeat of `message_id` within the stream's window
    /// is dropped.
    ///
    /// # Errors
    /// Transient, if the stream does not acknowledge in time, is full, or is not there; permanent, if the message is larger
    /// than NATS or the stream takes.
    pub async fn publish(
        &self,
        subject: &str,
        message_id: &str,
        body: impl Into<Bytes>,
    ) -> Result<(), Fault> {
        self.publish_traced(None, subject, message_id, body).await
    }

    /// As [`Nats::publish`], within the trace that caused the message.
    ///
    /// # Errors
    /// Those of [`Nats::publish`].
    pub async fn publish_traced(
        &self,
        cause: Option<TraceParent>,
        subject: &str,
        message_id: &str,
        body: impl Into<Bytes>,
    ) -> Result<(), Fault> {
        let span = Span::of_publishing(cause, subject, message_id);
        let mut headers = HeaderMap::new();
        headers.insert(NATS_MESSAGE_ID, message_id);
        let stored = self.store(subject, headers, span.cause(), body.into()).await;
        if stored.is_err() {
            span.fail("not stored");
        }
        stored
    }

    /// Publishes a message for a single consumer.
    ///
    /// # Errors
    /// Those of [`Nats::publish`].
    pub(super) async fn publish_for(
        &self,
        consumer: &str,
        subject: &str,
        message_id: &str,
        body: Bytes,
    ) -> Result<(), Fault> {
        let mut headers = HeaderMap::new();
        headers.insert(NATS_MESSAGE_ID, message_id);
        headers.insert(FOR_CONSUMER, consumer);
        self.store(subject, headers, None, body).await
    }

    /// Stores a message, in one batch with others that wait.
    async fn store(
        &self,
        subject: &str,
        mut headers: HeaderMap,
        span: Option<TraceParent>,
        body: Bytes,
    ) -> Result<(), Fault> {
        if !self.is_connected() {
            return Err(Fault::Transient("NATS is not connected".into()));
        }
        let (size, largest) = (body.len(), self.largest_message());
        // In a batch, a message that is too large would fail the others.
        if size > largest {
            let why = format!("publish to {subject}: a size of {size} bytes, and NATS takes {largest}");
            return Err(Fault::Permanent(why));
        }
        if let Some(span) = span {
            headers.insert(TRACEPARENT, span.to_string());
        }
        let message = Message { subject: self.prefixed(subject), headers, body };
        let Some(queue) = self.queues().of(subject) else { return self.publish_one(&message).await };
        let (stored, outcome) = oneshot::channel();
        if queue.add(Waiting { message, stored }) {
            let (nats, subject) = (self.clone(), subject.to_owned());
            // Its own task: the publisher that began it may give up before the others have their answers.
            tokio::spawn(async move { nats.publish_waiting(&subject).await });
        }
        match tokio::time::timeout(publish_deadline(), outcome).await {
            Ok(Ok(outcome)) => outcome,
            _ => Err(unacknowledged(subject)),
        }
    }

    /// Stores the messages that wait for the stream of a subject, until none waits.
    async fn publish_waiting(&self, subject: &str) {
        let Some(queue) = self.queues().of(subject) else { return };
        while let Some(together) = queue.take() {
            let (messages, stored): (Vec<Message>, Vec<_>) =
                together.into_iter().map(|one| (one.message, one.stored)).unzip();
            let outcomes = self.publish_all(&messages).await;
            for (stored, outcome) in stored.into_iter().zip(outcomes) {
                // A publisher that has given up does not receive it.
                let _ = stored.send(outcome);
            }
        }
    }

    /// Stores messages of one stream, and returns the outcome of each.
    async fn publish_all(&self, messages: &[Message]) -> Vec<Result<(), Fault>> {
        if messages.len() >= LEAST_BATCH {
            let connections = self.connections();
            let together = tokio::select! {
                together = tokio::time::timeout(publish_deadline(), self.publish_atomic_batch(messages)) => together,
                () = self.reconnected(connections) => Ok(false),
            };
            match together {
                Ok(true) => return messages.iter().map(|_| Ok(())).collect(),
                // The cause may be one message, such as one that is stored already. None is stored twice.
                Ok(false) => {}
                Err(_) => return messages.iter().map(|one| Err(unacknowledged(&one.subject))).collect(),
            }
        }
        join_all(messages.iter().map(|message| self.publish_one(message))).await
    }

    /// Stores all messages or none, with one flush; false if the stream refuses the batch.
    async fn publish_atomic_batch(&self, messages: &[Message]) -> bool {
        let Some((last, before)) = messages.split_last() else { return true };
        let batch = uuid::Uuid::now_v7().simple().to_string();
        let headers = |message: &Message, place: usize| {
            let mut headers = message.headers.clone();
            headers.insert(BATCH_ID, batch.as_str());
            headers.insert(BATCH_SEQUENCE, (place + 1).to_string());
            headers
        };
        for (place, message) in before.iter().enumerate() {
            let (subject, body) = (message.subject.clone(), message.body.clone());
            let queued = self.client().publish_with_headers(subject, headers(message, place), body).await;
            if queued.is_err() {
                return false;
            }
        }
        let mut headers = headers(last, before.len());
        headers.insert(BATCH_COMMIT, "1");
        let request =
            Request::new().headers(headers).payload(last.body.clone()).timeout(Some(publish_deadline()));
        match self.client().send_request(last.subject.clone(), request).await {
            Ok(answer) => serde_json::from_slice::<BatchAck>(&answer.payload)
                .is_ok_and(|ack| ack.count == messages.len()),
            Err(error) => {
                tracing::debug!(%error, "a batch was not acknowledged");
                false
            }
        }
    }

    async fn publish_one(&self, message: &Message) -> Result<(), Fault> {
        let subject = &message.subject;
        let store_once = || async {
            self.jetstream()
                .publish_with_headers(subject.clone(), message.headers.clone(), message.body.clone())
                .await
                .map_err(|e| refusal(subject, &e))?
                .await
                .map_err(|e| refusal(subject, &e))
        };
        let store = async {
            loop {
                let connections = self.connections();
                tokio::select! {
                    stored = store_once() => return stored,
                    // The acknowledgement went to the former connection. The message id makes the repeat the same message.
                    () = self.reconnected(connections) => {}
                }
            }
        };
        match tokio::time::timeout(publish_deadline(), store).await {
            Ok(stored) => stored.map(|_| ()),
            Err(_) => Err(unacknowledged(subject)),
        }
    }

    /// Waits until the count of connections is another than this.
    async fn reconnected(&self, connections: u64) {
        while self.connections() == connections {
            tokio::time::sleep(CHECK).await;
        }
    }
}

/// The fault of a message that was not stored: transient, if it may be stored the next time.
fn refusal(subject: &str, error: &PublishError) -> Fault {
    let why = format!("publish to {subject}: {error}");
    let of_stream = std::error::Error::source(error).and_then(|e| e.downcast_ref::<jetstream::Error>());
    let is_too_large = error.kind() == PublishErrorKind::MaxPayloadExceeded
        || of_stream.is_some_and(|e| {
            [ErrorCode::STREAM_MESSAGE_EXCEEDS_MAXIMUM, ErrorCode::STREAM_HEADER_EXCEEDS_MAXIMUM]
                .contains(&e.error_code())
        });
    if is_too_large { Fault::Permanent(why) } else { Fault::Transient(why) }
}

/// The fault of a stream that does not acknowledge in time.
fn unacknowledged(subject: &str) -> Fault {
    Fault::Transient(format!("publish to {subject}: no acknowledgement in time"))
}

/// The answer of NATS to a batch that is stored; an error has no count.
#[derive(serde::Deserialize)]
struct BatchAck {
    count: usize,
}
