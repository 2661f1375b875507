//! The command line.

use std::process::{Command, Stdio};

use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, BufReader};

use crate::world::{API, world};

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
async fn a_gateway_logs_no_session_id_and_ends_when_it_is_told_to() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let mut gateway = tokio::process::Command::new(env!("CARGO_BIN_EXE_saffron"))
        .arg("gateway")
        .envs(world.gateway_env().iter().cloned())
        .env("SAFFRON_LOG", "debug")
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(gateway.stderr.take().unwrap()).lines();
    let (mut log, mut address) = (String::new(), None);
    while address.is_none() {
        let line = lines.next_line().await.unwrap().expect("the gateway serves");
        let entry: Value = serde_json::from_str(&line).unwrap();
        address = entry["address"].as_str().map(str::to_owned);
        log.push_str(&line);
    }
    for call in ["get-restaurant-list", "get-lastsevendays-report", "logout"] {
        let url = format!("http://{}{API}/{call}/{}", address.as_ref().unwrap(), ana.session_id);
        assert_eq!(world.http.post(url).send().await.unwrap().status(), 200, "{call}");
    }
    let told = Command::new("kill").arg(gateway.id().unwrap().to_string()).status().unwrap();
    assert!(told.success());
    while let Some(line) = lines.next_line().await.unwrap() {
        log.push_str(&line);
    }
    assert!(gateway.wait().await.unwrap().success());
    assert!(log.contains("/logout/{sessionID}"), "{log}");
    assert!(!log.contains(&ana.session_id), "{log}");
}
