//! Reactions to facts, and to the erasure of people.

use saffron_core::event::PersonErased;
use saffron_core::fact::StampedBatch;
use saffron_kit::Fault;
use saffron_kit::nats::consume::FactWorker;
use saffron_kit::nats::react::{EventName, EventWorker, Received, data, event};
use saffron_kit::pg::Tx;

use crate::app;

/// Records items, and the items sold by checks.
#[derive(Clone, Copy)]
pub struct Recorder;

impl FactWorker for Recorder {
    type Effect = ();

    async fn apply(&self, tx: &mut Tx, batches: Vec<StampedBatch>) -> Result<(), Fault> {
        app::record_facts(tx, batches).await
    }
}

/// Deletes the names of erased people from the audit list.
#[derive(Clone)]
pub struct People;

impl EventWorker for People {
    const EVENTS: &'static [EventName] = &[event::<PersonErased>()];

    async fn apply(&self, tx: &mut Tx, event: Received) -> Result<(), Fault> {
        app::forget_editor(tx, data::<PersonErased>(&event)?.user_id).await
    }
}
