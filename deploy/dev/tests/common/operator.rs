//! What an operator sees of streams and consumers.
#![allow(dead_code, reason = "not every test binary has a cluster")]

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::{DeliverPolicy, Info, pull};
use async_nats::jetstream::stream::ClusterInfo;
use async_nats::jetstream::{self, Context};
use async_nats::{ConnectOptions, ServerAddr};
use futures::StreamExt as _;
use saffron_core::PosId;
use serde_json::Value;

use crate::stream::Place;

/// Every stream.
pub const STREAMS: [&str; 4] = ["POS", "EVENTS", "DLQ", "PUSH"];
/// The services that work facts, each by a consumer of each partition.
const WORKERS: [&str; 6] = ["reports", "inventory", "customers", "payments", "marketing", "notifications"];
/// Those that react to events, each by a consumer of its own.
const LISTENERS: [&str; 4] = ["payments", "customers", "marketing", "notifications"];
/// How long something may take that only needs a leader.
const PATIENCE: Duration = Duration::from_secs(300);
/// How long consumers may take to settle what they were given before a node died, and again after it.
const SETTLED: Duration = Duration::from_secs(900);

/// Who leads.
#[derive(Clone, Copy, Debug)]
pub enum Role {
    /// A stream.
    Stream(&'static str),
    /// What gives reports the facts of a partition.
    Lane(u8),
}

pub struct Operator {
    jetstream: Context,
}

impl Operator {
    pub async fn connect(url: &str) -> Self {
        let nodes: Vec<ServerAddr> = url.split(',').map(|node| node.parse().unwrap()).collect();
        let (user, password) = nodes[0].username().zip(nodes[0].password()).unwrap();
        let options = ConnectOptions::with_user_and_password(user.to_owned(), password.to_owned());
        let client = options.custom_inbox_prefix("_INBOX_ops").connect(nodes).await.unwrap();
        Self { jetstream: jetstream::new(client) }
    }

    /// The name of the node that has this role.
    pub async fn leader(&self, role: Role) -> String {
        let began = Instant::now();
        loop {
            let cluster = match role {
                Role::Stream(name) => self.stream(name).await,
                Role::Lane(partition) => {
                    self.consumer("POS", &lane("reports", partition)).await.and_then(|info| info.cluster)
                }
            };
            if let Some(leader) = cluster.and_then(|cluster| cluster.leader) {
                return leader;
            }
            assert!(began.elapsed() < PATIENCE, "nobody leads {role:?}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Waits until every stream has as many nodes, and each of them all that the leader has.
    pub async fn all_current(&self, nodes: usize) {
        let began = Instant::now();
        for name in STREAMS {
            loop {
                let cluster = self.stream(name).await;
                let current = cluster.as_ref().map_or(0, |cluster| {
                    let replicas = cluster.replicas.iter().filter(|peer| peer.current && !peer.offline);
                    usize::from(cluster.leader.is_some()) + replicas.count()
                });
                if current == nodes {
                    break;
                }
                assert!(began.elapsed() < PATIENCE, "{name} is not current on {nodes} nodes: {cluster:?}");
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
    }

    /// Waits until every consumer has had everything and acknowledged it, and nothing is given out again and again.
    pub async fn settled(&self) {
        let lanes = WORKERS
            .iter()
            .flat_map(|service| (0..PosId::PARTITIONS).map(|partition| ("POS", lane(service, partition))));
        let listeners = LISTENERS.iter().map(|service| ("EVENTS", format!("{service}-events")));
        self.settled_all(lanes.chain(listeners)).await;
    }

    /// The same of a service's facts alone.
    pub async fn settled_facts(&self, service: &str) {
        self.settled_all((0..PosId::PARTITIONS).map(|partition| ("POS", lane(service, partition)))).await;
    }

    async fn settled_all(&self, consumers: impl Iterator<Item = (&str, String)>) {
        let began = Instant::now();
        for (stream, name) in consumers {
            loop {
                let info = self.consumer(stream, &name).await;
                if info.as_ref().is_some_and(is_settled) {
                    break;
                }
                assert!(began.elapsed() < SETTLED, "{name} is not done: {info:?}");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }

    /// How many messages a stream holds.
    pub async fn messages(&self, stream: &str) -> u64 {
        self.jetstream.get_stream(stream).await.unwrap().cached_info().state.messages
    }

    /// The ids of the events that tell of each check, by location and check, as EVENTS has them.
    pub async fn recorded(&self) -> BTreeMap<(String, String), Vec<String>> {
        let mut found: BTreeMap<_, Vec<String>> = BTreeMap::new();
        for (_, event) in self.all("EVENTS", "saffron.v1.*.reports.check_recorded").await {
            let text = |value: &Value| value.as_str().unwrap().to_owned();
            let check = (text(&event["data"]["posID"]), text(&event["data"]["posCheckID"]));
            found.entry(check).or_default().push(text(&event["id"]));
        }
        found
    }

    /// Of each event in EVENTS its place, who sent it, and its sequence.
    pub async fn sequences(&self) -> Vec<(u64, String, i64)> {
        let events = self.all("EVENTS", "saffron.v1.>").await;
        let parts = |(place, event): &(u64, Value)| {
            (*place, event["source"].as_str().unwrap().to_owned(), event["sequence"].as_i64().unwrap())
        };
        events.iter().map(parts).collect()
    }

    /// The ids of the `report.changed` that PUSH has, by their places.
    pub async fn told(&self) -> BTreeMap<Place, String> {
        let push = self.jetstream.get_stream("PUSH").await.unwrap();
        let life = (push.cached_info().created.unix_timestamp_nanos() / 1_000_000) as i64;
        let told = self.all("PUSH", "push.v1.location.*.report_changed").await;
        let id = |event: &Value| event["id"].as_str().unwrap().to_owned();
        told.iter().map(|(sequence, event)| ((life, *sequence), id(event))).collect()
    }

    /// All that a stream holds of a subject, oldest first, with their sequences.
    async fn all(&self, stream: &str, filter: &str) -> Vec<(u64, Value)> {
        let stream = self.jetstream.get_stream(stream).await.unwrap();
        let config = pull::OrderedConfig {
            filter_subject: filter.to_owned(),
            deliver_policy: DeliverPolicy::All,
            ..Default::default()
        };
        let mut messages = stream.create_consumer(config).await.unwrap().messages().await.unwrap();
        let mut all = Vec::new();
        loop {
            let next = tokio::time::timeout(PATIENCE, messages.next()).await.expect("more of the stream");
            let message = next.unwrap().unwrap();
            let info = message.info().unwrap();
            all.push((info.stream_sequence, serde_json::from_slice(&message.payload).unwrap()));
            if info.pending == 0 {
                return all;
            }
        }
    }

    /// Who has a stream; nothing while nobody answers for it.
    async fn stream(&self, name: &str) -> Option<ClusterInfo> {
        self.jetstream.get_stream(name).await.ok()?.cached_info().cluster.clone()
    }

    async fn consumer(&self, stream: &str, name: &str) -> Option<Info> {
        let consumer = self.jetstream.get_consumer_from_stream::<pull::Config, _, _>(name, stream).await;
        Some(consumer.ok()?.cached_info().clone())
    }
}

/// The partition of a location.
pub fn partition(pos_id: &str) -> u8 {
    pos_id.parse::<PosId>().unwrap().partition()
}

fn lane(service: &str, partition: u8) -> String {
    format!("{service}-facts-{partition:02}")
}

fn is_settled(info: &Info) -> bool {
    (info.num_pending, info.num_ack_pending, info.num_redelivered) == (0, 0, 0)
}
