use std::collections::BTreeMap;

use saffron_kit::Fault;
use saffron_kit::pg::Database;
use saffron_proto::reports::{ItemFigures as Answer, ItemSalesResponse};

use crate::domain::{ItemFigures, Plan, Side};
use crate::store::{self, ItemRow};

/// The rows of the item report: items that were sold. A span that holds the running day is not compared:
/// items are kept by day, and half a day against a whole one says nothing.
pub async fn answer(database: &Database, plan: &Plan, dated: bool) -> Result<Vec<ItemSalesResponse>, Fault> {
    let probes: Vec<_> = plan.probes.iter().filter(|probe| probe.until.is_none()).cloned().collect();
    let sums = store::item_sums(database, &probes).await?;
    let mut items: BTreeMap<(usize, String), BTreeMap<Side, ItemRow>> = BTreeMap::new();
    for ((probe, item), row) in sums {
        if let Some(probe) = probes.get(probe) {
            items.entry((probe.row, item)).or_default().insert(probe.side, row);
        }
    }
    let rows = items.into_iter().filter_map(|((index, item), mut sides)| {
        let row = plan.rows.get(index)?;
        let own = sides.remove(&Side::Own)?;
        let compared = |side| sides.get(&side).map(|row| figures(&row.figures));
        Some(ItemSalesResponse {
            pos_id: row.pos_id.to_string(),
            business_date: if dated { row.span.from.to_string() } else { String::new() },
            pos_item_id: item,
            figures: Some(figures(&own.figures)),
            item_name: own.name,
            major_category: own.major_category,
            minor_category: own.minor_category,
            last_week: compared(Side::LastWeek),
            last_year: compared(Side::LastYear),
        })
    });
    let mut rows: Vec<_> = rows.collect();
    rows.sort_by(|a, b| {
        (&a.business_date, &a.item_name, &a.pos_item_id, &a.pos_id).cmp(&(
            &b.business_date,
            &b.item_name,
            &b.pos_item_id,
            &b.pos_id,
        ))
    });
    Ok(rows)
}

fn figures(sums: &ItemFigures) -> Answer {
    Answer {
        quantity: sums.quantity,
        gross_sales: sums.gross_sales,
        gross_discounts: sums.gross_discounts,
        gross_cost: sums.gross_cost,
        sales_without_cost: sums.sales_without_cost,
    }
}
