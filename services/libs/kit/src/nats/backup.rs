//! Streams as files and back, by JetStream's own snapshots, and how far consumers have come.

use std::time::Duration;

use async_nats::jetstream::consumer::pull;
use async_nats::jetstream::stream::{RawMessageErrorKind, Stream as JetStream};
use bytes::Bytes;
use futures::StreamExt as _;
use jiff::Timestamp;
use saffron_core::{Code, Error};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};

use super::streams::Consumers;
use super::{Nats, streams};
use crate::Fault;

/// Streams that are on disk; PUSH holds the last minutes of what open apps are sent.
pub const ON_DISK: [&str; 3] = ["POS", "EVENTS", "DLQ"];
/// Bytes of a snapshot in one message.
const CHUNK: usize = 128 * 1024;
/// How long NATS may take for the next piece.
const PATIENCE: Duration = Duration::from_secs(60);

/// The state of a stream.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StreamState {
    /// The stream, such as POS.
    pub stream: String,
    /// The number of messages.
    pub messages: u64,
    /// The sequence of the newest message that it ever had; 0 if it had none.
    pub last: u64,
    /// When the newest message was stored, UTC; none if it is gone.
    pub last_at: Option<Timestamp>,
}

/// The state of a durable consumer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ConsumerState {
    /// The stream, such as POS.
    pub stream: String,
    /// The consumer, such as reports-facts-01.
    pub consumer: String,
    /// The first message of the stream that may not have been worked.
    pub next: u64,
}

impl Nats {
    /// A stream as it is now; none if it is not there.
    ///
    /// # Errors
    /// Transient, if NATS is away.
    pub async fn stream_state(&self, stream: &str) -> Result<Option<StreamState>, Fault> {
        use async_nats::jetstream::ErrorCode;
        use async_nats::jetstream::context::GetStreamErrorKind;
        let found = match self.jetstream().get_stream(self.prefixed(stream)).await {
            Ok(found) => found,
            Err(e) => match e.kind() {
                GetStreamErrorKind::JetStream(e) if e.error_code() == ErrorCode::STREAM_NOT_FOUND => {
                    return Ok(None);
                }
                _ => return Err(Fault::Transient(format!("{stream}: {e}"))),
            },
        };
        let state = found.cached_info().state.clone();
        let last_at = came_at(&found, state.last_sequence).await?;
        Ok(Some(StreamState {
            stream: stream.to_owned(),
            messages: state.messages,
            last: state.last_sequence,
            last_at,
        }))
    }

    /// Whether a stream continues from this state: it was not made again, and lost messages by age alone. None if it is not
    /// there.
    ///
    /// # Errors
    /// Transient, if NATS is away.
    pub async fn continues(&self, before: &StreamState) -> Result<Option<bool>, Fault> {
        let Some(now) = self.stream_state(&before.stream).await? else { return Ok(None) };
        if now.last < before.last {
            return Ok(Some(false));
        }
        let same = came_at(&self.opened(&before.stream).await?, before.last).await?;
        Ok(Some(same.zip(before.last_at).is_none_or(|(now, before)| now == before)))
    }

    /// The state of every durable consumer of the services.
    ///
    /// # Errors
    /// Transient, if NATS is away.
    pub async fn consumer_states(&self, services: &[Consumers]) -> Result<Vec<ConsumerState>, Fault> {
        let mut states = Vec::new();
        for (stream, consumers) in streams::durable_names(services) {
            let found = self.opened(stream).await?;
            for consumer in consumers {
                let info = found.get_consumer::<pull::Config>(&consumer).await.map_err(|e| {
                    Fault::Transient(format!("{consumer}: {e}. Run `saffron streams apply` first."))
                })?;
                let next = info.cached_info().ack_floor.stream_sequence + 1;
                states.push(ConsumerState { stream: stream.to_owned(), consumer, next });
            }
        }
        Ok(states)
    }

    /// The state in which every durable consumer of the services was at a time: before the first message that was stored
    /// then or later.
    ///
    /// # Errors
    /// Transient, if NATS is away.
    pub async fn consumer_states_at(
        &self,
        services: &[Consumers],
        time: Timestamp,
    ) -> Result<Vec<ConsumerState>, Fault> {
        let mut states = Vec::new();
        for (stream, consumers) in streams::durable_names(services) {
            let next = self.first_since(stream, time).await?;
            let state = |consumer| ConsumerState { stream: stream.to_owned(), consumer, next };
            states.extend(consumers.into_iter().map(state));
        }
        Ok(states)
    }

    /// Resets a consumer to a state: it gets every message from there on again.
    ///
    /// # Errors
    /// Transient, if NATS is away or refuses.
    pub async fn reset_consumer(&self, state: &ConsumerState) -> Result<(), Fault> {
        let subject = format!("CONSUMER.RESET.{}.{}", self.prefixed(&state.stream), state.consumer);
        let answer: Value = self
            .jetstream()
            .request(subject, &json!({ "seq": state.next.max(1) }))
            .await
            .map_err(|e| Fault::Transient(format!("{}: {e}", state.consumer)))?;
        check_answer(&answer, &state.consumer)
    }

    /// Writes a stream, with its consumers, as it is at this moment, to `into`.
    ///
    /// Returns the configuration and state that [`Nats::load`] needs.
    ///
    /// # Errors
    /// Transient, if NATS is away or refuses, or writing fails.
    pub async fn save(&self, stream: &str, into: &mut (impl AsyncWrite + Unpin)) -> Result<Value, Fault> {
        let fault = |e: &dyn std::fmt::Display| Fault::Transient(format!("snapshot of {stream}: {e}"));
        let inbox = self.client().new_inbox();
        let mut pieces = self.client().subscribe(inbox.clone()).await.map_err(|e| fault(&e))?;
        let ask = json!({ "deliver_subject": inbox, "chunk_size": CHUNK });
        let subject = format!("STREAM.SNAPSHOT.{}", self.prefixed(stream));
        let about: Value = self.jetstream().request(subject, &ask).await.map_err(|e| fault(&e))?;
        check_answer(&about, stream)?;
        loop {
            let piece = tokio::time::timeout(PATIENCE, pieces.next()).await;
            let piece = piece.ok().flatten().ok_or_else(|| fault(&"nothing more came"))?;
            if let Some(reply) = piece.reply {
                self.client().publish(reply, Bytes::new()).await.map_err(|e| fault(&e))?;
            }
            if piece.payload.is_empty() {
                // Without a status, or with 204, the snapshot is complete.
                let broken = piece.status.filter(|status| !status.is_success());
                return broken.map_or_else(
                    || Ok(json!({ "config": about.get("config"), "state": about.get("state") })),
                    |_| Err(fault(&"NATS broke off")),
                );
            }
            into.write_all(&piece.payload).await.map_err(|e| fault(&e))?;
        }
    }

    /// Makes a stream, which must not be there, from what [`Nats::save`] wrote and returned.
    ///
    /// # Errors
    /// Transient, if NATS is away or refuses, or reading fails.
    pub async fn load(
        &self,
        stream: &str,
        about: &Value,
        from: &mut (impl AsyncRead + Unpin),
    ) -> Result<(), Fault> {
        let fault = |e: &dyn std::fmt::Display| Fault::Transient(format!("restoring {stream}: {e}"));
        let subject = format!("STREAM.RESTORE.{}", self.prefixed(stream));
        let answer: Value = self.jetstream().request(subject, about).await.map_err(|e| fault(&e))?;
        check_answer(&answer, stream)?;
        let to = answer
            .get("deliver_subject")
            .and_then(Value::as_str)
            .ok_or_else(|| fault(&"the answer of NATS names no subject"))?
            .to_owned();
        let mut piece = vec![0; CHUNK];
        loop {
            let read = from.read(&mut piece).await.map_err(|e| fault(&e))?;
            let bytes = Bytes::copy_from_slice(piece.get(..read).unwrap_or_default());
            let request = self.client().request(to.clone(), bytes);
            let answer =
                tokio::time::timeout(PATIENCE, request).await.map_err(|_| fault(&"NATS does not answer"))?;
            let answer = answer.map_err(|e| fault(&e))?.payload;
            if read == 0 {
                let made: Value = serde_json::from_slice(&answer).map_err(|e| fault(&e))?;
                return check_answer(&made, stream);
            }
            if answer.starts_with(b"-ERR") {
                return Err(fault(&String::from_utf8_lossy(&answer)));
            }
        }
    }

    /// Removes an empty stream.
    ///
    /// # Errors
    /// Conflict, if it is not empty; transient, if NATS is away.
    pub async fn remove_empty(&self, stream: &str) -> Result<(), Fault> {
        if self.stream_state(stream).await?.is_some_and(|state| state.messages > 0) {
            let what = format!("NATS has another stream {stream}, which holds messages.");
            return Err(Error::new(Code::Conflict, what).into());
        }
        let removed = self.jetstream().delete_stream(self.prefixed(stream)).await;
        removed.map(drop).map_err(|e| Fault::Transient(format!("{stream}: {e}")))
    }

    /// The sequence of the first message that was stored at a time or later; one more than the last, if there is none.
    pub(super) async fn first_since(&self, name: &str, time: Timestamp) -> Result<u64, Fault> {
        let stream = self.opened(name).await?;
        let state = &stream.cached_info().state;
        let every = self.prefixed(match name {
            "POS" => "pos.v1.>",
            _ => "saffron.v1.>",
        });
        // Messages lie in the order of their times.
        let (mut low, mut high) = (state.first_sequence.max(1), state.last_sequence + 1);
        while low < high {
            let middle = low + (high - low) / 2;
            match stream.get_first_raw_message_by_subject(&every, middle).await {
                Ok(message) if message.time.unix_timestamp_nanos() < time.as_nanosecond() => {
                    low = message.sequence + 1;
                }
                Ok(_) => high = middle,
                Err(e) if e.kind() == RawMessageErrorKind::NoMessageFound => high = middle,
                Err(e) => return Err(Fault::Transient(format!("reading {name}: {e}"))),
            }
        }
        Ok(low)
    }
}

/// When the message with this sequence was stored; none if it is not there.
async fn came_at(stream: &JetStream, sequence: u64) -> Result<Option<Timestamp>, Fault> {
    if sequence == 0 {
        return Ok(None);
    }
    match stream.get_raw_message(sequence).await {
        Ok(message) => Timestamp::from_nanosecond(message.time.unix_timestamp_nanos())
            .map(Some)
            .map_err(|e| Fault::Permanent(format!("a message came at no time: {e}"))),
        Err(e) if e.kind() == RawMessageErrorKind::NoMessageFound => Ok(None),
        Err(e) => Err(Fault::Transient(format!("reading a stream: {e}"))),
    }
}

/// The error in an answer of JetStream, if there is one.
fn check_answer(answer: &Value, what: &str) -> Result<(), Fault> {
    match answer.get("error").and_then(|error| error.get("description")?.as_str()) {
        Some(why) => Err(Fault::Transient(format!("{what}: {why}"))),
        None => Ok(()),
    }
}
