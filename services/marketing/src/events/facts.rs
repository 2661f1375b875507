use saffron_core::fact::StampedBatch;
use saffron_kit::Fault;
use saffron_kit::nats::consume::FactWorker;
use saffron_kit::pg::Tx;

use crate::app;
use crate::domain::Hasher;

/// The reaction to facts: who guests are, what they agreed to, and what promo codes bring.
#[derive(Clone)]
pub struct Recorder {
    hasher: Hasher,
}

impl Recorder {
    /// Knows addresses by `hasher`.
    #[must_use]
    pub fn new(hasher: Hasher) -> Recorder {
        Recorder { hasher }
    }
}

impl FactWorker for Recorder {
    type Effect = ();

    async fn apply(&self, tx: &mut Tx, batches: Vec<StampedBatch>) -> Result<(), Fault> {
        app::record(tx, &self.hasher, batches).await
    }

    fn committed(&self, (): ()) {}
}
