use saffron_core::event::{Event, PersonErased, RewardMessageSettled};
use saffron_kit::Fault;
use saffron_kit::nats::react::{EventName, EventWorker, Heard, event};
use saffron_kit::pg::Tx;

use crate::app;

/// The reaction to what became of a reward's message, and to the erasure of a person who sends rewards.
#[derive(Clone)]
pub struct Messages;

impl EventWorker for Messages {
    const EVENTS: &'static [EventName] = &[event::<PersonErased>(), event::<RewardMessageSettled>()];

    async fn apply(&self, tx: &mut Tx, event: Heard) -> Result<(), Fault> {
        let unreadable = |e: serde_json::Error| Fault::Permanent(format!("{}: {e}", event.r#type));
        if event.r#type == PersonErased::cloud_type() {
            let erased: PersonErased = serde_json::from_str(event.data.get()).map_err(unreadable)?;
            return app::forget_sender(tx, erased.user_id).await;
        }
        let settled: RewardMessageSettled = serde_json::from_str(event.data.get()).map_err(unreadable)?;
        app::note_message(tx, &settled, event.sequence).await
    }
}
