use jiff::Timestamp;
use saffron_core::{BusinessDate, PosId, Zone};
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};

use super::{sql_date, sql_time, stored};

/// A business day with trade whose digest is not written.
#[derive(Debug, Clone)]
pub struct OpenDay {
    /// The location.
    pub pos_id: PosId,
    /// Its clock.
    pub zone: Zone,
    /// The day.
    pub date: BusinessDate,
    /// When its first check was closed.
    pub began_at: Timestamp,
}

/// Notes that there was trade on these days, and since when.
pub async fn note_days(tx: &mut Tx, days: &[(PosId, BusinessDate, Timestamp)]) -> Result<(), Fault> {
    let pos_ids: Vec<String> = days.iter().map(|(pos_id, ..)| pos_id.to_string()).collect();
    let dates: Vec<jiff_sqlx::Date> = days.iter().map(|(_, date, _)| sql_date(*date)).collect();
    let began: Vec<jiff_sqlx::Timestamp> = days.iter().map(|(.., began)| sql_time(*began)).collect();
    sqlx::query!(
        "INSERT INTO day AS d (pos_id, business_date, began_at)
         SELECT pos_id, business_date, began_at
         FROM unnest($1::text[], $2::date[], $3::timestamptz[]) AS n (pos_id, business_date, began_at)
         ORDER BY pos_id, business_date
         ON CONFLICT (pos_id, business_date) DO UPDATE SET began_at = excluded.began_at
         WHERE excluded.began_at < d.began_at",
        &pos_ids,
        &dates as &[jiff_sqlx::Date],
        &began as &[jiff_sqlx::Timestamp]
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Days with trade whose digest is not written, of locations that auth has described.
pub async fn open_days(database: &Database) -> Result<Vec<OpenDay>, Fault> {
    let rows = sqlx::query!(
        "SELECT d.pos_id, d.business_date, d.began_at, l.time_zone
         FROM day AS d JOIN location AS l ON l.pos_id = d.pos_id
         WHERE NOT d.digested ORDER BY d.business_date, d.pos_id"
    )
    .fetch_all(database.pool())
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(OpenDay {
                pos_id: stored(row.pos_id.parse())?,
                zone: stored(row.time_zone.parse())?,
                date: BusinessDate::from_date(row.business_date.to_jiff()),
                began_at: row.began_at.to_jiff(),
            })
        })
        .collect()
}

/// Notes that a day's digest is written; false if it was before.
pub async fn mark_digested(tx: &mut Tx, pos_id: &PosId, date: BusinessDate) -> Result<bool, Fault> {
    let done = sqlx::query!(
        "UPDATE day SET digested = true WHERE pos_id = $1 AND business_date = $2 AND NOT digested",
        pos_id.as_str(),
        sql_date(date) as jiff_sqlx::Date
    )
    .execute(tx.conn())
    .await?;
    Ok(done.rows_affected() > 0)
}

/// Forgets days before a date, `most` of them at most. Returns how many.
pub async fn forget_days(tx: &mut Tx, before: BusinessDate, most: i64) -> Result<u64, Fault> {
    let gone = sqlx::query!(
        "DELETE FROM day WHERE ctid = ANY (ARRAY (
           SELECT ctid FROM day WHERE business_date < $1
           ORDER BY business_date LIMIT $2 FOR UPDATE SKIP LOCKED))",
        sql_date(before) as jiff_sqlx::Date,
        most
    )
    .execute(tx.conn())
    .await?;
    Ok(gone.rows_affected())
}
