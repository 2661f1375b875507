//! Which campaign a worker sends next, rate limits, and leases of workers.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::PosId;
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};
use uuid::Uuid;

use crate::domain::Channel;

/// A campaign with a due recipient.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NextCampaign {
    pub campaign: Uuid,
    pub pos_id: PosId,
    /// By email or by text.
    pub channel: Channel,
}

/// The oldest due campaign of the location after `after`, round-robin, so that no location waits for another one.
pub async fn next_campaign(
    database: &Database,
    now: Timestamp,
    after: Option<&NextCampaign>,
) -> Result<Option<NextCampaign>, Fault> {
    let (pos_id, channel) = after.map_or(("", ""), |next| (next.pos_id.as_str(), next.channel.as_str()));
    Ok(sqlx::query_as!(
        NextCampaign,
        "SELECT c.campaign_id AS campaign, c.pos_id, c.channel FROM campaign AS c
         LEFT JOIN pace AS p ON p.pos_id = c.pos_id AND p.channel = c.channel
         WHERE c.state = 'sending' AND c.waiting > 0 AND c.due_at <= $1 AND (p.next_at IS NULL OR p.next_at <= $1)
         ORDER BY (c.pos_id, c.channel) > ($2, $3) DESC, c.pos_id, c.channel, c.created_at, c.campaign_id LIMIT 1",
        now.to_sqlx(),
        pos_id,
        channel
    )
    .fetch_optional(database.pool())
    .await?)
}

/// By channel, the number of due messages, 100,000 at most, and since when the oldest one is due.
pub async fn waiting(
    database: &Database,
    now: Timestamp,
) -> Result<Vec<(String, (i64, Option<Timestamp>))>, Fault> {
    Ok(sqlx::query!(
        r#"SELECT n.channel AS "channel!", count(due_at) AS "waiting!", min(due_at) AS oldest
           FROM unnest(ARRAY['email', 'text']) AS n (channel) LEFT JOIN LATERAL (
             SELECT r.due_at FROM campaign AS c JOIN recipient AS r ON r.campaign_id = c.campaign_id
             WHERE c.state = 'sending' AND c.waiting > 0 AND c.due_at <= $1 AND c.channel = n.channel
               AND r.outcome = 'waiting' AND r.due_at <= $1 LIMIT 100000) AS due ON true
           GROUP BY n.channel ORDER BY n.channel"#,
        now.to_sqlx()
    )
    .map(|row| (row.channel, (row.waiting, row.oldest.map(jiff_sqlx::Timestamp::to_jiff))))
    .fetch_all(database.pool())
    .await?)
}

/// Locks the rate limit of a location and channel; returns when it may next send, UTC.
pub async fn lock_next_send(tx: &mut Tx, pos_id: &PosId, channel: Channel) -> Result<Timestamp, Fault> {
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

/// Stores when a location may next send by a channel.
pub async fn set_next_send(
    tx: &mut Tx,
    pos_id: &PosId,
    channel: Channel,
    next_at: Timestamp,
) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE pace SET next_at = $3 WHERE pos_id = $1 AND channel = $2",
        pos_id.as_str(),
        channel.as_str(),
        next_at.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Renews the lease of a worker, and returns the worker's id. If the lease was ended, the claims are lost: then it begins a
/// lease with another id.
pub async fn renew_lease(database: &Database, worker: Uuid, until: Timestamp) -> Result<Uuid, Fault> {
    let renewed =
        sqlx::query!("UPDATE worker SET lease_until = $2 WHERE worker_id = $1", worker, until.to_sqlx())
            .execute(database.pool())
            .await?;
    if renewed.rows_affected() > 0 {
        return Ok(worker);
    }
    let another = Uuid::now_v7();
    sqlx::query!("INSERT INTO worker (worker_id, lease_until) VALUES ($1, $2)", another, until.to_sqlx())
        .execute(database.pool())
        .await?;
    Ok(another)
}

/// Locks the lease of a worker for this transaction; false if it has expired or was ended.
pub async fn lock_lease(tx: &mut Tx, worker: Uuid, now: Timestamp) -> Result<bool, Fault> {
    let held = sqlx::query_scalar!(
        "SELECT worker_id FROM worker WHERE worker_id = $1 AND lease_until > $2 FOR KEY SHARE",
        worker,
        now.to_sqlx()
    )
    .fetch_optional(tx.conn())
    .await?;
    Ok(held.is_some())
}

/// Workers whose lease has expired.
pub async fn lost_workers(database: &Database, now: Timestamp) -> Result<Vec<Uuid>, Fault> {
    Ok(sqlx::query_scalar!(
        "SELECT worker_id FROM worker WHERE lease_until < $1 ORDER BY lease_until LIMIT 100",
        now.to_sqlx()
    )
    .fetch_all(database.pool())
    .await?)
}

/// Ends the lease of a worker if it has expired; false if it was renewed or ended meanwhile.
pub async fn end_lease(tx: &mut Tx, worker: Uuid, now: Timestamp) -> Result<bool, Fault> {
    let gone =
        sqlx::query!("DELETE FROM worker WHERE worker_id = $1 AND lease_until < $2", worker, now.to_sqlx())
            .execute(tx.conn())
            .await?;
    Ok(gone.rows_affected() > 0)
}

/// The campaigns with recipients that a worker has claimed, in order.
pub async fn claimed_campaigns(tx: &mut Tx, worker: Uuid) -> Result<Vec<Uuid>, Fault> {
    Ok(sqlx::query_scalar!(
        "SELECT DISTINCT campaign_id FROM recipient WHERE outcome = 'sending' AND worker_id = $1 ORDER BY campaign_id",
        worker
    )
    .fetch_all(tx.conn())
    .await?)
}
