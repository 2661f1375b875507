use std::time::Duration;

use jiff::Timestamp;
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};

use super::{sql_time, stored};
use crate::domain::Guest;

/// How long taking old versions of rows away may take.
const SWEEP_LIMIT: Duration = Duration::from_secs(600);

/// Notes that old versions of what named an erased guest are to be taken away.
pub async fn note_erasure(tx: &mut Tx, guest: &Guest, now: Timestamp) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO erasure (pos_id, pos_customer_id, made_at) VALUES ($1, $2, $3)
         ON CONFLICT (pos_id, pos_customer_id) DO UPDATE SET made_by = pg_current_xact_id()",
        guest.0.as_str(),
        guest.1.as_str(),
        sql_time(now) as jiff_sqlx::Timestamp
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Erasures of which something may be left, oldest first.
pub async fn erasures_pending(database: &Database, limit: i64) -> Result<Vec<Guest>, Fault> {
    let rows = sqlx::query!("SELECT pos_id, pos_customer_id FROM erasure ORDER BY made_at LIMIT $1", limit)
        .fetch_all(database.pool())
        .await?;
    rows.into_iter()
        .map(|row| Ok((stored(row.pos_id.parse())?, stored(row.pos_customer_id.parse())?)))
        .collect()
}

/// Takes the old versions of rows, and what indexes hold of them, off the pages of the tables that knew who guests are,
/// and forgets those of `pending` of whom nothing was left to anybody's eyes before it began: an older look at the
/// database keeps what it sees, for as long as it lasts.
pub async fn sweep(database: &Database, pending: &[Guest]) -> Result<(), Fault> {
    let mut conn = database.pool().acquire_for(SWEEP_LIMIT).await?;
    let (pos_ids, ids): (Vec<String>, Vec<String>) =
        pending.iter().map(|(pos_id, id)| (pos_id.to_string(), id.to_string())).unzip();
    let gone = sqlx::query!(
        "SELECT e.pos_id, e.pos_customer_id
         FROM unnest($1::text[], $2::text[]) AS n (pos_id, pos_customer_id)
         JOIN erasure AS e ON e.pos_id = n.pos_id AND e.pos_customer_id = n.pos_customer_id
         WHERE age(e.made_by::xid) > (SELECT coalesce(max(age(backend_xmin)), 0) FROM pg_stat_activity
             WHERE datname = current_database() AND pid <> pg_backend_pid())",
        &pos_ids,
        &ids
    )
    .fetch_all(&mut conn)
    .await?;
    sqlx::raw_sql("VACUUM (INDEX_CLEANUP ON) contact, recipient, campaign, guest_text")
        .execute(&mut conn)
        .await?;
    let (pos_ids, ids): (Vec<String>, Vec<String>) =
        gone.into_iter().map(|row| (row.pos_id, row.pos_customer_id)).unzip();
    sqlx::query!(
        "DELETE FROM erasure AS e USING unnest($1::text[], $2::text[]) AS n (pos_id, pos_customer_id)
         WHERE e.pos_id = n.pos_id AND e.pos_customer_id = n.pos_customer_id",
        &pos_ids,
        &ids
    )
    .execute(&mut conn)
    .await?;
    Ok(())
}
