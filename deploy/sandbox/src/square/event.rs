//! What webhooks tell. The orders of the till are not among it: only those of the Orders API.

use jiff::Timestamp;
use saffron_core::ItemId;
use serde_json::{Value, json};

use super::show::{self, Refunded, View, time};
use super::trade::{Origin, Record, Stage, Version};
use crate::ids::Key;

/// Something that happened at a merchant.
#[derive(Debug, Clone)]
pub struct Happened {
    pub kind: &'static str,
    pub at: Timestamp,
    /// `data` of the event.
    pub data: Value,
}

impl Happened {
    /// An object that was made or changed; the event carries it.
    pub fn object(kind: &'static str, at: Timestamp, name: &str, object: Value) -> Happened {
        let id = object.get("id").cloned().unwrap_or_default();
        let data_type = if name == "object" { "dispute" } else { name };
        Happened { kind, at, data: json!({ "type": data_type, "id": id, "object": { name: object } }) }
    }

    /// An object that was deleted: its id alone.
    pub fn deleted(kind: &'static str, at: Timestamp, id: &str) -> Happened {
        Happened { kind, at, data: json!({ "type": "timecard", "id": id, "deleted": true }) }
    }

    /// The catalog was changed: the time alone.
    pub fn catalog(at: Timestamp) -> Happened {
        let data = json!({ "type": "catalog", "object": { "catalog_version": { "updated_at": time(at) } } });
        Happened { kind: "catalog.version.updated", at, data }
    }

    /// Counts that were changed.
    pub fn counts(at: Timestamp, item: &ItemId, counts: Vec<Value>) -> Happened {
        let id = Key::of(&[item, &at, &"count"]).to_string();
        let data = json!({ "type": "inventory_counts", "id": id, "object": { "inventory_counts": counts } });
        Happened { kind: "inventory.count.updated", at, data }
    }

    /// The authorization ended.
    pub fn revoked(at: Timestamp, merchant: &str) -> Happened {
        let object = json!({ "revocation": { "revoked_at": time(at), "revoker_type": "MERCHANT" } });
        let data =
            json!({ "type": "revocation", "id": Key::of(&[&merchant, &at]).to_string(), "object": object });
        Happened { kind: "oauth.authorization.revoked", at, data }
    }

    /// The events of an order and its refunds.
    pub fn of_order(
        view: &View<'_>,
        record: &Record,
        before: Option<&Version>,
        version: &Version,
    ) -> Vec<Happened> {
        let mut happened = Vec::new();
        let is_changed = before.is_none_or(|before| before.updated != version.updated);
        if version.order.origin == Origin::Api && is_changed {
            let (kind, name) = match before {
                None => ("order.created", "order_created"),
                Some(_) => ("order.updated", "order_updated"),
            };
            let order = show::order(view, record, version);
            let member = |name: &str| order.get(name).cloned().unwrap_or_default();
            let mut object = json!({
                "order_id": record.id, "version": version.changes, "location_id": view.place.id,
                "state": member("state"), "created_at": time(version.created),
            });
            if let Some(object) = object.as_object_mut().filter(|_| before.is_some()) {
                object.insert("updated_at".to_owned(), json!(time(version.updated)));
            }
            let data = json!({ "type": name, "id": record.id, "object": { name: object } });
            happened.push(Happened { kind, at: version.at, data });
        }
        for refund in show::refunds_of(view, record, &version.order) {
            let at = |version: &Version| version.refunds.get(refund.number).copied();
            let known = before.and_then(at);
            if known == at(version) {
                continue;
            }
            let kind = if known.is_some() { "refund.updated" } else { "refund.created" };
            let shown = show::refund(view, record, version, &refund);
            happened.push(Happened::object(kind, version.at, "refund", shown));
        }
        happened
    }

    /// The event of a payment.
    pub fn of_payment(
        view: &View<'_>,
        record: &Record,
        before: Option<&Version>,
        version: &Version,
        number: usize,
        back: &[Refunded],
    ) -> Option<Happened> {
        if matches!(version.order.stage, Stage::Draft | Stage::Cart) {
            return None;
        }
        let at = |version: &Version| version.payments.get(number).copied();
        let known =
            before.filter(|before| !matches!(before.order.stage, Stage::Draft | Stage::Cart)).and_then(at);
        if known == at(version) {
            return None;
        }
        let kind = if known.is_some() { "payment.updated" } else { "payment.created" };
        let shown = show::payment(view, record, version, number, back)?;
        Some(Happened::object(kind, version.at, "payment", shown))
    }

    /// The body of the event.
    pub fn body(&self, merchant: &str) -> String {
        let id = Key::of(&[&merchant, &self.kind, &self.data]);
        json!({
            "merchant_id": merchant, "type": self.kind, "event_id": id.to_string(),
            "created_at": time(self.at), "data": self.data,
        })
        .to_string()
    }
}
