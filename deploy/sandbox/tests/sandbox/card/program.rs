//! The provider as its own process.

use std::process::Stdio;

use reqwest::Client;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, BufReader};
use tokio::process::Command;

use super::world::{CONTROL, SECRET};

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_saffron-sandbox"));
    command.arg("card").env_clear().stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    command.env("SAFFRON_CARD_SANDBOX_SECRET_KEY", SECRET).env("SAFFRON_CARD_SANDBOX_CONTROL_KEY", CONTROL);
    command.env("SAFFRON_CARD_SANDBOX_LISTEN", "127.0.0.1:0").env("SAFFRON_CARD_SANDBOX_DAYS", "1");
    command.env("SAFFRON_LOG", "debug").env("NO_COLOR", "1");
    command
}

#[tokio::test]
async fn program_runs_and_logs_no_key() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = program().env("SAFFRON_CARD_SANDBOX_DATA", folder.path()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut said = String::new();
    while let Some(line) = lines.next_line().await.unwrap() {
        said.push_str(&line);
        if line == "ready" {
            break;
        }
    }
    assert!(said.ends_with("ready"), "{said}");
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    let mut log = String::new();
    let address = loop {
        let mut line = String::new();
        assert!(errors.read_line(&mut line).await.unwrap() > 0, "{log}");
        log.push_str(&line);
        if let Some((_, address)) = line.split_once("address=") {
            break address.trim().to_owned();
        }
    };
    let http = Client::builder().no_proxy().build().unwrap();
    let get = async |path: &str, key: &str, account: &str| {
        let call =
            http.get(format!("http://{address}{path}")).bearer_auth(key).header("Stripe-Account", account);
        serde_json::from_str::<Value>(&call.send().await.unwrap().text().await.unwrap()).unwrap()
    };
    let accounts = get("/sandbox/v1/accounts", CONTROL, "").await["accounts"].clone();
    assert_eq!(accounts.as_array().unwrap().len(), 4);
    for account in accounts.as_array().unwrap() {
        let list = get("/v1/payment_intents", SECRET, account["account"].as_str().unwrap()).await;
        assert_eq!(list["object"], "list", "{list}");
    }
    let pid = child.id().unwrap().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().await.unwrap().success());
    assert!(child.wait().await.unwrap().success());
    errors.read_to_string(&mut log).await.unwrap();
    assert!(!log.contains(SECRET) && !log.contains(CONTROL) && !log.contains("0123456789abcdef"), "{log}");
    assert!(folder.path().join("card.jsonl").exists());
}

#[tokio::test]
async fn key_is_read_from_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("key");
    std::fs::write(&path, format!("{CONTROL}\n")).unwrap();
    let from_file = || {
        let mut command = program();
        command.env("SAFFRON_CARD_SANDBOX_CONTROL_KEY_FILE", &path);
        command
    };
    let mut child = from_file().env_remove("SAFFRON_CARD_SANDBOX_CONTROL_KEY").spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    while lines.next_line().await.unwrap().expect("it starts") != "ready" {}
    child.kill().await.unwrap();
    let refused = String::from_utf8(from_file().output().await.unwrap().stderr).unwrap();
    assert!(refused.contains("SAFFRON_CARD_SANDBOX_CONTROL_KEY_FILE is set beside"), "{refused}");
    std::fs::remove_file(&path).unwrap();
    let ended = from_file().env_remove("SAFFRON_CARD_SANDBOX_CONTROL_KEY").output().await.unwrap();
    let refused = String::from_utf8(ended.stderr).unwrap();
    assert!(refused.contains("SAFFRON_CARD_SANDBOX_CONTROL_KEY_FILE"), "{refused}");
}

#[tokio::test]
async fn wrong_values_are_refused_by_name() {
    for (name, value) in [
        ("SAFFRON_CARD_SANDBOX_SECRET_KEY", "sk_live_0123456789abcdef"),
        ("SAFFRON_CARD_SANDBOX_CONTROL_KEY", "short"),
        ("SAFFRON_CARD_SANDBOX_LISTEN", "everywhere"),
        ("SAFFRON_CARD_SANDBOX_DAYS", "-1"),
        ("SAFFRON_CARD_SANDBOX_WEBHOOK_URL", "ftp://localhost/hook"),
    ] {
        let ended = program().env(name, value).output().await.unwrap();
        let said = String::from_utf8(ended.stderr).unwrap();
        assert!(!ended.status.success(), "{name}");
        let flag = name.trim_start_matches("SAFFRON_CARD_SANDBOX_").to_lowercase().replace('_', "-");
        assert!(said.contains(name) || said.contains(&format!("--{flag}")), "{name}: {said}");
        assert!(!said.contains("sk_live_"), "{said}");
    }
    let ended =
        program().env("SAFFRON_CARD_SANDBOX_WEBHOOK_URL", "http://localhost/hook").output().await.unwrap();
    assert!(String::from_utf8(ended.stderr).unwrap().contains("SAFFRON_CARD_SANDBOX_WEBHOOK_SECRET"));
}
