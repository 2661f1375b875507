//! People.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::UserId;
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};
use uuid::Uuid;

use crate::domain::Profile;
use crate::domain::person::NewPerson;

/// A person who may sign in.
#[derive(Debug, Clone)]
pub struct Account {
    /// Who they are.
    pub profile: Profile,
    /// Argon2id, as a PHC string.
    pub password_hash: String,
}

/// The account with this address.
///
/// # Errors
/// If the database is away.
pub async fn by_email(database: &Database, email: &str) -> Result<Option<Account>, Fault> {
    let row = sqlx::query!(
        "SELECT user_id, email, first_name, last_name, profile_description, profile_image, unique_code, password_hash
         FROM users WHERE email = $1",
        email
    )
    .fetch_optional(database.pool())
    .await?;
    Ok(row.map(|row| Account {
        profile: Profile {
            user_id: UserId(row.user_id),
            email: row.email,
            first_name: row.first_name,
            last_name: row.last_name,
            profile_description: row.profile_description,
            profile_image: row.profile_image,
            unique_code: row.unique_code,
        },
        password_hash: row.password_hash,
    }))
}

/// Writes a person down unless the address is known. False: the support code is taken, so try another.
///
/// # Errors
/// If the database is away.
pub async fn insert(
    tx: &mut Tx,
    person: &NewPerson,
    password_hash: &str,
    unique_code: &str,
    now: Timestamp,
) -> Result<bool, Fault> {
    Ok(sqlx::query_scalar!(
        r#"WITH fresh AS (
             INSERT INTO users (user_id, email, first_name, last_name, phone, password_hash, unique_code, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
             ON CONFLICT DO NOTHING RETURNING user_id
           )
           SELECT EXISTS (SELECT FROM fresh) OR EXISTS (SELECT FROM users WHERE email = $2) AS "settled!""#,
        Uuid::now_v7(),
        person.email.as_str(),
        person.first_name.as_str(),
        person.last_name.as_str(),
        person.phone.as_str(),
        password_hash,
        unique_code,
        now.to_sqlx()
    )
    .fetch_one(tx.conn())
    .await?)
}

/// Holds a person until the end of the transaction, so that what is counted of them stays true. False if
/// there is no such person.
///
/// # Errors
/// If the database is away.
pub async fn lock(tx: &mut Tx, user_id: UserId) -> Result<bool, Fault> {
    let row = sqlx::query!("SELECT user_id FROM users WHERE user_id = $1 FOR NO KEY UPDATE", user_id.0)
        .fetch_optional(tx.conn())
        .await?;
    Ok(row.is_some())
}
