//! Posting events, in batches that the door takes.

use super::{Door, DoorError, Event, Secret};

/// The most checks of one POST: well under the door's 2,000 events, and soon stored.
pub const MAX_CHECKS: usize = 500;
/// The most bytes of one POST, under the door's 1 MiB.
pub const MAX_BODY: usize = 900_000;

/// An event that the server does not take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// Its place among the events given.
    pub index: usize,
    /// The field it is about, e.g. `data.items[0].quantity`.
    pub field: String,
    /// The server's reason.
    pub why: String,
}

/// A till: one location's ingest key and the door it opens.
#[derive(Debug, Clone)]
pub struct Till {
    door: Door,
    key: Secret,
}

impl Till {
    /// The till with this ingest key.
    #[must_use]
    pub fn new(door: Door, key: Secret) -> Till {
        Till { door, key }
    }

    /// Posts one batch. An event that the server names as bad is left out and told; the others are sent
    /// again without it, as the door takes all or nothing. A batch that is too large goes in halves.
    ///
    /// # Errors
    /// See [`DoorError`]: a wrong key, a server away for too long.
    pub async fn post(&self, events: &[Event]) -> Result<Vec<Refused>, DoorError> {
        let mut parts: Vec<Vec<(usize, &Event)>> = vec![events.iter().enumerate().collect()];
        let mut refused = Vec::new();
        while let Some(mut part) = parts.pop() {
            if part.is_empty() {
                continue;
            }
            match self.door.post("/ingest/v1/events", Some(&self.key), array(&part)).await {
                Ok(_) => {}
                Err(DoorError::Refused { status: 413, .. }) if part.len() > 1 => {
                    let second = part.split_off(part.len() / 2);
                    parts.extend([second, part]);
                }
                Err(error) => {
                    let (place, field, why) = bad_event(error, part.len())?;
                    let (index, _) = part.remove(place);
                    refused.push(Refused { index, field, why });
                    parts.push(part);
                }
            }
        }
        Ok(refused)
    }
}

/// Which of `count` events a 400 is about, its field and the reason.
///
/// # Errors
/// The answer itself, where it names no event.
fn bad_event(error: DoorError, count: usize) -> Result<(usize, String, String), DoorError> {
    let DoorError::Refused { status, message, body, .. } = &error else { return Err(error) };
    // A single event that is too large is as bad as one with a wrong field.
    let named =
        body.get("event").and_then(serde_json::Value::as_u64).and_then(|place| usize::try_from(place).ok());
    match (status, named) {
        (400, Some(place)) if place < count => {
            let field = body.get("field").and_then(|f| f.as_str()).unwrap_or_default();
            Ok((place, field.to_owned(), message.clone()))
        }
        (413, _) if count == 1 => Ok((0, "data".to_owned(), message.clone())),
        _ => Err(error),
    }
}

/// The events as one JSON array.
fn array(events: &[(usize, &Event)]) -> Vec<u8> {
    let size: usize = events.iter().map(|(_, event)| event.json().len() + 1).sum();
    let mut json = Vec::with_capacity(size + 2);
    json.push(b'[');
    for (place, (_, event)) in events.iter().enumerate() {
        if place > 0 {
            json.push(b',');
        }
        json.extend_from_slice(event.json().as_bytes());
    }
    json.push(b']');
    json
}

/// Gathers events into batches of at most [`MAX_CHECKS`] events and [`MAX_BODY`] bytes.
#[derive(Debug, Default)]
pub struct Batcher {
    events: Vec<Event>,
    size: usize,
}

impl Batcher {
    /// Adds an event; gives the batch before it when that is full.
    pub fn push(&mut self, event: Event) -> Option<Vec<Event>> {
        let size = event.json().len() + 1;
        let full = self.events.len() >= MAX_CHECKS || self.size + size >= MAX_BODY;
        let batch = if full && !self.events.is_empty() { Some(self.rest()) } else { None };
        self.size += size;
        self.events.push(event);
        batch
    }

    /// What is left, which may be nothing.
    pub fn rest(&mut self) -> Vec<Event> {
        self.size = 0;
        std::mem::take(&mut self.events)
    }
}
