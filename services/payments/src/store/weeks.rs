use std::collections::BTreeMap;

use saffron_core::{BusinessDate, Money, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};

use super::{business_date, sql_date};
use crate::domain::{OnlineShare, Week};

/// A week of online orders.
#[derive(Debug, Clone, Copy)]
pub struct WeekRow {
    /// Which.
    pub week: Week,
    /// What its checks brought.
    pub share: OnlineShare,
}

/// Moves the weeks of held locations by these differences.
pub async fn move_weeks(tx: &mut Tx, moves: &BTreeMap<(PosId, Week), OnlineShare>) -> Result<(), Fault> {
    let (mut pos_ids, mut weeks, mut orders) = (Vec::new(), Vec::new(), Vec::new());
    let (mut charged, mut fees) = (Vec::new(), Vec::new());
    for ((pos_id, week), share) in moves {
        pos_ids.push(pos_id.to_string());
        weeks.push(sql_date(week.begin()));
        orders.push(share.orders);
        charged.push(share.charged.cents());
        fees.push(share.fee.cents());
    }
    sqlx::query!(
        "INSERT INTO online_week AS w (pos_id, week, orders, charged, fee)
         SELECT * FROM unnest($1::text[], $2::date[], $3::bigint[], $4::bigint[], $5::bigint[])
         ON CONFLICT (pos_id, week) DO UPDATE SET
           orders = w.orders + excluded.orders, charged = w.charged + excluded.charged, fee = w.fee + excluded.fee",
        &pos_ids,
        &weeks as &[jiff_sqlx::Date],
        &orders,
        &charged,
        &fees
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

macro_rules! row {
    ($row:expr) => {{
        let row = $row;
        WeekRow {
            week: Week::of(business_date(row.week)),
            share: OnlineShare {
                orders: row.orders,
                charged: Money::from_cents(row.charged),
                fee: Money::from_cents(row.fee),
            },
        }
    }};
}

/// One week.
pub async fn week(database: &Database, pos_id: &PosId, week: Week) -> Result<WeekRow, Fault> {
    let found = sqlx::query!(
        "SELECT week, orders, charged, fee FROM online_week WHERE pos_id = $1 AND week = $2",
        pos_id.as_str(),
        sql_date(week.begin()) as jiff_sqlx::Date
    )
    .fetch_optional(database.pool())
    .await?;
    Ok(found.map_or(WeekRow { week, share: OnlineShare::default() }, |row| row!(row)))
}

/// Weeks before this date, newest first. One that nothing happened in is not among them.
pub async fn page_of_weeks(
    database: &Database,
    pos_id: &PosId,
    before: BusinessDate,
    limit: i64,
) -> Result<Vec<WeekRow>, Fault> {
    let rows = sqlx::query!(
        "SELECT week, orders, charged, fee FROM online_week
         WHERE pos_id = $1 AND week < $2 AND (orders, charged, fee) <> (0, 0, 0)
         ORDER BY week DESC LIMIT $3",
        pos_id.as_str(),
        sql_date(before) as jiff_sqlx::Date,
        limit
    )
    .fetch_all(database.pool())
    .await?;
    Ok(rows.into_iter().map(|row| row!(row)).collect())
}
