//! Happenings and communications about the card accounts of locations.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::{PosId, UserId};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::NewHappening;
use crate::domain::Happening;

/// Locks a location's card account for this transaction. Returns the sequence of payments' last event about a former account,
/// or 0.
pub async fn lock_card_account(tx: &mut Tx, pos_id: &PosId) -> Result<i64, Fault> {
    let former = sqlx::query_scalar!(
        "INSERT INTO card_account AS c (pos_id) VALUES ($1)
         ON CONFLICT (pos_id) DO UPDATE SET former = c.former RETURNING former",
        pos_id.as_str()
    );
    Ok(former.fetch_one(tx.conn()).await?)
}

/// Stores the sequence of payments' last event about a former account, which the caller has locked.
pub async fn set_former_account(tx: &mut Tx, pos_id: &PosId, sequence: i64) -> Result<(), Fault> {
    sqlx::query!("UPDATE card_account SET former = $2 WHERE pos_id = $1", pos_id.as_str(), sequence)
        .execute(tx.conn())
        .await?;
    Ok(())
}

/// Adds a happening that is due at `due`. With `replaces` it replaces the one that an older version of the event added, unless
/// that was delivered; otherwise an existing one stays.
pub async fn add_card_happening(
    tx: &mut Tx,
    note: NewHappening,
    now: Timestamp,
    due: Timestamp,
    replaces: bool,
) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO happening AS h (pos_id, kind, source, data, noted_at, due_at) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (pos_id, kind, source) DO UPDATE SET data = excluded.data, due_at = excluded.due_at, tries = 0
         WHERE $7 AND NOT h.told AND h.data <> excluded.data",
        note.pos_id.as_str(),
        note.happening.kind().as_str(),
        note.source,
        note.happening as Happening,
        now.to_sqlx(),
        due.to_sqlx(),
        replaces
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Deletes the happenings at the card account of a location.
pub async fn delete_card_happenings(tx: &mut Tx, pos_id: &PosId) -> Result<(), Fault> {
    sqlx::query!(
        "DELETE FROM happening WHERE pos_id = $1
           AND kind IN ('payoutPaid', 'payoutFailed', 'paymentFailed', 'disputeOpened')",
        pos_id.as_str()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// The people whose inboxes contain communications about the card account of a location.
pub async fn people_with_card_communications(tx: &mut Tx, pos_id: &PosId) -> Result<Vec<UserId>, Fault> {
    let users = sqlx::query_scalar!(
        "SELECT DISTINCT user_id FROM communication WHERE pos_id = $1
           AND kind IN ('payoutPaid', 'payoutFailed', 'paymentFailed', 'disputeOpened')",
        pos_id.as_str()
    );
    Ok(users.fetch_all(tx.conn()).await?)
}

/// Deletes the communications about the card account of a location from locked inboxes, with their queued pushes. A push for
/// several communications stays, for the newest unread one of the others.
pub async fn delete_card_communications(tx: &mut Tx, pos_id: &PosId) -> Result<(), Fault> {
    sqlx::query!(
        "WITH waiting AS (
           SELECT j.job_id, j.count, c.user_id FROM push_job AS j
           JOIN communication AS c ON c.communication_id = j.communication_id
           WHERE c.pos_id = $1 AND c.kind IN ('payoutPaid', 'payoutFailed', 'paymentFailed', 'disputeOpened')),
         other AS (
           SELECT w.job_id, (
             SELECT c.communication_id FROM communication AS c
             WHERE c.user_id = w.user_id AND c.folded_into IS NULL AND c.viewed_at IS NULL
               AND NOT (c.pos_id = $1 AND c.kind IN ('payoutPaid', 'payoutFailed', 'paymentFailed', 'disputeOpened'))
             ORDER BY c.added_at DESC, c.communication_id DESC LIMIT 1) AS communication_id
           FROM waiting AS w WHERE w.count > 1),
         kept AS (
           UPDATE push_job AS j SET communication_id = o.communication_id, count = j.count - 1
           FROM other AS o WHERE o.job_id = j.job_id AND o.communication_id IS NOT NULL)
         DELETE FROM push_job WHERE job_id IN (SELECT job_id FROM waiting)
           AND job_id NOT IN (SELECT job_id FROM other WHERE communication_id IS NOT NULL)",
        pos_id.as_str()
    )
    .execute(tx.conn())
    .await?;
    sqlx::query!(
        "DELETE FROM communication WHERE pos_id = $1
           AND kind IN ('payoutPaid', 'payoutFailed', 'paymentFailed', 'disputeOpened')",
        pos_id.as_str()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}
