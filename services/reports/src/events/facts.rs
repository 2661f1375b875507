use std::time::Duration;

use saffron_core::fact::StampedBatch;
use saffron_kit::Fault;
use saffron_kit::nats::consume::FactWorker;
use saffron_kit::pg::Tx;

use super::Notifier;
use crate::app::{self, Months, Recorded};

/// The reaction to facts: record them, then publish what changed.
#[derive(Clone)]
pub struct Recorder {
    notifier: Notifier,
    months: Months,
}

impl Recorder {
    /// With a notifier of each commit.
    #[must_use]
    pub fn new(notifier: Notifier, months: Months) -> Recorder {
        Recorder { notifier, months }
    }
}

impl FactWorker for Recorder {
    type Effect = Recorded;
    /// People watch what comes of them.
    const GATHER: Duration = Duration::from_millis(40);

    async fn apply(&self, tx: &mut Tx, batches: Vec<StampedBatch>) -> Result<Recorded, Fault> {
        self.months.provide(&batches).await;
        app::record(tx, batches).await
    }

    fn committed(&self, changed: Recorded) {
        self.notifier.changed(changed);
    }
}
