//! A location whose facts cannot be worked, and one whose node is away, leave the others of their partition alone.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use saffron_core::fact::{FactBody, StampedBatch, read_events};
use saffron_core::{PosId, Zone};
use saffron_kit::nats::consume::{FactWorker, consume_facts};
use saffron_kit::nats::subject;
use saffron_kit::pg::{Database, Tx, run_relay};
use saffron_kit::{CancellationToken, Fault};
use saffron_testkit::{TestNats, eventually, nats};
use serde_json::{Value, json};

use crate::{CONSUMERS, fresh_database};

/// Notes what it works, and how often it was asked to. What is called `bad` breaks a rule; what belongs to a location that
/// is away may work later.
#[derive(Clone, Default)]
struct Worker {
    calls: Arc<AtomicUsize>,
    is_open: Arc<AtomicBool>,
    away: Arc<Mutex<BTreeSet<PosId>>>,
    savepoints: Arc<AtomicUsize>,
}

impl FactWorker for Worker {
    type Effect = ();

    async fn apply(&self, tx: &mut Tx, batches: Vec<StampedBatch>) -> Result<(), Fault> {
        while !self.is_open.load(Ordering::SeqCst) {
            tokio::task::yield_now().await;
        }
        self.calls.fetch_add(1, Ordering::SeqCst);
        let away = self.away.lock().unwrap().clone();
        for batch in batches {
            if away.contains(&batch.pos_id) {
                return Err(Fault::Transient("its node is away".into()));
            }
            for fact in &batch.facts {
                let FactBody::Check(check) = &fact.body else { continue };
                let name = format!("{} {}", batch.pos_id, check.id);
                sqlx::query("INSERT INTO worked (name) VALUES ($1)").bind(name).execute(tx.conn()).await?;
                if check.id.as_str().starts_with("bad") {
                    return Err(Fault::Permanent("a rule".into()));
                }
            }
        }
        // Subtransactions that were begun and neither released nor taken back hold on to what they did.
        let open =
            "SELECT count(*) FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'transactionid'";
        let open: i64 = sqlx::query_scalar(open).fetch_one(tx.conn()).await?;
        self.savepoints.fetch_max(open as usize, Ordering::SeqCst);
        Ok(())
    }

    fn committed(&self, (): ()) {}
}

/// So many locations of one partition.
fn neighbours(count: usize) -> Vec<PosId> {
    let all = (0..).map(|number| format!("p{number}").parse::<PosId>().unwrap());
    all.filter(|pos_id| pos_id.partition() == 1).take(count).collect()
}

fn batch(pos_id: &PosId, names: &[String]) -> Vec<u8> {
    let event = |name: &String| {
        json!({"specversion": "1.0", "id": name, "source": "till", "type": "check.closed", "data": {
            "posID": pos_id.as_str(), "posCheckID": name, "revision": 1, "closeTime": "2026-07-18T12:00:00",
            "items": [{"posItemID": "soup", "name": "Soup", "amount": 1}], "payments": [{"type": "Cash", "amount": 1}]}})
    };
    let body = Value::from_iter(names.iter().map(event)).to_string();
    let calendar = "America/New_York".parse::<Zone>().unwrap().into();
    let facts = read_events(body.as_bytes(), pos_id, &calendar).unwrap();
    let received_at = "2026-07-18T16:00:00Z".parse().unwrap();
    serde_json::to_vec(&StampedBatch::of(pos_id.clone(), &calendar, received_at, facts)).unwrap()
}

async fn put(nats: &TestNats, pos_id: &PosId, names: &[&str]) {
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    nats.put(&subject::facts(pos_id), batch(pos_id, &names)).await;
}

/// A database to note in, with its outbox carried.
async fn place(nats: &TestNats) -> Database {
    let database = fresh_database().await;
    sqlx::query("CREATE TABLE worked (name text PRIMARY KEY)").execute(database.pool()).await.unwrap();
    tokio::spawn(run_relay(database.clone(), nats.nats.clone(), CancellationToken::new()));
    database
}

async fn worked(database: &Database) -> BTreeSet<String> {
    let names: Vec<String> =
        sqlx::query_scalar("SELECT name FROM worked").fetch_all(database.pool()).await.unwrap();
    names.into_iter().collect()
}

async fn expect_worked(database: &Database, count: usize) {
    eventually("the others' facts", || async {
        let names = worked(database).await;
        assert!(names.iter().all(|name| !name.contains("bad")), "{names:?}");
        (names.len() == count).then_some(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_bad_fact_costs_a_few_tries() {
    const LOCATIONS: usize = 40;
    const FACTS: usize = 20;
    let nats = nats(&CONSUMERS).await;
    let (database, worker) = (place(&nats).await, Worker::default());
    let places = neighbours(LOCATIONS);
    for (number, pos_id) in places.iter().enumerate() {
        let name = |fact| if (number, fact) == (17, 11) { "bad".to_owned() } else { format!("c{fact}") };
        let names: Vec<String> = (0..FACTS).map(name).collect();
        nats.put(&subject::facts(pos_id), batch(pos_id, &names)).await;
    }
    let consumer = consume_facts(
        "reports",
        nats.nats.clone(),
        database.clone(),
        worker.clone(),
        CancellationToken::new(),
    );
    tokio::spawn(consumer);
    worker.is_open.store(true, Ordering::SeqCst);
    expect_worked(&database, LOCATIONS * FACTS - 1).await;
    nats.facts_settled("reports").await;
    let tries = worker.calls.load(Ordering::SeqCst);
    assert!(tries <= 40, "{tries} tries for one of {} facts", LOCATIONS * FACTS);
    assert_eq!(nats.letters().await, 1);

    // Known by now, it is worked apart, and the others together.
    for (number, pos_id) in places.iter().enumerate() {
        put(&nats, pos_id, &[if number == 17 { "bad2" } else { "c99" }]).await;
    }
    expect_worked(&database, LOCATIONS * FACTS - 1 + LOCATIONS - 1).await;
    nats.facts_settled("reports").await;
    eventually("its letter", || async { (nats.letters().await == 2).then_some(()) }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn parts_that_were_worked_hold_no_savepoints() {
    let nats = nats(&CONSUMERS).await;
    let (database, worker) = (place(&nats).await, Worker::default());
    let [pos_id] = neighbours(1).try_into().unwrap();
    let names: Vec<String> =
        (0..64).map(|fact| if fact % 16 == 7 { format!("bad{fact}") } else { format!("c{fact}") }).collect();
    nats.put(&subject::facts(&pos_id), batch(&pos_id, &names)).await;
    let consumer = consume_facts(
        "reports",
        nats.nats.clone(),
        database.clone(),
        worker.clone(),
        CancellationToken::new(),
    );
    tokio::spawn(consumer);
    worker.is_open.store(true, Ordering::SeqCst);
    expect_worked(&database, 60).await;
    eventually("the letters", || async { (nats.letters().await == 4).then_some(()) }).await;
    // The transaction's own, and that of the part in hand.
    let held = worker.savepoints.load(Ordering::SeqCst);
    assert!(held <= 2, "{held} at once");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unreachable_location_stops_no_other() {
    let nats = nats(&CONSUMERS).await;
    let (database, worker) = (place(&nats).await, Worker::default());
    let places = neighbours(12);
    let away = places[5].clone();
    worker.away.lock().unwrap().insert(away.clone());
    worker.is_open.store(true, Ordering::SeqCst);
    let consumer = consume_facts(
        "reports",
        nats.nats.clone(),
        database.clone(),
        worker.clone(),
        CancellationToken::new(),
    );
    tokio::spawn(consumer);
    for pos_id in &places {
        put(&nats, pos_id, &["c1"]).await;
    }
    expect_worked(&database, places.len() - 1).await;
    // More of it than is in hand at once, and the others' facts still come through.
    for number in 0..200 {
        nats.put(&subject::facts(&away), batch(&away, &[format!("away{number}")])).await;
    }
    for pos_id in places.iter().filter(|pos_id| **pos_id != away) {
        put(&nats, pos_id, &["c2"]).await;
    }
    expect_worked(&database, 2 * (places.len() - 1)).await;
    assert_eq!(nats.letters().await, 0);

    worker.away.lock().unwrap().clear();
    expect_worked(&database, 2 * places.len() - 1 + 200).await;
    nats.facts_settled("reports").await;
}
