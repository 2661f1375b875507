//! What stands when reads and marks overtake each other.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::{BTreeMap, BTreeSet};

use jiff::SignedDuration;
use saffron_core::{Clock, PosId};
use saffron_kit::pg::Database;
use saffron_testkit::database;
use serde_json::{Value, json};

use super::{
    Claimed, MismatchCursor, PutBack, as_of, claim, find_intent, hold_locations, mark, put, put_back,
    set_account, settle_marks, start_history, tell_freshness,
};
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
    let zones = BTreeMap::from([(pos_id(), ("America/New_York".parse().unwrap(), NOW.parse().unwrap()))]);
    hold_locations(&mut tx, &zones).await.unwrap();
    let set = set_account(&mut tx, &pos_id(), Some(&id("acct_1")), 1).await.unwrap();
    assert_eq!(set, BTreeMap::from([(pos_id(), false)]));
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
    assert!(first[0].read != first[1].read && first[0].account.id == id("acct_1"));
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

const LEASE: SignedDuration = SignedDuration::from_secs(30);

/// Says that a payment has to be fetched, as news or as history.
async fn note(database: &Database, history: bool) {
    let mut tx = database.begin().await.unwrap();
    let named = BTreeSet::from([Named::One(Kind::PaymentIntent, id("pi_1"))]);
    mark(&mut tx, &pos_id(), &named, history, NOW.parse().unwrap()).await.unwrap();
    tx.commit().await.unwrap();
}

async fn claimed(database: &Database) -> Vec<Claimed> {
    claim(database, NOW.parse().unwrap(), LEASE, 10).await.unwrap()
}

#[tokio::test]
async fn what_failed_waits_unless_it_was_named_again_meanwhile() {
    let database = fresh().await;
    let now: jiff::Timestamp = NOW.parse().unwrap();
    let back = async |one: &Claimed| {
        let failed = PutBack { claimed: one, due: now + LEASE * 4, broken: true };
        let mut tx = database.begin().await.unwrap();
        put_back(&mut tx, &pos_id(), &[failed]).await.unwrap();
        tx.commit().await.unwrap();
    };
    note(&database, false).await;
    let first = claimed(&database).await;
    back(&first[0]).await;
    assert!(claim(&database, now + LEASE * 3, LEASE, 10).await.unwrap().is_empty());
    // News of it: it is fetched at once, with all its tries before it.
    note(&database, false).await;
    let second = claimed(&database).await;
    assert_eq!((second.len(), second[0].tries), (1, 0));
    note(&database, false).await;
    back(&second[0]).await;
    assert_eq!(claimed(&database).await[0].tries, 0, "the newer mark is not put back");
}

#[tokio::test]
async fn what_is_named_by_news_is_no_history() {
    let database = fresh().await;
    for (marks, is_history) in [(&[true, true][..], true), (&[true, false], false), (&[false, true], false)] {
        for history in marks {
            note(&database, *history).await;
        }
        let one = claimed(&database).await;
        assert_eq!(one[0].history, is_history, "{marks:?}");
        let mut tx = database.begin().await.unwrap();
        settle_marks(&mut tx, &pos_id(), &one.iter().collect::<Vec<_>>()).await.unwrap();
        tx.commit().await.unwrap();
    }
}

#[tokio::test]
async fn the_mirror_is_fresh_only_when_nothing_waits() {
    let database = fresh().await;
    let query = async |sql: &'static str| sqlx::query(sql).execute(database.pool()).await.unwrap();
    query("UPDATE location SET polled_at = '2026-07-18T11:59:00Z'").await;
    let told = async || {
        let mut tx = database.begin().await.unwrap();
        tell_freshness(&mut tx, &pos_id()).await.unwrap();
        tx.commit().await.unwrap();
        as_of(&database, &pos_id()).await.unwrap().is_some()
    };
    note(&database, false).await;
    assert!(!told().await, "something has to be fetched");
    query("UPDATE stale SET broken = true").await;
    let mut tx = database.begin().await.unwrap();
    start_history(&mut tx, &pos_id(), "", jiff::Timestamp::UNIX_EPOCH).await.unwrap();
    tx.commit().await.unwrap();
    assert!(!told().await, "history has to be read");
    query("UPDATE history SET done = true").await;
    assert!(told().await, "what cannot be read keeps nothing waiting");
}

#[tokio::test]
async fn what_a_payout_contains_is_kept_where_it_is_not_told_again() {
    let database = fresh().await;
    let keep = async |read: i64, contents: Option<i64>, status: &str| {
        let payout = json!({"id": "po_1", "object": "payout", "amount": 900, "arrival_date": 1, "automatic": true,
            "created": 1, "currency": "usd", "method": "standard", "status": status, "type": "bank_account"});
        let mut harvest = Harvest::default();
        harvest.add(Kind::Payout, read, &payout).unwrap();
        harvest.contents.extend(contents.map(|cents| (id("po_1"), cents)));
        let mut tx = database.begin().await.unwrap();
        put(&mut tx, &pos_id(), &harvest).await.unwrap();
        tx.commit().await.unwrap();
        let kept = sqlx::query_as::<_, (Option<i64>, String)>("SELECT contents, state FROM payout");
        kept.fetch_one(database.pool()).await.unwrap()
    };
    assert_eq!(keep(1, None, "pending").await, (None, "PAYOUT_PENDING".into()));
    assert_eq!(keep(3, Some(850), "in_transit").await, (Some(850), "PAYOUT_INTRANSIT".into()));
    assert_eq!(keep(2, Some(1), "pending").await, (Some(850), "PAYOUT_INTRANSIT".into()));
    assert_eq!(keep(4, None, "paid").await, (Some(850), "PAYOUT_PAID".into()));
}

#[test]
fn a_cursor_holds_nothing_that_no_database_does() {
    assert!(MismatchCursor::parse("1784404770250000.c1.0").is_ok());
    for bad in ["-300000000000000000.c1.0", "1.c\0", "soon.c1.0", "1"] {
        assert!(MismatchCursor::parse(bad).is_err(), "{bad:?}");
    }
}
