//! Three nodes of NATS on loopback as one cluster, each with a store of its own; beside that as the launcher's own NATS is.

use std::collections::BTreeMap;
use std::fs;
use std::net::TcpListener;
use std::time::{Duration, Instant};

use nix::sys::signal::Signal;
use saffron_dev::Config;
use saffron_dev::nats;
use saffron_dev::packages::Packages;
use saffron_dev::postgres::Use;
use saffron_dev::proc::{Daemon, Running};
use saffron_dev::secrets::Secrets;

/// The number of nodes.
pub const NODES: usize = 3;
/// How long a node may take until it has everything that the others have.
const PATIENCE: Duration = Duration::from_secs(120);

pub struct Nodes {
    nodes: Vec<Node>,
    client: reqwest::Client,
}

struct Node {
    name: String,
    ports: Ports,
    daemon: Daemon,
    running: Option<Running>,
}

/// Where a node listens: to clients, to the other nodes, and to monitoring.
struct Ports {
    clients: u16,
    routes: u16,
    monitor: u16,
}

impl Nodes {
    /// Starts all nodes, each with an empty store, and waits until they are one cluster.
    pub async fn start(config: &Config, packages: &Packages, secrets: &Secrets) -> Self {
        let client = reqwest::Client::builder().timeout(Duration::from_secs(5)).no_proxy().build().unwrap();
        let ports = free_ports();
        let routes: Vec<String> =
            ports.iter().map(|ports| format!("\"nats://127.0.0.1:{}\"", ports.routes)).collect();
        let routes = routes.join(", ");
        let alone = nats::daemon(config, packages, secrets, Use::Keep).unwrap();
        let nodes = ports.into_iter().zip(1..).map(|(ports, number)| {
            let name = format!("nats-{number}");
            let daemon = member(config, &alone, &name, &ports, &routes);
            Node { running: Some(daemon.start().unwrap()), name, ports, daemon }
        });
        let nodes = Self { nodes: nodes.collect(), client };
        for node in 0..NODES {
            nodes.has_caught_up(node).await;
        }
        nodes
    }

    /// The address of all of them, for a user.
    pub fn url(&self, user: &str, password: &str) -> String {
        let one = |node: &Node| format!("nats://{user}:{password}@127.0.0.1:{}", node.ports.clients);
        self.nodes.iter().map(one).collect::<Vec<_>>().join(",")
    }

    /// The address of the first, without a user.
    pub fn first(&self) -> String {
        format!("nats://127.0.0.1:{}", self.nodes[0].ports.clients)
    }

    /// The index of the node with this name.
    pub fn named(&self, name: &str) -> usize {
        self.nodes.iter().position(|node| node.name == name).unwrap()
    }

    pub fn name(&self, node: usize) -> &str {
        &self.nodes[node].name
    }

    /// Kills a node, and waits until it is gone.
    pub async fn kill(&mut self, node: usize) {
        let mut running = self.nodes[node].running.take().unwrap();
        running.id.signal(Signal::SIGKILL);
        running.ended().await;
    }

    /// Starts a killed node again with its store.
    pub fn start_again(&mut self, node: usize) {
        let node = &mut self.nodes[node];
        node.running = Some(node.daemon.start().unwrap());
    }

    /// Waits until the node's health check, the one that Kubernetes uses, reports every stream and consumer as current.
    pub async fn has_caught_up(&self, node: usize) {
        let Node { name, ports, daemon, .. } = &self.nodes[node];
        let url = format!("http://127.0.0.1:{}/healthz", ports.monitor);
        let began = Instant::now();
        loop {
            let answer = self.client.get(&url).send().await;
            if answer.as_ref().is_ok_and(|answer| answer.status().is_success()) {
                return;
            }
            assert!(began.elapsed() < PATIENCE, "{name}: {answer:?}; see {}", daemon.log.display());
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Ends all nodes in order.
    pub async fn stop(mut self) {
        for node in &mut self.nodes {
            if let Some(running) = node.running.take() {
                running.stop().await;
            }
        }
    }
}

impl Drop for Nodes {
    fn drop(&mut self) {
        for running in self.nodes.iter().filter_map(|node| node.running.as_ref()) {
            running.id.signal(Signal::SIGKILL);
        }
    }
}

fn free_ports() -> Vec<Ports> {
    // All are held until they are known, so that none is taken twice.
    let held: Vec<TcpListener> =
        (0..3 * NODES).map(|_| TcpListener::bind(("127.0.0.1", 0)).unwrap()).collect();
    let ports: Vec<u16> = held.iter().map(|socket| socket.local_addr().unwrap().port()).collect();
    let of_node = |ports: &[u16]| Ports { clients: ports[0], routes: ports[1], monitor: ports[2] };
    ports.chunks(3).map(of_node).collect()
}

/// A node: the launcher's own NATS with the addresses of the others.
fn member(config: &Config, alone: &Daemon, name: &str, ports: &Ports, routes: &str) -> Daemon {
    let folder = config.home.join(name);
    fs::create_dir_all(folder.join("store")).unwrap();
    for file in ["nats.conf", "users.conf"] {
        fs::copy(config.repo.join("deploy/nats").join(file), folder.join(file)).unwrap();
    }
    let (monitor, route) = (ports.monitor, ports.routes);
    let conf = folder.join("node.conf");
    // The chart does not advertise nodes to clients either: one that knows a single address stays with it.
    let text = format!(
        "include 'nats.conf'\nserver_name: {name}\nhttp: 127.0.0.1:{monitor}\n\
         cluster {{ name: saffron, listen: 127.0.0.1:{route}, no_advertise: true, routes: [{routes}] }}\n"
    );
    fs::write(&conf, text).unwrap();
    let own = BTreeMap::from([
        ("SAFFRON_NATS_LISTEN".to_owned(), format!("\"127.0.0.1:{}\"", ports.clients)),
        ("SAFFRON_NATS_STORE".to_owned(), format!("\"{}\"", folder.join("store").display())),
    ]);
    Daemon {
        name: name.to_owned(),
        args: vec!["-c".to_owned(), conf.display().to_string()],
        env: alone.env.clone().into_iter().chain(own).collect(),
        log: config.logs().join(format!("{name}.log")),
        ..alone.clone()
    }
}
