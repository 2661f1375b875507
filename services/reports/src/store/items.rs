//! The item report and those of categories.

use std::collections::HashMap;

use saffron_core::BusinessDate;
use saffron_kit::Fault;
use saffron_kit::pg::Database;

use super::reports::{Answered, Reader, put};
use super::rollups::{Read, Reading};
use crate::domain::rollup::{DAYS, ITEMS};
use crate::domain::{Answer, Figures, Plan};

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

/// The item report and those of categories. Names of items: name, major and minor category.
pub async fn items(database: &Database, plan: &Plan, level: ItemLevel) -> Result<Answered<Answer>, Fault> {
    let mut reader = Reader::begin(database, plan).await?;
    let (members, names): (&[_], &[_]) = match level {
        ItemLevel::Item => (&["r.pos_item_id"], &["r.item_name", "r.major_category", "r.minor_category"]),
        ItemLevel::Major => (&["r.major_category"], &[]),
        ItemLevel::Minor => (&["r.major_category", "r.minor_category"], &[]),
    };
    let reading = Reading { members, names, ..Reading::default() };
    let items = reader.rows(&ITEMS, &reading).await?;
    let days = reader.rows(&DAYS, &Reading::default()).await?;
    let mut answer = Answer::default();
    for row in unassigned(plan, &days, &items, &reading).into_iter().chain(items) {
        put(&mut answer, plan, row);
    }
    reader.counted().await?.add_to(
        &mut answer,
        plan,
        |movement| movement.items_and_unassigned(),
        |[item, name, major, minor]| match level {
            ItemLevel::Item => Some((vec![item], vec![name, major, minor])),
            ItemLevel::Major => Some((vec![major], Vec::new())),
            ItemLevel::Minor => Some((vec![major, minor], Vec::new())),
        },
    );
    reader.end(answer).await
}

/// What of the days' discounts lies on no item: of checks without a line that counts. It has a row without members, so that
/// this report adds up to the daily one.
fn unassigned(plan: &Plan, days: &[Read], items: &[Read], reading: &Reading) -> Vec<Read> {
    // Where days are put together, the last one of an item is not that of all.
    let key = |probe: usize, date: BusinessDate| (probe, plan.is_by_day().then_some(date));
    let mut on_items: HashMap<_, i64> = HashMap::new();
    for row in items {
        *on_items.entry(key(row.probe, row.date)).or_default() += row.sums.gross_discounts;
    }
    let nothing = |of: &[&str]| vec![String::new(); of.len()];
    let rest = days.iter().filter_map(|day| {
        let on_items = on_items.get(&key(day.probe, day.date)).copied().unwrap_or(0);
        let sums = Figures::unassigned(day.sums.gross_discounts - on_items)?;
        let (members, names) = (nothing(reading.members), nothing(reading.names));
        Some(Read { probe: day.probe, date: day.date, members, names, sums })
    });
    rest.collect()
}
