//! Partial days, for reports that compare a running day: by local hour from their roll-up, else from the facts, which are
//! added up when the report is read.

use jiff::SignedDuration;
use jiff::civil::Time;
use jiff_sqlx::ToSqlx as _;
use saffron_core::fact::{CashCount, Check, Shift};
use saffron_core::{BusinessDate, Money, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::{Conn, Snapshot};
use serde::de::DeserializeOwned;
use sqlx::postgres::PgRow;
use sqlx::{AssertSqlSafe, Row as _};

use super::{distinct, fact, index_of, location_filter, sql_index};
use crate::domain::rollup::{QUARTERS, Sum};
use crate::domain::{Deltas, Figures, LocationIndex, PartialDay, Plan, ReportSums, RollupDeltas, waged};

/// The most checks that partial days are added up from; with more, an answer has no comparisons.
const MAX_CHECKS: i64 = 20_000;

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
         JOIN pos_check c ON c.pos_id = p.pos_id AND c.business_date = p.date AND c.close_time < p.before
           AND c.closed AND NOT c.removed{filter_c}
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

/// The closed shifts of partial days' dates as they count, each with its day's index.
pub async fn shifts(
    connection: &mut Conn,
    plan: &Plan,
    days: &[(LocationIndex, PartialDay)],
) -> Result<Vec<(usize, Shift)>, Fault> {
    let (indexes, pos_ids, dates, _) = columns(plan, days);
    let locations = distinct(&pos_ids);
    let filter_s = location_filter("s", "$4", &locations);
    let statement = format!(
        "SELECT p.place, s.fact, CASE WHEN s.open_event = s.event_id THEN s.wage END
         FROM unnest($1::integer[], $2::text[], $3::date[]) AS p (place, pos_id, date)
         JOIN shift s ON s.pos_id = p.pos_id AND s.business_date = p.date AND s.closed AND NOT s.removed{filter_s}"
    );
    let rows = sqlx::query(AssertSqlSafe(statement))
        .bind(indexes)
        .bind(pos_ids)
        .bind(dates)
        .bind(locations)
        .fetch_all(connection)
        .await?;
    let shifts = rows.iter().map(|row| {
        let (index, shift) = indexed_fact(row)?;
        Ok((index, waged(shift, row.try_get::<Option<i64>, _>(2)?.map(Money::from_cents))))
    });
    shifts.collect()
}

/// The counts of cash drawers that were made within partial days, each with its day's index.
pub async fn cash_counts(
    connection: &mut Conn,
    plan: &Plan,
    days: &[(LocationIndex, PartialDay)],
) -> Result<Vec<(usize, CashCount)>, Fault> {
    if days.is_empty() {
        return Ok(Vec::new());
    }
    let (indexes, pos_ids, dates, before) = columns(plan, days);
    let locations = distinct(&pos_ids);
    let filter_c = location_filter("c", "$5", &locations);
    let statement = format!(
        "SELECT p.place, c.fact
         FROM unnest($1::integer[], $2::text[], $3::date[], $4::timestamp[]) AS p (place, pos_id, date, before)
         JOIN cash_count c ON c.pos_id = p.pos_id AND c.business_date = p.date AND c.closed_time < p.before{filter_c}"
    );
    let rows = sqlx::query(AssertSqlSafe(statement))
        .bind(indexes)
        .bind(pos_ids)
        .bind(dates)
        .bind(before)
        .bind(locations)
        .fetch_all(connection)
        .await?;
    rows.iter().map(indexed_fact).collect()
}

/// The sums of partial days by local hour: each the day's index, the hour and the figures.
pub async fn by_hour(
    connection: &mut Conn,
    plan: &Plan,
    days: &[(LocationIndex, PartialDay)],
) -> Result<Vec<(usize, u8, Figures)>, Fault> {
    let rows = days.iter().enumerate().filter_map(|(index, (location, day))| {
        let (pos_id, _) = plan.locations.get(*location)?;
        Some((sql_index(index), pos_id.clone(), day.date, i16::from(day.until.number())))
    });
    let (indexes, pos_ids, dates, until): (Vec<_>, Vec<_>, Vec<_>, Vec<_>) = rows.collect();
    let sums: String = QUARTERS.sums.iter().map(|sum| format!(", sum(r.{})::bigint", sum.name)).collect();
    let locations = distinct(&pos_ids);
    let filter_r = location_filter("r", "$5", &locations);
    let statement = format!(
        "SELECT p.place, (r.quarter / 4)::smallint{sums}
         FROM unnest($1::integer[], $2::text[], $3::date[], $4::smallint[]) AS p (place, pos_id, date, until)
         JOIN rollup_quarter r ON r.pos_id = p.pos_id AND r.grain = 0 AND r.business_date = p.date
           AND r.quarter < p.until{filter_r}
         GROUP BY 1, 2 HAVING sum(r.facts) > 0"
    );
    let rows = sqlx::query(AssertSqlSafe(statement))
        .bind(indexes)
        .bind(pos_ids)
        .bind(dates)
        .bind(until)
        .bind(locations)
        .fetch_all(connection)
        .await?;
    let read = rows.iter().map(|row| {
        let hour = u8::try_from(row.try_get::<i16, _>(1)?).unwrap_or_default();
        let sums = Sum::read(QUARTERS.sums, |column| row.try_get(column + 2))?;
        Ok((index_of(row.try_get(0)?), hour, sums))
    });
    read.collect()
}

/// What the checks of partial days add up to, each day with the row sides that end with it; none with too many checks.
#[derive(Clone)]
pub struct PartialDaySums(Option<Vec<(BusinessDate, Vec<usize>, RollupDeltas)>>);

impl PartialDaySums {
    /// Reads and adds up the checks of a plan's partial days.
    pub async fn of(snapshot: &mut Snapshot, plan: &Plan) -> Result<PartialDaySums, Fault> {
        let (days, targets): (Vec<_>, Vec<_>) = plan.partial_days().into_iter().unzip();
        if days.is_empty() {
            return Ok(PartialDaySums(Some(Vec::new())));
        }
        let checks = checks(snapshot.conn(), plan, &days, MAX_CHECKS + 1).await?;
        if checks.len() as i64 > MAX_CHECKS {
            return Ok(PartialDaySums(None));
        }
        let sums = days.iter().zip(targets);
        let mut sums: Vec<_> =
            sums.map(|((_, day), targets)| (day.date, targets, RollupDeltas::default())).collect();
        for (index, check) in checks {
            if let (Some((pos_id, day)), Some((_, _, changes))) =
                (location_and_day(plan, &days, index), sums.get_mut(index))
            {
                changes.add_check_until(pos_id, &check, day.until);
            }
        }
        Ok(PartialDaySums(Some(sums)))
    }

    /// Adds the `rows` of one roll-up to an answer; `split` makes members and names of a key, or leaves the row out.
    pub fn add_to<K>(
        self,
        answer: &mut ReportSums,
        plan: &Plan,
        rows: impl Fn(RollupDeltas) -> Deltas<K>,
        split: impl Fn(K) -> Option<(Vec<String>, Vec<String>)>,
    ) {
        let Some(days) = self.0 else {
            answer.drop_partial_days(plan);
            return;
        };
        for (date, targets, changes) in days {
            for ((_, key), sums) in rows(changes) {
                let Some((members, names)) = split(key) else { continue };
                for target in &targets {
                    answer.add(*target, members.clone(), names.clone(), date, &sums);
                }
            }
        }
    }
}

/// The location and the partial day at this index.
pub fn location_and_day<'a>(
    plan: &'a Plan,
    days: &[(LocationIndex, PartialDay)],
    index: usize,
) -> Option<(&'a PosId, PartialDay)> {
    let (location, day) = days.get(index)?;
    Some((&plan.locations.get(*location)?.0, *day))
}
