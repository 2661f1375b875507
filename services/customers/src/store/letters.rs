use saffron_kit::Fault;
use saffron_kit::pg::Database;

/// A letter that is not in DLQ yet, or never will be.
#[derive(Debug, Clone)]
pub struct KeptLetter {
    /// Its place in the outbox.
    pub id: i64,
    /// JSON.
    pub data: String,
}

/// Letters that wait in the outbox or that NATS refused, those after this place, `limit` at most.
pub async fn kept_letters(database: &Database, after: i64, limit: i64) -> Result<Vec<KeptLetter>, Fault> {
    let letters = sqlx::query_as!(
        KeptLetter,
        r#"SELECT id AS "id!", data AS "data!"
           FROM (SELECT id, data FROM outbox WHERE subject LIKE 'dlq.v1.%' AND id > $1
                 UNION ALL
                 SELECT id, data FROM outbox_refused WHERE subject LIKE 'dlq.v1.%' AND id > $1) AS letter
           ORDER BY id LIMIT $2"#,
        after,
        limit
    )
    .fetch_all(database.pool())
    .await?;
    Ok(letters)
}

/// Takes letters away. One that is on its way at this moment is found in DLQ afterwards.
pub async fn delete_kept_letters(database: &Database, ids: &[i64]) -> Result<(), Fault> {
    sqlx::query!(
        "WITH waiting AS (DELETE FROM outbox WHERE id = ANY($1))
         DELETE FROM outbox_refused WHERE id = ANY($1)",
        ids
    )
    .execute(database.pool())
    .await?;
    Ok(())
}
