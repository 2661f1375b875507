use std::collections::BTreeSet;

use jiff::{SignedDuration, Timestamp};
use saffron_core::PosId;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::mark;
use crate::domain::{Named, Notice};

/// How long events of the provider are remembered, days: it keeps them for 30 itself.
const REMEMBERED_DAYS: i32 = 35;

/// How old a payment that is not final may be to be read again each night, days. What a guest left unpaid stays open for
/// ever, and such payments would add up. One that is still changed by hand later is named by an event then; where events
/// were missed for longer than they are kept, the account's history is read. A card that is held is given up by the
/// provider after 7 days, and after 31 at the latest.
const OPEN_PAYMENT_DAYS: i64 = 35;
/// The same for everything else: disputes are the slowest, and are decided within half a year.
const OPEN_DAYS: i64 = 200;

/// Notes events of the provider, and that what they name has to be fetched; what was noted before changes nothing. The
/// number of those that are new.
pub async fn take_notices(
    tx: &mut Tx,
    pos_id: &PosId,
    notices: &[Notice],
    now: Timestamp,
) -> Result<usize, Fault> {
    let ids: BTreeSet<String> = notices.iter().map(|notice| notice.id.to_string()).collect();
    let ids: Vec<String> = ids.into_iter().collect();
    let fresh = sqlx::query_scalar!(
        "INSERT INTO notice (pos_id, event_id, taken_at) SELECT $1, id, $3 FROM unnest($2::text[]) AS n (id)
         ON CONFLICT DO NOTHING RETURNING event_id",
        pos_id.as_str(),
        &ids,
        jiff_sqlx::Timestamp::from(now) as jiff_sqlx::Timestamp
    )
    .fetch_all(tx.conn())
    .await?;
    let fresh: BTreeSet<String> = fresh.into_iter().collect();
    let named: BTreeSet<Named> = notices
        .iter()
        .filter(|notice| fresh.contains(notice.id.as_str()))
        .flat_map(|notice| notice.named.iter().cloned())
        .collect();
    mark(tx, pos_id, &named, false, now).await?;
    Ok(fresh.len())
}

/// Says of everything at a location that is not final, and not too old to become so, that it has to be fetched anew.
pub async fn mark_open(tx: &mut Tx, pos_id: &PosId, now: Timestamp) -> Result<(), Fault> {
    let days_ago = |days: i64| (now - SignedDuration::from_hours(24 * days)).as_second();
    sqlx::query!(
        "INSERT INTO stale (pos_id, kind, id, due_at)
         SELECT pos_id, 'payment_intent', id, $2::timestamptz FROM payment_intent
           WHERE pos_id = $1 AND NOT final AND created >= $3
         UNION ALL SELECT pos_id, 'refund', id, $2 FROM refund WHERE pos_id = $1 AND NOT final AND created >= $4
         UNION ALL SELECT pos_id, 'payout', id, $2 FROM payout WHERE pos_id = $1 AND NOT final AND created >= $4
         UNION ALL SELECT pos_id, 'dispute', id, $2 FROM dispute WHERE pos_id = $1 AND NOT final AND created >= $4
         UNION ALL SELECT pos_id, 'balance_transaction', id, $2 FROM balance_transaction
           WHERE pos_id = $1 AND NOT final AND created >= $4
         ON CONFLICT (pos_id, kind, id) DO NOTHING",
        pos_id.as_str(),
        jiff_sqlx::Timestamp::from(now) as jiff_sqlx::Timestamp,
        days_ago(OPEN_PAYMENT_DAYS),
        days_ago(OPEN_DAYS)
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Forgets events that the provider cannot send again, `most` of them at most. Returns how many.
pub async fn forget_notices(tx: &mut Tx, now: Timestamp, most: i64) -> Result<u64, Fault> {
    let gone = sqlx::query!(
        "DELETE FROM notice WHERE ctid = ANY (ARRAY (
           SELECT ctid FROM notice WHERE taken_at < $1::timestamptz - make_interval(days => $2)
           ORDER BY taken_at LIMIT $3 FOR UPDATE SKIP LOCKED))",
        jiff_sqlx::Timestamp::from(now) as jiff_sqlx::Timestamp,
        REMEMBERED_DAYS,
        most
    )
    .execute(tx.conn())
    .await?;
    Ok(gone.rows_affected())
}
