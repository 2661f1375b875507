use saffron_testkit::pos_id;
use serde_json::json;

use crate::world::{World, check};

#[tokio::test]
async fn unreadable_fact_is_buried_and_the_rest_recorded() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    let mut dlq = world.nats.subscribe("dlq.v1.>").await;
    let poison = br#"{"posID":"p1","zone":"America/New_York","facts":[{"nonsense":true}]}"#;
    world.put_batch("p1", poison).await;
    let good = world.event("check.closed", check("p1", "c1", "2026-07-18T12:00:00", 10.0));
    world.record("p1", &[good]).await;
    let letter = dlq.expect_event(|_| true).await;
    assert_eq!(letter.r#type, "saffron.dead_letter.v1");
    assert_eq!(
        letter.data["subject"],
        json!("pos.v1.9.p1.batch".replace('9', &pos_id("p1").partition().to_string()))
    );
    assert_eq!(letter.data["payload"], json!(String::from_utf8_lossy(poison)));
    assert_eq!(letter.data["attempts"], json!(1));
    let sales: i64 =
        sqlx::query_scalar("SELECT gross_sales FROM rollup_day").fetch_one(&world.pool).await.unwrap();
    assert_eq!(sales, 1000);
}

#[tokio::test]
async fn fact_that_breaks_a_database_rule_is_buried_alone() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    // A rule that only one check breaks, as a fault of ours would be.
    sqlx::query("ALTER TABLE pos_check ADD CONSTRAINT fault CHECK (pos_check_id <> 'bad')")
        .execute(&world.pool)
        .await
        .unwrap();
    let mut dlq = world.nats.subscribe("dlq.v1.>").await;
    let events: Vec<_> = ["c1", "bad", "c2"]
        .iter()
        .map(|id| world.event("check.closed", check("p1", id, "2026-07-18T12:00:00", 10.0)))
        .collect();
    world.record("p1", &events).await;
    let letter = dlq.expect_event(|_| true).await;
    assert_eq!(letter.subject, Some(pos_id("p1")));
    let payload: serde_json::Value = serde_json::from_str(letter.data["payload"].as_str().unwrap()).unwrap();
    assert_eq!(payload["facts"].as_array().unwrap().len(), 1);
    assert_eq!(payload["facts"][0]["body"]["check"]["posCheckID"], "bad");
    let sales: i64 =
        sqlx::query_scalar("SELECT gross_sales FROM rollup_day").fetch_one(&world.pool).await.unwrap();
    assert_eq!(sales, 2000);
}
