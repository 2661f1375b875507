//! The messages of a stream at a moment, read by sequence and subject without a consumer.

use async_nats::jetstream::stream::{RawMessageErrorKind, Stream as JetStream};
use bytes::Bytes;
use futures::stream::{Stream, StreamExt as _, try_unfold};
use saffron_core::event::{CloudEvent, Event};
use serde::de::DeserializeOwned;

use crate::Fault;
use crate::nats::{Nats, subject};

impl Nats {
    /// Events of one type that EVENTS still holds, oldest first, each with its sequence there: those after `after`, up to
    /// this moment; all, if EVENTS was made again since. Events that cannot be read are logged and skipped.
    ///
    /// # Errors
    /// Transient, if NATS is away.
    pub async fn past_events<E: Event + DeserializeOwned>(
        &self,
        after: u64,
    ) -> Result<impl Stream<Item = Result<(u64, E), Fault>> + Send + use<E>, Fault> {
        let stream = self.opened("EVENTS").await?;
        let first = if after > stream.cached_info().state.last_sequence { 1 } else { after + 1 };
        let filter = subject::every_event(E::DOMAIN, E::NAME);
        let messages = self.messages(stream, &filter, first);
        Ok(messages.filter_map(|message| async {
            let read =
                |(sequence, payload): (u64, Bytes)| match serde_json::from_slice::<CloudEvent<E>>(&payload) {
                    Ok(event) => Some((sequence, event.data)),
                    Err(error) => {
                        tracing::warn!(%error, sequence, "an event cannot be read and is skipped");
                        None
                    }
                };
            message.map(read).transpose()
        }))
    }

    /// The messages of a stream on subjects that `filter` allows, from a sequence up to the newest that was there when the
    /// stream was opened.
    pub(in crate::nats) fn messages(
        &self,
        stream: JetStream,
        filter: &str,
        first: u64,
    ) -> impl Stream<Item = Result<(u64, Bytes), Fault>> + Send + use<> {
        let last = stream.cached_info().state.last_sequence;
        let filter = self.prefixed(filter);
        try_unfold((stream, first), move |(stream, from)| {
            let filter = filter.clone();
            async move {
                match stream.get_first_raw_message_by_subject(&filter, from).await {
                    Ok(message) if message.sequence > last => Ok(None),
                    Ok(message) => {
                        let next = message.sequence + 1;
                        Ok(Some(((message.sequence, message.payload), (stream, next))))
                    }
                    Err(e) if e.kind() == RawMessageErrorKind::NoMessageFound => Ok(None),
                    Err(e) => Err(Fault::Transient(format!("reading a stream: {e}"))),
                }
            }
        })
    }

    /// A stream with its current state.
    pub(in crate::nats) async fn opened(&self, name: &str) -> Result<JetStream, Fault> {
        self.jetstream()
            .get_stream(self.prefixed(name))
            .await
            .map_err(|e| Fault::Transient(format!("{name}: {e}. Run `saffron streams apply` first.")))
    }
}
