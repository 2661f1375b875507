use saffron_core::event::BusinessDaySet;
use saffron_kit::Fault;
use saffron_kit::nats::react::{EventName, EventWorker, Received, data, event};
use saffron_kit::pg::Tx;

use crate::app;

/// Learns when the days of locations begin.
#[derive(Clone)]
pub struct Listener;

impl EventWorker for Listener {
    const EVENTS: &'static [EventName] = &[event::<BusinessDaySet>()];

    async fn apply(&self, tx: &mut Tx, event: Received) -> Result<(), Fault> {
        app::note_day_starts(tx, &data(&event)?, event.sequence).await
    }
}
