use std::collections::BTreeMap;

use saffron_kit::Fault;
use saffron_kit::pg::Database;
use saffron_proto::reports::{HourFigures, HourlySalesResponse};

use crate::domain::{Figures, Plan, Side};
use crate::store;

/// The rows of the hourly report: hours with trade, on either side of the comparison.
pub async fn answer(
    database: &Database,
    plan: &Plan,
    dated: bool,
) -> Result<Vec<HourlySalesResponse>, Fault> {
    let sums = store::hour_sums(database, &plan.probes).await?;
    // By row and hour.
    let mut hours: BTreeMap<(usize, u8), BTreeMap<Side, Figures>> = BTreeMap::new();
    for ((probe, hour), figures) in sums {
        if let Some(probe) = plan.probes.get(probe) {
            hours.entry((probe.row, hour)).or_default().insert(probe.side, figures);
        }
    }
    // An hour without trade of its own is a row of zeros where there is something to compare it with.
    let rows = hours.into_iter().filter_map(|((index, hour), sides)| {
        let row = plan.rows.get(index)?;
        let side = |side| sides.get(&side).copied();
        Some(HourlySalesResponse {
            pos_id: row.pos_id.to_string(),
            business_date: if dated { row.span.from.to_string() } else { String::new() },
            hour: i32::from(hour),
            figures: Some(figures(side(Side::Own).unwrap_or_default())),
            last_week: side(Side::LastWeek).map(figures),
            last_year: side(Side::LastYear).map(figures),
        })
    });
    let mut rows: Vec<_> = rows.collect();
    rows.sort_by(|a, b| (&a.business_date, a.hour, &a.pos_id).cmp(&(&b.business_date, b.hour, &b.pos_id)));
    Ok(rows)
}

fn figures(sums: Figures) -> HourFigures {
    HourFigures {
        gross_sales: sums.gross_sales,
        gross_discounts: sums.gross_discounts,
        checks: sums.checks,
        gross_cover: sums.covers,
        gross_labor: sums.gross_labor,
    }
}
