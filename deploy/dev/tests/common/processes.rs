//! Services that a test starts by itself, as a platform does, on the servers of an instance.

use std::collections::BTreeMap;
use std::fs::File;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use saffron_dev::services::{GATEWAY, variable};
use tonic::transport::Endpoint;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_client::HealthClient;

use crate::fixture::Own;

/// How long a service may take to be ready.
const PATIENCE: Duration = Duration::from_secs(300);
/// SERVING of grpc.health.v1.
const SERVING: i32 = 1;

/// A process of a service.
pub struct Replica {
    pub port: u16,
    pub child: Child,
}

impl Drop for Replica {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Postgres and NATS with everything that services need there; what the launcher tells services.
pub fn servers(own: &Own) -> BTreeMap<String, String> {
    let up = own.run(&["up", "--detach", "--servers"]);
    assert!(up.status.success(), "{up:?}");
    for args in [["migrate"].as_slice(), &["streams", "apply"]] {
        let once = own.run(&[&["run", "--", "saffron"], args].concat());
        assert!(once.status.success(), "{once:?}");
    }
    let said = own.run(&["run", "--", "env"]);
    let said = String::from_utf8(said.stdout).unwrap();
    let pairs = said.lines().filter_map(|line| line.split_once('='));
    pairs
        .filter(|(name, _)| name.starts_with("SAFFRON_"))
        .map(|(k, v)| (k.to_owned(), v.to_owned()))
        .collect()
}

/// A free port; nobody keeps it.
pub fn free_port() -> u16 {
    TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port()
}

/// Where a service of this name writes its log.
pub fn log(own: &Own, name: &str) -> PathBuf {
    own.home().join("logs").join(format!("{name}.log"))
}

/// Where the programs are: where the launcher takes them from too.
fn folder() -> PathBuf {
    let built = PathBuf::from(env!("CARGO_BIN_EXE_saffron-dev"));
    let built = built.parent().unwrap();
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(target) => PathBuf::from(target).join(built.file_name().unwrap()),
        None => built.to_path_buf(),
    }
}

/// A service, or a stand-in, on this port.
pub fn begin(own: &Own, program: &str, name: &str, port: u16, env: &BTreeMap<String, String>) -> Replica {
    let program = folder().join(program);
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

/// Waits until a service says that it is ready.
pub async fn is_ready(own: &Own, service: &str, replica: &mut Replica) {
    let began = Instant::now();
    while !ready(service, replica.port).await {
        if let Some(ended) = replica.child.try_wait().unwrap() {
            panic!("{service} ended with {ended} before it was ready; see {}", log(own, service).display());
        }
        assert!(began.elapsed() < PATIENCE, "{service} is not ready");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
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
