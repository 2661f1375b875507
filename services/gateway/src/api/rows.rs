//! The rows of reports as JSON, and how they come from what reports counts.

use saffron_core::Money;
use saffron_proto::reports as proto;
use serde::Serialize;
use utoipa::ToSchema;

use super::some;
use crate::domain::decimal::Share;
use crate::domain::figures::{DailyFigures, HourlyFigures, ItemFigures};

/// A business date or month of a location.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DailyRow {
    /// YYYY-MM-DD; the first of the month in rows of months.
    business_date: String,
    #[serde(rename = "posID")]
    pos_id: String,
    #[serde(flatten)]
    figures: DailyFigures,
    /// Of the answer's gross sales, 0 to 1, four decimals.
    #[schema(value_type = f64)]
    share: Share,
    /// The span moved back by weeks; null where there was no trade.
    #[schema(required)]
    last_week: Option<DailyFigures>,
    /// The span moved back by a year of weeks; null where there was no trade.
    #[schema(required)]
    last_year: Option<DailyFigures>,
    /// Where a day of the span is still running: the row's own figures up to the last finished quarter of an hour,
    /// which is what `lastWeek` and `lastYear` are set against.
    #[schema(required)]
    comparable: Option<DailyFigures>,
    /// Shifts still open.
    open_shifts: i64,
    /// Of those, shifts open for more than 16 hours.
    not_clocked_out: i64,
    /// The day is still running.
    so_far: bool,
}

/// A local hour of a location.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HourlyRow {
    /// YYYY-MM-DD; only with groupBy day or month.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    business_date: Option<String>,
    #[serde(rename = "posID")]
    pos_id: String,
    /// Counted from 00:00 of the business date, 0 to 31: 25 is 1 AM the next morning.
    hour: i32,
    #[serde(flatten)]
    figures: HourlyFigures,
    /// Of the answer's gross sales, 0 to 1, four decimals.
    #[schema(value_type = f64)]
    share: Share,
    /// The span moved back by weeks; null where there was no trade.
    #[schema(required)]
    last_week: Option<HourlyFigures>,
    /// The span moved back by a year of weeks; null where there was no trade.
    #[schema(required)]
    last_year: Option<HourlyFigures>,
}

/// A menu item of a location.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ItemRow {
    /// YYYY-MM-DD; only with groupBy day or month.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    business_date: Option<String>,
    #[serde(rename = "posID")]
    pos_id: String,
    #[serde(rename = "posItemID")]
    pos_item_id: String,
    item_name: String,
    major_category: String,
    minor_category: String,
    #[serde(flatten)]
    figures: ItemFigures,
    /// Of the answer's gross sales, 0 to 1, four decimals.
    #[schema(value_type = f64)]
    share: Share,
    /// The span moved back by weeks; null where there was no trade.
    #[schema(required)]
    last_week: Option<ItemFigures>,
    /// The span moved back by a year of weeks; null where there was no trade.
    #[schema(required)]
    last_year: Option<ItemFigures>,
}

/// The rows of a daily report.
pub fn daily(rows: Vec<proto::DailySalesResponse>) -> Vec<DailyRow> {
    let total = total(rows.iter().map(|row| row.figures.as_ref().map_or(0, |f| f.gross_sales)));
    rows.into_iter()
        .map(|row| {
            let counted = row.figures.unwrap_or_default();
            let figures = DailyFigures::from(&counted);
            DailyRow {
                business_date: row.business_date,
                pos_id: row.pos_id,
                share: Share::of(figures.gross_sales, total),
                figures,
                last_week: row.last_week.as_ref().map(Into::into),
                last_year: row.last_year.as_ref().map(Into::into),
                comparable: row.comparable.as_ref().map(Into::into),
                open_shifts: counted.open_shifts,
                not_clocked_out: counted.not_clocked_out,
                so_far: row.so_far,
            }
        })
        .collect()
}

/// The rows of an hourly report.
pub fn hourly(rows: Vec<proto::HourlySalesResponse>) -> Vec<HourlyRow> {
    let total = total(rows.iter().map(|row| row.figures.as_ref().map_or(0, |f| f.gross_sales)));
    rows.into_iter()
        .map(|row| {
            let figures = HourlyFigures::from(&row.figures.unwrap_or_default());
            HourlyRow {
                business_date: some(row.business_date),
                pos_id: row.pos_id,
                hour: row.hour,
                share: Share::of(figures.gross_sales, total),
                figures,
                last_week: row.last_week.as_ref().map(Into::into),
                last_year: row.last_year.as_ref().map(Into::into),
            }
        })
        .collect()
}

/// The rows of an item report.
pub fn items(rows: Vec<proto::ItemSalesResponse>) -> Vec<ItemRow> {
    let total = total(rows.iter().map(|row| row.figures.as_ref().map_or(0, |f| f.gross_sales)));
    rows.into_iter()
        .map(|row| {
            let figures = ItemFigures::from(&row.figures.unwrap_or_default());
            ItemRow {
                business_date: some(row.business_date),
                pos_id: row.pos_id,
                pos_item_id: row.pos_item_id,
                item_name: row.item_name,
                major_category: row.major_category,
                minor_category: row.minor_category,
                share: Share::of(figures.gross_sales, total),
                figures,
                last_week: row.last_week.as_ref().map(Into::into),
                last_year: row.last_year.as_ref().map(Into::into),
            }
        })
        .collect()
}

fn total(cents: impl Iterator<Item = i64>) -> Money {
    cents.map(Money::from_cents).sum()
}
