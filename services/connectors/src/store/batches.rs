use jiff_sqlx::ToSqlx as _;
use saffron_kit::Fault;
use saffron_kit::pg::{Conn, Tx};
use uuid::Uuid;

use crate::domain::BatchKind;

/// Facts as they are posted together.
#[derive(Debug, Clone)]
pub struct BatchRow {
    pub number: i32,
    pub kind: BatchKind,
    pub source: Option<String>,
    pub object_id: Uuid,
    pub facts: i32,
}

/// Stores a batch behind the others.
pub async fn insert_batch(
    tx: &mut Tx,
    import_id: Uuid,
    number: i32,
    kind: BatchKind,
    source: Option<&str>,
    (object_id, facts): (Uuid, i32),
) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO import_batch (import_id, number, kind, source, object_id, facts) VALUES ($1, $2, $3, $4, $5, $6)",
        import_id,
        number,
        kind.as_str(),
        source,
        object_id,
        facts
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Removes all batches and lists of refused rows of an import, whose objects are then deleted.
pub async fn delete_prepared(tx: &mut Tx, import_id: Uuid) -> Result<(), Fault> {
    let now = tx.clock().now().to_sqlx();
    sqlx::query!(
        "UPDATE object SET forget_at = $2 WHERE object_id IN (
           SELECT object_id FROM import_batch WHERE import_id = $1
           UNION ALL SELECT object_id FROM import_refused WHERE import_id = $1)",
        import_id,
        now
    )
    .execute(tx.conn())
    .await?;
    sqlx::query!("DELETE FROM import_batch WHERE import_id = $1", import_id).execute(tx.conn()).await?;
    sqlx::query!("DELETE FROM import_over WHERE import_id = $1", import_id).execute(tx.conn()).await?;
    sqlx::query!("DELETE FROM import_refused WHERE import_id = $1", import_id).execute(tx.conn()).await?;
    Ok(())
}

/// Stores a list of refused rows behind the others.
pub async fn insert_refused(tx: &mut Tx, import_id: Uuid, object_id: Uuid, rows: i32) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO import_refused (import_id, number, object_id, rows)
         SELECT $1, coalesce(max(number) + 1, 0), $2, $3 FROM import_refused WHERE import_id = $1",
        import_id,
        object_id,
        rows
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// The next batch that is to be sent.
pub async fn next_to_send(conn: &mut Conn, import_id: Uuid) -> Result<Option<BatchRow>, Fault> {
    let row = sqlx::query_as!(
        BatchRow,
        "SELECT number, kind, source, object_id, facts FROM import_batch
         WHERE import_id = $1 AND kind NOT IN ('restore', 'takeBack') AND sent_at IS NULL ORDER BY number LIMIT 1",
        import_id
    );
    Ok(row.fetch_optional(conn).await?)
}

/// The next batch that is to be undone: checks that were sent, or may have been, then what is brought back for what was taken
/// away, then what takes back shifts and items of the batches behind it.
pub async fn next_to_undo(conn: &mut Conn, import_id: Uuid) -> Result<Option<BatchRow>, Fault> {
    let row = sqlx::query_as!(
        BatchRow,
        "WITH reached AS (
           SELECT coalesce((SELECT min(number) FROM import_batch
             WHERE import_id = $1 AND kind NOT IN ('restore', 'takeBack') AND sent_at IS NULL), 2147483647) AS number)
         SELECT b.number, b.kind, b.source, b.object_id, b.facts FROM import_batch AS b, reached AS r
         WHERE b.import_id = $1 AND b.undone_at IS NULL AND (
             (b.kind IN ('check', 'takeBack') AND b.number <= r.number)
             OR (b.kind = 'restore' AND EXISTS (SELECT FROM import_batch AS m
               WHERE m.import_id = $1 AND m.kind = 'remove' AND m.number <= r.number)))
         ORDER BY b.kind, b.number LIMIT 1",
        import_id
    );
    Ok(row.fetch_optional(conn).await?)
}

/// Notes that a batch was sent.
pub async fn batch_sent(tx: &mut Tx, import_id: Uuid, number: i32) -> Result<(), Fault> {
    let now = tx.clock().now().to_sqlx();
    sqlx::query!(
        "UPDATE import_batch SET sent_at = $3 WHERE import_id = $1 AND number = $2",
        import_id,
        number,
        now
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Notes that a batch was undone.
pub async fn batch_undone(tx: &mut Tx, import_id: Uuid, number: i32) -> Result<(), Fault> {
    let now = tx.clock().now().to_sqlx();
    sqlx::query!(
        "UPDATE import_batch SET undone_at = $3 WHERE import_id = $1 AND number = $2",
        import_id,
        number,
        now
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Facts of batches by what is left to do: to be sent, and to be undone.
pub async fn facts_to_do(conn: &mut Conn, import_id: Uuid) -> Result<(i64, i64), Fault> {
    let row = sqlx::query!(
        r#"SELECT coalesce(sum(facts) FILTER (WHERE kind NOT IN ('restore', 'takeBack')), 0) AS "send!",
             coalesce(sum(facts) FILTER (WHERE kind IN ('check', 'restore', 'takeBack')), 0) AS "undo!"
           FROM import_batch WHERE import_id = $1"#,
        import_id
    );
    let row = row.fetch_one(conn).await?;
    Ok((row.send, row.undo))
}

/// Facts of batches that were sent.
pub async fn facts_sent(conn: &mut Conn, import_id: Uuid) -> Result<i64, Fault> {
    let facts = sqlx::query_scalar!(
        r#"SELECT coalesce(sum(facts), 0) AS "facts!" FROM import_batch WHERE import_id = $1 AND sent_at IS NOT NULL"#,
        import_id
    );
    Ok(facts.fetch_one(conn).await?)
}

/// Facts of batches that were undone.
pub async fn facts_undone(conn: &mut Conn, import_id: Uuid) -> Result<i64, Fault> {
    let facts = sqlx::query_scalar!(
        r#"SELECT coalesce(sum(facts), 0) AS "facts!" FROM import_batch WHERE import_id = $1 AND undone_at IS NOT NULL"#,
        import_id
    );
    Ok(facts.fetch_one(conn).await?)
}
