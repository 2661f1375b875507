//! The services of an instance on a NATS of three nodes, with an owner and an operator.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use saffron_dev::packages::Packages;
use saffron_dev::services::{nats_users, variable};
use saffron_instance::{
    Checks, Launched, Operator, Owner, Record, Role, STREAMS, Stream, Tills, eventually, kill, partition,
};

use crate::nodes::{NODES, Nodes};

/// The locations of the tills, each in a partition of its own.
pub const LOCATIONS: [&str; 4] = ["cluster-a", "cluster-b", "cluster-c", "cluster-d"];
/// Checks in a request of those tills that send lists.
pub const BATCH: usize = 20;
/// How long a killed service may take to be started again, and to work facts again.
const STARTED: Duration = Duration::from_secs(300);
const WORKING: Duration = Duration::from_secs(120);

pub struct Setup {
    instance: Launched,
    nodes: Nodes,
    pub operator: Operator,
    pub owner: Owner,
}

impl Setup {
    /// Postgres, three nodes of NATS with every stream on all of them, and every service.
    pub async fn start() -> Result<Self> {
        let mut instance = Launched::with_unlimited_rates()?;
        let packages = Packages::get(&instance.config, |_| ()).await?;
        let nodes = Nodes::start(&instance.config, &packages, &instance.secrets).await;
        let operators = nodes.url("ops", &instance.secrets.nats_ops);
        instance.settings.insert("SAFFRON_NATS_SERVER_URL".to_owned(), nodes.first());
        instance.settings.insert("SAFFRON_STREAM_REPLICAS".to_owned(), NODES.to_string());
        instance.settings.insert("SAFFRON_OPS_NATS_URL".to_owned(), operators.clone());
        for user in nats_users() {
            let url = nodes.url(user, instance.secrets.nats(user)?);
            instance.settings.insert(variable(user, "NATS_URL"), url);
        }
        instance.start().await?;
        let operator = Operator::connect(&operators).await?;
        operator.all_current(NODES).await?;
        let owner = instance.owner().await?;
        Ok(Self { instance, nodes, operator, owner })
    }

    /// A till for single checks at each location, and one for lists at every other.
    pub async fn open_tills(&self, day: &str, seed: u64) -> Result<Vec<Checks>> {
        let partitions = LOCATIONS.into_iter().map(partition).collect::<Result<BTreeSet<u8>>>()?;
        assert_eq!(partitions.len(), LOCATIONS.len(), "each location has a partition of its own");
        let mut tills = Vec::new();
        for (place, pos_id) in LOCATIONS.into_iter().enumerate() {
            let till = Checks::open(&self.owner, &self.instance.secrets.provisioning_key, pos_id).await?;
            for at_once in [1, BATCH].into_iter().take(1 + place % 2) {
                let (name, seed) = (format!("till-{}", tills.len()), seed.wrapping_add(tills.len() as u64));
                tills.push(Checks { till: till.clone(), name, at_once, day: day.to_owned(), seed });
            }
        }
        Ok(tills)
    }

    pub async fn leader(&self, role: Role) -> Result<usize> {
        Ok(self.nodes.named(&self.operator.leader(role).await?))
    }

    /// A leader of what reports reads of a location: a node that has not died yet, if there is one.
    pub async fn leader_of_facts(&self, died: &BTreeSet<usize>) -> Result<usize> {
        let mut nodes = BTreeSet::new();
        for pos_id in LOCATIONS {
            nodes.insert(self.leader(Role::Partition(partition(pos_id)?)).await?);
        }
        let others = (0..NODES).filter(|node| !died.contains(node));
        let first = nodes.difference(died).copied().chain(others).chain(nodes.iter().copied()).next();
        Ok(first.unwrap_or_default())
    }

    /// Kills a node, waits until everything works without it, starts it again, and waits until it is current. Gives the
    /// longest time in which no till had an acknowledgement.
    pub async fn kill(&mut self, node: usize, tills: &Tills, stream: &Stream) -> Result<Duration> {
        let mut led = Vec::new();
        for name in STREAMS {
            led.extend((self.leader(Role::Stream(name)).await? == node).then_some(name));
        }
        let killed = Instant::now();
        self.nodes.kill(node).await;
        // A service that starts now has to pass over the node that is away: it is the first in every address.
        if node == 0 {
            let service = self.instance.process("customers").context("customers does not run")?;
            kill(&service).await?;
            self.instance.started_again("customers", Some(&service), STARTED).await?;
        }
        tills.wait_for_progress().await?;
        let still = tills.longest_gap(killed);
        if node == 0 {
            self.points_moved_on().await?;
        }
        stream.wait_for_progress(&LOCATIONS).await?;
        let moved = killed.elapsed();

        let again = Instant::now();
        self.nodes.start_again(node);
        self.nodes.has_caught_up(node).await;
        self.operator.all_current(NODES).await?;
        println!(
            "{} killed, leader of {led:?}: no till was acknowledged for {still:.1?}, each location had more checks on a \
             stream after {moved:.1?}; started again, it followed after {:.1?}",
            self.nodes.name(node),
            again.elapsed()
        );
        Ok(still)
    }

    /// Waits until guests of the first location have more points than now.
    async fn points_moved_on(&self) -> Result<()> {
        let mut before = None;
        eventually("guests to have more points", WORKING, async || {
            // The service may not answer yet.
            let Ok(points) = Record::points(&self.owner, LOCATIONS[0]).await else { return Ok(Err(None)) };
            let sum: i64 = points.values().sum();
            Ok(if sum > *before.get_or_insert(sum) { Ok(()) } else { Err(Some(sum)) })
        })
        .await
    }

    /// Ends the instance and the nodes.
    pub async fn stop(self) -> Result<()> {
        let state = self.instance.state();
        self.instance.down().await?;
        self.nodes.stop().await;
        self.instance.expect_nothing_left(&state)
    }
}
