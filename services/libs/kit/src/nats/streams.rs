//! The streams and durable consumers, declared once. `saffron streams apply` makes them so; services only
//! check that they are there (design.md section 2).

use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, DeliverPolicy, pull};
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, StorageType};
use saffron_core::PosId;

pub use super::sizes::StreamSizes;
use super::{Nats, subject};
use crate::Fault;
use crate::pg::LARGEST_LETTER;

/// The services that consume facts, each with one durable consumer a partition.
pub const FACT_CONSUMERS: [&str; 6] =
    ["reports", "inventory", "customers", "payments", "marketing", "notifications"];

/// The services that react to what others publish, each with one durable consumer of EVENTS, and the events it hears:
/// domain and name.
pub const EVENT_CONSUMERS: [(&str, &[(&str, &str)]); 5] = [
    ("payments", &[("auth", "card_account_set")]),
    ("inventory", &[("auth", "person_erased")]),
    ("customers", &[("auth", "person_erased"), ("marketing", "reward_message_settled")]),
    (
        "marketing",
        &[("auth", "location_described"), ("customers", "customer_erased"), ("customers", "reward_granted")],
    ),
    (
        "notifications",
        &[
            ("auth", "location_described"),
            ("auth", "location_unlinked"),
            ("auth", "person_erased"),
            ("auth", "sessions_ended"),
            ("inventory", "stock_ran_out"),
            ("payments", "payout_changed"),
            ("payments", "payment_changed"),
            ("payments", "dispute_opened"),
            ("payments", "card_account_replaced"),
            ("marketing", "campaign_finished"),
            ("marketing", "guest_text_received"),
        ],
    ),
];

/// The consumers of EVENTS that the user `analyst` reads (docs/analysts.md). It may seek in them, and cannot make any: a
/// consumer delivers to whatever subject its maker names. Those that do not remember what was read are sought in first.
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

/// How long DLQ keeps letters.
pub(crate) const LETTER_DAYS: u32 = 90;
/// The least that one location may bury with each consumer.
const FEWEST_LETTERS: i64 = 10;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

fn declared(nats: &Nats) -> [Config; 4] {
    let sizes = nats.sizes();
    let file =
        |name: &str, subjects: &str, max_age: Duration, max_bytes: i64, discard: DiscardPolicy| Config {
            name: nats.named(name),
            subjects: vec![nats.named(subjects)],
            retention: RetentionPolicy::Limits,
            storage: StorageType::File,
            max_age,
            max_bytes,
            discard,
            num_replicas: sizes.replicas,
            duplicate_window: Duration::from_secs(120),
            // What waits at the same time is stored together.
            allow_atomic_publish: true,
            ..Config::default()
        };
    [
        file("POS", "pos.v1.>", 30 * DAY, sizes.pos_bytes, DiscardPolicy::New),
        file("EVENTS", "saffron.v1.>", 400 * DAY, sizes.events_bytes, DiscardPolicy::Old),
        Config {
            max_messages_per_subject: letters_of_a_location(sizes.dlq_bytes),
            ..file("DLQ", "dlq.v1.>", LETTER_DAYS * DAY, sizes.dlq_bytes, DiscardPolicy::Old)
        },
        push_stream(nats),
    ]
}

/// How many letters of one location and consumer DLQ keeps, the newest: however large they are and however many services
/// cannot work what a location sends, it fills no more than half of DLQ, and its letters push out its own alone. What is
/// pushed out is still among the facts in POS.
fn letters_of_a_location(dlq_bytes: i64) -> i64 {
    let consumers = (FACT_CONSUMERS.len() + EVENT_CONSUMERS.len()) as i64;
    (dlq_bytes / 2 / (consumers * LARGEST_LETTER as i64)).max(FEWEST_LETTERS)
}

/// PUSH lives in memory and is gone with a single node's restart: whoever finds it missing makes it anew. In a cluster
/// it outlives a node, as the others do.
pub(super) fn push_stream(nats: &Nats) -> Config {
    Config {
        name: nats.named("PUSH"),
        subjects: vec![nats.named("push.v1.>")],
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
        filter_subject: nats.named(&subject::facts_of_partition(partition)),
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
pub(super) fn event_consumer(nats: &Nats, service: &str, events: &[(&str, &str)]) -> pull::Config {
    pull::Config {
        durable_name: Some(event_consumer_name(service)),
        filter_subjects: events
            .iter()
            .map(|(domain, name)| nats.named(&subject::every_event(domain, name)))
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

/// The services' durable consumers, by their streams.
pub(super) fn working() -> [(&'static str, Vec<String>); 2] {
    let facts = FACT_CONSUMERS.iter().flat_map(|service| fact_consumers(service)).collect();
    let events = EVENT_CONSUMERS.iter().map(|(service, _)| event_consumer_name(service)).collect();
    [("POS", facts), ("EVENTS", events)]
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

/// Makes all streams and durable consumers as declared. Safe to repeat.
///
/// # Errors
/// If NATS is away or refuses.
pub async fn apply(nats: &Nats) -> Result<(), Fault> {
    let transient = |e: &dyn std::fmt::Display| Fault::Transient(e.to_string());
    let jetstream = nats.jetstream();
    for config in declared(nats) {
        jetstream.create_or_update_stream(config).await.map_err(|e| transient(&e))?;
    }
    let stream = nats.named("POS");
    for service in FACT_CONSUMERS {
        for partition in 0..PosId::PARTITIONS {
            jetstream
                .create_consumer_on_stream(fact_consumer(nats, service, partition), &stream)
                .await
                .map_err(|e| transient(&e))?;
        }
    }
    let stream = nats.named("EVENTS");
    for (service, events) in EVENT_CONSUMERS {
        jetstream
            .create_consumer_on_stream(event_consumer(nats, service, events), &stream)
            .await
            .map_err(|e| transient(&e))?;
    }
    for (name, ack_policy) in ANALYST_CONSUMERS {
        jetstream
            .create_consumer_on_stream(analyst_consumer(name, ack_policy), &stream)
            .await
            .map_err(|e| transient(&e))?;
    }
    Ok(())
}
