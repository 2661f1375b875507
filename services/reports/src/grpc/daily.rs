use std::collections::BTreeMap;

use jiff::Timestamp;
use saffron_core::PosId;
use saffron_kit::Fault;
use saffron_kit::pg::Database;
use saffron_proto::reports::{DailySalesResponse, DayFigures};

use crate::domain::{Figures, OpenShift, Plan, Ranges, Side};
use crate::store;

/// The rows of the daily report: days with trade, and the day that is running.
pub async fn answer(
    database: &Database,
    ranges: &Ranges,
    plan: &Plan,
    now: Timestamp,
) -> Result<Vec<DailySalesResponse>, Fault> {
    let sums = store::day_sums(database, &plan.probes).await?;
    let mut sides: BTreeMap<usize, BTreeMap<Side, Figures>> = BTreeMap::new();
    for ((probe, ()), figures) in sums {
        if let Some(probe) = plan.probes.get(probe) {
            sides.entry(probe.row).or_default().insert(probe.side, figures);
        }
    }
    let open = open_shifts(database, ranges).await?;
    let mut rows = Vec::with_capacity(plan.rows.len());
    for (index, row) in plan.rows.iter().enumerate() {
        let sides = sides.get(&index);
        let side = |side| sides.and_then(|sides| sides.get(&side)).copied();
        let open: Vec<&OpenShift> = open
            .get(&row.pos_id)
            .into_iter()
            .flatten()
            .filter(|shift| row.span.holds(shift.business_date()))
            .collect();
        if side(Side::Own).is_none() && open.is_empty() && !row.running {
            continue;
        }
        rows.push(DailySalesResponse {
            pos_id: row.pos_id.to_string(),
            business_date: row.span.from.to_string(),
            figures: Some(with_open_shifts(side(Side::Own).unwrap_or_default(), &open, now)),
            last_week: side(Side::LastWeek).map(figures),
            last_year: side(Side::LastYear).map(figures),
            so_far: row.running,
            // The pay of open shifts belongs to quarters that are not kept: it is compared as it stands.
            comparable: row
                .running
                .then(|| with_open_shifts(side(Side::Comparable).unwrap_or_default(), &open, now)),
        });
    }
    Ok(rows)
}

async fn open_shifts(database: &Database, ranges: &Ranges) -> Result<BTreeMap<PosId, Vec<OpenShift>>, Fault> {
    let pos_ids: Vec<PosId> = ranges.keys().cloned().collect();
    let spans = ranges.values().map(|(_, span)| span);
    let (from, to) = (spans.clone().map(|span| span.from).min(), spans.map(|span| span.to).max());
    let (Some(from), Some(to)) = (from, to) else { return Ok(BTreeMap::new()) };
    let mut by_location: BTreeMap<PosId, Vec<OpenShift>> = BTreeMap::new();
    for shift in store::open_shifts(database, &pos_ids, from, to).await? {
        by_location.entry(shift.pos_id.clone()).or_default().push(shift);
    }
    Ok(by_location)
}

fn with_open_shifts(sums: Figures, open: &[&OpenShift], now: Timestamp) -> DayFigures {
    let mut answer = figures(sums);
    for shift in open {
        let so_far = shift.so_far(now);
        answer.gross_labor += so_far.pay.cents();
        answer.open_shifts += 1;
        answer.not_clocked_out += i64::from(so_far.not_clocked_out);
    }
    answer
}

fn figures(sums: Figures) -> DayFigures {
    DayFigures {
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
        open_shifts: 0,
        not_clocked_out: 0,
    }
}
