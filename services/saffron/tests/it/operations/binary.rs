//! The command line.

use std::net::SocketAddr;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};

use saffron_testkit::PATIENCE;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::Child;
use tokio::task::JoinHandle;

use crate::world::{API, World, world};

fn saffron(arguments: &[&str], variables: &[(&str, &str)]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_saffron"))
        .args(arguments)
        .envs(variables.iter().copied())
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn a_wrong_configuration_is_refused_by_name() {
    for (command, variables, name) in [
        (["auth"].as_slice(), [].as_slice(), "SAFFRON_GATEWAY_KEY"),
        (&["reports"], &[("SAFFRON_REPORTS_LISTEN", "nowhere")], "SAFFRON_REPORTS_LISTEN"),
        (&["gateway"], &[("SAFFRON_GATEWAY_ORIGIN", "localhost")], "SAFFRON_GATEWAY_ORIGIN"),
        (&["all"], &[], "SAFFRON_"),
        (&["migrate"], &[("SAFFRON_AUTH_DATABASE_URL", "mysql://x")], "SAFFRON_AUTH_DATABASE_URL"),
        (&["streams", "apply"], &[], "SAFFRON_OPS_NATS_URL"),
        (&["dlq", "list"], &[("SAFFRON_OPS_NATS_URL", "http://x y")], "SAFFRON_OPS_NATS_URL"),
        (&["sessions", "end", "--email", "ana@example.com"], &[], "SAFFRON_AUTH_DATABASE_URL"),
        (&["openapi"], &[("SAFFRON_LOG", "[")], "SAFFRON_LOG"),
    ] {
        let (code, _, error) = saffron(command, variables);
        assert_eq!(code, Some(2), "{command:?}: {error}");
        assert!(error.contains(name), "{command:?}: {error}");
    }
}

#[test]
fn the_document_is_printed_without_any_configuration() {
    let (code, document, _) = saffron(&["openapi"], &[]);
    assert_eq!(code, Some(0));
    let document: Value = serde_json::from_str(&document).unwrap();
    assert_eq!(document, serde_json::to_value(saffron_gateway::openapi()).unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_health_command_asks_the_service() {
    let world = world().await;
    let auth =
        world.gateway_env().iter().find(|(name, _)| name == "SAFFRON_GATEWAY_AUTH_URL").unwrap().1.clone();
    let auth = auth.replace("http://", "grpc://");
    let gone = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    for (url, well) in [
        (format!("http://{}/healthz", world.address), true),
        (format!("http://{}/nowhere/at/all", world.address), false),
        (auth.clone(), true),
        (format!("{auth}/live"), true),
        (format!("{auth}/nothing"), false),
        (format!("grpc://{gone}"), false),
        (format!("http://{gone}/healthz"), false),
        ("127.0.0.1:1".to_owned(), false),
    ] {
        let asked =
            tokio::process::Command::new(env!("CARGO_BIN_EXE_saffron")).args(["health", &url]).output();
        let asked = asked.await.unwrap();
        let said = String::from_utf8_lossy(&asked.stderr).into_owned();
        assert_eq!(asked.status.success(), well, "{url}: {said}");
    }
}

/// A service in a process of its own, which logs all it can.
pub struct Talkative {
    /// Where it listens.
    pub address: SocketAddr,
    process: Child,
    log: Arc<Mutex<String>>,
    reader: JoinHandle<()>,
}

impl Talkative {
    /// Another gateway of a world.
    pub async fn start(world: &World) -> Talkative {
        Talkative::run("gateway", world.gateway_env()).await
    }

    /// A service with these variables.
    pub async fn run(service: &str, variables: &[(String, String)]) -> Talkative {
        Talkative::run_at("debug", service, variables).await
    }

    /// The same, which logs what this filter lets through.
    pub async fn run_at(filter: &str, service: &str, variables: &[(String, String)]) -> Talkative {
        let mut process = tokio::process::Command::new(env!("CARGO_BIN_EXE_saffron"))
            .arg(service)
            .envs(variables.iter().cloned())
            .env("SAFFRON_LOG", filter)
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stderr.take().unwrap()).lines();
        let (tell, address) = tokio::sync::oneshot::channel();
        let log = Arc::<Mutex<String>>::default();
        let reader = tokio::spawn({
            let log = log.clone();
            async move {
                let mut tell = Some(tell);
                while let Some(line) = lines.next_line().await.unwrap() {
                    let entry: Value = serde_json::from_str(&line).unwrap();
                    if let Some(address) = entry["address"].as_str()
                        && let Some(tell) = tell.take()
                    {
                        let _ = tell.send(address.parse().unwrap());
                    }
                    let mut log = log.lock().unwrap();
                    log.push_str(&line);
                    log.push('\n');
                }
            }
        });
        let address = tokio::time::timeout(PATIENCE, address).await.unwrap().expect("it serves");
        Talkative { address, process, log, reader }
    }

    /// What it logged until now, line by line.
    pub fn log(&self) -> String {
        self.log.lock().unwrap().clone()
    }

    /// Tells it to end; what it logged from its start to its end.
    pub async fn end(mut self) -> String {
        let lines = Command::new("kill").arg(self.process.id().unwrap().to_string()).status().unwrap();
        assert!(lines.success());
        let ended = tokio::time::timeout(PATIENCE, self.process.wait()).await.unwrap().unwrap();
        assert!(ended.success());
        self.reader.await.unwrap();
        self.log.lock().unwrap().clone()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_logs_no_session_id_and_ends_at_sigterm() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let gateway = Talkative::start(&world).await;
    for call in ["get-restaurant-list", "get-lastsevendays-report", "logout"] {
        let url = format!("http://{}{API}/{call}/{}", gateway.address, ana.session_id);
        assert_eq!(world.http.post(url).send().await.unwrap().status(), 200, "{call}");
    }
    let ended = format!("http://{}{API}/get-restaurant-list/{}", gateway.address, ana.session_id);
    assert_eq!(world.http.post(ended).send().await.unwrap().status(), 401);
    let log = gateway.end().await;
    assert!(log.contains("/logout/{sessionID}"), "{log}");
    let refused = log.lines().find(|line| line.contains("\"refused\"")).unwrap_or_else(|| panic!("{log}"));
    assert!(refused.contains("\"status\":401") && refused.contains("\"from\":\"127.0.0.1\""), "{refused}");
    assert!(!log.contains(&ana.session_id), "{log}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_logs_refused_clients_once_a_minute() {
    let world = world().await;
    let mut variables = world.gateway_env().to_vec();
    // The last one counts.
    variables.push(("SAFFRON_GATEWAY_ADDRESS_RATE".into(), "1".into()));
    let gateway = Talkative::run("gateway", &variables).await;
    let login = format!("http://{}{API}/login", gateway.address);
    let sent = "a-name-that-stands-in-no-log";
    let long = format!("{{\"username\": \"{sent}{}\"}}", "x".repeat(3 << 20));
    for (kind, body, status) in [
        ("application/json", format!("{{\"username\": \"{sent}\", "), 400),
        ("text/plain", sent.to_owned(), 415),
        ("application/json", long, 413),
    ] {
        for _ in 0..3 {
            let answer = world.http.post(&login).header("content-type", kind).body(body.clone()).send().await;
            assert_eq!(answer.unwrap().status(), status);
        }
    }
    let form = format!("{{\"username\": \"{sent}\", \"password\": \"{sent}\"}}");
    let call =
        || world.http.post(&login).header("content-type", "application/json").body(form.clone()).send();
    let answers = futures::future::join_all((0..20).map(|_| call())).await;
    let too_many = answers.into_iter().filter(|answer| answer.as_ref().unwrap().status() == 429).count();
    assert!(too_many >= 2, "{too_many}");
    let log = gateway.end().await;
    assert!(!log.contains(sent), "{log}");
    for status in [400, 413, 415, 429] {
        let lines = log
            .lines()
            .filter(|line| line.contains("\"refused\"") && line.contains(&format!("\"status\":{status}")));
        let lines: Vec<&str> = lines.collect();
        // Two, where the minute ended meanwhile.
        assert!((1..=2).contains(&lines.len()), "{status}: {lines:?}");
        assert!(lines[0].contains("\"from\":\"127.0.0.1\"") && lines[0].contains("/login\""), "{}", lines[0]);
    }
}
