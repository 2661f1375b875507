use std::collections::BTreeSet;

use jiff_sqlx::ToSqlx as _;
use saffron_core::PosId;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::mark_stale;
use crate::domain::{Notice, Stale};

/// Stores events of the provider, and marks their objects as stale; an event that was stored before changes nothing. Returns
/// how many are new.
pub async fn store_notices(tx: &mut Tx, pos_id: &PosId, notices: &[Notice]) -> Result<usize, Fault> {
    let now = tx.clock().now();
    let ids: BTreeSet<&str> = notices.iter().map(|notice| notice.id.as_str()).collect();
    let fresh = sqlx::query_scalar!(
        "INSERT INTO notice (pos_id, event_id, taken_at) SELECT $1, id, $3 FROM unnest($2::text[]) AS n (id)
         ON CONFLICT DO NOTHING RETURNING event_id",
        pos_id.as_str(),
        &Vec::from_iter(ids) as &[&str],
        now.to_sqlx()
    )
    .fetch_all(tx.conn())
    .await?;
    let new = notices.iter().filter(|notice| fresh.iter().any(|id| id == notice.id.as_str()));
    let stale: BTreeSet<Stale> = new.flat_map(|notice| notice.stale.iter().cloned()).collect();
    mark_stale(tx, pos_id, &stale, false).await?;
    Ok(fresh.len())
}
