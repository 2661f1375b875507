//! Every service as a process of its own, and a proxy of its own before everything that it calls.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::Result;
use saffron_dev::Output;
use saffron_dev::services::{self, GATEWAY, SERVICES, variable};
use saffron_instance::{Base, Instance, Memory, Settings, unlimited_rates};

use crate::proxy::{Fault, Proxy};

/// Called by services, and no service.
const NATS: &str = "nats";
const POSTGRES: &str = "postgres";
/// Calls between services behind the gateway (docs/edges.md).
const BETWEEN: [(&str, &str); 4] = [
    ("marketing", "customers"),
    ("notifications", "auth"),
    ("notifications", "inventory"),
    ("notifications", "reports"),
];
/// Services with edges of their own in the table; each of the others is like any other of them.
const FIRST: [&str; 2] = ["auth", "reports"];
/// How often memory is sampled.
const SAMPLE_EVERY: Duration = Duration::from_millis(250);

/// A caller and what it calls.
type Link = (&'static str, &'static str);

/// Links that are bad at the same time.
pub struct Edge {
    pub name: String,
    links: Vec<Link>,
    /// Whether /readyz of the gateway asks over it.
    pub is_probed: bool,
}

/// Every edge between a reader, a till or a stream and their answers.
pub fn edges() -> Vec<Edge> {
    let others = || SERVICES.into_iter().filter(|service| !FIRST.contains(service));
    let mut edges = Vec::new();
    let mut edge = |name: String, links: Vec<_>, is_probed| edges.push(Edge { name, links, is_probed });
    for service in FIRST {
        edge(format!("gateway to {service}"), vec![(GATEWAY, service)], true);
        edge(format!("{service} to Postgres"), vec![(service, POSTGRES)], true);
        edge(format!("{service} to NATS"), vec![(service, NATS)], false);
    }
    let calls = others().map(|service| (GATEWAY, service)).chain(BETWEEN).collect();
    edge("gateway and services to the other services".to_owned(), calls, true);
    edge("other services to Postgres".to_owned(), others().map(|s| (s, POSTGRES)).collect(), true);
    edge("other services to NATS".to_owned(), others().map(|s| (s, NATS)).collect(), false);
    edge("gateway to NATS".to_owned(), vec![(GATEWAY, NATS)], true);
    edges
}

pub struct Setup {
    pub instance: Instance,
    proxies: BTreeMap<Link, Proxy>,
}

impl Setup {
    pub async fn start(mut seed: u64) -> Result<Self> {
        let settings = Settings { variables: unlimited_rates().into(), ..Settings::default() };
        let mut instance = Instance::start(Base::temporary()?, "network", settings, &Output::new()).await?;
        instance.env.insert("SAFFRON_GATEWAY_ORIGIN".to_owned(), instance.address());
        let ports = instance.config.ports;
        let calls = SERVICES.into_iter().map(|service| (GATEWAY, service)).chain(BETWEEN);
        let calls = calls.map(|(caller, service)| (caller, service, ports.of(service)));
        let nats = services::all().map(|service| (service, NATS, ports.nats));
        let postgres = SERVICES.into_iter().map(|service| (service, POSTGRES, ports.postgres));
        let mut proxies = BTreeMap::new();
        for (caller, called, port) in calls.chain(nats).chain(postgres) {
            proxies.insert((caller, called), Proxy::to(port, seed).await);
            seed = seed.wrapping_add(1);
        }
        for service in services::all() {
            let env = variables_of(service, &instance.env, &proxies);
            instance.serve_as(service, env)?;
        }
        instance.ready(GATEWAY).await?;
        Ok(Self { instance, proxies })
    }

    /// Makes all links of an edge equally bad.
    pub fn set_fault(&self, edge: &Edge, fault: Fault) {
        edge.links.iter().for_each(|link| self.proxies[link].set_fault(fault));
    }

    /// Samples the memory of each service.
    pub fn memory(&self) -> Memory {
        let servers = [NATS, POSTGRES];
        Memory::watch(
            self.instance.processes().into_iter().filter(|(name, _)| !servers.contains(name)),
            SAMPLE_EVERY,
        )
    }
}

/// The variables of a service: everything that it calls is reached by a proxy of its own.
fn variables_of(
    service: &str,
    env: &BTreeMap<String, String>,
    proxies: &BTreeMap<Link, Proxy>,
) -> BTreeMap<String, String> {
    let mut own = env.clone();
    for ((_, called), proxy) in proxies.iter().filter(|((caller, _), _)| *caller == service) {
        let name = match *called {
            NATS => variable(service, "NATS_URL"),
            POSTGRES => variable(service, "DATABASE_URL"),
            called if service == GATEWAY => variable(GATEWAY, &format!("{}_URL", called.to_uppercase())),
            called => variable(called, "URL"),
        };
        let mut url: reqwest::Url = env[&name].parse().unwrap();
        url.set_port(Some(proxy.port)).unwrap();
        own.insert(name, url.to_string().trim_end_matches('/').to_owned());
    }
    own
}
