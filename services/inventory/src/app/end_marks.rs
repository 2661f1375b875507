use std::sync::Arc;
use std::time::Duration;

use saffron_core::event::AvailabilityReason;
use saffron_kit::Fault;

use super::App;
use super::mark_sold_out::{mark_change, publish_marks};
use super::save_changed::save_changed;
use crate::store;

/// How often marks that have to end are searched for.
pub const END_MARKS_EVERY: Duration = Duration::from_secs(2);
/// The most locations of one transaction.
const MAX_LOCATIONS: i64 = 50;
/// The most items of one transaction.
const MAX_ITEMS: i64 = 500;

/// Ends sold-out marks whose end has passed, and publishes that to apps, and of owners' marks to tills. Readers ignore an ended
/// mark before this runs.
pub async fn end_marks(app: Arc<App>) -> Result<(), Fault> {
    loop {
        let now = app.now();
        let mut tx = app.database.begin().await?;
        let due = store::lock_due_locations(&mut tx, now, MAX_LOCATIONS).await?;
        if due.is_empty() {
            return Ok(());
        }
        let keys = store::due_items(&mut tx, &due, now, MAX_ITEMS).await?;
        let before = store::find_items(tx.conn(), &keys).await?;
        let mut after = before.clone();
        let mut changes = Vec::new();
        for (key, item) in &mut after {
            changes.extend(item.end_marks(now).map(|end| mark_change(key, None, end.wall)));
        }
        publish_marks(&mut tx, &changes, AvailabilityReason::Ended, None).await?;
        save_changed(&mut tx, &before, after).await?;
        tx.commit().await?;
    }
}
