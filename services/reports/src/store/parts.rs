//! Parts of days for reports that are kept by day: the facts themselves, to be added up again.

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

use super::{among, each_once, fact, number, place};
use crate::domain::{LocationIndex, Part, Plan};

/// The places of parts, their locations, days, and the wall times that they end before.
type Columns = (Vec<i32>, Vec<PosId>, Vec<BusinessDate>, Vec<jiff_sqlx::DateTime>);

fn columns(plan: &Plan, parts: &[(LocationIndex, Part)]) -> Columns {
    let rows = parts.iter().enumerate().filter_map(|(place, (location, part))| {
        let (pos_id, _) = plan.locations.get(*location)?;
        let minutes = SignedDuration::from_mins(i64::from(part.until.number()) * 15);
        let before = part.date.date().to_datetime(Time::midnight()).saturating_add(minutes);
        Some((number(place), pos_id.clone(), part.date, before.to_sqlx()))
    });
    rows.collect()
}

/// The checks that were closed within parts of days, with the parts' places; `limit` of them at most.
pub async fn checks_in_parts(
    connection: &mut Conn,
    plan: &Plan,
    parts: &[(LocationIndex, Part)],
    limit: i64,
) -> Result<Vec<(usize, Check)>, Fault> {
    let (places, pos_ids, dates, before) = columns(plan, parts);
    let locations = each_once(&pos_ids);
    let (among_c, among_f) = (among("c", "$6", &locations), among("f", "$6", &locations));
    // The dates by themselves let Postgres leave out the partitions of other months.
    let statement = format!(
        "SELECT p.place, f.fact
         FROM unnest($1::integer[], $2::text[], $3::date[], $4::timestamp[]) AS p (place, pos_id, date, before)
         JOIN pos_check c ON c.pos_id = p.pos_id AND c.business_date = p.date AND c.close_time < p.before{among_c}
         JOIN check_fact f ON f.pos_id = c.pos_id AND f.business_date = c.business_date
           AND f.pos_check_id = c.pos_check_id AND f.business_date = ANY ($3){among_f}
         LIMIT $5"
    );
    let rows = sqlx::query(AssertSqlSafe(statement))
        .bind(places)
        .bind(pos_ids)
        .bind(dates)
        .bind(before)
        .bind(limit)
        .bind(locations)
        .fetch_all(connection)
        .await?;
    rows.iter().map(fact_in_part).collect()
}

/// The place of a part, and a fact that lies in it.
fn fact_in_part<F: DeserializeOwned>(row: &PgRow) -> Result<(usize, F), Fault> {
    Ok((place(row.try_get(0)?), fact(row.try_get(1)?)?))
}

/// The closed shifts of parts of days, with the parts' places.
pub async fn shifts_in_parts(
    connection: &mut Conn,
    plan: &Plan,
    parts: &[(LocationIndex, Part)],
) -> Result<Vec<(usize, Shift)>, Fault> {
    let (places, pos_ids, dates, _) = columns(plan, parts);
    let locations = each_once(&pos_ids);
    let among_s = among("s", "$4", &locations);
    let statement = format!(
        "SELECT p.place, s.fact
         FROM unnest($1::integer[], $2::text[], $3::date[]) AS p (place, pos_id, date)
         JOIN shift s ON s.pos_id = p.pos_id AND s.business_date = p.date AND s.closed{among_s}"
    );
    let rows = sqlx::query(AssertSqlSafe(statement))
        .bind(places)
        .bind(pos_ids)
        .bind(dates)
        .bind(locations)
        .fetch_all(connection)
        .await?;
    rows.iter().map(fact_in_part).collect()
}
