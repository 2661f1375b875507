//! Reactions to the events of other services.

use saffron_core::event::{BusinessDaySet, CustomerErased, Event, LocationDescribed};
use saffron_kit::Fault;
use saffron_kit::nats::react::{EventName, EventWorker, Received, data, event};
use saffron_kit::pg::Tx;

use crate::app;

/// Reacts to the events of customers, and to those of auth about connected locations.
#[derive(Clone, Copy)]
pub struct Worker;

impl EventWorker for Worker {
    const EVENTS: &'static [EventName] =
        &[event::<CustomerErased>(), event::<BusinessDaySet>(), event::<LocationDescribed>()];

    async fn apply(&self, tx: &mut Tx, event: Received) -> Result<(), Fault> {
        if event.r#type == BusinessDaySet::cloud_type() {
            return app::set_business_day(tx, &data(&event)?).await;
        }
        if event.r#type == LocationDescribed::cloud_type() {
            let described: LocationDescribed = data(&event)?;
            return app::set_time_zone(tx, &described.pos_id, &described.time_zone).await;
        }
        app::erase_guest(tx, &data(&event)?).await
    }
}
