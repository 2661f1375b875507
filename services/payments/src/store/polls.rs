use jiff::{SignedDuration, Timestamp};
use jiff_sqlx::ToSqlx as _;
use saffron_core::{BusinessDate, PosId, Zone};
use saffron_kit::Fault;
use saffron_kit::pg::{Claimed, Database, Queue, Tx, column};
use strum::VariantArray as _;

use super::Account;
use crate::domain::Kind;

/// A claimed location whose account is polled.
#[derive(Debug, Clone)]
pub struct Poll {
    pub pos_id: PosId,
    pub account: Account,
    /// The time zone of the location.
    pub zone: Zone,
    /// The newest event that was read; none before the first poll, empty if there was no event.
    pub last_event: Option<String>,
    /// When the last finished poll began, UTC.
    pub polled_at: Option<Timestamp>,
    /// The last night in which open objects were read again.
    pub read_again: Option<BusinessDate>,
}

/// The queue of locations whose account is polled again and again.
pub static POLLS: Queue = Queue::new("location", &["pos_id"])
    .due_by("poll_at")
    .ready_if("q.account_id IS NOT NULL AND q.mirror_account = q.account_id");

/// Claims locations whose account is due to be polled; they are due again at `next`.
pub async fn claim_polls(database: &Database, next: Timestamp, most: i64) -> Result<Vec<Poll>, Fault> {
    let mut tx = database.begin().await?;
    let claimed = POLLS.claim(tx.conn(), database.clock().now(), next, most).await?;
    let pos_ids: Vec<PosId> = claimed.into_iter().map(|Claimed { key: (pos_id,), .. }| pos_id).collect();
    let rows = sqlx::query!(
        r#"SELECT pos_id, account_id AS "account!", account_term, time_zone, last_event, polled_at, read_again
           FROM location WHERE pos_id = ANY($1)"#,
        &column(&pos_ids, PosId::as_str) as &[&str]
    )
    .fetch_all(tx.conn())
    .await?;
    tx.commit().await?;
    let polls = rows.into_iter().map(|row| Poll {
        pos_id: row.pos_id,
        account: Account { id: row.account, term: row.account_term },
        zone: row.time_zone,
        last_event: row.last_event,
        polled_at: row.polled_at.map(jiff_sqlx::Timestamp::to_jiff),
        read_again: row.read_again,
    });
    Ok(polls.collect())
}

/// The time of the oldest last poll of any account, UTC; accounts that were never polled are left out.
pub async fn oldest_poll(database: &Database) -> Result<Option<Timestamp>, Fault> {
    let oldest =
        sqlx::query_scalar!("SELECT min(polled_at) AS oldest FROM location WHERE account_id IS NOT NULL");
    Ok(oldest.fetch_one(database.pool()).await?.map(jiff_sqlx::Timestamp::to_jiff))
}

/// Begins reading the history of every kind from `since` on, and stores the newest event before that.
pub async fn start_history(
    tx: &mut Tx,
    pos_id: &PosId,
    last_event: &str,
    since: Timestamp,
) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO history (pos_id, kind, since)
         SELECT $1, kind, $3 FROM unnest($2::text[]) AS n (kind) ORDER BY kind
         ON CONFLICT (pos_id, kind) DO UPDATE SET since = excluded.since, cursor = NULL, done = false",
        pos_id.as_str(),
        &column(Kind::VARIANTS, |kind| kind.as_str()) as &[&str],
        since.as_second()
    )
    .execute(tx.conn())
    .await?;
    sqlx::query!("UPDATE location SET last_event = $2 WHERE pos_id = $1", pos_id.as_str(), last_event)
        .execute(tx.conn())
        .await?;
    Ok(())
}

/// The history of a kind that is not read to the end.
#[derive(Debug, Clone)]
pub struct History {
    pub kind: Kind,
    /// Seconds since 1970.
    pub since: i64,
    /// The object after which reading continues.
    pub cursor: Option<String>,
}

/// The histories of a location that are not read to their end.
pub async fn unread_histories(database: &Database, pos_id: &PosId) -> Result<Vec<History>, Fault> {
    let histories = sqlx::query_as!(
        History,
        "SELECT kind, since, cursor FROM history WHERE pos_id = $1 AND NOT done ORDER BY kind",
        pos_id.as_str()
    );
    Ok(histories.fetch_all(database.pool()).await?)
}

/// Stores how far the history of a kind was read, and extends the claim until `lease`.
pub async fn set_history_cursor(
    tx: &mut Tx,
    pos_id: &PosId,
    kind: Kind,
    cursor: Option<&str>,
    done: bool,
    lease: Timestamp,
) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE history SET cursor = coalesce($3, cursor), done = $4 WHERE pos_id = $1 AND kind = $2",
        pos_id.as_str(),
        kind.as_str(),
        cursor,
        done
    )
    .execute(tx.conn())
    .await?;
    sqlx::query!("UPDATE location SET poll_at = $2 WHERE pos_id = $1", pos_id.as_str(), lease.to_sqlx())
        .execute(tx.conn())
        .await?;
    Ok(())
}

/// Stores the newest event that was read, unless the location has another account since.
pub async fn set_last_event(tx: &mut Tx, poll: &Poll, newest: &str) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE location SET last_event = $3 WHERE pos_id = $1 AND account_term = $2 AND last_event IS NOT NULL",
        poll.pos_id.as_str(),
        poll.account.term,
        newest
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Stores a finished poll that began at this moment, and the night in which open objects were read again.
pub async fn set_polled(
    tx: &mut Tx,
    poll: &Poll,
    began: Timestamp,
    every: SignedDuration,
    read_again: Option<BusinessDate>,
) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE location SET polled_at = $3, poll_at = $4, read_again = coalesce($5, read_again)
         WHERE pos_id = $1 AND account_term = $2",
        poll.pos_id.as_str(),
        poll.account.term,
        began.to_sqlx(),
        (began + every).to_sqlx(),
        read_again
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Has an account polled again at this moment, after a failed poll.
pub async fn poll_again(database: &Database, poll: &Poll, at: Timestamp) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE location SET poll_at = $3 WHERE pos_id = $1 AND account_term = $2",
        poll.pos_id.as_str(),
        poll.account.term,
        at.to_sqlx()
    )
    .execute(database.pool())
    .await?;
    Ok(())
}
