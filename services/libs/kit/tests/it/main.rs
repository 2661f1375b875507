//! Outbox, relay and inbox on real Postgres and NATS.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod health;
mod messages;
mod pg;
mod proxy;

use saffron_core::event::LocationProvisioned;
use saffron_core::{Clock, PosId};
use saffron_kit::CancellationToken;
use saffron_kit::nats::streams::{Consumers, EventName};
use saffron_kit::pg::{Database, run_relay};
use saffron_testkit::{database, eventually, nats};
use sqlx::migrate::Migrator;
use uuid::Uuid;

/// Services of which these tests play a part.
const CONSUMERS: [Consumers; 6] = [
    Consumers { service: "reports", facts: true, events: &[] },
    Consumers { service: "inventory", facts: true, events: &[] },
    Consumers { service: "payments", facts: true, events: &[] },
    Consumers { service: "customers", facts: true, events: &[("marketing", "reward_message_settled")] },
    Consumers { service: "marketing", facts: true, events: DESCRIBED },
    Consumers { service: "notifications", facts: true, events: DESCRIBED },
];
const DESCRIBED: &[EventName] = &[("auth", "location_described")];

/// Kit's own tables are all that these tests need.
static NO_MIGRATIONS: Migrator = Migrator::DEFAULT;

async fn fresh_database() -> Database {
    database("kit", &NO_MIGRATIONS, Clock::system()).await
}

fn news(name: &str) -> LocationProvisioned {
    LocationProvisioned { pos_id: pos_id(), name: name.into(), time_zone: "UTC".into() }
}

fn pos_id() -> PosId {
    "p1".parse().unwrap()
}

async fn waiting(database: &Database) -> i64 {
    sqlx::query_scalar("SELECT count(*) FROM outbox").fetch_one(database.pool()).await.unwrap()
}

#[tokio::test]
async fn committed_events_alone_are_published_in_order() {
    let (database, nats) = (fresh_database().await, nats(&CONSUMERS).await);
    let mut events = nats.subscribe("saffron.v1.p1.auth.location_provisioned").await;
    let shutdown = CancellationToken::new();
    let relay = tokio::spawn(run_relay(database.clone(), nats.nats.clone(), shutdown.clone()));

    let mut undone = database.begin().await.unwrap();
    undone.publish(&news("undone")).unwrap();
    drop(undone);
    for name in ["first", "second"] {
        let mut tx = database.begin().await.unwrap();
        tx.publish(&news(name)).unwrap();
        let savepoint = tx.savepoint().await.unwrap();
        tx.publish(&news("taken back")).unwrap();
        tx.undo_to(savepoint).await.unwrap();
        tx.commit().await.unwrap();
    }
    let (first, second) = (events.expect_event(|_| true).await, events.expect_event(|_| true).await);
    assert_eq!((&first.data["name"], &second.data["name"]), (&"first".into(), &"second".into()));
    assert!(first.sequence < second.sequence);
    assert_eq!((first.source.as_str(), first.subject), ("kit", Some(pos_id())));
    assert_eq!(first.r#type, "saffron.auth.location_provisioned.v1");
    eventually("the outbox to be empty", || async { (waiting(&database).await == 0).then_some(()) }).await;
    shutdown.cancel();
    relay.await.unwrap();
}

#[tokio::test]
async fn an_event_that_cannot_be_published_waits() {
    let (database, nats) = (fresh_database().await, nats(&CONSUMERS).await);
    let mut tx = database.begin().await.unwrap();
    tx.publish(&news("early")).unwrap();
    tx.commit().await.unwrap();
    assert_eq!(waiting(&database).await, 1);
    // Two replicas, started after the commit: each row is carried once.
    let mut events = nats.subscribe("saffron.v1.p1.>").await;
    let shutdown = CancellationToken::new();
    let relays: Vec<_> = (0..2)
        .map(|_| tokio::spawn(run_relay(database.clone(), nats.nats.clone(), shutdown.clone())))
        .collect();
    let mut tx = database.begin().await.unwrap();
    tx.publish(&news("late")).unwrap();
    tx.commit().await.unwrap();
    let received = [events.expect_event(|_| true).await.data, events.expect_event(|_| true).await.data];
    assert_eq!(received.map(|data| data["name"].as_str().unwrap().to_owned()), ["early", "late"]);
    eventually("the outbox to be empty", || async { (waiting(&database).await == 0).then_some(()) }).await;
    shutdown.cancel();
    for relay in relays {
        relay.await.unwrap();
    }
}

#[tokio::test]
async fn an_unacknowledged_event_is_published_until_it_is_stored() {
    let (database, nats) = (fresh_database().await, nats(&CONSUMERS).await);
    nats.lose_events().await;
    // A subscriber gets an event that no stream takes, too.
    let mut events = nats.subscribe("saffron.v1.p1.>").await;
    let shutdown = CancellationToken::new();
    let relay = tokio::spawn(run_relay(database.clone(), nats.nats.clone(), shutdown.clone()));
    let mut tx = database.begin().await.unwrap();
    tx.publish(&news("early")).unwrap();
    tx.commit().await.unwrap();
    let (first, again) = (events.expect_event(|_| true).await, events.expect_event(|_| true).await);
    assert_eq!(first.id, again.id);
    nats.apply().await;
    eventually("the outbox to be empty", || async { (waiting(&database).await == 0).then_some(()) }).await;
    assert_eq!(nats.stored("EVENTS").await.len(), 1);
    shutdown.cancel();
    relay.await.unwrap();
}

#[tokio::test]
async fn an_event_has_its_effect_once() {
    let database = fresh_database().await;
    let [a, b, c] = [Uuid::now_v7(), Uuid::now_v7(), Uuid::now_v7()];
    let mut undone = database.begin().await.unwrap();
    assert_eq!(undone.first_time("points", &[a]).await.unwrap(), [a]);
    drop(undone);
    let mut tx = database.begin().await.unwrap();
    assert_eq!(tx.first_time("points", &[b, a]).await.unwrap(), [b, a]);
    tx.commit().await.unwrap();
    let mut tx = database.begin().await.unwrap();
    assert_eq!(tx.first_time("points", &[a, c, b]).await.unwrap(), [c]);
    assert_eq!(tx.first_time("stock", &[a]).await.unwrap(), [a], "another consumer works it too");
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn the_inbox_forgets_events_that_cannot_come_again() {
    let start = "2026-01-01T00:00:00Z".parse().unwrap();
    let clock = Clock::fixed(start);
    let database = database("kit", &NO_MIGRATIONS, clock.clone()).await;
    let (old, young) = (Uuid::now_v7(), Uuid::now_v7());
    let note = async |id| {
        let mut tx = database.begin().await.unwrap();
        let fresh = tx.first_time("points", &[id]).await.unwrap();
        tx.commit().await.unwrap();
        !fresh.is_empty()
    };
    assert!(note(old).await);
    clock.set(start + jiff::Span::new().hours(24 * 34));
    assert!(note(young).await);
    clock.set(start + jiff::Span::new().hours(24 * 36));
    assert_eq!(database.forget_old().await.unwrap(), 1);
    assert!(note(old).await && !note(young).await);
}
