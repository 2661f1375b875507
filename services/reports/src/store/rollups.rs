//! Roll-ups: changed, summed to months and read by statements that are made from their declaration (domain/rollup.rs), so that
//! a further sum or roll-up is declared once.

use saffron_core::{BusinessDate, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::{Conn, Tx};
use sqlx::postgres::PgRow;
use sqlx::{AssertSqlSafe, Row as _};

use super::{distinct, index_of, location_filter, sql_index};
use crate::domain::rollup::{CASH, DAYS, DIMENSIONS, ENTRIES, ITEMS, LABOR, QUARTERS, Sum, TENDERS};
use crate::domain::{Deltas, Figures, MAX_ROWS, Plan, ReadSpan, Rollup, RollupDeltas, Side, too_many_rows};

/// Adds changes to every roll-up: one statement a table, rows in the order of their keys. The caller has locked the locations by
/// [`super::raise_versions`].
pub async fn add_to_rollups(tx: &mut Tx, changes: RollupDeltas) -> Result<(), Fault> {
    add_to_rows(tx, &DAYS, changes.days).await?;
    add_to_rows(tx, &QUARTERS, changes.quarters).await?;
    add_to_rows(tx, &ITEMS, changes.items).await?;
    add_to_rows(tx, &DIMENSIONS, changes.dimensions).await?;
    add_to_rows(tx, &TENDERS, changes.tenders).await?;
    add_to_rows(tx, &LABOR, changes.labor).await?;
    add_to_rows(tx, &ENTRIES, changes.entries).await?;
    add_to_rows(tx, &CASH, changes.cash).await
}

async fn add_to_rows<K>(tx: &mut Tx, rollup: &Rollup<K>, rows: Deltas<K>) -> Result<(), Fault> {
    if rows.is_empty() {
        return Ok(());
    }
    let (mut pos_ids, mut dates) = (Vec::with_capacity(rows.len()), Vec::with_capacity(rows.len()));
    let mut keys = vec![Vec::<String>::with_capacity(rows.len()); rollup.key.len() + rollup.labels.len()];
    let mut sums = vec![Vec::<i64>::with_capacity(rows.len()); rollup.sums.len()];
    for (((pos_id, date), key), mut figures) in rows {
        pos_ids.push(pos_id);
        dates.push(date);
        keys.iter_mut().zip((rollup.texts)(&key)).for_each(|(column, text)| column.push(text));
        sums.iter_mut().zip(rollup.sums).for_each(|(column, sum)| column.push(*(sum.of)(&mut figures)));
    }
    let mut query = sqlx::query(AssertSqlSafe(add_statement(rollup))).bind(pos_ids).bind(dates);
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
    fn key_columns(&self) -> String {
        self.key.iter().map(|(name, _)| format!(", {name}")).collect()
    }

    /// The same and those that follow from the key, with their types.
    fn split_columns(&self, write: impl Fn(&str, &str) -> String) -> String {
        let labels = self.labels.iter().map(|name| (*name, "text"));
        self.key
            .iter()
            .copied()
            .chain(labels)
            .map(|(name, kind)| format!(", {}", write(name, kind)))
            .collect()
    }

    /// Columns of sums, each preceded by a comma.
    fn sum_columns(&self, write: impl Fn(&str) -> String) -> String {
        self.sums.iter().map(|sum| format!(", {}", write(sum.name))).collect()
    }
}

/// The statement that adds changes to rows of days, and inserts missing rows.
fn add_statement<K>(rollup: &Rollup<K>) -> String {
    let table = rollup.table;
    let (keys, split) = (rollup.key_columns(), rollup.split_columns(|name, _| name.into()));
    let typed = rollup.split_columns(|name, kind| format!("{name}::{kind}"));
    let sums = rollup.sum_columns(str::to_owned);
    let moved = rollup.sums.iter().map(|Sum { name, .. }| format!("{name} = r.{name} + excluded.{name}"));
    let moved = moved.collect::<Vec<_>>().join(", ");
    let (named, last_day) = if rollup.is_named { (", last_day", ", business_date") } else { ("", "") };
    let kinds = std::iter::repeat_n("text", rollup.key.len() + rollup.labels.len());
    let kinds = kinds.chain(std::iter::repeat_n("bigint", rollup.sums.len()));
    let arrays: String = kinds.enumerate().map(|(n, kind)| format!(", ${}::{kind}[]", n + 3)).collect();
    format!(
        "INSERT INTO {table} AS r (pos_id, grain, business_date{split}{named}{sums})
         SELECT pos_id, 0, business_date{typed}{last_day}{sums}
         FROM unnest($1::text[], $2::date[]{arrays}) AS n (pos_id, business_date{split}{sums})
         ON CONFLICT (pos_id, grain, business_date{keys}) DO UPDATE SET {moved}"
    )
}

/// Makes the month rows of a location's closed month equal the sum of its days, in every roll-up.
pub async fn write_month_rows(tx: &mut Tx, pos_id: &PosId, month: BusinessDate) -> Result<(), Fault> {
    write_rows_of_month(tx, &DAYS, pos_id, month).await?;
    write_rows_of_month(tx, &QUARTERS, pos_id, month).await?;
    write_rows_of_month(tx, &ITEMS, pos_id, month).await?;
    write_rows_of_month(tx, &DIMENSIONS, pos_id, month).await?;
    write_rows_of_month(tx, &TENDERS, pos_id, month).await?;
    write_rows_of_month(tx, &LABOR, pos_id, month).await?;
    write_rows_of_month(tx, &ENTRIES, pos_id, month).await?;
    write_rows_of_month(tx, &CASH, pos_id, month).await
}

async fn write_rows_of_month<K>(
    tx: &mut Tx,
    rollup: &Rollup<K>,
    pos_id: &PosId,
    month: BusinessDate,
) -> Result<(), Fault> {
    let table = rollup.table;
    let clear = format!("DELETE FROM {table} WHERE pos_id = $1 AND grain = 1 AND business_date = $2");
    sqlx::query(AssertSqlSafe(clear)).bind(pos_id.as_str()).bind(month).execute(tx.conn()).await?;
    let split = rollup.split_columns(|name, _| name.into());
    let sums = rollup.sum_columns(str::to_owned);
    let summed = rollup.sum_columns(|name| format!("sum({name})"));
    let (named, last_day) = if rollup.is_named { (", last_day", ", max(last_day)") } else { ("", "") };
    let fold = format!(
        "INSERT INTO {table} (pos_id, grain, business_date{split}{named}{sums})
         SELECT pos_id, 1, $2{split}{last_day}{summed}
         FROM {table}
         WHERE pos_id = $1 AND grain = 0 AND business_date >= $2 AND business_date < $2 + interval '1 month'
           AND facts > 0
         GROUP BY pos_id{split}"
    );
    sqlx::query(AssertSqlSafe(fold)).bind(pos_id.as_str()).bind(month).execute(tx.conn()).await?;
    Ok(())
}

/// Which rows of a roll-up a report reads, and what it groups them by.
#[derive(Default)]
pub struct RowQuery {
    /// SQL over the roll-up `r`, each giving a text: what the report splits by.
    pub members: Vec<&'static str>,
    /// SQL over the roll-up `r`, each giving a text: names that go with the members.
    pub names: Vec<&'static str>,
    /// A condition over the roll-up `r`.
    pub only: String,
}

/// One row that was read.
pub struct ReadRow {
    /// [`ReadSpan::target`] of the span it was read for.
    pub target: usize,
    /// The business date; the last one where days are summed.
    pub date: BusinessDate,
    /// What the report splits by.
    pub members: Vec<String>,
    /// Names that go with them.
    pub names: Vec<String>,
    pub sums: Figures,
}

/// Reads a roll-up: sums by the spans' targets, members and names, and by day where the plan is by day.
pub async fn read_rollup<K>(
    connection: &mut Conn,
    rollup: &Rollup<K>,
    plan: &Plan,
    read_spans: &[ReadSpan],
    query: &RowQuery,
) -> Result<Vec<ReadRow>, Fault> {
    let (targets, pos_ids, periods, first, last) = span_columns(plan, read_spans);
    let locations = distinct(&pos_ids);
    let rows = sqlx::query(AssertSqlSafe(read_statement(rollup, plan.is_by_day(), query, &locations)))
        .bind(targets)
        .bind(pos_ids)
        .bind(periods)
        .bind(first)
        .bind(last)
        .bind(locations)
        .fetch_all(connection)
        .await?;
    if rows.len() > MAX_READ {
        return Err(Fault::Refused(too_many_rows()));
    }
    rows.iter().map(|row| read_row(row, rollup.sums, query)).collect()
}

/// The most rows that are read for one answer: up to [`Side::COUNT`] for each row of the answer.
pub(super) const MAX_READ: usize = MAX_ROWS * Side::COUNT;

fn read_statement<K>(rollup: &Rollup<K>, by_day: bool, query: &RowQuery, locations: &[PosId]) -> String {
    let table = rollup.table;
    let split: String = query.members.iter().chain(&query.names).map(|sql| format!(", {sql}")).collect();
    let indexes: String =
        (0..query.members.len() + query.names.len()).map(|n| format!(", {}", n + 3)).collect();
    let last = if rollup.is_named { "last_day" } else { "business_date" };
    let date =
        if by_day { "r.business_date".into() } else { format!("max(r.{last}) FILTER (WHERE r.facts > 0)") };
    let group = if by_day { format!("1, 2{indexes}") } else { format!("1{indexes}") };
    let sums = rollup.sum_columns(|name| format!("sum(r.{name})::bigint"));
    let only = &query.only;
    let filter_r = location_filter("r", "$6", locations);
    format!(
        "SELECT s.probe, {date}{split}{sums}
         FROM unnest($1::integer[], $2::text[], $3::smallint[], $4::date[], $5::date[])
           AS s (probe, pos_id, grain, first, last)
         JOIN {table} r ON r.pos_id = s.pos_id AND r.grain = s.grain
           AND r.business_date BETWEEN s.first AND s.last{filter_r} {only}
         GROUP BY {group} HAVING sum(r.facts) > 0
         LIMIT {}",
        MAX_READ + 1
    )
}

fn read_row(row: &PgRow, sums: &[Sum], query: &RowQuery) -> Result<ReadRow, Fault> {
    let members_end = 2 + query.members.len();
    let names_end = members_end + query.names.len();
    let texts =
        |from: usize, to: usize| (from..to).map(|n| row.try_get(n)).collect::<Result<Vec<String>, _>>();
    Ok(ReadRow {
        target: index_of(row.try_get(0)?),
        date: row.try_get(1)?,
        members: texts(2, members_end)?,
        names: texts(members_end, names_end)?,
        sums: Sum::read(sums, |n| row.try_get(names_end + n))?,
    })
}

/// Columns of read spans: targets, locations, periods, first and last days.
pub(super) type SpanColumns = (Vec<i32>, Vec<PosId>, Vec<i16>, Vec<BusinessDate>, Vec<BusinessDate>);

pub(super) fn span_columns(plan: &Plan, read_spans: &[ReadSpan]) -> SpanColumns {
    let rows = read_spans.iter().filter_map(|read_span| {
        let (pos_id, _) = plan.locations.get(read_span.location)?;
        let (period, span) = (read_span.period as i16, read_span.span);
        Some((sql_index(read_span.target), pos_id.clone(), period, span.from, span.to))
    });
    rows.collect()
}
