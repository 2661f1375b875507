use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use saffron_core::{BusinessDate, PosId, UserId};
use saffron_kit::Fault;
use saffron_kit::pg::{Snapshot, Tx};

use super::{sql_date, stored};
use crate::domain::{History, Percent};

/// The percentages of these locations.
pub async fn history(tx: &mut Tx, pos_ids: &BTreeSet<PosId>) -> Result<BTreeMap<PosId, History>, Fault> {
    let ids: Vec<String> = pos_ids.iter().map(ToString::to_string).collect();
    let rows = sqlx::query!(
        "SELECT pos_id, effective_from, hundredths FROM percent WHERE pos_id = ANY($1)
         ORDER BY pos_id, effective_from, change_id",
        &ids
    )
    .fetch_all(tx.conn())
    .await?;
    let mut changes: BTreeMap<PosId, Vec<(Timestamp, Percent)>> = BTreeMap::new();
    for row in rows {
        let percent = stored(Percent::of(row.hundredths.into()))?;
        changes.entry(stored(row.pos_id.parse())?).or_default().push((row.effective_from.to_jiff(), percent));
    }
    Ok(changes.into_iter().map(|(pos_id, changes)| (pos_id, History::of(changes))).collect())
}

/// Adds a change.
pub async fn add_percent(
    tx: &mut Tx,
    pos_id: &PosId,
    from: Timestamp,
    percent: Percent,
    by: (UserId, &str),
) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO percent (pos_id, effective_from, hundredths, set_by, set_by_name) VALUES ($1, $2, $3, $4, $5)",
        pos_id.as_str(),
        jiff_sqlx::Timestamp::from(from) as jiff_sqlx::Timestamp,
        percent.hundredths(),
        by.0.0,
        by.1
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// A change of the percentage.
#[derive(Debug, Clone)]
pub struct PercentRow {
    /// Hundredths of a point a dollar.
    pub hundredths: i32,
    /// UTC.
    pub effective_from: Timestamp,
    /// A person's name.
    pub by: String,
}

/// Changes of a location, newest first.
pub async fn newest_percents(
    snapshot: &mut Snapshot,
    pos_id: &PosId,
    limit: i64,
) -> Result<Vec<PercentRow>, Fault> {
    let rows = sqlx::query!(
        "SELECT hundredths, effective_from, set_by_name FROM percent WHERE pos_id = $1
         ORDER BY effective_from DESC, change_id DESC LIMIT $2",
        pos_id.as_str(),
        limit
    )
    .fetch_all(snapshot.conn())
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| PercentRow {
            hundredths: row.hundredths,
            effective_from: row.effective_from.to_jiff(),
            by: row.set_by_name,
        })
        .collect())
}

/// All points of a location's guests; and of the checks of known guests in a month, what points are earned on (cents) and
/// how many they are.
pub async fn outstanding(
    snapshot: &mut Snapshot,
    pos_id: &PosId,
    month: BusinessDate,
) -> Result<(i64, i64, i64), Fault> {
    let row = sqlx::query!(
        r#"SELECT coalesce((SELECT points FROM location WHERE pos_id = $1), 0) AS "points!",
             coalesce(m.eligible, 0) AS "eligible!", coalesce(m.checks, 0) AS "checks!"
           FROM (SELECT) AS one LEFT JOIN guest_month AS m ON m.pos_id = $1 AND m.month = $2"#,
        pos_id.as_str(),
        sql_date(month) as jiff_sqlx::Date
    )
    .fetch_one(snapshot.conn())
    .await?;
    Ok((row.points, row.eligible, row.checks))
}

/// Sets the name that the percentages of a person are shown with.
pub async fn rename_setter(tx: &mut Tx, user: UserId, name: &str) -> Result<(), Fault> {
    sqlx::query!("UPDATE percent SET set_by_name = $2 WHERE set_by = $1 AND set_by_name <> $2", user.0, name)
        .execute(tx.conn())
        .await?;
    Ok(())
}
