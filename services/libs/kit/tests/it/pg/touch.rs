//! Locations that a transaction touched have a new version, and one event each.

use saffron_core::event::CustomersChanged;

use crate::fresh_database;

#[tokio::test]
async fn a_touched_location_is_announced_once() {
    let database = fresh_database().await.announcing::<CustomersChanged>();
    sqlx::raw_sql(
        "CREATE TABLE location (pos_id text PRIMARY KEY, version bigint NOT NULL DEFAULT 0);
         INSERT INTO location (pos_id) VALUES ('p1'), ('p2'), ('p3')",
    )
    .execute(database.pool())
    .await
    .unwrap();
    let mut undone = database.begin().await.unwrap();
    undone.touch(&"p1".parse().unwrap());
    drop(undone);
    let mut tx = database.begin().await.unwrap();
    for pos_id in ["p2", "p1", "p2", "unknown"] {
        tx.touch(&pos_id.parse().unwrap());
    }
    let savepoint = tx.savepoint().await.unwrap();
    tx.touch(&"p3".parse().unwrap());
    tx.undo_to(savepoint).await.unwrap();
    tx.commit().await.unwrap();
    let mut versions: Vec<(String, i64)> =
        sqlx::query_as("SELECT pos_id, version FROM location").fetch_all(database.pool()).await.unwrap();
    versions.sort();
    assert_eq!(versions, [("p1".into(), 1), ("p2".into(), 1), ("p3".into(), 0)]);
    let mut published: Vec<(String, String)> =
        sqlx::query_as("SELECT subject, data FROM outbox").fetch_all(database.pool()).await.unwrap();
    published.sort();
    let expected = ["p1", "p2"].map(|pos_id| {
        let subject = format!("push.v1.location.{pos_id}.customers_changed");
        (subject, format!(r#"{{"posID":"{pos_id}","version":1}}"#))
    });
    assert_eq!(published, expected);
}
