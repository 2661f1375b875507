use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::{PosId, UserId};
use saffron_kit::Fault;
use saffron_kit::pg::{Claimed, Database, Queue, Tx};
use uuid::Uuid;

/// Digests that wait to be sent by email.
pub static MAILS: Queue = Queue::new("mail_job", &["communication_id"]);

/// A claimed digest to be sent by email.
#[derive(Debug, Clone)]
pub struct MailJob {
    pub communication_id: Uuid,
    pub user_id: UserId,
    /// The name of the location.
    pub location: String,
    /// One short line.
    pub notification: String,
    /// The digest with all figures.
    pub message: String,
    /// The number of tries, with this one.
    pub tries: i32,
}

impl MailJob {
    /// The claim in [`MAILS`].
    #[must_use]
    pub const fn claimed(&self) -> Claimed<(Uuid,)> {
        Claimed { key: (self.communication_id,), tries: self.tries }
    }
}

/// Queues digests for email.
pub async fn queue_mails(
    tx: &mut Tx,
    communications: &[Uuid],
    now: Timestamp,
    expires_at: Timestamp,
) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO mail_job (communication_id, due_at, expires_at)
         SELECT id, $2, $3 FROM unnest($1::uuid[]) AS n (id) ORDER BY id ON CONFLICT DO NOTHING",
        communications,
        now.to_sqlx(),
        expires_at.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Claims due digests: other workers do not claim them until `until`. Expired digests are deleted.
pub async fn claim_mails(
    database: &Database,
    now: Timestamp,
    until: Timestamp,
    most: i64,
) -> Result<Vec<MailJob>, Fault> {
    let mut tx = database.begin().await?;
    sqlx::query!("DELETE FROM mail_job WHERE expires_at <= $1", now.to_sqlx()).execute(tx.conn()).await?;
    let claimed = MAILS.claim(tx.conn(), now, until, most).await?;
    let ids: Vec<Uuid> = claimed.into_iter().map(|Claimed { key: (id,), .. }| id).collect();
    let jobs = sqlx::query_as!(
        MailJob,
        r#"SELECT m.communication_id, m.tries, c.user_id, c.notification, c.message,
             coalesce(l.name, '') AS "location!"
           FROM mail_job AS m JOIN communication AS c ON c.communication_id = m.communication_id
           LEFT JOIN location AS l ON l.pos_id = c.pos_id
           WHERE m.communication_id = ANY($1)"#,
        &ids
    )
    .fetch_all(tx.conn())
    .await?;
    tx.commit().await?;
    Ok(jobs)
}

/// Deletes queued digests of a location that were added for a person until a moment.
pub async fn delete_mails(tx: &mut Tx, user: UserId, pos_id: &PosId, until: Timestamp) -> Result<(), Fault> {
    sqlx::query!(
        "DELETE FROM mail_job AS m USING communication AS c
         WHERE c.communication_id = m.communication_id AND c.user_id = $1 AND c.pos_id = $2 AND c.added_at <= $3",
        user.0,
        pos_id.as_str(),
        until.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}
