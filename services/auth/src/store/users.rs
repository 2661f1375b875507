//! People.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::UserId;
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};
use uuid::Uuid;

use super::sign_ups::Proved;
use crate::domain::Profile;
use crate::domain::person::ProfileEdit;

/// A person who may sign in.
#[derive(Debug, Clone)]
pub struct Account {
    /// Who they are.
    pub profile: Profile,
    /// Argon2id, as a PHC string.
    pub password_hash: String,
}

/// A person as stored.
struct AccountRow {
    user_id: Uuid,
    email: String,
    first_name: String,
    last_name: String,
    profile_description: String,
    profile_image: String,
    unique_code: String,
    password_hash: String,
}

impl From<AccountRow> for Account {
    fn from(row: AccountRow) -> Account {
        Account {
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
        }
    }
}

/// The account with this address.
pub async fn by_email(database: &Database, email: &str) -> Result<Option<Account>, Fault> {
    let row = sqlx::query_as!(
        AccountRow,
        "SELECT user_id, email, first_name, last_name, profile_description, profile_image, unique_code, password_hash
         FROM users WHERE email = $1",
        email
    );
    Ok(row.fetch_optional(database.pool()).await?.map(Account::from))
}

/// What came of making an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Made {
    /// It is there now.
    Fresh,
    /// The address has one.
    AddressTaken,
    /// The support code is taken: try another.
    CodeTaken,
}

/// Makes the account of a sign-up whose address is proved.
pub async fn insert(tx: &mut Tx, proved: &Proved, unique_code: &str, now: Timestamp) -> Result<Made, Fault> {
    let row = sqlx::query!(
        r#"WITH fresh AS (
             INSERT INTO users (user_id, email, first_name, last_name, phone, password_hash, unique_code, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
             ON CONFLICT DO NOTHING RETURNING user_id
           )
           SELECT EXISTS (SELECT FROM fresh) AS "fresh!", EXISTS (SELECT FROM users WHERE email = $2) AS "known!""#,
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
    Ok(match (row.fresh, row.known) {
        (true, _) => Made::Fresh,
        (false, true) => Made::AddressTaken,
        (false, false) => Made::CodeTaken,
    })
}

/// The account of a person.
pub async fn by_id(database: &Database, user_id: UserId) -> Result<Option<Account>, Fault> {
    let row = sqlx::query_as!(
        AccountRow,
        "SELECT user_id, email, first_name, last_name, profile_description, profile_image, unique_code, password_hash
         FROM users WHERE user_id = $1",
        user_id.0
    );
    Ok(row.fetch_optional(database.pool()).await?.map(Account::from))
}

/// Writes down what a person says of themselves, and gives the profile as it is now; none if there is no such person.
pub async fn edit(tx: &mut Tx, user_id: UserId, edit: &ProfileEdit) -> Result<Option<Profile>, Fault> {
    let row = sqlx::query_as!(
        AccountRow,
        "UPDATE users SET first_name = $2, last_name = $3, profile_description = $4 WHERE user_id = $1
         RETURNING user_id, email, first_name, last_name, profile_description, profile_image, unique_code,
                   password_hash",
        user_id.0,
        edit.first_name.as_str(),
        edit.last_name.as_str(),
        edit.description
    );
    Ok(row.fetch_optional(tx.conn()).await?.map(|row| Account::from(row).profile))
}

/// Writes down where a person's picture is, empty for nowhere, and gives the profile as it is now; none if there is no
/// such person.
pub async fn set_image(tx: &mut Tx, user_id: UserId, url: &str) -> Result<Option<Profile>, Fault> {
    let row = sqlx::query_as!(
        AccountRow,
        "UPDATE users SET profile_image = $2 WHERE user_id = $1
         RETURNING user_id, email, first_name, last_name, profile_description, profile_image, unique_code,
                   password_hash",
        user_id.0,
        url
    );
    Ok(row.fetch_optional(tx.conn()).await?.map(|row| Account::from(row).profile))
}

/// Sets a person's password, where `old` is the hash of the one before or is left out, and holds the person until the end
/// of the transaction. False if it is not.
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

/// Makes sure that a password that was looked at is still the person's, until the end of the transaction. False if it was
/// changed meanwhile.
pub async fn hold_password(tx: &mut Tx, user_id: UserId, hash: &str) -> Result<bool, Fault> {
    let row = sqlx::query!(
        "SELECT user_id FROM users WHERE user_id = $1 AND password_hash = $2 FOR SHARE",
        user_id.0,
        hash
    );
    Ok(row.fetch_optional(tx.conn()).await?.is_some())
}

/// Deletes a person, with what hangs on them by the schema; the address that they had, or none if there is no such person.
pub async fn delete(tx: &mut Tx, user_id: UserId) -> Result<Option<String>, Fault> {
    let email = sqlx::query_scalar!("DELETE FROM users WHERE user_id = $1 RETURNING email", user_id.0);
    Ok(email.fetch_optional(tx.conn()).await?)
}

/// Holds a person until the end of the transaction, so that what is counted of them stays true. False if
/// there is no such person.
pub async fn lock(tx: &mut Tx, user_id: UserId) -> Result<bool, Fault> {
    let row = sqlx::query!("SELECT user_id FROM users WHERE user_id = $1 FOR NO KEY UPDATE", user_id.0)
        .fetch_optional(tx.conn())
        .await?;
    Ok(row.is_some())
}
