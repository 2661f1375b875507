use jiff::Timestamp;
use saffron_core::{PosId, UserId};
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};
use uuid::Uuid;

use super::{sql_time, stored};
use crate::domain::{Kind, UserAgentKeys};

/// A push that is to be sent.
#[derive(Debug, Clone)]
pub struct NewJob {
    /// To which device.
    pub device: Uuid,
    /// What it tells of.
    pub communication: Uuid,
    /// It waits for the end of quiet hours.
    pub held: bool,
    /// When it is due.
    pub due_at: Timestamp,
    /// After this it is of no use.
    pub expires_at: Timestamp,
}

/// A push in hand.
pub struct Job {
    /// Its id.
    pub id: Uuid,
    /// To which device.
    pub device: Uuid,
    /// Where its push service takes it.
    pub endpoint: String,
    /// What it is sealed with.
    pub keys: UserAgentKeys,
    /// The newest it tells of.
    pub communication: Uuid,
    /// How many it tells of.
    pub count: i64,
    /// They are all of one location.
    pub one_location: bool,
    /// After this it is of no use.
    pub expires_at: Timestamp,
    /// How often it was tried, this time included.
    pub tries: i32,
    /// The location of the newest.
    pub pos_id: PosId,
    /// What people call it.
    pub place: String,
    /// Of the newest.
    pub kind: Kind,
    /// Of the newest.
    pub notification: String,
    /// Of the newest: kind and id.
    pub target: (String, String),
    /// The newest that it tells of was not viewed meanwhile.
    pub is_new: bool,
    /// What the person has not viewed.
    pub unread: i64,
}

/// Puts pushes down to be sent. Those that wait for one device until one moment become one.
pub async fn put_jobs(tx: &mut Tx, jobs: &[NewJob]) -> Result<(), Fault> {
    if jobs.is_empty() {
        return Ok(());
    }
    let times = |of: fn(&NewJob) -> Timestamp| -> Vec<jiff_sqlx::Timestamp> {
        jobs.iter().map(|job| sql_time(of(job))).collect()
    };
    sqlx::query!(
        "INSERT INTO push_job AS j (job_id, device_id, communication_id, held, due_at, expires_at)
         SELECT id, device_id, communication_id, held, due_at, expires_at
         FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::boolean[], $5::timestamptz[], $6::timestamptz[])
           AS n (id, device_id, communication_id, held, due_at, expires_at)
         ORDER BY device_id
         ON CONFLICT (device_id, due_at) WHERE held DO UPDATE SET
           count = j.count + 1,
           one_location = j.one_location AND
             (SELECT count(DISTINCT pos_id) = 1 FROM communication
              WHERE communication_id IN (j.communication_id, excluded.communication_id)),
           communication_id = excluded.communication_id, expires_at = greatest(j.expires_at, excluded.expires_at)",
        &jobs.iter().map(|_| Uuid::now_v7()).collect::<Vec<Uuid>>(),
        &jobs.iter().map(|job| job.device).collect::<Vec<Uuid>>(),
        &jobs.iter().map(|job| job.communication).collect::<Vec<Uuid>>(),
        &jobs.iter().map(|job| job.held).collect::<Vec<bool>>(),
        &times(|job| job.due_at) as &[jiff_sqlx::Timestamp],
        &times(|job| job.expires_at) as &[jiff_sqlx::Timestamp]
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Takes pushes that are due into hand, and keeps others from them until `until`.
pub async fn claim_jobs(
    database: &Database,
    now: Timestamp,
    until: Timestamp,
    limit: i64,
) -> Result<Vec<Job>, Fault> {
    let rows = sqlx::query!(
        r#"WITH due AS (
             SELECT job_id FROM push_job WHERE due_at <= $1 ORDER BY due_at, job_id LIMIT $3 FOR UPDATE SKIP LOCKED
           ), taken AS (
             UPDATE push_job AS j SET due_at = $2, held = false, tries = j.tries + 1
             FROM due WHERE j.job_id = due.job_id
             RETURNING j.job_id, j.device_id, j.communication_id, j.count, j.one_location, j.expires_at, j.tries
           )
           SELECT t.job_id, t.device_id, t.communication_id, t.count, t.one_location, t.expires_at, t.tries,
             d.endpoint, d.p256dh, d.auth, c.pos_id, c.kind, c.notification, c.target_kind, c.target_id,
             c.viewed_at IS NULL AS "is_new!",
             coalesce(l.name, '') AS "place!",
             (SELECT count(*) FROM communication AS u
              WHERE u.user_id = d.user_id AND u.folded_into IS NULL AND u.viewed_at IS NULL) AS "unread!"
           FROM taken AS t
           JOIN device AS d ON d.device_id = t.device_id
           JOIN communication AS c ON c.communication_id = t.communication_id
           LEFT JOIN location AS l ON l.pos_id = c.pos_id"#,
        sql_time(now) as jiff_sqlx::Timestamp,
        sql_time(until) as jiff_sqlx::Timestamp,
        limit
    )
    .fetch_all(database.pool())
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(Job {
                id: row.job_id,
                device: row.device_id,
                keys: stored(UserAgentKeys::of_bytes(&row.p256dh, &row.auth))?,
                endpoint: row.endpoint,
                communication: row.communication_id,
                count: row.count,
                one_location: row.one_location,
                expires_at: row.expires_at.to_jiff(),
                tries: row.tries,
                pos_id: stored(row.pos_id.parse())?,
                place: row.place,
                kind: stored(row.kind.parse())?,
                notification: row.notification,
                target: (row.target_kind, row.target_id),
                is_new: row.is_new,
                unread: row.unread,
            })
        })
        .collect()
}

/// How many pushes are due, 100,000 at most, and since when the oldest of them is.
pub async fn waiting_jobs(database: &Database, now: Timestamp) -> Result<(i64, Option<Timestamp>), Fault> {
    let row = sqlx::query!(
        r#"SELECT count(*) AS "waiting!", min(due_at) AS oldest
           FROM (SELECT due_at FROM push_job WHERE due_at <= $1 ORDER BY due_at, job_id LIMIT 100000) AS due"#,
        sql_time(now) as jiff_sqlx::Timestamp
    )
    .fetch_one(database.pool())
    .await?;
    Ok((row.waiting, row.oldest.map(jiff_sqlx::Timestamp::to_jiff)))
}

/// Takes away pushes to a person that tell of what was added at a location until a moment. One that tells of other
/// locations too tells of the newest that is unread there.
pub async fn drop_jobs_of(tx: &mut Tx, user: UserId, pos_id: &PosId, until: Timestamp) -> Result<(), Fault> {
    sqlx::query!(
        "WITH waiting AS (
           SELECT j.job_id, j.one_location FROM push_job AS j JOIN device AS d ON d.device_id = j.device_id
           JOIN communication AS c ON c.communication_id = j.communication_id
           WHERE d.user_id = $1 AND c.pos_id = $2 AND c.added_at <= $3),
         other AS (
           SELECT communication_id FROM communication
           WHERE user_id = $1 AND pos_id <> $2 AND folded_into IS NULL AND viewed_at IS NULL
           ORDER BY added_at DESC, communication_id DESC LIMIT 1),
         told AS (
           UPDATE push_job AS j SET communication_id = other.communication_id, count = greatest(j.count - 1, 1)
           FROM waiting AS w, other WHERE w.job_id = j.job_id AND NOT w.one_location RETURNING j.job_id)
         DELETE FROM push_job WHERE job_id IN (SELECT job_id FROM waiting)
           AND job_id NOT IN (SELECT job_id FROM waiting CROSS JOIN other WHERE NOT one_location)",
        user.0,
        pos_id.as_str(),
        sql_time(until) as jiff_sqlx::Timestamp
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// A push needs no further try.
pub async fn drop_job(database: &Database, job: &Job) -> Result<(), Fault> {
    sqlx::query!("DELETE FROM push_job WHERE job_id = $1 AND tries = $2", job.id, job.tries)
        .execute(database.pool())
        .await?;
    Ok(())
}

/// Says when a push is tried again.
pub async fn retry_job(database: &Database, job: &Job, due_at: Timestamp) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE push_job SET due_at = $3 WHERE job_id = $1 AND tries = $2",
        job.id,
        job.tries,
        sql_time(due_at) as jiff_sqlx::Timestamp
    )
    .execute(database.pool())
    .await?;
    Ok(())
}
