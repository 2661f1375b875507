//! Saffron as a platform team runs it: replicas of every service behind an address that stays.

use std::collections::BTreeMap;
use std::net::TcpListener;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use nix::sys::signal::Signal;
use saffron_dev::Output;
use saffron_dev::proc::Running;
use saffron_dev::services::{self, GATEWAY, SERVICES, variable};
use saffron_instance::{Base, Instance, Settings, unlimited_rates};
use tonic::transport::Endpoint;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_client::HealthClient;

use crate::balancer::Balancer;

/// Replicas of each service.
pub const REPLICAS: usize = 2;
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

pub struct Replicas {
    balancers: BTreeMap<&'static str, Balancer>,
    replicas: BTreeMap<&'static str, Vec<Replica>>,
    pub instance: Instance,
}

impl Replicas {
    /// Starts the servers, and replicas of each service, and waits until all are ready.
    pub async fn start() -> Result<Self> {
        let settings = Settings { variables: unlimited_rates().into(), ..Settings::default() };
        let mut instance = Instance::start(Base::temporary()?, "rolling", settings, &Output::new()).await?;
        let mut balancers = BTreeMap::new();
        for service in services::all() {
            let balancer = Balancer::start().await;
            let url = format!("http://127.0.0.1:{}", balancer.port);
            if SERVICES.contains(&service) {
                instance.env.insert(variable(service, "URL"), url.clone());
                instance.env.insert(variable(GATEWAY, &format!("{}_URL", service.to_uppercase())), url);
            } else {
                instance.env.insert("SAFFRON_GATEWAY_ORIGIN".to_owned(), url);
            }
            balancers.insert(service, balancer);
        }
        let mut all = Self { balancers, replicas: BTreeMap::new(), instance };
        for service in services::all() {
            for _ in 0..REPLICAS {
                let replica = all.begin(service).await?;
                all.replicas.entry(service).or_default().push(replica);
            }
            all.lead(service);
        }
        Ok(all)
    }

    /// The address of the gateway, which stays.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.balancers[GATEWAY].port)
    }

    /// Replaces a replica as a roll-out does: once a new one is ready, the old one gets no new connections and SIGTERM. Gives
    /// how long the old one took to end.
    pub async fn replace(&mut self, service: &'static str, number: usize) -> Result<Duration> {
        let new = self.begin(service).await?;
        let mut old = std::mem::replace(&mut self.replicas.get_mut(service).unwrap()[number], new);
        self.lead(service);
        let began = Instant::now();
        old.running.id.signal(Signal::SIGTERM);
        let ended = old.running.ended().await;
        assert_eq!(ended, "exit status: 0", "{service} on port {}", old.port);
        Ok(began.elapsed())
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
        let ports = self.replicas[service].iter().map(|replica| replica.port).collect();
        self.balancers[service].lead_to(ports);
    }

    /// Starts a replica and waits until it is ready.
    async fn begin(&self, service: &'static str) -> Result<Replica> {
        let port = TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port();
        let mut env = self.instance.env.clone();
        env.insert(variable(service, "LISTEN"), format!("127.0.0.1:{port}"));
        let mut replica = Replica { port, running: self.instance.daemon(service, env).start()? };
        let began = Instant::now();
        while !ready(service, port).await {
            ensure!(!replica.running.has_ended(), "{service} ended: {}", self.instance.log(service));
            ensure!(began.elapsed() < PATIENCE, "{service} is not ready");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(replica)
    }
}

/// Whether a service answers as ready to the probes of Kubernetes.
async fn ready(service: &str, port: u16) -> bool {
    let address = format!("http://127.0.0.1:{port}");
    if service == GATEWAY {
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        let answer = client.get(format!("{address}/readyz")).send().await;
        return answer.is_ok_and(|answer| answer.status().is_success());
    }
    let Ok(channel) = Endpoint::from_shared(address).unwrap().connect().await else { return false };
    let answer = HealthClient::new(channel).check(HealthCheckRequest::default()).await;
    answer.is_ok_and(|answer| answer.into_inner().status == SERVING)
}
