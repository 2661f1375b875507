//! Roll-ups: moved, folded into months and read by statements that their declaration makes (domain/rollup.rs),
//! so that a further sum or roll-up is declared in one place.

use jiff_sqlx::ToSqlx as _;
use saffron_core::{BusinessDate, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::{Conn, Tx};
use sqlx::postgres::PgRow;
use sqlx::{AssertSqlSafe, Row as _};

use super::{among, business_date, each_once, sql_date};
use crate::domain::rollup::{Days, Dimensions, Items, Labor, Quarters, Tenders};
use crate::domain::{MAX_ROWS, Movement, Plan, Rollup, Rows, Segment, Side, Sums, too_many_rows};

/// Moves every roll-up by what its facts contribute: one statement a table, rows in the order of their keys.
/// The locations are locked by their versions, so that nobody else moves them meanwhile.
pub async fn move_rollups(tx: &mut Tx, movement: Movement) -> Result<(), Fault> {
    move_rows::<Days>(tx, movement.days).await?;
    move_rows::<Quarters>(tx, movement.quarters).await?;
    move_rows::<Items>(tx, movement.items).await?;
    move_rows::<Dimensions>(tx, movement.dimensions).await?;
    move_rows::<Tenders>(tx, movement.tenders).await?;
    move_rows::<Labor>(tx, movement.labor).await
}

async fn move_rows<R: Rollup>(tx: &mut Tx, rows: Rows<R>) -> Result<(), Fault> {
    if rows.is_empty() {
        return Ok(());
    }
    let (mut pos_ids, mut dates) = (Vec::with_capacity(rows.len()), Vec::with_capacity(rows.len()));
    let mut keys: Vec<Vec<String>> = R::KEY.iter().map(|_| Vec::with_capacity(rows.len())).collect();
    let mut sums: Vec<Vec<i64>> = R::Sums::COLUMNS.iter().map(|_| Vec::with_capacity(rows.len())).collect();
    for (((pos_id, date), key), figures) in rows {
        pos_ids.push(String::from(pos_id));
        dates.push(sql_date(date));
        keys.iter_mut().zip(R::texts(&key)).for_each(|(column, text)| column.push(text));
        figures.append_to(&mut sums);
    }
    let statement = AssertSqlSafe(move_statement::<R>());
    let mut query = sqlx::query(statement).bind(pos_ids).bind(dates);
    for column in keys {
        query = query.bind(column);
    }
    for column in sums {
        query = query.bind(column);
    }
    query.execute(tx.conn()).await?;
    Ok(())
}

/// Columns of the key after location, grain and date, each preceded by a comma.
fn key_columns<R: Rollup>(write: impl Fn(&str, &str) -> String) -> String {
    R::KEY.iter().map(|(name, kind)| format!(", {}", write(name, kind))).collect()
}

/// Columns of sums, each preceded by a comma.
fn sum_columns<R: Rollup>(write: impl Fn(&str) -> String) -> String {
    R::Sums::COLUMNS.iter().map(|name| format!(", {}", write(name))).collect()
}

fn move_statement<R: Rollup>() -> String {
    let table = R::TABLE;
    let keys = key_columns::<R>(|name, _| name.into());
    let typed = key_columns::<R>(|name, kind| format!("{name}::{kind}"));
    let sums = sum_columns::<R>(str::to_owned);
    let moved: Vec<String> =
        R::Sums::COLUMNS.iter().map(|name| format!("{name} = r.{name} + excluded.{name}")).collect();
    let (named, last_day) = if R::NAMED { (", last_day", ", business_date") } else { ("", "") };
    let arrays: String = (0..R::KEY.len())
        .map(|n| format!(", ${}::text[]", n + 3))
        .chain((0..R::Sums::COLUMNS.len()).map(|n| format!(", ${}::bigint[]", n + 3 + R::KEY.len())))
        .collect();
    format!(
        "INSERT INTO {table} AS r (pos_id, grain, business_date{keys}{named}{sums})
         SELECT pos_id, 0, business_date{typed}{last_day}{sums}
         FROM unnest($1::text[], $2::date[]{arrays}) AS n (pos_id, business_date{keys}{sums})
         ON CONFLICT (pos_id, grain, business_date{keys}) DO UPDATE SET {}",
        moved.join(", ")
    )
}

/// Makes the month rows of a location's closed month equal the sum of its days, in every roll-up.
pub async fn fold_rollups(tx: &mut Tx, pos_id: &PosId, month: BusinessDate) -> Result<(), Fault> {
    fold_rows::<Days>(tx, pos_id, month).await?;
    fold_rows::<Quarters>(tx, pos_id, month).await?;
    fold_rows::<Items>(tx, pos_id, month).await?;
    fold_rows::<Dimensions>(tx, pos_id, month).await?;
    fold_rows::<Tenders>(tx, pos_id, month).await?;
    fold_rows::<Labor>(tx, pos_id, month).await
}

async fn fold_rows<R: Rollup>(tx: &mut Tx, pos_id: &PosId, month: BusinessDate) -> Result<(), Fault> {
    let table = R::TABLE;
    let clear = format!("DELETE FROM {table} WHERE pos_id = $1 AND grain = 1 AND business_date = $2");
    sqlx::query(AssertSqlSafe(clear)).bind(pos_id.as_str()).bind(sql_date(month)).execute(tx.conn()).await?;
    let keys = key_columns::<R>(|name, _| name.into());
    let sums = sum_columns::<R>(str::to_owned);
    let summed = sum_columns::<R>(|name| format!("sum({name})"));
    let (named, last_day) = if R::NAMED { (", last_day", ", max(last_day)") } else { ("", "") };
    let fold = format!(
        "INSERT INTO {table} (pos_id, grain, business_date{keys}{named}{sums})
         SELECT pos_id, 1, $2{keys}{last_day}{summed}
         FROM {table}
         WHERE pos_id = $1 AND grain = 0 AND business_date >= $2 AND business_date < $2 + interval '1 month'
           AND facts > 0
         GROUP BY pos_id{keys}"
    );
    sqlx::query(AssertSqlSafe(fold)).bind(pos_id.as_str()).bind(sql_date(month)).execute(tx.conn()).await?;
    Ok(())
}

/// Which rows of a roll-up a report reads, and what it groups them by.
pub struct Reading {
    /// SQL over the roll-up `r`, each giving a text: what the report splits by.
    pub members: &'static [&'static str],
    /// SQL over the roll-up `r`, each giving a text: names that go with the members.
    pub names: &'static [&'static str],
    /// A condition over the roll-up `r`.
    pub only: String,
}

/// One row that was read.
pub struct Read<S> {
    /// Of its segment.
    pub probe: usize,
    /// Its day; the last one where days are put together.
    pub date: BusinessDate,
    /// What the report splits by.
    pub members: Vec<String>,
    /// Names that go with them.
    pub names: Vec<String>,
    /// The sums.
    pub sums: S,
}

/// Reads a roll-up: sums by the segments' probes, members and names, and by day where the plan is by day.
pub async fn read<R: Rollup>(
    connection: &mut Conn,
    plan: &Plan,
    segments: &[Segment],
    reading: &Reading,
) -> Result<Vec<Read<R::Sums>>, Fault> {
    let columns = SegmentColumns::of(plan, segments);
    let locations = each_once(&columns.pos_ids);
    let rows = sqlx::query(AssertSqlSafe(read_statement::<R>(plan.is_by_day(), reading, &locations)))
        .bind(columns.probes)
        .bind(columns.pos_ids)
        .bind(columns.grains)
        .bind(columns.first)
        .bind(columns.last)
        .bind(&locations)
        .fetch_all(connection)
        .await?;
    if rows.len() > MAX_READ {
        return Err(Fault::Refused(too_many_rows()));
    }
    rows.iter().map(|row| read_row::<R>(row, reading)).collect()
}

/// The most rows that are read for one answer: each of its rows has up to this many sides.
pub(super) const MAX_READ: usize = MAX_ROWS * Side::COUNT;

fn read_statement<R: Rollup>(by_day: bool, reading: &Reading, locations: &[String]) -> String {
    let table = R::TABLE;
    let split: String = reading.members.iter().chain(reading.names).map(|sql| format!(", {sql}")).collect();
    let places: String =
        (0..reading.members.len() + reading.names.len()).map(|n| format!(", {}", n + 3)).collect();
    let last = if R::NAMED { "last_day" } else { "business_date" };
    let date =
        if by_day { "r.business_date".into() } else { format!("max(r.{last}) FILTER (WHERE r.facts > 0)") };
    let group = if by_day { format!("1, 2{places}") } else { format!("1{places}") };
    let sums = sum_columns::<R>(|name| format!("sum(r.{name})::bigint"));
    let only = &reading.only;
    let among_r = among("r", "$6", locations);
    format!(
        "SELECT s.probe, {date}{split}{sums}
         FROM unnest($1::integer[], $2::text[], $3::smallint[], $4::date[], $5::date[])
           AS s (probe, pos_id, grain, first, last)
         JOIN {table} r ON r.pos_id = s.pos_id AND r.grain = s.grain
           AND r.business_date BETWEEN s.first AND s.last{among_r} {only}
         GROUP BY {group} HAVING sum(r.facts) > 0
         LIMIT {}",
        MAX_READ + 1
    )
}

fn read_row<R: Rollup>(row: &PgRow, reading: &Reading) -> Result<Read<R::Sums>, Fault> {
    let members_end = 2 + reading.members.len();
    let names_end = members_end + reading.names.len();
    let texts =
        |from: usize, to: usize| (from..to).map(|n| row.try_get(n)).collect::<Result<Vec<String>, _>>();
    Ok(Read {
        probe: usize::try_from(row.try_get::<i32, _>(0)?).unwrap_or_default(),
        date: business_date(row.try_get(1)?),
        members: texts(2, members_end)?,
        names: texts(members_end, names_end)?,
        sums: R::Sums::read(|n| row.try_get::<i64, _>(names_end + n))?,
    })
}

/// Segments as columns.
#[derive(Default)]
pub(super) struct SegmentColumns {
    pub probes: Vec<i32>,
    pub pos_ids: Vec<String>,
    pub grains: Vec<i16>,
    pub first: Vec<jiff_sqlx::Date>,
    pub last: Vec<jiff_sqlx::Date>,
}

impl SegmentColumns {
    pub(super) fn of(plan: &Plan, segments: &[Segment]) -> SegmentColumns {
        let mut columns = SegmentColumns::default();
        for segment in segments {
            let Some((pos_id, _)) = plan.locations.get(segment.location) else { continue };
            columns.probes.push(i32::try_from(segment.probe).unwrap_or(i32::MAX));
            columns.pos_ids.push(pos_id.to_string());
            columns.grains.push(segment.grain.code());
            columns.first.push(segment.span.from.date().to_sqlx());
            columns.last.push(segment.span.to.date().to_sqlx());
        }
        columns
    }
}
