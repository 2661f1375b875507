//! Reactions to facts, and to the events of auth and customers.

use saffron_core::event::{
    BusinessDaySet, CustomerErased, CustomerMerged, Event as _, LocationDescribed, RewardGranted,
};
use saffron_core::fact::StampedBatch;
use saffron_kit::Fault;
use saffron_kit::nats::consume::FactWorker;
use saffron_kit::nats::react::{EventName, EventWorker, Received, data, event};
use saffron_kit::pg::Tx;

use crate::app;
use crate::domain::Hasher;

/// Reacts to facts, and to the events of auth and customers.
#[derive(Clone)]
pub struct Worker {
    pub hasher: Hasher,
}

impl FactWorker for Worker {
    type Effect = ();

    async fn apply(&self, tx: &mut Tx, batches: Vec<StampedBatch>) -> Result<(), Fault> {
        app::record(tx, &self.hasher, batches).await
    }
}

impl EventWorker for Worker {
    const EVENTS: &'static [EventName] = &[
        event::<BusinessDaySet>(),
        event::<LocationDescribed>(),
        event::<CustomerErased>(),
        event::<CustomerMerged>(),
        event::<RewardGranted>(),
    ];

    async fn apply(&self, tx: &mut Tx, event: Received) -> Result<(), Fault> {
        let kind = event.r#type.as_str();
        if kind == LocationDescribed::cloud_type() {
            app::describe_location(tx, data(&event)?, event.sequence).await
        } else if kind == BusinessDaySet::cloud_type() {
            app::set_business_day(tx, &data(&event)?, event.sequence).await
        } else if kind == CustomerErased::cloud_type() {
            app::erase(tx, &self.hasher, data(&event)?).await
        } else if kind == CustomerMerged::cloud_type() {
            app::merge_guests(tx, &data(&event)?, event.sequence).await
        } else if kind == RewardGranted::cloud_type() {
            app::queue_reward(tx, &data(&event)?, event.time).await
        } else {
            Err(Fault::Permanent(format!("{kind} is no event of this consumer")))
        }
    }
}
