use jiff::Timestamp;
use saffron_core::PosId;
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};
use uuid::Uuid;

use super::{sql_time, stored};
use crate::domain::{Channel, Place};

/// A campaign of which something is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Next {
    /// The campaign.
    pub campaign: Uuid,
    /// Whose.
    pub pos_id: PosId,
    /// By what.
    pub channel: Channel,
}

/// The oldest campaign that is due of the location after this one, round and round, so that no location waits for
/// another's.
pub async fn next_campaign(
    database: &Database,
    now: Timestamp,
    after: Option<&Next>,
) -> Result<Option<Next>, Fault> {
    let (pos_id, channel) = after.map_or(("", ""), |next| (next.pos_id.as_str(), next.channel.as_str()));
    let row = sqlx::query!(
        "SELECT c.campaign_id, c.pos_id, c.channel FROM campaign AS c
         LEFT JOIN pace AS p ON p.pos_id = c.pos_id AND p.channel = c.channel
         WHERE c.state = 'sending' AND c.waiting > 0 AND c.due_at <= $1 AND (p.next_at IS NULL OR p.next_at <= $1)
         ORDER BY (c.pos_id, c.channel) > ($2, $3) DESC, c.pos_id, c.channel, c.created_at, c.campaign_id LIMIT 1",
        sql_time(now) as jiff_sqlx::Timestamp,
        pos_id,
        channel
    )
    .fetch_optional(database.pool())
    .await?;
    row.map(|row| {
        Ok(Next {
            campaign: row.campaign_id,
            pos_id: stored(row.pos_id.parse())?,
            channel: stored(row.channel.parse())?,
        })
    })
    .transpose()
}

/// How many messages are due by each channel, 100,000 at most, and since when the oldest of these is.
pub async fn waiting(
    database: &Database,
    now: Timestamp,
) -> Result<Vec<(String, (i64, Option<Timestamp>))>, Fault> {
    let rows = sqlx::query!(
        r#"SELECT n.channel AS "channel!", count(due_at) AS "waiting!", min(due_at) AS oldest
           FROM unnest(ARRAY['email', 'text']) AS n (channel) LEFT JOIN LATERAL (
             SELECT r.due_at FROM campaign AS c JOIN recipient AS r ON r.campaign_id = c.campaign_id
             WHERE c.state = 'sending' AND c.waiting > 0 AND c.due_at <= $1 AND c.channel = n.channel
               AND r.outcome = 'waiting' AND r.due_at <= $1 LIMIT 100000) AS due ON true
           GROUP BY n.channel ORDER BY n.channel"#,
        sql_time(now) as jiff_sqlx::Timestamp
    )
    .fetch_all(database.pool())
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.channel, (row.waiting, row.oldest.map(jiff_sqlx::Timestamp::to_jiff))))
        .collect())
}

/// Locks the rate of a location and channel; when it may next send, UTC.
pub async fn hold_pace(tx: &mut Tx, pos_id: &PosId, channel: Channel) -> Result<Timestamp, Fault> {
    let at = sqlx::query_scalar!(
        "INSERT INTO pace AS p (pos_id, channel, next_at) VALUES ($1, $2, '1970-01-01 00:00:00+00')
         ON CONFLICT (pos_id, channel) DO UPDATE SET next_at = p.next_at RETURNING next_at",
        pos_id.as_str(),
        channel.as_str()
    )
    .fetch_one(tx.conn())
    .await?;
    Ok(at.to_jiff())
}

/// Says when a location may next send by a channel.
pub async fn move_pace(
    tx: &mut Tx,
    pos_id: &PosId,
    channel: Channel,
    next_at: Timestamp,
) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE pace SET next_at = $3 WHERE pos_id = $1 AND channel = $2",
        pos_id.as_str(),
        channel.as_str(),
        sql_time(next_at) as jiff_sqlx::Timestamp
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Makes or renews the lease of a worker. False if it was there once and is gone: what it had in hand is no more its own.
pub async fn take_lease(
    database: &Database,
    worker: Uuid,
    is_new: bool,
    until: Timestamp,
) -> Result<bool, Fault> {
    let until = sql_time(until);
    let done = if is_new {
        sqlx::query!(
            "INSERT INTO worker (worker_id, lease_until) VALUES ($1, $2) ON CONFLICT DO NOTHING",
            worker,
            until as jiff_sqlx::Timestamp
        )
        .execute(database.pool())
        .await?
    } else {
        sqlx::query!(
            "UPDATE worker SET lease_until = $2 WHERE worker_id = $1",
            worker,
            until as jiff_sqlx::Timestamp
        )
        .execute(database.pool())
        .await?
    };
    Ok(done.rows_affected() > 0)
}

/// Workers whose lease is over.
pub async fn lost_workers(database: &Database, now: Timestamp) -> Result<Vec<Uuid>, Fault> {
    Ok(sqlx::query_scalar!(
        "SELECT worker_id FROM worker WHERE lease_until < $1 ORDER BY lease_until LIMIT 100",
        sql_time(now) as jiff_sqlx::Timestamp
    )
    .fetch_all(database.pool())
    .await?)
}

/// Takes the lease of a worker away if it is over; false if it was renewed since, or is gone.
pub async fn drop_worker(tx: &mut Tx, worker: Uuid, now: Timestamp) -> Result<bool, Fault> {
    let gone = sqlx::query!(
        "DELETE FROM worker WHERE worker_id = $1 AND lease_until < $2",
        worker,
        sql_time(now) as jiff_sqlx::Timestamp
    )
    .execute(tx.conn())
    .await?;
    Ok(gone.rows_affected() > 0)
}

/// Recipients that a worker has in hand, by campaign.
pub async fn rows_of_worker(tx: &mut Tx, worker: Uuid) -> Result<Vec<Place>, Fault> {
    let rows = sqlx::query!(
        "SELECT campaign_id, number FROM recipient WHERE outcome = 'sending' AND worker_id = $1
         ORDER BY campaign_id, number",
        worker
    )
    .fetch_all(tx.conn())
    .await?;
    Ok(rows.into_iter().map(|row| (row.campaign_id, row.number)).collect())
}

/// Holds the lease of a worker for this transaction; false if it is over, or was taken away.
pub async fn hold_lease(tx: &mut Tx, worker: Uuid, now: Timestamp) -> Result<bool, Fault> {
    let held = sqlx::query_scalar!(
        "SELECT worker_id FROM worker WHERE worker_id = $1 AND lease_until > $2 FOR KEY SHARE",
        worker,
        sql_time(now) as jiff_sqlx::Timestamp
    )
    .fetch_optional(tx.conn())
    .await?;
    Ok(held.is_some())
}
