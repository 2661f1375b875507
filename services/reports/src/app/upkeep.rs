use std::time::Duration;

use saffron_kit::Fault;
use saffron_kit::pg::Database;

use super::partitions::{Partitions, months_from};

/// How often upkeep is due.
pub const UPKEEP_EVERY: Duration = Duration::from_secs(6 * 60 * 60);

/// For how many months partitions are made before their first facts.
const MONTHS_AHEAD: usize = 2;

/// Makes partitions for the next months, and deletes what kit stores of old events.
pub async fn upkeep(database: Database) -> Result<(), Fault> {
    let today = saffron_core::Calendar::utc().today(database.clock().now());
    let made = Partitions::new(database.clone()).make(&months_from(today, MONTHS_AHEAD)).await;
    database.forget_old().await?;
    made
}
