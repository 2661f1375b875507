use std::time::Duration;

use saffron_core::{BusinessDate, PosId, Zone};
use saffron_kit::pg::Database;
use saffron_kit::{CancellationToken, Fault};

use crate::store;

/// Months folded in one go.
const AT_ONCE: i64 = 200;

/// Folds months that are closed into month rows, until `shutdown`; looks for them every so often.
pub async fn run_folding(database: Database, every: Duration, shutdown: CancellationToken) {
    loop {
        match fold_closed_months(&database, &shutdown).await {
            Ok(0) => {}
            Ok(months) => tracing::debug!(months, "months folded"),
            Err(fault) => tracing::warn!(%fault, "months wait to be folded"),
        }
        tokio::select! {
            () = shutdown.cancelled() => return,
            () = tokio::time::sleep(every) => {}
        }
    }
}

async fn fold_closed_months(database: &Database, shutdown: &CancellationToken) -> Result<u64, Fault> {
    // A month is closed everywhere when its last day is over in the zone that is furthest behind.
    let today = Zone::utc().today(database.clock().now()).plus_days(-1);
    let mut folded = 0;
    loop {
        let months = store::months_to_fold(database, today.first_of_month(), AT_ONCE).await?;
        if months.is_empty() {
            return Ok(folded);
        }
        for (pos_id, month) in months {
            if shutdown.is_cancelled() {
                return Ok(folded);
            }
            fold(database, &pos_id, month).await?;
            folded += 1;
        }
    }
}

/// One location's month, while nobody else moves it.
async fn fold(database: &Database, pos_id: &PosId, month: BusinessDate) -> Result<(), Fault> {
    let mut tx = database.begin().await?;
    store::hold_location(&mut tx, pos_id).await?;
    store::fold_rollups(&mut tx, pos_id, month).await?;
    store::mark_folded(&mut tx, pos_id, month).await?;
    tx.commit().await
}
