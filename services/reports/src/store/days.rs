//! The daily report's own reads. Most calls are for it, so that one statement answers it whole: days, versions
//! and open shifts.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use jiff::Timestamp;
use saffron_core::PosId;
use saffron_kit::Fault;
use saffron_kit::pg::{Conn, Database};
use sqlx::{AssertSqlSafe, Row as _};

use super::open_shifts::{SUMS, open_shifts};
use super::rollups::SegmentColumns;
use super::{among, business_date, each_once, sql_date, stored};
use crate::domain::rollup::Days;
use crate::domain::{Figures, LocationIndex, Part, Plan, Rollup as _, Segment, Sums as _, last_minute};

/// A day or month that was read.
pub struct DayRead {
    /// Of its segment.
    pub probe: usize,
    /// Its date.
    pub date: saffron_core::BusinessDate,
    /// Its sums.
    pub sums: Figures,
}

/// What the daily report is made of.
#[derive(Default)]
pub struct DaysRead {
    /// Days and months, each by itself.
    pub days: Vec<DayRead>,
    /// The versions of the locations; 0 where nothing is known of one.
    pub versions: Vec<i64>,
    /// What the shifts that nobody has closed add to the days of locations.
    pub open_shifts: Vec<(LocationIndex, saffron_core::BusinessDate, Figures)>,
}

/// What a row of the statements is.
const DAY: i16 = 0;
const VERSION: i16 = 1;
const OPEN_SHIFTS: i16 = 2;

/// Reads days by their segments, versions and sums of open shifts at `now`, by one statement. Of one location that is one state
/// everywhere; what reads several of them does so within a snapshot, since parts of a statement may see different states where
/// locations lie on different nodes (docs/scaling.md).
pub async fn read_days(
    connection: &mut Conn,
    plan: &Plan,
    segments: &[Segment],
    now: Timestamp,
) -> Result<DaysRead, Fault> {
    let columns = SegmentColumns::of(plan, segments);
    let pos_ids: Vec<String> = plan.locations.iter().map(|(pos_id, _)| pos_id.to_string()).collect();
    let reach = plan.reach();
    let rows = sqlx::query(AssertSqlSafe(statement(&pos_ids)))
        .bind(columns.probes)
        .bind(columns.pos_ids)
        .bind(columns.grains)
        .bind(columns.first)
        .bind(columns.last)
        .bind(pos_ids)
        .bind(reach.map(|span| sql_date(span.from)))
        .bind(reach.map(|span| sql_date(span.to)))
        .bind(last_minute(now))
        .fetch_all(connection)
        .await?;
    let mut read = DaysRead { versions: vec![0; plan.locations.len()], ..DaysRead::default() };
    let places = plan.places();
    for row in rows {
        let kind: i16 = row.try_get(0)?;
        if kind == DAY {
            read.days.push(DayRead {
                probe: usize::try_from(row.try_get::<i32, _>(1)?).unwrap_or_default(),
                date: business_date(row.try_get(3)?),
                sums: Figures::read(|column| row.try_get::<i64, _>(column + 4))?,
            });
            continue;
        }
        let Some(location) = places.get(row.try_get::<&str, _>(2)?).copied() else { continue };
        if kind == OPEN_SHIFTS {
            let date = business_date(row.try_get(3)?);
            read.open_shifts.push((location, date, of_open(|column| row.try_get(column + 4))?));
        } else if let Some(version) = read.versions.get_mut(location) {
            *version = row.try_get(4)?;
        }
    }
    Ok(read)
}

/// What [`SUMS`] add to a day.
fn of_open<E>(value: impl Fn(usize) -> Result<i64, E>) -> Result<Figures, E> {
    Ok(Figures {
        facts: value(0)?,
        open_shifts: value(0)?,
        not_clocked_out: value(1)?,
        ..Figures::of_labor(value(3)?, value(2)?)
    })
}

/// Columns of sums of the roll-up `r`, each preceded by a comma.
fn sums() -> String {
    Figures::COLUMNS.iter().map(|name| format!(", coalesce(r.{name}, 0)")).collect()
}

/// So many columns of nothing, each preceded by a comma.
fn nothing(columns: usize) -> String {
    ", 0".repeat(columns)
}

fn statement(locations: &[String]) -> String {
    let (sums, all) = (sums(), Figures::COLUMNS.len());
    let (after_version, after_open) = (nothing(all - 1), nothing(all - 4));
    let table = Days::TABLE;
    let among_r = among("r", "$6", locations);
    let open = open_shifts("o.pos_id = ANY ($6) AND o.business_date BETWEEN $7 AND $8", "$9");
    format!(
        "SELECT {DAY}::smallint, s.probe, NULL::text, r.business_date{sums}
         FROM unnest($1::integer[], $2::text[], $3::smallint[], $4::date[], $5::date[])
           AS s (probe, pos_id, grain, first, last)
         JOIN {table} r ON r.pos_id = s.pos_id AND r.grain = s.grain AND r.business_date BETWEEN s.first AND s.last
           {among_r}
         WHERE r.facts > 0
         UNION ALL
         SELECT {VERSION}::smallint, 0, l.pos_id, NULL, l.version{after_version}
         FROM location l WHERE l.pos_id = ANY ($6)
         UNION ALL
         SELECT {OPEN_SHIFTS}::smallint, 0, o.pos_id, o.business_date, {SUMS}{after_open}
         FROM ({open}) AS o GROUP BY o.pos_id, o.business_date"
    )
}

/// The sums of parts of days, by local hour.
pub async fn read_parts(
    connection: &mut Conn,
    plan: &Plan,
    parts: &[(LocationIndex, Part)],
) -> Result<Vec<(usize, u8, Figures)>, Fault> {
    let (mut places, mut pos_ids, mut dates, mut until) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (place, (location, part)) in parts.iter().enumerate() {
        let Some((pos_id, _)) = plan.locations.get(*location) else { continue };
        places.push(i32::try_from(place).unwrap_or(i32::MAX));
        pos_ids.push(pos_id.to_string());
        dates.push(sql_date(part.date));
        until.push(i16::from(part.until.number()));
    }
    let sums: String = Figures::COLUMNS.iter().map(|name| format!(", sum(r.{name})::bigint")).collect();
    let locations = each_once(&pos_ids);
    let among_r = among("r", "$5", &locations);
    let statement = format!(
        "SELECT p.place, (r.quarter / 4)::smallint{sums}
         FROM unnest($1::integer[], $2::text[], $3::date[], $4::smallint[]) AS p (place, pos_id, date, until)
         JOIN rollup_quarter r ON r.pos_id = p.pos_id AND r.grain = 0 AND r.business_date = p.date
           AND r.quarter < p.until{among_r}
         GROUP BY 1, 2 HAVING sum(r.facts) > 0"
    );
    let rows = sqlx::query(AssertSqlSafe(statement))
        .bind(places)
        .bind(pos_ids)
        .bind(dates)
        .bind(until)
        .bind(&locations)
        .fetch_all(connection)
        .await?;
    rows.iter()
        .map(|row| {
            let place = usize::try_from(row.try_get::<i32, _>(0)?).unwrap_or_default();
            let hour = u8::try_from(row.try_get::<i16, _>(1)?).unwrap_or_default();
            Ok((place, hour, Figures::read(|column| row.try_get::<i64, _>(column + 2))?))
        })
        .collect()
}

/// The newest state of one day of one location.
#[derive(Debug, Clone)]
pub struct DayNow {
    /// The location.
    pub pos_id: PosId,
    /// Of the location, in the same snapshot as the figures.
    pub version: i64,
    /// The day.
    pub business_date: saffron_core::BusinessDate,
    /// Its figures, with its open shifts up to now.
    pub figures: Figures,
}

/// The figures of these days as they are at `now`, with the versions of their locations and their open shifts, each location
/// in one state.
pub async fn days_now(
    database: &Database,
    days: &[(PosId, saffron_core::BusinessDate)],
    now: Timestamp,
) -> Result<Vec<DayNow>, Fault> {
    if let [_] = days {
        let mut connection = database.pool().acquire().await?;
        return read_days_now(&mut connection, days, now).await;
    }
    let mut snapshot = database.snapshot().await?;
    let read = read_days_now(snapshot.conn(), days, now).await?;
    snapshot.end().await?;
    Ok(read)
}

async fn read_days_now(
    connection: &mut Conn,
    days: &[(PosId, saffron_core::BusinessDate)],
    now: Timestamp,
) -> Result<Vec<DayNow>, Fault> {
    let pos_ids: Vec<&str> = days.iter().map(|(pos_id, _)| pos_id.as_str()).collect();
    let dates: Vec<jiff_sqlx::Date> = days.iter().map(|(_, date)| sql_date(*date)).collect();
    static STATEMENT: LazyLock<String> = LazyLock::new(days_now_statement);
    let rows = sqlx::query(AssertSqlSafe(STATEMENT.as_str()))
        .bind(pos_ids)
        .bind(dates)
        .bind(last_minute(now))
        .fetch_all(connection)
        .await?;
    let mut read: BTreeMap<String, DayNow> = BTreeMap::new();
    let mut open = Vec::new();
    for row in rows {
        let (kind, pos_id): (i16, String) = (row.try_get(0)?, row.try_get(1)?);
        if kind == OPEN_SHIFTS {
            open.push((pos_id, of_open(|column| row.try_get(column + 4))?));
            continue;
        }
        let day = DayNow {
            pos_id: stored(pos_id.parse())?,
            business_date: business_date(row.try_get(2)?),
            version: row.try_get(3)?,
            figures: Figures::read(|column| row.try_get::<i64, _>(column + 4))?,
        };
        read.insert(pos_id, day);
    }
    for (pos_id, figures) in open {
        if let Some(day) = read.get_mut(&pos_id) {
            day.figures += figures;
        }
    }
    Ok(read.into_values().collect())
}

fn days_now_statement() -> String {
    let (sums, after_open) = (sums(), nothing(Figures::COLUMNS.len() - 4));
    let table = Days::TABLE;
    let open = open_shifts("o.pos_id = ANY ($1)", "$3");
    // Each by itself: Citus joins the two as they are with columns of other types.
    format!(
        "WITH days AS MATERIALIZED (
         SELECT {DAY}::smallint, l.pos_id, d.business_date, l.version{sums}
         FROM unnest($1::text[], $2::date[]) AS d (pos_id, business_date)
         JOIN location l ON l.pos_id = d.pos_id AND l.pos_id = ANY ($1)
         LEFT JOIN {table} r ON r.pos_id = l.pos_id AND r.grain = 0 AND r.business_date = d.business_date
           AND r.pos_id = ANY ($1)
         ), open AS MATERIALIZED (
         SELECT {OPEN_SHIFTS}::smallint, o.pos_id, o.business_date, 0, {SUMS}{after_open}
         FROM unnest($1::text[], $2::date[]) AS d (pos_id, business_date)
         JOIN ({open}) AS o ON o.pos_id = d.pos_id AND o.business_date = d.business_date
         GROUP BY o.pos_id, o.business_date
         )
         SELECT * FROM days UNION ALL SELECT * FROM open"
    )
}
