use jiff::Timestamp;
use saffron_core::event::RewardMessageSettled;
use saffron_core::{BusinessDate, PosId, UserId};
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};
use uuid::Uuid;

use super::{business_date, sql_date};
use crate::domain::{Gift, Guest, Message};

/// A reward to be stored.
pub struct NewReward<'a> {
    /// Its id.
    pub reward: Uuid,
    /// Who gets it.
    pub guest: &'a Guest,
    /// What it is.
    pub gift: &'a Gift,
    /// What the guest is told.
    pub message: &'a Message,
    /// UTC.
    pub granted_at: Timestamp,
    /// Who gives it, and their name.
    pub by: (UserId, &'a str),
    /// Inclusive.
    pub valid_until: Option<BusinessDate>,
    /// Of points: how many can expire.
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
        jiff_sqlx::Timestamp::from(new.granted_at) as jiff_sqlx::Timestamp,
        new.by.0.0,
        new.by.1,
        new.valid_until.map(sql_date) as Option<jiff_sqlx::Date>,
        new.points_left
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// A reward as it is shown.
#[derive(Debug, Clone)]
pub struct RewardRow {
    /// Its id.
    pub reward: Uuid,
    /// None: points.
    pub item: Option<String>,
    /// When it was given.
    pub item_name: String,
    /// Cents, when it was given.
    pub price: i64,
    /// Of a reward of points.
    pub points: i64,
    /// What the guest was told.
    pub message: String,
    /// UTC.
    pub granted_at: Timestamp,
    /// A person's name.
    pub granted_by: String,
    /// Inclusive.
    pub valid_until: Option<BusinessDate>,
    /// UTC.
    pub redeemed_at: Option<Timestamp>,
    /// The check.
    pub redeemed_by: Option<String>,
    /// By what its message was sent: email or text.
    pub message_channel: Option<String>,
    /// What became of its message; none: nothing yet.
    pub message_outcome: Option<String>,
    /// Why it is excluded.
    pub message_exclusion: Option<String>,
}

macro_rules! row {
    ($row:expr) => {{
        let row = $row;
        RewardRow {
            reward: row.reward_id,
            item: row.pos_item_id,
            item_name: row.item_name,
            price: row.price,
            points: row.points,
            message: row.message,
            granted_at: row.granted_at.to_jiff(),
            granted_by: row.granted_by_name,
            valid_until: row.valid_until.map(business_date),
            redeemed_at: row.redeemed_at.map(|at| at.to_jiff()),
            redeemed_by: row.redeemed_by_check,
            message_channel: row.message_channel,
            message_outcome: row.message_outcome,
            message_exclusion: row.message_exclusion,
        }
    }};
}

/// One reward; none if there is no such.
pub async fn find_reward(
    database: &Database,
    pos_id: &PosId,
    reward: Uuid,
) -> Result<Option<RewardRow>, Fault> {
    let row = sqlx::query!(
        "SELECT reward_id, pos_item_id, item_name, price, points, message, granted_at, granted_by_name,
           valid_until, redeemed_at, redeemed_by_check, message_channel, message_outcome, message_exclusion
         FROM reward WHERE pos_id = $1 AND reward_id = $2",
        pos_id.as_str(),
        reward
    )
    .fetch_optional(database.pool())
    .await?;
    Ok(row.map(|row| row!(row)))
}

/// Rewards of a guest, newest first.
pub async fn rewards_of(database: &Database, guest: &Guest, limit: i64) -> Result<Vec<RewardRow>, Fault> {
    let rows = sqlx::query!(
        "SELECT reward_id, pos_item_id, item_name, price, points, message, granted_at, granted_by_name,
           valid_until, redeemed_at, redeemed_by_check, message_channel, message_outcome, message_exclusion
         FROM reward WHERE pos_id = $1 AND pos_customer_id = $2 ORDER BY place DESC LIMIT $3",
        guest.0.as_str(),
        guest.1.as_str(),
        limit
    )
    .fetch_all(database.pool())
    .await?;
    Ok(rows.into_iter().map(|row| row!(row)).collect())
}

/// A reward as the guest is told of it: whose it is, the owner's words, and what it is.
#[derive(Debug, Clone)]
pub struct RewardWords {
    /// The guest.
    pub customer: String,
    /// May be empty.
    pub message: String,
    /// Empty: points.
    pub item_name: String,
    /// Of a reward of points.
    pub points: i64,
    /// Inclusive.
    pub valid_until: Option<BusinessDate>,
}

/// What a guest is told of a reward; none if there is no such.
pub async fn reward_words(
    database: &Database,
    pos_id: &PosId,
    reward: Uuid,
) -> Result<Option<RewardWords>, Fault> {
    let row = sqlx::query!(
        "SELECT pos_customer_id, message, item_name, points, valid_until
         FROM reward WHERE pos_id = $1 AND reward_id = $2",
        pos_id.as_str(),
        reward
    )
    .fetch_optional(database.pool())
    .await?;
    Ok(row.map(|row| RewardWords {
        customer: row.pos_customer_id,
        message: row.message,
        item_name: row.item_name,
        points: row.points,
        valid_until: row.valid_until.map(business_date),
    }))
}

/// Notes what became of a reward's message, unless something newer is known. Tells whether it is noted.
pub async fn note_message(tx: &mut Tx, settled: &RewardMessageSettled, sequence: i64) -> Result<bool, Fault> {
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
    Ok(noted.rows_affected() > 0)
}

/// Sets the name that the rewards of a person are shown with.
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
