use saffron_core::event::CardAccountSet;
use saffron_kit::Fault;
use saffron_kit::nats::react::{EventName, EventWorker, Heard, event};
use saffron_kit::pg::Tx;

use crate::app;

/// The reaction to auth's word on which card account a location has.
#[derive(Clone)]
pub struct Accounts;

impl EventWorker for Accounts {
    const EVENTS: &'static [EventName] = &[event::<CardAccountSet>()];

    async fn apply(&self, tx: &mut Tx, event: Heard) -> Result<(), Fault> {
        let set: CardAccountSet = serde_json::from_str(event.data.get())
            .map_err(|e| Fault::Permanent(format!("{}: {e}", event.r#type)))?;
        app::set_account(tx, &set, event.time, event.sequence).await
    }
}
