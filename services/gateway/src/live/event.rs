//! A message of PUSH, read once for all of its recipients.

use std::num::NonZeroI64;

use bytes::Bytes;
use saffron_core::UserId;
use saffron_core::event::{CloudEvent, IngestKeyRevoked, LocationsChanged, SessionEnded};
use saffron_kit::nats::live::Pushed;
use serde_json::value::RawValue;

use super::audience::Recipients;
use super::position::Position;
use crate::reports::Change;

/// Bytes for clients, and the time of their event in milliseconds since 1970. None where no delay is measured: comments,
/// resets, and replayed events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// The bytes.
    pub bytes: Bytes,
    /// The time of the event.
    pub at: Option<NonZeroI64>,
}

impl<B: Into<Bytes>> From<B> for Frame {
    fn from(bytes: B) -> Frame {
        Frame { bytes: bytes.into(), at: None }
    }
}

/// A message of PUSH.
#[derive(Debug, PartialEq)]
pub enum Message {
    /// An event for clients only.
    Event(Recipients, Frame),
    /// A location's figures changed; for everyone with access to it.
    Report(Change, Frame),
    /// A person's locations changed; for that person.
    Locations(LocationsChanged, Frame),
    /// A session ended.
    SessionEnded(SessionEnded),
    /// An ingest key was revoked or replaced.
    IngestKeyRevoked(IngestKeyRevoked),
    /// A replica of reports started; the events of another one's last commits may be lost.
    ReplicaStarted,
    /// A message of a kind that this version does not know.
    Unknown,
    /// A message that cannot be read: it may be a change.
    Unreadable,
}

/// Reads a message. An unreadable one is logged.
pub fn read(pushed: &Pushed, position: Position) -> Message {
    parse(pushed, position).unwrap_or_else(|| {
        tracing::error!(subject = pushed.subject, "a message of PUSH cannot be read");
        Message::Unreadable
    })
}

fn parse(pushed: &Pushed, position: Position) -> Option<Message> {
    // push.v1.<audience>.<key>.<name>
    let mut tokens = pushed.subject.splitn(5, '.').skip(2);
    let (audience, key, name) = (tokens.next()?, tokens.next()?, tokens.next()?);
    let event: CloudEvent<&RawValue> = serde_json::from_slice(&pushed.body).ok()?;
    let data = event.data.get();
    let to = match (audience, name) {
        ("person", _) => Recipients::Person(UserId(key.parse().ok()?)),
        ("location", _) => Recipients::Location(key.parse().ok()?),
        ("gateway", "session_ended") => {
            return Some(Message::SessionEnded(serde_json::from_str(data).ok()?));
        }
        ("gateway", "ingest_key_revoked") => {
            return Some(Message::IngestKeyRevoked(serde_json::from_str(data).ok()?));
        }
        ("gateway", "replica_started") => return Some(Message::ReplicaStarted),
        _ => return Some(Message::Unknown),
    };
    let id = event.id.to_string();
    let frame = |name: &str, data: &str| Frame {
        at: NonZeroI64::new(event.time.as_millisecond()),
        bytes: frame(position, name, data),
    };
    Some(match name {
        "locations_changed" => {
            let frame = frame("locations.changed", &format!(r#"{{"id":"{id}"}}"#));
            Message::Locations(serde_json::from_str(data).ok()?, frame)
        }
        "report_changed" => {
            let frame = frame("report.changed", &insert_id(data, &id)?);
            Message::Report(serde_json::from_str(data).ok()?, frame)
        }
        "communication_added" => Message::Event(to, frame("communication", &insert_id(data, &id)?)),
        _ => Message::Event(to, frame(&name.replace('_', "."), &insert_id(data, &id)?)),
    })
}

/// An object with one more field in front, without reading the rest of it.
fn insert_id(object: &str, id: &str) -> Option<String> {
    let fields = object.trim().strip_prefix('{')?.trim_start();
    let comma = if fields.starts_with('}') { "" } else { "," };
    // Outside strings a line break is only white space; in the stream it would end the data.
    Some(format!(r#"{{"id":"{id}"{comma}{fields}"#).replace(['\n', '\r'], " "))
}

/// The bytes of a server-sent event.
pub fn frame(position: Position, name: &str, data: &str) -> Bytes {
    format!("id: {position}\nevent: {name}\ndata: {data}\n\n").into()
}

/// The event that says that others were missed: the client has to reload its data. Without a position where there is none yet.
pub fn reset(position: Option<Position>) -> Bytes {
    match position {
        Some(position) => frame(position, "reset", "{}"),
        None => Bytes::from_static(b"event: reset\ndata: {}\n\n"),
    }
}

/// A comment that keeps the stream open, with its position, so that a client without events can resume.
pub fn comment(position: Option<Position>) -> Bytes {
    match position {
        Some(position) => format!(":\nid: {position}\n\n").into(),
        None => Bytes::from_static(b":\n\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: Position = Position { incarnation: 17, sequence: 4 };

    fn pushed(subject: &str, data: &str) -> Pushed {
        let body = format!(
            r#"{{"specversion":"1.0","id":"0198c0de-0000-7000-8000-000000000001","source":"reports",
                "type":"t","time":"2026-07-18T12:00:00Z","datacontenttype":"application/json","sequence":1,
                "data":{data}}}"#
        );
        Pushed { sequence: 4, subject: subject.to_owned(), body: body.into(), cause: None }
    }

    #[test]
    fn changed_report_has_the_id_of_its_event() {
        let data = "{ \"posID\": \"p1\",\n \"version\": 3, \"businessDate\": \"2026-07-18\", \
                    \"from\": \"2026-07-18\", \"to\": \"2026-07-18\", \"totals\": {\"checks\": 1}}";
        let Message::Report(change, frame) = read(&pushed("push.v1.location.p1.report_changed", data), AT)
        else {
            panic!()
        };
        assert_eq!((change.pos_id.as_str(), change.version), ("p1", 3));
        assert_eq!(frame.at.unwrap().get(), 1_784_376_000_000);
        assert_eq!(
            std::str::from_utf8(&frame.bytes).unwrap(),
            "id: 17-4\nevent: report.changed\ndata: {\"id\":\"0198c0de-0000-7000-8000-000000000001\",\
             \"posID\": \"p1\",  \"version\": 3, \"businessDate\": \"2026-07-18\", \"from\": \"2026-07-18\", \
             \"to\": \"2026-07-18\", \"totals\": {\"checks\": 1}}\n\n"
        );
    }

    #[test]
    fn changed_locations_are_sent_without_their_person() {
        let user = "0198c0de-0000-7000-8000-0000000000aa";
        let data = format!(r#"{{"userID":"{user}","posID":"p1","linked":true}}"#);
        let subject = format!("push.v1.person.{user}.locations_changed");
        let Message::Locations(change, frame) = read(&pushed(&subject, &data), AT) else { panic!() };
        assert!(change.linked);
        assert!(!std::str::from_utf8(&frame.bytes).unwrap().contains(user));
    }

    #[test]
    fn unreadable_and_unknown_messages_differ() {
        for (subject, data) in [
            ("push.v1.location.p1.report_changed", "5"),
            ("push.v1.location.p 1.report_changed", "{}"),
            ("push.v1.person.me.locations_changed", "{}"),
            ("push.v1", "{}"),
        ] {
            assert_eq!(read(&pushed(subject, data), AT), Message::Unreadable, "{subject}");
        }
        assert_eq!(read(&pushed("push.v1.gateway._.something_else", "{}"), AT), Message::Unknown);
    }
}
