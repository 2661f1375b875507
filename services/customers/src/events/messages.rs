use saffron_core::event::{Event as _, PersonErased, RewardMessageSettled};
use saffron_kit::Fault;
use saffron_kit::nats::react::{EventName, EventWorker, Received, data, event};
use saffron_kit::pg::Tx;

use crate::app;

/// Stores the results of messages about rewards, and deletes the names of erased people who sent rewards.
#[derive(Clone)]
pub struct Messages;

impl EventWorker for Messages {
    const EVENTS: &'static [EventName] = &[event::<PersonErased>(), event::<RewardMessageSettled>()];

    async fn apply(&self, tx: &mut Tx, event: Received) -> Result<(), Fault> {
        if event.r#type == PersonErased::cloud_type() {
            return app::forget_sender(tx, data::<PersonErased>(&event)?.user_id).await;
        }
        app::store_message_result(tx, &data::<RewardMessageSettled>(&event)?, event.sequence).await
    }
}
