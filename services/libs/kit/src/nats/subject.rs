//! Every subject there is, a function each. Identifiers hold only characters that a subject may hold.

use std::fmt::Write as _;

use saffron_core::PosId;
use saffron_core::event::Audience;
use sha2::{Digest as _, Sha256};

/// The facts of one POST: `pos.v1.<partition>.<posID>.batch`.
#[must_use]
pub fn facts(pos_id: &PosId) -> String {
    format!("pos.v1.{}.{pos_id}.batch", pos_id.partition())
}

/// The id of a message of facts, by what it was made of: the same again is dropped by JetStream within its window.
#[must_use]
pub fn facts_id(pos_id: &PosId, content: &[u8]) -> String {
    Sha256::digest(content).iter().fold(format!("{pos_id}-"), |mut id, byte| {
        // Writing to a String does not fail.
        let _ = write!(id, "{byte:02x}");
        id
    })
}

/// The location of a subject of [`facts`]; none of another subject.
#[must_use]
pub fn location_of_facts(subject: &str) -> Option<PosId> {
    let mut tokens = subject.split('.');
    match [(); 5].map(|()| tokens.next()) {
        [Some("pos"), Some("v1"), Some(_), Some(pos_id), Some("batch")] => pos_id.parse().ok(),
        _ => None,
    }
}

/// All facts of one partition.
#[must_use]
pub fn facts_of_partition(partition: u8) -> String {
    format!("pos.v1.{partition}.>")
}

/// An event for services and analysts: `saffron.v1.<posID>.<domain>.<event>`.
#[must_use]
pub fn event(pos_id: Option<&PosId>, domain: &str, name: &str) -> String {
    format!("saffron.v1.{}.{domain}.{name}", pos_id.map_or("_", PosId::as_str))
}

/// The events of one type, of every location.
#[must_use]
pub fn every_event(domain: &str, name: &str) -> String {
    format!("saffron.v1.*.{domain}.{name}")
}

/// An event for browsers, through the gateways: `push.v1.<audience>.<name>`.
#[must_use]
pub fn push(audience: Audience, pos_id: Option<&PosId>, name: &str) -> String {
    match audience {
        Audience::World | Audience::Location => {
            format!("push.v1.location.{}.{name}", pos_id.map_or("_", PosId::as_str))
        }
        Audience::Person(user_id) => format!("push.v1.person.{user_id}.{name}"),
        Audience::Gateways => format!("push.v1.gateway._.{name}"),
    }
}

/// A dead letter: `dlq.v1.<consumer>.<posID>`.
#[must_use]
pub fn dead_letter(consumer: &str, pos_id: Option<&PosId>) -> String {
    format!("dlq.v1.{consumer}.{}", pos_id.map_or("_", PosId::as_str))
}

/// Whether a subject is one of [`dead_letter`].
#[must_use]
pub fn is_dead_letter(subject: &str) -> bool {
    subject.starts_with("dlq.v1.")
}

/// The kind of a message, without its location or person: `facts`, `reports.check_recorded`, `report_changed`.
pub(crate) fn kind(subject: &str) -> &str {
    let behind = |tokens| subject.splitn(tokens + 1, '.').nth(tokens);
    let kind = match stream(subject) {
        "POS" => Some("facts"),
        "EVENTS" => behind(3),
        "PUSH" => behind(4),
        _ => Some("dead_letter"),
    };
    kind.unwrap_or_default()
}

/// The stream that a subject belongs to.
pub(crate) fn stream(subject: &str) -> &'static str {
    match subject.split_once('.') {
        Some(("pos", _)) => "POS",
        Some(("saffron", _)) => "EVENTS",
        Some(("push", _)) => "PUSH",
        _ => "DLQ",
    }
}

/// The consumer of a subject of [`dead_letter`]; none of another subject.
#[must_use]
pub fn consumer_of_dead_letter(subject: &str) -> Option<&str> {
    subject.strip_prefix("dlq.v1.")?.split('.').next()
}

/// The heartbeat of a service's replica; not stored.
#[must_use]
pub fn heartbeat(service: &str) -> String {
    format!("heartbeat.v1.{service}")
}

/// Heartbeats of every service.
pub const HEARTBEATS: &str = "heartbeat.v1.*";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_name_their_location() {
        let pos_id: PosId = "p1".parse().unwrap();
        assert_eq!(location_of_facts(&facts(&pos_id)), Some(pos_id.clone()));
        for other in ["", "pos.v1.2.p1", "pos.v1.2.p1.other", &event(Some(&pos_id), "reports", "batch")] {
            assert_eq!(location_of_facts(other), None, "{other}");
        }
    }

    #[test]
    fn the_kind_of_a_message_names_no_location_or_person() {
        let pos_id: PosId = "p1".parse().unwrap();
        let person = Audience::Person(saffron_core::UserId(uuid::Uuid::from_u128(7)));
        for (subject, wanted) in [
            (facts(&pos_id), ("POS", "facts")),
            (event(Some(&pos_id), "reports", "check_recorded"), ("EVENTS", "reports.check_recorded")),
            (event(None, "auth", "sessions_ended"), ("EVENTS", "auth.sessions_ended")),
            (push(Audience::Location, Some(&pos_id), "report_changed"), ("PUSH", "report_changed")),
            (push(person, None, "communication_added"), ("PUSH", "communication_added")),
            (dead_letter("reports-facts-01", Some(&pos_id)), ("DLQ", "dead_letter")),
        ] {
            assert_eq!((stream(&subject), kind(&subject)), wanted, "{subject}");
        }
    }
}
