//! People and their accounts.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::UserId;
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};
use uuid::Uuid;

use super::ProvedSignUp;
use crate::domain::{Profile, ProfileEdit};

/// What a person signs in with.
#[derive(Debug, Clone)]
pub struct Credentials {
    pub user_id: UserId,
    /// Trimmed and lower-cased.
    pub email: String,
    /// Argon2id, as a PHC string.
    pub password_hash: String,
}

/// The credentials with this address.
pub async fn credentials_by_email(database: &Database, email: &str) -> Result<Option<Credentials>, Fault> {
    Ok(sqlx::query_as!(
        Credentials,
        "SELECT user_id, email, password_hash FROM users WHERE email = $1",
        email
    )
    .fetch_optional(database.pool())
    .await?)
}

/// The credentials of a person.
pub async fn credentials_of(database: &Database, user_id: UserId) -> Result<Option<Credentials>, Fault> {
    Ok(sqlx::query_as!(
        Credentials,
        "SELECT user_id, email, password_hash FROM users WHERE user_id = $1",
        user_id.0
    )
    .fetch_optional(database.pool())
    .await?)
}

/// The profile of a person.
pub async fn profile_of(database: &Database, user_id: UserId) -> Result<Option<Profile>, Fault> {
    Ok(sqlx::query_as!(
        Profile,
        "SELECT user_id, email, first_name, last_name, profile_description, profile_image, unique_code, phone
         FROM users WHERE user_id = $1",
        user_id.0
    )
    .fetch_optional(database.pool())
    .await?)
}

/// The result of inserting an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccountInsert {
    Created,
    /// The address has an account already.
    AddressTaken,
    /// The support code is taken: try another.
    CodeTaken,
}

/// Makes the account of a sign-up whose address is proved.
pub async fn insert_account(
    tx: &mut Tx,
    proved: &ProvedSignUp,
    unique_code: &str,
    now: Timestamp,
) -> Result<AccountInsert, Fault> {
    let row = sqlx::query!(
        r#"WITH new AS (
             INSERT INTO users (user_id, email, first_name, last_name, phone, password_hash, unique_code, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
             ON CONFLICT DO NOTHING RETURNING user_id
           )
           SELECT EXISTS (SELECT FROM new) AS "is_new!", EXISTS (SELECT FROM users WHERE email = $2) AS "is_known!""#,
        Uuid::now_v7(),
        proved.email,
        proved.first_name,
        proved.last_name,
        proved.phone,
        proved.password_hash,
        unique_code,
        now.to_sqlx()
    )
    .fetch_one(tx.conn())
    .await?;
    Ok(match (row.is_new, row.is_known) {
        (true, _) => AccountInsert::Created,
        (false, true) => AccountInsert::AddressTaken,
        (false, false) => AccountInsert::CodeTaken,
    })
}

/// Stores changes of a profile, and returns it; none if there is no such person.
pub async fn edit_profile(
    tx: &mut Tx,
    user_id: UserId,
    edit: &ProfileEdit,
) -> Result<Option<Profile>, Fault> {
    Ok(sqlx::query_as!(
        Profile,
        "UPDATE users SET first_name = $2, last_name = $3, profile_description = $4 WHERE user_id = $1
         RETURNING user_id, email, first_name, last_name, profile_description, profile_image, unique_code, phone",
        user_id.0,
        edit.first_name.as_str(),
        edit.last_name.as_str(),
        edit.description
    )
    .fetch_optional(tx.conn())
    .await?)
}

/// Stores the URL of a person's picture, empty for none, and returns the profile; none if there is no such person.
pub async fn set_image(tx: &mut Tx, user_id: UserId, url: &str) -> Result<Option<Profile>, Fault> {
    Ok(sqlx::query_as!(
        Profile,
        "UPDATE users SET profile_image = $2 WHERE user_id = $1
         RETURNING user_id, email, first_name, last_name, profile_description, profile_image, unique_code, phone",
        user_id.0,
        url
    )
    .fetch_optional(tx.conn())
    .await?)
}

/// Sets a person's password, and locks the person until the end of the transaction. False if `old` is given and is not the
/// stored hash.
pub async fn set_password(
    tx: &mut Tx,
    user_id: UserId,
    old: Option<&str>,
    hash: &str,
) -> Result<bool, Fault> {
    let done = sqlx::query!(
        "UPDATE users SET password_hash = $2 WHERE user_id = $1 AND password_hash = coalesce($3, password_hash)",
        user_id.0,
        hash,
        old
    )
    .execute(tx.conn())
    .await?;
    Ok(done.rows_affected() > 0)
}

/// Locks a password that was checked until the end of the transaction, and returns the person's profile; none if the password
/// was changed meanwhile.
pub async fn lock_password(tx: &mut Tx, user_id: UserId, hash: &str) -> Result<Option<Profile>, Fault> {
    Ok(sqlx::query_as!(
        Profile,
        "SELECT user_id, email, first_name, last_name, profile_description, profile_image, unique_code, phone
         FROM users WHERE user_id = $1 AND password_hash = $2 FOR SHARE",
        user_id.0,
        hash
    )
    .fetch_optional(tx.conn())
    .await?)
}

/// Deletes a person, with the rows that refer to them; returns their address, or none if there is no such person.
pub async fn delete_person(tx: &mut Tx, user_id: UserId) -> Result<Option<String>, Fault> {
    let email = sqlx::query_scalar!("DELETE FROM users WHERE user_id = $1 RETURNING email", user_id.0);
    Ok(email.fetch_optional(tx.conn()).await?)
}

/// Locks a person until the end of the transaction, so that counts of the person's rows stay true. False if there is no such
/// person.
pub async fn lock_person(tx: &mut Tx, user_id: UserId) -> Result<bool, Fault> {
    let row = sqlx::query!("SELECT user_id FROM users WHERE user_id = $1 FOR NO KEY UPDATE", user_id.0);
    Ok(row.fetch_optional(tx.conn()).await?.is_some())
}
