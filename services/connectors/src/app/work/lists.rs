//! Shifts, items of the menu and guests as facts over what is known of them.

use std::collections::{BTreeMap, BTreeSet};

use saffron_core::PosId;
use saffron_import::lists::Listed;
use saffron_kit::Fault;
use saffron_till::Event;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::batch::{self, FROM};
use crate::domain::{BatchKind, KnownFact, import_of, undone_event_id, version_over};

/// The characters of a hash that tells facts of an import apart.
const HASH: usize = 16;

/// What facts of a list are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ListKind {
    Shift,
    Item,
    Guest,
}

impl ListKind {
    /// The batches of such facts.
    pub(super) const fn batch(self) -> BatchKind {
        match self {
            ListKind::Shift => BatchKind::Shift,
            ListKind::Item => BatchKind::Item,
            ListKind::Guest => BatchKind::Guest,
        }
    }
}

/// A fact of a list.
#[derive(Debug)]
pub(super) struct NewFact {
    /// The id of the shift, the item or the guest.
    pub id: String,
    /// Where it stands: the file, and its line.
    pub file: String,
    pub line: u64,
    kind: &'static str,
    data: Value,
}

impl NewFact {
    pub(super) fn of(id: String, listed: &Listed, file: String) -> NewFact {
        NewFact { id, file, line: listed.place.line, kind: listed.kind(), data: listed.data().clone() }
    }
}

/// Facts as they are sent, and what undoing them sends.
#[derive(Default)]
pub(super) struct Put {
    pub forward: Vec<Event>,
    /// Their ids are made when they are sent.
    pub back: Vec<Event>,
    /// The imports whose facts these take the place of.
    pub over: BTreeSet<Uuid>,
}

/// Puts facts over what is known of them, by their ids.
pub(super) fn put_over(
    kind: ListKind,
    pos_id: &PosId,
    import_id: Uuid,
    facts: Vec<NewFact>,
    known: &BTreeMap<String, KnownFact>,
) -> Result<Put, Fault> {
    let mut put = Put::default();
    for fact in facts {
        let known = known.get(&fact.id);
        put.over.extend(known.and_then(|known| import_of(&known.event_id)));
        let (revision, event_id) = version_over(import_id, &hash(fact.kind, &fact.data)?, known);
        // A removed one is as one that never was.
        let stands = known.filter(|known| !known.removed);
        let (data, counted_at) = match (kind, stands) {
            (ListKind::Item, Some(stands)) => completed(fact.data, stands)?,
            _ => (fact.data, None),
        };
        let data = with_revision(data, revision);
        put.forward.push(batch::event_at(&event_id, fact.kind, counted_at, &data)?);
        put.back.extend(taken_back(kind, pos_id, &fact.id, revision, stands)?);
    }
    Ok(put)
}

/// What undoing sends of a fact: what stood before it, else that there is none.
fn taken_back(
    kind: ListKind,
    pos_id: &PosId,
    id: &str,
    revision: i64,
    stood: Option<&KnownFact>,
) -> Result<Option<Event>, Fault> {
    let (restored, removed, id_field) = match kind {
        ListKind::Shift => ("shift.closed", "shift.removed", "posShiftID"),
        ListKind::Item => ("item.upserted", "item.removed", "posItemID"),
        ListKind::Guest => return Ok(None),
    };
    // A shift that was open would not count over a closed one of its revision.
    let (kind, data, counted_at) = match stood.filter(|stood| stood.closed) {
        Some(stood) => (restored, fields_of(stood)?, stood.counted_at.as_deref()),
        None => (
            removed,
            Map::from_iter([("posID".to_owned(), json!(pos_id)), (id_field.to_owned(), json!(id))]),
            None,
        ),
    };
    let data = with_revision(Value::Object(data), revision);
    batch::event_at(&hash(kind, &json!(id))?, kind, counted_at, &data).map(Some)
}

/// An item of a file with what the file does not say as it stands, and when its stock was counted if that is not the file's.
fn completed(data: Value, stands: &KnownFact) -> Result<(Value, Option<&str>), Fault> {
    let mut whole = fields_of(stands)?;
    let said = data.as_object().into_iter().flatten().filter(|(_, value)| !is_nothing(value));
    let said: Map<String, Value> = said.map(|(name, value)| (name.clone(), value.clone())).collect();
    let counted_at = if said.contains_key("stock") { None } else { stands.counted_at.as_deref() };
    whole.extend(said);
    Ok((Value::Object(whole), counted_at))
}

fn is_nothing(value: &Value) -> bool {
    value.is_null() || value.as_str().is_some_and(str::is_empty)
}

fn fields_of(known: &KnownFact) -> Result<Map<String, Value>, Fault> {
    serde_json::from_str(&known.data).map_err(|e| Fault::Permanent(format!("a fact as it was sent: {e}")))
}

fn with_revision(mut data: Value, revision: i64) -> Value {
    if let Some(fields) = data.as_object_mut() {
        fields.insert("revision".to_owned(), revision.into());
    }
    data
}

/// A hash of a fact.
fn hash(kind: &'static str, data: &Value) -> Result<String, Fault> {
    let event = Event::new(FROM, kind, String::new(), data).map_err(|e| Fault::Permanent(e.to_string()))?;
    Ok(event.id.chars().take(HASH).collect())
}

/// What was kept to be sent when an import is undone, with the ids of undoing it.
pub(super) fn undoing(undo_id: Uuid, kept: &[Event]) -> Result<Vec<Event>, Fault> {
    kept.iter().map(|event| batch::with_id(event, &undone_event_id(undo_id, &event.id))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const IMPORT: Uuid = Uuid::from_u128(0x0199_0000_0000_7000_8000_0000_0000_0001);

    fn json_of(event: &Event) -> Value {
        serde_json::from_str(event.json()).unwrap()
    }

    fn item(data: Value) -> NewFact {
        NewFact { id: "tea".to_owned(), file: String::new(), line: 0, kind: "item.upserted", data }
    }

    fn put(kind: ListKind, fact: NewFact, known: Option<KnownFact>) -> Put {
        let known = known.into_iter().map(|known| (known.id.clone(), known)).collect();
        put_over(kind, &"p1".parse().unwrap(), IMPORT, vec![fact], &known).unwrap()
    }

    fn of_till(id: &str, data: &Value) -> KnownFact {
        KnownFact {
            id: id.to_owned(),
            revision: 4,
            event_id: "zz".parse().unwrap(),
            closed: true,
            removed: false,
            counted_at: Some("2026-07-01T10:00:00Z".to_owned()),
            data: data.to_string(),
        }
    }

    #[test]
    fn item_of_a_till_keeps_what_a_file_does_not_say() {
        let stood = json!({"posID": "p1", "posItemID": "tea", "revision": 4, "name": "Tea", "majorCategory": "Drinks",
            "price": 3.5, "stock": 12, "imageUrl": "https://example.com/tea.png"});
        let file = json!({"posID": "p1", "posItemID": "tea", "revision": 1, "name": "Green tea", "majorCategory": "",
            "minorCategory": "", "cost": 0.75});
        let put = put(ListKind::Item, item(file), Some(of_till("tea", &stood)));
        let forward = json_of(&put.forward[0]);
        assert_eq!(
            forward["data"],
            json!({"posID": "p1", "posItemID": "tea", "revision": 4, "name": "Green tea",
            "majorCategory": "Drinks", "price": 3.5, "cost": 0.75, "stock": 12, "imageUrl": "https://example.com/tea.png"})
        );
        assert_eq!(forward["time"], "2026-07-01T10:00:00Z");
        assert!(forward["id"].as_str().unwrap() > "zz");
        let back = json_of(&undoing(Uuid::from_u128(9), &put.back).unwrap()[0]);
        assert_eq!(
            (&back["type"], &back["data"], &back["time"]),
            (&json!("item.upserted"), &stood, &forward["time"])
        );
        assert!(back["id"].as_str().unwrap() > forward["id"].as_str().unwrap());
        assert!(put.over.is_empty());
    }

    #[test]
    fn item_that_is_new_is_taken_away_again() {
        let file = json!({"posID": "p1", "posItemID": "tea", "revision": 1, "name": "Tea", "cost": 0.75});
        let removed = KnownFact { removed: true, ..of_till("tea", &json!({"name": "Old tea", "price": 9})) };
        for known in [None, Some(removed)] {
            let revision = known.as_ref().map_or(0, |known| known.revision);
            let put = put(ListKind::Item, item(file.clone()), known);
            assert_eq!(json_of(&put.forward[0])["data"]["price"], Value::Null);
            let back = json_of(&put.back[0]);
            let data = json!({"posID": "p1", "posItemID": "tea", "revision": revision});
            assert_eq!((&back["type"], &back["data"]), (&json!("item.removed"), &data));
        }
    }

    #[test]
    fn guest_is_never_put_over_that_of_a_till() {
        let data = json!({"posID": "p1", "posCustomerID": "g", "revision": 1, "firstName": "Ana"});
        let guest = NewFact { id: "g".to_owned(), kind: "customer.upserted", ..item(data) };
        let put = put(ListKind::Guest, guest, None);
        assert_eq!(json_of(&put.forward[0])["data"]["revision"], 0);
        assert!(put.back.is_empty());
    }
}
