//! The facts of partial days, for reports whose roll-ups have no quarters: the facts are added up when the report is read.

use jiff::SignedDuration;
use jiff::civil::Time;
use jiff_sqlx::ToSqlx as _;
use saffron_core::fact::{Check, Shift};
use saffron_core::{BusinessDate, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Conn;
use serde::de::DeserializeOwned;
use sqlx::postgres::PgRow;
use sqlx::{AssertSqlSafe, Row as _};

use super::{distinct, fact, index_of, location_filter, sql_index};
use crate::domain::{LocationIndex, PartialDay, Plan};

/// The columns of partial days: index, location, date, and the wall time that it ends before.
type Columns = (Vec<i32>, Vec<PosId>, Vec<BusinessDate>, Vec<jiff_sqlx::DateTime>);

fn columns(plan: &Plan, days: &[(LocationIndex, PartialDay)]) -> Columns {
    let rows = days.iter().enumerate().filter_map(|(index, (location, day))| {
        let (pos_id, _) = plan.locations.get(*location)?;
        let minutes = SignedDuration::from_mins(i64::from(day.until.number()) * 15);
        let before = day.date.date().to_datetime(Time::midnight()).saturating_add(minutes);
        Some((sql_index(index), pos_id.clone(), day.date, before.to_sqlx()))
    });
    rows.collect()
}

/// The checks that were closed within partial days, each with its day's index; `limit` of them at most.
pub async fn checks(
    connection: &mut Conn,
    plan: &Plan,
    days: &[(LocationIndex, PartialDay)],
    limit: i64,
) -> Result<Vec<(usize, Check)>, Fault> {
    let (indexes, pos_ids, dates, before) = columns(plan, days);
    let locations = distinct(&pos_ids);
    let (filter_c, filter_f) =
        (location_filter("c", "$6", &locations), location_filter("f", "$6", &locations));
    // The dates by themselves let Postgres leave out the partitions of other months.
    let statement = format!(
        "SELECT p.place, f.fact
         FROM unnest($1::integer[], $2::text[], $3::date[], $4::timestamp[]) AS p (place, pos_id, date, before)
         JOIN pos_check c ON c.pos_id = p.pos_id AND c.business_date = p.date AND c.close_time < p.before{filter_c}
         JOIN check_fact f ON f.pos_id = c.pos_id AND f.business_date = c.business_date
           AND f.pos_check_id = c.pos_check_id AND f.business_date = ANY ($3){filter_f}
         LIMIT $5"
    );
    let rows = sqlx::query(AssertSqlSafe(statement))
        .bind(indexes)
        .bind(pos_ids)
        .bind(dates)
        .bind(before)
        .bind(limit)
        .bind(locations)
        .fetch_all(connection)
        .await?;
    rows.iter().map(indexed_fact).collect()
}

/// The index of a partial day, and one of its facts.
fn indexed_fact<F: DeserializeOwned>(row: &PgRow) -> Result<(usize, F), Fault> {
    Ok((index_of(row.try_get(0)?), fact(row.try_get(1)?)?))
}

/// The closed shifts of partial days' dates, each with its day's index.
pub async fn shifts(
    connection: &mut Conn,
    plan: &Plan,
    days: &[(LocationIndex, PartialDay)],
) -> Result<Vec<(usize, Shift)>, Fault> {
    let (indexes, pos_ids, dates, _) = columns(plan, days);
    let locations = distinct(&pos_ids);
    let filter_s = location_filter("s", "$4", &locations);
    let statement = format!(
        "SELECT p.place, s.fact
         FROM unnest($1::integer[], $2::text[], $3::date[]) AS p (place, pos_id, date)
         JOIN shift s ON s.pos_id = p.pos_id AND s.business_date = p.date AND s.closed{filter_s}"
    );
    let rows = sqlx::query(AssertSqlSafe(statement))
        .bind(indexes)
        .bind(pos_ids)
        .bind(dates)
        .bind(locations)
        .fetch_all(connection)
        .await?;
    rows.iter().map(indexed_fact).collect()
}
