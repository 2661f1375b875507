use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::UserId;
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};
use uuid::Uuid;

use crate::domain::BrowserKeys;

/// A browser's push subscription: its endpoint, and the keys for encryption.
pub struct Subscription {
    /// The URL of its push service.
    pub endpoint: String,
    /// The browser's public key, a point of P-256.
    pub p256dh: Vec<u8>,
    /// The browser's authentication secret.
    pub auth: Vec<u8>,
}

/// A browser that is to get pushes.
pub struct NewDevice {
    pub user: UserId,
    /// The URL of its push service.
    pub endpoint: String,
    pub keys: BrowserKeys,
    /// Such as Chrome on Android.
    pub label: String,
    /// The session that added it.
    pub session_handle: String,
}

/// A browser that gets pushes.
#[derive(Debug, Clone)]
pub struct Device {
    pub device_id: Uuid,
    /// Such as Chrome on Android.
    pub label: String,
    /// The session that added it.
    pub session_handle: String,
    pub added_at: Timestamp,
    /// When a push service last accepted a push for it.
    pub last_success_at: Option<jiff_sqlx::Timestamp>,
}

/// Adds a device; the person's existing device with this endpoint gets the new session. Of more than `most` devices the oldest
/// are deleted. The caller has locked the endpoint.
pub async fn add_device(tx: &mut Tx, device: &NewDevice, most: i64, now: Timestamp) -> Result<Device, Fault> {
    let (p256dh, auth) = device.keys.to_bytes();
    let added = sqlx::query_as!(
        Device,
        r#"INSERT INTO device AS d (device_id, user_id, endpoint, p256dh, auth, label, session_handle, added_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
           ON CONFLICT (endpoint) DO UPDATE SET p256dh = excluded.p256dh, auth = excluded.auth,
             label = excluded.label, session_handle = excluded.session_handle
           WHERE d.user_id = excluded.user_id
           RETURNING device_id, label, session_handle, added_at, last_success_at AS "last_success_at: _""#,
        Uuid::now_v7(),
        device.user.0,
        device.endpoint,
        p256dh,
        auth,
        device.label,
        device.session_handle,
        now.to_sqlx()
    )
    .fetch_optional(tx.conn())
    .await?
    .ok_or_else(|| Fault::Transient("another person adds this device at the same moment".into()))?;
    sqlx::query!(
        "DELETE FROM device WHERE device_id IN (
           SELECT device_id FROM device WHERE user_id = $1 AND device_id <> $2
           ORDER BY added_at DESC, device_id DESC OFFSET $3)",
        device.user.0,
        added.device_id,
        most - 1
    )
    .execute(tx.conn())
    .await?;
    Ok(added)
}

/// Locks an endpoint until the transaction ends: a browser that signs in another person may be added twice at once.
pub async fn lock_endpoint(tx: &mut Tx, endpoint: &str) -> Result<(), Fault> {
    sqlx::query!("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", endpoint)
        .execute(tx.conn())
        .await?;
    Ok(())
}

/// Deletes other people's device with this endpoint, and its queued pushes.
pub async fn remove_endpoint(tx: &mut Tx, endpoint: &str, but_of: UserId) -> Result<(), Fault> {
    sqlx::query!("DELETE FROM device WHERE endpoint = $1 AND user_id <> $2", endpoint, but_of.0)
        .execute(tx.conn())
        .await?;
    Ok(())
}

/// A person's devices, the oldest first.
pub async fn list_devices(database: &Database, user: UserId) -> Result<Vec<Device>, Fault> {
    let devices = sqlx::query_as!(
        Device,
        r#"SELECT device_id, label, session_handle, added_at, last_success_at AS "last_success_at: _"
           FROM device WHERE user_id = $1 ORDER BY added_at, device_id"#,
        user.0
    );
    Ok(devices.fetch_all(database.pool()).await?)
}

/// The push subscription of a person's device.
pub async fn find_device(
    database: &Database,
    user: UserId,
    device: Uuid,
) -> Result<Option<Subscription>, Fault> {
    let found = sqlx::query_as!(
        Subscription,
        "SELECT endpoint, p256dh, auth FROM device WHERE device_id = $1 AND user_id = $2",
        device,
        user.0
    );
    Ok(found.fetch_optional(database.pool()).await?)
}

/// The devices of these people, each with the person.
pub async fn devices_of(tx: &mut Tx, users: &[UserId]) -> Result<Vec<(UserId, Uuid)>, Fault> {
    let devices =
        sqlx::query!("SELECT user_id, device_id FROM device WHERE user_id = ANY($1)", users as &[UserId]);
    let devices = devices.fetch_all(tx.conn()).await?;
    Ok(devices.into_iter().map(|row| (row.user_id, row.device_id)).collect())
}

/// Removes a device of a person; without a person, of any.
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

/// Removes the devices of some sessions of a person.
pub async fn remove_devices_of_sessions(tx: &mut Tx, user: UserId, handles: &[String]) -> Result<(), Fault> {
    sqlx::query!("DELETE FROM device WHERE user_id = $1 AND session_handle = ANY($2)", user.0, handles)
        .execute(tx.conn())
        .await?;
    Ok(())
}

/// Stores when a push service accepted a push for a device.
pub async fn mark_success(database: &Database, device: Uuid, now: Timestamp) -> Result<(), Fault> {
    sqlx::query!("UPDATE device SET last_success_at = $2 WHERE device_id = $1", device, now.to_sqlx())
        .execute(database.pool())
        .await?;
    Ok(())
}
