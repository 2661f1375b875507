//! Merged guests: the id that ends counts for the one that stays, in whatever order both are known.

use std::collections::BTreeMap;

use rand::rngs::StdRng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand::{RngExt as _, SeedableRng as _};
use saffron_core::Code;
use saffron_proto::customers::{
    EraseCustomerRequest, ExportCustomerRequest, ListCustomersRequest, ListTwinsRequest, PointsKind,
    SendRewardItemRequest, SendRewardPointRequest,
};
use saffron_testkit::{eventually, listed, number};
use serde_json::{Value, json};

use crate::world::{World, ana, check, points_for, refusal, soup_for, with};

const CLOSED: &str = "2026-07-18T17:00:00";

fn merge(from: &str, into: &str, revision: i64) -> Value {
    json!({"posID": "p1", "posCustomerID": from, "mergedInto": into, "revision": revision})
}

impl World {
    async fn merged(&self, merges: &[Value]) {
        self.facts("p1", "customer.merged", merges).await;
    }

    /// Visits, spend, points and what is owed of a guest, and the id that was answered.
    async fn figures(&self, id: &str) -> (i64, i64, i64, i64, String) {
        let guest = self.guest("p1", id).await;
        (guest.visits, guest.spend, guest.points, guest.points_owed, guest.pos_customer_id)
    }

    /// The ids of a list.
    async fn listed(&self, search: &str) -> Vec<String> {
        let message = ListCustomersRequest {
            pos_id: "p1".into(),
            search: search.into(),
            ..ListCustomersRequest::default()
        };
        let answer = self.client().list_customers(self.request(&["p1"], message)).await.unwrap();
        let mut ids: Vec<String> =
            listed(answer).await.0.into_iter().map(|guest| guest.pos_customer_id).collect();
        ids.sort();
        ids
    }

    async fn erased(&self, id: &str) {
        let message =
            EraseCustomerRequest { pos_id: "p1".into(), pos_customer_id: id.into(), also_erase: Vec::new() };
        self.client().erase_customer(self.request(&["p1"], message)).await.unwrap();
    }
}

/// A location where 10 points a dollar are earned from the 18th at noon on.
async fn earning() -> World {
    let world = World::at("2026-07-18T12:00:00Z").await;
    world.percent("p1", 1000).await;
    world.set_clock("2026-07-18T23:00:00Z");
    world
}

fn figures(visits: i64, spend: i64, points: i64, owed: i64, id: &str) -> (i64, i64, i64, i64, String) {
    (visits, spend, points, owed, id.to_owned())
}

#[tokio::test]
async fn an_ended_guest_counts_for_the_one_that_stays() {
    let world = earning().await;
    world
        .guests(
            "p1",
            &[ana("g1"), json!({"posID": "p1", "posCustomerID": "g2", "revision": 1, "firstName": "Bo"})],
        )
        .await;
    let earlier = [check("c1", "g1", CLOSED, 50.0), check("c2", "g2", "2026-07-18T16:00:00", 20.0)];
    world.checks("p1", &earlier).await;
    let mut events = world.nats.subscribe("saffron.v1.p1.customers.customer_merged").await;
    world.merged(&[merge("g1", "g2", 1)]).await;
    let event = events.expect_event(|_| true).await;
    assert_eq!(event.data, json!({"posID": "p1", "posCustomerID": "g1", "mergedInto": "g2"}));
    let both = figures(2, 7000, 700, 0, "g2");
    assert_eq!((world.figures("g1").await, world.figures("g2").await), (both.clone(), both.clone()));
    assert_eq!(world.guest("p1", "g2").await.last_visit, CLOSED);
    assert_eq!(world.guest("p1", "g1").await.first_name, "Bo");
    assert_eq!(world.listed("").await, ["g2"]);
    assert_eq!(world.customer("p1", "g2").await.merged_records, 1);
    let newest = world.ledger("p1", "g1").await.remove(0);
    assert_eq!((newest.kind(), newest.points, newest.pos_check_id.as_str()), (PointsKind::Merged, 500, ""));
    // What comes later of the ended id: a check, a correction, a refund, a void.
    world.checks("p1", &[check("c3", "g1", CLOSED, 10.0)]).await;
    assert_eq!(world.figures("g2").await, figures(3, 8000, 800, 0, "g2"));
    world.checks("p1", &[with(check("c1", "g1", CLOSED, 30.0), json!({"revision": 2}))]).await;
    assert_eq!(world.figures("g2").await, figures(3, 6000, 600, 0, "g2"));
    let refund = with(check("r1", "g1", CLOSED, -15.0), json!({"refundOf": "c1"}));
    world.checks("p1", &[refund]).await;
    assert_eq!(world.figures("g2").await, figures(3, 4500, 450, 0, "g2"));
    world
        .checks("p1", &[with(check("c3", "g1", CLOSED, 10.0), json!({"revision": 2, "voided": true}))])
        .await;
    assert_eq!(world.figures("g2").await, figures(2, 3500, 350, 0, "g2"));
    let removed = json!({"posID": "p1", "posCheckID": "c1", "revision": 3});
    world.facts("p1", "check.removed", &[removed]).await;
    world.checks("p1", &[with(check("c4", "g2", CLOSED, 1.0), json!({}))]).await;
    assert_eq!(world.figures("g2").await, figures(2, 600, 210, 0, "g2"), "the refund moves money alone");
    // The same again, and contact data of the ended id, change nothing.
    let (before, version) = (world.ledger("p1", "g2").await, world.count("entry").await);
    world.merged(&[merge("g1", "g2", 1)]).await;
    world.guests("p1", &[with(ana("g1"), json!({"revision": 9}))]).await;
    assert_eq!((world.ledger("p1", "g2").await, world.count("entry").await), (before, version));
    assert_eq!((world.listed("").await, world.listed("anabel").await), (vec!["g2".to_owned()], Vec::new()));
    assert_eq!(world.count("outbox WHERE subject LIKE '%customer_merged'").await, 0);
}

#[tokio::test]
async fn an_unknown_guest_may_stay() {
    let world = earning().await;
    world.merged(&[merge("g1", "g2", 1)]).await;
    world.guests("p1", &[ana("g1")]).await;
    world.checks("p1", &[check("c1", "g1", CLOSED, 50.0)]).await;
    assert_eq!(world.figures("g1").await, figures(1, 5000, 500, 0, "g2"));
    assert_eq!(
        (world.guest("p1", "g1").await.first_name, world.listed("").await),
        (String::new(), vec!["g2".into()])
    );
    world.guests("p1", &[with(ana("g2"), json!({"firstName": "Ann"}))]).await;
    assert_eq!(world.guest("p1", "g1").await.first_name, "Ann");
}

#[tokio::test]
async fn chains_and_corrections_of_merges_are_followed() {
    let world = earning().await;
    let checks = [
        check("c1", "g1", CLOSED, 10.0),
        check("c2", "g2", CLOSED, 20.0),
        check("c3", "g3", CLOSED, 40.0),
        check("c4", "g4", CLOSED, 80.0),
    ];
    world.checks("p1", &checks).await;
    let mut events = world.nats.subscribe("saffron.v1.p1.customers.customer_merged").await;
    world.merged(&[merge("g1", "g2", 5)]).await;
    world.merged(&[merge("g2", "g3", 5)]).await;
    assert_eq!(world.figures("g1").await, figures(3, 7000, 700, 0, "g3"));
    // It would close a circle.
    world.merged(&[merge("g3", "g1", 9)]).await;
    assert_eq!(world.figures("g3").await, figures(3, 7000, 700, 0, "g3"));
    // An older one changes nothing; a newer one takes g1 to another guest.
    world.merged(&[merge("g1", "g4", 4)]).await;
    assert_eq!(world.figures("g1").await, figures(3, 7000, 700, 0, "g3"));
    world.merged(&[merge("g1", "g4", 6)]).await;
    // The merge of g3 closes no circle any more.
    assert_eq!(world.figures("g2").await, figures(4, 15_000, 1500, 0, "g4"));
    assert_eq!(world.listed("").await, ["g4"]);
    world.merged(&[merge("g3", "g2", 10)]).await;
    // Of the circle of g2 and g3 the newer merge has no effect.
    assert_eq!(world.figures("g2").await, figures(2, 6000, 600, 0, "g3"));
    assert_eq!(world.figures("g1").await, figures(2, 9000, 900, 0, "g4"));
    let mut published = Vec::new();
    for _ in 0..8 {
        let data = events.expect_event(|_| true).await.data;
        let text = |field: &str| data[field].as_str().unwrap_or("itself").to_owned();
        published.push(format!("{} {}", text("posCustomerID"), text("mergedInto")));
    }
    let expected = ["g1 g2", "g1 g3", "g2 g3", "g1 g4", "g2 g4", "g3 g4", "g2 g3", "g3 itself"];
    assert_eq!(published, expected);
    let sums = "location WHERE (points, owed, issued) <> (1500, 0, -1500)";
    assert_eq!(world.count(sums).await, 0);
}

#[tokio::test]
async fn rewards_count_for_the_guest_that_stays() {
    let world = earning().await;
    world.guests("p1", &[ana("g1"), ana("g2")]).await;
    for (id, end) in [("g1", "2026-07-20"), ("g2", "")] {
        let message = SendRewardItemRequest { valid_until: end.into(), ..soup_for(id) };
        world.client().send_reward_item(world.request(&["p1"], message)).await.unwrap();
    }
    let lot = SendRewardPointRequest { valid_until: "2026-07-19".into(), ..points_for("g1", 50) };
    world.client().send_reward_point(world.request(&["p1"], lot)).await.unwrap();
    world.checks("p1", &[check("c1", "g2", "2026-07-19T12:00:00", 10.0)]).await;
    let redeemed = async |id: &str| {
        let rewards = world.customer("p1", id).await.rewards.into_iter().filter(|reward| reward.points == 0);
        rewards.map(|reward| (reward.valid_until, reward.redeemed_by_check)).collect::<Vec<_>>()
    };
    assert_eq!(redeemed("g2").await, [(String::new(), "c1".to_owned())]);
    world.merged(&[merge("g1", "g2", 1)]).await;
    assert_eq!(
        redeemed("g2").await,
        [(String::new(), String::new()), ("2026-07-20".to_owned(), "c1".to_owned())],
        "the soonest end goes first"
    );
    world.checks("p1", &[check("c2", "g1", "2026-07-19T13:00:00", 10.0)]).await;
    assert_eq!(redeemed("g1").await[0], (String::new(), "c2".to_owned()));
    assert_eq!(world.points("p1", "g2").await, (250, 0));
    // A reward that is sent to the ended id is one of the guest that stays.
    let sent = world.client().send_reward_point(world.request(&["p1"], points_for("g1", 7))).await.unwrap();
    assert_eq!(sent.into_inner().customer.unwrap().pos_customer_id, "g2");
    world
        .checks("p1", &[with(check("c3", "g1", "2026-07-19T14:00:00", 5.0), json!({"rewardUsed": 0.2}))])
        .await;
    assert_eq!(world.points("p1", "g2").await, (250 + 7 - 20 + 48, 0));
    // What is left of the lot expires on its day.
    world.set_clock("2026-07-21T20:00:00Z");
    eventually("points to expire", || async { (world.points("p1", "g2").await == (255, 0)).then_some(()) })
        .await;
}

#[tokio::test]
async fn a_debt_is_repaid_by_points_of_the_other_id() {
    let world = earning().await;
    world.checks("p1", &[check("c1", "g1", CLOSED, 50.0)]).await;
    world.checks("p1", &[with(check("c2", "g2", CLOSED, 5.0), json!({"rewardUsed": 3}))]).await;
    assert_eq!(world.points("p1", "g2").await, (0, 280));
    world.merged(&[merge("g2", "g1", 1)]).await;
    assert_eq!(world.points("p1", "g2").await, (220, 0));
    assert_eq!(world.count("location WHERE (points, owed) <> (220, 0)").await, 0);
    world.merged(&[merge("g2", "g3", 2)]).await;
    assert_eq!((world.points("p1", "g1").await, world.points("p1", "g3").await), ((500, 0), (0, 280)));
}

#[tokio::test]
async fn points_that_ended_before_a_merge_expire_once() {
    let world = World::without_expiry("2026-07-18T12:00:00Z").await;
    world.guests("p1", &[ana("g1"), json!({"posID": "p1", "posCustomerID": "g2", "revision": 1})]).await;
    let ending = SendRewardPointRequest { valid_until: "2026-07-19".into(), ..points_for("g1", 50) };
    world.client().send_reward_point(world.request(&["p1"], ending)).await.unwrap();
    world.client().send_reward_point(world.request(&["p1"], points_for("g2", 70))).await.unwrap();
    world.set_clock("2026-07-21T12:00:00Z");
    world.merged(&[merge("g1", "g2", 1)]).await;
    assert_eq!(world.count("reward WHERE points_left > 0").await, 0);
    world.checks("p1", &[check("c1", "g2", "2026-07-21T07:00:00", 5.0)]).await;
    assert_eq!(world.points("p1", "g2").await, (70, 0));
    assert_eq!(world.count("entry WHERE kind = 'expired'").await, 1);
}

#[tokio::test]
async fn merged_guests_are_erased_together() {
    let world = earning().await;
    let bo = json!({"firstName": "Bo", "email": "bo@example.com", "cellPhoneNumber": "5551112222"});
    world.guests("p1", &[ana("g1"), with(ana("g2"), bo.clone()), with(ana("g3"), bo)]).await;
    world.checks("p1", &[check("c1", "g1", CLOSED, 50.0), check("c3", "g3", CLOSED, 10.0)]).await;
    world.merged(&[merge("g1", "g2", 1)]).await;
    let twins =
        ListTwinsRequest { pos_id: "p1".into(), pos_customer_id: "g1".into(), ..ListTwinsRequest::default() };
    let twins = world.client().list_twins(world.request(&["p1"], twins)).await.unwrap();
    let twins: Vec<_> =
        listed(twins).await.0.into_iter().map(|twin| twin.customer.unwrap().pos_customer_id).collect();
    assert_eq!(twins, ["g3"], "the ended id is the same guest");
    let mut events = world.nats.subscribe("saffron.v1.p1.customers.customer_erased").await;
    world.erased("g1").await;
    let mut ids = Vec::new();
    for _ in 0..2 {
        ids.push(events.expect_event(|_| true).await.data["posCustomerID"].as_str().unwrap().to_owned());
    }
    ids.sort();
    assert_eq!(ids, ["g1", "g2"]);
    assert_eq!(
        world
            .count("customer WHERE erased_at IS NOT NULL AND (search, email) IS DISTINCT FROM ('', NULL)")
            .await,
        0
    );
    assert_eq!(world.listed("").await, ["g2", "g3"]);
    let gone = world.figures("g1").await;
    assert_eq!(gone, figures(1, 5000, 500, 0, "g2"));
    // Later facts of both ids, and other merges of theirs, change nothing of them.
    let late = [check("c4", "g1", CLOSED, 10.0), check("c5", "g2", CLOSED, 10.0)];
    world.checks("p1", &late).await;
    world
        .guests("p1", &[with(ana("g1"), json!({"revision": 8})), with(ana("g2"), json!({"revision": 8}))])
        .await;
    world.merged(&[merge("g1", "g3", 2), merge("g2", "g3", 2), merge("g4", "g2", 1)]).await;
    assert_eq!(world.figures("g1").await, gone);
    assert_eq!(world.figures("g3").await, figures(1, 1000, 100, 0, "g3"));
    // Nor does a merge into an erased guest: the other one stays as it is.
    world.merged(&[merge("g3", "g1", 1)]).await;
    assert_eq!(world.figures("g3").await, figures(1, 1000, 100, 0, "g3"));
    assert_eq!(world.guest("p1", "g3").await.first_name, "Bo");
    let new = ana("g6");
    world.guests("p1", &[new]).await;
    assert_eq!(world.guest("p1", "g6").await.first_name, "", "the address of the ended id is remembered");
}

#[tokio::test]
async fn a_restored_database_erases_no_guest_merged_later() {
    let mut world = earning().await;
    let bo = json!({"firstName": "Bo", "email": "bo@example.com", "cellPhoneNumber": "5551112222"});
    let facts = [
        world.event("customer.upserted", ana("g1")),
        world.event("customer.upserted", with(ana("g2"), bo)),
        world.event("check.closed", check("c1", "g1", CLOSED, 10.0)),
        world.event("check.closed", check("c2", "g2", CLOSED, 20.0)),
    ];
    let late = world.event("customer.merged", merge("g2", "g1", 1));
    world.record("p1", &facts).await;
    let mut events = world.nats.subscribe("saffron.v1.p1.customers.customer_erased").await;
    world.erased("g1").await;
    events.expect_event(|_| true).await;
    let read = async || -> i64 {
        sqlx::query_scalar("SELECT sequence FROM erasures_heard").fetch_one(&world.pool).await.unwrap()
    };
    eventually("the erasure to be read", || async { (read().await > 0).then_some(()) }).await;
    world.record("p1", std::slice::from_ref(&late)).await;
    assert_eq!(world.figures("g2").await, figures(1, 2000, 200, 0, "g2"));
    // An older state: neither the erasure nor the merge is in it, and the merge is worked first.
    sqlx::raw_sql(
        "DELETE FROM tombstone; DELETE FROM guest_merge;
         UPDATE customer SET erased_at = NULL, first_name = 'Anabel' WHERE pos_customer_id = 'g1'",
    )
    .execute(&world.pool)
    .await
    .unwrap();
    world.record("p1", std::slice::from_ref(&late)).await;
    assert_eq!(world.figures("g2").await, figures(2, 3000, 300, 0, "g1"));
    world.service.stop().await;
    sqlx::raw_sql("UPDATE erasures_heard SET sequence = 0").execute(&world.pool).await.unwrap();
    world.service.restart().await;
    eventually("the erasure again", || async { world.guest("p1", "g1").await.erased.then_some(()) }).await;
    assert_eq!(world.figures("g2").await, figures(1, 2000, 200, 0, "g2"));
    assert_eq!(world.guest("p1", "g2").await.first_name, "Bo");
}

#[tokio::test]
async fn an_export_holds_the_data_of_ended_ids() {
    let world = earning().await;
    let bo = json!({"firstName": "Bo", "email": "bo@example.com"});
    world.guests("p1", &[ana("g1"), with(ana("g2"), bo)]).await;
    world.checks("p1", &[check("c1", "g1", CLOSED, 50.0)]).await;
    world.merged(&[merge("g1", "g2", 1)]).await;
    let message = ExportCustomerRequest { pos_id: "p1".into(), pos_customer_id: "g1".into() };
    let answer = world.client().export_customer(world.request(&["p1"], message)).await.unwrap();
    let document: Value = serde_json::from_str(&answer.into_inner().document).unwrap();
    assert_eq!(document["customer"]["email"], "bo@example.com");
    assert_eq!(document["mergedCustomers"][0]["posCustomerID"], "g1");
    assert_eq!(document["mergedCustomers"][0]["email"], "anabel.zeppelin@example.com");
    assert_eq!(
        (&document["checks"][0]["posCheckID"], &document["checks"][0]["posCustomerID"]),
        (&json!("c1"), &json!("g1"))
    );
    let ledger = document["pointsLedger"].as_array().unwrap();
    let ids: Vec<_> = ledger.iter().map(|entry| (&entry["posCustomerID"], &entry["kind"])).collect();
    let (g1, g2, merged, earned) = (json!("g1"), json!("g2"), json!("merged"), json!("earned"));
    assert_eq!(ids, [(&g2, &merged), (&g1, &merged), (&g1, &earned)]);
}

#[tokio::test]
async fn an_unknown_ended_guest_is_not_found() {
    let world = earning().await;
    let message =
        saffron_proto::customers::GetCustomerRequest { pos_id: "p1".into(), pos_customer_id: "g9".into() };
    let unknown = refusal(world.client().get_customer(world.request(&["p1"], message)).await);
    assert_eq!((unknown.code, unknown.field.as_deref()), (Code::NotFound, Some("posCustomerID")));
}

/// Facts of one location, with several versions of each check and each merge.
fn history(random: &mut StdRng) -> Vec<(&'static str, Value)> {
    let ids = ["g1", "g2", "g3", "g4", "g5"];
    let mut facts = Vec::new();
    for number in 0..8 {
        for revision in 1..=random.random_range(1..4) {
            let close =
                format!("2026-07-18T{:02}:{:02}:00", random.random_range(14..18), random.random_range(0..60));
            let refund = number > 4;
            let cents = f64::from(random.random_range(1..5000)) / if refund { -100.0 } else { 100.0 };
            let guest = *ids.choose(random).unwrap();
            let mut data =
                with(check(&format!("c{number}"), guest, &close, cents), json!({"revision": revision}));
            data["voided"] = json!(random.random_bool(0.1));
            if refund {
                data["refundOf"] = json!(format!("c{}", random.random_range(0..3)));
            }
            if random.random_bool(0.4) {
                data["rewardUsed"] =
                    json!(f64::from(random.random_range(0..900)) / if refund { -100.0 } else { 100.0 });
            }
            if random.random_bool(0.2) {
                data.as_object_mut().unwrap().remove("posCustomerID");
            }
            facts.push(("check.closed", data));
        }
    }
    for _ in 0..random.random_range(1..7) {
        let pair: Vec<&&str> = ids.sample(random, 2).collect();
        let revision = random.random_range(1..9);
        facts.push(("customer.merged", merge(pair[0], pair[1], revision)));
    }
    facts
}

/// Everything of a location that must not depend on the order of arrival: figures by guest, and which check redeems each reward
/// item, in the order of granting.
type Result = (BTreeMap<String, (i64, i64, i64, i64, String)>, Vec<Option<String>>);

async fn result_of(world: &World, pos_id: &str) -> Result {
    let guests: Vec<(String, i64, i64, i64, i64, jiff_sqlx::Timestamp)> = sqlx::query_as(
        "SELECT pos_customer_id, visits, spend, points, owed, last_visit FROM customer
         WHERE pos_id = $1 AND merged_into IS NULL",
    )
    .bind(pos_id)
    .fetch_all(&world.pool)
    .await
    .unwrap();
    let guests = guests.into_iter().map(|(id, visits, spend, points, owed, last)| {
        (id, (visits, spend, points, owed, last.to_jiff().to_string()))
    });
    let redeemed =
        sqlx::query_scalar("SELECT redeemed_by_check FROM reward WHERE pos_id = $1 ORDER BY place");
    (guests.collect(), redeemed.bind(pos_id).fetch_all(&world.pool).await.unwrap())
}

/// Two rewards without end for each guest.
async fn furnish(world: &World, pos_id: &str, stays: &BTreeMap<String, String>) {
    world.set_clock("2026-07-18T12:00:00Z");
    world.percent(pos_id, 1000).await;
    let ids = ["g1", "g2", "g3", "g4", "g5"];
    let stays = |id: &str| stays.get(id).map_or(id, String::as_str).to_owned();
    let guests: Vec<Value> =
        ids.iter().map(|id| json!({"posID": pos_id, "posCustomerID": stays(id), "revision": 1})).collect();
    world.guests(pos_id, &guests).await;
    for id in ids {
        let mut soup = soup_for(&stays(id));
        soup.to.as_mut().unwrap().pos_id = pos_id.into();
        world.client().send_reward_item(world.request(&[pos_id], soup)).await.unwrap();
        let mut points = points_for(&stays(id), 100);
        points.to.as_mut().unwrap().pos_id = pos_id.into();
        world.client().send_reward_point(world.request(&[pos_id], points)).await.unwrap();
    }
    world.set_clock("2026-07-18T23:00:00Z");
}

#[tokio::test]
async fn any_order_of_merges_has_one_result() {
    let seed = number("SAFFRON_TEST_SEED").unwrap_or_else(rand::random);
    println!("SAFFRON_TEST_SEED={seed}");
    let mut random = StdRng::seed_from_u64(seed);
    let world = World::at("2026-07-18T12:00:00Z").await;
    for round in 0..6 {
        let facts = history(&mut random);
        let mut events: Vec<Value> =
            facts.iter().map(|(kind, data)| world.event(kind, data.clone())).collect();
        let at = |pos_id: &str, events: &[Value]| -> Vec<Value> {
            let placed = events.iter().cloned().map(|mut event| {
                event["data"]["posID"] = json!(pos_id);
                event
            });
            placed.collect()
        };
        let mut results = Vec::new();
        for order in 0..4 {
            let pos_id = format!("q{round}-{order}");
            furnish(&world, &pos_id, &BTreeMap::new()).await;
            for events in at(&pos_id, &events).chunks(random.random_range(1..9)) {
                world.ingest(&pos_id, events).await;
                if random.random_bool(0.5) {
                    world.settled().await;
                }
            }
            world.settled().await;
            // All of them again.
            world.record(&pos_id, &at(&pos_id, &events)).await;
            results.push(result_of(&world, &pos_id).await);
            events.shuffle(&mut random);
        }
        // The same with the ids that stay in place of those that ended, and without merges.
        let stays: Vec<(String, String)> = sqlx::query_as(
            "SELECT pos_customer_id, merged_into FROM customer WHERE pos_id = $1 AND merged_into IS NOT NULL",
        )
        .bind(format!("q{round}-0"))
        .fetch_all(&world.pool)
        .await
        .unwrap();
        let stays: BTreeMap<String, String> = stays.into_iter().collect();
        let pos_id = format!("q{round}-plain");
        furnish(&world, &pos_id, &stays).await;
        let mut plain = at(&pos_id, &events);
        plain.retain(|event| event["type"] == "check.closed");
        for event in &mut plain {
            if let Some(stays) = event["data"]["posCustomerID"].as_str().and_then(|id| stays.get(id)) {
                event["data"]["posCustomerID"] = json!(stays);
            }
        }
        world.record(&pos_id, &plain).await;
        let expected = result_of(&world, &pos_id).await;
        for (order, found) in results.into_iter().enumerate() {
            assert_eq!(found, expected, "order {order} of round {round}, seed {seed}, {stays:?}");
        }
    }
    assert_eq!(world.count("outbox WHERE subject LIKE 'dlq%'").await, 0);
}
