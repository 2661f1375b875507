use saffron_kit::Fault;
use saffron_kit::pg::Database;

use super::announce::save;
use crate::store;

/// Why the outcome of a message is not known.
const REASON: &str = "The data was restored from a backup: it may have been sent since that was made.";

/// Takes back every message that waits: a database that was restored from an older state does not know which of them were
/// sent since, and a message that may have been sent is never sent again by itself (design.md section 6). There are no
/// messages about rewards that were granted before now any more.
pub async fn restored(database: &Database) -> Result<(), Fault> {
    let mut tx = database.begin().await?;
    let now = tx.clock().now();
    let unfinished = store::hold_unfinished(&mut tx).await?;
    store::settle_as_unknown(&mut tx, REASON, now).await?;
    // Few: those that were being sent.
    for mut campaign in unfinished {
        let counters = &mut campaign.counters;
        counters.unknown += counters.waiting + counters.sending;
        (counters.waiting, counters.sending, counters.quiet) = (0, 0, 0);
        save(&mut tx, &mut campaign, now).await?;
    }
    store::forget_rewards_before(&mut tx, now).await?;
    tx.commit().await
}
