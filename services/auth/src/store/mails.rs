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

/// The mails that are worth sending.
pub static MAILS: Queue = Queue::new("mails", &["mail_id"]).ready_if("q.ends_at > $1");

/// A mail in hand.
#[derive(Debug, Clone)]
pub struct WaitingMail {
    /// Its id.
    pub mail_id: Uuid,
    /// Its kind.
    pub kind: MailKind,
    /// The person; none of a sign-up.
    pub user_id: Option<UserId>,
    /// The sign-up.
    pub sign_up_id: Option<Uuid>,
    /// The receiver.
    pub email: String,
    /// Empty of a sign-up.
    pub first_name: String,
    /// The person's support code; empty of a sign-up.
    pub unique_code: String,
}

/// Requests a mail to a person.
pub async fn ask_mail(tx: &mut Tx, kind: MailKind, user_id: UserId, now: Timestamp) -> Result<(), Fault> {
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

/// Mails that were claimed in this transaction, in order.
pub async fn claimed_mails(tx: &mut Tx, ids: &[Uuid]) -> Result<Vec<WaitingMail>, Fault> {
    Ok(sqlx::query_as!(
        WaitingMail,
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
