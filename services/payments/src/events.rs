//! Reactions to facts, and to events of other services.

use saffron_core::event::{CardAccountSet, Event as _, PersonErased};
use saffron_core::fact::StampedBatch;
use saffron_kit::Fault;
use saffron_kit::nats::consume::FactWorker;
use saffron_kit::nats::react::{EventName, EventWorker, Received, data, event};
use saffron_kit::pg::Tx;

use crate::app;

/// Records the payments of checks, and the weeks of online orders.
#[derive(Clone)]
pub struct Recorder;

impl FactWorker for Recorder {
    type Effect = ();

    async fn apply(&self, tx: &mut Tx, batches: Vec<StampedBatch>) -> Result<(), Fault> {
        app::record(tx, batches).await
    }
}

/// Sets the card accounts of locations, and deletes the names of erased people.
#[derive(Clone)]
pub struct Accounts;

impl EventWorker for Accounts {
    const EVENTS: &'static [EventName] = &[event::<CardAccountSet>(), event::<PersonErased>()];

    async fn apply(&self, tx: &mut Tx, event: Received) -> Result<(), Fault> {
        if event.r#type == PersonErased::cloud_type() {
            return app::forget_reviewer(tx, data::<PersonErased>(&event)?.user_id).await;
        }
        app::set_account(tx, &data(&event)?, event.time, event.sequence).await
    }
}
