//! Whatever order facts come in, however often, and however corrected: roll-ups equal a plain recomputation.

use std::collections::BTreeMap;

use saffron_kit::nats::subject;
use sqlx::{PgPool, Row as _};

use crate::plain::{self, ItemRow, Plain, Row};
use crate::streams::Streams;
use crate::world::{World, stamped};

/// Locations, each with a random stream of facts of its own.
const STREAMS: usize = 300;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn random_streams_equal_a_plain_recomputation() {
    let seed =
        std::env::var("SAFFRON_TEST_SEED").map_or_else(|_| rand::random(), |text| text.parse().unwrap());
    println!("SAFFRON_TEST_SEED={seed}");
    let world = World::at("2026-11-20T12:00:00Z").await;
    let mut streams = Streams::of_seed(seed);
    let mut expected = BTreeMap::new();
    let mut sent = Vec::new();
    for number in 0..STREAMS {
        let pos_id = format!("p{number}");
        let facts = streams.facts(&pos_id);
        for message in streams.messages(&facts) {
            sent.push((pos_id.clone(), stamped(&pos_id, &message)));
        }
        expected.insert(pos_id, plain::recompute(&facts));
    }
    let puts = sent.into_iter().map(|(pos_id, body)| {
        let world = &world;
        async move { world.nats.put(&subject::facts(&pos_id.parse().unwrap()), body).await }
    });
    futures::stream::StreamExt::for_each(
        futures::stream::StreamExt::buffered(futures::stream::iter(puts), 64),
        |()| async {},
    )
    .await;
    world.nats.facts_settled("reports").await;

    let found = stored(&world.pool).await;
    for (pos_id, expected) in &expected {
        let found = found.get(pos_id).unwrap_or_else(|| panic!("{pos_id} is missing, seed {seed}"));
        assert_eq!(found, expected, "{pos_id}, seed {seed}");
    }
    assert_eq!(found.len(), expected.len());
    let letters: i64 = sqlx::query_scalar("SELECT count(*) FROM outbox WHERE subject LIKE 'dlq%'")
        .fetch_one(&world.pool)
        .await
        .unwrap();
    assert_eq!(letters, 0);
}

const SUMS: &str = "gross_sales, gross_discounts, gross_tax, gross_voids, gross_tips, gross_reward_used, \
    gross_payment, gross_cost, gross_labor, labor_minutes, sales_without_cost, checks, covers";

/// The roll-ups as they are stored, by location.
async fn stored(pool: &PgPool) -> BTreeMap<String, Plain> {
    let mut found: BTreeMap<String, Plain> = BTreeMap::new();
    let days = format!("SELECT pos_id, business_date::text, {SUMS} FROM rollup_day WHERE facts > 0");
    for row in sqlx::query(sqlx::AssertSqlSafe(days)).fetch_all(pool).await.unwrap() {
        let sums: Row = std::array::from_fn(|i| row.get(i + 2));
        found.entry(row.get(0)).or_default().days.insert(row.get(1), sums);
    }
    let quarters =
        format!("SELECT pos_id, business_date::text, quarter, {SUMS} FROM rollup_quarter WHERE facts > 0");
    for row in sqlx::query(sqlx::AssertSqlSafe(quarters)).fetch_all(pool).await.unwrap() {
        let sums: Row = std::array::from_fn(|i| row.get(i + 3));
        let key = (row.get(1), i64::from(row.get::<i16, _>(2)));
        found.entry(row.get(0)).or_default().quarters.insert(key, sums);
    }
    let items =
        "SELECT pos_id, business_date::text, pos_item_id, item_name, major_category, quantity, gross_sales,
        gross_discounts, gross_cost, sales_without_cost FROM rollup_item WHERE facts > 0";
    for row in sqlx::query(items).fetch_all(pool).await.unwrap() {
        let sums: ItemRow = std::array::from_fn(|i| row.get(i + 5));
        let key = (row.get(1), row.get(2), row.get(3), row.get(4));
        found.entry(row.get(0)).or_default().items.insert(key, sums);
    }
    found
}
