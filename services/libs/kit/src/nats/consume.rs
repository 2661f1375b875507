//! Working the facts: one durable consumer per partition and service, acknowledged after the commit
//! (design.md section 2, Consuming).

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::time::{Duration, Instant};

use async_nats::jetstream::{AckKind, Message};
use futures::FutureExt as _;
use saffron_core::PosId;
use saffron_core::fact::{Fact, StampedBatch};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::pull::Durable;
use super::{Nats, streams};
use crate::Fault;
use crate::metrics::{self, Batch, Outcome};
use crate::pg::{Database, Tx};
use crate::telemetry::{Cause, TracedBatch};

/// What a service does with facts.
pub trait FactWorker: Clone + Send + Sync + 'static {
    /// What is to be done after the commit.
    type Effect: Send;
    /// How long facts may gather in dense trade, before they are worked together. Nobody looks at most of what comes of
    /// them within a second.
    const GATHER: Duration = Duration::from_millis(500);

    /// Applies facts within one transaction. May be called again with the same facts, in any order.
    fn apply(
        &self,
        tx: &mut Tx,
        batches: Vec<StampedBatch>,
    ) -> impl Future<Output = Result<Self::Effect, Fault>> + Send;

    /// Called after the commit, before the next batch; also where its answer was lost, so that nobody knows whether it
    /// stands. What comes again then changes nothing, and would tell of nothing.
    fn committed(&self, effect: Self::Effect);
}

/// The most facts that go into one transaction.
const FACTS_AT_ONCE: usize = 4_000;

/// Works all partitions until `shutdown`. Returns when every batch in hand is finished.
pub async fn consume_facts<W: FactWorker>(
    service: &'static str,
    nats: Nats,
    database: Database,
    worker: W,
    shutdown: CancellationToken,
) {
    let mut partitions = JoinSet::new();
    for partition in 0..PosId::PARTITIONS {
        let lane = Lane {
            durable: Durable {
                name: streams::fact_consumer_name(service, partition),
                stream: "POS",
                nats: nats.clone(),
                gather: W::GATHER,
            },
            database: database.clone(),
            worker: worker.clone(),
        };
        partitions.spawn(lane.run(shutdown.clone()));
    }
    while let Some(ended) = partitions.join_next().await {
        // A lane that is gone would leave its partition to nobody: the service ends with it.
        if let Err(error) = ended
            && error.is_panic()
        {
            std::panic::resume_unwind(error.into_panic());
        }
    }
}

struct Lane<W> {
    durable: Durable,
    database: Database,
    worker: W,
}

impl<W: FactWorker> Lane<W> {
    async fn run(self, shutdown: CancellationToken) {
        self.durable.run(&shutdown, |messages| self.settle(messages, &shutdown)).await;
    }

    /// Works messages in groups of a bounded number of facts, and acknowledges each group after its commit. At
    /// shutdown the group in hand is finished, and the rest goes back at once.
    async fn settle(&self, messages: Vec<Message>, shutdown: &CancellationToken) {
        let mut group = Vec::new();
        let mut facts = 0;
        for message in messages {
            if shutdown.is_cancelled() {
                let _ = message.ack_with(AckKind::Nak(None)).await;
                continue;
            }
            let read = serde_json::from_slice::<StampedBatch>(&message.payload);
            let weight = read.as_ref().map_or(0, |batch| batch.facts.len());
            if facts + weight > FACTS_AT_ONCE && !group.is_empty() {
                self.settle_group(std::mem::take(&mut group)).await;
                facts = 0;
            }
            facts += weight;
            group.push((message, read));
        }
        if !group.is_empty() {
            self.settle_group(group).await;
        }
    }

    async fn settle_group(&self, group: Vec<(Message, serde_json::Result<StampedBatch>)>) {
        let traced = group.iter().map(|(message, read)| {
            let pos_id = read.as_ref().ok().map(|batch| batch.pos_id.clone());
            (Cause::of_message(message.headers.as_ref()), self.durable.nats.plain(&message.subject), pos_id)
        });
        let batch = TracedBatch::of_facts(&self.durable.name, traced);
        let (messages, read): (Vec<Message>, Vec<_>) = group.into_iter().unzip();
        let begun = Instant::now();
        let apply = async {
            match self.apply_whole(&messages, read).await {
                Err(fault) if !fault.is_transient() => {
                    tracing::error!(%fault, consumer = self.durable.name, "working the facts one by one");
                    (self.apply_one_by_one(&messages).await, Outcome::Singly)
                }
                outcome => (outcome, Outcome::Committed),
            }
        };
        let (outcome, worked) = batch.span().around(apply).await;
        batch.end(outcome.is_ok());
        let worked = if outcome.is_ok() { worked } else { Outcome::Again };
        metrics::batch(Batch::Facts, worked, begun.elapsed());
        self.durable.answer(&messages, outcome).await;
    }

    async fn apply_whole(
        &self,
        messages: &[Message],
        read: Vec<serde_json::Result<StampedBatch>>,
    ) -> Result<(), Fault> {
        let mut tx = self.database.begin().await?;
        let mut batches = Vec::with_capacity(messages.len());
        for (message, read) in messages.iter().zip(read) {
            match read {
                Ok(batch) => batches.push(batch),
                Err(e) => tx.bury(&self.durable.letter(message, None, &message.payload, &e))?,
            }
        }
        let effect = unwound(self.worker.apply(&mut tx, batches)).await?;
        let outcome = tx.commit().await;
        self.worker.committed(effect);
        outcome
    }

    /// Finds the facts that cannot be worked, buries those and keeps the rest.
    async fn apply_one_by_one(&self, messages: &[Message]) -> Result<(), Fault> {
        let mut tx = self.database.begin().await?;
        let mut effects = Vec::new();
        for message in messages {
            let batch = match serde_json::from_slice::<StampedBatch>(&message.payload) {
                Ok(batch) => batch,
                Err(e) => {
                    tx.bury(&self.durable.letter(message, None, &message.payload, &e))?;
                    continue;
                }
            };
            for fact in &batch.facts {
                let alone = StampedBatch { facts: vec![fact.clone()], ..empty_like(&batch) };
                let savepoint = tx.savepoint().await?;
                match unwound(self.worker.apply(&mut tx, vec![alone.clone()])).await {
                    Ok(effect) => effects.push(effect),
                    Err(fault) if fault.is_transient() => return Err(fault),
                    Err(fault) => {
                        tx.undo_to(savepoint).await?;
                        let payload = serde_json::to_vec(&alone).unwrap_or_default();
                        tx.bury(&self.durable.letter(message, Some(&batch.pos_id), &payload, &fault))?;
                    }
                }
            }
        }
        let outcome = tx.commit().await;
        effects.into_iter().for_each(|effect| self.worker.committed(effect));
        outcome
    }
}

fn empty_like(batch: &StampedBatch) -> StampedBatch {
    StampedBatch {
        pos_id: batch.pos_id.clone(),
        zone: batch.zone.clone(),
        received_at: batch.received_at,
        facts: Vec::<Fact>::new(),
    }
}

/// A panic is a permanent failure of what was worked, not of the worker.
pub(super) async fn unwound<T>(work: impl Future<Output = Result<T, Fault>>) -> Result<T, Fault> {
    match AssertUnwindSafe(work).catch_unwind().await {
        Ok(result) => result,
        Err(_) => Err(Fault::Permanent("panicked".into())),
    }
}
