//! The PUSH stream as a gateway reads it: in order, from memory, with an incarnation that differs
//! whenever the stream was made again.

use std::time::Duration;

use async_nats::jetstream::consumer::{DeliverPolicy, pull};
use async_nats::jetstream::stream;
use bytes::Bytes;
use futures::{Stream, StreamExt as _, TryStreamExt as _};

use crate::Fault;
use crate::deadline::deadline;
use crate::nats::{Nats, streams};
use crate::telemetry::TraceParent;

/// How long NATS may take to answer with the state of PUSH.
const STATE: Duration = Duration::from_secs(2);

/// One message of PUSH.
#[derive(Debug, Clone)]
pub struct Pushed {
    /// The sequence in this incarnation of the stream, from 1.
    pub sequence: u64,
    /// Without the installation's prefix.
    pub subject: String,
    /// A CloudEvent.
    pub body: Bytes,
    /// The span that published the message, if it is traced.
    pub cause: Option<TraceParent>,
}

/// The sequences of PUSH at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PushState {
    /// Differs whenever the stream was made again: milliseconds of its creation.
    pub incarnation: i64,
    /// The oldest sequence that is still there; above the last if there is none.
    pub first_sequence: u64,
    /// The newest sequence; 0 before the first.
    pub last_sequence: u64,
}

impl From<&stream::Info> for PushState {
    fn from(info: &stream::Info) -> PushState {
        PushState {
            incarnation: (info.created.unix_timestamp_nanos() / 1_000_000) as i64,
            first_sequence: info.state.first_sequence.max(1),
            last_sequence: info.state.last_sequence,
        }
    }
}

/// An open view of PUSH.
pub struct PushView<S> {
    /// The state of PUSH when it was opened.
    pub state: PushState,
    /// The messages; ends or fails when the view has to be opened again.
    pub messages: S,
}

impl Nats {
    /// Opens PUSH after the message that was `seen` last, by incarnation and sequence; without one at the oldest message. Makes
    /// the stream if it is missing.
    ///
    /// # Errors
    /// Transient, if NATS is away.
    pub async fn open_push(
        &self,
        seen: Option<(i64, u64)>,
    ) -> Result<PushView<impl Stream<Item = Result<Pushed, Fault>> + Send + use<>>, Fault> {
        let transient = |e: &dyn std::fmt::Display| Fault::Transient(format!("PUSH: {e}"));
        let mut stream = self
            .jetstream()
            .get_or_create_stream(streams::push_stream(self))
            .await
            .map_err(|e| transient(&e))?;
        let state = PushState::from(stream.info().await.map_err(|e| transient(&e))?);
        let deliver_policy = match seen {
            Some((incarnation, sequence))
                if incarnation == state.incarnation && sequence <= state.last_sequence =>
            {
                DeliverPolicy::ByStartSequence { start_sequence: sequence + 1 }
            }
            _ => DeliverPolicy::All,
        };
        let consumer = stream
            .create_consumer(pull::OrderedConfig { deliver_policy, ..Default::default() })
            .await
            .map_err(|e| transient(&e))?;
        let nats = self.clone();
        let messages = consumer
            .messages()
            .await
            .map_err(|e| transient(&e))?
            .map_err(|e| Fault::Transient(format!("PUSH: {e}")))
            .map(move |message| {
                let message = message?;
                let info = message.info().map_err(|e| Fault::Transient(e.to_string()))?;
                Ok(Pushed {
                    sequence: info.stream_sequence,
                    subject: nats.unprefixed(&message.subject).to_owned(),
                    body: message.payload.clone(),
                    cause: TraceParent::of_message(message.headers.as_ref()),
                })
            });
        Ok(PushView { state, messages })
    }

    /// The state of PUSH.
    ///
    /// # Errors
    /// Transient, if it is missing, or NATS is away or slow.
    pub async fn push_state(&self) -> Result<PushState, Fault> {
        let state = self.jetstream().get_stream(self.prefixed("PUSH"));
        match tokio::time::timeout(deadline(STATE), state).await {
            Ok(Ok(stream)) => Ok(PushState::from(stream.cached_info())),
            Ok(Err(e)) => Err(Fault::Transient(format!("PUSH: {e}"))),
            Err(_) => Err(Fault::Transient("PUSH: no answer in time".into())),
        }
    }

    /// Makes the PUSH stream if it is missing.
    ///
    /// # Errors
    /// Transient, if NATS is away.
    pub async fn ensure_push(&self) -> Result<(), Fault> {
        self.jetstream()
            .get_or_create_stream(streams::push_stream(self))
            .await
            .map(|_| ())
            .map_err(|e| Fault::Transient(format!("PUSH: {e}")))
    }

    /// The messages of a subject that is not stored, such as heartbeats.
    ///
    /// # Errors
    /// Transient, if NATS is away.
    pub async fn subscribe(&self, subject: &str) -> Result<impl Stream<Item = Bytes> + Send + use<>, Fault> {
        let subscription = self
            .client()
            .subscribe(self.prefixed(subject))
            .await
            .map_err(|e| Fault::Transient(format!("{subject}: {e}")))?;
        Ok(subscription.map(|message| message.payload))
    }
}
