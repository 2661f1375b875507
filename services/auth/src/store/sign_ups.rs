//! Sign-ups whose mailed link was not used yet.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};
use uuid::Uuid;

use crate::domain::{MAX_SIGN_UPS, MIN_LINK_PAUSE, MailKind, NewPerson};

/// A sign-up whose address is proved.
#[derive(Debug, Clone)]
pub struct ProvedSignUp {
    /// Trimmed and lower-cased.
    pub email: String,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Ten digits.
    pub phone: String,
    /// Argon2id, as a PHC string.
    pub password_hash: String,
}

/// Stores a sign-up and requests the mail with its link; for an address that has an account it only requests a mail to its
/// owner. One statement for both, so that they take the same time.
pub async fn insert_sign_up(
    tx: &mut Tx,
    person: &NewPerson,
    password_hash: &str,
    now: Timestamp,
) -> Result<(), Fault> {
    sqlx::query!(
        "WITH known AS (SELECT user_id FROM users WHERE email = $1),
         new AS (
           INSERT INTO sign_ups (sign_up_id, email, first_name, last_name, phone, password_hash, asked_at)
           SELECT $2::uuid, $1, $3, $4, $5, $6, $7::timestamptz WHERE NOT EXISTS (SELECT FROM known)
           RETURNING sign_up_id
         )
         INSERT INTO mails (mail_id, kind, user_id, sign_up_id, due_at, ends_at)
         SELECT $8::uuid, CASE WHEN r.user_id IS NULL THEN $9::text ELSE $10::text END, r.user_id, r.sign_up_id,
                $7::timestamptz, $11::timestamptz
         FROM (SELECT (SELECT user_id FROM known) AS user_id, (SELECT sign_up_id FROM new) AS sign_up_id) AS r",
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

/// Deletes sign-ups of an address whose link is no longer valid, except the newest `MAX_SIGN_UPS`. A sign-up with a valid link
/// stays, however many come after it: the rate limit bounds the sign-ups of an address instead.
pub async fn delete_surplus_sign_ups(tx: &mut Tx, email: &str, now: Timestamp) -> Result<(), Fault> {
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

/// Deletes every sign-up of an address.
pub async fn delete_sign_ups(tx: &mut Tx, email: &str) -> Result<(), Fault> {
    sqlx::query!("DELETE FROM sign_ups WHERE email = $1", email).execute(tx.conn()).await?;
    Ok(())
}

/// The newest sign-up of an address, and its password as a PHC string.
pub async fn newest_sign_up(database: &Database, email: &str) -> Result<Option<(Uuid, String)>, Fault> {
    let row = sqlx::query!(
        "SELECT sign_up_id, password_hash FROM sign_ups WHERE email = $1 ORDER BY sign_up_id DESC LIMIT 1",
        email
    );
    Ok(row.map(|row| (row.sign_up_id, row.password_hash)).fetch_optional(database.pool()).await?)
}

/// Requests a mail with another link for a sign-up, unless one was requested a moment ago.
pub async fn request_another_link(tx: &mut Tx, sign_up_id: Uuid, now: Timestamp) -> Result<(), Fault> {
    sqlx::query!(
        "WITH asked AS (
           UPDATE sign_ups SET asked_at = $2 WHERE sign_up_id = $1 AND asked_at <= $3 RETURNING sign_up_id
         )
         INSERT INTO mails (mail_id, kind, sign_up_id, due_at, ends_at)
         SELECT $4::uuid, $5::text, sign_up_id, $2::timestamptz, $6::timestamptz FROM asked",
        sign_up_id,
        now.to_sqlx(),
        (now - MIN_LINK_PAUSE).to_sqlx(),
        Uuid::now_v7(),
        MailKind::Confirm.as_str(),
        (now + MailKind::Confirm.lifetime()).to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Stores the link of a sign-up, and replaces the one before.
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

/// The password of a link's sign-up, as a PHC string; none if the link is unknown, used or too old.
pub async fn password_of_sign_up_link(
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
pub async fn redeem_sign_up(
    tx: &mut Tx,
    token_hash: &[u8; 32],
    now: Timestamp,
) -> Result<Option<ProvedSignUp>, Fault> {
    let row = sqlx::query_as!(
        ProvedSignUp,
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
