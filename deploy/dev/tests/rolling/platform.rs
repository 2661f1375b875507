//! Saffron as a platform team runs it: replicas of every service behind an address that stays.

use std::collections::BTreeMap;
use std::fs::File;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use saffron_dev::ports::StandIn;
use saffron_dev::services::{self, GATEWAY, SERVICES, variable};
use tonic::transport::Endpoint;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_client::HealthClient;

use crate::balancer::Balancer;
use crate::fixture::Own;

/// Replicas of each service.
const REPLICAS: usize = 2;
/// How long a replica may take to be ready.
const PATIENCE: Duration = Duration::from_secs(60);
/// SERVING of grpc.health.v1.
const SERVING: i32 = 1;

pub struct Platform {
    own: Own,
    env: BTreeMap<String, String>,
    balancers: BTreeMap<&'static str, Balancer>,
    replicas: BTreeMap<&'static str, Vec<Replica>>,
    mail: Replica,
}

/// A process of a service.
struct Replica {
    port: u16,
    child: Child,
}

impl Drop for Replica {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Platform {
    /// Postgres, NATS, the mail catcher, and two replicas of each service, all ready.
    pub async fn start() -> Self {
        let own = Own::new();
        let up = own.run(&["up", "--detach", "--servers"]);
        assert!(up.status.success(), "{up:?}");
        for args in [["migrate"].as_slice(), &["streams", "apply"]] {
            let once = own.run(&[&["run", "--", "saffron"], args].concat());
            assert!(once.status.success(), "{once:?}");
        }
        let mut env = environment(&own);
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
        let port = TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port();
        let mut replica = begin(&self.own, "saffron", service, port, &self.env);
        let began = Instant::now();
        while !ready(service, port).await {
            if let Some(ended) = replica.child.try_wait().unwrap() {
                panic!(
                    "{service} ended with {ended} before it was ready; see {}",
                    log(&self.own, service).display()
                );
            }
            assert!(began.elapsed() < PATIENCE, "{service} is not ready");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        replica
    }
}

/// What the launcher tells services.
fn environment(own: &Own) -> BTreeMap<String, String> {
    let said = own.run(&["run", "--", "env"]);
    let said = String::from_utf8(said.stdout).unwrap();
    let pairs = said.lines().filter_map(|line| line.split_once('='));
    pairs
        .filter(|(name, _)| name.starts_with("SAFFRON_"))
        .map(|(k, v)| (k.to_owned(), v.to_owned()))
        .collect()
}

fn log(own: &Own, name: &str) -> PathBuf {
    own.home().join("logs").join(format!("{name}.log"))
}

fn begin(own: &Own, program: &str, name: &str, port: u16, env: &BTreeMap<String, String>) -> Replica {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_saffron-dev")).with_file_name(program);
    let log = log(own, name);
    let file = File::options().create(true).append(true).open(&log);
    let file = file.unwrap_or_else(|error| panic!("{}: {error}", log.display()));
    let child = Command::new(program)
        .arg(name)
        .envs(env)
        .env(variable(name, "LISTEN"), format!("127.0.0.1:{port}"))
        .stdin(Stdio::null())
        .stdout(file.try_clone().unwrap())
        .stderr(file)
        .spawn()
        .unwrap();
    Replica { port, child }
}

/// As the probes of Kubernetes ask.
async fn ready(service: &str, port: u16) -> bool {
    let address = format!("http://127.0.0.1:{port}");
    if service == GATEWAY {
        let answer = reqwest::Client::builder().no_proxy().build().unwrap().get(format!("{address}/readyz"));
        return answer.send().await.is_ok_and(|answer| answer.status().is_success());
    }
    let Ok(channel) = Endpoint::from_shared(address).unwrap().connect().await else { return false };
    let answer = HealthClient::new(channel).check(HealthCheckRequest::default()).await;
    answer.is_ok_and(|answer| answer.into_inner().status == SERVING)
}

/// Where the mail catcher shows what came.
pub fn mail_page(platform: &Platform) -> String {
    platform.told(StandIn::MailPage.variable()).to_owned()
}
