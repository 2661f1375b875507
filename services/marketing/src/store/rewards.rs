use jiff::Timestamp;
use saffron_core::PosId;
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};
use uuid::Uuid;

use super::{sql_time, stored};

/// A reward of which the guest is still to be told.
#[derive(Debug, Clone)]
pub struct RewardToTell {
    /// The location.
    pub pos_id: PosId,
    /// The reward.
    pub reward: Uuid,
    /// How often it was tried.
    pub tries: i32,
}

/// Notes that a guest is to be told of a reward, unless it was granted before this database was restored from an older state.
pub async fn note_reward(
    tx: &mut Tx,
    pos_id: &PosId,
    reward: Uuid,
    granted_at: Timestamp,
    now: Timestamp,
) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO reward_to_tell (pos_id, reward_id, due_at)
         SELECT $1, $2, $3 WHERE NOT EXISTS (SELECT FROM restored WHERE at >= $4) ON CONFLICT DO NOTHING",
        pos_id.as_str(),
        reward,
        sql_time(now) as jiff_sqlx::Timestamp,
        sql_time(granted_at) as jiff_sqlx::Timestamp
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Takes some rewards whose time has come, and leaves them to the caller until `until`.
pub async fn due_rewards(
    database: &Database,
    now: Timestamp,
    until: Timestamp,
    limit: i64,
) -> Result<Vec<RewardToTell>, Fault> {
    let rows = sqlx::query!(
        "UPDATE reward_to_tell AS r SET due_at = $2, tries = r.tries + 1
         FROM (SELECT pos_id, reward_id FROM reward_to_tell WHERE due_at <= $1 ORDER BY due_at LIMIT $3
               FOR UPDATE SKIP LOCKED) AS d
         WHERE r.pos_id = d.pos_id AND r.reward_id = d.reward_id RETURNING r.pos_id, r.reward_id, r.tries",
        sql_time(now) as jiff_sqlx::Timestamp,
        sql_time(until) as jiff_sqlx::Timestamp,
        limit
    )
    .fetch_all(database.pool())
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(RewardToTell { pos_id: stored(row.pos_id.parse())?, reward: row.reward_id, tries: row.tries })
        })
        .collect()
}

/// Tries a reward again at that time.
pub async fn reward_again(database: &Database, told: &RewardToTell, at: Timestamp) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE reward_to_tell SET due_at = $3 WHERE pos_id = $1 AND reward_id = $2",
        told.pos_id.as_str(),
        told.reward,
        sql_time(at) as jiff_sqlx::Timestamp
    )
    .execute(database.pool())
    .await?;
    Ok(())
}

/// A reward of which the guest was told, or cannot be; false if that was done before.
pub async fn forget_reward(tx: &mut Tx, told: &RewardToTell) -> Result<bool, Fault> {
    let gone = sqlx::query!(
        "DELETE FROM reward_to_tell WHERE pos_id = $1 AND reward_id = $2",
        told.pos_id.as_str(),
        told.reward
    )
    .execute(tx.conn())
    .await?;
    Ok(gone.rows_affected() > 0)
}
