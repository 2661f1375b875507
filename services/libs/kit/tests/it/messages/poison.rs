//! What cannot be worked: each kind of it goes alone, what came with it has its effect once, and after a mending it is worked
//! too.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures::TryStreamExt as _;
use saffron_core::Zone;
use saffron_core::fact::{FactBody, StampedBatch, read_events};
use saffron_kit::nats::consume::{FactWorker, consume_facts};
use saffron_kit::nats::dlq::StoredLetter;
use saffron_kit::nats::react::{EventName, EventWorker, Received, consume_events};
use saffron_kit::nats::subject;
use saffron_kit::pg::{Database, Tx, run_relay};
use saffron_kit::{CancellationToken, Fault};
use saffron_testkit::{TestNats, eventually, nats};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{CONSUMERS, fresh_database, pos_id};

/// Notes what it works, and cannot work some of it until it is mended.
#[derive(Clone, Default)]
struct Worker {
    mended: Arc<AtomicBool>,
}

impl Worker {
    async fn work(&self, tx: &mut Tx, name: &str) -> Result<(), Fault> {
        // What is undone with it.
        note(tx, &format!("begun {name}")).await?;
        let is_mended = self.mended.load(Ordering::SeqCst);
        match name {
            "panics" if !is_mended => panic!("a defect"),
            "breaks-a-rule" if !is_mended => return Err(Fault::Permanent("a rule".into())),
            "breaks-the-database" if !is_mended => note_null(tx).await?,
            _ => {}
        }
        note(tx, name).await
    }
}

async fn note(tx: &mut Tx, name: &str) -> Result<(), Fault> {
    let note =
        "INSERT INTO worked (name) VALUES ($1) ON CONFLICT (name) DO UPDATE SET times = worked.times + 1";
    sqlx::query(note).bind(name).execute(tx.conn()).await?;
    Ok(())
}

async fn note_null(tx: &mut Tx) -> Result<(), Fault> {
    sqlx::query("INSERT INTO worked (name) VALUES (NULL)").execute(tx.conn()).await?;
    Ok(())
}

impl FactWorker for Worker {
    type Effect = ();

    async fn apply(&self, tx: &mut Tx, batches: Vec<StampedBatch>) -> Result<(), Fault> {
        for fact in batches.iter().flat_map(|batch| &batch.facts) {
            if let FactBody::Check(check) = &fact.body {
                self.work(tx, check.id.as_str()).await?;
            }
        }
        Ok(())
    }

    fn committed(&self, (): ()) {}
}

impl EventWorker for Worker {
    const EVENTS: &'static [EventName] = &[];

    async fn apply(&self, tx: &mut Tx, event: Received) -> Result<(), Fault> {
        let data: Value =
            serde_json::from_str(event.data.get()).map_err(|e| Fault::Permanent(e.to_string()))?;
        self.work(tx, data["name"].as_str().unwrap_or_default()).await
    }
}

const BAD: [&str; 3] = ["panics", "breaks-a-rule", "breaks-the-database"];
const GOOD: [&str; 4] = ["first", "second", "third", "fourth"];

/// A database to note in, with its outbox carried.
async fn place(nats: &TestNats) -> Database {
    let database = fresh_database().await;
    let table = "CREATE TABLE worked (name text PRIMARY KEY NOT NULL, times int NOT NULL DEFAULT 1)";
    sqlx::query(table).execute(database.pool()).await.unwrap();
    tokio::spawn(run_relay(database.clone(), nats.nats.clone(), CancellationToken::new()));
    database
}

/// What was worked, and how often; what was begun and not ended is not among it.
async fn worked(database: &Database) -> Vec<(String, i32)> {
    let all = "SELECT name, times FROM worked ORDER BY name";
    let mut all: Vec<(String, i32)> = sqlx::query_as(all).fetch_all(database.pool()).await.unwrap();
    let begun = all.iter().filter(|(name, _)| name.starts_with("begun ")).count();
    all.retain(|(name, _)| !name.starts_with("begun "));
    assert_eq!(begun, all.len(), "{all:?}");
    all
}

fn once(names: &[&str]) -> Vec<(String, i32)> {
    let mut names: Vec<(String, i32)> = names.iter().map(|name| ((*name).to_owned(), 1)).collect();
    names.sort();
    names
}

async fn letters(nats: &TestNats, count: usize) -> Vec<StoredLetter> {
    eventually("the letters", || async {
        let letters: Vec<StoredLetter> = nats.nats.dead_letters(None).await.ok()?.try_collect().await.ok()?;
        (letters.len() == count).then_some(letters)
    })
    .await
}

fn batch(names: &[&str]) -> Vec<u8> {
    let event = |name: &&str| {
        json!({"specversion": "1.0", "id": name, "source": "till", "type": "check.closed", "data": {
            "posID": "p1", "posCheckID": name, "revision": 1, "closeTime": "2026-07-18T12:00:00",
            "items": [{"posItemID": "soup", "name": "Soup", "amount": 1}], "payments": [{"type": "Cash", "amount": 1}]}})
    };
    let body = Value::from_iter(names.iter().map(event)).to_string();
    let calendar = "America/New_York".parse::<Zone>().unwrap().into();
    let facts = read_events(body.as_bytes(), &pos_id(), &calendar).unwrap();
    let received_at = "2026-07-18T16:00:00Z".parse().unwrap();
    serde_json::to_vec(&StampedBatch::of(pos_id(), &calendar, received_at, facts)).unwrap()
}

#[tokio::test]
async fn an_unworkable_fact_is_set_aside_alone_and_replayed_later() {
    let nats = nats(&CONSUMERS).await;
    let (database, worker) = (place(&nats).await, Worker::default());
    let subject = subject::facts(&pos_id());
    for body in [
        batch(&["first", BAD[0], "second"]),
        b"{\"no batch".to_vec(),
        batch(&[BAD[1], "third", BAD[2]]),
        batch(&["fourth"]),
    ] {
        nats.put(&subject, body).await;
    }
    let shutdown = CancellationToken::new();
    let consumer =
        consume_facts("reports", nats.nats.clone(), database.clone(), worker.clone(), shutdown.clone());
    let consumer = tokio::spawn(consumer);
    let dead = letters(&nats, BAD.len() + 1).await;
    assert_eq!(worked(&database).await, once(&GOOD));
    nats.facts_settled("reports").await;

    worker.mended.store(true, Ordering::SeqCst);
    for letter in &dead {
        nats.nats.replay(letter).await.unwrap();
    }
    eventually("the mended facts", || async {
        (worked(&database).await == once(&[&GOOD[..], &BAD[..]].concat())).then_some(())
    })
    .await;
    // An unreadable message is not mended.
    let unread = letters(&nats, 1).await;
    assert_eq!(unread[0].letter.payload, "{\"no batch");
    shutdown.cancel();
    consumer.await.unwrap();
}

#[tokio::test]
async fn an_unworkable_event_is_set_aside_alone_and_replayed_later() {
    let nats = nats(&CONSUMERS).await;
    let (database, worker) = (place(&nats).await, Worker::default());
    let subject = subject::event(Some(&pos_id()), "marketing", "reward_message_settled");
    for name in ["first", BAD[0], "second", BAD[1], "third", BAD[2], "fourth"] {
        let event = json!({"specversion": "1.0", "id": Uuid::now_v7(), "source": "marketing",
            "type": "saffron.marketing.reward_message_settled.v1", "subject": "p1", "time": "2026-07-18T16:00:00Z",
            "datacontenttype": "application/json", "sequence": 1, "data": {"name": name}});
        nats.put(&subject, event.to_string().into_bytes()).await;
        nats.put(&subject, b"{\"no event".to_vec()).await;
    }
    let shutdown = CancellationToken::new();
    let consumer =
        consume_events("customers", nats.nats.clone(), database.clone(), worker.clone(), shutdown.clone());
    let consumer = tokio::spawn(consumer);
    let unread = GOOD.len() + BAD.len();
    let dead = letters(&nats, BAD.len() + unread).await;
    assert_eq!(worked(&database).await, once(&GOOD));

    worker.mended.store(true, Ordering::SeqCst);
    for letter in dead.iter().filter(|letter| !letter.letter.payload.contains("no event")) {
        nats.nats.replay(letter).await.unwrap();
    }
    eventually("the mended events", || async {
        (worked(&database).await == once(&[&GOOD[..], &BAD[..]].concat())).then_some(())
    })
    .await;
    shutdown.cancel();
    consumer.await.unwrap();
}
