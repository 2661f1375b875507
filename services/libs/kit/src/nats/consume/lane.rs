//! The facts of one partition, and the worker of a service.

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures::FutureExt as _;
use saffron_core::fact::StampedBatch;

use super::isolated::Isolated;
use super::pull::Durable;
use crate::Fault;
use crate::pg::{Database, Tx};

/// From this many deliveries on, messages that fail for now are worked in parts.
pub(super) const MANY_TRIES: i64 = 3;

/// What a service does with facts.
pub trait FactWorker: Clone + Send + Sync + 'static {
    /// The input of [`FactWorker::committed`].
    type Effect: Send;
    /// How long facts may gather in dense trade before they are worked together: half a second goes unnoticed in most of
    /// what is shown.
    const GATHER: Duration = Duration::from_millis(500);

    /// Applies facts within one transaction. May be called again with the same facts, in any order.
    fn apply(
        &self,
        tx: &mut Tx,
        batches: Vec<StampedBatch>,
    ) -> impl Future<Output = Result<Self::Effect, Fault>> + Send;

    /// Called after the commit, before the next batch; also where the answer to the commit was lost. If that commit
    /// took effect, the batch changes nothing when it is delivered again, and has no effect to report.
    fn committed(&self, effect: Self::Effect) {
        drop(effect);
    }
}

/// The consumer of one partition.
pub(super) struct Lane<W> {
    pub durable: Durable,
    pub database: Database,
    pub worker: W,
    /// Locations whose facts are worked apart from the others.
    pub isolated: Isolated,
}

/// Turns a panic of a worker into a permanent failure of the work.
pub(super) async fn caught<T>(work: impl Future<Output = Result<T, Fault>>) -> Result<T, Fault> {
    match AssertUnwindSafe(work).catch_unwind().await {
        Ok(result) => result,
        Err(_) => Err(Fault::Permanent("panicked".into())),
    }
}
