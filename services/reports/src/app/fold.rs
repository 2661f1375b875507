use saffron_core::{BusinessDate, PosId, Zone};
use saffron_kit::pg::Database;
use saffron_kit::{CancellationToken, Fault};

use crate::store;

/// Months of one read.
const AT_ONCE: i64 = 200;

/// Folds months that are closed into month rows, until there are none or `stop`.
pub async fn fold_closed_months(database: Database, stop: CancellationToken) -> Result<(), Fault> {
    // A month is closed everywhere when its last day is over in the zone that is furthest behind.
    let today = Zone::utc().today(database.clock().now()).plus_days(-1);
    loop {
        let months = store::months_to_fold(&database, today.first_of_month(), AT_ONCE).await?;
        if months.is_empty() {
            return Ok(());
        }
        for (pos_id, month) in months {
            if stop.is_cancelled() {
                return Ok(());
            }
            fold(&database, &pos_id, month).await?;
        }
    }
}

/// One location's month, while no other transaction moves it.
async fn fold(database: &Database, pos_id: &PosId, month: BusinessDate) -> Result<(), Fault> {
    let mut tx = database.begin().await?;
    store::hold_location(&mut tx, pos_id).await?;
    store::fold_rollups(&mut tx, pos_id, month).await?;
    store::mark_folded(&mut tx, pos_id, month).await?;
    tx.commit().await
}
