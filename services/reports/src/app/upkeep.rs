use std::time::Duration;

use saffron_kit::Fault;
use saffron_kit::pg::Database;

use super::months::{Months, ahead};

/// How often upkeep is due.
pub const UPKEEP_EVERY: Duration = Duration::from_secs(6 * 60 * 60);

/// Months whose partitions are there before their first facts.
const MONTHS_AHEAD: usize = 2;

/// Makes partitions for the months ahead and forgets what kit keeps of old events.
pub async fn upkeep(database: Database) -> Result<(), Fault> {
    let today = saffron_core::Zone::utc().today(database.clock().now());
    let made = Months::new(database.clone()).make(&ahead(today, MONTHS_AHEAD)).await;
    database.forget_old().await?;
    made
}
