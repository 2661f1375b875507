//! Guests in facts as they are kept: an erased one is in none of them.

use std::borrow::Cow;
use std::collections::BTreeSet;

use saffron_core::id::PosGiven as _;
use saffron_core::{CustomerId, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;
use saffron_till::Event;
use serde::Deserialize;
use serde_json::Value;

use super::batch;
use crate::app::App;
use crate::domain::Findings;
use crate::store;

/// The field that names a guest.
const FIELD: &str = "posCustomerID";
/// How the kinds of facts begin that are about a guest.
const ABOUT_GUESTS: &str = "customer.";

/// What of an event is about a guest.
#[derive(Deserialize)]
struct Kept<'a> {
    #[serde(borrow)]
    r#type: Cow<'a, str>,
    #[serde(borrow)]
    data: KeptData<'a>,
}

#[derive(Deserialize)]
struct KeptData<'a> {
    #[serde(default, borrow, rename = "posCustomerID")]
    guest: Option<Cow<'a, str>>,
}

/// The guest as whom an id counts that was sent.
pub(super) fn guest_of(sent: &str) -> Option<CustomerId> {
    CustomerId::of_sent(sent).ok()
}

/// Whether an event is about a guest, and the guest whom it names.
fn named(event: &Event) -> Result<(bool, Option<CustomerId>), Fault> {
    let kept: Kept =
        serde_json::from_str(event.json()).map_err(|e| Fault::Permanent(format!("a kept fact: {e}")))?;
    Ok((kept.r#type.starts_with(ABOUT_GUESTS), kept.data.guest.as_deref().and_then(guest_of)))
}

/// The guests whom events name.
pub(super) fn named_in(events: &[Event]) -> Result<BTreeSet<CustomerId>, Fault> {
    let guests: Result<Vec<Option<CustomerId>>, Fault> =
        events.iter().map(|event| Ok(named(event)?.1)).collect();
    Ok(guests?.into_iter().flatten().collect())
}

/// The events without erased guests: no fact about one, and checks that name none.
pub(super) fn without(events: &[Event], erased: &BTreeSet<CustomerId>) -> Result<Vec<Event>, Fault> {
    if erased.is_empty() {
        return Ok(events.to_vec());
    }
    let mut kept = Vec::with_capacity(events.len());
    for event in events {
        match named(event)? {
            (is_about, Some(guest)) if erased.contains(&guest) => {
                if !is_about {
                    kept.push(batch::changed(event, nobody)?);
                }
            }
            _ => kept.push(event.clone()),
        }
    }
    Ok(kept)
}

/// The same of those who were erased until now.
pub(in crate::app) async fn without_erased(
    app: &App,
    pos_id: &PosId,
    events: &[Event],
) -> Result<Vec<Event>, Fault> {
    let erased = erased_among(app, pos_id, &named_in(events)?).await?;
    without(events, &erased)
}

/// Those of these guests who were erased until now.
pub(super) async fn erased_among(
    app: &App,
    pos_id: &PosId,
    guests: &BTreeSet<CustomerId>,
) -> Result<BTreeSet<CustomerId>, Fault> {
    if guests.is_empty() {
        return Ok(BTreeSet::new());
    }
    let mut conn = app.database.pool().acquire().await?;
    store::erased_among(&mut conn, pos_id, guests).await
}

/// Takes guests who were erased until now out of what was found in files; one who is erased after the commit is looked for then.
pub(super) async fn forget_erased(tx: &mut Tx, pos_id: &PosId, findings: &mut Findings) -> Result<(), Fault> {
    store::hold_erasures(tx, pos_id).await?;
    let erased = store::erased_among(tx.conn(), pos_id, &findings.guests()).await?;
    findings.forget(&erased);
    Ok(())
}

/// Takes the guest out of an event.
fn nobody(event: &mut serde_json::Map<String, Value>) {
    if let Some(data) = event.get_mut("data").and_then(Value::as_object_mut) {
        data.remove(FIELD);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn event(kind: &'static str, data: Value) -> Event {
        batch::event_at("e1", kind, Some("2026-07-01T10:00:00Z"), &data).unwrap()
    }

    fn json_of(event: &Event) -> Value {
        serde_json::from_str(event.json()).unwrap()
    }

    #[test]
    fn erased_guest_is_in_no_fact_that_is_left() {
        let check = |guest: Value| json!({"posID": "p1", "posCheckID": "c1", "revision": 3, "tip": 0.1, "posCustomerID": guest});
        let events = [
            event("customer.upserted", json!({"posID": "p1", "posCustomerID": "g1", "firstName": "Ana"})),
            event("customer.upserted", json!({"posID": "p1", "posCustomerID": "g2", "firstName": "Bo"})),
            event("check.closed", check(json!("g1"))),
            event("check.closed", check(json!("g2"))),
            event("check.closed", check(Value::Null)),
            event("check.removed", json!({"posID": "p1", "posCheckID": "g1", "revision": 1})),
        ];
        let all: BTreeSet<CustomerId> = ["g1", "g2"].map(|id| id.parse().unwrap()).into();
        assert_eq!(named_in(&events).unwrap(), all);
        let left = without(&events, &["g1".parse().unwrap()].into()).unwrap();
        let left: Vec<Value> = left.iter().map(json_of).collect();
        let mut nobodys = json_of(&events[2]);
        nobodys["data"].as_object_mut().unwrap().remove("posCustomerID");
        let as_they_are = |index: usize| json_of(&events[index]);
        assert_eq!(left, [as_they_are(1), nobodys, as_they_are(3), as_they_are(4), as_they_are(5)]);
        assert_eq!(without(&events, &BTreeSet::new()).unwrap().len(), events.len());
    }

    #[test]
    fn guest_is_found_by_the_id_that_a_file_has() {
        let sent = event("customer.upserted", json!({"posCustomerID": "ana@example.com"}));
        let id = guest_of("ana@example.com").unwrap();
        assert_ne!(id.as_str(), "ana@example.com");
        assert_eq!(without(&[sent], &[id].into()).unwrap().len(), 0);
    }
}
