//! The item report and those of categories.

use std::collections::HashMap;

use saffron_core::BusinessDate;
use saffron_kit::Fault;
use saffron_kit::pg::Database;

use super::counted::Counted;
use super::months;
use super::reports::{Answered, put, segments};
use super::rollups::{Read, Reading, read};
use crate::domain::rollup::{Days, Items};
use crate::domain::{Answer, Figures, ItemFigures, Plan};

/// Which level of the menu items are put together by.
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
pub async fn items(
    database: &Database,
    plan: &Plan,
    level: ItemLevel,
) -> Result<Answered<Answer<ItemFigures>>, Fault> {
    let mut snapshot = database.snapshot().await?;
    let versions = months::versions(snapshot.conn(), plan).await?;
    let (members, names): (&[_], &[_]) = match level {
        ItemLevel::Item => (&["r.pos_item_id"], &["r.item_name", "r.major_category", "r.minor_category"]),
        ItemLevel::Major => (&["r.major_category"], &[]),
        ItemLevel::Minor => (&["r.major_category", "r.minor_category"], &[]),
    };
    let reading = Reading { members, names, only: String::new() };
    let whole = Reading { members: &[], names: &[], only: String::new() };
    let segments = segments(&mut snapshot, plan).await?;
    let items = read::<Items>(snapshot.conn(), plan, &segments, &reading).await?;
    let days = read::<Days>(snapshot.conn(), plan, &segments, &whole).await?;
    let mut answer = Answer::default();
    for row in unassigned(plan, &days, &items, &reading).into_iter().chain(items) {
        put(&mut answer, plan, row);
    }
    let counted = Counted::of(&mut snapshot, plan).await?;
    counted.add_to::<Items>(
        &mut answer,
        plan,
        |movement| movement.items_and_unassigned(),
        |[item, name, major, minor]| match level {
            ItemLevel::Item => Some((vec![item], vec![name, major, minor])),
            ItemLevel::Major => Some((vec![major], Vec::new())),
            ItemLevel::Minor => Some((vec![major, minor], Vec::new())),
        },
    );
    snapshot.end().await?;
    Ok(Answered { answer, versions })
}

/// What of the days' discounts lies on no item: of checks without a line that counts. It has a row without members, so that
/// this report adds up to the daily one.
fn unassigned(
    plan: &Plan,
    days: &[Read<Figures>],
    items: &[Read<ItemFigures>],
    reading: &Reading,
) -> Vec<Read<ItemFigures>> {
    // Where days are put together, the last one of an item is not that of all.
    let key = |probe: usize, date: BusinessDate| (probe, plan.is_by_day().then_some(date));
    let mut on_items: HashMap<_, i64> = HashMap::new();
    for row in items {
        *on_items.entry(key(row.probe, row.date)).or_default() += row.sums.gross_discounts;
    }
    let nothing = |of: &[&str]| vec![String::new(); of.len()];
    let rest = days.iter().filter_map(|day| {
        let on_items = on_items.get(&key(day.probe, day.date)).copied().unwrap_or(0);
        let sums = ItemFigures::unassigned(day.sums.gross_discounts - on_items)?;
        let (members, names) = (nothing(reading.members), nothing(reading.names));
        Some(Read { probe: day.probe, date: day.date, members, names, sums })
    });
    rest.collect()
}
