//! Months: which have rows in the roll-ups, which still get them, and the partitions of facts.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::time::Duration;

use saffron_core::{BusinessDate, PosId};
use saffron_kit::Fault;
use saffron_kit::deadline::deadline;
use saffron_kit::pg::{Conn, Database, Tx};

use crate::domain::{LocationIndex, Plan};

/// How long a partition may wait for those that write to the table: they wait behind it.
const LOCK: Duration = Duration::from_secs(1);

/// Makes the partitions of these months, but for months that have one, or facts in the default partition.
pub async fn create_partitions(tx: &mut Tx, months: &BTreeSet<BusinessDate>) -> Result<(), Fault> {
    let months: Vec<BusinessDate> = months.iter().copied().collect();
    // Writers that come after this wait behind it.
    let patience = format!("{}ms", deadline(LOCK).as_millis());
    sqlx::query_scalar!("SELECT set_config('lock_timeout', $1, true)", patience).fetch_one(tx.conn()).await?;
    sqlx::query!(
        "SELECT make_check_month(month)::text FROM unnest($1::date[]) AS m (month) ORDER BY month",
        &months as &[BusinessDate]
    )
    .fetch_all(tx.conn())
    .await?;
    Ok(())
}

/// Notes that days of these months change: from now on readers add up the days instead of reading the months' rows.
pub async fn mark_changed(tx: &mut Tx, months: BTreeSet<(PosId, BusinessDate)>) -> Result<(), Fault> {
    let (pos_ids, firsts): (Vec<PosId>, Vec<BusinessDate>) = months.into_iter().unzip();
    sqlx::query!(
        "INSERT INTO month AS m (pos_id, month, folded)
         SELECT pos_id, month, false FROM unnest($1::text[], $2::date[]) AS n (pos_id, month)
         ON CONFLICT (pos_id, month) DO UPDATE SET folded = false WHERE m.folded",
        &pos_ids as &[PosId],
        &firsts as &[BusinessDate]
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Months before this one whose rows are to be written, oldest first.
pub async fn months_to_write(
    database: &Database,
    before: BusinessDate,
    limit: i64,
) -> Result<Vec<(PosId, BusinessDate)>, Fault> {
    let rows = sqlx::query!(
        "SELECT pos_id, month FROM month WHERE NOT folded AND month < $1 ORDER BY month, pos_id LIMIT $2",
        before as BusinessDate,
        limit
    );
    let rows = rows.fetch_all(database.pool()).await?;
    Ok(rows.into_iter().map(|row| (row.pos_id, row.month)).collect())
}

/// Locks a location until the transaction ends, so that no other one changes its figures.
pub async fn lock_location(tx: &mut Tx, pos_id: &PosId) -> Result<(), Fault> {
    sqlx::query!("SELECT version FROM location WHERE pos_id = $1 FOR UPDATE", pos_id.as_str())
        .fetch_optional(tx.conn())
        .await?;
    Ok(())
}

/// Notes that a month's rows equal the sum of its days.
pub async fn mark_written(tx: &mut Tx, pos_id: &PosId, month: BusinessDate) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE month SET folded = true WHERE pos_id = $1 AND month = $2",
        pos_id.as_str(),
        month as BusinessDate
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// The months of a plan's locations whose rows equal the sum of their days.
pub async fn months_with_rows(
    connection: &mut Conn,
    plan: &Plan,
) -> Result<HashSet<(LocationIndex, BusinessDate)>, Fault> {
    let Some(all_days) = plan.all_days() else { return Ok(HashSet::new()) };
    let pos_ids: Vec<PosId> = plan.locations.iter().map(|(pos_id, _)| pos_id.clone()).collect();
    let rows = sqlx::query!(
        "SELECT pos_id, month FROM month WHERE pos_id = ANY ($1) AND folded AND month BETWEEN $2 AND $3",
        &pos_ids as &[PosId],
        all_days.from as BusinessDate,
        all_days.to as BusinessDate
    );
    let rows = rows.fetch_all(connection).await?;
    let locations = plan.location_indexes();
    let months = rows.into_iter().filter_map(|row| Some((*locations.get(row.pos_id.as_str())?, row.month)));
    Ok(months.collect())
}

/// The versions of a plan's locations; 0 of an unknown one.
pub async fn versions(connection: &mut Conn, plan: &Plan) -> Result<Vec<i64>, Fault> {
    let pos_ids: Vec<PosId> = plan.locations.iter().map(|(pos_id, _)| pos_id.clone()).collect();
    let rows =
        sqlx::query!("SELECT pos_id, version FROM location WHERE pos_id = ANY ($1)", &pos_ids as &[PosId]);
    let rows = rows.fetch_all(connection).await?;
    let known: HashMap<PosId, i64> = rows.into_iter().map(|row| (row.pos_id, row.version)).collect();
    Ok(pos_ids.iter().map(|pos_id| known.get(pos_id).copied().unwrap_or(0)).collect())
}
