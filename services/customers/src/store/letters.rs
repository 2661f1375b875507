use saffron_kit::Fault;
use saffron_kit::pg::Database;

/// A dead letter that is not in DLQ yet, or that NATS refused.
pub struct OutboxLetter {
    /// Its id in the outbox.
    pub id: i64,
    /// JSON.
    pub data: String,
}

/// Dead letters in the outbox by id, those after this one, `limit` at most.
pub async fn outbox_letters(database: &Database, after: i64, limit: i64) -> Result<Vec<OutboxLetter>, Fault> {
    let letters = sqlx::query_as!(
        OutboxLetter,
        r#"SELECT id AS "id!", data AS "data!"
           FROM (SELECT id, data FROM outbox WHERE subject LIKE 'dlq.v1.%' AND id > $1
                 UNION ALL
                 SELECT id, data FROM outbox_refused WHERE subject LIKE 'dlq.v1.%' AND id > $1) AS letter
           ORDER BY id LIMIT $2"#,
        after,
        limit
    );
    Ok(letters.fetch_all(database.pool()).await?)
}

/// Deletes dead letters from the outbox. One that is published at this moment is found in DLQ afterwards.
pub async fn delete_outbox_letters(database: &Database, ids: &[i64]) -> Result<(), Fault> {
    sqlx::query!(
        "WITH waiting AS (DELETE FROM outbox WHERE id = ANY($1))
         DELETE FROM outbox_refused WHERE id = ANY($1)",
        ids
    )
    .execute(database.pool())
    .await?;
    Ok(())
}
