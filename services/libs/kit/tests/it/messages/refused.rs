//! What NATS does not take stops nothing else.

use saffron_core::PosId;
use saffron_core::event::DeadLetter;
use saffron_core::fact::StampedBatch;
use saffron_kit::nats::consume::{FactWorker, consume_facts};
use saffron_kit::nats::subject;
use saffron_kit::pg::{Database, Tx, run_relay};
use saffron_kit::{CancellationToken, Fault};
use saffron_testkit::{TestNats, eventually, nats};
use serde_json::json;
use uuid::Uuid;

use crate::{CONSUMERS, fresh_database, news, pos_id, waiting};

const MIB: usize = 1024 * 1024;

/// Works nothing.
#[derive(Clone)]
struct Broken;

impl FactWorker for Broken {
    type Effect = ();

    async fn apply(&self, _: &mut Tx, _: Vec<StampedBatch>) -> Result<(), Fault> {
        Err(Fault::Permanent("a rule".into()))
    }

    fn committed(&self, (): ()) {}
}

fn carried(database: &Database, nats: &TestNats) {
    tokio::spawn(run_relay(database.clone(), nats.nats.clone(), CancellationToken::new()));
}

async fn expect_empty(database: &Database) {
    eventually("the outbox to be empty", || async { (waiting(database).await == 0).then_some(()) }).await;
}

/// Writes a row as a service would, of any size.
async fn write(database: &Database, subject: &str, data: &str) {
    let row = "INSERT INTO outbox (event_id, subject, kind, pos_id, written_at, data)
               VALUES ($1, $2, 'saffron.auth.location_provisioned.v1', 'p1', now(), $3)";
    sqlx::query(row).bind(Uuid::now_v7()).bind(subject).bind(data).execute(database.pool()).await.unwrap();
}

#[tokio::test]
async fn an_event_too_large_for_nats_is_set_aside() {
    let (database, nats) = (fresh_database().await, nats(&CONSUMERS).await);
    let mut events = nats.subscribe("saffron.v1.p1.>").await;
    let subject = subject::event(Some(&pos_id()), "auth", "location_provisioned");
    // More of them than are read at once, so that they would hide what stands behind.
    for _ in 0..3 {
        write(&database, &subject, &json!({ "name": "x".repeat(3 * MIB) }).to_string()).await;
    }
    write(&database, &subject, "no json").await;
    let mut tx = database.begin().await.unwrap();
    tx.publish(&news("behind")).unwrap();
    tx.commit().await.unwrap();
    carried(&database, &nats);
    let event = events.expect_event(|_| true).await;
    assert_eq!(event.data["name"], "behind");
    expect_empty(&database).await;
    let aside: Vec<(String, i32, String)> =
        sqlx::query_as("SELECT subject, octet_length(data), reason FROM outbox_refused ORDER BY id")
            .fetch_all(database.pool())
            .await
            .unwrap();
    assert_eq!(aside.len(), 4);
    assert!(aside.iter().all(|(of, ..)| *of == subject) && aside[0].1 as usize > 3 * MIB, "whole");
    assert!(aside[0].2.contains("size") && !aside[3].2.contains("size"), "{} {}", aside[0].2, aside[3].2);
}

#[tokio::test]
async fn the_relay_reads_no_more_than_8_mib_at_once() {
    let (database, nats) = (fresh_database().await, nats(&CONSUMERS).await);
    for statement in [
        "CREATE TABLE carried (bytes bigint)",
        "CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
           INSERT INTO carried SELECT sum(octet_length(data)) FROM gone; RETURN NULL; END $$",
        "CREATE TRIGGER note AFTER DELETE ON outbox REFERENCING OLD TABLE AS gone
           FOR EACH STATEMENT EXECUTE FUNCTION note()",
    ] {
        sqlx::query(statement).execute(database.pool()).await.unwrap();
    }
    let subject = subject::event(Some(&pos_id()), "auth", "location_provisioned");
    for _ in 0..20 {
        write(&database, &subject, &json!({ "name": "x".repeat(MIB) }).to_string()).await;
    }
    carried(&database, &nats);
    expect_empty(&database).await;
    let (rounds, most): (i64, i64) =
        sqlx::query_as("SELECT count(*), max(bytes)::bigint FROM carried WHERE bytes IS NOT NULL")
            .fetch_one(database.pool())
            .await
            .unwrap();
    assert!(rounds >= 3 && most as usize <= 9 * MIB, "{rounds} {most}");
    assert_eq!(nats.stored("EVENTS").await.len(), 20);
}

#[tokio::test]
async fn a_dead_letter_of_a_large_fact_is_replayed() {
    let (database, nats) = (fresh_database().await, nats(&CONSUMERS).await);
    carried(&database, &nats);
    let shutdown = CancellationToken::new();
    tokio::spawn(consume_facts("reports", nats.nats.clone(), database.clone(), Broken, shutdown));
    // Each mark is two bytes here and four in a letter that quotes it.
    let body = json!({ "no": "batch", "marks": "\"".repeat(MIB / 2 + MIB / 3) }).to_string().into_bytes();
    nats.put(&subject::facts(&pos_id()), body.clone()).await;
    eventually("the letter", || async { (nats.letters().await == 1).then_some(()) }).await;
    expect_empty(&database).await;
    let aside: i64 =
        sqlx::query_scalar("SELECT count(*) FROM outbox_refused").fetch_one(database.pool()).await.unwrap();
    assert_eq!(aside, 0);
    let (_, letter) = nats.stored("DLQ").await.pop().unwrap();
    assert!(letter.len() < 64 * 1024, "{}", letter.len());

    let stored = nats.nats.dead_letter(1).await.unwrap();
    nats.nats.replay(&stored).await.unwrap();
    let facts = nats.stored("POS").await;
    assert_eq!(facts.len(), 2);
    assert!(facts.iter().all(|(_, fact)| *fact == body));
    // It is not mended: there is a letter of what was sent again.
    eventually("the next letter", || async {
        let letters = nats.stored("DLQ").await;
        (letters.len() == 1 && letters[0].1 != letter).then_some(())
    })
    .await;
}

#[tokio::test]
async fn dead_letters_of_a_location_push_out_only_its_own() {
    let nats = nats(&CONSUMERS).await;
    let letter = |pos_id: &str, number: usize| DeadLetter {
        pos_id: Some(pos_id.parse().unwrap()),
        consumer: "reports-facts-01".into(),
        subject: subject::facts(&pos_id.parse::<PosId>().unwrap()),
        reason: format!("{number}"),
        attempts: 1,
        payload: "x".repeat(30_000),
    };
    let database = fresh_database().await;
    let publish = async |letters: Vec<DeadLetter>| {
        for letter in letters {
            let event = json!({"specversion": "1.0", "id": Uuid::now_v7(), "source": "reports",
                "type": "saffron.dead_letter.v1", "subject": letter.pos_id, "time": "2026-07-18T16:00:00Z",
                "datacontenttype": "application/json", "sequence": 1, "data": letter});
            let subject = subject::dead_letter(&letter.consumer, letter.pos_id.as_ref());
            nats.put(&subject, event.to_string().into_bytes()).await;
        }
    };
    publish(vec![letter("quiet", 0)]).await;
    // Twice what DLQ holds in all.
    publish((0..1_100).map(|number| letter("noisy", number)).collect()).await;
    drop(database);
    let stored = nats.stored("DLQ").await;
    assert!(stored.iter().any(|(subject, _)| subject.ends_with(".quiet")), "{} are left", stored.len());
    assert!(stored.last().unwrap().1.windows(16).any(|text| text == b"\"reason\":\"1099\"," as &[u8]));
}
