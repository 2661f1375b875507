//! The stream DLQ as operators see it: what could not be worked, and its way back.

use async_nats::jetstream::stream::RawMessageErrorKind;
use futures::{Stream, StreamExt as _};
use jiff::Timestamp;
use saffron_core::event::{CloudEvent, DeadLetter};
use saffron_core::{Code, Error, PosId};
use uuid::Uuid;

use super::{Nats, subject};
use crate::Fault;

/// What they lie in.
const STREAM: &str = "DLQ";

/// What was buried.
#[derive(Debug, Clone)]
pub struct Buried {
    /// Its place in DLQ.
    pub sequence: u64,
    /// When it was buried, UTC.
    pub time: Timestamp,
    /// What it is.
    pub letter: DeadLetter,
}

impl Nats {
    /// What lies in DLQ at this moment, oldest first, of one consumer or of all. Entries that cannot be read are
    /// logged and passed over.
    ///
    /// # Errors
    /// Transient, if NATS is away.
    pub async fn dead_letters(
        &self,
        consumer: Option<&str>,
    ) -> Result<impl Stream<Item = Result<Buried, Fault>> + Send + use<>, Fault> {
        self.letters(consumer.map_or("dlq.v1.>".into(), |name| format!("dlq.v1.{name}.>")), 1).await
    }

    /// What lies in DLQ of this location at this moment, or of none, oldest first, of every consumer.
    ///
    /// # Errors
    /// Transient, if NATS is away.
    pub async fn dead_letters_of(
        &self,
        pos_id: Option<&PosId>,
    ) -> Result<impl Stream<Item = Result<Buried, Fault>> + Send + use<>, Fault> {
        self.letters(subject::dead_letter("*", pos_id), 1).await
    }

    /// What came into DLQ after the entry with this sequence, up to this moment.
    ///
    /// # Errors
    /// Transient, if NATS is away.
    pub async fn dead_letters_after(
        &self,
        sequence: u64,
    ) -> Result<impl Stream<Item = Result<Buried, Fault>> + Send + use<>, Fault> {
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

    async fn letters(
        &self,
        filter: String,
        first: u64,
    ) -> Result<impl Stream<Item = Result<Buried, Fault>> + Send + use<>, Fault> {
        let stream = self.opened(STREAM).await?;
        Ok(self.messages(stream, &filter, first).filter_map(|message| async {
            match message.map(|(sequence, payload)| read(sequence, &payload)) {
                Ok(Err(fault)) => {
                    tracing::warn!(%fault, "passed over");
                    None
                }
                Ok(Ok(buried)) => Some(Ok(buried)),
                Err(fault) => Some(Err(fault)),
            }
        }))
    }

    /// One entry of DLQ.
    ///
    /// # Errors
    /// If there is none with this sequence, it cannot be read, or NATS is away.
    pub async fn dead_letter(&self, sequence: u64) -> Result<Buried, Fault> {
        let message =
            self.opened(STREAM).await?.get_raw_message(sequence).await.map_err(|e| match e.kind() {
                RawMessageErrorKind::NoMessageFound => {
                    Error::new(Code::NotFound, format!("There is no entry {sequence}. List them first."))
                        .into()
                }
                _ => Fault::Transient(format!("DLQ: {e}")),
            })?;
        read(sequence, &message.payload)
    }

    /// Sends an entry back to the subject it came on, as a message of its own, and deletes it once it is stored
    /// there.
    ///
    /// # Errors
    /// Transient, if it cannot be stored or deleted; after the former it stays, after the latter it is worked
    /// twice, which changes nothing.
    pub async fn replay(&self, buried: &Buried) -> Result<(), Fault> {
        let letter = &buried.letter;
        self.publish(&letter.subject, &Uuid::now_v7().to_string(), letter.payload.clone()).await?;
        let stream = self.opened(STREAM).await?;
        stream.delete_message(buried.sequence).await.map_err(|e| Fault::Transient(format!("DLQ: {e}")))?;
        Ok(())
    }
}

fn read(sequence: u64, payload: &[u8]) -> Result<Buried, Fault> {
    let event: CloudEvent<DeadLetter> = serde_json::from_slice(payload)
        .map_err(|e| Fault::Permanent(format!("entry {sequence} of DLQ cannot be read: {e}")))?;
    Ok(Buried { sequence, time: event.time, letter: event.data })
}
