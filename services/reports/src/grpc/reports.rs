//! Reports as gRPC tells them: the sums of each row and side, in the order of dates, members and locations.

use std::collections::BTreeMap;

use jiff::Timestamp;
use saffron_core::figure::NET_SALES;
use saffron_kit::Fault;
use saffron_kit::pg::Database;
use saffron_proto::reports::{
    LocationVersion, ReportKind, ReportResponse, ReportRow, ReportTotal, Sums, Tender,
};

use super::totals::totals;
use crate::domain::{
    Answer, Dimension, DimensionFigures, Figures, Grouping, ItemFigures, LaborFigures, MAX_ROWS, Plan,
    RowIndex, Side, TenderFigures, too_many_rows,
};
use crate::store::{self, Answered, Cashiers, ItemLevel};

/// Rows in one message.
const ROWS_AT_ONCE: usize = 500;

/// How a report's rows are put together over time where the request does not say.
#[must_use]
pub fn usual_grouping(kind: ReportKind) -> Grouping {
    match kind {
        ReportKind::Daily => Grouping::Day,
        _ => Grouping::None,
    }
}

/// Answers a report.
pub async fn answer(
    database: &Database,
    kind: ReportKind,
    plan: &Plan,
    now: Timestamp,
) -> Result<Vec<ReportResponse>, Fault> {
    let (mut rows, versions) = match kind {
        ReportKind::Unspecified | ReportKind::Daily => {
            let found = store::daily(database, plan, now).await?;
            (daily_rows(plan, &found.answer), found.versions)
        }
        ReportKind::Hourly => {
            let found = store::hourly(database, plan, now).await?;
            (hourly_rows(plan, &found.answer), found.versions)
        }
        ReportKind::Labor => {
            let found = store::labor(database, plan, now).await?;
            (labor_rows(plan, &found.answer), found.versions)
        }
        ReportKind::Item => item_rows(plan, store::items(database, plan, ItemLevel::Item).await?),
        ReportKind::MajorCategory => item_rows(plan, store::items(database, plan, ItemLevel::Major).await?),
        ReportKind::MinorCategory => item_rows(plan, store::items(database, plan, ItemLevel::Minor).await?),
        ReportKind::Employee => by(database, plan, Dimension::Employee).await?,
        ReportKind::RevenueCenter => by(database, plan, Dimension::RevenueCenter).await?,
        ReportKind::OrderType => by(database, plan, Dimension::OrderType).await?,
        ReportKind::OrderInputType => by(database, plan, Dimension::OrderInputType).await?,
        ReportKind::OnlineOrder => by(database, plan, Dimension::OrderSource).await?,
        ReportKind::Table => by(database, plan, Dimension::Table).await?,
        ReportKind::Cashier => {
            let found = store::cashiers(database, plan).await?;
            (cashier_rows(plan, &found.answer), found.versions)
        }
        ReportKind::Payment => {
            let found = store::payments(database, plan).await?;
            (payment_rows(plan, &found.answer), found.versions)
        }
    };
    let totals = totals(&rows);
    rows.retain_mut(|row| stands(kind, row));
    if rows.len() > MAX_ROWS {
        return Err(Fault::Refused(too_many_rows()));
    }
    if plan.grouping == Grouping::None && kind != ReportKind::Daily {
        rows.iter_mut().for_each(|row| row.business_date.clear());
    }
    rows.sort_by(|a, b| {
        (&a.business_date, a.hour, &a.members, &a.pos_id).cmp(&(
            &b.business_date,
            b.hour,
            &b.members,
            &b.pos_id,
        ))
    });
    Ok(in_parts(plan, rows, totals, &versions))
}

/// Whether a row stands in the answer: what was there in an earlier span only counts in totals alone, but for hours.
fn stands(kind: ReportKind, row: &mut ReportRow) -> bool {
    let stands = row.figures.is_some()
        || match kind {
            ReportKind::Daily | ReportKind::Unspecified => row.so_far,
            ReportKind::Hourly => {
                row.last_week.is_some() || row.last_year.is_some() || row.comparable.is_some()
            }
            _ => false,
        };
    row.figures.get_or_insert_default();
    stands
}

fn in_parts(
    plan: &Plan,
    rows: Vec<ReportRow>,
    totals: Vec<ReportTotal>,
    versions: &[i64],
) -> Vec<ReportResponse> {
    let locations = plan.locations.iter().zip(versions);
    let versions = locations
        .map(|((pos_id, _), version)| LocationVersion { pos_id: pos_id.to_string(), version: *version })
        .collect();
    let (mut rows, mut totals) = (rows.into_iter(), totals.into_iter());
    let mut next = || ReportResponse {
        rows: rows.by_ref().take(ROWS_AT_ONCE).collect(),
        totals: totals.by_ref().take(ROWS_AT_ONCE).collect(),
        versions: Vec::new(),
    };
    let mut parts = vec![ReportResponse { versions, ..next() }];
    loop {
        let part = next();
        if part.rows.is_empty() && part.totals.is_empty() {
            return parts;
        }
        parts.push(part);
    }
}

/// A row with its place and time; none that the plan does not have.
fn row_of(plan: &Plan, index: RowIndex, members: Vec<String>) -> Option<ReportRow> {
    let row = plan.rows.get(index)?;
    let (pos_id, _) = plan.locations.get(row.location)?;
    Some(ReportRow {
        pos_id: pos_id.to_string(),
        business_date: row.span.from.to_string(),
        members,
        so_far: row.running.is_some(),
        ..ReportRow::default()
    })
}

/// Fills the sides of a row, without figures where it has none of its own. While a day runs, its figures up to the
/// last finished quarter are there where it has any, or something to be compared with.
fn with_sides(mut row: ReportRow, side: impl Fn(Side) -> Option<Sums>) -> ReportRow {
    row.last_week = side(Side::LastWeek);
    row.last_year = side(Side::LastYear);
    let is_compared = row.last_week.is_some() || row.last_year.is_some();
    row.comparable = side(Side::Comparable).or_else(|| (row.so_far && is_compared).then(Sums::default));
    row.figures = side(Side::Own);
    row
}

fn daily_rows(plan: &Plan, answer: &Answer<Figures>) -> Vec<ReportRow> {
    let nothing = Vec::new();
    let rows = (0..plan.rows.len()).filter_map(|index| {
        let cell = answer.cell(index, &nothing);
        let side = |side| cell.and_then(|cell| cell.side(side)).map(|sums| of_day(&sums));
        let mut row = with_sides(row_of(plan, index, Vec::new())?, side);
        if row.so_far && row.comparable.is_none() {
            row.comparable = Some(Sums::default());
        }
        Some(row)
    });
    rows.collect()
}

fn hourly_rows(plan: &Plan, answer: &Answer<Figures>) -> Vec<ReportRow> {
    let rows = answer.iter().filter_map(|(index, members, cell)| {
        let row = row_of(plan, index, Vec::new())?;
        let hour = members.first()?.parse().ok()?;
        Some(with_sides(ReportRow { hour, ..row }, |side| cell.side(side).map(|sums| of_day(&sums))))
    });
    rows.collect()
}

fn of_day(sums: &Figures) -> Sums {
    let labor = time(sums.labor_minutes, sums.labor_seconds);
    Sums {
        gross_sales: sums.gross_sales,
        gross_discounts: sums.gross_discounts,
        gross_tax: sums.gross_tax,
        gross_voids: sums.gross_voids,
        gross_tips: sums.gross_tips,
        gross_reward_used: sums.gross_reward_used,
        gross_payment: sums.gross_payment,
        gross_cost: sums.gross_cost,
        gross_labor: sums.gross_labor,
        gross_cover: sums.covers,
        checks: sums.checks,
        sales_without_cost: sums.sales_without_cost,
        labor_minutes: labor.0,
        labor_seconds: labor.1,
        open_shifts: sums.open_shifts,
        not_clocked_out: sums.not_clocked_out,
        ..Sums::default()
    }
}

/// Whole minutes, and the seconds beyond them.
fn time(minutes: i64, seconds: i64) -> (i64, i64) {
    let seconds = minutes * 60 + seconds;
    (seconds / 60, seconds % 60)
}

fn item_rows(plan: &Plan, found: Answered<Answer<ItemFigures>>) -> (Vec<ReportRow>, Vec<i64>) {
    let rows = found.answer.iter().filter_map(|(index, members, cell)| {
        let members = members.iter().chain(cell.names()).cloned().collect();
        Some(with_sides(row_of(plan, index, members)?, |side| cell.side(side).map(|sums| of_item(&sums))))
    });
    (rows.collect(), found.versions)
}

fn of_item(sums: &ItemFigures) -> Sums {
    Sums {
        quantity: sums.quantity,
        gross_sales: sums.gross_sales,
        gross_discounts: sums.gross_discounts,
        gross_cost: sums.gross_cost,
        sales_without_cost: sums.sales_without_cost,
        ..Sums::default()
    }
}

async fn by(
    database: &Database,
    plan: &Plan,
    dimension: Dimension,
) -> Result<(Vec<ReportRow>, Vec<i64>), Fault> {
    let found = store::dimension(database, plan, dimension).await?;
    let rows = found.answer.iter().filter_map(|(index, members, cell)| {
        // A person has an id beside the name; everything else is its own name.
        let is_person = dimension == Dimension::Employee;
        let members =
            if is_person { members.iter().chain(cell.names()).cloned().collect() } else { members.clone() };
        Some(with_sides(row_of(plan, index, members)?, |side| {
            cell.side(side).map(|sums| of_dimension(&sums))
        }))
    });
    Ok((rows.collect(), found.versions))
}

fn of_dimension(sums: &DimensionFigures) -> Sums {
    Sums {
        gross_sales: sums.gross_sales,
        gross_discounts: sums.gross_discounts,
        gross_voids: sums.gross_voids,
        gross_tips: sums.gross_tips,
        gross_payment: sums.gross_payment,
        source_fee: sums.source_fee,
        table_minutes: sums.table_minutes,
        checks: sums.checks,
        gross_cover: sums.covers,
        ..Sums::default()
    }
}

fn payment_rows(plan: &Plan, answer: &Answer<TenderFigures>) -> Vec<ReportRow> {
    let rows = answer.iter().filter_map(|(index, members, cell)| {
        let tender = members.first()?;
        let side = |side| {
            let sums = cell.side(side)?;
            Some(Sums {
                gross_payment: sums.amount + sums.tips,
                gross_tips: sums.tips,
                tenders: vec![of_tender(tender, &sums)],
                ..Sums::default()
            })
        };
        Some(with_sides(row_of(plan, index, members.clone())?, side))
    });
    rows.collect()
}

fn of_tender(payment_type: &str, sums: &TenderFigures) -> Tender {
    Tender {
        payment_type: payment_type.to_owned(),
        payments: sums.payments,
        amount: sums.amount,
        tips: sums.tips,
    }
}

fn cashier_rows(plan: &Plan, (checks, payments): &Cashiers) -> Vec<ReportRow> {
    let mut tenders: BTreeMap<(RowIndex, &str, Side), Vec<Tender>> = BTreeMap::new();
    for (index, members, cell) in payments.iter() {
        let [cashier, payment_type] = members.as_slice() else { continue };
        for side in Side::ALL {
            if let Some(sums) = cell.side(side) {
                tenders.entry((index, cashier, side)).or_default().push(of_tender(payment_type, &sums));
            }
        }
    }
    let rows = checks.iter().filter_map(|(index, members, cell)| {
        let cashier = members.first()?.as_str();
        let side = |side| {
            let tenders = tenders.get(&(index, cashier, side)).cloned().unwrap_or_default();
            Some(Sums { tenders, ..of_dimension(&cell.side(side)?) })
        };
        let members = members.iter().chain(cell.names()).cloned().collect();
        Some(with_sides(row_of(plan, index, members)?, side))
    });
    rows.collect()
}

fn labor_rows(plan: &Plan, (labor, days): &(Answer<LaborFigures>, Answer<Figures>)) -> Vec<ReportRow> {
    let nothing = Vec::new();
    let rows = labor.iter().filter_map(|(index, members, cell)| {
        let day = days.cell(index, &nothing);
        let side = |side| {
            let sums = cell.side(side)?;
            let net_sales = day.and_then(|day| day.side(side)).map_or(0, |day| NET_SALES.value_or_zero(&day));
            let overtime = time(sums.overtime_minutes, sums.overtime_seconds);
            let paid = time(sums.regular_minutes, sums.regular_seconds);
            let paid = time(paid.0 + overtime.0, paid.1 + overtime.1);
            Some(Sums {
                gross_labor: sums.pay,
                labor_minutes: paid.0,
                labor_seconds: paid.1,
                overtime_minutes: overtime.0,
                overtime_seconds: overtime.1,
                declared_tips: sums.tips,
                open_shifts: sums.open_shifts,
                not_clocked_out: sums.not_clocked_out,
                location_net_sales: net_sales,
                ..Sums::default()
            })
        };
        let members = members.iter().chain(cell.names()).cloned().collect();
        Some(with_sides(row_of(plan, index, members)?, side))
    });
    rows.collect()
}
