//! What has to be asked for is asked for every so often by the service itself, so that a scrape waits for nothing.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::Reading;
use super::board::Place;
use crate::Fault;

/// How often it is looked.
const EVERY: Duration = Duration::from_secs(15);
/// How long a look may take.
const PATIENCE: Duration = Duration::from_secs(5);
/// The longest pause while looks fail.
const LONGEST: Duration = Duration::from_secs(120);

/// Looks at once and then every 15 seconds until `shutdown`, less often while looks fail, and shows what is found. What
/// could not be looked at is not shown.
pub async fn look_every_so_often<F>(what: &'static str, look: impl Fn() -> F, shutdown: CancellationToken)
where
    F: Future<Output = Result<Vec<Reading>, Fault>>,
{
    let place = Place::new();
    let mut pause = EVERY;
    loop {
        let looked = tokio::select! {
            () = shutdown.cancelled() => return,
            looked = tokio::time::timeout(PATIENCE, look()) => looked,
        };
        let found = looked.unwrap_or_else(|_| Err(Fault::Transient("no answer in time".into())));
        pause = match found {
            Ok(readings) => {
                place.put(readings);
                EVERY
            }
            Err(fault) => {
                tracing::warn!(%fault, what, "cannot be measured");
                place.put(Vec::new());
                (pause * 2).min(LONGEST)
            }
        };
        tokio::select! {
            () = shutdown.cancelled() => return,
            () = tokio::time::sleep(pause) => {}
        }
    }
}
