use jiff::Timestamp;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::sql_time;

/// Settles every recipient that waits or is in hand as one of whom nobody knows; the counters of the campaigns are the
/// caller's.
pub async fn settle_as_unknown(tx: &mut Tx, reason: &str, now: Timestamp) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE recipient AS r SET outcome = 'unknown', reason = $1, settled_at = $2, worker_id = NULL, quiet = false
         FROM campaign AS c
         WHERE c.campaign_id = r.campaign_id AND c.waiting + c.sending > 0 AND r.outcome IN ('waiting', 'sending')",
        reason,
        sql_time(now) as jiff_sqlx::Timestamp
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Forgets rewards of which guests are still to be told, and notes that of none before this moment they are told.
pub async fn forget_rewards_before(tx: &mut Tx, now: Timestamp) -> Result<(), Fault> {
    sqlx::query!("DELETE FROM reward_to_tell").execute(tx.conn()).await?;
    sqlx::query!(
        "INSERT INTO restored (at) VALUES ($1) ON CONFLICT (single) DO UPDATE SET at = excluded.at",
        sql_time(now) as jiff_sqlx::Timestamp
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}
