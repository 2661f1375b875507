//! Reacting to what other services publish: one durable consumer of EVENTS per service, each event once, acknowledged
//! after the commit of its effect.

use std::future::Future;
use std::time::{Duration, Instant};

use async_nats::HeaderValue;
use async_nats::jetstream::Message;
use saffron_core::event::{CloudEvent, Event};
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::pull::{DurableConsumer, MANY_DELIVERIES, PATIENCE, caught, delivery_count};
use crate::Fault;
use crate::metrics::{self, Batch, Outcome};
use crate::nats::publish::FOR_CONSUMER;
pub use crate::nats::streams::EventName;
use crate::nats::{Nats, streams};
use crate::pg::{Database, Tx};
use crate::telemetry::{TraceParent, TracedBatch};

/// How long events may gather while they come faster than they are worked one by one.
const GATHER: Duration = Duration::from_millis(100);

/// An event of another service, its data not read yet.
pub type Received = CloudEvent<Box<RawValue>>;

/// Reads the data of an event as type `E`.
///
/// # Errors
/// If it is not of this type; it never will be.
pub fn data<E: DeserializeOwned>(event: &Received) -> Result<E, Fault> {
    serde_json::from_str(event.data.get()).map_err(|e| Fault::Permanent(format!("{}: {e}", event.r#type)))
}

/// The domain and name of an event type, for [`EventWorker::EVENTS`].
#[must_use]
pub const fn event<E: Event>() -> EventName {
    (E::DOMAIN, E::NAME)
}

/// What a service does with other services' events.
pub trait EventWorker: Clone + Send + Sync + 'static {
    /// The events that the service works, each by [`event`].
    const EVENTS: &'static [EventName];
    /// Applies an event within a transaction. Each is applied once, in any order; `sequence` shows which of two of one
    /// source is newer.
    fn apply(&self, tx: &mut Tx, event: Received) -> impl Future<Output = Result<(), Fault>> + Send;
}

/// Works events until `shutdown`. Returns when the running batch is finished.
pub async fn consume_events<W: EventWorker>(
    service: &'static str,
    nats: Nats,
    database: Database,
    worker: W,
    shutdown: CancellationToken,
) {
    let name = streams::event_consumer_name(service);
    let durable = DurableConsumer { name, stream: "EVENTS", nats, gather: GATHER };
    let reader = Reader { durable, database, worker };
    reader.durable.run(&shutdown, |messages| reader.handle(messages)).await;
}

/// The consumer of EVENTS of one service.
struct Reader<W> {
    durable: DurableConsumer,
    database: Database,
    worker: W,
}

impl<W: EventWorker> Reader<W> {
    /// Works the messages that are for this consumer, and counts them; acknowledges the others.
    async fn handle(&self, messages: Vec<Message>) {
        let (messages, others): (Vec<_>, Vec<_>) =
            messages.into_iter().partition(|message| self.is_addressed(message));
        self.durable.acknowledge(&others).await;
        if messages.is_empty() {
            return;
        }
        let traced = messages
            .iter()
            .map(|m| (TraceParent::of_message(m.headers.as_ref()), self.durable.nats.unprefixed(&m.subject)));
        let batch = TracedBatch::of_events(&self.durable.name, traced);
        let begun = Instant::now();
        let worked = batch.span().around(self.work(messages, &batch)).await;
        batch.end(worked != Outcome::Redeliver);
        metrics::batch(Batch::Events, worked, begun.elapsed());
    }

    /// Works messages in one transaction, and one by one if that fails; acknowledges those that are committed and gives back
    /// the rest.
    async fn work(&self, messages: Vec<Message>, batch: &TracedBatch) -> Outcome {
        let indexed: Vec<(usize, &Message)> = messages.iter().enumerate().collect();
        let mut outcome = self.apply(&indexed, batch, Savepoints::None).await;
        let mut worked = Outcome::Committed;
        if outcome.as_ref().is_err_and(|fault| !fault.is_transient()) {
            worked = Outcome::Split;
            outcome = self.apply(&indexed, batch, Savepoints::Each).await;
        }
        let comes_again = messages.iter().any(|message| delivery_count(message) >= MANY_DELIVERIES);
        let is_one_of_many = outcome.is_err() && comes_again && messages.len() > 1;
        if is_one_of_many && self.database.answers().await {
            return self.work_alone(&indexed, batch).await;
        }
        if outcome.is_err() {
            worked = Outcome::Redeliver;
        }
        self.durable.answer(&messages, outcome).await;
        worked
    }

    /// Works each message in a transaction of its own: one that fails for now stops no other.
    async fn work_alone(&self, messages: &[(usize, &Message)], batch: &TracedBatch) -> Outcome {
        let begun = Instant::now();
        let mut worked = Outcome::Split;
        for one in messages {
            let (_, message) = *one;
            if begun.elapsed() > PATIENCE {
                worked = Outcome::Redeliver;
                self.durable.nak([message]).await;
                continue;
            }
            match self.apply(&[*one], batch, Savepoints::Each).await {
                Ok(()) => self.durable.acknowledge([message]).await,
                Err(fault) => {
                    worked = Outcome::Redeliver;
                    self.durable.give_back([message], &fault).await;
                }
            }
        }
        worked
    }

    /// Applies events in one transaction; with savepoints, one that cannot be worked becomes a dead letter and the others stay.
    async fn apply(
        &self,
        messages: &[(usize, &Message)],
        batch: &TracedBatch,
        savepoints: Savepoints,
    ) -> Result<(), Fault> {
        let mut tx = self.database.begin().await?;
        let mut events = Vec::with_capacity(messages.len());
        for (index, message) in messages {
            match serde_json::from_slice::<Received>(&message.payload) {
                Ok(event) => events.push((batch.message(*index), *message, event)),
                Err(e) => self.durable.publish_dead_letter(&mut tx, message, None, &message.payload, &e)?,
            }
        }
        let fresh =
            self.fresh(&mut tx, events.iter().map(|(_, message, event)| (*message, event.id))).await?;
        events.retain(|(.., event)| fresh.contains(&event.id));
        for (span, message, event) in events {
            if savepoints == Savepoints::None {
                span.around(caught(self.worker.apply(&mut tx, event))).await?;
                continue;
            }
            let savepoint = tx.savepoint().await?;
            let (id, pos_id) = (event.id, event.subject.clone());
            match span.around(caught(self.worker.apply(&mut tx, event))).await {
                Ok(()) => tx.keep_since(savepoint).await?,
                Err(fault) if fault.is_transient() => return Err(fault),
                Err(fault) => {
                    tracing::error!(%fault, consumer = self.durable.name, "an event cannot be worked");
                    tx.undo_to(savepoint).await?;
                    tx.note_dead_letter(&self.durable.name, id).await?;
                    self.durable.publish_dead_letter(
                        &mut tx,
                        message,
                        pos_id.as_ref(),
                        &message.payload,
                        &fault,
                    )?;
                }
            }
        }
        tx.commit().await
    }

    /// Notes that these events are worked, and returns those that were not worked before.
    async fn fresh<'m>(
        &self,
        tx: &mut Tx,
        events: impl Iterator<Item = (&'m Message, Uuid)>,
    ) -> Result<Vec<Uuid>, Fault> {
        let consumer = &self.durable.name;
        let (back, others): (Vec<_>, Vec<_>) = events.partition(|(message, _)| addressee(message).is_some());
        let others: Vec<Uuid> = others.into_iter().map(|(_, id)| id).collect();
        let mut fresh = tx.first_time(consumer, &others).await?;
        // An operator replays a dead letter.
        for (_, id) in back {
            if tx.first_time_replayed(consumer, id).await? {
                fresh.push(id);
            }
        }
        Ok(fresh)
    }

    /// Whether a message is for this consumer: a replayed dead letter is for the consumer that gave it up.
    fn is_addressed(&self, message: &Message) -> bool {
        addressee(message).is_none_or(|consumer| consumer == self.durable.name)
    }
}

/// The single consumer that a message is for; none if it is for all.
fn addressee(message: &Message) -> Option<&str> {
    message.headers.as_ref()?.get(FOR_CONSUMER).map(HeaderValue::as_str)
}

/// Whether each event can be taken back by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Savepoints {
    None,
    Each,
}
