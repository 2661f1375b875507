use saffron_core::fact::StampedBatch;
use saffron_kit::Fault;
use saffron_kit::nats::consume::FactWorker;
use saffron_kit::pg::Tx;

use crate::app;
use crate::domain::Eraser;

/// The reaction to facts: who guests are, and what their checks do.
#[derive(Clone)]
pub struct Recorder {
    eraser: Eraser,
}

impl Recorder {
    /// Knows erased guests by `eraser`.
    #[must_use]
    pub fn new(eraser: Eraser) -> Recorder {
        Recorder { eraser }
    }
}

impl FactWorker for Recorder {
    type Effect = ();

    async fn apply(&self, tx: &mut Tx, batches: Vec<StampedBatch>) -> Result<(), Fault> {
        app::record(tx, &self.eraser, batches).await
    }

    fn committed(&self, (): ()) {}
}
