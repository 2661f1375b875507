use saffron_core::event::RewardMessageSettled;
use saffron_kit::Fault;
use saffron_kit::nats::react::{EventWorker, Heard};
use saffron_kit::pg::Tx;

use crate::app;

/// The reaction to marketing's word on what became of a reward's message.
#[derive(Clone)]
pub struct Messages;

impl EventWorker for Messages {
    async fn apply(&self, tx: &mut Tx, event: Heard) -> Result<(), Fault> {
        let settled: RewardMessageSettled = serde_json::from_str(event.data.get())
            .map_err(|e| Fault::Permanent(format!("{}: {e}", event.r#type)))?;
        app::note_message(tx, &settled, event.sequence).await
    }
}
