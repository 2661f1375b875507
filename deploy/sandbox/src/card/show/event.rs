//! Events: what happened, and the object as it was then.

use serde_json::{Value, json};

use super::super::ledger::{Kept as _, Ledger, Place};
use super::{Expand, VERSION, subject};

/// An event. `waiting` says whether it is still to be told to the webhook.
pub fn event(ledger: &Ledger, place: Place, waiting: bool) -> Value {
    let Some(event) = ledger.events.get(place) else { return Value::Null };
    json!({
        "id": event.id(),
        "object": "event",
        "api_version": VERSION,
        "created": event.at,
        "data": { "object": subject(ledger, event.subject, event.as_of, &Expand::default()) },
        "livemode": false,
        "pending_webhooks": u8::from(waiting),
        "request": { "id": null, "idempotency_key": null },
        "type": event.kind,
    })
}
