use saffron_core::fact::StampedBatch;
use saffron_kit::Fault;
use saffron_kit::nats::consume::FactWorker;
use saffron_kit::pg::Tx;

use crate::app;
use crate::domain::TombstoneKey;

/// Records the contact data of guests and the effects of checks; erased guests are recognized by the key.
#[derive(Clone)]
pub struct Recorder(pub TombstoneKey);

impl FactWorker for Recorder {
    type Effect = ();

    async fn apply(&self, tx: &mut Tx, batches: Vec<StampedBatch>) -> Result<(), Fault> {
        app::record(tx, &self.0, batches).await
    }
}
