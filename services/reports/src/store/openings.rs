//! The first sales of days.

use saffron_core::{BusinessDate, PosId, QuarterHour};
use saffron_kit::Fault;
use saffron_kit::pg::Database;
use sqlx::{AssertSqlSafe, Row as _};

use super::{distinct, location_filter};
use crate::domain::rollup::QUARTERS;

/// The quarter hour of the first check of each of these days, without refunds and voids; none of a day without one.
pub async fn first_sales(
    database: &Database,
    days: &[(PosId, BusinessDate)],
) -> Result<Vec<(PosId, QuarterHour)>, Fault> {
    let (pos_ids, dates): (Vec<_>, Vec<_>) = days.iter().cloned().unzip();
    let locations = distinct(&pos_ids);
    let (table, filter_r) = (QUARTERS.table, location_filter("r", "$3", &locations));
    let statement = format!(
        "SELECT r.pos_id, min(r.quarter)
         FROM unnest($1::text[], $2::date[]) AS d (pos_id, date)
         JOIN {table} r ON r.pos_id = d.pos_id AND r.grain = 0 AND r.business_date = d.date AND r.checks > 0{filter_r}
         GROUP BY r.pos_id, r.business_date"
    );
    let rows = sqlx::query(AssertSqlSafe(statement)).bind(pos_ids).bind(dates).bind(locations);
    let rows = rows.fetch_all(database.pool()).await?;
    let first_sales = rows.iter().map(|row| {
        let quarter: i16 = row.try_get(1)?;
        Ok((row.try_get(0)?, QuarterHour::at(quarter.into())))
    });
    first_sales.collect()
}
