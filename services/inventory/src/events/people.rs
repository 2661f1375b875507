use saffron_core::event::PersonErased;
use saffron_kit::Fault;
use saffron_kit::nats::react::{EventName, EventWorker, Received, event};
use saffron_kit::pg::Tx;

use crate::app;

/// Deletes the names of erased people from the audit list.
#[derive(Clone)]
pub struct People;

impl EventWorker for People {
    const EVENTS: &'static [EventName] = &[event::<PersonErased>()];

    async fn apply(&self, tx: &mut Tx, event: Received) -> Result<(), Fault> {
        let erased: PersonErased = serde_json::from_str(event.data.get())
            .map_err(|e| Fault::Permanent(format!("{}: {e}", event.r#type)))?;
        app::forget_editor(tx, erased.user_id).await
    }
}
