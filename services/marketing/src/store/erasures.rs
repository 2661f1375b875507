use std::time::Duration;

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::{CustomerId, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};

use crate::domain::Guest;

/// The time limit of a vacuum.
const VACUUM_LIMIT: Duration = Duration::from_secs(600);

/// Stores that the tables are to be vacuumed after a guest's erasure.
pub async fn add_erasure(tx: &mut Tx, (pos_id, id): &Guest, now: Timestamp) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO erasure (pos_id, pos_customer_id, made_at) VALUES ($1, $2, $3)
         ON CONFLICT (pos_id, pos_customer_id) DO UPDATE SET made_by = pg_current_xact_id()",
        pos_id.as_str(),
        id.as_str(),
        now.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Erasures after which the tables are not vacuumed yet, oldest first.
pub async fn pending_erasures(database: &Database, limit: i64) -> Result<Vec<Guest>, Fault> {
    Ok(sqlx::query!("SELECT pos_id, pos_customer_id FROM erasure ORDER BY made_at LIMIT $1", limit)
        .map(|row| (row.pos_id, row.pos_customer_id))
        .fetch_all(database.pool())
        .await?)
}

/// Vacuums the tables with names and addresses of guests, which removes old versions of rows and their index entries, and deletes
/// those of `pending` that were complete before it began: an older snapshot of the database keeps old versions while it lasts.
pub async fn vacuum(database: &Database, pending: &[Guest]) -> Result<(), Fault> {
    let mut conn = database.pool().acquire_for(VACUUM_LIMIT).await?;
    let (pos_ids, ids): (Vec<PosId>, Vec<CustomerId>) = pending.iter().cloned().unzip();
    let gone = sqlx::query!(
        "SELECT e.pos_id, e.pos_customer_id
         FROM unnest($1::text[], $2::text[]) AS n (pos_id, pos_customer_id)
         JOIN erasure AS e ON e.pos_id = n.pos_id AND e.pos_customer_id = n.pos_customer_id
         WHERE age(e.made_by::xid) > (SELECT coalesce(max(age(backend_xmin)), 0) FROM pg_stat_activity
             WHERE datname = current_database() AND pid <> pg_backend_pid())",
        &pos_ids as &[PosId],
        &ids as &[CustomerId]
    )
    .map(|row| (row.pos_id, row.pos_customer_id))
    .fetch_all(&mut conn)
    .await?;
    sqlx::raw_sql("VACUUM (INDEX_CLEANUP ON) contact, recipient, campaign, guest_text")
        .execute(&mut conn)
        .await?;
    let (pos_ids, ids): (Vec<PosId>, Vec<CustomerId>) = gone.into_iter().unzip();
    sqlx::query!(
        "DELETE FROM erasure AS e USING unnest($1::text[], $2::text[]) AS n (pos_id, pos_customer_id)
         WHERE e.pos_id = n.pos_id AND e.pos_customer_id = n.pos_customer_id",
        &pos_ids as &[PosId],
        &ids as &[CustomerId]
    )
    .execute(&mut conn)
    .await?;
    Ok(())
}
