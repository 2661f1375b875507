//! Sessions, known by the SHA-256 of their id.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::UserId;
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};
use saffron_kit::token::MAX_LOCATIONS;

use super::LocationRow;
use crate::domain::Location;
use crate::domain::session::Session;

/// A session that begins.
pub struct NewSession<'a> {
    /// SHA-256 of its id.
    pub secret_hash: [u8; 32],
    /// Its public name.
    pub handle: &'a str,
    /// Whose it is.
    pub user_id: UserId,
    /// Started by the web app.
    pub web: bool,
    /// Where push messages go.
    pub firebase_notification_token: Option<&'a str>,
    /// UTC.
    pub created_at: Timestamp,
    /// UTC.
    pub expires_at: Timestamp,
}

/// Begins a session.
///
/// # Errors
/// If the database is away.
pub async fn insert(tx: &mut Tx, session: &NewSession<'_>) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO sessions (secret_hash, handle, user_id, web, firebase_notification_token, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        &session.secret_hash,
        session.handle,
        session.user_id.0,
        session.web,
        session.firebase_notification_token,
        session.created_at.to_sqlx(),
        session.expires_at.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// A session that has not ended, with the locations of its person.
///
/// # Errors
/// If the database is away.
pub async fn find(
    database: &Database,
    secret_hash: &[u8; 32],
    now: Timestamp,
) -> Result<Option<Session>, Fault> {
    let rows = sqlx::query!(
        r#"SELECT s.handle, s.user_id, s.web, s.expires_at, u.first_name, u.last_name, o.pos_id AS "pos_id?", o.name AS "name?",
                  o.website AS "website?", o.time_zone AS "time_zone?", o.postal_address AS "postal_address?",
                  o.phone AS "phone?"
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
    let (handle, user_id, web) = (first.handle.clone(), UserId(first.user_id), first.web);
    let name = format!("{} {}", first.first_name, first.last_name).trim().to_owned();
    let expires_at = first.expires_at.to_jiff();
    let locations = rows
        .into_iter()
        .filter_map(|row| {
            Some(LocationRow {
                pos_id: row.pos_id?,
                name: row.name?,
                website: row.website?,
                time_zone: row.time_zone?,
                postal_address: row.postal_address?,
                phone: row.phone?,
            })
        })
        .map(Location::try_from)
        .collect::<Result<_, _>>()?;
    Ok(Some(Session { handle, user_id, name, web, expires_at, locations }))
}

/// Moves the end of a session.
///
/// # Errors
/// If the database is away.
pub async fn renew(tx: &mut Tx, secret_hash: &[u8; 32], expires_at: Timestamp) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE sessions SET expires_at = $2 WHERE secret_hash = $1",
        secret_hash,
        expires_at.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Ends a session and tells its handle; none if it is unknown.
///
/// # Errors
/// If the database is away.
pub async fn delete(tx: &mut Tx, secret_hash: &[u8; 32]) -> Result<Option<String>, Fault> {
    Ok(sqlx::query_scalar!("DELETE FROM sessions WHERE secret_hash = $1 RETURNING handle", secret_hash)
        .fetch_optional(tx.conn())
        .await?)
}

/// Forgets sessions that have expired, `most` at most, and tells how many.
///
/// # Errors
/// If the database is away.
pub async fn delete_expired(tx: &mut Tx, now: Timestamp, most: i64) -> Result<u64, Fault> {
    let gone = sqlx::query!(
        "DELETE FROM sessions WHERE secret_hash IN
           (SELECT secret_hash FROM sessions WHERE expires_at <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED)",
        now.to_sqlx(),
        most
    )
    .execute(tx.conn())
    .await?;
    Ok(gone.rows_affected())
}
