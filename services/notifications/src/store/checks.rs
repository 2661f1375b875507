use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::fact::Precedence;
use saffron_core::{CheckId, EventId, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

/// Stores the versions of checks that are newer than the stored ones, and returns those checks.
pub async fn newer_checks(
    tx: &mut Tx,
    checks: BTreeMap<(PosId, CheckId), Precedence>,
    now: Timestamp,
) -> Result<BTreeSet<(PosId, CheckId)>, Fault> {
    let checks = checks.into_iter().map(|((pos_id, id), of)| (pos_id, id, of.revision, of.event_id));
    let (pos_ids, ids, revisions, events): (Vec<_>, Vec<_>, Vec<_>, Vec<_>) = checks.collect();
    let rows = sqlx::query!(
        "INSERT INTO seen_check AS c (pos_id, check_id, revision, event_id, seen_at)
         SELECT pos_id, check_id, revision, event_id, $5
         FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[]) AS n (pos_id, check_id, revision, event_id)
         ORDER BY pos_id, check_id
         ON CONFLICT (pos_id, check_id) DO UPDATE SET
           revision = excluded.revision, event_id = excluded.event_id, seen_at = excluded.seen_at
         WHERE (c.revision, c.event_id) < (excluded.revision, excluded.event_id)
         RETURNING c.pos_id, c.check_id",
        &pos_ids as &[PosId],
        &ids as &[CheckId],
        &revisions,
        &events as &[EventId],
        now.to_sqlx()
    )
    .fetch_all(tx.conn())
    .await?;
    Ok(rows.into_iter().map(|row| (row.pos_id, row.check_id)).collect())
}
