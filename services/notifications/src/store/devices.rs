use std::collections::BTreeSet;

use jiff::Timestamp;
use saffron_core::UserId;
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};
use uuid::Uuid;

use super::{ids, sql_time, stored};
use crate::domain::UserAgentKeys;

/// A browser that is to get pushes.
pub struct NewDevice {
    /// Whose.
    pub user: UserId,
    /// Where its push service takes them.
    pub endpoint: String,
    /// What they are sealed with.
    pub keys: UserAgentKeys,
    /// Such as Chrome on Android.
    pub label: String,
    /// The session that added it.
    pub session_handle: String,
}

/// A browser that gets pushes.
#[derive(Debug, Clone)]
pub struct Device {
    /// Its id.
    pub id: Uuid,
    /// Such as Chrome on Android.
    pub label: String,
    /// The session that added it.
    pub session_handle: String,
    /// When it was added.
    pub added_at: Timestamp,
    /// When a push service last took a push for it.
    pub last_success_at: Option<Timestamp>,
}

/// Keeps a device; one with this endpoint that the person has already is this session's from now on. Of more than `most`
/// the oldest go. Who calls it holds the endpoint.
pub async fn add_device(tx: &mut Tx, device: &NewDevice, most: i64, now: Timestamp) -> Result<Device, Fault> {
    let (p256dh, auth) = device.keys.to_bytes();
    let row = sqlx::query!(
        "INSERT INTO device AS d (device_id, user_id, endpoint, p256dh, auth, label, session_handle, added_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (endpoint) DO UPDATE SET p256dh = excluded.p256dh, auth = excluded.auth,
           label = excluded.label, session_handle = excluded.session_handle
         WHERE d.user_id = excluded.user_id
         RETURNING device_id, added_at, last_success_at",
        Uuid::now_v7(),
        device.user.0,
        device.endpoint,
        p256dh,
        auth,
        device.label,
        device.session_handle,
        sql_time(now) as jiff_sqlx::Timestamp
    )
    .fetch_optional(tx.conn())
    .await?
    .ok_or_else(|| Fault::Transient("somebody else adds this device at the same moment".into()))?;
    sqlx::query!(
        "DELETE FROM device WHERE device_id IN (
           SELECT device_id FROM device WHERE user_id = $1 AND device_id <> $2
           ORDER BY added_at DESC, device_id DESC OFFSET $3)",
        device.user.0,
        row.device_id,
        most - 1
    )
    .execute(tx.conn())
    .await?;
    Ok(Device {
        id: row.device_id,
        label: device.label.clone(),
        session_handle: device.session_handle.clone(),
        added_at: row.added_at.to_jiff(),
        last_success_at: row.last_success_at.map(|at| at.to_jiff()),
    })
}

/// Makes whoever else adds a device with this endpoint wait for the end of the transaction: a browser whose person changes
/// is asked for twice at once.
pub async fn hold_endpoint(tx: &mut Tx, endpoint: &str) -> Result<(), Fault> {
    sqlx::query!("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", endpoint)
        .execute(tx.conn())
        .await?;
    Ok(())
}

/// Takes the device with this endpoint away from others than this person, with what waits for it.
pub async fn remove_endpoint(tx: &mut Tx, endpoint: &str, but_of: UserId) -> Result<(), Fault> {
    sqlx::query!("DELETE FROM device WHERE endpoint = $1 AND user_id <> $2", endpoint, but_of.0)
        .execute(tx.conn())
        .await?;
    Ok(())
}

/// A person's devices, in the order in which they were added.
pub async fn list_devices(database: &Database, user: UserId) -> Result<Vec<Device>, Fault> {
    let rows = sqlx::query!(
        "SELECT device_id, label, session_handle, added_at, last_success_at FROM device WHERE user_id = $1
         ORDER BY added_at, device_id",
        user.0
    )
    .fetch_all(database.pool())
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| Device {
            id: row.device_id,
            label: row.label,
            session_handle: row.session_handle,
            added_at: row.added_at.to_jiff(),
            last_success_at: row.last_success_at.map(|at| at.to_jiff()),
        })
        .collect())
}

/// Where a device of a person takes pushes.
pub async fn find_device(
    database: &Database,
    user: UserId,
    device: Uuid,
) -> Result<Option<(String, UserAgentKeys)>, Fault> {
    let row = sqlx::query!(
        "SELECT endpoint, p256dh, auth FROM device WHERE device_id = $1 AND user_id = $2",
        device,
        user.0
    )
    .fetch_optional(database.pool())
    .await?;
    row.map(|row| Ok((row.endpoint, stored(UserAgentKeys::of_bytes(&row.p256dh, &row.auth))?))).transpose()
}

/// Whose devices there are, of these people.
pub async fn devices_of(tx: &mut Tx, users: &BTreeSet<UserId>) -> Result<Vec<(UserId, Uuid)>, Fault> {
    let rows = sqlx::query!("SELECT user_id, device_id FROM device WHERE user_id = ANY($1)", &ids(users))
        .fetch_all(tx.conn())
        .await?;
    Ok(rows.into_iter().map(|row| (UserId(row.user_id), row.device_id)).collect())
}

/// Removes a device of a person; none: of whoever's.
pub async fn remove_device(database: &Database, user: Option<UserId>, device: Uuid) -> Result<(), Fault> {
    sqlx::query!(
        "DELETE FROM device WHERE device_id = $1 AND ($2::uuid IS NULL OR user_id = $2)",
        device,
        user.map(|user| user.0)
    )
    .execute(database.pool())
    .await?;
    Ok(())
}

/// Removes the devices of sessions of a person.
pub async fn remove_sessions(tx: &mut Tx, user: UserId, handles: &[String]) -> Result<(), Fault> {
    sqlx::query!("DELETE FROM device WHERE user_id = $1 AND session_handle = ANY($2)", user.0, handles)
        .execute(tx.conn())
        .await?;
    Ok(())
}

/// Notes that a push service took a push for a device.
pub async fn saw_success(database: &Database, device: Uuid, now: Timestamp) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE device SET last_success_at = $2 WHERE device_id = $1",
        device,
        sql_time(now) as jiff_sqlx::Timestamp
    )
    .execute(database.pool())
    .await?;
    Ok(())
}
