//! Objects with anything in them.

use proptest::prelude::*;
use proptest::sample::Index;
use saffron_pos::square::model::{Kind, Read};
use saffron_pos::{Place, Unmapped};
use saffron_till::Event;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::through;

/// What may stand where a value stood.
pub fn anything() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        prop::sample::select(vec![0, 1, -1, 5, -700, 10_000_000_000, 10_000_000_001, i64::MAX, i64::MIN])
            .prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        Just(json!(1e300)),
        Just(json!(u64::MAX)),
        ".{0,30}".prop_map(Value::from),
        "[0-9]{0,25}(\\.[0-9]{0,9})?".prop_map(Value::from),
        prop::sample::select(vec![
            "",
            " ",
            "\u{0}",
            "\u{202e}",
            "OPEN",
            "CANCELED",
            "COMPLETED",
            "PENDING",
            "FAILED",
            "CASH",
            "EXTERNAL",
            "EUR",
            "JPY",
            "usd",
            "-0.00001",
            "999999999",
            "1e9",
            "2026-07-18T12:00:00Z",
            "0001-01-01T00:00:00Z",
            "1989-12-31T00:00:00Z",
            "2101-01-01T00:00:00Z",
            "9999-12-30T23:59:59Z",
            "2026-11-01T05:30:00Z",
            "2026-11-01T06:30:00-05:00",
            "VARIABLE_PRICING",
            "VARIABLE",
            "SUCCESS",
            "VOIDED",
            "FAIL",
            "OPEN",
            "PARTIALLY_PAID",
            "AUTO_GRATUITY",
            "GIFT_CARD",
            "L2",
            "P1",
            "O1",
        ])
        .prop_map(Value::from),
        Just(json!("x".repeat(1_200))),
        Just(json!("ü".repeat(300))),
        Just(json!([])),
        Just(json!({"elements": [null]})),
        Just(json!(1_784_000_000_000_i64)),
        Just(json!({})),
        Just(json!([null, {}, {"amount_money": {"amount": -5, "currency": "USD"}, "amount": -5}])),
    ]
}

/// A change of a value somewhere in a JSON: its place by a number, and what comes there; none: it is left out, or twice there.
pub type Change = (Index, Option<Value>);

pub fn changes() -> impl Strategy<Value = Vec<(Index, Change)>> {
    let change = (any::<Index>(), prop::option::weighted(0.8, anything()));
    prop::collection::vec((any::<Index>(), change), 0..8)
}

/// How many values a JSON holds, itself among them.
pub fn size(json: &Value) -> usize {
    match json {
        Value::Array(list) => 1 + list.iter().map(size).sum::<usize>(),
        Value::Object(members) => 1 + members.values().map(size).sum::<usize>(),
        _ => 1,
    }
}

/// Changes the value with this number, in the order of reading.
pub fn mangle(json: &mut Value, left: &mut usize, to: &Option<Value>) {
    match json {
        Value::Array(list) => {
            for at in 0..list.len() {
                if *left == 0 {
                    match to {
                        Some(to) => list[at] = to.clone(),
                        None => list.push(list[at].clone()),
                    }
                    *left = usize::MAX;
                    return;
                }
                *left -= 1;
                mangle(&mut list[at], left, to);
                if *left == usize::MAX {
                    return;
                }
            }
        }
        Value::Object(members) => {
            let names: Vec<String> = members.keys().cloned().collect();
            for name in names {
                if *left == 0 {
                    match to {
                        Some(to) => members.insert(name, to.clone()),
                        None => members.remove(&name),
                    };
                    *left = usize::MAX;
                    return;
                }
                *left -= 1;
                mangle(&mut members[&name], left, to);
                if *left == usize::MAX {
                    return;
                }
            }
        }
        _ => {}
    }
}

/// The objects of a kind that can be read; of others it is said why not.
pub fn read<T: Kind + DeserializeOwned>(sent: &[Value]) -> Vec<T> {
    let read = sent.iter().map(|json| Read::of(&json.to_string()).object());
    read.filter_map(|read| read.map_err(|why| explained(&why)).ok()).collect()
}

pub fn explained(why: &Unmapped) {
    assert!(!why.kind.is_empty() && why.why.len() > 10, "{why:?}");
}

pub fn accepted(place: &Place, event: Result<Event, Unmapped>) -> bool {
    match event {
        Ok(event) => {
            // Times that are far ahead are the door's to refuse, by its clock.
            if saffron_core::fact::read_events(event.json().as_bytes(), &place.pos_id, &place.calendar)
                .is_err()
            {
                through(place, &event);
            }
            true
        }
        Err(why) => {
            explained(&why);
            false
        }
    }
}
