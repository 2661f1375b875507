//! The item report, and the reports by category.

use std::collections::HashMap;

use saffron_core::BusinessDate;
use saffron_kit::Fault;
use saffron_kit::pg::Database;

use super::reports::{Reader, Versioned, add_row};
use super::rollups::{ReadRow, RowQuery};
use crate::domain::rollup::{DAYS, ITEMS};
use crate::domain::{Figures, Plan, ReportSums};

/// The level of the menu that items are put together by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ItemLevel {
    /// Each item by itself.
    Item,
    /// Major category.
    Major,
    /// Major and minor category.
    Minor,
}

/// The report at a level of the menu. Items have three names: the item's, its major and its minor category.
pub async fn items(
    database: &Database,
    plan: &Plan,
    level: ItemLevel,
) -> Result<Versioned<ReportSums>, Fault> {
    let mut reader = Reader::begin(database, plan).await?;
    let (members, names): (&[_], &[_]) = match level {
        ItemLevel::Item => (&["r.pos_item_id"], &["r.item_name", "r.major_category", "r.minor_category"]),
        ItemLevel::Major => (&["r.major_category"], &[]),
        ItemLevel::Minor => (&["r.major_category", "r.minor_category"], &[]),
    };
    let query = RowQuery { members: members.to_vec(), names: names.to_vec(), ..RowQuery::default() };
    let items = reader.rows(&ITEMS, &query).await?;
    let days = reader.rows(&DAYS, &RowQuery::default()).await?;
    let mut answer = ReportSums::default();
    for row in unassigned(plan, &days, &items, &query).into_iter().chain(items) {
        add_row(&mut answer, plan, row);
    }
    reader.partial_day_sums().await?.add_to(
        &mut answer,
        plan,
        |changes| changes.items_and_unassigned(),
        |[item, name, major, minor]| match level {
            ItemLevel::Item => Some((vec![item], vec![name, major, minor])),
            ItemLevel::Major => Some((vec![major], Vec::new())),
            ItemLevel::Minor => Some((vec![major, minor], Vec::new())),
        },
    );
    reader.end(answer).await
}

/// The discounts that belong to no item, of checks without a valid line: a row with empty members, so that this report adds up
/// to the daily one.
fn unassigned(plan: &Plan, days: &[ReadRow], items: &[ReadRow], query: &RowQuery) -> Vec<ReadRow> {
    // Where days are summed, an item's last day is not the last day of all.
    let key = |target: usize, date: BusinessDate| (target, plan.is_by_day().then_some(date));
    let mut on_items: HashMap<_, i64> = HashMap::new();
    for row in items {
        *on_items.entry(key(row.target, row.date)).or_default() += row.sums.gross_discounts;
    }
    let nothing = |of: &[&str]| vec![String::new(); of.len()];
    let rest = days.iter().filter_map(|day| {
        let on_items = on_items.get(&key(day.target, day.date)).copied().unwrap_or(0);
        let sums = Figures::unassigned(day.sums.gross_discounts - on_items)?;
        let (members, names) = (nothing(&query.members), nothing(&query.names));
        Some(ReadRow { target: day.target, date: day.date, members, names, sums })
    });
    rest.collect()
}
