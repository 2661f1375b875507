use saffron_core::fact::StampedBatch;
use saffron_kit::Fault;
use saffron_kit::nats::consume::FactWorker;
use saffron_kit::pg::Tx;

use crate::app;

/// The reaction to facts: what checks were paid with, and what online orders bring.
#[derive(Clone)]
pub struct Recorder;

impl FactWorker for Recorder {
    type Effect = ();

    async fn apply(&self, tx: &mut Tx, batches: Vec<StampedBatch>) -> Result<(), Fault> {
        app::record(tx, batches).await
    }

    fn committed(&self, (): ()) {}
}
