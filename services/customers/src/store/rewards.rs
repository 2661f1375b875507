use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::event::RewardMessageSettled;
use saffron_core::{BusinessDate, CheckId, CustomerId, ItemId, Money, PosId, UserId};
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};
use uuid::Uuid;

use crate::domain::{Gift, Guest, Message};

/// A reward to be stored.
pub struct NewReward<'a> {
    pub reward: Uuid,
    pub guest: &'a Guest,
    pub gift: &'a Gift,
    pub message: &'a Message,
    /// UTC.
    pub granted_at: Timestamp,
    /// A person and their name.
    pub by: (UserId, &'a str),
    /// Inclusive.
    pub valid_until: Option<BusinessDate>,
    /// Points that can expire.
    pub points_left: i64,
}

/// Stores a reward.
pub async fn insert_reward(tx: &mut Tx, new: &NewReward<'_>) -> Result<(), Fault> {
    let (item, name, price, points) = match new.gift {
        Gift::Item { item, name, price } => (Some(item.as_str()), name.as_str(), price.cents(), 0),
        Gift::Points(points) => (None, "", 0, *points),
    };
    sqlx::query!(
        "INSERT INTO reward (pos_id, reward_id, pos_customer_id, pos_item_id, item_name, price, points, message, granted_at,
           granted_by, granted_by_name, valid_until, points_left)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
        new.guest.0.as_str(),
        new.reward,
        new.guest.1.as_str(),
        item,
        name,
        price,
        points,
        new.message.as_str(),
        new.granted_at.to_sqlx(),
        new.by.0.0,
        new.by.1,
        new.valid_until,
        new.points_left
    )
    .execute(tx.conn())
    .await?;
    tx.touch(&new.guest.0);
    Ok(())
}

/// A reward in a list.
#[derive(Debug, Clone)]
pub struct RewardRow {
    pub reward: Uuid,
    /// None of a reward of points.
    pub item: Option<ItemId>,
    /// As of the grant.
    pub item_name: String,
    /// As of the grant.
    pub price: Money,
    /// 0 of a reward item.
    pub points: i64,
    pub message: String,
    /// UTC.
    pub granted_at: Timestamp,
    /// A person's name.
    pub granted_by: String,
    /// Inclusive.
    pub valid_until: Option<BusinessDate>,
    /// UTC.
    pub redeemed_at: Option<jiff_sqlx::Timestamp>,
    pub redeemed_by: Option<CheckId>,
    /// How the message was sent: email or text.
    pub message_channel: Option<String>,
    /// The result of the message, once it is known.
    pub message_outcome: Option<String>,
    /// Why the message was not sent.
    pub message_exclusion: Option<String>,
}

/// One reward.
pub async fn find_reward(
    database: &Database,
    pos_id: &PosId,
    reward: Uuid,
) -> Result<Option<RewardRow>, Fault> {
    let reward = sqlx::query_as!(
        RewardRow,
        r#"SELECT reward_id AS reward, pos_item_id AS item, item_name, price, points, message, granted_at,
             granted_by_name AS granted_by, valid_until, redeemed_at, redeemed_by_check AS redeemed_by, message_channel,
             message_outcome, message_exclusion
           FROM reward WHERE pos_id = $1 AND reward_id = $2"#,
        pos_id.as_str(),
        reward
    );
    Ok(reward.fetch_optional(database.pool()).await?)
}

/// Rewards of a guest, newest first.
pub async fn rewards_of(database: &Database, guest: &Guest, limit: i64) -> Result<Vec<RewardRow>, Fault> {
    let rewards = sqlx::query_as!(
        RewardRow,
        r#"SELECT reward_id AS reward, pos_item_id AS item, item_name, price, points, message, granted_at,
             granted_by_name AS granted_by, valid_until, redeemed_at, redeemed_by_check AS redeemed_by, message_channel,
             message_outcome, message_exclusion
           FROM reward WHERE pos_id = $1 AND pos_customer_id = $2 ORDER BY place DESC LIMIT $3"#,
        guest.0.as_str(),
        guest.1.as_str(),
        limit
    );
    Ok(rewards.fetch_all(database.pool()).await?)
}

/// The content of the message about a reward.
pub struct RewardMessage {
    pub customer: CustomerId,
    /// The owner's own text, which may be empty.
    pub text: String,
    /// Empty of a reward of points.
    pub item_name: String,
    /// 0 of a reward item.
    pub points: i64,
    /// Inclusive.
    pub valid_until: Option<BusinessDate>,
}

/// The message of a reward.
pub async fn find_message(
    database: &Database,
    pos_id: &PosId,
    reward: Uuid,
) -> Result<Option<RewardMessage>, Fault> {
    let message = sqlx::query_as!(
        RewardMessage,
        r#"SELECT pos_customer_id AS customer, message AS "text", item_name, points, valid_until
           FROM reward WHERE pos_id = $1 AND reward_id = $2"#,
        pos_id.as_str(),
        reward
    );
    Ok(message.fetch_optional(database.pool()).await?)
}

/// Stores the result of the message about a reward, unless a newer one is stored.
pub async fn store_message_result(
    tx: &mut Tx,
    settled: &RewardMessageSettled,
    sequence: i64,
) -> Result<(), Fault> {
    let noted = sqlx::query!(
        "UPDATE reward SET message_sequence = $3, message_channel = $4, message_outcome = $5, message_exclusion = $6
         WHERE pos_id = $1 AND reward_id = $2 AND coalesce(message_sequence, 0) < $3",
        settled.pos_id.as_str(),
        settled.reward_id,
        sequence,
        settled.channel,
        settled.outcome,
        settled.exclusion
    )
    .execute(tx.conn())
    .await?;
    if noted.rows_affected() > 0 {
        tx.touch(&settled.pos_id);
    }
    Ok(())
}

/// Sets the name that is shown with the rewards that a person granted.
pub async fn rename_granter(tx: &mut Tx, user: UserId, name: &str) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE reward SET granted_by_name = $2 WHERE granted_by = $1 AND granted_by_name <> $2",
        user.0,
        name
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}
