//! Roll-ups: moved, folded into months and read by statements that their declaration makes (domain/rollup.rs), so that a
//! further sum or roll-up is declared in one place.

use saffron_core::{BusinessDate, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::{Conn, Tx};
use sqlx::postgres::PgRow;
use sqlx::{AssertSqlSafe, Row as _};

use super::{among, each_once, number, place};
use crate::domain::rollup::{DAYS, DIMENSIONS, ITEMS, LABOR, QUARTERS, Sum, TENDERS};
use crate::domain::{Figures, MAX_ROWS, Movement, Plan, Rollup, Rows, Segment, Side, too_many_rows};

/// Moves every roll-up by what its facts contribute: one statement a table, rows in the order of their keys. The locations
/// are locked by their versions, so that no other transaction moves them meanwhile.
pub async fn move_rollups(tx: &mut Tx, movement: Movement) -> Result<(), Fault> {
    move_rows(tx, &DAYS, movement.days).await?;
    move_rows(tx, &QUARTERS, movement.quarters).await?;
    move_rows(tx, &ITEMS, movement.items).await?;
    move_rows(tx, &DIMENSIONS, movement.dimensions).await?;
    move_rows(tx, &TENDERS, movement.tenders).await?;
    move_rows(tx, &LABOR, movement.labor).await
}

async fn move_rows<K>(tx: &mut Tx, rollup: &Rollup<K>, rows: Rows<K>) -> Result<(), Fault> {
    if rows.is_empty() {
        return Ok(());
    }
    let (mut pos_ids, mut dates) = (Vec::with_capacity(rows.len()), Vec::with_capacity(rows.len()));
    let mut keys = vec![Vec::<String>::with_capacity(rows.len()); rollup.key.len()];
    let mut sums = vec![Vec::<i64>::with_capacity(rows.len()); rollup.sums.len()];
    for (((pos_id, date), key), mut figures) in rows {
        pos_ids.push(pos_id);
        dates.push(date);
        keys.iter_mut().zip((rollup.texts)(&key)).for_each(|(column, text)| column.push(text));
        sums.iter_mut().zip(rollup.sums).for_each(|(column, sum)| column.push(*(sum.of)(&mut figures)));
    }
    let mut query = sqlx::query(AssertSqlSafe(move_statement(rollup))).bind(pos_ids).bind(dates);
    for column in keys {
        query = query.bind(column);
    }
    for column in sums {
        query = query.bind(column);
    }
    query.execute(tx.conn()).await?;
    Ok(())
}

impl<K> Rollup<K> {
    /// Columns of the key after location, grain and date, each preceded by a comma.
    fn key_columns(&self, write: impl Fn(&str, &str) -> String) -> String {
        self.key.iter().map(|(name, kind)| format!(", {}", write(name, kind))).collect()
    }

    /// Columns of sums, each preceded by a comma.
    fn sum_columns(&self, write: impl Fn(&str) -> String) -> String {
        self.sums.iter().map(|sum| format!(", {}", write(sum.name))).collect()
    }
}

fn move_statement<K>(rollup: &Rollup<K>) -> String {
    let table = rollup.table;
    let keys = rollup.key_columns(|name, _| name.into());
    let typed = rollup.key_columns(|name, kind| format!("{name}::{kind}"));
    let sums = rollup.sum_columns(str::to_owned);
    let moved = rollup.sums.iter().map(|Sum { name, .. }| format!("{name} = r.{name} + excluded.{name}"));
    let moved = moved.collect::<Vec<_>>().join(", ");
    let (named, last_day) = if rollup.is_named { (", last_day", ", business_date") } else { ("", "") };
    let kinds = std::iter::repeat_n("text", rollup.key.len());
    let kinds = kinds.chain(std::iter::repeat_n("bigint", rollup.sums.len()));
    let arrays: String = kinds.enumerate().map(|(n, kind)| format!(", ${}::{kind}[]", n + 3)).collect();
    format!(
        "INSERT INTO {table} AS r (pos_id, grain, business_date{keys}{named}{sums})
         SELECT pos_id, 0, business_date{typed}{last_day}{sums}
         FROM unnest($1::text[], $2::date[]{arrays}) AS n (pos_id, business_date{keys}{sums})
         ON CONFLICT (pos_id, grain, business_date{keys}) DO UPDATE SET {moved}"
    )
}

/// Makes the month rows of a location's closed month equal the sum of its days, in every roll-up.
pub async fn fold_rollups(tx: &mut Tx, pos_id: &PosId, month: BusinessDate) -> Result<(), Fault> {
    fold_rows(tx, &DAYS, pos_id, month).await?;
    fold_rows(tx, &QUARTERS, pos_id, month).await?;
    fold_rows(tx, &ITEMS, pos_id, month).await?;
    fold_rows(tx, &DIMENSIONS, pos_id, month).await?;
    fold_rows(tx, &TENDERS, pos_id, month).await?;
    fold_rows(tx, &LABOR, pos_id, month).await
}

async fn fold_rows<K>(
    tx: &mut Tx,
    rollup: &Rollup<K>,
    pos_id: &PosId,
    month: BusinessDate,
) -> Result<(), Fault> {
    let table = rollup.table;
    let clear = format!("DELETE FROM {table} WHERE pos_id = $1 AND grain = 1 AND business_date = $2");
    sqlx::query(AssertSqlSafe(clear)).bind(pos_id.as_str()).bind(month).execute(tx.conn()).await?;
    let keys = rollup.key_columns(|name, _| name.into());
    let sums = rollup.sum_columns(str::to_owned);
    let summed = rollup.sum_columns(|name| format!("sum({name})"));
    let (named, last_day) = if rollup.is_named { (", last_day", ", max(last_day)") } else { ("", "") };
    let fold = format!(
        "INSERT INTO {table} (pos_id, grain, business_date{keys}{named}{sums})
         SELECT pos_id, 1, $2{keys}{last_day}{summed}
         FROM {table}
         WHERE pos_id = $1 AND grain = 0 AND business_date >= $2 AND business_date < $2 + interval '1 month'
           AND facts > 0
         GROUP BY pos_id{keys}"
    );
    sqlx::query(AssertSqlSafe(fold)).bind(pos_id.as_str()).bind(month).execute(tx.conn()).await?;
    Ok(())
}

/// The rows of a roll-up that a report reads, and what it groups them by.
#[derive(Default)]
pub struct Reading {
    /// SQL over the roll-up `r`, each giving a text: what the report splits by.
    pub members: &'static [&'static str],
    /// SQL over the roll-up `r`, each giving a text: names that go with the members.
    pub names: &'static [&'static str],
    /// A condition over the roll-up `r`.
    pub only: String,
}

/// One row that was read.
pub struct Read {
    /// Of its segment.
    pub probe: usize,
    /// Its day; the last one where days are put together.
    pub date: BusinessDate,
    /// What the report splits by.
    pub members: Vec<String>,
    /// Names that go with them.
    pub names: Vec<String>,
    pub sums: Figures,
}

/// Reads a roll-up: sums by the segments' probes, members and names, and by day where the plan is by day.
pub async fn read<K>(
    connection: &mut Conn,
    rollup: &Rollup<K>,
    plan: &Plan,
    segments: &[Segment],
    reading: &Reading,
) -> Result<Vec<Read>, Fault> {
    let (probes, pos_ids, grains, first, last) = segment_columns(plan, segments);
    let locations = each_once(&pos_ids);
    let rows = sqlx::query(AssertSqlSafe(read_statement(rollup, plan.is_by_day(), reading, &locations)))
        .bind(probes)
        .bind(pos_ids)
        .bind(grains)
        .bind(first)
        .bind(last)
        .bind(locations)
        .fetch_all(connection)
        .await?;
    if rows.len() > MAX_READ {
        return Err(Fault::Refused(too_many_rows()));
    }
    rows.iter().map(|row| read_row(row, rollup.sums, reading)).collect()
}

/// The most rows that are read for one answer: each of its rows has up to this many sides.
pub(super) const MAX_READ: usize = MAX_ROWS * Side::COUNT;

fn read_statement<K>(rollup: &Rollup<K>, by_day: bool, reading: &Reading, locations: &[PosId]) -> String {
    let table = rollup.table;
    let split: String = reading.members.iter().chain(reading.names).map(|sql| format!(", {sql}")).collect();
    let places: String =
        (0..reading.members.len() + reading.names.len()).map(|n| format!(", {}", n + 3)).collect();
    let last = if rollup.is_named { "last_day" } else { "business_date" };
    let date =
        if by_day { "r.business_date".into() } else { format!("max(r.{last}) FILTER (WHERE r.facts > 0)") };
    let group = if by_day { format!("1, 2{places}") } else { format!("1{places}") };
    let sums = rollup.sum_columns(|name| format!("sum(r.{name})::bigint"));
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

fn read_row(row: &PgRow, sums: &[Sum], reading: &Reading) -> Result<Read, Fault> {
    let members_end = 2 + reading.members.len();
    let names_end = members_end + reading.names.len();
    let texts =
        |from: usize, to: usize| (from..to).map(|n| row.try_get(n)).collect::<Result<Vec<String>, _>>();
    Ok(Read {
        probe: place(row.try_get(0)?),
        date: row.try_get(1)?,
        members: texts(2, members_end)?,
        names: texts(members_end, names_end)?,
        sums: Sum::read(sums, |n| row.try_get(names_end + n))?,
    })
}

/// Probes, locations, grains, first and last days of segments.
pub(super) type SegmentColumns = (Vec<i32>, Vec<PosId>, Vec<i16>, Vec<BusinessDate>, Vec<BusinessDate>);

pub(super) fn segment_columns(plan: &Plan, segments: &[Segment]) -> SegmentColumns {
    let rows = segments.iter().filter_map(|segment| {
        let (pos_id, _) = plan.locations.get(segment.location)?;
        let (grain, span) = (segment.grain as i16, segment.span);
        Some((number(segment.probe), pos_id.clone(), grain, span.from, span.to))
    });
    rows.collect()
}
