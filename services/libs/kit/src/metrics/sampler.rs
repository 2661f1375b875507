//! Gauges that need a query are sampled by the service itself, so that a scrape waits for nothing.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::Reading;
use super::board::Slot;
use crate::Fault;

/// How often a sample is taken.
const EVERY: Duration = Duration::from_secs(15);
/// How long a sample may take.
const LIMIT: Duration = Duration::from_secs(5);
/// The longest pause while samples fail.
const LONGEST: Duration = Duration::from_secs(120);

/// Takes a sample at once and then every 15 seconds until `shutdown`, backing off while samples fail. A failed sample shows
/// nothing. `what` names it in the log.
pub async fn run_sampler<F>(what: &'static str, sample: impl Fn() -> F, shutdown: CancellationToken)
where
    F: Future<Output = Result<Vec<Reading>, Fault>>,
{
    let slot = Slot::new();
    let mut pause = EVERY;
    loop {
        let taken = tokio::select! {
            () = shutdown.cancelled() => return,
            taken = tokio::time::timeout(LIMIT, sample()) => taken,
        };
        let taken = taken.unwrap_or_else(|_| Err(Fault::Transient("no answer in time".into())));
        pause = match taken {
            Ok(readings) => {
                slot.put(readings);
                EVERY
            }
            Err(fault) => {
                tracing::warn!(%fault, what, "cannot be measured");
                slot.put(Vec::new());
                (pause * 2).min(LONGEST)
            }
        };
        tokio::select! {
            () = shutdown.cancelled() => return,
            () = tokio::time::sleep(pause) => {}
        }
    }
}
