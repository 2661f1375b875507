//! Every subject there is, a function each. Identifiers hold only characters that a subject may hold.

use saffron_core::PosId;
use saffron_core::event::Audience;

/// The facts of one POST: `pos.v1.<partition>.<posID>.batch`.
#[must_use]
pub fn facts(pos_id: &PosId) -> String {
    format!("pos.v1.{}.{pos_id}.batch", pos_id.partition())
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

/// What could not be worked: `dlq.v1.<consumer>.<posID>`.
#[must_use]
pub fn dead_letter(consumer: &str, pos_id: Option<&PosId>) -> String {
    format!("dlq.v1.{consumer}.{}", pos_id.map_or("_", PosId::as_str))
}

/// Whether a subject is one of [`dead_letter`].
#[must_use]
pub fn is_dead_letter(subject: &str) -> bool {
    subject.starts_with("dlq.v1.")
}

/// Whose one of [`dead_letter`] is; none of another subject.
#[must_use]
pub fn consumer_of_dead_letter(subject: &str) -> Option<&str> {
    subject.strip_prefix("dlq.v1.")?.split('.').next()
}

/// A sign of life of a service's replica; not stored.
#[must_use]
pub fn heartbeat(service: &str) -> String {
    format!("heartbeat.v1.{service}")
}

/// Signs of life of every service.
pub const HEARTBEATS: &str = "heartbeat.v1.*";
