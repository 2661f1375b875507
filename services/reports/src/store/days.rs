//! Reads for the daily report. Most calls are for it, so one statement reads all of it: days, versions and open shifts.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use jiff::Timestamp;
use saffron_core::{BusinessDate, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::{Conn, Database};
use sqlx::postgres::PgRow;
use sqlx::{AssertSqlSafe, Row as _};

use super::labor::{SUMMED, SUMS, open_shifts};
use super::rollups::span_columns;
use super::{index_of, location_filter};
use crate::domain::rollup::{DAYS, RARE_OF_DAYS, Sum};
use crate::domain::{Figures, LocationIndex, Plan, ReadSpan, last_minute};

/// A day or month that was read.
pub struct DayRead {
    /// [`ReadSpan::target`] of the span it was read for.
    pub target: usize,
    pub date: BusinessDate,
    pub sums: Figures,
}

/// What the daily report is made from.
#[derive(Default)]
pub struct DaysRead {
    /// Rows of the roll-up of days.
    pub days: Vec<DayRead>,
    /// The versions of the locations; 0 of an unknown one.
    pub versions: Vec<i64>,
    /// What open shifts add to the days of locations.
    pub open_shifts: Vec<(LocationIndex, BusinessDate, Figures)>,
}

/// The kinds of rows that the statements return.
const DAY: i16 = 0;
const VERSION: i16 = 1;
const OPEN_SHIFTS: i16 = 2;

/// Reads days, versions and sums of open shifts at `now` by one statement. For one location that is one state of the database;
/// for several the caller uses a snapshot, since with locations on several nodes (docs/scaling.md) a statement may see several
/// states.
pub async fn read_days(
    connection: &mut Conn,
    plan: &Plan,
    read_spans: &[ReadSpan],
    now: Timestamp,
) -> Result<DaysRead, Fault> {
    let (targets, pos_ids, periods, first, last) = span_columns(plan, read_spans);
    let locations: Vec<PosId> = plan.locations.iter().map(|(pos_id, _)| pos_id.clone()).collect();
    let all_days = plan.all_days();
    let rows = sqlx::query(AssertSqlSafe(statement(&locations)))
        .bind(targets)
        .bind(pos_ids)
        .bind(periods)
        .bind(first)
        .bind(last)
        .bind(locations)
        .bind(all_days.map(|span| span.from))
        .bind(all_days.map(|span| span.to))
        .bind(last_minute(now))
        .fetch_all(connection)
        .await?;
    let mut read = DaysRead {
        days: Vec::with_capacity(rows.len()),
        versions: vec![0; plan.locations.len()],
        open_shifts: Vec::new(),
    };
    let locations = plan.location_indexes();
    for row in rows {
        let kind: i16 = row.try_get(0)?;
        if kind == DAY {
            let (target, date) = (index_of(row.try_get(1)?), row.try_get(3)?);
            let sums = sums_of(&row)?;
            read.days.push(DayRead { target, date, sums });
            continue;
        }
        let Some(location) = locations.get(row.try_get::<&str, _>(2)?).copied() else { continue };
        if kind == OPEN_SHIFTS {
            read.open_shifts.push((
                location,
                row.try_get(3)?,
                open_figures(|column| row.try_get(column + 4))?,
            ));
        } else if let Some(version) = read.versions.get_mut(location) {
            *version = row.try_get(4)?;
        }
    }
    Ok(read)
}

/// The day's figures from the columns of [`SUMS`].
fn open_figures<E>(value: impl Fn(usize) -> Result<i64, E>) -> Result<Figures, E> {
    Ok(Figures {
        facts: value(0)?,
        open_shifts: value(0)?,
        not_clocked_out: value(1)?,
        seconds_without_wage: value(4)?,
        ..Figures::of_labor(value(3)?, value(2)?)
    })
}

/// The sums of [`DAYS`], those that are 0 in most rows apart.
fn usual_and_rare() -> (&'static [Sum], &'static [Sum]) {
    DAYS.sums.split_at_checked(DAYS.sums.len() - RARE_OF_DAYS).unwrap_or((DAYS.sums, &[]))
}

/// Columns of sums of the roll-up `r`, each preceded by a comma. The rare ones are one column, an array, which is null while all
/// of them are 0: a year of days is thousands of values less to send and to read.
fn sums() -> String {
    let (usual, rare) = usual_and_rare();
    let usual: String = usual.iter().map(|sum| format!(", r.{}", sum.name)).collect();
    let rare: Vec<_> = rare.iter().map(|sum| format!("r.{}", sum.name)).collect();
    let (any, all) = (rare.join(" | "), rare.join(", "));
    format!("{usual}, CASE WHEN ({any}) <> 0 THEN ARRAY[{all}] END")
}

/// As many columns as [`sums`] makes, the first ones given, each preceded by a comma.
fn instead_of_sums(given: &str, count: usize) -> String {
    let zeros = ", 0".repeat(usual_and_rare().0.len() - count);
    format!(", {given}{zeros}, NULL::bigint[]")
}

/// The figures of a row with the columns of [`sums`] from the fifth one on, whose types are those of the statement.
fn sums_of(row: &PgRow) -> Result<Figures, sqlx::Error> {
    let (usual, rare) = usual_and_rare();
    let mut figures = Sum::read(usual, |column| bigint(row, column + 4))?;
    let values: Option<Vec<i64>> = row.try_get_unchecked(usual.len() + 4)?;
    for (sum, value) in rare.iter().zip(values.unwrap_or_default()) {
        *(sum.of)(&mut figures) = value;
    }
    Ok(figures)
}

/// A column of type bigint: nine in ten values of a report are, so each is read by as few steps as it takes.
fn bigint(row: &PgRow, column: usize) -> Result<i64, sqlx::Error> {
    let value = row.try_get_raw(column)?;
    let bytes = value.as_bytes().map_err(sqlx::Error::Decode)?;
    let bytes = bytes.try_into().map_err(|error| sqlx::Error::Decode(Box::new(error)))?;
    Ok(i64::from_be_bytes(bytes))
}

/// The statement of [`read_days`].
fn statement(locations: &[PosId]) -> String {
    let (sums, version, open_sums) = (sums(), instead_of_sums("l.version", 1), instead_of_sums(SUMS, SUMMED));
    let table = DAYS.table;
    let filter_r = location_filter("r", "$6", locations);
    let open = open_shifts("o.pos_id = ANY ($6) AND o.business_date BETWEEN $7 AND $8", "$9");
    format!(
        "SELECT {DAY}::smallint, s.probe, NULL::text, r.business_date{sums}
         FROM unnest($1::integer[], $2::text[], $3::smallint[], $4::date[], $5::date[])
           AS s (probe, pos_id, grain, first, last)
         JOIN {table} r ON r.pos_id = s.pos_id AND r.grain = s.grain AND r.business_date BETWEEN s.first AND s.last
           {filter_r}
         WHERE r.facts > 0
         UNION ALL
         SELECT {VERSION}::smallint, 0, l.pos_id, NULL{version}
         FROM location l WHERE l.pos_id = ANY ($6)
         UNION ALL
         SELECT {OPEN_SHIFTS}::smallint, 0, o.pos_id, o.business_date{open_sums}
         FROM ({open}) AS o GROUP BY o.pos_id, o.business_date"
    )
}

/// The newest state of one day of one location.
#[derive(Debug, Clone)]
pub struct DayNow {
    pub pos_id: PosId,
    /// Of the location, in the same snapshot as the figures.
    pub version: i64,
    pub business_date: BusinessDate,
    /// With its open shifts up to now.
    pub figures: Figures,
}

/// The figures of these days as they are at `now`, with the versions of their locations and their open shifts, each location in
/// one state.
pub async fn days_now(
    database: &Database,
    days: Vec<(PosId, BusinessDate)>,
    now: Timestamp,
) -> Result<Vec<DayNow>, Fault> {
    if days.len() == 1 {
        return read_days_now(&mut database.pool().acquire().await?, days, now).await;
    }
    let mut snapshot = database.snapshot().await?;
    let read = read_days_now(snapshot.conn(), days, now).await?;
    snapshot.end().await?;
    Ok(read)
}

async fn read_days_now(
    connection: &mut Conn,
    days: Vec<(PosId, BusinessDate)>,
    now: Timestamp,
) -> Result<Vec<DayNow>, Fault> {
    let (pos_ids, dates): (Vec<_>, Vec<_>) = days.into_iter().unzip();
    static STATEMENT: LazyLock<String> = LazyLock::new(days_now_statement);
    let rows = sqlx::query(AssertSqlSafe(STATEMENT.as_str()))
        .bind(pos_ids)
        .bind(dates)
        .bind(last_minute(now))
        .fetch_all(connection)
        .await?;
    let mut read: BTreeMap<PosId, DayNow> = BTreeMap::new();
    let mut open = Vec::new();
    for row in rows {
        let (kind, pos_id): (i16, PosId) = (row.try_get(0)?, row.try_get(1)?);
        if kind == OPEN_SHIFTS {
            open.push((pos_id, open_figures(|column| row.try_get(column + 4))?));
            continue;
        }
        // A day without facts may have no row.
        let has_row = row.try_get::<Option<i64>, _>(4)?.is_some();
        let figures = if has_row { sums_of(&row)? } else { Figures::default() };
        let (business_date, version) = (row.try_get(2)?, row.try_get(3)?);
        read.insert(pos_id.clone(), DayNow { pos_id, version, business_date, figures });
    }
    for (pos_id, figures) in open {
        if let Some(day) = read.get_mut(&pos_id) {
            day.figures += figures;
        }
    }
    Ok(read.into_values().collect())
}

/// The statement of [`days_now`].
fn days_now_statement() -> String {
    let (sums, open_sums) = (sums(), instead_of_sums(SUMS, SUMMED));
    let table = DAYS.table;
    let open = open_shifts("o.pos_id = ANY ($1)", "$3");
    // Materialized one by one: Citus joins the two with columns of other types otherwise.
    format!(
        "WITH days AS MATERIALIZED (
         SELECT {DAY}::smallint, l.pos_id, d.business_date, l.version{sums}
         FROM unnest($1::text[], $2::date[]) AS d (pos_id, business_date)
         JOIN location l ON l.pos_id = d.pos_id AND l.pos_id = ANY ($1)
         LEFT JOIN {table} r ON r.pos_id = l.pos_id AND r.grain = 0 AND r.business_date = d.business_date
           AND r.pos_id = ANY ($1)
         ), open AS MATERIALIZED (
         SELECT {OPEN_SHIFTS}::smallint, o.pos_id, o.business_date, 0{open_sums}
         FROM unnest($1::text[], $2::date[]) AS d (pos_id, business_date)
         JOIN ({open}) AS o ON o.pos_id = d.pos_id AND o.business_date = d.business_date
         GROUP BY o.pos_id, o.business_date
         )
         SELECT * FROM days UNION ALL SELECT * FROM open"
    )
}
