//! Every service as a process of its own, and a way of its own to everything that it calls.

use std::collections::BTreeMap;

use saffron_dev::environment::Environment;
use saffron_dev::ports::StandIn;
use saffron_dev::services::{self, GATEWAY, SERVICES, variable};

use crate::fixture::Own;
use crate::memory::Memory;
use crate::processes::{self, Replica, begin, free_port, is_ready};
use crate::way::{Fault, Way};

/// What is called that is no service.
pub const NATS: &str = "nats";
pub const POSTGRES: &str = "postgres";
/// Calls between services behind the gateway (docs/edges.md).
const BETWEEN: [(&str, &str); 4] = [
    ("marketing", "customers"),
    ("notifications", "auth"),
    ("notifications", "inventory"),
    ("notifications", "reports"),
];
/// Those that have ways of their own in the table; what holds for one of the others holds for each.
const FIRST: [&str; 2] = ["auth", "reports"];

/// Ways that are bad at the same time.
pub struct Edge {
    pub name: String,
    ways: Vec<(&'static str, &'static str)>,
    /// Whether /readyz of the gateway asks over it.
    pub is_asked: bool,
}

/// Everything that is on the way of a reader, a till or a stream.
pub fn edges() -> Vec<Edge> {
    let others = || SERVICES.into_iter().filter(|service| !FIRST.contains(service));
    let mut edges = Vec::new();
    let mut edge = |name: String, ways: Vec<_>, is_asked| edges.push(Edge { name, ways, is_asked });
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

pub struct House {
    own: Own,
    env: BTreeMap<String, String>,
    ways: BTreeMap<(&'static str, &'static str), Way>,
    services: BTreeMap<&'static str, Replica>,
    mail: Replica,
}

impl House {
    pub async fn start(mut seed: u64) -> Self {
        let own = Own::new();
        let mut env = processes::servers(&own);
        let ports: BTreeMap<&str, u16> = services::all().map(|service| (service, free_port())).collect();
        env.insert("SAFFRON_GATEWAY_ORIGIN".to_owned(), format!("http://127.0.0.1:{}", ports[GATEWAY]));
        // The load comes from one address and one session.
        for rate in ["SESSION_RATE", "SESSION_BURST", "ADDRESS_RATE", "INGEST_RATE"] {
            env.insert(variable(GATEWAY, rate), "10000".to_owned());
        }
        let mut ways = BTreeMap::new();
        let calls = SERVICES.into_iter().map(|service| (GATEWAY, service)).chain(BETWEEN);
        let calls = calls.map(|(caller, service)| (caller, service, ports[service]));
        let nats = services::all().map(|service| (service, NATS, own.ports.nats));
        let postgres = SERVICES.into_iter().map(|service| (service, POSTGRES, own.ports.postgres));
        for (caller, called, port) in calls.chain(nats).chain(postgres) {
            ways.insert((caller, called), Way::to(port, seed).await);
            seed = seed.wrapping_add(1);
        }
        let mail = begin(&own, "saffron-sandbox", "mail", 0, &env);
        let mut house = Self { own, env, ways, services: BTreeMap::new(), mail };
        for service in services::all() {
            let told = house.told_to(service);
            let mut replica = begin(&house.own, "saffron", service, ports[service], &told);
            is_ready(&house.own, service, &mut replica).await;
            house.services.insert(service, replica);
        }
        house
    }

    /// The variables of a service: everything that it calls is reached by a way of its own.
    fn told_to(&self, service: &str) -> BTreeMap<String, String> {
        let mut told = self.env.clone();
        for ((_, called), way) in self.ways.iter().filter(|((caller, _), _)| *caller == service) {
            let name = match *called {
                NATS => variable(service, "NATS_URL"),
                POSTGRES => variable(service, "DATABASE_URL"),
                called if service == GATEWAY => variable(GATEWAY, &format!("{}_URL", called.to_uppercase())),
                called => variable(called, "URL"),
            };
            let mut url: reqwest::Url = self.env[&name].parse().unwrap();
            url.set_port(Some(way.port)).unwrap();
            told.insert(name, url.to_string().trim_end_matches('/').to_owned());
        }
        told
    }

    /// All ways of an edge become as bad.
    pub fn becomes(&self, edge: &Edge, fault: Fault) {
        edge.ways.iter().for_each(|way| self.ways[way].becomes(fault));
    }

    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.services[GATEWAY].port)
    }

    pub fn mail_page(&self) -> &str {
        &self.env[StandIn::MailPage.variable()]
    }

    pub fn provisioning_key(&self) -> &str {
        &self.env["SAFFRON_PROVISIONING_KEY"]
    }

    /// Where operators ask NATS.
    pub fn operators(&self) -> &str {
        &self.env["SAFFRON_OPS_NATS_URL"]
    }

    /// The memory of each service from now on.
    pub fn memory(&self) -> Memory {
        Memory::watch(self.services.iter().map(|(service, replica)| (*service, replica.child.id())).collect())
    }

    /// Every service is the process that it was.
    pub fn assert_alive(&mut self) {
        for (service, replica) in &mut self.services {
            let ended = replica.child.try_wait().unwrap();
            assert!(ended.is_none(), "{service} ended: {ended:?}");
        }
    }

    pub async fn stop(self) {
        let Self { own, services, mail, .. } = self;
        drop((services, mail));
        let state = own.state();
        assert!(own.run(&["down"]).status.success());
        own.assert_nothing_left(&state);
    }
}

/// The only edge that is asked for; all, if none is.
pub fn only() -> Option<String> {
    Environment::read().get("SAFFRON_TEST_EDGE").map(str::to_owned)
}
