//! After any history the ledger adds up, no balance is negative, and points are exactly those of figures.md.

use std::collections::BTreeMap;

use futures::StreamExt as _;
use jiff::civil::Date;
use jiff::{Timestamp, ToSpan as _};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use saffron_proto::customers::{
    Recipient, SendRewardItemRequest, SendRewardPointRequest, UpdateRewardPercentRequest,
};
use saffron_testkit::{eventually, number};
use serde_json::{Value, json};

use crate::plain::{Figures, Grant, Plain};
use crate::world::{OWNER, World};

const ZONES: [&str; 4] = ["America/New_York", "Pacific/Auckland", "Pacific/Honolulu", "Europe/Berlin"];
const GUESTS: [&str; 3] = ["g1", "g2", "g3"];
/// Also one that no check names.
const MERGED: [&str; 4] = ["g1", "g2", "g3", "g4"];
/// What happens at each location, one after the other.
const ACTS: usize = 12;

struct Location {
    pos_id: String,
    zone: &'static str,
    plain: Plain,
    /// The newest revision of each check.
    revisions: BTreeMap<u32, u32>,
    /// Versions that are kept back, to arrive after newer ones.
    late: Vec<Value>,
    /// Whether guests are merged there.
    merges: bool,
}

enum Act {
    Facts(Vec<Value>),
    Percent(i64),
    Grant(Grant),
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn points_follow_the_rules_after_any_history() {
    let seed = number("SAFFRON_TEST_SEED").unwrap_or_else(rand::random);
    let histories = number("SAFFRON_TEST_HISTORIES").unwrap_or(200);
    println!("SAFFRON_TEST_SEED={seed} SAFFRON_TEST_HISTORIES={histories}");
    let world = World::at("2026-10-30T20:20:00Z").await;
    let mut random = StdRng::seed_from_u64(seed);
    let mut locations: Vec<Location> = (0..histories)
        .map(|number| {
            let zone = ZONES[number as usize % ZONES.len()];
            let pos_id = format!("p{number}");
            let (plain, revisions, late) = (Plain::new(zone), BTreeMap::new(), Vec::new());
            Location { pos_id, zone, plain, revisions, late, merges: number % 3 != 0 }
        })
        .collect();
    let mut events = 0;
    for act in 0..ACTS {
        if random.random_bool(0.6) {
            let later = world.now()
                + random.random_range(1..60_i64).hours()
                + random.random_range(0..60_i64).minutes();
            world.clock.set(later);
        }
        let now = world.now();
        let mut acts = Vec::new();
        for location in &mut locations {
            location.plain.at(now);
            // A guest is known by a check before anything is granted.
            let act = if act == 0 {
                location.facts(&mut random, now, &mut events)
            } else {
                match random.random_range(0..10) {
                    0..6 => location.facts(&mut random, now, &mut events),
                    6 => Act::Percent(*[0, 33, 100, 1000, 10_000].choose(&mut random).unwrap()),
                    7 if act > 2 => location.grant(&mut random, now, true),
                    _ => location.grant(&mut random, now, false),
                }
            };
            location.work(&act, now);
            acts.push((location.pos_id.clone(), location.zone, act));
        }
        let acts = acts.into_iter().map(|(pos_id, zone, act)| perform(&world, pos_id, zone, act));
        futures::stream::iter(acts).buffer_unordered(16).for_each(|()| async {}).await;
        world.settled().await;
        expired(&world, &locations).await;
        if act % 4 == 3 || act == ACTS - 1 {
            compare(&world, &locations, &format!("after act {act}, seed {seed}")).await;
        }
    }
    assert_eq!(world.count("outbox WHERE subject LIKE 'dlq%'").await, 0);
}

async fn perform(world: &World, pos_id: String, zone: &'static str, act: Act) {
    match act {
        Act::Facts(events) => {
            world.ingest_at(world.now(), zone, &pos_id, &events).await;
        }
        Act::Percent(percent) => {
            let message = UpdateRewardPercentRequest { pos_id: pos_id.clone(), percent };
            let request = world.request_of(OWNER, &[(&pos_id, zone)], message);
            world.client().update_reward_percent(request).await.unwrap();
        }
        Act::Grant(grant) => {
            let to = Some(Recipient {
                pos_id: pos_id.clone(),
                pos_customer_id: grant.guest,
                ..Recipient::default()
            });
            let valid_until = grant.end.map(|end| end.to_string()).unwrap_or_default();
            let locations = [(pos_id.as_str(), zone)];
            if let Some(pos_item_id) = grant.item {
                let message = SendRewardItemRequest { to, pos_item_id, valid_until, ..Default::default() };
                world.client().send_reward_item(world.request_of(OWNER, &locations, message)).await.unwrap();
            } else {
                let points = grant.points;
                let message = SendRewardPointRequest { to, points, valid_until, ..Default::default() };
                world.client().send_reward_point(world.request_of(OWNER, &locations, message)).await.unwrap();
            }
        }
    }
}

impl Location {
    fn work(&mut self, act: &Act, now: Timestamp) {
        match act {
            Act::Facts(events) => self.plain.facts(events),
            Act::Percent(percent) => self.plain.percent(now, *percent),
            Act::Grant(grant) => self.plain.grant(grant.clone()),
        }
    }

    fn grant(&mut self, random: &mut StdRng, now: Timestamp, item: bool) -> Act {
        let end =
            random.random_bool(0.6).then(|| self.plain.today(now) + random.random_range(0..4_i64).days());
        let item = item.then(|| (*["soup", "salad"].choose(random).unwrap()).to_owned());
        let points = if item.is_some() { 0 } else { random.random_range(1..400) };
        Act::Grant(Grant { guest: (*GUESTS.choose(random).unwrap()).into(), item, points, at: now, end })
    }

    /// One message of up to four versions of checks, some of them known already or older than what is known.
    fn facts(&mut self, random: &mut StdRng, now: Timestamp, events: &mut u32) -> Act {
        let mut sent = Vec::new();
        let first = self.revisions.is_empty();
        for turn in 0..random.random_range(if first { 3..=4 } else { 1..=4_u32 }) {
            let check = if first { turn } else { random.random_range(0..8) };
            let revision = self.revisions.entry(check).or_default();
            // Two versions of one revision: the greater event id wins.
            *revision += u32::from(*revision == 0 || random.random_bool(0.9));
            let revision = *revision;
            *events += 1;
            let id = format!("{:08x}-{events}", random.random::<u32>());
            let mut data = self.check(random, now, check, revision);
            if first {
                // Every guest is known from the first act on.
                data["posCustomerID"] = json!(GUESTS[turn as usize % GUESTS.len()]);
            }
            let event = json!({"specversion": "1.0", "id": id, "source": "till", "type": "check.closed", "data": data});
            if !first && random.random_bool(0.15) {
                self.late.push(event);
            } else {
                sent.push(event);
            }
        }
        if self.merges && !first && random.random_bool(0.3) {
            *events += 1;
            let id = format!("{:08x}-{events}", random.random::<u32>());
            let ids: Vec<&&str> = MERGED.sample(random, 2).collect();
            // Older ones too, which change nothing.
            let data = json!({"posID": self.pos_id, "posCustomerID": ids[0], "mergedInto": ids[1],
                "revision": random.random_range(1..6)});
            let merge = json!({"specversion": "1.0", "id": id, "source": "till", "type": "customer.merged", "data": data});
            if random.random_bool(0.8) { sent.push(merge) } else { self.late.push(merge) }
        }
        if !self.late.is_empty() && random.random_bool(0.4) {
            sent.append(&mut self.late);
        }
        if sent.is_empty() {
            sent.append(&mut self.late);
        }
        if random.random_bool(0.3) {
            let again = sent.choose(random).cloned();
            sent.extend(again);
        }
        Act::Facts(sent)
    }

    fn check(&self, random: &mut StdRng, now: Timestamp, check: u32, revision: u32) -> Value {
        let refund = random.random_bool(0.35);
        let sign = if refund { -1 } else { 1 };
        let money = |cents: i64| -> Value {
            serde_json::from_str(&saffron_core::Money::from_cents(sign * cents).to_string()).unwrap()
        };
        let lines: Vec<Value> = (0..random.random_range(0..4))
            .map(|_| {
                let item = *["soup", "salad", "tea"].choose(random).unwrap();
                let quantity = *[0.5, 1.0, 1.0, 2.0, 3.5].choose(random).unwrap() * sign as f64;
                json!({"posItemID": item, "name": item, "quantity": quantity,
                    "amount": money(random.random_range(0..6000)), "discount": money(random.random_range(0..300)),
                    "voided": random.random_bool(0.15)})
            })
            .collect();
        // Some closed long ago, some on a till whose clock runs ahead.
        let close = now + random.random_range(-3000..400_i64).minutes();
        let mut data = json!({"posID": self.pos_id, "posCheckID": format!("c{check}"), "revision": revision,
            "closeTime": close.to_string(), "items": lines, "voided": random.random_bool(0.15)});
        if random.random_bool(0.85) {
            data["posCustomerID"] = json!(GUESTS.choose(random).unwrap());
        }
        if random.random_bool(0.3) {
            data["discount"] = money(random.random_range(0..500));
        }
        if random.random_bool(0.4) {
            data["rewardUsed"] = money(random.random_range(0..500));
        }
        // Mostly of two checks, so that one has many refunds; also of checks that are not known yet, and of none.
        if refund && random.random_bool(0.9) {
            let sale =
                if random.random_bool(0.7) { random.random_range(0..2) } else { random.random_range(0..9) };
            data["refundOf"] = json!(format!("c{sale}"));
        }
        data
    }
}

/// Waits until the job has expired points everywhere.
async fn expired(world: &World, locations: &[Location]) {
    let todays: Vec<String> =
        locations.iter().map(|location| location.plain.today(world.now()).to_string()).collect();
    let pos_ids: Vec<String> = locations.iter().map(|location| location.pos_id.clone()).collect();
    eventually("points to expire", || async {
        let left: i64 = sqlx::query_scalar(
            "SELECT count(*) FROM reward JOIN unnest($1::text[], $2::text[]) AS t (pos_id, today) USING (pos_id)
             WHERE points_left > 0 AND valid_until < today::date",
        )
        .bind(&pos_ids)
        .bind(&todays)
        .fetch_one(&world.pool)
        .await
        .unwrap();
        (left == 0).then_some(())
    })
    .await;
}

async fn compare(world: &World, locations: &[Location], when: &str) {
    type Row = (String, String, i64, i64, jiff_sqlx::Timestamp, i64, i64, i64, i64, i64, i64);
    let rows: Vec<Row> = sqlx::query_as(
        "SELECT c.pos_id, c.pos_customer_id, c.visits, c.spend, c.last_visit, c.points, c.owed,
           coalesce(sum(CASE WHEN e.credit = 'points' THEN e.points WHEN e.debit = 'points' THEN -e.points END), 0)::bigint,
           coalesce(sum(CASE WHEN e.debit = 'owed' THEN e.points WHEN e.credit = 'owed' THEN -e.points END), 0)::bigint,
           (SELECT coalesce(sum(r.points_expired), 0)::bigint FROM reward AS r
             WHERE r.pos_id = c.pos_id AND r.pos_customer_id = c.pos_customer_id),
           (SELECT coalesce(sum(r.points_left), 0)::bigint FROM reward AS r
             WHERE r.pos_id = c.pos_id AND r.pos_customer_id = c.pos_customer_id)
         FROM customer AS c LEFT JOIN entry AS e USING (pos_id, pos_customer_id)
         GROUP BY c.pos_id, c.pos_customer_id",
    )
    .fetch_all(&world.pool)
    .await
    .unwrap();
    let mut found: BTreeMap<String, BTreeMap<String, Figures>> = BTreeMap::new();
    for (pos_id, guest, visits, spend, last_visit, points, owed, in_points, in_owed, expired, in_lots) in rows
    {
        let what = format!("{guest} of {pos_id} {when}");
        assert!(points >= 0 && owed >= 0 && (points == 0 || owed == 0), "{what}");
        assert_eq!((in_points, in_owed), (points, owed), "entries of {what}");
        assert!(in_lots <= points, "lots of {what}");
        let last_visit = Some(last_visit.to_jiff()).filter(|at| *at > Timestamp::UNIX_EPOCH);
        let figures = Figures { visits, spend, last_visit, points, owed, expired };
        found.entry(pos_id).or_default().insert(guest, figures);
    }
    type Reward = (String, Option<String>, i64);
    let rewards: Vec<Reward> =
        sqlx::query_as("SELECT pos_id, redeemed_by_check, points_left FROM reward ORDER BY pos_id, place")
            .fetch_all(&world.pool)
            .await
            .unwrap();
    let months: Vec<(String, jiff_sqlx::Date, i64, i64)> =
        sqlx::query_as("SELECT pos_id, month, eligible, checks FROM guest_month")
            .fetch_all(&world.pool)
            .await
            .unwrap();
    assert_eq!(
        world
            .count(
                "location AS l,
           LATERAL (SELECT coalesce(sum(points), 0) AS points, coalesce(sum(owed), 0) AS owed
             FROM customer WHERE pos_id = l.pos_id) AS c,
           LATERAL (SELECT coalesce(sum(points) FILTER (WHERE credit = 'issued'), 0)
               - coalesce(sum(points) FILTER (WHERE debit = 'issued'), 0) AS issued,
             coalesce(sum(points) FILTER (WHERE credit = 'redeemed'), 0)
               - coalesce(sum(points) FILTER (WHERE debit = 'redeemed'), 0) AS redeemed,
             coalesce(sum(points) FILTER (WHERE credit = 'granted'), 0)
               - coalesce(sum(points) FILTER (WHERE debit = 'granted'), 0) AS granted,
             coalesce(sum(points) FILTER (WHERE credit = 'expired'), 0)
               - coalesce(sum(points) FILTER (WHERE debit = 'expired'), 0) AS expired
             FROM entry WHERE pos_id = l.pos_id) AS e
         WHERE (l.points, l.owed, l.issued, l.redeemed, l.granted, l.expired)
           <> (c.points, c.owed, e.issued, e.redeemed, e.granted, e.expired)"
            )
            .await,
        0,
        "the sums of a location are not those of its entries {when}"
    );
    let unlike = "location AS l WHERE l.expired <> (SELECT coalesce(sum(points_expired), 0) FROM reward
         WHERE pos_id = l.pos_id)";
    assert_eq!(world.count(unlike).await, 0, "the expired points of rewards are not those of entries {when}");
    for Location { pos_id, plain, .. } in locations {
        let what = format!("of {pos_id} {when}");
        let expected = plain.figures();
        let found = found.remove(pos_id).unwrap_or_default();
        for (guest, found) in &found {
            let expected = expected.get(guest).cloned().unwrap_or_default();
            assert_eq!(*found, expected, "{guest} {what}");
            assert_eq!(found.points - found.owed, plain.net(guest), "net of {guest} {what}");
        }
        assert!(expected.keys().all(|guest| found.contains_key(guest)), "guests {what}");
        let rewards: Vec<&Reward> = rewards.iter().filter(|(of, _, _)| of == pos_id).collect();
        let redeemed: Vec<Option<String>> = rewards.iter().map(|(_, by, _)| by.clone()).collect();
        assert_eq!(redeemed, plain.redeemed(), "redemptions {what}");
        for (place, (_, _, left)) in rewards.iter().enumerate() {
            assert_eq!(
                *left,
                plain.bag(&plain.stays(&plain.grants[place].guest)).left(place),
                "lot {place} {what}"
            );
        }
        let months: BTreeMap<Date, (i64, i64)> = months
            .iter()
            .filter(|(of, _, eligible, checks)| of == pos_id && (*eligible, *checks) != (0, 0))
            .map(|(_, month, eligible, checks)| (month.to_jiff(), (*eligible, *checks)))
            .collect();
        assert_eq!(months, plain.months(), "months {what}");
    }
}
