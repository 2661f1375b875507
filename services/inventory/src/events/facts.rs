use saffron_core::fact::StampedBatch;
use saffron_kit::Fault;
use saffron_kit::nats::consume::FactWorker;
use saffron_kit::pg::Tx;

use crate::app;

/// Records items, and the items sold by checks.
#[derive(Clone, Copy)]
pub struct Recorder;

impl FactWorker for Recorder {
    type Effect = ();

    async fn apply(&self, tx: &mut Tx, batches: Vec<StampedBatch>) -> Result<(), Fault> {
        app::record_facts(tx, batches).await
    }

    fn committed(&self, (): ()) {}
}
