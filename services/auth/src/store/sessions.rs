//! Sessions, identified by the SHA-256 of their id.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::UserId;
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};
use saffron_kit::token::MAX_LOCATIONS;

use crate::domain::{ListedSession, Location, Session, SessionKind};

/// A session to insert.
pub struct NewSession<'a> {
    /// SHA-256 of the session's id.
    pub secret_hash: [u8; 32],
    /// The session's public name.
    pub handle: &'a str,
    pub user_id: UserId,
    /// Started by the web app.
    pub web: bool,
    /// The push subscription of the device.
    pub firebase_notification_token: Option<&'a str>,
    pub kind: SessionKind,
    /// The name of the device; may be empty.
    pub device: &'a str,
    /// UTC.
    pub created_at: Timestamp,
}

pub async fn insert_session(tx: &mut Tx, session: &NewSession<'_>) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO sessions (secret_hash, handle, user_id, web, firebase_notification_token, created_at, last_seen_at,
                               expires_at, brief, device)
         VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9)",
        &session.secret_hash,
        session.handle,
        session.user_id.0,
        session.web,
        session.firebase_notification_token,
        session.created_at.to_sqlx(),
        (session.created_at + session.kind.lifetime()).to_sqlx(),
        session.kind == SessionKind::Brief,
        session.device
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// A session that has not ended, with the locations of its person.
pub async fn find_session(
    database: &Database,
    secret_hash: &[u8; 32],
    now: Timestamp,
) -> Result<Option<Session>, Fault> {
    let rows = sqlx::query!(
        r#"SELECT s.handle, s.user_id, s.web, s.brief, s.expires_at, u.first_name, u.last_name, o.pos_id AS "pos_id?",
             o.name AS "name?", o.website AS "website?", o.time_zone AS "time_zone?",
             o.postal_address AS "postal_address?", o.phone AS "phone?", o.day_starts AS "day_starts?"
           FROM sessions s JOIN users u ON u.user_id = s.user_id
           LEFT JOIN links l ON l.user_id = s.user_id
           LEFT JOIN locations o ON o.pos_id = l.pos_id
           WHERE s.secret_hash = $1 AND s.expires_at > $2
           ORDER BY lower(o.name) COLLATE "C", o.pos_id COLLATE "C" LIMIT $3"#,
        secret_hash,
        now.to_sqlx(),
        MAX_LOCATIONS as i64
    )
    .fetch_all(database.pool())
    .await?;
    let Some(first) = rows.first() else { return Ok(None) };
    let mut session = Session {
        handle: first.handle.clone(),
        user_id: first.user_id,
        name: format!("{} {}", first.first_name, first.last_name).trim().to_owned(),
        web: first.web,
        kind: if first.brief { SessionKind::Brief } else { SessionKind::Remembered },
        expires_at: first.expires_at.to_jiff(),
        locations: Vec::new(),
    };
    session.locations.extend(rows.into_iter().filter_map(|row| {
        Some(Location {
            pos_id: row.pos_id?,
            name: row.name?,
            website: row.website?,
            time_zone: row.time_zone?,
            postal_address: row.postal_address?,
            phone: row.phone?,
            day_starts: row.day_starts?,
        })
    }));
    Ok(Some(session))
}

/// Stores that a session is used now, and extends it.
pub async fn renew(tx: &mut Tx, hash: &[u8; 32], kind: SessionKind, now: Timestamp) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE sessions SET last_seen_at = $2, expires_at = $3 WHERE secret_hash = $1",
        hash,
        now.to_sqlx(),
        (now + kind.lifetime()).to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// A person's sessions that have not ended, newest first, at most `limit`.
pub async fn sessions_of(
    database: &Database,
    user_id: UserId,
    now: Timestamp,
    limit: i64,
) -> Result<Vec<ListedSession>, Fault> {
    Ok(sqlx::query_as!(
        ListedSession,
        "SELECT handle, device, created_at AS started_at, last_seen_at FROM sessions
         WHERE user_id = $1 AND expires_at > $2 ORDER BY created_at DESC, handle LIMIT $3",
        user_id.0,
        now.to_sqlx(),
        limit
    )
    .fetch_all(database.pool())
    .await?)
}

/// Ends a session; returns its person and handle, or none if it is unknown.
pub async fn delete_session(tx: &mut Tx, secret_hash: &[u8; 32]) -> Result<Option<(UserId, String)>, Fault> {
    Ok(sqlx::query!("DELETE FROM sessions WHERE secret_hash = $1 RETURNING user_id, handle", secret_hash)
        .map(|row| (row.user_id, row.handle))
        .fetch_optional(tx.conn())
        .await?)
}

/// Ends one of a person's sessions by its handle; false if it belongs to another person or has ended.
pub async fn delete_session_by_handle(tx: &mut Tx, user_id: UserId, handle: &str) -> Result<bool, Fault> {
    let done = sqlx::query!("DELETE FROM sessions WHERE user_id = $1 AND handle = $2", user_id.0, handle);
    Ok(done.execute(tx.conn()).await?.rows_affected() > 0)
}

/// Ends all sessions of a person but the one with the handle `except`; returns their handles.
pub async fn delete_others(tx: &mut Tx, user_id: UserId, except: Option<&str>) -> Result<Vec<String>, Fault> {
    let handles = sqlx::query_scalar!(
        "DELETE FROM sessions WHERE secret_hash IN
           (SELECT secret_hash FROM sessions WHERE user_id = $1 AND handle IS DISTINCT FROM $2
            ORDER BY secret_hash FOR UPDATE)
         RETURNING handle",
        user_id.0,
        except
    );
    Ok(handles.fetch_all(tx.conn()).await?)
}

pub async fn expire_all_sessions(tx: &mut Tx) -> Result<(), Fault> {
    let now = tx.clock().now();
    sqlx::query!("UPDATE sessions SET expires_at = $1", now.to_sqlx()).execute(tx.conn()).await?;
    Ok(())
}

/// Deletes at most `limit` expired sessions; returns the people and handles, sorted by person.
pub async fn delete_expired(tx: &mut Tx, now: Timestamp, limit: i64) -> Result<Vec<(UserId, String)>, Fault> {
    Ok(sqlx::query!(
        r#"WITH gone AS (
             DELETE FROM sessions WHERE secret_hash IN
               (SELECT secret_hash FROM sessions WHERE expires_at <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
             RETURNING user_id, handle
           )
           SELECT user_id AS "user_id!: UserId", handle AS "handle!" FROM gone ORDER BY user_id, handle"#,
        now.to_sqlx(),
        limit
    )
    .map(|row| (row.user_id, row.handle))
    .fetch_all(tx.conn())
    .await?)
}
