//! Working the facts: one durable consumer per partition and service, acknowledged after the commit.

mod isolated;
mod parts;

use std::collections::{BTreeMap, BTreeSet};
use std::future::Future;
use std::time::{Duration, Instant};

use async_nats::jetstream::{AckKind, Message};
use saffron_core::PosId;
use saffron_core::fact::StampedBatch;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use self::isolated::Isolated;
use self::parts::Parts;
use super::pull::{DurableConsumer, MANY_DELIVERIES, caught, delivery_count};
use crate::Fault;
use crate::metrics::{self, Batch, Outcome};
use crate::nats::{Nats, streams};
use crate::pg::{Database, Tx};
use crate::telemetry::{TraceParent, TracedBatch};

/// The most facts that go into one transaction.
const FACTS_AT_ONCE: usize = 4_000;

/// What a service does with facts.
pub trait FactWorker: Clone + Send + Sync + 'static {
    /// The input of [`FactWorker::committed`].
    type Effect: Send;
    /// How long facts may gather in dense trade before they are worked together: half a second goes unnoticed in most of
    /// what is shown.
    const GATHER: Duration = Duration::from_millis(500);

    /// Applies facts within one transaction. May be called again with the same facts, in any order.
    fn apply(
        &self,
        tx: &mut Tx,
        batches: Vec<StampedBatch>,
    ) -> impl Future<Output = Result<Self::Effect, Fault>> + Send;

    /// Called after the commit, before the next batch; also where the answer to the commit was lost. If that commit
    /// took effect, the batch changes nothing when it is delivered again, and has no effect to report.
    fn committed(&self, effect: Self::Effect) {
        drop(effect);
    }
}

/// The consumer of one partition.
pub(super) struct PartitionConsumer<W> {
    pub durable: DurableConsumer,
    pub database: Database,
    pub worker: W,
    /// Locations whose facts are worked apart from the others.
    isolated: Isolated,
}

/// Works all partitions until `shutdown`. Returns when every running batch is finished.
pub async fn consume_facts<W: FactWorker>(
    service: &'static str,
    nats: Nats,
    database: Database,
    worker: W,
    shutdown: CancellationToken,
) {
    let mut partitions = JoinSet::new();
    for partition in 0..PosId::PARTITIONS {
        let consumer = PartitionConsumer {
            durable: DurableConsumer {
                name: streams::fact_consumer_name(service, partition),
                stream: "POS",
                nats: nats.clone(),
                gather: W::GATHER,
            },
            database: database.clone(),
            worker: worker.clone(),
            isolated: Isolated::default(),
        };
        partitions.spawn(consumer.run(shutdown.clone()));
    }
    while let Some(ended) = partitions.join_next().await {
        // Without this consumer its partition would not be worked: the service ends with it.
        if let Err(error) = ended
            && error.is_panic()
        {
            std::panic::resume_unwind(error.into_panic());
        }
    }
}

/// A message, and its facts if they can be read.
type Read = (Message, serde_json::Result<StampedBatch>);

impl<W: FactWorker> PartitionConsumer<W> {
    async fn run(self, shutdown: CancellationToken) {
        self.durable.run(&shutdown, |messages| self.handle(messages, &shutdown)).await;
    }

    /// Works messages in groups of a bounded number of facts, and acknowledges each group after its commit; then the messages
    /// of isolated locations, location by location. At shutdown the running group is finished, and the rest goes back at once.
    async fn handle(&self, messages: Vec<Message>, shutdown: &CancellationToken) {
        let mut group = Vec::new();
        let mut facts = 0;
        let mut isolated: BTreeMap<PosId, Vec<Message>> = BTreeMap::new();
        for message in messages {
            if shutdown.is_cancelled() {
                let _ = message.ack_with(AckKind::Nak(None)).await;
                continue;
            }
            if let Some(pos_id) = self.durable.location(&message).filter(|one| self.isolated.contains(one)) {
                isolated.entry(pos_id).or_default().push(message);
                continue;
            }
            let read = parts::read_batch(&message);
            let fact_count = fact_count(&read);
            if facts + fact_count > FACTS_AT_ONCE && !group.is_empty() {
                self.handle_group(std::mem::take(&mut group)).await;
                facts = 0;
            }
            facts += fact_count;
            group.push((message, read));
        }
        if !group.is_empty() {
            self.handle_group(group).await;
        }
        for (pos_id, messages) in isolated {
            self.handle_isolated(&pos_id, messages, shutdown).await;
        }
    }

    /// Works the messages of a location that is isolated, in groups of its own, unless isolated locations are resting.
    async fn handle_isolated(&self, pos_id: &PosId, messages: Vec<Message>, shutdown: &CancellationToken) {
        let mut messages = messages.into_iter().peekable();
        while messages.peek().is_some() {
            if self.isolated.are_backing_off() || shutdown.is_cancelled() {
                let rest: Vec<Message> = messages.collect();
                self.durable.nak(&rest).await;
                return;
            }
            let (mut group, mut facts) = (Vec::new(), 0);
            while let Some(message) = messages.next_if(|_| facts < FACTS_AT_ONCE) {
                let read = parts::read_batch(&message);
                facts += fact_count(&read);
                group.push((message, read));
            }
            let begun = Instant::now();
            match self.handle_group(group).await {
                Outcome::Committed => self.isolated.remove(pos_id),
                Outcome::Redeliver => self.isolated.record_transient_failure(begun.elapsed()),
                Outcome::Split => {}
            }
        }
    }

    /// Works a group within a span, and counts it.
    async fn handle_group(&self, group: Vec<Read>) -> Outcome {
        let traced = group.iter().map(|(message, read)| {
            let pos_id = read.as_ref().ok().map(|batch| batch.pos_id.clone());
            (
                TraceParent::of_message(message.headers.as_ref()),
                self.durable.nats.unprefixed(&message.subject),
                pos_id,
            )
        });
        let batch = TracedBatch::of_facts(&self.durable.name, traced);
        let (messages, read): (Vec<Message>, Vec<_>) = group.into_iter().unzip();
        let begun = Instant::now();
        let worked = batch.span().around(self.work(messages, read)).await;
        batch.end(worked != Outcome::Redeliver);
        metrics::batch(Batch::Facts, worked, begun.elapsed());
        worked
    }

    /// Works messages in one transaction, and in parts if that fails; acknowledges those that are committed and gives back the
    /// rest.
    async fn work(&self, messages: Vec<Message>, read: Vec<serde_json::Result<StampedBatch>>) -> Outcome {
        let in_hand: Vec<&Message> = messages.iter().collect();
        let fault = match self.apply_together(&in_hand, read).await {
            Ok(()) => {
                self.durable.acknowledge(in_hand).await;
                return Outcome::Committed;
            }
            Err(fault) => fault,
        };
        let for_good = !fault.is_transient();
        // The cause may be one location, whose node is away, or the whole database.
        let comes_again = !for_good
            && messages.iter().any(|message| delivery_count(message) >= MANY_DELIVERIES)
            && self.database.answers().await;
        let located: BTreeSet<Option<PosId>> =
            messages.iter().map(|message| self.durable.location(message)).collect();
        if located.len() > 1 && (for_good || comes_again) {
            tracing::warn!(%fault, consumer = self.durable.name, "working the facts in parts");
            return match self.work_in_parts(messages).await {
                Parts::Committed => Outcome::Split,
                Parts::Partial => Outcome::Redeliver,
            };
        }
        if comes_again {
            self.isolated.add(located.iter().flatten());
        }
        let outcome = if for_good {
            tracing::error!(%fault, consumer = self.durable.name, "some facts of a location cannot be worked");
            self.apply_bisected(&in_hand).await
        } else {
            Err(fault)
        };
        match outcome {
            Ok(()) => {
                self.durable.acknowledge(in_hand).await;
                Outcome::Split
            }
            Err(fault) => {
                self.durable.give_back(&messages, &fault).await;
                Outcome::Redeliver
            }
        }
    }

    /// Works messages in one transaction.
    pub(super) async fn apply_together(
        &self,
        messages: &[&Message],
        read: Vec<serde_json::Result<StampedBatch>>,
    ) -> Result<(), Fault> {
        let mut tx = self.database.begin().await?;
        let mut batches = Vec::with_capacity(messages.len());
        for (message, read) in messages.iter().zip(read) {
            match read {
                Ok(batch) => batches.push(batch),
                Err(e) => self.durable.publish_dead_letter(&mut tx, message, None, &message.payload, &e)?,
            }
        }
        let effect = caught(self.worker.apply(&mut tx, batches)).await?;
        let outcome = tx.commit().await;
        self.worker.committed(effect);
        outcome
    }
}

fn fact_count(read: &serde_json::Result<StampedBatch>) -> usize {
    read.as_ref().map_or(0, |batch| batch.facts.len())
}
