//! Reactions to the events of other services.

use saffron_core::event::CustomerErased;
use saffron_kit::Fault;
use saffron_kit::nats::react::{EventName, EventWorker, Received, data, event};
use saffron_kit::pg::Tx;

use crate::app;

/// Reacts to the events of customers.
#[derive(Clone, Copy)]
pub struct Worker;

impl EventWorker for Worker {
    const EVENTS: &'static [EventName] = &[event::<CustomerErased>()];

    async fn apply(&self, tx: &mut Tx, event: Received) -> Result<(), Fault> {
        app::erase_guest(tx, &data(&event)?).await
    }
}
