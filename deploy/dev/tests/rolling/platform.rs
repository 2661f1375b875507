//! Saffron as a platform team runs it: replicas of every service behind an address that stays.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use saffron_dev::ports::StandIn;
use saffron_dev::services::{self, GATEWAY, SERVICES, variable};

use crate::balancer::Balancer;
use crate::fixture::Own;
use crate::processes::{self, Replica, begin, free_port, is_ready, log};

/// Replicas of each service.
const REPLICAS: usize = 2;

pub struct Platform {
    own: Own,
    env: BTreeMap<String, String>,
    balancers: BTreeMap<&'static str, Balancer>,
    replicas: BTreeMap<&'static str, Vec<Replica>>,
    mail: Replica,
}

impl Platform {
    /// Postgres, NATS, the mail catcher, and two replicas of each service, all ready.
    pub async fn start() -> Self {
        let own = Own::new();
        let mut env = processes::servers(&own);
        let mut balancers = BTreeMap::new();
        for service in services::all() {
            let balancer = Balancer::start().await;
            let url = format!("http://127.0.0.1:{}", balancer.port);
            if SERVICES.contains(&service) {
                env.insert(variable(service, "URL"), url.clone());
                env.insert(variable(GATEWAY, &format!("{}_URL", service.to_uppercase())), url);
            } else {
                env.insert("SAFFRON_GATEWAY_ORIGIN".to_owned(), url);
            }
            balancers.insert(service, balancer);
        }
        // The load comes from one address and one session.
        for rate in ["SESSION_RATE", "SESSION_BURST", "ADDRESS_RATE", "INGEST_RATE"] {
            env.insert(variable(GATEWAY, rate), "10000".to_owned());
        }
        let mail = begin(&own, "saffron-sandbox", "mail", 0, &env);
        let mut platform = Self { own, env, balancers, replicas: BTreeMap::new(), mail };
        for service in services::all() {
            for _ in 0..REPLICAS {
                let replica = platform.begin(service).await;
                platform.replicas.entry(service).or_default().push(replica);
            }
            platform.lead(service);
        }
        platform
    }

    /// Replicas of each service.
    pub fn replicas(&self) -> usize {
        REPLICAS
    }

    /// The address of the gateway, which stays.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.balancers[GATEWAY].port)
    }

    /// What a service is told by this variable.
    pub fn told(&self, name: &str) -> &str {
        &self.env[name]
    }

    /// As a roll-out does it: a new replica, and when it is ready the old one gets no new connections and SIGTERM.
    /// How long the old one took to end.
    pub async fn replace(&mut self, service: &'static str, place: usize) -> Duration {
        let new = self.begin(service).await;
        let replicas = self.replicas.get_mut(service).unwrap();
        let mut old = std::mem::replace(&mut replicas[place], new);
        self.lead(service);
        let began = Instant::now();
        kill(Pid::from_raw(old.child.id() as i32), Signal::SIGTERM).unwrap();
        let (ended, old) =
            tokio::task::spawn_blocking(move || (old.child.wait().unwrap(), old)).await.unwrap();
        assert!(ended.success(), "{service} on port {} ended with {ended}", old.port);
        began.elapsed()
    }

    /// What the gateways complained of.
    pub fn complaints(&self) -> String {
        let log = std::fs::read_to_string(log(&self.own, GATEWAY)).unwrap_or_default();
        let bad = |line: &&str| ["\"WARN\"", "\"ERROR\""].iter().any(|level| line.contains(level));
        log.lines().filter(bad).collect::<Vec<_>>().join("\n")
    }

    /// Ends everything.
    pub async fn stop(self) {
        let Self { own, replicas, mail, .. } = self;
        drop((replicas, mail));
        let state = own.state();
        assert!(own.run(&["down"]).status.success());
        own.assert_nothing_left(&state);
    }

    /// New connections to a service go to its replicas.
    fn lead(&self, service: &str) {
        let ports = self.replicas[service].iter().map(|replica| replica.port).collect();
        self.balancers[service].lead_to(ports);
    }

    /// A replica that is ready.
    async fn begin(&self, service: &'static str) -> Replica {
        let mut replica = begin(&self.own, "saffron", service, free_port(), &self.env);
        is_ready(&self.own, service, &mut replica).await;
        replica
    }
}

/// Where the mail catcher shows what came.
pub fn mail_page(platform: &Platform) -> String {
    platform.told(StandIn::MailPage.variable()).to_owned()
}
