//! The stream DLQ as operators see it: dead letters, and how they are replayed.

use async_nats::jetstream::stream::RawMessageErrorKind;
use bytes::Bytes;
use futures::{Stream, StreamExt as _};
use jiff::Timestamp;
use saffron_core::event::{CloudEvent, DeadLetter, DeadLetterV2, LetterSource};
use saffron_core::{Code, Error, PosId};
use serde_json::value::RawValue;
use uuid::Uuid;

use super::{Nats, subject};
use crate::Fault;

/// The stream of dead letters.
const STREAM: &str = "DLQ";

/// An entry of DLQ.
#[derive(Debug, Clone)]
pub struct StoredLetter {
    /// Its sequence in DLQ.
    pub sequence: u64,
    /// When it was stored, UTC.
    pub time: Timestamp,
    /// The dead letter. Its payload is empty where it is stored elsewhere.
    pub letter: DeadLetter,
    /// Where the payload is stored, if it is too large for the letter.
    pub source: Option<LetterSource>,
}

impl Nats {
    /// The dead letters in DLQ at this moment, oldest first, of one consumer or of all. Entries that cannot be read are
    /// logged and passed over.
    ///
    /// # Errors
    /// Transient, if NATS is away.
    pub async fn dead_letters(
        &self,
        consumer: Option<&str>,
    ) -> Result<impl Stream<Item = Result<StoredLetter, Fault>> + Send + use<>, Fault> {
        self.letters(consumer.map_or("dlq.v1.>".into(), |name| format!("dlq.v1.{name}.>")), 1).await
    }

    /// The dead letters of a location, or of none, in DLQ at this moment, oldest first, of every consumer.
    ///
    /// # Errors
    /// Transient, if NATS is away.
    pub async fn dead_letters_of(
        &self,
        pos_id: Option<&PosId>,
    ) -> Result<impl Stream<Item = Result<StoredLetter, Fault>> + Send + use<>, Fault> {
        self.letters(subject::dead_letter("*", pos_id), 1).await
    }

    /// The dead letters in DLQ after the entry with this sequence, up to this moment.
    ///
    /// # Errors
    /// Transient, if NATS is away.
    pub async fn dead_letters_after(
        &self,
        sequence: u64,
    ) -> Result<impl Stream<Item = Result<StoredLetter, Fault>> + Send + use<>, Fault> {
        self.letters("dlq.v1.>".into(), sequence + 1).await
    }

    /// The sequence of the newest entry that DLQ ever had.
    ///
    /// # Errors
    /// Transient, if NATS is away.
    pub async fn newest_dead_letter(&self) -> Result<u64, Fault> {
        Ok(self.opened(STREAM).await?.cached_info().state.last_sequence)
    }

    /// Deletes an entry, and overwrites it on disk. One that is gone already is no error.
    ///
    /// # Errors
    /// Transient, if NATS is away.
    pub async fn delete_dead_letter(&self, sequence: u64) -> Result<(), Fault> {
        let stream = self.opened(STREAM).await?;
        match stream.get_raw_message(sequence).await {
            Ok(_) => {}
            Err(e) if e.kind() == RawMessageErrorKind::NoMessageFound => return Ok(()),
            Err(e) => return Err(Fault::Transient(format!("DLQ: {e}"))),
        }
        stream.delete_message(sequence).await.map_err(|e| Fault::Transient(format!("DLQ: {e}")))?;
        Ok(())
    }

    /// The entries of a subject, from a sequence on.
    async fn letters(
        &self,
        filter: String,
        first: u64,
    ) -> Result<impl Stream<Item = Result<StoredLetter, Fault>> + Send + use<>, Fault> {
        let stream = self.opened(STREAM).await?;
        Ok(self.messages(stream, &filter, first).filter_map(|message| async {
            match message.map(|(sequence, payload)| read_letter(sequence, &payload)) {
                Ok(Err(fault)) => {
                    tracing::warn!(%fault, "passed over");
                    None
                }
                Ok(Ok(letter)) => Some(Ok(letter)),
                Err(fault) => Some(Err(fault)),
            }
        }))
    }

    /// One entry of DLQ.
    ///
    /// # Errors
    /// If there is none with this sequence, it cannot be read, or NATS is away.
    pub async fn dead_letter(&self, sequence: u64) -> Result<StoredLetter, Fault> {
        let message =
            self.opened(STREAM).await?.get_raw_message(sequence).await.map_err(|e| match e.kind() {
                RawMessageErrorKind::NoMessageFound => {
                    Error::new(Code::NotFound, format!("There is no entry {sequence}. List them first."))
                        .into()
                }
                _ => Fault::Transient(format!("DLQ: {e}")),
            })?;
        read_letter(sequence, &message.payload)
    }

    /// Sends an entry back to the subject it came on, as a message of its own, and deletes it once it is stored there. An
    /// event goes only to the consumer that gave it up: others may have worked it so long ago that their inbox no longer knows it.
    /// A payload that is stored elsewhere is sent whole; facts that were worked before change nothing.
    ///
    /// # Errors
    /// Not found, if its payload is stored elsewhere and is gone there; transient, if it cannot be stored or deleted. The
    /// entry stays then; after a failed deletion it may be worked twice, which changes nothing.
    pub async fn replay(&self, stored: &StoredLetter) -> Result<(), Fault> {
        let letter = &stored.letter;
        let (id, payload) = match &stored.source {
            Some(source) => {
                let id = format!("replay-{}-{}-{}", source.stream, source.sequence, letter.consumer);
                (id, self.payload_of(stored.sequence, &letter.subject, source).await?)
            }
            None => (Uuid::now_v7().to_string(), letter.payload.clone().into()),
        };
        if subject::stream(&letter.subject) == "EVENTS" {
            self.publish_for(&letter.consumer, &letter.subject, &id, payload).await?;
        } else {
            self.publish(&letter.subject, &id, payload).await?;
        }
        self.delete_dead_letter(stored.sequence).await
    }

    /// The message that a letter names as its source, if it is still stored: a stream that was made again counts from the beginning.
    async fn payload_of(&self, entry: u64, subject: &str, source: &LetterSource) -> Result<Bytes, Fault> {
        let stream = self.opened(&source.stream).await?;
        match stream.get_raw_message(source.sequence).await {
            Ok(message)
                if self.unprefixed(&message.subject) == subject
                    && message.payload.len() as u64 == source.bytes =>
            {
                Ok(message.payload)
            }
            Err(e) if e.kind() != RawMessageErrorKind::NoMessageFound => {
                Err(Fault::Transient(format!("{}: {e}", source.stream)))
            }
            _ => {
                let what = format!(
                    "Entry {entry} is about message {} of {}, which is not there any more.",
                    source.sequence, source.stream
                );
                Err(Error::new(Code::NotFound, what).into())
            }
        }
    }

    /// Sends the facts of a location that came at this time or later once more, as they came: services work those that they
    /// lack, and the others change nothing. Returns how many messages there were.
    ///
    /// # Errors
    /// Transient, if NATS is away or POS is full; what was sent before stays sent.
    pub async fn resend_facts(&self, pos_id: &PosId, since: Timestamp) -> Result<u64, Fault> {
        let first = self.first_since("POS", since).await?;
        let subject = subject::facts(pos_id);
        let mut messages = std::pin::pin!(self.messages(self.opened("POS").await?, &subject, first));
        let mut sent = 0;
        while let Some(message) = messages.next().await {
            let (_, payload) = message?;
            self.publish(&subject, &Uuid::now_v7().to_string(), payload).await?;
            sent += 1;
        }
        Ok(sent)
    }
}

fn read_letter(sequence: u64, payload: &[u8]) -> Result<StoredLetter, Fault> {
    let unreadable =
        |e: serde_json::Error| Fault::Permanent(format!("entry {sequence} of DLQ cannot be read: {e}"));
    let event: CloudEvent<Box<RawValue>> = serde_json::from_slice(payload).map_err(unreadable)?;
    let (time, data) = (event.time, event.data.get());
    if event.r#type != DeadLetterV2::CLOUD_TYPE {
        let letter: DeadLetter = serde_json::from_str(data).map_err(unreadable)?;
        return Ok(StoredLetter { sequence, time, letter, source: None });
    }
    let DeadLetterV2 { pos_id, consumer, subject, reason, attempts, source } =
        serde_json::from_str(data).map_err(unreadable)?;
    let letter = DeadLetter { pos_id, consumer, subject, reason, attempts, payload: String::new() };
    Ok(StoredLetter { sequence, time, letter, source: Some(source) })
}
