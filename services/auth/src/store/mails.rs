//! Mails that wait to be sent.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::UserId;
use saffron_kit::Fault;
use saffron_kit::pg::{Queue, Tx};
use uuid::Uuid;

use crate::domain::MailKind;

/// The id of a mail.
pub type MailKey = (Uuid,);

/// The queue of mails; those that are too old to be worth sending are not claimed.
pub static MAILS: Queue = Queue::new("mails", &["mail_id"]).ready_if("q.ends_at > $1");

/// A mail that a worker has claimed.
#[derive(Debug, Clone)]
pub struct ClaimedMail {
    pub mail_id: Uuid,
    pub kind: MailKind,
    /// None for the mail of a sign-up.
    pub user_id: Option<UserId>,
    /// None for the mail of a person.
    pub sign_up_id: Option<Uuid>,
    /// The address of the receiver.
    pub email: String,
    /// Empty for a sign-up.
    pub first_name: String,
    /// The person's support code; empty for a sign-up.
    pub unique_code: String,
}

/// Requests a mail to a person.
pub async fn request_mail(tx: &mut Tx, kind: MailKind, user_id: UserId, now: Timestamp) -> Result<(), Fault> {
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

/// Requests a link that sets another password for the person with this address; for an unknown address none, by the same
/// statement.
pub async fn request_reset_mail(tx: &mut Tx, email: &str, now: Timestamp) -> Result<(), Fault> {
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

/// The mails with these ids, which were claimed in this transaction.
pub async fn claimed_mails(tx: &mut Tx, ids: &[Uuid]) -> Result<Vec<ClaimedMail>, Fault> {
    Ok(sqlx::query_as!(
        ClaimedMail,
        r#"SELECT m.mail_id, m.kind, m.user_id, m.sign_up_id, coalesce(u.email, s.email) AS "email!",
             coalesce(u.first_name, '') AS "first_name!", coalesce(u.unique_code, '') AS "unique_code!"
           FROM unnest($1::uuid[]) AS n (mail_id) JOIN mails m ON m.mail_id = n.mail_id
           LEFT JOIN users u ON u.user_id = m.user_id LEFT JOIN sign_ups s ON s.sign_up_id = m.sign_up_id
           ORDER BY m.mail_id"#,
        ids
    )
    .fetch_all(tx.conn())
    .await?)
}
