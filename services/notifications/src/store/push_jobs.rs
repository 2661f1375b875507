use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::{PosId, UserId};
use saffron_kit::Fault;
use saffron_kit::pg::{Claimed, Database, Queue, Tx};
use uuid::Uuid;

use crate::domain::Kind;

/// The queue of pushes. A claim ends `held` with the same statement that changes `due_at`, or two pushes of a device that are
/// claimed together would break the unique index.
pub static PUSHES: Queue = Queue::new("push_job", &["job_id"]).setting(", held = false");

/// A push to be queued.
#[derive(Debug, Clone)]
pub struct NewPushJob {
    pub device: Uuid,
    pub communication: Uuid,
    /// Whether it waits for the end of quiet hours.
    pub held: bool,
    pub due_at: Timestamp,
    pub expires_at: Timestamp,
}

/// A claimed push.
pub struct PushJob {
    pub job_id: Uuid,
    pub device_id: Uuid,
    /// The URL of its push service.
    pub endpoint: String,
    /// The browser's public key, a point of P-256.
    pub p256dh: Vec<u8>,
    /// The browser's authentication secret.
    pub auth: Vec<u8>,
    /// The newest communication that it shows.
    pub communication_id: Uuid,
    /// How many communications it shows.
    pub count: i64,
    /// Whether these communications are of one location.
    pub one_location: bool,
    pub expires_at: Timestamp,
    /// The number of tries, with this one.
    pub tries: i32,
    /// The location of the newest communication.
    pub pos_id: PosId,
    /// The name of that location.
    pub location: String,
    /// The kind of the newest communication.
    pub kind: Kind,
    /// The line of the newest communication.
    pub notification: String,
    /// The kind of page that a tap opens.
    pub target_kind: String,
    /// The id of the object on that page.
    pub target_id: String,
    /// Whether the newest communication is still unread.
    pub is_new: bool,
    /// How many communications of the person are unread.
    pub unread: i64,
}

impl PushJob {
    /// The claim in [`PUSHES`].
    #[must_use]
    pub const fn claimed(&self) -> Claimed<(Uuid,)> {
        Claimed { key: (self.job_id,), tries: self.tries }
    }
}

/// Queues pushes. Pushes to one device that wait for the same end of quiet hours become one.
pub async fn queue_pushes(tx: &mut Tx, jobs: Vec<NewPushJob>) -> Result<(), Fault> {
    if jobs.is_empty() {
        return Ok(());
    }
    let rows = jobs.into_iter().map(|NewPushJob { device, communication, held, due_at, expires_at }| {
        (Uuid::now_v7(), device, communication, held, due_at.to_sqlx(), expires_at.to_sqlx())
    });
    let columns: (Vec<_>, Vec<_>, Vec<_>, Vec<_>, Vec<_>, Vec<_>) = rows.collect();
    let (ids, devices, communications, held, due, expire) = columns;
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
        &ids,
        &devices,
        &communications,
        &held,
        &due as &[jiff_sqlx::Timestamp],
        &expire as &[jiff_sqlx::Timestamp]
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Claims due pushes: other workers do not claim them until `until`.
pub async fn claim_pushes(
    database: &Database,
    now: Timestamp,
    until: Timestamp,
    most: i64,
) -> Result<Vec<PushJob>, Fault> {
    let mut tx = database.begin().await?;
    let claimed = PUSHES.claim(tx.conn(), now, until, most).await?;
    let ids: Vec<Uuid> = claimed.into_iter().map(|Claimed { key: (id,), .. }| id).collect();
    let jobs = sqlx::query_as!(
        PushJob,
        r#"SELECT j.job_id, j.device_id, j.communication_id, j.count, j.one_location, j.expires_at, j.tries,
             d.endpoint, d.p256dh, d.auth, c.pos_id, c.kind, c.notification, c.target_kind, c.target_id,
             c.viewed_at IS NULL AS "is_new!",
             coalesce(l.name, '') AS "location!",
             (SELECT count(*) FROM communication AS u
              WHERE u.user_id = d.user_id AND u.folded_into IS NULL AND u.viewed_at IS NULL) AS "unread!"
           FROM push_job AS j
           JOIN device AS d ON d.device_id = j.device_id
           JOIN communication AS c ON c.communication_id = j.communication_id
           LEFT JOIN location AS l ON l.pos_id = c.pos_id
           WHERE j.job_id = ANY($1)"#,
        &ids
    )
    .fetch_all(tx.conn())
    .await?;
    tx.commit().await?;
    Ok(jobs)
}

/// Deletes queued pushes to a person about communications of a location until a moment. A push that also shows other locations
/// stays, for the newest unread communication there.
pub async fn delete_pushes(tx: &mut Tx, user: UserId, pos_id: &PosId, until: Timestamp) -> Result<(), Fault> {
    sqlx::query!(
        "WITH waiting AS (
           SELECT j.job_id, j.one_location FROM push_job AS j JOIN device AS d ON d.device_id = j.device_id
           JOIN communication AS c ON c.communication_id = j.communication_id
           WHERE d.user_id = $1 AND c.pos_id = $2 AND c.added_at <= $3),
         other AS (
           SELECT communication_id FROM communication
           WHERE user_id = $1 AND pos_id <> $2 AND folded_into IS NULL AND viewed_at IS NULL
           ORDER BY added_at DESC, communication_id DESC LIMIT 1),
         kept AS (
           UPDATE push_job AS j SET communication_id = other.communication_id, count = greatest(j.count - 1, 1)
           FROM waiting AS w, other WHERE w.job_id = j.job_id AND NOT w.one_location RETURNING j.job_id)
         DELETE FROM push_job WHERE job_id IN (SELECT job_id FROM waiting)
           AND job_id NOT IN (SELECT job_id FROM waiting CROSS JOIN other WHERE NOT one_location)",
        user.0,
        pos_id.as_str(),
        until.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}
