//! Partitions of facts: one for each month that has checks.

use saffron_proto::reports::GetCheckRequest;
use serde_json::json;

use crate::world::{World, check};

/// Partitions and how many facts each holds.
async fn partitions(world: &World) -> Vec<(String, i64)> {
    let names: Vec<String> = sqlx::query_scalar(
        "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = 'check_fact'::regclass ORDER BY 1",
    )
    .fetch_all(&world.pool)
    .await
    .unwrap();
    let mut found = Vec::new();
    for name in names {
        let count = format!("SELECT count(*) FROM {name}");
        let facts = sqlx::query_scalar(sqlx::AssertSqlSafe(count)).fetch_one(&world.pool).await.unwrap();
        found.push((name, facts));
    }
    found
}

#[tokio::test]
async fn month_has_a_partition_once_it_has_checks() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    let before = partitions(&world).await;
    // Those of the current month of this machine's clock and of the world's, with what lies around them.
    assert!(before.len() <= 10, "made ahead: {before:?}");
    let sold = |id: &str, date: &str| {
        world.event("check.closed", check("p1", id, &format!("{date}T12:00:00"), 10.0))
    };
    world.record("p1", &[sold("c1", "2019-03-05"), sold("c2", "2019-03-31")]).await;
    world.record("p1", &[sold("c3", "1995-07-01"), sold("c4", "2016-02-29")]).await;
    let after = partitions(&world).await;
    let of = |name: &str| after.iter().find(|(known, _)| known == name).map(|(_, facts)| *facts);
    assert_eq!(of("check_fact_2019_03"), Some(2));
    assert_eq!(of("check_fact_2016_02"), Some(1));
    assert_eq!((of("check_fact_1995_07"), of("check_fact_default")), (None, Some(1)), "long ago");
    // A correction moves between them.
    let mut moved = check("p1", "c3", "2016-02-01T12:00:00", 10.0);
    moved["revision"] = json!(2);
    world.record("p1", &[world.event("check.closed", moved)]).await;
    let after = partitions(&world).await;
    let of = |name: &str| after.iter().find(|(known, _)| known == name).map(|(_, facts)| *facts);
    assert_eq!((of("check_fact_2016_02"), of("check_fact_default")), (Some(2), Some(0)));
    let one = GetCheckRequest { pos_id: "p1".into(), pos_check_id: "c3".into() };
    assert!(world.client().get_check(world.request(&["p1"], one)).await.is_ok());
}

#[tokio::test]
async fn facts_are_kept_while_no_partition_can_be_made() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    // Somebody reads the table, as a backup does.
    let mut reader = world.pool.begin().await.unwrap();
    sqlx::query("SELECT 1 FROM check_fact LIMIT 1").execute(&mut *reader).await.unwrap();
    let sold = world.event("check.closed", check("p1", "c1", "2019-03-05T12:00:00", 10.0));
    world.record("p1", &[sold]).await;
    reader.rollback().await.unwrap();
    let found = partitions(&world).await;
    assert!(found.contains(&("check_fact_default".into(), 1)), "{found:?}");
    let sold = world.event("check.closed", check("p1", "c2", "2019-03-06T12:00:00", 10.0));
    world.record("p1", &[sold]).await;
    assert!(partitions(&world).await.contains(&("check_fact_default".into(), 2)));
}
