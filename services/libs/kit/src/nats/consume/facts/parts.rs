//! Working messages that cannot be worked together: by locations, each part in a transaction of its own, and within one location fact
//! by fact, halving what fails.

use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

use async_nats::jetstream::{AckKind, Message};
use saffron_core::PosId;
use saffron_core::fact::{Fact, StampedBatch};

use super::super::pull::{PATIENCE, caught, delivery_count};
use super::{FactWorker, PartitionConsumer};
use crate::Fault;

/// How often NATS is informed that messages are still being worked.
const PROGRESS: Duration = Duration::from_secs(15);

/// The messages of one location; without a posID those whose subject names none.
type Location = (Option<PosId>, Vec<Message>);

/// The outcome of working in parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Parts {
    /// All of them are committed.
    Committed,
    /// Some went back to NATS.
    Partial,
}

impl<W: FactWorker> PartitionConsumer<W> {
    /// Works messages that failed together: halves of their locations, as long as those fail, and commits and acknowledges
    /// each half by itself. So a location that fails goes back alone, or becomes dead letters if it fails
    /// for good, after a number of tries that grows with the logarithm of the locations.
    pub(super) async fn work_in_parts(&self, messages: Vec<Message>) -> Parts {
        let begun = Instant::now();
        let mut reported = begun;
        let mut outcome = Parts::Committed;
        let mut parts = VecDeque::from(halves(self.by_location(messages)));
        while let Some(part) = parts.pop_front() {
            if reported.elapsed() > PROGRESS {
                reported = Instant::now();
                let in_hand: Vec<&Message> =
                    parts.iter().chain([&part]).flat_map(|part| messages_of(part)).collect();
                for message in in_hand {
                    let _ = message.ack_with(AckKind::Progress).await;
                }
            }
            let fault = match self.work_part(&part).await {
                Ok(()) => continue,
                Err(fault) => fault,
            };
            if part.len() > 1 && (!fault.is_transient() || begun.elapsed() < PATIENCE) {
                // While the whole database is away, no half succeeds.
                if !fault.is_transient() || self.database.answers().await {
                    parts.extend(halves(part));
                    continue;
                }
            }
            outcome = Parts::Partial;
            self.give_back(part, fault).await;
        }
        outcome
    }

    /// Messages by their locations. Each further delivery begins with another location, so that those that were not reached
    /// in time are reached then.
    fn by_location(&self, messages: Vec<Message>) -> Vec<Location> {
        let turn = messages.iter().map(delivery_count).max().unwrap_or(1);
        let mut locations: BTreeMap<Option<PosId>, Vec<Message>> = BTreeMap::new();
        for message in messages {
            locations.entry(self.durable.location(&message)).or_default().push(message);
        }
        let mut locations: Vec<Location> = locations.into_iter().collect();
        let first = (turn as usize).wrapping_mul(7) % locations.len().max(1);
        locations.rotate_left(first);
        locations
    }

    /// Works a part in a transaction of its own and acknowledges it.
    async fn work_part(&self, part: &[Location]) -> Result<(), Fault> {
        let begun = Instant::now();
        let messages = messages_of(part);
        let worked = match self
            .apply_together(&messages, messages.iter().map(|one| read_batch(one)).collect())
            .await
        {
            Err(fault) if part.len() == 1 && !fault.is_transient() => self.apply_bisected(&messages).await,
            outcome => outcome,
        };
        if worked.as_ref().is_err_and(Fault::is_transient) && part.len() == 1 {
            self.isolated.record_transient_failure(begun.elapsed());
        }
        worked?;
        self.durable.acknowledge(messages).await;
        Ok(())
    }

    /// Gives back the messages of a part; a single location is isolated.
    async fn give_back(&self, part: Vec<Location>, fault: Fault) {
        if let [(Some(pos_id), _)] = part.as_slice() {
            self.isolated.add([pos_id]);
        }
        let messages: Vec<Message> = part.into_iter().flat_map(|(_, messages)| messages).collect();
        self.durable.give_back(&messages, &fault).await;
    }

    /// Finds the facts of one location that cannot be worked, makes those dead letters and commits the others, in one transaction.
    pub(super) async fn apply_bisected(&self, messages: &[&Message]) -> Result<(), Fault> {
        let mut tx = self.database.begin().await?;
        let (mut batches, mut facts) = (Vec::new(), Vec::new());
        for message in messages {
            match read_batch(message) {
                Ok(mut batch) => {
                    let index = batches.len();
                    facts.extend(std::mem::take(&mut batch.facts).into_iter().map(|fact| (index, fact)));
                    batches.push((*message, batch));
                }
                Err(e) => self.durable.publish_dead_letter(&mut tx, message, None, &message.payload, &e)?,
            }
        }
        self.isolated.add(batches.iter().map(|(_, batch)| &batch.pos_id));
        let mut effects = Vec::new();
        let mut ranges = VecDeque::new();
        ranges.push_back(0..facts.len());
        while let Some(range) = ranges.pop_front() {
            let Some(some) = facts.get(range.clone()).filter(|some| !some.is_empty()) else { continue };
            let savepoint = tx.savepoint().await?;
            match caught(self.worker.apply(&mut tx, as_batches(&batches, some))).await {
                Ok(effect) => {
                    effects.push(effect);
                    tx.keep_since(savepoint).await?;
                }
                Err(fault) if fault.is_transient() => return Err(fault),
                Err(fault) => {
                    tx.undo_to(savepoint).await?;
                    if let [(index, fact)] = some {
                        let Some((message, batch)) = batches.get(*index) else { continue };
                        let alone = StampedBatch { facts: vec![fact.clone()], ..batch.clone() };
                        let payload = serde_json::to_vec(&alone).unwrap_or_default();
                        self.durable.publish_dead_letter(
                            &mut tx,
                            message,
                            Some(&batch.pos_id),
                            &payload,
                            &fault,
                        )?;
                    } else {
                        let middle = range.start + range.len() / 2;
                        ranges.push_front(middle..range.end);
                        ranges.push_front(range.start..middle);
                    }
                }
            }
        }
        let outcome = tx.commit().await;
        effects.into_iter().for_each(|effect| self.worker.committed(effect));
        outcome
    }
}

fn messages_of(part: &[Location]) -> Vec<&Message> {
    part.iter().flat_map(|(_, messages)| messages).collect()
}

/// Facts, each with the index of its batch, as batches again.
fn as_batches(batches: &[(&Message, StampedBatch)], facts: &[(usize, Fact)]) -> Vec<StampedBatch> {
    let of_one = facts.chunk_by(|(one, _), (other, _)| one == other);
    let batch = |of_one: &[(usize, Fact)]| {
        let (index, _) = of_one.first()?;
        let (_, empty) = batches.get(*index)?;
        let facts = of_one.iter().map(|(_, fact)| fact.clone()).collect();
        Some(StampedBatch { facts, ..empty.clone() })
    };
    of_one.filter_map(batch).collect()
}

pub(super) fn read_batch(message: &Message) -> serde_json::Result<StampedBatch> {
    serde_json::from_slice(&message.payload)
}

/// Two halves; a single location stays as it is.
fn halves(mut locations: Vec<Location>) -> Vec<Vec<Location>> {
    if locations.len() < 2 {
        return vec![locations];
    }
    let second = locations.split_off(locations.len() / 2);
    vec![locations, second]
}
