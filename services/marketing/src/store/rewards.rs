//! The queue of rewards about which guests get a message.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::PosId;
use saffron_kit::Fault;
use saffron_kit::pg::{Queue, Tx};
use uuid::Uuid;

/// A location and a reward.
pub type RewardKey = (PosId, Uuid);

/// The rewards that wait for their messages.
pub static REWARDS: Queue = Queue::new("reward_to_tell", &["pos_id", "reward_id"]);

/// Queues the message about a reward, unless the reward was granted before this database was restored from a backup.
pub async fn queue_reward(
    tx: &mut Tx,
    (pos_id, reward): (&PosId, Uuid),
    granted_at: Timestamp,
    now: Timestamp,
) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO reward_to_tell (pos_id, reward_id, due_at)
         SELECT $1, $2, $3 WHERE NOT EXISTS (SELECT FROM restored WHERE at >= $4) ON CONFLICT DO NOTHING",
        pos_id.as_str(),
        reward,
        now.to_sqlx(),
        granted_at.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Removes a reward from the queue; false if another worker did, which has made the message.
pub async fn dequeue_reward(tx: &mut Tx, (pos_id, reward): &RewardKey) -> Result<bool, Fault> {
    let gone = sqlx::query!(
        "DELETE FROM reward_to_tell WHERE pos_id = $1 AND reward_id = $2",
        pos_id.as_str(),
        reward
    )
    .execute(tx.conn())
    .await?;
    Ok(gone.rows_affected() > 0)
}

/// Removes all rewards from the queue, and stores that guests get no messages about rewards before this moment.
pub async fn clear_rewards(tx: &mut Tx, now: Timestamp) -> Result<(), Fault> {
    sqlx::query!("DELETE FROM reward_to_tell").execute(tx.conn()).await?;
    sqlx::query!(
        "INSERT INTO restored (at) VALUES ($1) ON CONFLICT (single) DO UPDATE SET at = excluded.at",
        now.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}
