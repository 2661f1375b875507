//! The streams and durable consumers, declared once. `saffron streams apply` makes them so; services only
//! check that they are there.

use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, DeliverPolicy, pull};
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, StorageType};
use saffron_core::PosId;

pub use super::sizes::StreamSizes;
use super::{Nats, subject};
use crate::Fault;
use crate::pg::LARGEST_LETTER;

/// Which durable consumers a service has.
#[derive(Debug, Clone, Copy)]
pub struct Consumers {
    /// The service.
    pub service: &'static str,
    /// Whether it has consumers of facts: one a partition.
    pub facts: bool,
    /// The events of others that it works, domain and name: if there are some, it has one consumer of EVENTS.
    pub events: &'static [EventName],
}

/// An event's domain and name, of every version.
pub type EventName = (&'static str, &'static str);

impl Consumers {
    /// The names of the consumers, by their streams.
    #[must_use]
    pub fn names(&self) -> [(&'static str, Vec<String>); 2] {
        let facts = if self.facts { fact_consumers(self.service) } else { Vec::new() };
        let events =
            if self.events.is_empty() { Vec::new() } else { vec![event_consumer_name(self.service)] };
        [("POS", facts), ("EVENTS", events)]
    }
}

/// The consumers of EVENTS that the user `analyst` reads (docs/analysts.md). It may seek in them, and cannot make any: a
/// consumer delivers to any subject that its maker names. Those that do not remember what was read are sought in first.
pub const ANALYST_CONSUMERS: [(&str, AckPolicy); 4] = [
    ("analyst-live", AckPolicy::None),
    ("analyst-replay", AckPolicy::None),
    ("analyst-parquet", AckPolicy::Explicit),
    ("analyst-spare", AckPolicy::None),
];

/// Messages of one partition that a replica works at once: one batch.
pub const IN_HAND: usize = 128;
/// Facts of one partition that may be given out and not acknowledged. More than a batch: those of a location whose node is
/// away come back again and again, and the others' have to get past them.
const FACTS_PENDING: i64 = 8 * IN_HAND as i64;

/// How long DLQ keeps dead letters.
pub(crate) const LETTER_DAYS: u32 = 90;
/// The least dead letters that one location may have of each consumer.
const FEWEST_LETTERS: i64 = 10;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// The configuration of every stream.
fn declared(nats: &Nats, services: &[Consumers]) -> [Config; 4] {
    let sizes = nats.sizes();
    let file =
        |name: &str, subjects: &str, max_age: Duration, max_bytes: i64, discard: DiscardPolicy| Config {
            name: nats.prefixed(name),
            subjects: vec![nats.prefixed(subjects)],
            retention: RetentionPolicy::Limits,
            storage: StorageType::File,
            max_age,
            max_bytes,
            discard,
            num_replicas: sizes.replicas,
            duplicate_window: Duration::from_secs(120),
            // Messages that wait at the same time are stored together.
            allow_atomic_publish: true,
            ..Config::default()
        };
    [
        file("POS", "pos.v1.>", 30 * DAY, sizes.pos_bytes, DiscardPolicy::New),
        file("EVENTS", "saffron.v1.>", 400 * DAY, sizes.events_bytes, DiscardPolicy::Old),
        Config {
            max_messages_per_subject: letters_of_a_location(sizes.dlq_bytes, services),
            ..file("DLQ", "dlq.v1.>", LETTER_DAYS * DAY, sizes.dlq_bytes, DiscardPolicy::Old)
        },
        push_stream(nats),
    ]
}

/// How many dead letters of one location and consumer DLQ keeps, the newest: a location that no service can work fills no
/// more than half of DLQ, and its letters push out only its own. The facts
/// of a deleted letter are still in POS.
fn letters_of_a_location(dlq_bytes: i64, services: &[Consumers]) -> i64 {
    let count = |each: &Consumers| i64::from(each.facts) + i64::from(!each.events.is_empty());
    let consumers: i64 = services.iter().map(count).sum();
    (dlq_bytes / 2 / (consumers.max(1) * LARGEST_LETTER as i64)).max(FEWEST_LETTERS)
}

/// PUSH is kept in memory and is gone with a single node's restart: the first process that finds it missing makes it again. In a cluster
/// it outlives a node, as the others do.
pub(super) fn push_stream(nats: &Nats) -> Config {
    Config {
        name: nats.prefixed("PUSH"),
        subjects: vec![nats.prefixed("push.v1.>")],
        retention: RetentionPolicy::Limits,
        storage: StorageType::Memory,
        max_age: Duration::from_secs(600),
        max_bytes: nats.sizes().push_bytes,
        discard: DiscardPolicy::Old,
        num_replicas: nats.sizes().replicas,
        duplicate_window: Duration::from_secs(120),
        ..Config::default()
    }
}

/// The durable consumer of one partition and service.
pub(super) fn fact_consumer(nats: &Nats, service: &str, partition: u8) -> pull::Config {
    pull::Config {
        durable_name: Some(fact_consumer_name(service, partition)),
        filter_subject: nats.prefixed(&subject::facts_of_partition(partition)),
        deliver_policy: DeliverPolicy::All,
        ack_policy: AckPolicy::Explicit,
        ack_wait: Duration::from_secs(60),
        max_ack_pending: FACTS_PENDING,
        max_deliver: -1,
        ..pull::Config::default()
    }
}

/// The names of a service's durable consumers of facts, one a partition.
pub(crate) fn fact_consumers(service: &str) -> Vec<String> {
    (0..PosId::PARTITIONS).map(|partition| fact_consumer_name(service, partition)).collect()
}

pub(super) fn fact_consumer_name(service: &str, partition: u8) -> String {
    format!("{service}-facts-{partition:02}")
}

/// The durable consumer of the events that a service reacts to.
pub(super) fn event_consumer(nats: &Nats, service: &str, events: &[EventName]) -> pull::Config {
    pull::Config {
        durable_name: Some(event_consumer_name(service)),
        filter_subjects: events
            .iter()
            .map(|(domain, name)| nats.prefixed(&subject::every_event(domain, name)))
            .collect(),
        deliver_policy: DeliverPolicy::All,
        ack_policy: AckPolicy::Explicit,
        ack_wait: Duration::from_secs(60),
        max_ack_pending: IN_HAND as i64,
        max_deliver: -1,
        ..pull::Config::default()
    }
}

/// The name of a service's durable consumer of EVENTS.
pub(crate) fn event_consumer_name(service: &str) -> String {
    format!("{service}-events")
}

/// The names of the services' durable consumers, by their streams.
pub(super) fn durable_names(services: &[Consumers]) -> [(&'static str, Vec<String>); 2] {
    let of = |stream: &str| {
        let names = services.iter().flat_map(Consumers::names);
        names.filter(|(of, _)| *of == stream).flat_map(|(_, names)| names).collect()
    };
    [("POS", of("POS")), ("EVENTS", of("EVENTS"))]
}

/// A durable consumer that the user `analyst` reads. A pull ends before the server forgets where its answers go
/// (`response_threshold` in deploy/nats/users.conf).
fn analyst_consumer(name: &str, ack_policy: AckPolicy) -> pull::Config {
    let remembered = ack_policy == AckPolicy::Explicit;
    pull::Config {
        durable_name: Some(name.to_owned()),
        deliver_policy: DeliverPolicy::All,
        ack_policy,
        ack_wait: if remembered { Duration::from_secs(30) } else { Duration::ZERO },
        max_ack_pending: if remembered { 20_000 } else { 0 },
        max_deliver: -1,
        max_expires: Duration::from_secs(60),
        ..pull::Config::default()
    }
}

/// Makes all streams, and the durable consumers of these services, as declared. Safe to repeat.
///
/// # Errors
/// If NATS is away or refuses.
pub async fn apply(nats: &Nats, services: &[Consumers]) -> Result<(), Fault> {
    let transient = |e: &dyn std::fmt::Display| Fault::Transient(e.to_string());
    let jetstream = nats.jetstream();
    for config in declared(nats, services) {
        jetstream.create_or_update_stream(config).await.map_err(|e| transient(&e))?;
    }
    let mut consumers = Vec::new();
    for each in services {
        let partitions = if each.facts { PosId::PARTITIONS } else { 0 };
        let facts = (0..partitions).map(|partition| fact_consumer(nats, each.service, partition));
        consumers.extend(facts.map(|consumer| ("POS", consumer)));
        if !each.events.is_empty() {
            consumers.push(("EVENTS", event_consumer(nats, each.service, each.events)));
        }
    }
    let analyst = ANALYST_CONSUMERS.map(|(name, ack_policy)| ("EVENTS", analyst_consumer(name, ack_policy)));
    for (stream, consumer) in consumers.into_iter().chain(analyst) {
        let made = jetstream.create_consumer_on_stream(consumer, nats.prefixed(stream)).await;
        made.map_err(|e| transient(&e))?;
    }
    Ok(())
}
