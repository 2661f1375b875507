//! Random streams of facts in random order, some again and again, against a plain recomputation.

use std::collections::BTreeMap;

use rand::rngs::StdRng;
use rand::seq::SliceRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use saffron_proto::inventory::{ListItemsRequest, UpdateItemRequest};
use serde_json::{Value, json};

use crate::world::{World, edit};

const ITEMS: [&str; 4] = ["a", "b", "c", "d"];
/// Ends of the till's marks; the first is over when all is read, at 16:00.
const ENDS: [&str; 2] = ["2026-07-18T15:59:00", "2026-07-18T17:00:00"];

/// Name, price, stock, and whether it is sold out and until when.
type Seen = (String, String, i64, Option<i64>, bool, String);

/// Facts of p1 in no order, each with an id that settles equal revisions.
fn facts(rng: &mut StdRng) -> Vec<Value> {
    let mut facts = Vec::new();
    let mut event = |rng: &mut StdRng, kind: &str, time: Option<String>, data: Value| {
        let id = format!("{:08x}-{}", rng.random::<u32>(), facts.len());
        let mut event = json!({"specversion": "1.0", "id": id, "source": "till", "type": kind, "data": data});
        if let Some(time) = time {
            event["time"] = json!(time);
        }
        facts.push(event);
    };
    let minute = |rng: &mut StdRng| {
        format!("2026-07-18T{:02}:{:02}:00", rng.random_range(8..12), rng.random_range(0..60))
    };
    for item in ITEMS {
        for _ in 0..rng.random_range(1..6) {
            let mut data = json!({"posID": "p1", "posItemID": item, "revision": rng.random_range(1..4),
                "name": format!("Item {}", rng.random_range(0..3)), "price": rng.random_range(1..4), "cost": 1});
            if rng.random_bool(0.8) {
                data["stock"] = json!(rng.random_range(0..30));
            }
            match rng.random_range(0..4) {
                0 => data["soldOut"] = json!(false),
                1 => data["soldOut"] = json!(true),
                2 => {
                    (data["soldOut"], data["soldOutUntil"]) =
                        (json!(true), json!(ENDS[rng.random_range(0..2)]))
                }
                _ => {}
            }
            // 08:00 to 12:00 in New York.
            let time =
                format!("2026-07-18T{:02}:{:02}:00Z", rng.random_range(12..16), rng.random_range(0..60));
            event(rng, "item.upserted", Some(time), data);
        }
    }
    for check in 0..20 {
        for _ in 0..rng.random_range(1..4) {
            let lines: Vec<Value> = (0..rng.random_range(0..4))
                .map(|_| {
                    json!({"posItemID": ITEMS[rng.random_range(0..4)], "name": "x", "price": 1,
                    "quantity": rng.random_range(-1..4), "voided": rng.random_bool(0.2)})
                })
                .collect();
            let mut data = json!({"posID": "p1", "posCheckID": format!("c{check}"), "revision": rng.random_range(1..4),
                "closeTime": minute(rng), "items": lines, "voided": rng.random_bool(0.1)});
            if rng.random_bool(0.1) {
                data["refundOf"] = json!("c0");
            }
            event(rng, "check.closed", None, data);
        }
    }
    facts
}

/// The newest fact of each check or item, by its id.
fn newest<'a>(facts: &'a [Value], kind: &str, id: &str) -> BTreeMap<String, &'a Value> {
    let mut found = BTreeMap::<String, &Value>::new();
    let rank = |fact: &Value| (fact["data"]["revision"].as_i64(), fact["id"].as_str().map(str::to_owned));
    for fact in facts.iter().filter(|fact| fact["type"] == kind) {
        let best = found.entry(fact["data"][id].as_str().unwrap().to_owned()).or_insert(fact);
        if rank(best) < rank(fact) {
            *best = fact;
        }
    }
    found
}

/// What is seen of each item, recomputed the slow way; the owner counted one of them once, at this time (UTC).
fn plain(facts: &[Value], owner: (&str, i64, &str)) -> Vec<Seen> {
    let checks = newest(facts, "check.closed", "posCheckID");
    newest(facts, "item.upserted", "posItemID")
        .into_iter()
        .map(|(id, fact)| {
            let data = &fact["data"];
            let count = data["stock"].as_i64().map(|counted| (counted, fact["time"].as_str().unwrap()));
            let stands = match count {
                Some((_, at)) if id == owner.0 && at <= owner.2 => Some((owner.1, owner.2)),
                None if id == owner.0 => Some((owner.1, owner.2)),
                count => count,
            };
            let stock = stands.map(|(counted, counted_at)| {
                let counted_at = counted_at.replace('Z', "");
                let mut left = counted * 1000;
                for check in checks.values().map(|check| &check["data"]) {
                    // Wall time of New York is four hours behind.
                    let close = check["closeTime"].as_str().unwrap();
                    let hour: u32 = close[11..13].parse().unwrap();
                    let close = format!("{}{:02}{}", &close[..11], hour + 4, &close[13..]);
                    if check["voided"] == true || !check["refundOf"].is_null() || close <= counted_at {
                        continue;
                    }
                    for line in check["items"].as_array().unwrap() {
                        if line["posItemID"] == id.as_str() && line["voided"] == false {
                            left -= line["quantity"].as_i64().unwrap().max(0) * 1000;
                        }
                    }
                }
                left
            });
            let name = data["name"].as_str().unwrap().to_owned();
            let is_sold_out = data["soldOut"] == true && data["soldOutUntil"] != ENDS[0];
            let until = data["soldOutUntil"].as_str().filter(|_| is_sold_out).unwrap_or_default();
            (id, name, data["price"].as_i64().unwrap() * 100, stock, is_sold_out, until.to_owned())
        })
        .collect()
}

async fn seen(world: &World) -> Vec<Seen> {
    let (items, _) = world.list(ListItemsRequest { pos_id: "p1".into(), ..Default::default() }).await;
    let seen = items.into_iter().map(|item| {
        (item.pos_item_id, item.item_name, item.price, item.stock, item.sold_out, item.sold_out_until)
    });
    let mut seen: Vec<_> = seen.collect();
    seen.sort();
    seen
}

async fn whole_state(world: &World) -> Vec<String> {
    let mut state = Vec::new();
    for table in ["item", "sold_check", "edit", "change", "promotion", "promo_code", "location"] {
        let sql = format!("SELECT t::text FROM {table} t ORDER BY 1");
        let rows: Vec<String> =
            sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).fetch_all(&world.pool).await.unwrap();
        state.extend(rows);
    }
    state
}

#[tokio::test]
async fn menu_follows_the_newest_facts_in_any_order() {
    futures::future::join_all((0..8).map(run)).await;
}

async fn run(seed: u64) {
    let mut rng = StdRng::seed_from_u64(seed);
    let world = World::at("2026-07-18T20:00:00Z").await;
    let facts = facts(&mut rng);
    let mut sent = facts.clone();
    sent.shuffle(&mut rng);
    // In the midst of it the owner counts, once the till has named the item.
    let counts_at = rng.random_range(1..sent.len());
    let (mut owner, mut named) = (None, false);
    while !sent.is_empty() {
        let size = rng.random_range(1..=sent.len().min(9));
        let part = sent.split_off(sent.len() - size);
        named |= part.iter().any(|fact| fact["type"] == "item.upserted" && fact["data"]["posItemID"] == "b");
        world.ingest("p1", &part).await;
        if owner.is_none() && named && sent.len() <= counts_at {
            world.settled().await;
            let at = format!("2026-07-18T{:02}:{:02}:30Z", rng.random_range(12..16), rng.random_range(0..60));
            world.set_clock(&at);
            world.update(UpdateItemRequest { stock: Some(40_000), ..edit("b") }).await.unwrap();
            world.set_clock("2026-07-18T20:00:00Z");
            owner = Some(at);
        }
    }
    world.settled().await;
    assert_eq!(seen(&world).await, plain(&facts, ("b", 40, &owner.unwrap())), "seed {seed}");
    // The owner decides, and the whole stream comes again in another order: nothing changes.
    let decided = UpdateItemRequest {
        price: Some(200),
        stock: Some(7_000),
        display_name: Some("Mine".into()),
        ..edit("a")
    };
    world.update(decided).await.unwrap();
    let before = whole_state(&world).await;
    let mut again = facts.clone();
    again.shuffle(&mut rng);
    for part in again.chunks(7) {
        world.ingest("p1", part).await;
    }
    world.settled().await;
    assert_eq!(whole_state(&world).await, before, "seed {seed}");
}
