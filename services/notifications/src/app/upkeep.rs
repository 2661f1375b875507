use std::sync::Arc;
use std::time::Duration;

use jiff::SignedDuration;
use saffron_core::Zone;
use saffron_kit::Fault;

use super::App;
use crate::store;

/// How often upkeep is due.
pub const UPKEEP_EVERY: Duration = Duration::from_secs(60 * 60);
/// How long communications are kept.
const COMMUNICATIONS: SignedDuration = SignedDuration::from_hours(400 * 24);
/// How long it is remembered what was told.
const HAPPENINGS: SignedDuration = SignedDuration::from_hours(40 * 24);
/// How long checks are remembered: older ones are not looked at.
const CHECKS: SignedDuration = SignedDuration::from_hours(4 * 24);
/// How long ended sessions and left locations are remembered: tokens of before end within minutes.
const ENDED: SignedDuration = SignedDuration::from_hours(24);
/// For how many days it is remembered that there was trade.
const DAYS: i64 = 5;

/// Forgets event ids, communications and what was told when they are old.
pub async fn upkeep(app: Arc<App>) -> Result<(), Fault> {
    let now = app.now();
    app.database.forget_old().await?;
    let mut batches = app.database.batches();
    while let Some(mut tx) = batches.begin().await? {
        let rows = batches.rows();
        let gone = [
            store::forget_happenings(&mut tx, now - HAPPENINGS, rows).await?,
            store::forget_checks(&mut tx, now - CHECKS, rows).await?,
            store::forget_days(&mut tx, Zone::utc().today(now).plus_days(-DAYS), rows).await?,
            store::forget_communications(&mut tx, now - COMMUNICATIONS, rows).await?,
            store::forget_sessions(&mut tx, now - ENDED, rows).await?,
            store::forget_left(&mut tx, now - ENDED, rows).await?,
        ];
        batches.end(tx, gone.into_iter().max().unwrap_or(0)).await?;
    }
    Ok(())
}
