//! Sign-ups whose mailed link was not used yet.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};
use uuid::Uuid;

use crate::domain::MailKind;
use crate::domain::mailed::{ANOTHER_LINK, MAX_SIGN_UPS, SIGN_UP_KEPT};
use crate::domain::person::NewPerson;

/// A sign-up that waits.
#[derive(Debug, Clone)]
pub struct Waiting {
    /// Which.
    pub sign_up_id: Uuid,
    /// Argon2id, as a PHC string.
    pub password_hash: String,
}

/// A sign-up whose address is proved.
#[derive(Debug, Clone)]
pub struct Proved {
    /// Trimmed and lower-cased.
    pub email: String,
    /// As they wrote it.
    pub first_name: String,
    /// As they wrote it.
    pub last_name: String,
    /// Ten digits.
    pub phone: String,
    /// Argon2id, as a PHC string.
    pub password_hash: String,
}

/// Writes a sign-up down and asks for the mail with its link; of an address that has an account only asks for a mail to
/// its owner. Both in one statement, so that they take the same time.
pub async fn insert(
    tx: &mut Tx,
    person: &NewPerson,
    password_hash: &str,
    now: Timestamp,
) -> Result<(), Fault> {
    sqlx::query!(
        "WITH known AS (SELECT user_id FROM users WHERE email = $1),
         fresh AS (
           INSERT INTO sign_ups (sign_up_id, email, first_name, last_name, phone, password_hash, asked_at)
           SELECT $2::uuid, $1, $3, $4, $5, $6, $7::timestamptz WHERE NOT EXISTS (SELECT FROM known)
           RETURNING sign_up_id
         )
         INSERT INTO mails (mail_id, kind, user_id, sign_up_id, due_at, ends_at)
         SELECT $8::uuid, CASE WHEN told.user_id IS NULL THEN $9::text ELSE $10::text END, told.user_id, told.sign_up_id,
                $7::timestamptz, $11::timestamptz
         FROM (SELECT (SELECT user_id FROM known) AS user_id, (SELECT sign_up_id FROM fresh) AS sign_up_id) AS told",
        person.email.as_str(),
        Uuid::now_v7(),
        person.first_name.as_str(),
        person.last_name.as_str(),
        person.phone.as_str(),
        password_hash,
        now.to_sqlx(),
        Uuid::now_v7(),
        MailKind::Confirm.as_str(),
        MailKind::Known.as_str(),
        (now + MailKind::Confirm.lifetime()).to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Forgets sign-ups of an address whose link is no longer good, but for the newest few. One whose link is good stays,
/// however many come after it: how often an address may sign up is bounded instead.
pub async fn delete_surplus(tx: &mut Tx, email: &str, now: Timestamp) -> Result<(), Fault> {
    sqlx::query!(
        "DELETE FROM sign_ups WHERE sign_up_id IN
           (SELECT sign_up_id FROM (SELECT sign_up_id, asked_at, link_ends_at FROM sign_ups WHERE email = $1
                                    ORDER BY sign_up_id DESC OFFSET $2 FOR UPDATE SKIP LOCKED) AS older
            WHERE asked_at <= $3 AND coalesce(link_ends_at <= $4, true))",
        email,
        MAX_SIGN_UPS,
        (now - MailKind::Confirm.lifetime()).to_sqlx(),
        now.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Forgets every sign-up of an address.
pub async fn delete_of(tx: &mut Tx, email: &str) -> Result<(), Fault> {
    sqlx::query!("DELETE FROM sign_ups WHERE email = $1", email).execute(tx.conn()).await?;
    Ok(())
}

/// The newest sign-up of an address.
pub async fn newest(database: &Database, email: &str) -> Result<Option<Waiting>, Fault> {
    let row = sqlx::query_as!(
        Waiting,
        "SELECT sign_up_id, password_hash FROM sign_ups WHERE email = $1 ORDER BY sign_up_id DESC LIMIT 1",
        email
    );
    Ok(row.fetch_optional(database.pool()).await?)
}

/// Asks for another link of a sign-up, unless one was asked for a moment ago.
pub async fn ask_again(tx: &mut Tx, sign_up_id: Uuid, now: Timestamp) -> Result<(), Fault> {
    sqlx::query!(
        "WITH asked AS (
           UPDATE sign_ups SET asked_at = $2 WHERE sign_up_id = $1 AND asked_at <= $3 RETURNING sign_up_id
         )
         INSERT INTO mails (mail_id, kind, sign_up_id, due_at, ends_at)
         SELECT $4::uuid, $5::text, sign_up_id, $2::timestamptz, $6::timestamptz FROM asked",
        sign_up_id,
        now.to_sqlx(),
        (now - ANOTHER_LINK).to_sqlx(),
        Uuid::now_v7(),
        MailKind::Confirm.as_str(),
        (now + MailKind::Confirm.lifetime()).to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Gives a sign-up its link, which takes the place of the one before.
pub async fn set_link(
    tx: &mut Tx,
    sign_up_id: Uuid,
    token_hash: &[u8; 32],
    ends_at: Timestamp,
) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE sign_ups SET token_hash = $2, link_ends_at = $3 WHERE sign_up_id = $1",
        sign_up_id,
        token_hash,
        ends_at.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// The password of the sign-up whose link this is, as a PHC string; none if the link is unknown, used or too old.
pub async fn password_of(
    database: &Database,
    token_hash: &[u8; 32],
    now: Timestamp,
) -> Result<Option<String>, Fault> {
    let hash = sqlx::query_scalar!(
        "SELECT password_hash FROM sign_ups WHERE token_hash = $1 AND link_ends_at > $2",
        token_hash,
        now.to_sqlx()
    );
    Ok(hash.fetch_optional(database.pool()).await?)
}

/// Uses a link up, and with it every sign-up of its address; none if it is unknown, used or too old.
pub async fn take(tx: &mut Tx, token_hash: &[u8; 32], now: Timestamp) -> Result<Option<Proved>, Fault> {
    let row = sqlx::query_as!(
        Proved,
        "DELETE FROM sign_ups WHERE token_hash = $1 AND link_ends_at > $2
         RETURNING email, first_name, last_name, phone, password_hash",
        token_hash,
        now.to_sqlx()
    );
    let Some(proved) = row.fetch_optional(tx.conn()).await? else { return Ok(None) };
    sqlx::query!(
        "DELETE FROM sign_ups WHERE sign_up_id IN
           (SELECT sign_up_id FROM sign_ups WHERE email = $1 ORDER BY sign_up_id FOR UPDATE SKIP LOCKED)",
        proved.email
    )
    .execute(tx.conn())
    .await?;
    Ok(Some(proved))
}

/// Forgets sign-ups that nobody asked for a link of for long, `most` at most, and tells how many.
pub async fn delete_old(tx: &mut Tx, now: Timestamp, most: i64) -> Result<u64, Fault> {
    let gone = sqlx::query!(
        "DELETE FROM sign_ups WHERE sign_up_id IN
           (SELECT sign_up_id FROM sign_ups WHERE asked_at <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED)",
        (now - SIGN_UP_KEPT).to_sqlx(),
        most
    )
    .execute(tx.conn())
    .await?;
    Ok(gone.rows_affected())
}
