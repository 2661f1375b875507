//! Saffron as a platform team runs it: replicas of every service behind an address that stays.

use std::collections::BTreeMap;
use std::net::TcpListener;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use nix::sys::signal::Signal;
use saffron_dev::proc::Running;
use saffron_dev::services::{self, GATEWAY, SERVICES, variable};
use tonic::transport::Endpoint;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_client::HealthClient;

use crate::Instance;
use balancer::Balancer;

mod balancer;

/// The longest that a process may take from SIGTERM to its end.
const DRAIN: Duration = Duration::from_secs(10);
/// How long a service may take to be ready.
const PATIENCE: Duration = Duration::from_secs(300);
/// SERVING of grpc.health.v1.
const SERVING: i32 = 1;

struct Replica {
    port: u16,
    running: Running,
}

impl Drop for Replica {
    fn drop(&mut self) {
        self.running.id.signal(Signal::SIGKILL);
    }
}

/// Servers, and replicas of every service behind addresses that stay.
pub struct Replicas {
    /// The servers, and the program and the variables of replicas that are started from now on.
    pub instance: Instance,
    balancers: BTreeMap<&'static str, Balancer>,
    replicas: BTreeMap<&'static str, Vec<Replica>>,
}

impl Replicas {
    /// Replicas of each service.
    pub const NUMBER: usize = 2;

    /// Starts replicas of each service on these servers, and waits until all are ready.
    pub async fn start(mut instance: Instance) -> Result<Self> {
        let mut balancers = BTreeMap::new();
        for service in services::all() {
            let balancer = Balancer::start().await?;
            let url = format!("http://127.0.0.1:{}", balancer.port);
            if SERVICES.contains(&service) {
                instance.env.insert(variable(service, "URL"), url.clone());
                instance.env.insert(variable(GATEWAY, &format!("{}_URL", service.to_uppercase())), url);
            } else {
                instance.env.insert("SAFFRON_GATEWAY_ORIGIN".to_owned(), url);
            }
            balancers.insert(service, balancer);
        }
        let mut all = Self { instance, balancers, replicas: BTreeMap::new() };
        for service in services::all() {
            for _ in 0..Self::NUMBER {
                let replica = all.begin(service).await?;
                all.replicas.entry(service).or_default().push(replica);
            }
            all.lead(service);
        }
        Ok(all)
    }

    /// The address of the gateway, which stays.
    pub fn address(&self) -> String {
        let port = self.balancers.get(GATEWAY).map_or(0, |balancer| balancer.port);
        format!("http://127.0.0.1:{port}")
    }

    /// Replaces a replica as a roll-out does: once a new one is ready, the old one gets no new connections and SIGTERM.
    ///
    /// # Errors
    /// If the new one is not ready in time, or the old one does not end well within ten seconds.
    pub async fn replace(&mut self, service: &'static str, number: usize) -> Result<()> {
        let new = self.begin(service).await?;
        let place = self.replicas.get_mut(service).and_then(|replicas| replicas.get_mut(number));
        let mut old = std::mem::replace(place.context("no such replica")?, new);
        self.lead(service);
        let began = Instant::now();
        old.running.id.signal(Signal::SIGTERM);
        let ended = old.running.ended().await;
        ensure!(ended == "exit status: 0", "{service} on port {} ended with {ended}", old.port);
        let took = began.elapsed();
        ensure!(took <= DRAIN, "{service} took {took:?} to end");
        Ok(())
    }

    /// Warnings and errors of the gateways.
    pub fn complaints(&self) -> String {
        let log = self.instance.log(GATEWAY);
        let bad = |line: &&str| ["\"WARN\"", "\"ERROR\""].iter().any(|level| line.contains(level));
        log.lines().filter(bad).collect::<Vec<_>>().join("\n")
    }

    /// Ends the replicas and the instance.
    pub async fn stop(self) -> Result<()> {
        let Self { instance, replicas, .. } = self;
        for mut replica in replicas.into_values().flatten() {
            replica.running.id.signal(Signal::SIGKILL);
            replica.running.ended().await;
        }
        instance.stop().await
    }

    /// Directs new connections of a service to its replicas.
    fn lead(&self, service: &str) {
        let replicas = self.replicas.get(service).into_iter().flatten();
        let ports = replicas.map(|replica| replica.port).collect();
        if let Some(balancer) = self.balancers.get(service) {
            balancer.lead_to(ports);
        }
    }

    /// Starts a replica and waits until it is ready.
    async fn begin(&self, service: &'static str) -> Result<Replica> {
        let port = TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port();
        let mut env = self.instance.env.clone();
        env.insert(variable(service, "LISTEN"), format!("127.0.0.1:{port}"));
        let mut replica = Replica { port, running: self.instance.daemon(service, env).start()? };
        let began = Instant::now();
        while !ready(service, port).await? {
            ensure!(!replica.running.has_ended(), "{service} ended: {}", self.instance.log(service));
            ensure!(began.elapsed() < PATIENCE, "{service} is not ready");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(replica)
    }
}

/// Whether a service answers as ready to the probes of Kubernetes.
async fn ready(service: &str, port: u16) -> Result<bool> {
    let address = format!("http://127.0.0.1:{port}");
    if service == GATEWAY {
        let client = reqwest::Client::builder().no_proxy().build()?;
        let answer = client.get(format!("{address}/readyz")).send().await;
        return Ok(answer.is_ok_and(|answer| answer.status().is_success()));
    }
    let Ok(channel) = Endpoint::from_shared(address)?.connect().await else { return Ok(false) };
    let answer = HealthClient::new(channel).check(HealthCheckRequest::default()).await;
    Ok(answer.is_ok_and(|answer| answer.into_inner().status == SERVING))
}
