//! Mails that wait to be sent.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::UserId;
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};
use uuid::Uuid;

use crate::domain::MailKind;
use crate::domain::mailed::Addressee;

/// Whose mail it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    /// A person's.
    Person(UserId),
    /// A sign-up's that waits.
    SignUp(Uuid),
}

/// A mail in hand.
#[derive(Debug, Clone)]
pub struct Taken {
    /// Which.
    pub mail_id: Uuid,
    /// What it is about.
    pub kind: MailKind,
    /// Whose it is.
    pub owner: Owner,
    /// To whom it goes.
    pub to: Addressee,
    /// How often it was tried, with this time.
    pub tries: i32,
}

/// Asks for a mail to a person.
pub async fn insert(tx: &mut Tx, kind: MailKind, user_id: UserId, now: Timestamp) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO mails (mail_id, kind, user_id, due_at, ends_at) VALUES ($1, $2, $3, $4, $5)",
        Uuid::now_v7(),
        kind.as_str(),
        user_id.0,
        now.to_sqlx(),
        (now + kind.lifetime()).to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Asks for a link to set another password for the person with this address; of an unknown one nothing comes, in the same
/// statement.
pub async fn ask_reset(tx: &mut Tx, email: &str, now: Timestamp) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO mails (mail_id, kind, user_id, due_at, ends_at)
         SELECT $1::uuid, $2::text, user_id, $3::timestamptz, $4::timestamptz FROM users WHERE email = $5",
        Uuid::now_v7(),
        MailKind::Reset.as_str(),
        now.to_sqlx(),
        (now + MailKind::Reset.lifetime()).to_sqlx(),
        email
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Takes mails that are due into hand, the oldest first, `most` at most; nobody else takes them before `until`.
pub async fn take_due(tx: &mut Tx, now: Timestamp, until: Timestamp, most: i64) -> Result<Vec<Taken>, Fault> {
    let rows = sqlx::query!(
        r#"WITH due AS (
             SELECT mail_id FROM mails WHERE due_at <= $1 AND ends_at > $1 ORDER BY due_at, mail_id LIMIT $3
             FOR UPDATE SKIP LOCKED
           ), taken AS (
             UPDATE mails m SET tries = tries + 1, due_at = $2 FROM due WHERE m.mail_id = due.mail_id
             RETURNING m.mail_id, m.kind, m.user_id, m.sign_up_id, m.tries
           )
           SELECT t.mail_id, t.kind, t.user_id, t.sign_up_id, t.tries, coalesce(u.email, s.email) AS "email!",
                  coalesce(u.first_name, '') AS "first_name!", coalesce(u.unique_code, '') AS "unique_code!"
           FROM taken t LEFT JOIN users u ON u.user_id = t.user_id
           LEFT JOIN sign_ups s ON s.sign_up_id = t.sign_up_id
           ORDER BY t.mail_id"#,
        now.to_sqlx(),
        until.to_sqlx(),
        most
    )
    .fetch_all(tx.conn())
    .await?;
    let taken = rows.into_iter().map(|row| {
        let owner = match (row.user_id, row.sign_up_id) {
            (Some(user_id), _) => Owner::Person(UserId(user_id)),
            (None, Some(sign_up_id)) => Owner::SignUp(sign_up_id),
            (None, None) => return Err(Fault::Permanent("a stored mail is nobody's".into())),
        };
        let unknown = || Fault::Permanent(format!("the stored kind of mail {} is unknown", row.kind));
        Ok(Taken {
            mail_id: row.mail_id,
            kind: MailKind::of_name(&row.kind).ok_or_else(unknown)?,
            owner,
            to: Addressee { email: row.email, first_name: row.first_name, unique_code: row.unique_code },
            tries: row.tries,
        })
    });
    taken.collect()
}

/// How many mails are due, 100,000 at most, and since when the oldest of them is.
pub async fn waiting(database: &Database, now: Timestamp) -> Result<(i64, Option<Timestamp>), Fault> {
    let row = sqlx::query!(
        r#"SELECT count(*) AS "waiting!", min(due_at) AS oldest
           FROM (SELECT due_at FROM mails WHERE due_at <= $1 AND ends_at > $1 ORDER BY due_at LIMIT 100000) AS due"#,
        now.to_sqlx()
    )
    .fetch_one(database.pool())
    .await?;
    Ok((row.waiting, row.oldest.map(jiff_sqlx::Timestamp::to_jiff)))
}

/// Forgets a mail that was sent, or never will be.
pub async fn delete(database: &Database, mail_id: Uuid) -> Result<(), Fault> {
    sqlx::query!("DELETE FROM mails WHERE mail_id = $1", mail_id).execute(database.pool()).await?;
    Ok(())
}

/// Lets a mail wait for another try.
pub async fn put_off(database: &Database, mail_id: Uuid, until: Timestamp) -> Result<(), Fault> {
    sqlx::query!("UPDATE mails SET due_at = $2 WHERE mail_id = $1", mail_id, until.to_sqlx())
        .execute(database.pool())
        .await?;
    Ok(())
}

/// Forgets mails that are no longer worth sending, `most` at most, and tells how many.
pub async fn delete_ended(tx: &mut Tx, now: Timestamp, most: i64) -> Result<u64, Fault> {
    let gone = sqlx::query!(
        "DELETE FROM mails WHERE mail_id IN
           (SELECT mail_id FROM mails WHERE ends_at <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED)",
        now.to_sqlx(),
        most
    )
    .execute(tx.conn())
    .await?;
    Ok(gone.rows_affected())
}
