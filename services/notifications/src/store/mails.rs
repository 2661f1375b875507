use jiff::Timestamp;
use saffron_core::{PosId, UserId};
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};
use uuid::Uuid;

use super::sql_time;

/// A digest that is to be sent by email.
#[derive(Debug, Clone)]
pub struct MailJob {
    /// The digest.
    pub communication: Uuid,
    /// To whom.
    pub user: UserId,
    /// What people call the location.
    pub place: String,
    /// One short line.
    pub notification: String,
    /// The whole of it.
    pub message: String,
    /// How often it was tried, this time included.
    pub tries: i32,
}

/// Puts digests down to be sent.
pub async fn put_mails(
    tx: &mut Tx,
    communications: &[Uuid],
    now: Timestamp,
    expires_at: Timestamp,
) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO mail_job (communication_id, due_at, expires_at)
         SELECT id, $2, $3 FROM unnest($1::uuid[]) AS n (id) ORDER BY id ON CONFLICT DO NOTHING",
        communications,
        sql_time(now) as jiff_sqlx::Timestamp,
        sql_time(expires_at) as jiff_sqlx::Timestamp
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Takes digests that are due into hand, and keeps others from them until `until`. Those that are too old are gone.
pub async fn claim_mails(
    database: &Database,
    now: Timestamp,
    until: Timestamp,
    limit: i64,
) -> Result<Vec<MailJob>, Fault> {
    sqlx::query!("DELETE FROM mail_job WHERE expires_at <= $1", sql_time(now) as jiff_sqlx::Timestamp)
        .execute(database.pool())
        .await?;
    let rows = sqlx::query!(
        r#"WITH due AS (
             SELECT communication_id FROM mail_job WHERE due_at <= $1 ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED
           ), taken AS (
             UPDATE mail_job AS m SET due_at = $2, tries = m.tries + 1
             FROM due WHERE m.communication_id = due.communication_id
             RETURNING m.communication_id, m.tries
           )
           SELECT t.communication_id, t.tries, c.user_id, c.notification, c.message, coalesce(l.name, '') AS "place!"
           FROM taken AS t JOIN communication AS c ON c.communication_id = t.communication_id
           LEFT JOIN location AS l ON l.pos_id = c.pos_id"#,
        sql_time(now) as jiff_sqlx::Timestamp,
        sql_time(until) as jiff_sqlx::Timestamp,
        limit
    )
    .fetch_all(database.pool())
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| MailJob {
            communication: row.communication_id,
            user: UserId(row.user_id),
            place: row.place,
            notification: row.notification,
            message: row.message,
            tries: row.tries,
        })
        .collect())
}

/// How many digests are due to be mailed, 100,000 at most, and since when the oldest of them is.
pub async fn waiting_mails(database: &Database, now: Timestamp) -> Result<(i64, Option<Timestamp>), Fault> {
    let row = sqlx::query!(
        r#"SELECT count(*) AS "waiting!", min(due_at) AS oldest
           FROM (SELECT due_at FROM mail_job WHERE due_at <= $1 ORDER BY due_at LIMIT 100000) AS due"#,
        sql_time(now) as jiff_sqlx::Timestamp
    )
    .fetch_one(database.pool())
    .await?;
    Ok((row.waiting, row.oldest.map(jiff_sqlx::Timestamp::to_jiff)))
}

/// A digest needs no further try.
pub async fn drop_mail(database: &Database, job: &MailJob) -> Result<(), Fault> {
    sqlx::query!(
        "DELETE FROM mail_job WHERE communication_id = $1 AND tries = $2",
        job.communication,
        job.tries
    )
    .execute(database.pool())
    .await?;
    Ok(())
}

/// Takes away digests of a location that were added for a person until a moment.
pub async fn drop_mails_of(tx: &mut Tx, user: UserId, pos_id: &PosId, until: Timestamp) -> Result<(), Fault> {
    sqlx::query!(
        "DELETE FROM mail_job AS m USING communication AS c
         WHERE c.communication_id = m.communication_id AND c.user_id = $1 AND c.pos_id = $2 AND c.added_at <= $3",
        user.0,
        pos_id.as_str(),
        sql_time(until) as jiff_sqlx::Timestamp
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Says when a digest is tried again.
pub async fn retry_mail(database: &Database, job: &MailJob, due_at: Timestamp) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE mail_job SET due_at = $3 WHERE communication_id = $1 AND tries = $2",
        job.communication,
        job.tries,
        sql_time(due_at) as jiff_sqlx::Timestamp
    )
    .execute(database.pool())
    .await?;
    Ok(())
}
