//! Reacting to what other services publish: one durable consumer of EVENTS per service, each event once, acknowledged
//! after the commit of its effect (design.md section 2, Consuming and Publishing).

use std::future::Future;
use std::time::{Duration, Instant};

use async_nats::jetstream::Message;
use saffron_core::event::CloudEvent;
use serde_json::value::RawValue;
use tokio_util::sync::CancellationToken;

use super::consume::unwound;
use super::pull::Durable;
use super::{Nats, streams};
use crate::Fault;
use crate::metrics::{self, Batch, Outcome};
use crate::pg::{Database, Tx};
use crate::telemetry::{Cause, TracedBatch};

/// How long events may gather while they come faster than they are worked one by one.
const GATHER: Duration = Duration::from_millis(100);

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
    let name = streams::event_consumer_name(service);
    let durable = Durable { name, stream: "EVENTS", nats, gather: GATHER };
    let reader = Reader { durable, database, worker };
    reader.durable.run(&shutdown, |messages| reader.settle(messages)).await;
}

struct Reader<W> {
    durable: Durable,
    database: Database,
    worker: W,
}

impl<W: EventWorker> Reader<W> {
    async fn settle(&self, messages: Vec<Message>) {
        let traced = messages
            .iter()
            .map(|m| (Cause::of_message(m.headers.as_ref()), self.durable.nats.plain(&m.subject)));
        let batch = TracedBatch::of_events(&self.durable.name, traced);
        let begun = Instant::now();
        let outcome = batch.span().around(self.apply(&messages, &batch)).await;
        batch.end(outcome.is_ok());
        let worked = if outcome.is_ok() { Outcome::Committed } else { Outcome::Again };
        metrics::batch(Batch::Events, worked, begun.elapsed());
        self.durable.answer(&messages, outcome).await;
    }

    /// Applies events in one transaction, each in a savepoint: what cannot be worked is buried, the rest stays.
    async fn apply(&self, messages: &[Message], batch: &TracedBatch) -> Result<(), Fault> {
        let mut tx = self.database.begin().await?;
        let mut events = Vec::with_capacity(messages.len());
        for (place, message) in messages.iter().enumerate() {
            match serde_json::from_slice::<Heard>(&message.payload) {
                Ok(event) => events.push((batch.message(place), message, event)),
                Err(e) => tx.bury(&self.durable.letter(message, None, &message.payload, &e))?,
            }
        }
        let ids: Vec<_> = events.iter().map(|(.., event)| event.id).collect();
        let fresh = tx.first_time(&self.durable.name, &ids).await?;
        events.retain(|(.., event)| fresh.contains(&event.id));
        for (span, message, event) in events {
            let savepoint = tx.savepoint().await?;
            let (id, pos_id) = (event.id, event.subject.clone());
            match span.around(unwound(self.worker.apply(&mut tx, event))).await {
                Ok(()) => {}
                Err(fault) if fault.is_transient() => return Err(fault),
                Err(fault) => {
                    tracing::error!(%fault, consumer = self.durable.name, "an event cannot be worked");
                    tx.undo_to(savepoint).await?;
                    tx.forget_event(&self.durable.name, id).await?;
                    tx.bury(&self.durable.letter(message, pos_id.as_ref(), &message.payload, &fault))?;
                }
            }
        }
        tx.commit().await
    }
}
