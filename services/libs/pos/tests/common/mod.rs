//! The real door, for what every POS's objects become.

pub mod mangle;

use saffron_core::fact::{Check, FactBody, receive_events};
use saffron_core::{Calendar, Money};
use saffron_pos::{Place, Settings};
use saffron_till::Event;
use serde_json::Value;

/// An event that the door accepted.
#[derive(Debug)]
pub struct Seen {
    pub kind: String,
    pub data: Value,
    pub revision: i64,
    pub body: FactBody,
}

impl Seen {
    pub fn check(&self) -> &Check {
        match &self.body {
            FactBody::Check(check) | FactBody::OpenCheck(check) | FactBody::RemovedCheck(check) => check,
            other => panic!("{other:?}"),
        }
    }
}

/// New York, days from 04:00.
pub fn place() -> Place {
    Place {
        pos_id: "corner".parse().unwrap(),
        location: "L1".to_owned(),
        calendar: Calendar::new("America/New_York".parse().unwrap(), "".parse().unwrap()),
        settings: Settings::default(),
    }
}

/// What the door makes of an event: all its fields are known, and no time of it is ahead.
pub fn through(place: &Place, event: &Event) -> Seen {
    let now = "2026-11-30T12:00:00Z".parse().unwrap();
    let received = receive_events(event.json().as_bytes(), &place.pos_id, &place.calendar, now);
    let received = received.unwrap_or_else(|refusal| panic!("{refusal:?}: {}", event.json()));
    assert!(received.ignored.is_empty(), "{:?}", received.ignored);
    let json: Value = serde_json::from_str(event.json()).unwrap();
    let fact = received.facts.into_iter().next().unwrap();
    Seen {
        kind: json["type"].as_str().unwrap().to_owned(),
        data: json["data"].clone(),
        revision: fact.precedence.revision,
        body: fact.body,
    }
}

/// The same object with other fields, which may be null.
pub fn with(mut object: Value, more: Value) -> Value {
    object.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    object
}

/// The only event.
pub fn one(mut seen: Vec<Seen>) -> Seen {
    assert_eq!(seen.len(), 1, "{seen:?}");
    seen.remove(0)
}

/// Cents.
pub fn cents(money: Money) -> i64 {
    money.cents()
}
