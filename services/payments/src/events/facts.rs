use saffron_core::fact::StampedBatch;
use saffron_kit::Fault;
use saffron_kit::nats::consume::FactWorker;
use saffron_kit::pg::Tx;

use crate::app;

/// Records the payments of checks, and the weeks of online orders.
#[derive(Clone)]
pub struct Recorder;

impl FactWorker for Recorder {
    type Effect = ();

    async fn apply(&self, tx: &mut Tx, batches: Vec<StampedBatch>) -> Result<(), Fault> {
        app::record(tx, batches).await
    }
}
