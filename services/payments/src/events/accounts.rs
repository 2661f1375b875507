use saffron_core::event::CardAccountSet;
use saffron_kit::Fault;
use saffron_kit::nats::react::{EventName, EventWorker, Received, data, event};
use saffron_kit::pg::Tx;

use crate::app;

/// Sets the card accounts of locations.
#[derive(Clone)]
pub struct Accounts;

impl EventWorker for Accounts {
    const EVENTS: &'static [EventName] = &[event::<CardAccountSet>()];

    async fn apply(&self, tx: &mut Tx, event: Received) -> Result<(), Fault> {
        app::set_account(tx, &data(&event)?, event.time, event.sequence).await
    }
}
