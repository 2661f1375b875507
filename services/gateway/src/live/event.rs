//! One event of PUSH, read once for all who see it.

use std::num::NonZeroI64;

use bytes::Bytes;
use saffron_core::UserId;
use saffron_core::event::{CloudEvent, LocationsChanged, SessionEnded};
use saffron_kit::nats::live::Pushed;
use serde_json::value::RawValue;

use super::audience::To;
use super::position::Position;
use crate::reports::Change;

/// Bytes for clients, and when what they tell of was said: milliseconds since 1970. None where nobody asks how long they
/// were on their way: comments, resets, and what is given again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// As they are written.
    pub bytes: Bytes,
    /// When.
    pub at: Option<NonZeroI64>,
}

impl<B: Into<Bytes>> From<B> for Frame {
    fn from(bytes: B) -> Frame {
        Frame { bytes: bytes.into(), at: None }
    }
}

/// What a message of PUSH asks of a gateway.
#[derive(Debug, PartialEq)]
pub enum Heard {
    /// To be shown, as the bytes that go to every client.
    Show(To, Frame),
    /// A location's figures changed; to be shown to everyone who sees it.
    Report(Change, Frame),
    /// A person's list of locations changed; to be shown to that person.
    Locations(LocationsChanged, Frame),
    /// A session ended.
    Ended(SessionEnded),
    /// A replica of reports began; what another one committed last may never have been told.
    Began,
    /// Nothing that this version knows.
    Nothing,
    /// Something that cannot be read: it may be a change.
    Unreadable,
}

/// Reads a message. What cannot be read is logged and passed over.
pub fn read(pushed: &Pushed, position: Position) -> Heard {
    parse(pushed, position).unwrap_or_else(|| {
        tracing::error!(subject = pushed.subject, "an event of PUSH cannot be read");
        Heard::Unreadable
    })
}

fn parse(pushed: &Pushed, position: Position) -> Option<Heard> {
    // push.v1.<audience>.<key>.<name>
    let mut tokens = pushed.subject.splitn(5, '.').skip(2);
    let (audience, key, name) = (tokens.next()?, tokens.next()?, tokens.next()?);
    let event: CloudEvent<&RawValue> = serde_json::from_slice(&pushed.body).ok()?;
    let data = event.data.get();
    let frame = |position, name: &str, data: &str| Frame {
        at: NonZeroI64::new(event.time.as_millisecond()),
        ..frame(position, name, data).into()
    };
    let heard = match (audience, name) {
        ("gateway", "session_ended") => Heard::Ended(serde_json::from_str(data).ok()?),
        ("gateway", "replica_started") => Heard::Began,
        ("gateway", _) => Heard::Nothing,
        ("person", "locations_changed") => {
            let bytes = frame(position, "locations.changed", &format!(r#"{{"id":"{}"}}"#, event.id));
            Heard::Locations(serde_json::from_str(data).ok()?, bytes)
        }
        ("location", "report_changed") => {
            let bytes = frame(position, "report.changed", &with_id(data, &event.id.to_string())?);
            Heard::Report(serde_json::from_str(data).ok()?, bytes)
        }
        ("person", "communication_added") => {
            let bytes = frame(position, "communication", &with_id(data, &event.id.to_string())?);
            Heard::Show(To::Person(UserId(key.parse().ok()?)), bytes)
        }
        ("person" | "location", _) => {
            let to = match audience {
                "person" => To::Person(UserId(key.parse().ok()?)),
                _ => To::Location(key.parse().ok()?),
            };
            Heard::Show(to, frame(position, &name.replace('_', "."), &with_id(data, &event.id.to_string())?))
        }
        _ => Heard::Nothing,
    };
    Some(heard)
}

/// An object with one more field in front, without reading the rest of it.
fn with_id(object: &str, id: &str) -> Option<String> {
    let fields = object.trim().strip_prefix('{')?.trim_start();
    let comma = if fields.starts_with('}') { "" } else { "," };
    // Outside strings a line break is only white space; in the stream it would end the data.
    Some(format!(r#"{{"id":"{id}"{comma}{fields}"#).replace(['\n', '\r'], " "))
}

/// A server-sent event.
pub fn frame(position: Position, name: &str, data: &str) -> Bytes {
    format!("id: {position}\nevent: {name}\ndata: {data}\n\n").into()
}

/// Events were missed: what is shown has to be loaded again. Without a position where there is none yet.
pub fn reset(position: Option<Position>) -> Bytes {
    match position {
        Some(position) => frame(position, "reset", "{}"),
        None => Bytes::from_static(b"event: reset\ndata: {}\n\n"),
    }
}

/// Says nothing but that the stream lives, and where it is, so that a quiet client can resume.
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
    fn a_change_of_a_report_is_shown_with_the_id_of_its_event() {
        let data = "{ \"posID\": \"p1\",\n \"version\": 3, \"businessDate\": \"2026-07-18\", \
                    \"from\": \"2026-07-18\", \"to\": \"2026-07-18\", \"totals\": {\"checks\": 1}}";
        let Heard::Report(change, bytes) = read(&pushed("push.v1.location.p1.report_changed", data), AT)
        else {
            panic!()
        };
        assert_eq!((change.pos_id.as_str(), change.version), ("p1", 3));
        assert_eq!(bytes.at.unwrap().get(), 1_784_376_000_000);
        assert_eq!(
            std::str::from_utf8(&bytes.bytes).unwrap(),
            "id: 17-4\nevent: report.changed\ndata: {\"id\":\"0198c0de-0000-7000-8000-000000000001\",\
             \"posID\": \"p1\",  \"version\": 3, \"businessDate\": \"2026-07-18\", \"from\": \"2026-07-18\", \
             \"to\": \"2026-07-18\", \"totals\": {\"checks\": 1}}\n\n"
        );
    }

    #[test]
    fn a_persons_list_tells_nothing_but_that_it_changed() {
        let user = "0198c0de-0000-7000-8000-0000000000aa";
        let data = format!(r#"{{"userID":"{user}","posID":"p1","linked":true}}"#);
        let subject = format!("push.v1.person.{user}.locations_changed");
        let Heard::Locations(change, bytes) = read(&pushed(&subject, &data), AT) else { panic!() };
        assert!(change.linked);
        assert!(!std::str::from_utf8(&bytes.bytes).unwrap().contains(user));
    }

    #[test]
    fn what_cannot_be_read_is_passed_over() {
        for (subject, data) in [
            ("push.v1.location.p1.report_changed", "5"),
            ("push.v1.location.p 1.report_changed", "{}"),
            ("push.v1.person.me.locations_changed", "{}"),
            ("push.v1", "{}"),
        ] {
            assert_eq!(read(&pushed(subject, data), AT), Heard::Unreadable, "{subject}");
        }
        assert_eq!(read(&pushed("push.v1.gateway._.something_else", "{}"), AT), Heard::Nothing);
    }
}
