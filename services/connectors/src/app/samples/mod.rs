//! Sample restaurants: while somebody looks around in one, it has the trade of the last five weeks, and today's as its hour comes.

mod feed;
mod link;

use std::sync::Arc;
use std::time::Duration;

use saffron_kit::{CancellationToken, run_worker};

use super::App;

pub use feed::SAMPLES_KEPT;

/// How often auth is asked in which samples somebody looks around: who just asked for one waits so long.
const LOOK_EVERY: Duration = Duration::from_secs(3);
/// How often it is looked for a sample that is due.
const IDLE: Duration = Duration::from_secs(1);

/// Asks until `shutdown` which samples are to be fed.
pub async fn run_linking(app: Arc<App>, shutdown: CancellationToken) {
    run_worker("linked samples", LOOK_EVERY, None, &shutdown, || link::link_samples(&app)).await;
}

/// Feeds samples until `shutdown`.
pub async fn run_feeding(app: Arc<App>, shutdown: CancellationToken) {
    run_worker("samples", IDLE, Some(&app.wake_samples), &shutdown, || feed::feed_sample(&app)).await;
}
