//! The shifts that are not closed, summed in the database: a location may have very many.

use jiff::Timestamp;
use saffron_core::{PosId, Span};
use saffron_kit::Fault;
use saffron_kit::pg::Conn;
use sqlx::{AssertSqlSafe, Row as _};

use crate::domain::{LONGEST_SHIFT_SECONDS, LocationIndex, OpenShifts, Plan, last_minute, too_many_rows};
use crate::store::rollups::MAX_READ;
use crate::store::{distinct, index_of, location_filter, sql_index};

/// With more open shifts on one day of a location, those that began in the same quarter hour are summed together.
const MOST_SEPARATE: i64 = 200;

/// A query of the open shifts `o` for which the condition `which` is true, each with its paid time and pay up to `now`:
/// `open_at` and `now` in seconds since 1970, money in cents. `which` and `now` are SQL.
///
/// The columns `open_…` are of the fact's version `open_event`; with another version, which the release before wrote, the values
/// come from the fact itself. `open_rate` is null, and `without_wage` the paid time, of a shift that has no wage.
pub fn open_shifts(which: &str, now: &str) -> String {
    let of = |column: &str, fact: &str| {
        format!("CASE WHEN o.open_event = o.event_id THEN o.{column} ELSE {fact} END AS {column}")
    };
    let columns = [
        of("open_at", "floor(extract(epoch FROM (o.fact::json -> 'clockIn' ->> 'at')::timestamptz))::bigint"),
        "CASE WHEN o.open_event = o.event_id AND o.without_rate THEN o.wage
           WHEN o.open_event = o.event_id THEN o.open_rate
           ELSE ((o.fact::json ->> 'rate')::numeric * 100)::bigint END AS open_rate"
            .to_owned(),
        of(
            "open_unpaid",
            "coalesce((o.fact::json -> 'seconds' ->> 'unpaid')::bigint, (o.fact::json ->> 'unpaidMinutes')::bigint * 60)",
        ),
        of("open_job", "coalesce(o.fact::json ->> 'job', '')"),
        of("open_employee", "coalesce(o.fact::json -> 'employee' ->> 'id', '')"),
        of("open_name", "coalesce(o.fact::json -> 'employee' ->> 'name', '')"),
    ]
    .join(", ");
    // Rounded half away from zero, once a shift.
    format!(
        "SELECT o.pos_id, o.business_date, o.open_at, o.open_rate, o.open_unpaid, o.open_job, o.open_employee, o.open_name,
           {now} - o.open_at > {LONGEST_SHIFT_SECONDS} AS not_clocked_out, o.paid,
           coalesce((o.open_rate * o.paid + CASE WHEN o.open_rate < 0 THEN -1800 ELSE 1800 END) / 3600, 0) AS pay,
           CASE WHEN o.open_rate IS NULL THEN o.paid ELSE 0 END AS without_wage
         FROM (
           SELECT o.*, greatest(least({now} - o.open_at, {LONGEST_SHIFT_SECONDS}) - o.open_unpaid, 0) AS paid
           FROM (
             SELECT o.pos_id, o.business_date, {columns}
             FROM shift o WHERE NOT o.closed AND {which}
           ) AS o
         ) AS o"
    )
}

/// Sums over [`open_shifts`] `o`: how many, how many not clocked out, paid seconds, pay, paid seconds without a wage.
pub const SUMS: &str =
    "count(*), count(*) FILTER (WHERE o.not_clocked_out), sum(o.paid)::bigint, sum(o.pay)::bigint,
   sum(o.without_wage)::bigint";
/// How many columns these are.
pub const SUMMED: usize = 5;

/// Reads sums of open shifts, those that began at one second at one rate together; with `by_person`, by job and employee too.
pub async fn read_open_shifts(
    connection: &mut Conn,
    plan: &Plan,
    spans: &[(LocationIndex, Span)],
    by_person: bool,
    now: Timestamp,
) -> Result<Vec<(LocationIndex, OpenShifts)>, Fault> {
    let rows = spans.iter().filter_map(|(location, span)| {
        let (pos_id, _) = plan.locations.get(*location)?;
        Some((sql_index(*location), pos_id.clone(), span.from, span.to))
    });
    let (indexes, pos_ids, first, last): (Vec<_>, Vec<_>, Vec<_>, Vec<_>) = rows.collect();
    if indexes.is_empty() {
        return Ok(Vec::new());
    }
    let locations = distinct(&pos_ids);
    let rows = sqlx::query(AssertSqlSafe(statement(by_person, &locations)))
        .bind(indexes)
        .bind(pos_ids)
        .bind(first)
        .bind(last)
        .bind(last_minute(now))
        .bind(locations)
        .fetch_all(connection)
        .await?;
    if rows.len() > MAX_READ {
        return Err(Fault::Refused(too_many_rows()));
    }
    let open = rows.iter().map(|row| {
        let text = |column| if by_person { row.try_get(column) } else { Ok(String::new()) };
        let open = OpenShifts {
            business_date: row.try_get(1)?,
            began: row.try_get(2)?,
            alike: row.try_get(3)?,
            shifts: row.try_get(4)?,
            not_clocked_out: row.try_get(5)?,
            seconds: row.try_get(6)?,
            pay: row.try_get(7)?,
            without_wage: row.try_get::<Option<i64>, _>(9)?.is_none(),
            person: [text(10)?, text(11)?, text(12)?],
        };
        Ok((index_of(row.try_get(0)?), open))
    });
    open.collect()
}

/// The statement of [`read_open_shifts`].
fn statement(by_person: bool, locations: &[PosId]) -> String {
    let open = open_shifts(&format!("true{}", location_filter("o", "$6", locations)), "$5");
    let person = if by_person { ", o.open_job, o.open_employee, o.open_name" } else { "" };
    format!(
        "SELECT o.place, o.business_date, min(o.open_at), o.alike, {SUMS}, min(o.open_rate){person}
         FROM (
           SELECT p.place, o.*, count(*) OVER (PARTITION BY o.pos_id, o.business_date) <= {MOST_SEPARATE} AS alike
           FROM unnest($1::integer[], $2::text[], $3::date[], $4::date[]) AS p (place, pos_id, first, last)
           JOIN ({open}) AS o ON o.pos_id = p.pos_id AND o.business_date BETWEEN p.first AND p.last
         ) AS o
         GROUP BY o.place, o.business_date, o.alike, o.open_rate IS NULL, CASE WHEN o.alike THEN o.open_at ELSE o.open_at / 900 END,
           CASE WHEN o.alike THEN o.open_rate END, CASE WHEN o.alike THEN o.open_unpaid END{person}
         LIMIT {}",
        MAX_READ + 1
    )
}
