//! Facts that are posted together, as they are kept.

use saffron_core::{BusinessDate, Calendar, CheckId, EventId, PosId, PosTime};
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

/// An event of its own id, at a time of the till's clock (RFC 3339) if it has one.
pub(super) fn event_at(
    id: &str,
    kind: &str,
    time: Option<&str>,
    data: &serde_json::Value,
) -> Result<Event, Fault> {
    let mut event = json!({"specversion": "1.0", "id": id, "source": FROM, "type": kind, "data": data});
    if let (Some(time), Some(event)) = (time, event.as_object_mut()) {
        event.insert("time".to_owned(), time.into());
    }
    event_of(&event)
}

/// The same event with another id.
pub(in crate::app) fn with_id(event: &Event, id: &str) -> Result<Event, Fault> {
    changed(event, |fields| drop(fields.insert("id".to_owned(), id.into())))
}

/// The event with other fields.
pub(super) fn changed(
    event: &Event,
    change: impl FnOnce(&mut serde_json::Map<String, serde_json::Value>),
) -> Result<Event, Fault> {
    let mut event: serde_json::Value =
        serde_json::from_str(event.json()).map_err(|e| Fault::Permanent(e.to_string()))?;
    if let Some(fields) = event.as_object_mut() {
        change(fields);
    }
    event_of(&event)
}

fn event_of(event: &serde_json::Value) -> Result<Event, Fault> {
    let json = serde_json::value::to_raw_value(event);
    json.and_then(Event::read).map_err(|e| Fault::Permanent(e.to_string()))
}

/// What an event is about, for people: the id of its check, shift, item or guest.
pub(in crate::app) fn about(event: &Event) -> String {
    const IDS: [&str; 4] = ["posCheckID", "posShiftID", "posItemID", "posCustomerID"];
    let event: serde_json::Value = serde_json::from_str(event.json()).unwrap_or_default();
    let id = event.get("data").and_then(|data| IDS.iter().find_map(|id| data.get(id)?.as_str()));
    id.unwrap_or_default().to_owned()
}

/// The business date of a check's event; none if it has none.
pub(super) fn business_date(event: &Event, calendar: &Calendar) -> Option<BusinessDate> {
    #[derive(Deserialize)]
    struct Dated {
        data: Times,
    }
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Times {
        business_date: Option<BusinessDate>,
        close_time: Option<PosTime>,
    }
    let Dated { data } = serde_json::from_str(event.json()).ok()?;
    data.business_date.or_else(|| Some(calendar.date_of(calendar.resolve(data.close_time?).ok()?.wall)))
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
        last_removal(pos_id, kept.data.check_id.as_str(), kept.data.revision, &kept.id)
    };
    events.iter().map(removal).collect()
}

/// The event that takes away a check for good: of the same revision, and later than whatever follows this version of it.
pub(in crate::app) fn last_removal(
    pos_id: &PosId,
    check_id: &str,
    revision: i64,
    of: &EventId,
) -> Result<Event, Fault> {
    let last =
        last_event_id(of).ok_or_else(|| Fault::Permanent(format!("no event id is later than {of}")))?;
    removal_by(last, pos_id, check_id, revision)
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
