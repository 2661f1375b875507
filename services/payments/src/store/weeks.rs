use std::collections::BTreeMap;

use saffron_core::{BusinessDate, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx, column};

use crate::domain::{OnlineShare, Week};

/// Adds differences to the weeks of locked locations.
pub async fn add_to_weeks(tx: &mut Tx, changes: &BTreeMap<(PosId, Week), OnlineShare>) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO online_week AS w (pos_id, week, orders, charged, fee)
         SELECT * FROM unnest($1::text[], $2::date[], $3::bigint[], $4::bigint[], $5::bigint[])
         ON CONFLICT (pos_id, week) DO UPDATE SET
           orders = w.orders + excluded.orders, charged = w.charged + excluded.charged, fee = w.fee + excluded.fee",
        &column(changes.keys(), |(pos_id, _)| pos_id) as &[&PosId],
        &column(changes.keys(), |(_, week)| *week) as &[Week],
        &column(changes.values(), |share| share.orders),
        &column(changes.values(), |share| share.charged.cents()),
        &column(changes.values(), |share| share.fee.cents())
    )
    .execute(tx.conn())
    .await?;
    changes.keys().for_each(|(pos_id, _)| tx.touch(pos_id));
    Ok(())
}

/// The share of one week.
pub async fn share_of_week(database: &Database, pos_id: &PosId, week: Week) -> Result<OnlineShare, Fault> {
    let share = sqlx::query_as!(
        OnlineShare,
        "SELECT orders, charged, fee FROM online_week WHERE pos_id = $1 AND week = $2",
        pos_id.as_str(),
        week as Week
    );
    Ok(share.fetch_optional(database.pool()).await?.unwrap_or_default())
}

/// Weeks before this date, newest first, without those that have no orders.
pub async fn page_of_weeks(
    database: &Database,
    pos_id: &PosId,
    before: BusinessDate,
    limit: i64,
) -> Result<Vec<(Week, OnlineShare)>, Fault> {
    let rows = sqlx::query!(
        "SELECT week, orders, charged, fee FROM online_week
         WHERE pos_id = $1 AND week < $2 AND (orders, charged, fee) <> (0, 0, 0)
         ORDER BY week DESC LIMIT $3",
        pos_id.as_str(),
        before,
        limit
    )
    .fetch_all(database.pool())
    .await?;
    let share = |orders, charged, fee| OnlineShare { orders, charged, fee };
    Ok(rows.into_iter().map(|row| (row.week, share(row.orders, row.charged, row.fee))).collect())
}
