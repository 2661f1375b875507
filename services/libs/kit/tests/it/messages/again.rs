//! A letter of an event is sent back after the others have forgotten that they worked it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures::TryStreamExt as _;
use jiff::Span;
use saffron_core::Clock;
use saffron_kit::nats::dlq::StoredLetter;
use saffron_kit::nats::react::{EventName, EventWorker, Received, consume_events};
use saffron_kit::nats::subject;
use saffron_kit::pg::{Database, Tx, run_relay};
use saffron_kit::{CancellationToken, Fault};
use saffron_testkit::{TestNats, database, eventually, nats};
use serde_json::json;
use uuid::Uuid;

use crate::{CONSUMERS, DESCRIBED, NO_MIGRATIONS, pos_id};

/// Counts what it works, and works nothing until it is mended.
#[derive(Clone)]
struct Worker {
    is_mended: Arc<AtomicBool>,
}

impl EventWorker for Worker {
    const EVENTS: &'static [EventName] = DESCRIBED;

    async fn apply(&self, tx: &mut Tx, event: Received) -> Result<(), Fault> {
        if !self.is_mended.load(Ordering::SeqCst) {
            return Err(Fault::Permanent("a rule".into()));
        }
        sqlx::query("INSERT INTO worked (id) VALUES ($1)").bind(event.id).execute(tx.conn()).await?;
        Ok(())
    }
}

async fn service(
    service: &'static str,
    nats: &TestNats,
    clock: &Clock,
    is_mended: bool,
) -> (Database, Worker) {
    let database = database(service, &NO_MIGRATIONS, clock.clone()).await;
    sqlx::query("CREATE TABLE worked (id uuid NOT NULL)").execute(database.pool()).await.unwrap();
    let (shutdown, worker) =
        (CancellationToken::new(), Worker { is_mended: Arc::new(AtomicBool::new(is_mended)) });
    tokio::spawn(run_relay(database.clone(), nats.nats.clone(), shutdown.clone()));
    tokio::spawn(consume_events(service, nats.nats.clone(), database.clone(), worker.clone(), shutdown));
    (database, worker)
}

async fn worked(database: &Database, id: Uuid) -> i64 {
    let count = "SELECT count(*) FROM worked WHERE id = $1";
    sqlx::query_scalar(count).bind(id).fetch_one(database.pool()).await.unwrap()
}

async fn expect_worked(database: &Database, id: Uuid) {
    eventually("an event to be worked", || async { (worked(database, id).await == 1).then_some(()) }).await;
}

async fn letters(nats: &TestNats, count: usize) -> Vec<StoredLetter> {
    eventually("the letters", || async {
        let letters: Vec<StoredLetter> = nats.nats.dead_letters(None).await.ok()?.try_collect().await.ok()?;
        (letters.len() == count).then_some(letters)
    })
    .await
}

async fn publish(nats: &TestNats) -> Uuid {
    let id = Uuid::now_v7();
    let event = json!({"specversion": "1.0", "id": id, "source": "auth", "type": "saffron.auth.location_described.v1",
        "subject": "p1", "time": "2026-07-18T16:00:00Z", "datacontenttype": "application/json", "sequence": 1,
        "data": {}});
    let subject = subject::event(Some(&pos_id()), "auth", "location_described");
    nats.put(&subject, event.to_string().into_bytes()).await;
    id
}

#[tokio::test]
async fn an_old_dead_letter_reaches_only_its_own_consumer() {
    let start = "2026-07-18T16:00:00Z".parse().unwrap();
    let clock = Clock::fixed(start);
    let nats = nats(&CONSUMERS).await;
    let (broken, worker) = service("marketing", &nats, &clock, false).await;
    let (well, _) = service("notifications", &nats, &clock, true).await;
    let id = publish(&nats).await;
    expect_worked(&well, id).await;
    let letter = letters(&nats, 1).await.remove(0);

    clock.set(start + Span::new().hours(24 * 40));
    for database in [&broken, &well] {
        database.forget_old().await.unwrap();
    }
    worker.is_mended.store(true, Ordering::SeqCst);
    nats.nats.replay(&letter).await.unwrap();
    expect_worked(&broken, id).await;
    // The event behind it shows that the other has seen it.
    let next = publish(&nats).await;
    expect_worked(&well, next).await;
    assert_eq!(worked(&well, id).await, 1, "worked twice");

    // A second letter of the same event, sent back as long as a letter is kept, changes nothing.
    clock.set(start + Span::new().hours(24 * 120));
    for database in [&broken, &well] {
        database.forget_old().await.unwrap();
    }
    nats.nats.replay(&letter).await.unwrap();
    let last = publish(&nats).await;
    expect_worked(&broken, last).await;
    assert_eq!(worked(&broken, id).await, 1, "worked twice");
}
