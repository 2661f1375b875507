use jiff::Timestamp;
use serde::Deserialize;
use serde_json::Value;

use super::{ProviderId, odd};

/// What the mirror holds, a table each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// With its newest charge.
    PaymentIntent,
    /// Money given back.
    Refund,
    /// With its contents.
    Payout,
    /// A movement of the balance.
    BalanceTransaction,
    /// A payment that is disputed.
    Dispute,
}

impl Kind {
    /// All there are, in the order in which history is read.
    pub const ALL: [Kind; 5] =
        [Kind::PaymentIntent, Kind::Refund, Kind::Payout, Kind::Dispute, Kind::BalanceTransaction];

    /// Its name in the database.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kind::PaymentIntent => "payment_intent",
            Kind::Refund => "refund",
            Kind::Payout => "payout",
            Kind::BalanceTransaction => "balance_transaction",
            Kind::Dispute => "dispute",
        }
    }

    /// The kind with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The path of its list at the provider.
    #[must_use]
    pub const fn path(self) -> &'static str {
        match self {
            Kind::PaymentIntent => "/v1/payment_intents",
            Kind::Refund => "/v1/refunds",
            Kind::Payout => "/v1/payouts",
            Kind::BalanceTransaction => "/v1/balance_transactions",
            Kind::Dispute => "/v1/disputes",
        }
    }

    /// What the provider is asked to expand in one of them.
    #[must_use]
    pub const fn expand(self) -> &'static [&'static str] {
        match self {
            Kind::PaymentIntent => &["latest_charge.balance_transaction"],
            Kind::Refund | Kind::Payout => &["balance_transaction"],
            Kind::BalanceTransaction | Kind::Dispute => &[],
        }
    }
}

/// An object that has changed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Named {
    /// This one.
    One(Kind, ProviderId),
    /// All balance transactions whose money has become available.
    Available,
}

/// One of the provider's events, from a webhook or from its list: what it names, and nothing of what it tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// The event.
    pub id: ProviderId,
    /// Whose it is; an event of the list says it only by where it was read.
    pub account: Option<ProviderId>,
    /// When it happened, UTC.
    pub created: Timestamp,
    /// What has changed.
    pub named: Vec<Named>,
}

#[derive(Deserialize)]
struct Event {
    id: ProviderId,
    #[serde(default)]
    account: Option<ProviderId>,
    created: i64,
    data: Data,
}

#[derive(Deserialize)]
struct Data {
    object: Value,
}

impl Notice {
    /// Reads an event. One that is about something that is not mirrored names nothing.
    pub fn read(event: &Value) -> Result<Notice, String> {
        let event = Event::deserialize(event).map_err(|e| format!("is no event: {}", odd(&e)))?;
        let created = Timestamp::from_second(event.created).map_err(|e| format!("created: {e}"))?;
        let object = &event.data.object;
        let id_in = |field: &str| {
            let value = object.get(field)?;
            let id = value.as_str().or_else(|| value.get("id")?.as_str())?;
            id.parse::<ProviderId>().ok()
        };
        let one = |kind: Kind, field: &str| id_in(field).map(|id| Named::One(kind, id));
        let named = match object.get("object").and_then(Value::as_str).unwrap_or_default() {
            "payment_intent" => vec![one(Kind::PaymentIntent, "id")],
            "charge" => vec![one(Kind::PaymentIntent, "payment_intent")],
            // What was given back stands on the charge too.
            "refund" => vec![one(Kind::Refund, "id"), one(Kind::PaymentIntent, "payment_intent")],
            "dispute" => vec![one(Kind::Dispute, "id"), one(Kind::PaymentIntent, "payment_intent")],
            "payout" => vec![one(Kind::Payout, "id")],
            "balance" => vec![Some(Named::Available)],
            _ => Vec::new(),
        };
        let named = named.into_iter().flatten().collect();
        Ok(Notice { id: event.id, account: event.account, created, named })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn named(object: Value) -> Vec<Named> {
        let event = json!({"id": "evt_1", "object": "event", "account": "acct_1", "created": 1_700_000_000,
            "type": "whatever", "data": {"object": object}});
        Notice::read(&event).unwrap().named
    }

    fn one(kind: Kind, id: &str) -> Named {
        Named::One(kind, id.parse().unwrap())
    }

    #[test]
    fn an_event_names_what_is_fetched_anew() {
        let intent = || one(Kind::PaymentIntent, "pi_1");
        assert_eq!(named(json!({"object": "payment_intent", "id": "pi_1"})), [intent()]);
        assert_eq!(named(json!({"object": "charge", "id": "ch_1", "payment_intent": "pi_1"})), [intent()]);
        assert_eq!(
            named(json!({"object": "charge", "id": "ch_1", "payment_intent": {"id": "pi_1"}})),
            [intent()]
        );
        assert_eq!(named(json!({"object": "charge", "id": "ch_1", "payment_intent": null})), []);
        assert_eq!(
            named(json!({"object": "refund", "id": "re_1", "payment_intent": "pi_1"})),
            [one(Kind::Refund, "re_1"), intent()]
        );
        assert_eq!(
            named(json!({"object": "dispute", "id": "dp_1", "payment_intent": "pi_1"})),
            [one(Kind::Dispute, "dp_1"), intent()]
        );
        assert_eq!(named(json!({"object": "payout", "id": "po_1"})), [one(Kind::Payout, "po_1")]);
        assert_eq!(named(json!({"object": "balance"})), [Named::Available]);
        assert_eq!(named(json!({"object": "customer", "id": "cus_1"})), []);
        assert_eq!(named(json!({"object": "payout", "id": "../../etc"})), []);
    }

    #[test]
    fn what_is_no_event_is_refused() {
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
