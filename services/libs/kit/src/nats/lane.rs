//! The facts of one partition, and what works them.

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures::FutureExt as _;
use saffron_core::fact::StampedBatch;

use super::isolated::Isolated;
use super::pull::Durable;
use crate::Fault;
use crate::pg::{Database, Tx};

/// From so many deliveries on, what fails for now is worked in parts.
pub(super) const REPEATEDLY: i64 = 3;

/// What a service does with facts.
pub trait FactWorker: Clone + Send + Sync + 'static {
    /// What is to be done after the commit.
    type Effect: Send;
    /// How long facts may gather in dense trade before they are worked together: half a second goes unnoticed in most of
    /// what is made of them.
    const GATHER: Duration = Duration::from_millis(500);

    /// Applies facts within one transaction. May be called again with the same facts, in any order.
    fn apply(
        &self,
        tx: &mut Tx,
        batches: Vec<StampedBatch>,
    ) -> impl Future<Output = Result<Self::Effect, Fault>> + Send;

    /// Called after the commit, before the next batch; also where the answer to the commit was lost. If it stands, the
    /// batch changes nothing when it comes again, and has no effect to report.
    fn committed(&self, effect: Self::Effect) {
        drop(effect);
    }
}

/// The work of one partition.
pub(super) struct Lane<W> {
    pub durable: Durable,
    pub database: Database,
    pub worker: W,
    /// Locations that are worked by themselves.
    pub isolated: Isolated,
}

/// A panic is a permanent failure of what was worked, not of the worker.
pub(super) async fn unwound<T>(work: impl Future<Output = Result<T, Fault>>) -> Result<T, Fault> {
    match AssertUnwindSafe(work).catch_unwind().await {
        Ok(result) => result,
        Err(_) => Err(Fault::Permanent("panicked".into())),
    }
}
