//! Reacting to what other services publish: one durable consumer of EVENTS per service, each event once, acknowledged
//! after the commit of its effect (design.md section 2, Consuming and Publishing).

use std::future::Future;
use std::time::Duration;

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{AckKind, Message};
use futures::StreamExt as _;
use saffron_core::event::{CloudEvent, DeadLetter};
use serde_json::value::RawValue;
use tokio_util::sync::CancellationToken;

use super::consume::unwound;
use super::{Nats, streams};
use crate::Fault;
use crate::pg::{Database, Tx};

/// An event of another service, its data not read yet.
pub type Heard = CloudEvent<Box<RawValue>>;

/// What a service does with other services' events.
pub trait EventWorker: Clone + Send + Sync + 'static {
    /// Applies an event within a transaction. Each is applied once, in any order; `sequence` tells which of two of one
    /// source is newer.
    fn apply(&self, tx: &mut Tx, event: Heard) -> impl Future<Output = Result<(), Fault>> + Send;
}

/// Works events until `shutdown`. Returns when what is in hand is finished.
pub async fn consume_events<W: EventWorker>(
    service: &'static str,
    nats: Nats,
    database: Database,
    worker: W,
    shutdown: CancellationToken,
) {
    let reader = Reader { consumer: streams::event_consumer_name(service), nats, database, worker };
    let mut failures = 0_u32;
    while !shutdown.is_cancelled() {
        match reader.work(&shutdown).await {
            Ok(()) => failures = 0,
            Err(fault) => {
                failures = failures.saturating_add(1);
                tracing::warn!(%fault, consumer = reader.consumer, "events wait");
            }
        }
        let pause = Duration::from_millis(100 * 2_u64.pow(failures.min(5)));
        tokio::select! {
            () = shutdown.cancelled() => {}
            () = tokio::time::sleep(pause) => {}
        }
    }
}

struct Reader<W> {
    consumer: String,
    nats: Nats,
    database: Database,
    worker: W,
}

impl<W: EventWorker> Reader<W> {
    /// Pulls and works until the subscription breaks.
    async fn work(&self, shutdown: &CancellationToken) -> Result<(), Fault> {
        let transient = |e: &dyn std::fmt::Display| Fault::Transient(e.to_string());
        let consumer: PullConsumer = self
            .nats
            .jetstream()
            .get_consumer_from_stream(&self.consumer, self.nats.named("EVENTS"))
            .await
            .map_err(|e| transient(&e))?;
        let messages = consumer
            .stream()
            .max_messages_per_batch(streams::IN_HAND)
            .heartbeat(Duration::from_secs(5))
            .expires(Duration::from_secs(30))
            .messages()
            .await
            .map_err(|e| transient(&e))?;
        let mut ready = messages.ready_chunks(streams::IN_HAND);
        loop {
            let chunk = tokio::select! {
                () = shutdown.cancelled() => return Ok(()),
                chunk = ready.next() => chunk,
            };
            let Some(chunk) = chunk else { return Ok(()) };
            let mut in_hand = Vec::with_capacity(chunk.len());
            let mut broken = None;
            for message in chunk {
                match message {
                    Ok(message) => in_hand.push(message),
                    Err(e) => broken = Some(transient(&e)),
                }
            }
            self.settle(in_hand).await;
            if let Some(fault) = broken {
                return Err(fault);
            }
        }
    }

    async fn settle(&self, messages: Vec<Message>) {
        match self.apply(&messages).await {
            Ok(()) => {
                for message in &messages {
                    // A lost acknowledgement brings the event again, which changes nothing.
                    if let Err(e) = message.ack().await {
                        tracing::warn!(error = %e, consumer = self.consumer, "acknowledgement lost");
                    }
                }
            }
            Err(fault) => {
                tracing::warn!(%fault, consumer = self.consumer, "events go back");
                for message in &messages {
                    let tries = message.info().map_or(1, |info| info.delivered);
                    let pause = Duration::from_millis(100 * 2_u64.pow(tries.clamp(0, 8) as u32));
                    let _ = message.ack_with(AckKind::Nak(Some(pause))).await;
                }
            }
        }
    }

    /// Applies events in one transaction, each in a savepoint: what cannot be worked is buried, the rest stays.
    async fn apply(&self, messages: &[Message]) -> Result<(), Fault> {
        let mut tx = self.database.begin().await?;
        let mut events = Vec::with_capacity(messages.len());
        for message in messages {
            match serde_json::from_slice::<Heard>(&message.payload) {
                Ok(event) => events.push((message, event)),
                Err(e) => tx.bury(&self.letter(message, None, &e))?,
            }
        }
        let ids: Vec<_> = events.iter().map(|(_, event)| event.id).collect();
        let fresh = tx.first_time(&self.consumer, &ids).await?;
        events.retain(|(_, event)| fresh.contains(&event.id));
        for (message, event) in events {
            let savepoint = tx.savepoint().await?;
            let pos_id = event.subject.clone();
            match unwound(self.worker.apply(&mut tx, event)).await {
                Ok(()) => {}
                Err(fault) if fault.is_transient() => return Err(fault),
                Err(fault) => {
                    tracing::error!(%fault, consumer = self.consumer, "an event cannot be worked");
                    tx.undo_to(savepoint).await?;
                    tx.bury(&self.letter(message, pos_id, &fault))?;
                }
            }
        }
        tx.commit().await
    }

    fn letter(
        &self,
        message: &Message,
        pos_id: Option<saffron_core::PosId>,
        reason: &dyn std::fmt::Display,
    ) -> DeadLetter {
        DeadLetter {
            pos_id,
            consumer: self.consumer.clone(),
            subject: self.nats.plain(&message.subject).to_owned(),
            reason: reason.to_string(),
            attempts: message.info().map_or(1, |info| info.delivered),
            payload: String::from_utf8_lossy(&message.payload).into_owned(),
        }
    }
}
