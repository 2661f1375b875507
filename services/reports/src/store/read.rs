//! Reading roll-ups: each statement answers all probes of a report at once.

use std::collections::BTreeMap;

use saffron_core::{BusinessDate, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Database;

use super::{business_date, sql_date, stored};
use crate::domain::{Figures, ItemFigures, OpenShift, Probe};

/// Sums by the index of their probe.
pub type Sums<Key, Row> = BTreeMap<(usize, Key), Row>;

/// Probes as columns. `until` is 128 where the whole last day counts.
#[derive(Default)]
struct ProbeColumns {
    index: Vec<i32>,
    pos_id: Vec<String>,
    first: Vec<jiff_sqlx::Date>,
    last: Vec<jiff_sqlx::Date>,
    until: Vec<i16>,
}

impl ProbeColumns {
    fn of(probes: &[Probe]) -> ProbeColumns {
        let mut columns = ProbeColumns::default();
        for (index, probe) in probes.iter().enumerate() {
            columns.index.push(i32::try_from(index).unwrap_or(i32::MAX));
            columns.pos_id.push(probe.pos_id.to_string());
            columns.first.push(sql_date(probe.span.from));
            columns.last.push(sql_date(probe.span.to));
            columns.until.push(probe.until.map_or(128, |quarter| i16::from(quarter.number())));
        }
        columns
    }
}

/// The figures of whole days; a probe that ends within a day has that day's quarters before its end. Probes
/// without any fact are absent.
///
/// # Errors
/// If the database is away.
pub async fn day_sums(database: &Database, probes: &[Probe]) -> Result<Sums<(), Figures>, Fault> {
    let columns = ProbeColumns::of(probes);
    let rows = sqlx::query!(
        r#"SELECT s.probe AS "probe!",
                coalesce(sum(s.facts), 0)::bigint AS "facts!",
                coalesce(sum(s.gross_sales), 0)::bigint AS "gross_sales!",
                coalesce(sum(s.gross_discounts), 0)::bigint AS "gross_discounts!",
                coalesce(sum(s.gross_tax), 0)::bigint AS "gross_tax!",
                coalesce(sum(s.gross_voids), 0)::bigint AS "gross_voids!",
                coalesce(sum(s.gross_tips), 0)::bigint AS "gross_tips!",
                coalesce(sum(s.gross_reward_used), 0)::bigint AS "gross_reward_used!",
                coalesce(sum(s.gross_payment), 0)::bigint AS "gross_payment!",
                coalesce(sum(s.gross_cost), 0)::bigint AS "gross_cost!",
                coalesce(sum(s.gross_labor), 0)::bigint AS "gross_labor!",
                coalesce(sum(s.labor_minutes), 0)::bigint AS "labor_minutes!",
                coalesce(sum(s.sales_without_cost), 0)::bigint AS "sales_without_cost!",
                coalesce(sum(s.checks), 0)::bigint AS "checks!",
                coalesce(sum(s.covers), 0)::bigint AS "covers!"
           FROM (
             SELECT p.probe, d.*
             FROM unnest($1::integer[], $2::text[], $3::date[], $4::date[], $5::smallint[])
               AS p (probe, pos_id, first, last, until)
             CROSS JOIN LATERAL (
               SELECT r.facts, r.gross_sales, r.gross_discounts, r.gross_tax, r.gross_voids, r.gross_tips, r.gross_reward_used, r.gross_payment, r.gross_cost, r.gross_labor, r.labor_minutes, r.sales_without_cost, r.checks, r.covers
               FROM rollup_day r
               WHERE r.pos_id = p.pos_id AND r.business_date >= p.first
                 AND r.business_date <= CASE WHEN p.until = 128 THEN p.last ELSE p.last - 1 END
               UNION ALL
               SELECT q.facts, q.gross_sales, q.gross_discounts, q.gross_tax, q.gross_voids, q.gross_tips, q.gross_reward_used, q.gross_payment, q.gross_cost, q.gross_labor, q.labor_minutes, q.sales_without_cost, q.checks, q.covers
               FROM rollup_quarter q
               WHERE p.until < 128 AND q.pos_id = p.pos_id AND q.business_date = p.last AND q.quarter < p.until
             ) AS d
           ) AS s
           GROUP BY s.probe HAVING sum(s.facts) > 0"#,
        &columns.index,
        &columns.pos_id,
        &columns.first as &[jiff_sqlx::Date],
        &columns.last as &[jiff_sqlx::Date],
        &columns.until
    )
    .fetch_all(database.pool())
    .await?;
    let read = rows.into_iter().map(|row| {
        let figures = Figures {
            facts: row.facts,
            gross_sales: row.gross_sales,
            gross_discounts: row.gross_discounts,
            gross_tax: row.gross_tax,
            gross_voids: row.gross_voids,
            gross_tips: row.gross_tips,
            gross_reward_used: row.gross_reward_used,
            gross_payment: row.gross_payment,
            gross_cost: row.gross_cost,
            gross_labor: row.gross_labor,
            labor_minutes: row.labor_minutes,
            sales_without_cost: row.sales_without_cost,
            checks: row.checks,
            covers: row.covers,
        };
        ((usize::try_from(row.probe).unwrap_or(0), ()), figures)
    });
    Ok(read.collect())
}

/// The figures of each local hour, by its number from 00:00 of the business date.
///
/// # Errors
/// If the database is away.
pub async fn hour_sums(database: &Database, probes: &[Probe]) -> Result<Sums<u8, Figures>, Fault> {
    let columns = ProbeColumns::of(probes);
    let rows = sqlx::query!(
        r#"SELECT p.probe AS "probe!", r.quarter / 4 AS "hour!",
                coalesce(sum(r.facts), 0)::bigint AS "facts!",
                coalesce(sum(r.gross_sales), 0)::bigint AS "gross_sales!",
                coalesce(sum(r.gross_discounts), 0)::bigint AS "gross_discounts!",
                coalesce(sum(r.gross_tax), 0)::bigint AS "gross_tax!",
                coalesce(sum(r.gross_voids), 0)::bigint AS "gross_voids!",
                coalesce(sum(r.gross_tips), 0)::bigint AS "gross_tips!",
                coalesce(sum(r.gross_reward_used), 0)::bigint AS "gross_reward_used!",
                coalesce(sum(r.gross_payment), 0)::bigint AS "gross_payment!",
                coalesce(sum(r.gross_cost), 0)::bigint AS "gross_cost!",
                coalesce(sum(r.gross_labor), 0)::bigint AS "gross_labor!",
                coalesce(sum(r.labor_minutes), 0)::bigint AS "labor_minutes!",
                coalesce(sum(r.sales_without_cost), 0)::bigint AS "sales_without_cost!",
                coalesce(sum(r.checks), 0)::bigint AS "checks!",
                coalesce(sum(r.covers), 0)::bigint AS "covers!"
           FROM unnest($1::integer[], $2::text[], $3::date[], $4::date[], $5::smallint[])
             AS p (probe, pos_id, first, last, until)
           JOIN rollup_quarter r ON r.pos_id = p.pos_id AND r.business_date BETWEEN p.first AND p.last
             AND (r.business_date < p.last OR r.quarter < p.until)
           GROUP BY p.probe, r.quarter / 4 HAVING sum(r.facts) > 0"#,
        &columns.index,
        &columns.pos_id,
        &columns.first as &[jiff_sqlx::Date],
        &columns.last as &[jiff_sqlx::Date],
        &columns.until
    )
    .fetch_all(database.pool())
    .await?;
    let read = rows.into_iter().map(|row| {
        let figures = Figures {
            facts: row.facts,
            gross_sales: row.gross_sales,
            gross_discounts: row.gross_discounts,
            gross_tax: row.gross_tax,
            gross_voids: row.gross_voids,
            gross_tips: row.gross_tips,
            gross_reward_used: row.gross_reward_used,
            gross_payment: row.gross_payment,
            gross_cost: row.gross_cost,
            gross_labor: row.gross_labor,
            labor_minutes: row.labor_minutes,
            sales_without_cost: row.sales_without_cost,
            checks: row.checks,
            covers: row.covers,
        };
        let hour = u8::try_from(row.hour).unwrap_or(31);
        ((usize::try_from(row.probe).unwrap_or(0), hour), figures)
    });
    Ok(read.collect())
}

/// An item as a report names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemRow {
    /// As last sold within the probe.
    pub name: String,
    /// As last sold within the probe.
    pub major_category: String,
    /// As last sold within the probe.
    pub minor_category: String,
    /// What it sold.
    pub figures: ItemFigures,
}

/// The figures of each item, of whole days: items are not kept by quarter.
///
/// # Errors
/// If the database is away.
pub async fn item_sums(database: &Database, probes: &[Probe]) -> Result<Sums<String, ItemRow>, Fault> {
    let columns = ProbeColumns::of(probes);
    let rows = sqlx::query!(
        r#"SELECT p.probe AS "probe!", r.pos_item_id,
                (max(ARRAY[r.business_date::text, r.item_name, r.major_category, r.minor_category]
                  COLLATE "C") FILTER (WHERE r.facts > 0)) AS "last_sold!",
                coalesce(sum(r.facts), 0)::bigint AS "facts!",
                coalesce(sum(r.quantity), 0)::bigint AS "quantity!",
                coalesce(sum(r.gross_sales), 0)::bigint AS "gross_sales!",
                coalesce(sum(r.gross_discounts), 0)::bigint AS "gross_discounts!",
                coalesce(sum(r.gross_cost), 0)::bigint AS "gross_cost!",
                coalesce(sum(r.sales_without_cost), 0)::bigint AS "sales_without_cost!"
           FROM unnest($1::integer[], $2::text[], $3::date[], $4::date[])
             AS p (probe, pos_id, first, last)
           JOIN rollup_item r ON r.pos_id = p.pos_id AND r.business_date BETWEEN p.first AND p.last
           GROUP BY p.probe, r.pos_item_id HAVING sum(r.facts) > 0"#,
        &columns.index,
        &columns.pos_id,
        &columns.first as &[jiff_sqlx::Date],
        &columns.last as &[jiff_sqlx::Date],
    )
    .fetch_all(database.pool())
    .await?;
    let read = rows.into_iter().map(|row| {
        let mut last_sold = row.last_sold.into_iter().skip(1);
        let mut next = || last_sold.next().unwrap_or_default();
        let item = ItemRow {
            name: next(),
            major_category: next(),
            minor_category: next(),
            figures: ItemFigures {
                facts: row.facts,
                quantity: row.quantity,
                gross_sales: row.gross_sales,
                gross_discounts: row.gross_discounts,
                gross_cost: row.gross_cost,
                sales_without_cost: row.sales_without_cost,
            },
        };
        ((usize::try_from(row.probe).unwrap_or(0), row.pos_item_id), item)
    });
    Ok(read.collect())
}

/// The shifts of these locations that nobody has closed, of business dates within the bounds.
///
/// # Errors
/// If the database is away, or holds a fact that cannot be read.
pub async fn open_shifts(
    database: &Database,
    pos_ids: &[PosId],
    from: BusinessDate,
    to: BusinessDate,
) -> Result<Vec<OpenShift>, Fault> {
    let pos_ids: Vec<String> = pos_ids.iter().map(ToString::to_string).collect();
    let rows = sqlx::query!(
        "SELECT pos_id, fact FROM shift
         WHERE NOT closed AND pos_id = ANY($1) AND business_date BETWEEN $2 AND $3
         ORDER BY pos_id, pos_shift_id",
        &pos_ids,
        sql_date(from) as jiff_sqlx::Date,
        sql_date(to) as jiff_sqlx::Date,
    )
    .fetch_all(database.pool())
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(OpenShift {
                pos_id: stored(row.pos_id.parse())?,
                shift: stored(serde_json::from_str(&row.fact))?,
            })
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
    pub business_date: BusinessDate,
    /// Its figures, without open shifts.
    pub figures: Figures,
}

/// The figures of these days as they are now, with the versions of their locations, in one snapshot.
///
/// # Errors
/// If the database is away.
pub async fn totals_now(database: &Database, days: &[(PosId, BusinessDate)]) -> Result<Vec<DayNow>, Fault> {
    let pos_ids: Vec<String> = days.iter().map(|(pos_id, _)| pos_id.to_string()).collect();
    let dates: Vec<jiff_sqlx::Date> = days.iter().map(|(_, date)| sql_date(*date)).collect();
    let rows = sqlx::query!(
        r#"SELECT l.pos_id, l.version, d.business_date AS "business_date!",
                coalesce(r.facts, 0) AS "facts!",
                coalesce(r.gross_sales, 0) AS "gross_sales!",
                coalesce(r.gross_discounts, 0) AS "gross_discounts!",
                coalesce(r.gross_tax, 0) AS "gross_tax!",
                coalesce(r.gross_voids, 0) AS "gross_voids!",
                coalesce(r.gross_tips, 0) AS "gross_tips!",
                coalesce(r.gross_reward_used, 0) AS "gross_reward_used!",
                coalesce(r.gross_payment, 0) AS "gross_payment!",
                coalesce(r.gross_cost, 0) AS "gross_cost!",
                coalesce(r.gross_labor, 0) AS "gross_labor!",
                coalesce(r.labor_minutes, 0) AS "labor_minutes!",
                coalesce(r.sales_without_cost, 0) AS "sales_without_cost!",
                coalesce(r.checks, 0) AS "checks!",
                coalesce(r.covers, 0) AS "covers!"
           FROM unnest($1::text[], $2::date[]) AS d (pos_id, business_date)
           JOIN location l ON l.pos_id = d.pos_id
           LEFT JOIN rollup_day r ON r.pos_id = d.pos_id AND r.business_date = d.business_date"#,
        &pos_ids,
        &dates as &[jiff_sqlx::Date],
    )
    .fetch_all(database.pool())
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(DayNow {
                pos_id: stored(row.pos_id.parse())?,
                version: row.version,
                business_date: business_date(row.business_date),
                figures: Figures {
                    facts: row.facts,
                    gross_sales: row.gross_sales,
                    gross_discounts: row.gross_discounts,
                    gross_tax: row.gross_tax,
                    gross_voids: row.gross_voids,
                    gross_tips: row.gross_tips,
                    gross_reward_used: row.gross_reward_used,
                    gross_payment: row.gross_payment,
                    gross_cost: row.gross_cost,
                    gross_labor: row.gross_labor,
                    labor_minutes: row.labor_minutes,
                    sales_without_cost: row.sales_without_cost,
                    checks: row.checks,
                    covers: row.covers,
                },
            })
        })
        .collect()
}
