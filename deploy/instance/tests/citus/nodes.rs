//! A coordinator and two workers of Citus on loopback, and the database of reports on them.

use std::collections::BTreeMap;
use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::{PermissionsExt as _, chown};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use nix::sys::signal::Signal;
use saffron_dev::Config;
use saffron_dev::packages::Packages;
use saffron_dev::postgres::Psql;
use saffron_dev::proc::{Daemon, Running, Tool};
use tokio::sync::Mutex;

/// The database of reports, and the role that owns it.
pub const REPORTS: &str = "saffron_reports";
/// The coordinator; the others are workers.
const COORDINATOR: usize = 0;
/// The number of nodes.
pub const NODES: usize = 3;
/// How long a node may take until it answers, with its recovery.
const PATIENCE: Duration = Duration::from_secs(120);
/// Where the statements and settings of docs/scaling.md are.
const PAGE: &str = "docs/scaling.md";

pub struct Nodes {
    nodes: Vec<Node>,
    packages: Packages,
    password: String,
}

struct Node {
    port: u16,
    daemon: Daemon,
    running: Mutex<Option<Running>>,
}

impl Nodes {
    /// Starts all nodes with the extension and an empty database of reports, and adds the workers to the coordinator.
    pub async fn start(config: &Config, packages: &Packages, bin: &Path, password: &str) -> Self {
        let settings = block(config, "ini");
        let held: Vec<TcpListener> =
            (0..NODES).map(|_| TcpListener::bind(("127.0.0.1", 0)).unwrap()).collect();
        let ports: Vec<u16> = held.iter().map(|socket| socket.local_addr().unwrap().port()).collect();
        drop(held);
        let mut nodes = Vec::new();
        for (number, port) in ports.into_iter().enumerate() {
            let daemon = make_node(config, bin, number, port, &settings).await;
            nodes.push(Node { port, running: Mutex::new(Some(daemon.start().unwrap())), daemon });
        }
        let nodes = Self { nodes, packages: packages.clone(), password: password.to_owned() };
        for node in 0..NODES {
            nodes.answers(node).await;
            let role = format!("CREATE ROLE {REPORTS} LOGIN PASSWORD '{password}';");
            let database = format!("{role} CREATE DATABASE {REPORTS} OWNER {REPORTS};");
            // A role that the coordinator makes is made on workers that it knows, and it knows none yet.
            nodes.superuser(node, "postgres").run(database).await.unwrap();
            nodes.superuser(node, REPORTS).run("CREATE EXTENSION citus;".into()).await.unwrap();
        }
        let mut known =
            format!("SELECT citus_set_coordinator_host('127.0.0.1', {});", nodes.nodes[COORDINATOR].port);
        for node in &nodes.nodes[1..] {
            known.push_str(&format!("SELECT citus_add_node('127.0.0.1', {});", node.port));
        }
        nodes.superuser(COORDINATOR, REPORTS).run(known).await.unwrap();
        nodes
    }

    /// The address for reports.
    pub fn url(&self) -> String {
        let port = self.nodes[COORDINATOR].port;
        format!("postgres://{REPORTS}:{}@127.0.0.1:{port}/{REPORTS}", self.password)
    }

    /// The database of reports as its superuser, at the coordinator.
    pub fn psql(&self) -> Psql {
        self.superuser(COORDINATOR, REPORTS)
    }

    fn superuser(&self, node: usize, database: &str) -> Psql {
        let url = format!("postgres://postgres@127.0.0.1:{}/{database}", self.nodes[node].port);
        Psql::new(&self.packages, url.parse().unwrap())
    }

    /// Lays the tables over the workers as docs/scaling.md says.
    pub async fn distribute(&self, config: &Config) {
        let url = self.url().parse().unwrap();
        let began = Instant::now();
        Psql::new(&self.packages, url).run(block(config, "sql")).await.unwrap();
        println!("the tables are distributed after {:.0?}", began.elapsed());
    }

    /// The worker that holds each of these locations.
    pub async fn placed(&self, locations: &[String]) -> BTreeMap<String, usize> {
        let list = locations.join(",");
        let ask = format!(
            "SELECT p, n.nodeport FROM unnest('{{{list}}}'::text[]) AS p
             JOIN pg_dist_placement s ON s.shardid = get_shard_id_for_distribution_column('location', p)
             JOIN pg_dist_node n ON n.groupid = s.groupid;"
        );
        let rows = self.psql().run(ask).await.unwrap();
        let pairs = rows.lines().map(|line| line.split_once('|').unwrap());
        let node = |port: &str| {
            let port: u16 = port.trim().parse().unwrap();
            self.nodes.iter().position(|node| node.port == port).unwrap()
        };
        pairs.map(|(pos_id, port)| (pos_id.to_owned(), node(port))).collect()
    }

    /// Kills a node, and with it every connection to it.
    pub async fn kill(&self, node: usize) {
        let mut running = self.nodes[node].running.lock().await.take().unwrap();
        running.id.signal(Signal::SIGKILL);
        running.ended().await;
    }

    /// Starts a killed node again with its data, and waits until it answers.
    pub async fn start_again(&self, node: usize) {
        let began = Instant::now();
        // The children of a killed one end by themselves, and keep another one from starting until then.
        loop {
            let mut running = self.nodes[node].daemon.start().unwrap();
            let psql = self.superuser(node, REPORTS);
            while !running.has_ended() {
                if psql.answers().await {
                    *self.nodes[node].running.lock().await = Some(running);
                    return;
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            assert!(
                began.elapsed() < PATIENCE,
                "node {node} does not start; see {}",
                self.nodes[node].daemon.log.display()
            );
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    async fn answers(&self, node: usize) {
        let (began, psql) = (Instant::now(), self.superuser(node, "postgres"));
        while !psql.answers().await {
            let log = self.nodes[node].daemon.log.display();
            assert!(began.elapsed() < PATIENCE, "node {node} does not answer; see {log}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Ends all nodes in order.
    pub async fn stop(mut self) {
        for node in &mut self.nodes {
            if let Some(running) = node.running.get_mut().take() {
                running.stop().await;
            }
        }
    }
}

impl Drop for Nodes {
    fn drop(&mut self) {
        for running in self.nodes.iter_mut().filter_map(|node| node.running.get_mut().as_ref()) {
            running.id.signal(Signal::SIGQUIT);
        }
    }
}

/// The folder of programs of an installation of Postgres, or of its pg_config.
///
/// # Panics
/// If that has no Citus, saying so.
pub fn programs(named: &str) -> PathBuf {
    let named = PathBuf::from(named);
    let config = if named.is_dir() { named.join("bin/pg_config") } else { named };
    let ask = |what: &str| {
        let output = Command::new(&config).arg(what).output();
        let output = output.unwrap_or_else(|error| panic!("{}: {error}", config.display()));
        PathBuf::from(String::from_utf8(output.stdout).unwrap().trim())
    };
    let extension = ask("--sharedir").join("extension/citus.control");
    assert!(extension.is_file(), "this Postgres has no Citus: there is no {}", extension.display());
    ask("--bindir")
}

/// The settings (`ini`) or statements (`sql`) that docs/scaling.md shows for Citus.
fn block(config: &Config, kind: &str) -> String {
    let page = fs::read_to_string(config.repo.join(PAGE)).unwrap();
    let (_, section) = page.split_once("\n## Reports by location, with Citus\n").expect("its section");
    let section = section.split("\n## ").next().unwrap();
    let fence = format!("```{kind}\n");
    let blocks = section.split(&fence).skip(1);
    let blocks: Vec<&str> = blocks.map(|block| block.split("```").next().unwrap()).collect();
    assert!(!blocks.is_empty(), "{PAGE} shows no {kind} for Citus");
    blocks.concat()
}

/// Creates a node's data folder; gives its process, not started.
async fn make_node(config: &Config, bin: &Path, number: usize, port: u16, settings: &str) -> Daemon {
    let name = format!("citus-{number}");
    let outer = config.home.join(&name);
    let data = outer.join("data");
    fs::create_dir_all(&outer).unwrap();
    fs::set_permissions(&outer, fs::Permissions::from_mode(0o700)).unwrap();
    if let Some(account) = config.postgres_account {
        chown(&outer, Some(account.uid), Some(account.gid)).unwrap();
    }
    Tool::new("initdb", bin.join("initdb"))
        .args(["--username=postgres", "--auth=trust", "--encoding=UTF8", "--no-instructions"])
        .args(["--locale-provider=builtin", "--locale=C.UTF-8", "--lc-messages=C"])
        .args(["--lc-collate=C", "--lc-ctype=C"])
        .args([format!("--pgdata={}", data.display())])
        .env("LC_ALL", "C")
        .account(config.postgres_account)
        .folder(Path::new("/"))
        .log(config.logs().join(format!("{name}-initdb.log")))
        .run(|_| ())
        .await
        .unwrap();
    let conf = data.join("postgresql.conf");
    let text = fs::read_to_string(&conf).unwrap();
    let own = fs::read_to_string(config.repo.join("deploy/postgres/saffron.conf")).unwrap();
    // Three of them share the machine with a plain one. The nodes speak to each other on loopback.
    let here = "shared_buffers = '96MB'\ncitus.node_conninfo = 'sslmode=disable'\n";
    fs::write(&conf, format!("{text}\n{own}\n{settings}\n{here}")).unwrap();
    Daemon {
        log: config.logs().join(format!("{name}.log")),
        name,
        program: bin.join("postgres"),
        args: ["-D", &data.display().to_string(), "-h", "127.0.0.1", "-p", &port.to_string()]
            .map(str::to_owned)
            .into(),
        env: BTreeMap::from([("LC_ALL".into(), "C".into())]),
        folder: PathBuf::from("/"),
        account: config.postgres_account,
        stop_signal: Signal::SIGINT,
        patience: Duration::from_secs(30),
    }
}
