//! Reactions to facts, and to events of other services.

use saffron_core::event::{Event as _, PersonErased, RewardMessageSettled};
use saffron_core::fact::StampedBatch;
use saffron_kit::Fault;
use saffron_kit::nats::consume::FactWorker;
use saffron_kit::nats::react::{EventName, EventWorker, Received, data, event};
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
