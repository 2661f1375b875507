//! An operator's view of streams and consumers.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow, bail, ensure};
use async_nats::jetstream::Context;
use async_nats::jetstream::consumer::{DeliverPolicy, Info, pull};
use async_nats::jetstream::context::ContextBuilder;
use async_nats::jetstream::stream::{ClusterInfo, Stream};
use async_nats::{ConnectOptions, ServerAddr};
use futures::{StreamExt as _, TryStreamExt as _};
use saffron_core::PosId;
use serde_json::Value;

use crate::{Position, eventually};

/// Every stream.
pub const STREAMS: [&str; 4] = ["POS", "EVENTS", "DLQ", "PUSH"];
/// The table of services, with their consumers.
const SERVICES: &str = include_str!("../../services.json");
/// How long an election or the rest of a stream may take.
const PATIENCE: Duration = Duration::from_secs(300);
/// How long consumers may take to acknowledge everything, also what is redelivered after a node died.
const SETTLED: Duration = Duration::from_secs(900);
/// How long NATS may take to store one of many messages: the last waits for the flushes of all.
const STORED: Duration = Duration::from_secs(60);
/// How long NATS may take for anything else.
const ANSWERED: Duration = Duration::from_secs(30);

/// A role that a node of a cluster leads.
#[derive(Clone, Copy, Debug)]
pub enum Role {
    /// A stream.
    Stream(&'static str),
    /// The consumer of reports for the facts of a partition.
    Partition(u8),
}

/// A connection as the operators' user.
#[derive(Clone)]
pub struct Operator {
    /// The JetStream API of the connection.
    pub jetstream: Context,
}

impl Operator {
    /// Connects to the nodes of a URL, separated by commas.
    pub async fn connect(url: &str) -> Result<Self> {
        let nodes = url.split(',').map(str::parse).collect::<Result<Vec<ServerAddr>, _>>()?;
        let user = nodes.first().and_then(|node| node.username().zip(node.password()));
        let (user, password) = user.context("an address of NATS without a user")?;
        let options = ConnectOptions::with_user_and_password(user.to_owned(), password.to_owned());
        let client = options.custom_inbox_prefix("_INBOX_ops").connect(nodes).await?;
        Ok(Self { jetstream: ContextBuilder::new().timeout(ANSWERED).ack_timeout(STORED).build(client) })
    }

    /// A stream.
    pub async fn stream(&self, name: &str) -> Result<Stream> {
        self.jetstream.get_stream(name).await.map_err(|error| anyhow!("{name}: {error}"))
    }

    /// How many messages a stream holds.
    pub async fn messages(&self, stream: &str) -> Result<u64> {
        Ok(self.stream(stream).await?.cached_info().state.messages)
    }

    /// An error if the stream DLQ holds a message.
    pub async fn expect_no_dead_letters(&self) -> Result<()> {
        let letters = self.messages("DLQ").await?;
        ensure!(letters == 0, "{letters} messages could not be worked");
        Ok(())
    }

    /// The name of the node that leads in a role.
    pub async fn leader(&self, role: Role) -> Result<String> {
        eventually(&format!("a leader of {role:?}"), PATIENCE, || async {
            let cluster = match role {
                Role::Stream(name) => self.cluster(name).await,
                Role::Partition(number) => self
                    .consumer("POS", &facts_consumer("reports", number))
                    .await
                    .and_then(|info| info.cluster),
            };
            Ok(cluster.and_then(|cluster| cluster.leader).ok_or("none"))
        })
        .await
    }

    /// Waits until each stream has this number of nodes, all of them up to date.
    pub async fn all_current(&self, nodes: usize) -> Result<()> {
        for name in STREAMS {
            eventually(&format!("{name} to be current on {nodes} nodes"), PATIENCE, || async {
                let cluster = self.cluster(name).await;
                let current = cluster.as_ref().map_or(0, |cluster| {
                    let replicas = cluster.replicas.iter().filter(|peer| peer.current && !peer.offline);
                    usize::from(cluster.leader.is_some()) + replicas.count()
                });
                Ok(if current == nodes { Ok(()) } else { Err(cluster) })
            })
            .await?;
        }
        Ok(())
    }

    /// Waits until every consumer of every service has acknowledged all messages.
    pub async fn wait_until_acknowledged(&self) -> Result<()> {
        let table: Value = serde_json::from_str(SERVICES)?;
        let services = table["services"].as_array().context("a table without services")?;
        for service in services {
            for stream in ["POS", "EVENTS"] {
                for name in service["consumers"][stream].as_array().into_iter().flatten() {
                    self.wait_for_consumer(stream, name.as_str().unwrap_or_default()).await?;
                }
            }
        }
        Ok(())
    }

    /// Waits until the consumers of a service have acknowledged all facts.
    pub async fn wait_until_facts_acknowledged(&self, service: &str) -> Result<()> {
        for partition in 0..PosId::PARTITIONS {
            self.wait_for_consumer("POS", &facts_consumer(service, partition)).await?;
        }
        Ok(())
    }

    /// Waits until a consumer has acknowledged everything, with nothing to be redelivered.
    async fn wait_for_consumer(&self, stream: &str, name: &str) -> Result<()> {
        eventually(&format!("{name} to settle"), SETTLED, || async {
            let info = self.consumer(stream, name).await;
            let is_settled =
                |info: &Info| (info.num_pending, info.num_ack_pending, info.num_redelivered) == (0, 0, 0);
            Ok(if info.as_ref().is_some_and(is_settled) { Ok(()) } else { Err(info) })
        })
        .await
    }

    /// The number of messages with facts that a service has not acknowledged.
    pub async fn unacknowledged_facts(&self, service: &str) -> Result<u64> {
        let stream = self.stream("POS").await?;
        let mut waiting = 0;
        for partition in 0..PosId::PARTITIONS {
            let name = facts_consumer(service, partition);
            let info = stream.consumer_info(&name).await.map_err(|error| anyhow!("{name}: {error}"))?;
            waiting += info.num_pending + info.num_ack_pending as u64;
        }
        Ok(waiting)
    }

    /// Removes a service's consumers of facts; new ones begin at the first message.
    pub async fn remove_fact_consumers(&self, service: &str) -> Result<()> {
        let stream = self.stream("POS").await?;
        for partition in 0..PosId::PARTITIONS {
            let name = facts_consumer(service, partition);
            stream.delete_consumer(&name).await.map_err(|error| anyhow!("{name}: {error}"))?;
        }
        Ok(())
    }

    /// Empties a stream.
    pub async fn purge(&self, stream: &str) -> Result<()> {
        self.stream(stream)
            .await?
            .purge()
            .await
            .map_err(|error| anyhow!("cannot purge {stream}: {error}"))?;
        Ok(())
    }

    /// The ids of the `check_recorded` in EVENTS by location and check.
    pub async fn recorded(&self) -> Result<BTreeMap<(String, String), Vec<String>>> {
        let mut found: BTreeMap<_, Vec<String>> = BTreeMap::new();
        for (_, event) in self.all("EVENTS", "saffron.v1.*.reports.check_recorded").await? {
            let check = (text(&event["data"]["posID"])?, text(&event["data"]["posCheckID"])?);
            found.entry(check).or_default().push(text(&event["id"])?);
        }
        Ok(found)
    }

    /// Waits until EVENTS has a `check_recorded` for exactly this number of checks of a location.
    pub async fn expect_recorded(&self, pos_id: &str, checks: u64) -> Result<()> {
        let subject = format!("saffron.v1.{pos_id}.reports.check_recorded");
        let stream = self.stream("EVENTS").await?;
        eventually(&format!("{checks} check_recorded"), PATIENCE, || async {
            let mut subjects = stream.info_with_subjects(&subject).await?;
            let found = subjects.try_next().await?.map_or(0, |(_, messages)| messages as u64);
            Ok(if found >= checks { Ok(()) } else { Err(found) })
        })
        .await?;
        let events = self.all("EVENTS", &subject).await?;
        let of = events.iter().map(|(_, event)| text(&event["data"]["posCheckID"]));
        let distinct = of.collect::<Result<BTreeSet<String>>>()?;
        let (events, distinct) = (events.len() as u64, distinct.len() as u64);
        ensure!((events, distinct) == (checks, checks), "{events} events of {distinct} checks, of {checks}");
        Ok(())
    }

    /// Position, service and sequence of each event in EVENTS.
    pub async fn sequences(&self) -> Result<Vec<(u64, String, i64)>> {
        let events = self.all("EVENTS", "saffron.v1.>").await?;
        let parts = |(position, event): &(u64, Value)| {
            Ok((*position, text(&event["source"])?, event["sequence"].as_i64().context("no sequence")?))
        };
        events.iter().map(parts).collect()
    }

    /// The ids of the `report.changed` in PUSH by position.
    pub async fn pushed_changes(&self) -> Result<BTreeMap<Position, String>> {
        let created = self.stream("PUSH").await?.cached_info().created.unix_timestamp_nanos();
        let life = (created / 1_000_000) as i64;
        let changes = self.all("PUSH", "push.v1.location.*.report_changed").await?;
        changes.iter().map(|(sequence, event)| Ok(((life, *sequence), text(&event["id"])?))).collect()
    }

    /// All messages of a subject in a stream with their sequences, oldest first.
    async fn all(&self, stream: &str, filter: &str) -> Result<Vec<(u64, Value)>> {
        let config = pull::OrderedConfig {
            filter_subject: filter.to_owned(),
            deliver_policy: DeliverPolicy::All,
            ..Default::default()
        };
        let mut messages = self.stream(stream).await?.create_consumer(config).await?.messages().await?;
        let mut all = Vec::new();
        loop {
            let next = tokio::time::timeout(PATIENCE, messages.next()).await.context("more of the stream")?;
            let Some(message) = next else { bail!("{stream} ended") };
            let message = message?;
            let info = message.info().map_err(|error| anyhow!("{error}"))?;
            all.push((info.stream_sequence, serde_json::from_slice(&message.payload)?));
            if info.pending == 0 {
                return Ok(all);
            }
        }
    }

    /// The nodes of a stream; none while no node answers for it.
    async fn cluster(&self, stream: &str) -> Option<ClusterInfo> {
        self.stream(stream).await.ok()?.cached_info().cluster.clone()
    }

    async fn consumer(&self, stream: &str, name: &str) -> Option<Info> {
        let consumer = self.jetstream.get_consumer_from_stream::<pull::Config, _, _>(name, stream).await;
        Some(consumer.ok()?.cached_info().clone())
    }
}

/// The partition of a location.
pub fn partition(pos_id: &str) -> Result<u8> {
    Ok(pos_id.parse::<PosId>()?.partition())
}

fn facts_consumer(service: &str, partition: u8) -> String {
    format!("{service}-facts-{partition:02}")
}

fn text(value: &Value) -> Result<String> {
    value.as_str().map(str::to_owned).with_context(|| format!("{value} is no text"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_consumers_are_those_of_the_services() {
        let table: Value = serde_json::from_str(SERVICES).unwrap();
        let facts = table["services"].as_array().unwrap().iter().filter(|service| service["facts"] == true);
        let mut services = 0;
        for service in facts {
            let name = service["name"].as_str().unwrap();
            let expected: Vec<String> =
                (0..PosId::PARTITIONS).map(|number| facts_consumer(name, number)).collect();
            assert_eq!(service["consumers"]["POS"], serde_json::json!(expected));
            services += 1;
        }
        assert!(services > 1);
    }
}
