//! Facts that are posted together, as they are kept.

use saffron_core::{CheckId, EventId, PosId};
use saffron_kit::Fault;
use saffron_till::Event;
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

use crate::domain::{last_event_id, later_event_id};

/// What facts say where they come from.
pub(super) const FROM: &str = "import";

/// Events as they are kept: a JSON array of them.
pub(super) fn written(events: &[Event]) -> Vec<u8> {
    let texts: Vec<&str> = events.iter().map(Event::json).collect();
    format!("[{}]", texts.join(",")).into_bytes()
}

/// Events as they were kept.
pub(super) fn read(bytes: &[u8]) -> Result<Vec<Event>, Fault> {
    let kept: Result<Vec<Box<RawValue>>, _> = serde_json::from_slice(bytes);
    let events = kept.and_then(|kept| kept.into_iter().map(Event::read).collect());
    events.map_err(|e| Fault::Permanent(format!("a batch of an import: {e}")))
}

/// The check of an event.
#[derive(Deserialize)]
struct Kept {
    id: EventId,
    data: KeptCheck,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct KeptCheck {
    #[serde(rename = "posCheckID")]
    check_id: CheckId,
    revision: i64,
}

/// The events that take away for good what these brought, also where another import took it away and brought it back.
pub(super) fn removals(pos_id: &PosId, events: &[Event]) -> Result<Vec<Event>, Fault> {
    let removal = |event: &Event| {
        let kept: Kept = serde_json::from_str(event.json()).map_err(|e| Fault::Permanent(e.to_string()))?;
        let last = last_event_id(&kept.id);
        let last = last.ok_or_else(|| Fault::Permanent(format!("no event id is later than {}", kept.id)))?;
        removal_by(last, pos_id, kept.data.check_id.as_str(), kept.data.revision)
    };
    events.iter().map(removal).collect()
}

/// The event that takes away a version of a check: of the same revision, and later than it.
pub(super) fn removal(pos_id: &PosId, check_id: &str, revision: i64, of: &EventId) -> Result<Event, Fault> {
    removal_by(later(of, 1)?, pos_id, check_id, revision)
}

fn removal_by(id: EventId, pos_id: &PosId, check_id: &str, revision: i64) -> Result<Event, Fault> {
    let data = json!({"posID": pos_id, "posCheckID": check_id, "revision": revision});
    event(id, "check.removed", check_id, &data)
}

/// The event that brings back a version of a check once it was taken away.
pub(super) fn restored(check_id: &str, of: &EventId, data: &str) -> Result<Event, Fault> {
    let data: Box<RawValue> = serde_json::from_str(data).map_err(|e| Fault::Permanent(e.to_string()))?;
    event(later(of, 2)?, "check.closed", check_id, &data)
}

fn later(id: &EventId, versions: usize) -> Result<EventId, Fault> {
    later_event_id(id, versions).ok_or_else(|| Fault::Permanent(format!("no event id is later than {id}")))
}

fn event(id: EventId, kind: &'static str, about: &str, data: &impl serde::Serialize) -> Result<Event, Fault> {
    Event::with_id(id.into(), FROM, kind, about.to_owned(), data).map_err(|e| Fault::Permanent(e.to_string()))
}
