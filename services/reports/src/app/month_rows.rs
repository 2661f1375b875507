use saffron_core::{BusinessDate, Calendar, PosId};
use saffron_kit::pg::Database;
use saffron_kit::{CancellationToken, Fault};

use crate::store;

/// How many months are read at once.
const AT_ONCE: i64 = 200;

/// Writes the month rows of closed months, until no month is left or `stop`.
pub async fn write_closed_months(database: Database, stop: CancellationToken) -> Result<(), Fault> {
    // A month is closed everywhere when its last day is over in the time zone that is furthest behind.
    let today = Calendar::utc().today(database.clock().now()).plus_days(-1);
    loop {
        let months = store::months_to_write(&database, today.first_of_month(), AT_ONCE).await?;
        if months.is_empty() {
            return Ok(());
        }
        for (pos_id, month) in months {
            if stop.is_cancelled() {
                return Ok(());
            }
            write_month(&database, &pos_id, month).await?;
        }
    }
}

/// Writes the rows of one location's month, while no other transaction changes the location.
async fn write_month(database: &Database, pos_id: &PosId, month: BusinessDate) -> Result<(), Fault> {
    let mut tx = database.begin().await?;
    store::lock_location(&mut tx, pos_id).await?;
    store::write_month_rows(&mut tx, pos_id, month).await?;
    store::mark_written(&mut tx, pos_id, month).await?;
    tx.commit().await
}
