//! Whatever a valid POST says, every service works it: random facts of the whole contract with their corrections and
//! voids, through all services as they run. Nothing becomes a dead letter, and what services keep equals a plain
//! recomputation.

mod entries;
mod make;
mod merges;
mod plain;
mod said;
mod write;

use std::collections::BTreeMap;

use futures::future::join_all;
use rand::RngExt as _;
use rand::seq::SliceRandom as _;
use saffron_services::SERVICES;
use saffron_testkit::{eventually, number};
use serde_json::Value;
use sqlx::{Connection as _, PgConnection};

use self::make::Maker;
use self::plain::{PERCENTS, Rows, tables};
use self::said::Fact;
use crate::world::{World, world};

/// Facts of a round; each has three versions.
const ROUND: usize = 2_000;
/// Locations of a round.
const LOCATIONS: usize = 8;
/// The most bytes and versions of one POST.
const LARGEST: (usize, usize) = (500_000, 400);

/// What is compared: the database by its place among the world's, and its rows as keys and sums.
const KEPT: [(&str, usize, &str); 16] = [
    (
        "reports.day",
        1,
        "SELECT concat_ws(chr(31), pos_id, business_date::text), ARRAY[gross_sales, gross_discounts, gross_tax,
           gross_voids, gross_tips, gross_reward_used, gross_payment, gross_cost, gross_labor, sales_without_cost, checks,
           covers, gross_service_charges, gross_gratuity, gross_deferred, gross_redeemed, gross_rounding, marketplace_tax,
           out_of_balance, open_checks, open_sales, seconds_without_wage] FROM rollup_day WHERE grain = 0 AND pos_id = ANY($1)",
    ),
    (
        "reports.quarter",
        1,
        "SELECT concat_ws(chr(31), pos_id, business_date::text), ARRAY[sum(gross_sales), sum(gross_discounts),
           sum(gross_tax), sum(gross_voids), sum(gross_tips), sum(gross_reward_used), sum(gross_payment), sum(gross_cost),
           sum(gross_labor), sum(sales_without_cost), sum(checks), sum(covers), sum(gross_service_charges), sum(gross_gratuity),
           sum(gross_deferred), sum(gross_redeemed), sum(gross_rounding), sum(marketplace_tax), sum(out_of_balance),
           sum(open_checks), sum(open_sales), sum(seconds_without_wage)]::bigint[]
         FROM rollup_quarter WHERE grain = 0 AND pos_id = ANY($1) GROUP BY pos_id, business_date",
    ),
    (
        "reports.item",
        1,
        "SELECT concat_ws(chr(31), pos_id, business_date::text, pos_item_id, item_name, major_category, minor_category),
           ARRAY[quantity, gross_sales, gross_discounts, gross_cost, sales_without_cost]
         FROM rollup_item WHERE grain = 0 AND pos_id = ANY($1)",
    ),
    (
        "reports.dimension",
        1,
        "SELECT concat_ws(chr(31), pos_id, business_date::text, dimension::text, member, label), ARRAY[gross_sales,
           gross_discounts, gross_voids, gross_tips, gross_payment, source_fee, table_minutes, checks, covers]
         FROM rollup_dimension WHERE grain = 0 AND pos_id = ANY($1)",
    ),
    (
        "reports.tender",
        1,
        "SELECT concat_ws(chr(31), pos_id, business_date::text, cashier, cashier_name, payment_type),
           ARRAY[payments, amount, tips] FROM rollup_tender WHERE grain = 0 AND pos_id = ANY($1)",
    ),
    (
        "reports.labor",
        1,
        "SELECT concat_ws(chr(31), pos_id, business_date::text, job, employee, employee_name), ARRAY[pay, tips]
         FROM rollup_labor WHERE grain = 0 AND pos_id = ANY($1)",
    ),
    (
        "reports.entry",
        1,
        "SELECT concat_ws(chr(31), pos_id, business_date::text, entry::text, class, name, reason, approver, employee,
           employee_name), ARRAY[facts, entries, quantity, amount, tax, cost]
         FROM rollup_entry WHERE grain = 0 AND pos_id = ANY($1)",
    ),
    (
        "reports.cash",
        1,
        "SELECT concat_ws(chr(31), pos_id, business_date::text, drawer, employee, employee_name), ARRAY[counts, opening,
           sales, paid_in, paid_out, drops, expected, counted]
         FROM rollup_cash WHERE grain = 0 AND pos_id = ANY($1)",
    ),
    (
        "inventory.item",
        2,
        "SELECT concat_ws(chr(31), pos_id, pos_item_id, item_name), ARRAY[till_price, coalesce(till_count, 0), sold,
           coalesce(stock, 0), 1] FROM item WHERE NOT removed AND pos_id = ANY($1)",
    ),
    (
        "inventory.code",
        2,
        "SELECT concat_ws(chr(31), pos_id, pos_check_id, promo_code), ARRAY[1::bigint] FROM sold_check
         WHERE promo_code IS NOT NULL AND pos_id = ANY($1)",
    ),
    (
        "customers.guest",
        3,
        "SELECT concat_ws(chr(31), pos_id, pos_customer_id), ARRAY[visits, spend, points - owed] FROM customer
         WHERE pos_id = ANY($1)",
    ),
    (
        "customers.contact",
        3,
        "SELECT concat_ws(chr(31), pos_id, pos_customer_id, coalesce(first_name, ''), coalesce(last_name, ''),
           coalesce(email, '')), ARRAY[1::bigint] FROM customer WHERE revision >= 0 AND pos_id = ANY($1)",
    ),
    (
        "payments.week",
        4,
        "SELECT concat_ws(chr(31), pos_id, week::text), ARRAY[orders, charged, fee] FROM online_week
         WHERE pos_id = ANY($1)",
    ),
    (
        "payments.tender",
        4,
        "SELECT concat_ws(chr(31), pos_id, pos_check_id, CASE WHEN processor IS NULL THEN payment_intent_id ELSE 'other' END),
           ARRAY[count(*), sum(amount), count(*) FILTER (WHERE voided)]::bigint[] FROM tender WHERE pos_id = ANY($1)
         GROUP BY 1",
    ),
    (
        "marketing.contact",
        5,
        "SELECT concat_ws(chr(31), pos_id, pos_customer_id, first_name, last_name), ARRAY[1::bigint] FROM contact
         WHERE revision >= 0 AND pos_id = ANY($1)",
    ),
    (
        "marketing.code",
        5,
        "SELECT concat_ws(chr(31), pos_id, promo_code), ARRAY[redemptions, sales, discount, profit, without_cost]
         FROM code_result WHERE pos_id = ANY($1)",
    ),
];

#[tokio::test(flavor = "multi_thread")]
async fn every_valid_post_is_worked_by_every_service() {
    let seed = number("SAFFRON_TEST_SEED").unwrap_or_else(rand::random);
    let facts = number("SAFFRON_TEST_FACTS").unwrap_or(ROUND as u64) as usize;
    println!("SAFFRON_TEST_SEED={seed} SAFFRON_TEST_FACTS={facts}");
    let world = world().await;
    let mut databases = Vec::new();
    for url in &world.databases {
        databases.push(PgConnection::connect(url).await.unwrap());
    }
    let mut maker = Maker::of_seed(seed);
    for (round, first) in (0..facts).step_by(ROUND).enumerate() {
        let places: Vec<String> = (0..LOCATIONS).map(|place| format!("f{round}-{place}")).collect();
        let mut keys = Vec::new();
        for place in &places {
            keys.push(world.provision(place).await.0);
        }
        set_percents(&mut databases[3], &places).await;
        let versions: Vec<[Fact; 3]> = (first..facts.min(first + ROUND))
            .map(|number| maker.versions(&places[number % LOCATIONS], number))
            .collect();
        let mut said: Vec<Fact> = Vec::new();
        for (wave, what) in ["facts", "corrections", "voids"].into_iter().enumerate() {
            let sent: Vec<Fact> = versions.iter().map(|versions| versions[wave].clone()).collect();
            said.extend(sent.iter().cloned());
            send(&world, &mut maker, sent, &places, &keys).await;
            settled(&world).await;
            let expected = tables(&said);
            for (table, database, query) in KEPT {
                let kept: Vec<(String, Vec<i64>)> =
                    sqlx::query_as(query).bind(&places).fetch_all(&mut databases[database]).await.unwrap();
                let kept = kept.into_iter().filter(|(_, sums)| sums.iter().any(|sum| *sum != 0)).collect();
                let expected = expected.0.get(table).cloned().unwrap_or_default();
                assert!(facts < ROUND || !expected.is_empty(), "{table} is compared with nothing");
                assert_same(
                    &kept,
                    &expected,
                    &format!("{table} after the {what} of round {round}, seed {seed}"),
                );
            }
        }
        if facts > ROUND {
            println!(
                "{} facts, their corrections and their voids are kept as they should be",
                first + versions.len()
            );
        }
    }
}

/// In any order, in POSTs of any size, some of them twice.
async fn send(world: &World, maker: &mut Maker, mut sent: Vec<Fact>, places: &[String], keys: &[String]) {
    sent.shuffle(&mut maker.random);
    let mut posts: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (place, key) in places.iter().zip(keys) {
        let mut rest: Vec<Fact> = sent.iter().filter(|fact| fact.pos_id == *place).cloned().collect();
        while !rest.is_empty() {
            let (bytes, most) = LARGEST;
            let mut count = maker.random.random_range(1..=most.min(rest.len()));
            let body = loop {
                let body = maker.body(&rest[..count]);
                if body.len() <= bytes || count == 1 {
                    break body;
                }
                count = count.div_ceil(2);
            };
            rest.drain(..count);
            let bodies = posts.entry(key).or_default();
            if maker.random.random_bool(0.1) {
                // With a space, which makes it another message.
                bodies.push(format!("{body} "));
            }
            bodies.push(body);
        }
    }
    join_all(posts.into_iter().map(|(key, bodies)| async move {
        let bearer = format!("Bearer {key}");
        let headers = [("content-type", "application/json"), ("authorization", bearer.as_str())];
        for body in bodies {
            let answer = world.post("/ingest/v1/events", &headers, body.clone()).await;
            assert_eq!(answer.status, 202, "{answer:?}: {body}");
        }
    }))
    .await;
}

/// Waits until every service has worked everything; nothing may have become a letter.
pub async fn settled(world: &World) {
    for service in SERVICES.into_iter().filter(|service| service.facts) {
        world.nats.facts_settled(service.name).await;
    }
    let mut databases = Vec::new();
    for url in &world.databases {
        databases.push(PgConnection::connect(url).await.unwrap());
    }
    for database in &mut databases {
        let database = tokio::sync::Mutex::new(database);
        eventually("the outbox to be empty", || async {
            let waiting: i64 = sqlx::query_scalar("SELECT count(*) FROM outbox")
                .fetch_one(&mut **database.lock().await)
                .await
                .unwrap();
            (waiting == 0).then_some(())
        })
        .await;
    }
    world.nats.events_settled().await;
    for database in &mut databases {
        let refused: i64 =
            sqlx::query_scalar("SELECT count(*) FROM outbox_refused").fetch_one(database).await.unwrap();
        assert_eq!(refused, 0, "events that NATS refused");
    }
    let letters = world.nats.stored("DLQ").await;
    let shown: Vec<String> = letters.iter().take(3).map(|(subject, body)| letter(subject, body)).collect();
    assert!(letters.is_empty(), "{} letters: {}", letters.len(), shown.join("\n"));
    world.nats.forget_facts().await;
}

/// A letter as a person needs it to find what is wrong.
fn letter(subject: &str, body: &[u8]) -> String {
    let value: Value = serde_json::from_slice(body).unwrap();
    let (reason, payload) = (&value["data"]["reason"], value["data"]["payload"].as_str().unwrap_or_default());
    format!("{subject}: {reason}: {}", payload.chars().take(3_000).collect::<String>())
}

async fn set_percents(customers: &mut PgConnection, places: &[String]) {
    for (hours, hundredths) in PERCENTS {
        sqlx::query(
            "INSERT INTO percent (pos_id, effective_from, hundredths, set_by, set_by_name)
             SELECT p, $2::text::timestamptz - make_interval(hours => $3), $4, gen_random_uuid(), 'Ana'
             FROM unnest($1::text[]) AS n (p)",
        )
        .bind(places)
        .bind(crate::world::NOW)
        .bind(i32::try_from(hours).unwrap())
        .bind(i32::try_from(hundredths).unwrap())
        .execute(&mut *customers)
        .await
        .unwrap();
    }
}

fn assert_same(kept: &Rows, expected: &Rows, what: &str) {
    for (key, sums) in expected {
        assert_eq!(kept.get(key), Some(sums), "{key:?} of {what}");
    }
    for (key, sums) in kept {
        assert!(expected.contains_key(key), "{key:?} with {sums:?} is too much in {what}");
    }
}
