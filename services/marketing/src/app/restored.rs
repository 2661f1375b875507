use saffron_kit::Fault;
use saffron_kit::pg::Database;

use super::campaigns::announce::save_and_announce;
use crate::store;

/// The reason of the unknown outcomes, as owners read it.
const REASON: &str = "The data was restored from a backup. This message may already have been sent.";

/// Gives every waiting message an unknown outcome, and drops queued messages about rewards: a restored database does not know
/// which of them were sent after its backup, and a message that may have been sent is not sent again.
pub async fn restored(database: &Database) -> Result<(), Fault> {
    let mut tx = database.begin().await?;
    let now = tx.clock().now();
    let unfinished = store::lock_unfinished(&mut tx).await?;
    store::mark_all_unknown(&mut tx, REASON, now).await?;
    // A few: only unfinished campaigns.
    for mut campaign in unfinished {
        let counters = &mut campaign.counters;
        counters.unknown += counters.waiting + counters.sending;
        (counters.waiting, counters.sending, counters.quiet) = (0, 0, 0);
        save_and_announce(&mut tx, &mut campaign, now).await?;
    }
    store::clear_rewards(&mut tx, now).await?;
    tx.commit().await
}
