//! What lets reports be laid over many databases by location (docs/scaling.md).

use crate::world::World;

/// Kit's tables, which stay where transactions begin, and sqlx's own.
const NOT_BY_LOCATION: [&str; 4] = ["outbox", "inbox", "idempotency", "_sqlx_migrations"];

#[tokio::test]
async fn every_unique_index_holds_the_location() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    let found: Vec<(String, String)> = sqlx::query_as(
        "SELECT t.relname::text, i.relname::text
         FROM pg_index x
         JOIN pg_class t ON t.oid = x.indrelid
         JOIN pg_class i ON i.oid = x.indexrelid
         JOIN pg_namespace n ON n.oid = t.relnamespace
         WHERE n.nspname = 'public' AND x.indisunique AND NOT EXISTS (
             SELECT FROM pg_attribute a
             WHERE a.attrelid = t.oid AND a.attname = 'pos_id' AND a.attnum = ANY (x.indkey))",
    )
    .fetch_all(&world.pool)
    .await
    .unwrap();
    let other: Vec<_> =
        found.iter().filter(|(table, _)| !NOT_BY_LOCATION.contains(&table.as_str())).collect();
    assert!(other.is_empty(), "without pos_id: {other:?}");
    assert!(found.iter().any(|(table, _)| table == "outbox"), "the query finds what there is");
}
