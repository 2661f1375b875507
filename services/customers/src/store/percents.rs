use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::{BusinessDate, PosId, UserId};
use saffron_kit::Fault;
use saffron_kit::pg::{Snapshot, Tx};

use crate::domain::{History, Percent};

/// The percentages of these locations.
pub async fn histories(tx: &mut Tx, pos_ids: &BTreeSet<PosId>) -> Result<BTreeMap<PosId, History>, Fault> {
    let rows = sqlx::query!(
        "SELECT pos_id, effective_from, hundredths FROM percent WHERE pos_id = ANY($1)
         ORDER BY pos_id, effective_from, change_id",
        &Vec::from_iter(pos_ids) as &[&PosId]
    )
    .fetch_all(tx.conn())
    .await?;
    let mut changes: BTreeMap<PosId, Vec<(Timestamp, Percent)>> = BTreeMap::new();
    for row in rows {
        changes.entry(row.pos_id).or_default().push((row.effective_from.to_jiff(), row.hundredths));
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
        from.to_sqlx(),
        percent.hundredths(),
        by.0.0,
        by.1
    )
    .execute(tx.conn())
    .await?;
    tx.touch(pos_id);
    Ok(())
}

/// A change of the percentage.
pub struct PercentRow {
    pub percent: Percent,
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
    let changes = sqlx::query_as!(
        PercentRow,
        r#"SELECT hundredths AS percent, effective_from, set_by_name AS "by" FROM percent WHERE pos_id = $1
           ORDER BY effective_from DESC, change_id DESC LIMIT $2"#,
        pos_id.as_str(),
        limit
    );
    Ok(changes.fetch_all(snapshot.conn()).await?)
}

/// The cost of a location's percentage.
pub struct Cost {
    /// Points of all guests.
    pub points: i64,
    /// The amount on which points are earned, of the checks of known guests in a month.
    pub eligible: i64,
    /// The number of those checks.
    pub checks: i64,
}

/// The points of a location's guests now, and the checks of known guests in a month.
pub async fn cost(snapshot: &mut Snapshot, pos_id: &PosId, month: BusinessDate) -> Result<Cost, Fault> {
    let cost = sqlx::query_as!(
        Cost,
        r#"SELECT coalesce((SELECT points FROM location WHERE pos_id = $1), 0) AS "points!",
             coalesce(m.eligible, 0) AS "eligible!", coalesce(m.checks, 0) AS "checks!"
           FROM (SELECT) AS one LEFT JOIN guest_month AS m ON m.pos_id = $1 AND m.month = $2"#,
        pos_id.as_str(),
        month
    );
    Ok(cost.fetch_one(snapshot.conn()).await?)
}

/// Sets the name that is shown with the percentages that a person set.
pub async fn rename_setter(tx: &mut Tx, user: UserId, name: &str) -> Result<(), Fault> {
    sqlx::query!("UPDATE percent SET set_by_name = $2 WHERE set_by = $1 AND set_by_name <> $2", user.0, name)
        .execute(tx.conn())
        .await?;
    Ok(())
}
