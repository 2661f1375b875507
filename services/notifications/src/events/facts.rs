use std::sync::Arc;

use saffron_core::fact::StampedBatch;
use saffron_kit::Fault;
use saffron_kit::nats::consume::FactWorker;
use saffron_kit::pg::Tx;

use crate::app::{self, App};

/// Records days with sales, and large voids, discounts and refunds.
#[derive(Clone)]
pub struct Recorder(pub Arc<App>);

impl FactWorker for Recorder {
    type Effect = ();

    async fn apply(&self, tx: &mut Tx, batches: Vec<StampedBatch>) -> Result<(), Fault> {
        app::record(tx, batches).await
    }

    fn committed(&self, (): ()) {
        self.0.wake();
    }
}
