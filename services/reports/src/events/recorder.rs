use std::time::Duration;

use saffron_core::fact::StampedBatch;
use saffron_kit::Fault;
use saffron_kit::nats::consume::FactWorker;
use saffron_kit::pg::Tx;

use super::Notifier;
use crate::app::{self, Partitions, Recorded};

/// Records facts, and hands the changes to the notifier.
#[derive(Clone)]
pub struct Recorder {
    notifier: Notifier,
    partitions: Partitions,
}

impl Recorder {
    #[must_use]
    pub fn new(notifier: Notifier, partitions: Partitions) -> Recorder {
        Recorder { notifier, partitions }
    }
}

impl FactWorker for Recorder {
    type Effect = Recorded;
    /// Short, as people watch the figures live.
    const GATHER: Duration = Duration::from_millis(40);

    async fn apply(&self, tx: &mut Tx, batches: Vec<StampedBatch>) -> Result<Recorded, Fault> {
        self.partitions.make_for(&batches).await;
        app::record(tx, batches).await
    }

    fn committed(&self, changed: Recorded) {
        self.notifier.add(changed);
    }
}
