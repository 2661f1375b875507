//! What stands when reads and marks overtake each other.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::{BTreeMap, BTreeSet};

use jiff::SignedDuration;
use saffron_core::{Clock, PosId};
use saffron_kit::pg::Database;
use saffron_testkit::database;
use serde_json::{Value, json};

use super::{claim, find_intent, hold_locations, mark, put, set_account, settle_marks};
use crate::domain::{Harvest, Kind, Named, ProviderId};

const NOW: &str = "2026-07-18T12:00:00Z";

fn pos_id() -> PosId {
    "p1".parse().unwrap()
}

fn id(text: &str) -> ProviderId {
    text.parse().unwrap()
}

async fn fresh() -> Database {
    let database = database("payments", &crate::MIGRATIONS, Clock::fixed(NOW.parse().unwrap())).await;
    let mut tx = database.begin().await.unwrap();
    let zones = BTreeMap::from([(pos_id(), "America/New_York".parse().unwrap())]);
    hold_locations(&mut tx, &zones).await.unwrap();
    assert!(set_account(&mut tx, &pos_id(), Some(&id("acct_1")), 1).await.unwrap());
    tx.commit().await.unwrap();
    database
}

async fn put_read(database: &Database, read: i64, status: &str) -> bool {
    let intent = json!({"id": "pi_1", "object": "payment_intent", "amount": 100, "currency": "usd", "created": 1,
        "status": status, "latest_charge": null});
    let mut harvest = Harvest::default();
    harvest.add(Kind::PaymentIntent, read, &intent).unwrap();
    let mut tx = database.begin().await.unwrap();
    let moved = put(&mut tx, &pos_id(), &harvest).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(moved.any, !moved.payments.is_empty());
    moved.any
}

async fn status(database: &Database) -> String {
    let row = find_intent(database, &pos_id(), &id("pi_1")).await.unwrap().unwrap();
    serde_json::from_str::<Value>(&row.object).unwrap()["status"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn of_two_reads_the_one_that_began_later_stands_in_whatever_order_they_end() {
    let database = fresh().await;
    assert!(put_read(&database, 5, "requires_capture").await);
    assert!(!put_read(&database, 4, "requires_action").await, "it began earlier");
    assert_eq!(status(&database).await, "requires_capture");
    assert!(!put_read(&database, 6, "requires_capture").await, "nothing moved");
    assert!(put_read(&database, 8, "succeeded").await);
    assert!(!put_read(&database, 7, "canceled").await);
    assert_eq!(status(&database).await, "succeeded");
}

#[tokio::test]
async fn what_is_named_again_while_it_is_fetched_is_fetched_again() {
    let database = fresh().await;
    let now = NOW.parse().unwrap();
    let named =
        BTreeSet::from([Named::One(Kind::PaymentIntent, id("pi_1")), Named::One(Kind::Payout, id("po_1"))]);
    let lease = SignedDuration::from_secs(30);
    let note = async |named: &BTreeSet<Named>| {
        let mut tx = database.begin().await.unwrap();
        mark(&mut tx, &pos_id(), named, false, now).await.unwrap();
        tx.commit().await.unwrap();
    };
    note(&named).await;
    let first = claim(&database, now, lease, 10).await.unwrap();
    assert_eq!(first.len(), 2);
    assert!(first[0].read != first[1].read && first[0].account == id("acct_1"));
    // In hand: nobody else gets them, until the lease is over.
    assert!(claim(&database, now, lease, 10).await.unwrap().is_empty());
    assert_eq!(claim(&database, now + lease, lease, 10).await.unwrap().len(), 2);
    note(&BTreeSet::from([Named::One(Kind::PaymentIntent, id("pi_1"))])).await;
    let mut tx = database.begin().await.unwrap();
    settle_marks(&mut tx, &pos_id(), &first.iter().collect::<Vec<_>>()).await.unwrap();
    tx.commit().await.unwrap();
    let left = claim(&database, now, lease, 10).await.unwrap();
    assert_eq!(left.iter().map(|one| one.id.as_str()).collect::<Vec<_>>(), ["pi_1"]);
    assert!(left[0].read > first.iter().map(|one| one.read).max().unwrap());
}
