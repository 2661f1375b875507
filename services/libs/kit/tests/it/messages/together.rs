//! What comes at the same time goes together: to NATS, and through a worker.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures::future::join_all;
use saffron_core::fact::StampedBatch;
use saffron_core::{DayStarts, Source};
use saffron_kit::nats::consume::{FactWorker, consume_facts};
use saffron_kit::nats::{Nats, subject};
use saffron_kit::pg::Tx;
use saffron_kit::{CancellationToken, Fault};
use saffron_testkit::{TestNats, nats};

use crate::{CONSUMERS, fresh_database, pos_id};

/// Publishes so many at once, and gives the outcomes.
async fn publish(nats: &Nats, names: impl Iterator<Item = String>) -> Vec<Result<(), Fault>> {
    let subject = subject::event(Some(&pos_id()), "auth", "location_provisioned");
    join_all(names.map(|name| {
        let (nats, subject) = (nats.clone(), subject.clone());
        async move { nats.publish(&subject, &name, name.clone()).await }
    }))
    .await
}

fn names(count: usize) -> impl Iterator<Item = String> {
    (0..count).map(|number| format!("event {number}"))
}

/// What EVENTS holds, sorted.
async fn stored(nats: &TestNats) -> Vec<String> {
    let stored = nats.stored("EVENTS").await;
    let mut stored: Vec<String> =
        stored.into_iter().map(|(_, body)| String::from_utf8(body).unwrap()).collect();
    stored.sort();
    stored
}

#[tokio::test]
async fn concurrent_messages_are_stored_once_in_few_batches() {
    let nats = nats(&CONSUMERS).await;
    assert!(publish(&nats.nats, names(600)).await.iter().all(Result::is_ok));
    let mut wanted: Vec<String> = names(600).collect();
    wanted.sort();
    assert_eq!(stored(&nats).await, wanted);
    // The first goes alone, because none waits yet.
    let batches = nats.batches("EVENTS").await;
    assert!((3..=6).contains(&batches), "{batches} batches");
}

#[tokio::test]
async fn a_stored_duplicate_does_not_hold_up_its_batch() {
    let nats = nats(&CONSUMERS).await;
    assert!(publish(&nats.nats, names(10)).await.iter().all(Result::is_ok));
    assert!(publish(&nats.nats, names(100)).await.iter().all(Result::is_ok));
    // Twice at the same time, too.
    let twice = (0..2).flat_map(|_| (100..150).map(|number| format!("event {number}")));
    assert!(publish(&nats.nats, twice).await.iter().all(Result::is_ok));
    let mut wanted: Vec<String> = names(150).collect();
    wanted.sort();
    assert_eq!(stored(&nats).await, wanted);
}

#[tokio::test]
async fn a_full_stream_refuses_only_what_does_not_fit() {
    let nats = nats(&CONSUMERS).await;
    // 64 MiB, of which each takes one and a bit.
    let outcomes = join_all((0..80).map(|number| {
        let (nats, subject) = (nats.nats.clone(), subject::facts(&pos_id()));
        async move { nats.publish(&subject, &format!("{number}"), vec![b' '; 1 << 20]).await }
    }))
    .await;
    let taken = outcomes.iter().filter(|outcome| outcome.is_ok()).count();
    assert!((50..64).contains(&taken), "{taken} were taken");
    assert_eq!(nats.stored("POS").await.len(), taken);
    assert!(outcomes.iter().flat_map(|outcome| outcome.as_ref().err()).all(Fault::is_transient));
}

/// Counts its transactions and what it worked.
#[derive(Clone, Default)]
struct Counting {
    transactions: Arc<AtomicUsize>,
    worked: Arc<AtomicUsize>,
}

impl FactWorker for Counting {
    type Effect = usize;

    async fn apply(&self, _: &mut Tx, batches: Vec<StampedBatch>) -> Result<usize, Fault> {
        Ok(batches.len())
    }

    fn committed(&self, batches: usize) {
        self.transactions.fetch_add(1, Ordering::SeqCst);
        self.worked.fetch_add(batches, Ordering::SeqCst);
    }
}

#[tokio::test]
async fn facts_in_dense_trade_gather_before_they_are_worked() {
    const FACTS: usize = 300;
    let (nats, database, worker) = (nats(&CONSUMERS).await, fresh_database().await, Counting::default());
    let shutdown = CancellationToken::new();
    let working = consume_facts("inventory", nats.nats.clone(), database, worker.clone(), shutdown.clone());
    let working = tokio::spawn(working);
    let batch = StampedBatch {
        pos_id: pos_id(),
        zone: "America/New_York".parse().unwrap(),
        day_starts: DayStarts::default(),
        received_at: "2026-07-18T16:00:00Z".parse().unwrap(),
        source: Source::Till,
        facts: Vec::new(),
    };
    let (subject, batch) = (subject::facts(&pos_id()), serde_json::to_vec(&batch).unwrap());
    let put = || nats.put(&subject, batch.clone());
    // It has learned that they come densely.
    for _ in 0..FACTS {
        put().await;
    }
    let before = worker.transactions.load(Ordering::SeqCst);
    for _ in 0..FACTS {
        put().await;
    }
    nats.facts_settled("inventory").await;
    assert_eq!(worker.worked.load(Ordering::SeqCst), 2 * FACTS);
    let transactions = worker.transactions.load(Ordering::SeqCst) - before;
    assert!(transactions <= FACTS / 20, "{FACTS} messages took {transactions} transactions");
    shutdown.cancel();
    working.await.unwrap();
}
