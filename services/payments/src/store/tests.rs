//! Reads and marks that overtake each other.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::{BTreeMap, BTreeSet};

use jiff::SignedDuration;
use saffron_core::event::PaymentsChanged;
use saffron_core::{Clock, PosId};
use saffron_kit::pg::Database;
use saffron_testkit::database;
use serde_json::{Value, json};

use super::{
    Claimed, Failed, STALE, as_of, claim, delete_marks, find_object, lock_locations, mark_stale, reschedule,
    set_account, start_history, update_as_of, upsert,
};
use crate::domain::{Kind, Objects, ProviderId, Stale};

const NOW: &str = "2026-07-18T12:00:00Z";

fn pos_id() -> PosId {
    "p1".parse().unwrap()
}

fn id(text: &str) -> ProviderId {
    text.parse().unwrap()
}

async fn fresh() -> Database {
    let database = database("payments", &crate::MIGRATIONS, Clock::fixed(NOW.parse().unwrap())).await;
    let database = database.announcing::<PaymentsChanged>();
    let mut tx = database.begin().await.unwrap();
    let zones = BTreeMap::from([(pos_id(), ("America/New_York".parse().unwrap(), NOW.parse().unwrap()))]);
    lock_locations(&mut tx, &zones).await.unwrap();
    assert_eq!(set_account(&mut tx, &pos_id(), Some(&id("acct_1")), 1).await.unwrap(), []);
    tx.commit().await.unwrap();
    database
}

async fn version(database: &Database) -> i64 {
    sqlx::query_scalar("SELECT version FROM location").fetch_one(database.pool()).await.unwrap()
}

/// Whether the payment of this read changed, which is published and announced.
async fn put_read(database: &Database, read: i64, status: &str) -> bool {
    let before = version(database).await;
    let intent = json!({"id": "pi_1", "object": "payment_intent", "amount": 100, "currency": "usd", "created": 1,
        "status": status, "latest_charge": null});
    let mut objects = Objects::default();
    objects.add(Kind::PaymentIntent, read, &intent).unwrap();
    let mut tx = database.begin().await.unwrap();
    let is_published = !upsert(&mut tx, &pos_id(), &objects).await.unwrap().payments.is_empty();
    tx.commit().await.unwrap();
    assert_eq!(version(database).await - before, i64::from(is_published));
    is_published
}

async fn status(database: &Database) -> String {
    let object = find_object(database, &pos_id(), Kind::PaymentIntent, &id("pi_1")).await.unwrap().unwrap();
    serde_json::from_str::<Value>(&object).unwrap()["status"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn the_read_that_began_later_is_kept() {
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
async fn an_object_marked_while_it_is_fetched_is_fetched_again() {
    let database = fresh().await;
    let stale = |ids: &[(Kind, &str)]| ids.iter().map(|(kind, one)| Stale::Object(*kind, id(one))).collect();
    let note = async |stale: BTreeSet<Stale>| {
        let mut tx = database.begin().await.unwrap();
        mark_stale(&mut tx, &pos_id(), &stale, false).await.unwrap();
        tx.commit().await.unwrap();
    };
    note(stale(&[(Kind::PaymentIntent, "pi_1"), (Kind::Payout, "po_1")])).await;
    assert_eq!(STALE.waiting(&database, NOW.parse().unwrap()).await.unwrap().0, 2);
    let first = claimed(&database).await;
    assert_eq!(first.len(), 2);
    assert!(first[0].read != first[1].read && first[0].account.id == id("acct_1"));
    // No other worker claims them until the lease is over.
    assert!(claimed(&database).await.is_empty());
    after(&database, LEASE);
    assert_eq!(claimed(&database).await.len(), 2);
    note(stale(&[(Kind::PaymentIntent, "pi_1")])).await;
    let mut tx = database.begin().await.unwrap();
    delete_marks(&mut tx, &pos_id(), &first.iter().collect::<Vec<_>>()).await.unwrap();
    tx.commit().await.unwrap();
    let left = claimed(&database).await;
    assert_eq!(left.iter().map(|one| one.id.as_str()).collect::<Vec<_>>(), ["pi_1"]);
    assert!(left[0].read > first.iter().map(|one| one.read).max().unwrap());
}

#[tokio::test]
async fn objects_of_a_former_account_are_not_claimed() {
    let database = fresh().await;
    note(&database, false).await;
    let mut tx = database.begin().await.unwrap();
    assert_eq!(set_account(&mut tx, &pos_id(), Some(&id("acct_2")), 2).await.unwrap(), [pos_id()]);
    tx.commit().await.unwrap();
    assert!(claimed(&database).await.is_empty());
}

const LEASE: SignedDuration = SignedDuration::from_secs(30);

/// Sets the clock so long after the beginning of the test.
fn after(database: &Database, passed: SignedDuration) {
    database.clock().set(NOW.parse::<jiff::Timestamp>().unwrap() + passed);
}

/// Marks a payment, as news or as history.
async fn note(database: &Database, history: bool) {
    let mut tx = database.begin().await.unwrap();
    let stale = BTreeSet::from([Stale::Object(Kind::PaymentIntent, id("pi_1"))]);
    mark_stale(&mut tx, &pos_id(), &stale, history).await.unwrap();
    tx.commit().await.unwrap();
}

async fn claimed(database: &Database) -> Vec<Claimed> {
    claim(database, LEASE, 10).await.unwrap()
}

#[tokio::test]
async fn a_failed_object_waits_unless_it_is_marked_again() {
    let database = fresh().await;
    let due = NOW.parse::<jiff::Timestamp>().unwrap() + LEASE * 4;
    let back = async |claimed: &Claimed| {
        let mut tx = database.begin().await.unwrap();
        reschedule(&mut tx, &pos_id(), &[Failed { claimed, due, broken: true }]).await.unwrap();
        tx.commit().await.unwrap();
    };
    note(&database, false).await;
    let first = claimed(&database).await;
    assert_eq!((first.len(), first[0].tries), (1, 1));
    back(&first[0]).await;
    after(&database, LEASE * 3);
    assert!(claimed(&database).await.is_empty());
    // It is marked by news: it is fetched at once, and its tries are counted from the beginning.
    note(&database, false).await;
    let second = claimed(&database).await;
    assert_eq!((second.len(), second[0].tries), (1, 1));
    note(&database, false).await;
    back(&second[0]).await;
    assert_eq!(claimed(&database).await[0].tries, 1, "the newer mark is not put back");
    after(&database, LEASE * 5);
    assert_eq!(claimed(&database).await[0].tries, 2);
}

#[tokio::test]
async fn an_object_marked_by_news_is_no_history() {
    let database = fresh().await;
    for (marks, is_history) in [(&[true, true][..], true), (&[true, false], false), (&[false, true], false)] {
        for history in marks {
            note(&database, *history).await;
        }
        let one = claimed(&database).await;
        assert_eq!(one[0].history, is_history, "{marks:?}");
        let mut tx = database.begin().await.unwrap();
        delete_marks(&mut tx, &pos_id(), &one.iter().collect::<Vec<_>>()).await.unwrap();
        tx.commit().await.unwrap();
    }
}

#[tokio::test]
async fn the_mirror_is_fresh_while_no_object_waits() {
    let database = fresh().await;
    let query = async |sql: &'static str| sqlx::query(sql).execute(database.pool()).await.unwrap();
    query("UPDATE location SET polled_at = '2026-07-18T11:59:00Z'").await;
    let is_fresh = async || {
        let mut tx = database.begin().await.unwrap();
        update_as_of(&mut tx, &pos_id()).await.unwrap();
        tx.commit().await.unwrap();
        as_of(&database, &pos_id()).await.unwrap().is_some()
    };
    note(&database, false).await;
    assert!(!is_fresh().await, "an object has to be fetched");
    query("UPDATE stale SET broken = true").await;
    let mut tx = database.begin().await.unwrap();
    start_history(&mut tx, &pos_id(), "", jiff::Timestamp::UNIX_EPOCH).await.unwrap();
    tx.commit().await.unwrap();
    assert!(!is_fresh().await, "history has to be read");
    query("UPDATE history SET done = true").await;
    assert!(is_fresh().await, "the mirror is fresh without objects that cannot be read");
}

#[tokio::test]
async fn contents_of_a_payout_are_kept_if_not_read_again() {
    let database = fresh().await;
    let keep = async |read: i64, contents: Option<i64>, status: &str| {
        let payout = json!({"id": "po_1", "object": "payout", "amount": 900, "arrival_date": 1, "automatic": true,
            "created": 1, "currency": "usd", "method": "standard", "status": status, "type": "bank_account"});
        let mut objects = Objects::default();
        objects.add(Kind::Payout, read, &payout).unwrap();
        objects.contents.extend(contents.map(|cents| (id("po_1"), cents)));
        let mut tx = database.begin().await.unwrap();
        upsert(&mut tx, &pos_id(), &objects).await.unwrap();
        tx.commit().await.unwrap();
        let kept = sqlx::query_as::<_, (Option<i64>, String)>("SELECT contents, state FROM payout");
        kept.fetch_one(database.pool()).await.unwrap()
    };
    assert_eq!(keep(1, None, "pending").await, (None, "PAYOUT_PENDING".into()));
    assert_eq!(keep(3, Some(850), "in_transit").await, (Some(850), "PAYOUT_INTRANSIT".into()));
    assert_eq!(keep(2, Some(1), "pending").await, (Some(850), "PAYOUT_INTRANSIT".into()));
    assert_eq!(keep(4, None, "paid").await, (Some(850), "PAYOUT_PAID".into()));
}
