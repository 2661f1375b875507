//! Working the facts: one durable consumer per partition and service, acknowledged after the commit
//! (design.md section 2, Consuming).

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{AckKind, Message};
use futures::{FutureExt as _, StreamExt as _};
use saffron_core::PosId;
use saffron_core::event::DeadLetter;
use saffron_core::fact::{Fact, StampedBatch};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::{Nats, streams};
use crate::Fault;
use crate::pg::{Database, Tx};

/// What a service does with facts.
pub trait FactWorker: Clone + Send + Sync + 'static {
    /// What is to be done after the commit.
    type Effect: Send;

    /// Applies facts within one transaction. May be called again with the same facts, in any order.
    fn apply(
        &self,
        tx: &mut Tx,
        batches: Vec<StampedBatch>,
    ) -> impl Future<Output = Result<Self::Effect, Fault>> + Send;

    /// Called after the commit, before the next batch.
    fn committed(&self, effect: Self::Effect);
}

/// The most facts that go into one transaction.
const FACTS_AT_ONCE: usize = 4_000;
/// The most bytes asked for at once.
const BYTES_AT_ONCE: usize = 8 * 1024 * 1024;

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
            consumer: streams::fact_consumer_name(service, partition),
            nats: nats.clone(),
            database: database.clone(),
            worker: worker.clone(),
        };
        partitions.spawn(lane.run(shutdown.clone()));
    }
    while partitions.join_next().await.is_some() {}
}

struct Lane<W> {
    consumer: String,
    nats: Nats,
    database: Database,
    worker: W,
}

impl<W: FactWorker> Lane<W> {
    async fn run(self, shutdown: CancellationToken) {
        let mut failures = 0_u32;
        while !shutdown.is_cancelled() {
            match self.work(&shutdown).await {
                Ok(()) => failures = 0,
                Err(fault) => {
                    failures = failures.saturating_add(1);
                    tracing::warn!(%fault, consumer = self.consumer, "facts wait");
                }
            }
            let pause = Duration::from_millis(100 * 2_u64.pow(failures.min(5)));
            tokio::select! {
                () = shutdown.cancelled() => {}
                () = tokio::time::sleep(pause) => {}
            }
        }
    }

    /// Pulls and works until the subscription breaks.
    async fn work(&self, shutdown: &CancellationToken) -> Result<(), Fault> {
        let transient = |e: &dyn std::fmt::Display| Fault::Transient(e.to_string());
        let consumer: PullConsumer = self
            .nats
            .jetstream()
            .get_consumer_from_stream(&self.consumer, self.nats.named("POS"))
            .await
            .map_err(|e| transient(&e))?;
        let messages = consumer
            .stream()
            .max_messages_per_batch(streams::IN_HAND)
            .max_bytes_per_batch(BYTES_AT_ONCE)
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
            self.settle(in_hand, shutdown).await;
            if let Some(fault) = broken {
                return Err(fault);
            }
        }
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
        let (messages, read): (Vec<Message>, Vec<_>) = group.into_iter().unzip();
        let outcome = match self.apply_whole(&messages, read).await {
            Err(fault) if !fault.is_transient() => {
                tracing::error!(%fault, consumer = self.consumer, "working the facts one by one");
                self.apply_one_by_one(&messages).await
            }
            outcome => outcome,
        };
        match outcome {
            Ok(()) => {
                for message in &messages {
                    // A lost acknowledgement brings the message again, which changes nothing.
                    if let Err(e) = message.ack().await {
                        tracing::warn!(error = %e, consumer = self.consumer, "acknowledgement lost");
                    }
                }
            }
            Err(fault) => {
                tracing::warn!(%fault, consumer = self.consumer, "facts go back");
                for message in &messages {
                    let tries = message.info().map_or(1, |info| info.delivered);
                    let pause = Duration::from_millis(100 * 2_u64.pow(tries.clamp(0, 8) as u32));
                    let _ = message.ack_with(AckKind::Nak(Some(pause))).await;
                }
            }
        }
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
                Err(e) => tx.bury(&self.letter(message, None, &message.payload, &e))?,
            }
        }
        let effect = unwound(self.worker.apply(&mut tx, batches)).await?;
        tx.commit().await?;
        self.worker.committed(effect);
        Ok(())
    }

    /// Finds the facts that cannot be worked, buries those and keeps the rest.
    async fn apply_one_by_one(&self, messages: &[Message]) -> Result<(), Fault> {
        let mut tx = self.database.begin().await?;
        let mut effects = Vec::new();
        for message in messages {
            let batch = match serde_json::from_slice::<StampedBatch>(&message.payload) {
                Ok(batch) => batch,
                Err(e) => {
                    tx.bury(&self.letter(message, None, &message.payload, &e))?;
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
                        tx.bury(&self.letter(message, Some(&batch.pos_id), &payload, &fault))?;
                    }
                }
            }
        }
        tx.commit().await?;
        effects.into_iter().for_each(|effect| self.worker.committed(effect));
        Ok(())
    }

    fn letter(
        &self,
        message: &Message,
        pos_id: Option<&PosId>,
        payload: &[u8],
        reason: &dyn std::fmt::Display,
    ) -> DeadLetter {
        DeadLetter {
            pos_id: pos_id.cloned(),
            consumer: self.consumer.clone(),
            subject: self.nats.plain(&message.subject).to_owned(),
            reason: reason.to_string(),
            attempts: message.info().map_or(1, |info| info.delivered),
            payload: String::from_utf8_lossy(payload).into_owned(),
        }
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
