use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::{BusinessDate, Calendar, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};

/// A business day with sales whose digest is not written.
#[derive(Debug, Clone)]
pub struct OpenDay {
    pub pos_id: PosId,
    pub calendar: Calendar,
    pub date: BusinessDate,
    /// When its first check was closed.
    pub began_at: Timestamp,
}

/// Stores days with sales, each with the time of its first check.
pub async fn add_days(
    tx: &mut Tx,
    days: impl Iterator<Item = (PosId, BusinessDate, Timestamp)>,
) -> Result<(), Fault> {
    let days = days.map(|(pos_id, date, began)| (pos_id, date, began.to_sqlx()));
    let (pos_ids, dates, began): (Vec<_>, Vec<_>, Vec<_>) = days.collect();
    sqlx::query!(
        "INSERT INTO day AS d (pos_id, business_date, began_at)
         SELECT pos_id, business_date, began_at
         FROM unnest($1::text[], $2::date[], $3::timestamptz[]) AS n (pos_id, business_date, began_at)
         ORDER BY pos_id, business_date
         ON CONFLICT (pos_id, business_date) DO UPDATE SET began_at = excluded.began_at
         WHERE excluded.began_at < d.began_at",
        &pos_ids as &[PosId],
        &dates as &[BusinessDate],
        &began as &[jiff_sqlx::Timestamp]
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Days with sales whose digest is not written, of locations that auth has described, the oldest first.
pub async fn open_days(database: &Database) -> Result<Vec<OpenDay>, Fault> {
    let days = sqlx::query!(
        "SELECT d.pos_id, d.business_date, d.began_at, l.time_zone, l.day_starts
         FROM day AS d JOIN location AS l ON l.pos_id = d.pos_id
         WHERE NOT d.digested AND l.described > 0 ORDER BY d.business_date, d.pos_id"
    );
    let days = days.fetch_all(database.pool()).await?.into_iter().map(|row| OpenDay {
        pos_id: row.pos_id,
        calendar: Calendar::new(row.time_zone, row.day_starts),
        date: row.business_date,
        began_at: row.began_at.to_jiff(),
    });
    Ok(days.collect())
}

/// Marks a day's digest as written; false if it was written before.
pub async fn mark_digested(tx: &mut Tx, pos_id: &PosId, date: BusinessDate) -> Result<bool, Fault> {
    let done = sqlx::query!(
        "UPDATE day SET digested = true WHERE pos_id = $1 AND business_date = $2 AND NOT digested",
        pos_id.as_str(),
        date as BusinessDate
    );
    Ok(done.execute(tx.conn()).await?.rows_affected() > 0)
}

/// Deletes days before a date, `most` of them at most; returns how many. Not kit's sweep: only open days have an index that
/// begins with the date.
pub async fn delete_days(tx: &mut Tx, before: BusinessDate, most: i64) -> Result<u64, Fault> {
    let gone = sqlx::query!(
        "DELETE FROM day WHERE ctid = ANY (ARRAY (
           SELECT ctid FROM day WHERE business_date < $1
           ORDER BY business_date LIMIT $2 FOR UPDATE SKIP LOCKED))",
        before as BusinessDate,
        most
    );
    Ok(gone.execute(tx.conn()).await?.rows_affected())
}
