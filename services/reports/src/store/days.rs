//! The daily report's own reads. Most calls are for it, so that one statement answers it whole: days, versions
//! and open shifts in one snapshot.

use std::sync::LazyLock;

use saffron_core::PosId;
use saffron_kit::Fault;
use saffron_kit::pg::{Conn, Database};
use sqlx::{AssertSqlSafe, Row as _};

use super::rollups::SegmentColumns;
use super::{business_date, sql_date, stored};
use crate::domain::rollup::Days;
use crate::domain::{Figures, LocationIndex, OpenShift, Part, Plan, Rollup as _, Segment, Sums as _};

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
    /// Shifts that nobody has closed, with the places of their locations.
    pub open_shifts: Vec<(LocationIndex, OpenShift)>,
}

/// What a row of the statement is.
const DAY: i16 = 0;
const VERSION: i16 = 1;
const OPEN_SHIFT: i16 = 2;

/// Reads days by their segments, versions and open shifts in one snapshot.
///
/// # Errors
/// If the database is away, or holds a fact that cannot be read.
pub async fn read_days(connection: &mut Conn, plan: &Plan, segments: &[Segment]) -> Result<DaysRead, Fault> {
    let columns = SegmentColumns::of(plan, segments);
    let pos_ids: Vec<&str> = plan.locations.iter().map(|(pos_id, _)| pos_id.as_str()).collect();
    let reach = plan.reach();
    static STATEMENT: LazyLock<String> = LazyLock::new(statement);
    let rows = sqlx::query(AssertSqlSafe(STATEMENT.as_str()))
        .bind(columns.probes)
        .bind(columns.pos_ids)
        .bind(columns.grains)
        .bind(columns.first)
        .bind(columns.last)
        .bind(pos_ids)
        .bind(reach.map(|span| sql_date(span.from)))
        .bind(reach.map(|span| sql_date(span.to)))
        .fetch_all(connection)
        .await?;
    let mut read = DaysRead { versions: vec![0; plan.locations.len()], ..DaysRead::default() };
    for row in rows {
        let place = usize::try_from(row.try_get::<i32, _>(1)?).unwrap_or_default();
        match row.try_get::<i16, _>(0)? {
            DAY => read.days.push(DayRead {
                probe: place,
                date: business_date(row.try_get(2)?),
                sums: Figures::read(|column| row.try_get::<i64, _>(column + 4))?,
            }),
            VERSION => {
                if let Some(version) = read.versions.get_mut(place) {
                    *version = row.try_get(4)?;
                }
            }
            OPEN_SHIFT => {
                if let Some((pos_id, _)) = plan.locations.get(place) {
                    let shift = stored(serde_json::from_str(row.try_get(3)?))?;
                    read.open_shifts.push((place, OpenShift { pos_id: pos_id.clone(), shift }));
                }
            }
            other => return Err(Fault::Permanent(format!("{other} is nothing that days are read by"))),
        }
    }
    Ok(read)
}

fn statement() -> String {
    let sums: String = Figures::COLUMNS.iter().map(|name| format!(", r.{name}")).collect();
    let nothing: String = Figures::COLUMNS.iter().skip(1).map(|_| ", 0").collect();
    let table = Days::TABLE;
    format!(
        "SELECT {DAY}::smallint, s.probe, r.business_date, NULL::text{sums}
         FROM unnest($1::integer[], $2::text[], $3::smallint[], $4::date[], $5::date[])
           AS s (probe, pos_id, grain, first, last)
         JOIN {table} r ON r.pos_id = s.pos_id AND r.grain = s.grain AND r.business_date BETWEEN s.first AND s.last
         WHERE r.facts > 0
         UNION ALL
         SELECT {VERSION}::smallint, (p.place - 1)::integer, NULL, NULL, l.version{nothing}
         FROM unnest($6::text[]) WITH ORDINALITY AS p (pos_id, place) JOIN location l ON l.pos_id = p.pos_id
         UNION ALL
         SELECT {OPEN_SHIFT}::smallint, (p.place - 1)::integer, o.business_date, o.fact, 0{nothing}
         FROM unnest($6::text[]) WITH ORDINALITY AS p (pos_id, place)
         JOIN shift o ON o.pos_id = p.pos_id AND NOT o.closed AND o.business_date BETWEEN $7 AND $8"
    )
}

/// The sums of parts of days, by local hour.
///
/// # Errors
/// If the database is away.
pub async fn read_parts(
    connection: &mut Conn,
    plan: &Plan,
    parts: &[(LocationIndex, Part)],
) -> Result<Vec<(usize, u8, Figures)>, Fault> {
    let (mut places, mut pos_ids, mut dates, mut until) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (place, (location, part)) in parts.iter().enumerate() {
        let Some((pos_id, _)) = plan.locations.get(*location) else { continue };
        places.push(i32::try_from(place).unwrap_or(i32::MAX));
        pos_ids.push(pos_id.as_str());
        dates.push(sql_date(part.date));
        until.push(i16::from(part.until.number()));
    }
    let sums: String = Figures::COLUMNS.iter().map(|name| format!(", sum(r.{name})::bigint")).collect();
    let statement = format!(
        "SELECT p.place, (r.quarter / 4)::smallint{sums}
         FROM unnest($1::integer[], $2::text[], $3::date[], $4::smallint[]) AS p (place, pos_id, date, until)
         JOIN rollup_quarter r ON r.pos_id = p.pos_id AND r.grain = 0 AND r.business_date = p.date
           AND r.quarter < p.until
         GROUP BY 1, 2 HAVING sum(r.facts) > 0"
    );
    let rows = sqlx::query(AssertSqlSafe(statement))
        .bind(places)
        .bind(pos_ids)
        .bind(dates)
        .bind(until)
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
    /// Its figures, without open shifts.
    pub figures: Figures,
    /// Its open shifts, in the same snapshot.
    pub open_shifts: Vec<OpenShift>,
}

/// The figures of these days as they are now, with the versions of their locations and their open shifts, in one
/// snapshot.
///
/// # Errors
/// If the database is away, or holds a fact that cannot be read.
pub async fn days_now(
    database: &Database,
    days: &[(PosId, saffron_core::BusinessDate)],
) -> Result<Vec<DayNow>, Fault> {
    let pos_ids: Vec<&str> = days.iter().map(|(pos_id, _)| pos_id.as_str()).collect();
    let dates: Vec<jiff_sqlx::Date> = days.iter().map(|(_, date)| sql_date(*date)).collect();
    let sums: String = Figures::COLUMNS.iter().map(|name| format!(", coalesce(r.{name}, 0)")).collect();
    let statement = format!(
        "SELECT l.pos_id, l.version, d.business_date,
           ARRAY(SELECT o.fact FROM shift o
             WHERE o.pos_id = d.pos_id AND o.business_date = d.business_date AND NOT o.closed){sums}
         FROM unnest($1::text[], $2::date[]) AS d (pos_id, business_date)
         JOIN location l ON l.pos_id = d.pos_id
         LEFT JOIN rollup_day r ON r.pos_id = d.pos_id AND r.grain = 0 AND r.business_date = d.business_date"
    );
    let rows =
        sqlx::query(AssertSqlSafe(statement)).bind(pos_ids).bind(dates).fetch_all(database.pool()).await?;
    rows.iter()
        .map(|row| {
            let pos_id: PosId = stored(row.try_get::<String, _>(0)?.parse())?;
            let facts: Vec<String> = row.try_get(3)?;
            let open = |fact: &String| {
                Ok(OpenShift { pos_id: pos_id.clone(), shift: stored(serde_json::from_str(fact))? })
            };
            Ok(DayNow {
                version: row.try_get(1)?,
                business_date: business_date(row.try_get(2)?),
                figures: Figures::read(|column| row.try_get::<i64, _>(column + 4))?,
                open_shifts: facts.iter().map(open).collect::<Result<_, Fault>>()?,
                pos_id,
            })
        })
        .collect()
}
