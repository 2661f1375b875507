use jiff::Timestamp;
use serde::Deserialize;
use serde_json::Value;

use super::{Kind, ProviderId, redacted};

/// An object to be fetched, because it has changed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stale {
    Object(Kind, ProviderId),
    /// All balance transactions whose money has become available.
    AvailableTransactions,
}

/// An event of the provider, from a webhook or from the list of events: which objects have changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    pub id: ProviderId,
    /// None in the list of events, which belongs to one account.
    pub account: Option<ProviderId>,
    /// UTC.
    pub created: Timestamp,
    pub stale: Vec<Stale>,
}

#[derive(Deserialize)]
struct Event {
    id: ProviderId,
    account: Option<ProviderId>,
    created: i64,
    data: Data,
}

#[derive(Deserialize)]
struct Data {
    object: Value,
}

impl Notice {
    /// Reads an event. An event about objects that are not mirrored has no stale objects.
    pub fn read(event: &Value) -> Result<Notice, String> {
        let event = Event::deserialize(event).map_err(|e| format!("is no event: {}", redacted(&e)))?;
        let created = Timestamp::from_second(event.created).map_err(|e| format!("created: {e}"))?;
        let object = &event.data.object;
        let id_in = |field: &str| {
            let value = object.get(field)?;
            let id = value.as_str().or_else(|| value.get("id")?.as_str())?;
            id.parse::<ProviderId>().ok()
        };
        let one = |kind: Kind, field: &str| id_in(field).map(|id| Stale::Object(kind, id));
        let stale = match object.get("object").and_then(Value::as_str).unwrap_or_default() {
            "payment_intent" => vec![one(Kind::PaymentIntent, "id")],
            "charge" => vec![one(Kind::PaymentIntent, "payment_intent")],
            // The refunded amount is a field of the charge, too.
            "refund" => vec![one(Kind::Refund, "id"), one(Kind::PaymentIntent, "payment_intent")],
            "dispute" => vec![one(Kind::Dispute, "id"), one(Kind::PaymentIntent, "payment_intent")],
            "payout" => vec![one(Kind::Payout, "id")],
            "balance" => vec![Some(Stale::AvailableTransactions)],
            _ => Vec::new(),
        };
        let stale = stale.into_iter().flatten().collect();
        Ok(Notice { id: event.id, account: event.account, created, stale })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn stale(object: Value) -> Vec<Stale> {
        let event = json!({"id": "evt_1", "object": "event", "account": "acct_1", "created": 1_700_000_000,
            "type": "whatever", "data": {"object": object}});
        Notice::read(&event).unwrap().stale
    }

    fn one(kind: Kind, id: &str) -> Stale {
        Stale::Object(kind, id.parse().unwrap())
    }

    #[test]
    fn an_event_names_the_objects_to_fetch() {
        let intent = || one(Kind::PaymentIntent, "pi_1");
        assert_eq!(stale(json!({"object": "payment_intent", "id": "pi_1"})), [intent()]);
        assert_eq!(stale(json!({"object": "charge", "id": "ch_1", "payment_intent": "pi_1"})), [intent()]);
        assert_eq!(
            stale(json!({"object": "charge", "id": "ch_1", "payment_intent": {"id": "pi_1"}})),
            [intent()]
        );
        assert_eq!(stale(json!({"object": "charge", "id": "ch_1", "payment_intent": null})), []);
        assert_eq!(
            stale(json!({"object": "refund", "id": "re_1", "payment_intent": "pi_1"})),
            [one(Kind::Refund, "re_1"), intent()]
        );
        assert_eq!(
            stale(json!({"object": "dispute", "id": "dp_1", "payment_intent": "pi_1"})),
            [one(Kind::Dispute, "dp_1"), intent()]
        );
        assert_eq!(stale(json!({"object": "payout", "id": "po_1"})), [one(Kind::Payout, "po_1")]);
        assert_eq!(stale(json!({"object": "balance"})), [Stale::AvailableTransactions]);
        assert_eq!(stale(json!({"object": "customer", "id": "cus_1"})), []);
        assert_eq!(stale(json!({"object": "payout", "id": "../../etc"})), []);
    }

    #[test]
    fn other_json_than_an_event_is_refused() {
        for bad in [
            json!(null),
            json!([]),
            json!({}),
            json!({"id": "evt_1", "created": "now", "data": {"object": 1}}),
        ] {
            assert!(Notice::read(&bad).is_err(), "{bad}");
        }
    }
}
