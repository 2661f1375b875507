use jiff::Timestamp;
use saffron_core::time::public_time;
use saffron_core::{Calendar, Money, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Database;
use saffron_proto::customers::{GetRewardPercentResponse, PercentChange};

use crate::store;

/// The most changes that are shown.
const HISTORY: i64 = 100;

/// The percentage of a location now, its changes, and what it costs.
pub async fn of(
    database: &Database,
    pos_id: &PosId,
    calendar: &Calendar,
    now: Timestamp,
) -> Result<GetRewardPercentResponse, Fault> {
    let last_month = calendar.today(now).first_of_month().plus_days(-1).first_of_month();
    let mut snapshot = database.snapshot().await?;
    let changes = store::newest_percents(&mut snapshot, pos_id, HISTORY).await?;
    let cost = store::cost(&mut snapshot, pos_id, last_month).await?;
    snapshot.end().await?;
    // A change by another replica may begin a moment later by its clock; it is the newest one in any case.
    let percent = changes.first().map_or(0, |newest| newest.percent.hundredths().into());
    let history = changes.into_iter().map(|change| PercentChange {
        percent: change.percent.hundredths().into(),
        effective_from: public_time(calendar.wall(change.effective_from)),
        by: change.by,
    });
    Ok(GetRewardPercentResponse {
        percent,
        history: history.collect(),
        outstanding_points: cost.points,
        // 100 points are a dollar: a point is a cent.
        outstanding_cents: cost.points,
        last_month: last_month.to_string(),
        last_month_eligible: cost.eligible,
        last_month_checks: cost.checks,
        last_month_cost: Money::from_cents(cost.eligible).ratio(percent, 10_000).cents(),
    })
}
