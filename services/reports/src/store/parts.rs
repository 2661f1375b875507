//! Parts of days for reports that are kept by day: the facts themselves, to be added up anew.

use saffron_core::fact::{Check, Shift};
use saffron_kit::Fault;
use saffron_kit::pg::Conn;
use serde::de::DeserializeOwned;
use sqlx::postgres::PgRow;
use sqlx::{AssertSqlSafe, Row as _};

use super::{among, each_once, sql_date, stored};
use crate::domain::{LocationIndex, Part, Plan};

/// Parts as columns.
#[derive(Default)]
struct PartColumns {
    places: Vec<i32>,
    pos_ids: Vec<String>,
    dates: Vec<jiff_sqlx::Date>,
    before: Vec<jiff_sqlx::DateTime>,
}

impl PartColumns {
    fn of(plan: &Plan, parts: &[(LocationIndex, Part)]) -> PartColumns {
        let mut columns = PartColumns::default();
        for (place, (location, part)) in parts.iter().enumerate() {
            let Some((pos_id, _)) = plan.locations.get(*location) else { continue };
            let midnight = part.date.date().to_datetime(jiff::civil::Time::midnight());
            let minutes = i64::from(part.until.number()) * 15;
            let before = midnight.saturating_add(jiff::SignedDuration::from_mins(minutes));
            columns.places.push(i32::try_from(place).unwrap_or(i32::MAX));
            columns.pos_ids.push(pos_id.to_string());
            columns.dates.push(sql_date(part.date));
            columns.before.push(before.into());
        }
        columns
    }
}

/// The checks that were closed within parts of days, with the parts' places; `limit` of them at most.
pub async fn checks_in_parts(
    connection: &mut Conn,
    plan: &Plan,
    parts: &[(LocationIndex, Part)],
    limit: i64,
) -> Result<Vec<(usize, Check)>, Fault> {
    let columns = PartColumns::of(plan, parts);
    let locations = each_once(&columns.pos_ids);
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
        .bind(&columns.places)
        .bind(&columns.pos_ids)
        .bind(&columns.dates)
        .bind(&columns.before)
        .bind(limit)
        .bind(&locations)
        .fetch_all(connection)
        .await?;
    rows.iter().map(fact_in_part).collect()
}

/// The place of a part, and a fact that lies in it.
fn fact_in_part<F: DeserializeOwned>(row: &PgRow) -> Result<(usize, F), Fault> {
    let place: i32 = row.try_get(0)?;
    Ok((usize::try_from(place).unwrap_or_default(), stored(serde_json::from_str(row.try_get(1)?))?))
}

/// The closed shifts of parts of days, with the parts' places.
pub async fn shifts_in_parts(
    connection: &mut Conn,
    plan: &Plan,
    parts: &[(LocationIndex, Part)],
) -> Result<Vec<(usize, Shift)>, Fault> {
    let columns = PartColumns::of(plan, parts);
    let locations = each_once(&columns.pos_ids);
    let among_s = among("s", "$4", &locations);
    let statement = format!(
        "SELECT p.place, s.fact
         FROM unnest($1::integer[], $2::text[], $3::date[]) AS p (place, pos_id, date)
         JOIN shift s ON s.pos_id = p.pos_id AND s.business_date = p.date AND s.closed{among_s}"
    );
    let rows = sqlx::query(AssertSqlSafe(statement))
        .bind(&columns.places)
        .bind(&columns.pos_ids)
        .bind(&columns.dates)
        .bind(&locations)
        .fetch_all(connection)
        .await?;
    rows.iter().map(fact_in_part).collect()
}
