use jiff::{SignedDuration, Timestamp};
use saffron_core::{BusinessDate, PosId, Zone};
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};

use super::{Account, business_date, sql_date, stored};
use crate::domain::Kind;

/// A location whose account is to be read.
#[derive(Debug, Clone)]
pub struct Polled {
    /// The location.
    pub pos_id: PosId,
    /// Its account.
    pub account: Account,
    /// Where nights begin and end.
    pub zone: Zone,
    /// The newest event that was seen; none before the first read, empty where there was none.
    pub last_event: Option<String>,
    /// When the last read began that came to its end, UTC.
    pub polled_at: Option<Timestamp>,
    /// The last night in which what is not final was read again.
    pub read_again: Option<BusinessDate>,
}

/// Takes locations in hand whose account is due to be read; they are due again at `next`.
pub async fn due_polls(
    database: &Database,
    now: Timestamp,
    next: Timestamp,
    limit: i64,
) -> Result<Vec<Polled>, Fault> {
    let rows = sqlx::query!(
        r#"WITH due AS (SELECT pos_id FROM location
                        WHERE account_id IS NOT NULL AND mirror_account = account_id AND poll_at <= $1
                        ORDER BY poll_at LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED)
           UPDATE location AS l SET poll_at = $2 FROM due WHERE l.pos_id = due.pos_id
           RETURNING l.pos_id, l.account_id AS "account!", l.account_term, l.time_zone, l.last_event, l.polled_at, l.read_again"#,
        jiff_sqlx::Timestamp::from(now) as jiff_sqlx::Timestamp,
        jiff_sqlx::Timestamp::from(next) as jiff_sqlx::Timestamp,
        limit
    )
    .fetch_all(database.pool())
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(Polled {
                pos_id: stored(row.pos_id.parse())?,
                account: Account { id: stored(row.account.parse())?, term: row.account_term },
                zone: stored(row.time_zone.parse())?,
                last_event: row.last_event,
                polled_at: row.polled_at.map(jiff_sqlx::Timestamp::to_jiff),
                read_again: row.read_again.map(business_date),
            })
        })
        .collect()
}

/// When the account that was not read for longest was read, UTC; those that were never read yet are left out.
pub async fn oldest_read(database: &Database) -> Result<Option<Timestamp>, Fault> {
    let oldest =
        sqlx::query_scalar!("SELECT min(polled_at) AS oldest FROM location WHERE account_id IS NOT NULL");
    Ok(oldest.fetch_one(database.pool()).await?.map(jiff_sqlx::Timestamp::to_jiff))
}

/// Notes that the history of every kind is to be read from `since` on, and which event was the newest before that.
pub async fn start_history(
    tx: &mut Tx,
    pos_id: &PosId,
    last_event: &str,
    since: Timestamp,
) -> Result<(), Fault> {
    let kinds: Vec<String> = Kind::ALL.iter().map(|kind| kind.name().to_owned()).collect();
    sqlx::query!(
        "INSERT INTO history (pos_id, kind, since)
         SELECT $1, kind, $3 FROM unnest($2::text[]) AS n (kind) ORDER BY kind
         ON CONFLICT (pos_id, kind) DO UPDATE SET since = excluded.since, cursor = NULL, done = false",
        pos_id.as_str(),
        &kinds,
        since.as_second()
    )
    .execute(tx.conn())
    .await?;
    sqlx::query!("UPDATE location SET last_event = $2 WHERE pos_id = $1", pos_id.as_str(), last_event)
        .execute(tx.conn())
        .await?;
    Ok(())
}

/// Kinds whose history is not read to its end: from when on (seconds since 1970), and after which object it goes on.
pub async fn unread_history(
    database: &Database,
    pos_id: &PosId,
) -> Result<Vec<(Kind, i64, Option<String>)>, Fault> {
    let rows = sqlx::query!(
        "SELECT kind, since, cursor FROM history WHERE pos_id = $1 AND NOT done ORDER BY kind",
        pos_id.as_str()
    )
    .fetch_all(database.pool())
    .await?;
    rows.into_iter()
        .map(|row| Ok((stored(Kind::named(&row.kind).ok_or("an unknown kind"))?, row.since, row.cursor)))
        .collect()
}

/// Notes how far the history of a kind was read, and stays in hand until `lease`.
pub async fn note_history(
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
        kind.name(),
        cursor,
        done
    )
    .execute(tx.conn())
    .await?;
    sqlx::query!(
        "UPDATE location SET poll_at = $2 WHERE pos_id = $1",
        pos_id.as_str(),
        jiff_sqlx::Timestamp::from(lease) as jiff_sqlx::Timestamp
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Notes the newest event that was seen, unless another account is being read since.
pub async fn note_events(tx: &mut Tx, polled: &Polled, newest: &str) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE location SET last_event = $3 WHERE pos_id = $1 AND account_term = $2 AND last_event IS NOT NULL",
        polled.pos_id.as_str(),
        polled.account.term,
        newest
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Notes that the account was read, as it was at `began` or later, and in which night what is not final was read again.
pub async fn note_polled(
    tx: &mut Tx,
    polled: &Polled,
    began: Timestamp,
    every: SignedDuration,
    read_again: Option<BusinessDate>,
) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE location SET polled_at = $3, poll_at = $4, read_again = coalesce($5, read_again)
         WHERE pos_id = $1 AND account_term = $2",
        polled.pos_id.as_str(),
        polled.account.term,
        jiff_sqlx::Timestamp::from(began) as jiff_sqlx::Timestamp,
        jiff_sqlx::Timestamp::from(began + every) as jiff_sqlx::Timestamp,
        read_again.map(sql_date) as Option<jiff_sqlx::Date>
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Says when an account is to be read again after a read that failed.
pub async fn poll_again(database: &Database, polled: &Polled, at: Timestamp) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE location SET poll_at = $3 WHERE pos_id = $1 AND account_term = $2",
        polled.pos_id.as_str(),
        polled.account.term,
        jiff_sqlx::Timestamp::from(at) as jiff_sqlx::Timestamp
    )
    .execute(database.pool())
    .await?;
    Ok(())
}
