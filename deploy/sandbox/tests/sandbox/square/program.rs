//! Square as its own process, over the demo's trade.

use std::process::Stdio;

use reqwest::Client;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, BufReader};
use tokio::process::Command;

use super::schema;
use super::world::{APPLICATION_SECRET, CONTROL, TOKEN};

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_saffron-sandbox"));
    command.arg("square").env_clear().stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    command.env("SAFFRON_SQUARE_SANDBOX_TOKEN", TOKEN).env("SAFFRON_SQUARE_SANDBOX_CONTROL_KEY", CONTROL);
    command.env("SAFFRON_SQUARE_SANDBOX_APPLICATION_SECRET", APPLICATION_SECRET);
    command.env("SAFFRON_SQUARE_SANDBOX_LISTEN", "127.0.0.1:0").env("SAFFRON_SQUARE_SANDBOX_DAYS", "3");
    command.env("SAFFRON_SQUARE_SANDBOX_LOCATIONS", "demo-noodles,demo-bluebird");
    command.env("SAFFRON_LOG", "debug").env("NO_COLOR", "1");
    command
}

#[tokio::test]
async fn program_plays_the_demo_and_logs_no_secret() {
    let mut child = program().spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    while lines.next_line().await.unwrap().expect("it starts") != "ready" {}
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
    let call = async |path: &str, body: Option<Value>| {
        let url = format!("http://{address}{path}");
        let call = body.map_or_else(|| http.get(&url), |body| http.post(&url).body(body.to_string()));
        let answer = call.bearer_auth(TOKEN).header("Square-Version", "2026-07-15").send().await.unwrap();
        let answer: Value = serde_json::from_str(&answer.text().await.unwrap()).unwrap();
        answer
    };
    let places = call("/v2/locations", None).await["locations"].as_array().unwrap().clone();
    let ids: Vec<&Value> = places.iter().map(|place| &place["id"]).collect();
    assert_eq!(ids.len(), 2);
    let mut search = json!({ "location_ids": ids, "limit": 1_000 });
    let (mut orders, mut returns) = (0, 0);
    let mut net = 0;
    loop {
        let page = call("/v2/orders/search", Some(search.clone())).await;
        schema::check("SearchOrdersResponse", &page);
        for order in page["orders"].as_array().unwrap() {
            orders += 1;
            returns += usize::from(order.get("returns").is_some());
            if order["state"] != "CANCELED" {
                net += order["net_amounts"]["total_money"]["amount"].as_i64().unwrap();
            }
        }
        match page["cursor"].as_str() {
            Some(cursor) => search["cursor"] = json!(cursor),
            None => break,
        }
    }
    assert!(orders > 100 && returns > 0 && net > 0, "{orders} {returns} {net}");
    for (path, name) in [
        ("/v2/payments", "ListPaymentsResponse"),
        ("/v2/refunds", "ListPaymentRefundsResponse"),
        ("/v2/catalog/list", "ListCatalogResponse"),
        ("/v2/payouts", "ListPayoutsResponse"),
        ("/v2/team-members/jobs", "ListJobsResponse"),
    ] {
        let answer = call(path, None).await;
        schema::check(name, &answer);
        assert!(
            answer
                .as_object()
                .unwrap()
                .values()
                .any(|list| list.as_array().is_some_and(|list| !list.is_empty())),
            "{path}"
        );
    }
    let query = json!({ "query": { "measures": ["Sales.count"], "dimensions": ["Sales.location_id"] } });
    assert_eq!(call("/reporting/v1/load", Some(query)).await["data"].as_array().unwrap().len(), 2);
    let pid = child.id().unwrap().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().await.unwrap().success());
    assert!(child.wait().await.unwrap().success());
    errors.read_to_string(&mut log).await.unwrap();
    assert!(log.contains("/v2/orders/search"), "{log}");
    assert!(![TOKEN, CONTROL, APPLICATION_SECRET].iter().any(|secret| log.contains(secret)), "{log}");
}

#[tokio::test]
async fn wrong_values_are_refused_by_name() {
    for (name, value) in [
        ("SAFFRON_SQUARE_SANDBOX_TOKEN", "short"),
        ("SAFFRON_SQUARE_SANDBOX_APPLICATION_SECRET", "short"),
        ("SAFFRON_SQUARE_SANDBOX_CONTROL_KEY", "short"),
        ("SAFFRON_SQUARE_SANDBOX_LISTEN", "everywhere"),
        ("SAFFRON_SQUARE_SANDBOX_DAYS", "-1"),
        ("SAFFRON_SQUARE_SANDBOX_WEBHOOK_URL", "ftp://localhost/hook"),
    ] {
        let ended = program().env(name, value).output().await.unwrap();
        let said = String::from_utf8(ended.stderr).unwrap();
        assert!(!ended.status.success(), "{name}");
        let flag = name.trim_start_matches("SAFFRON_SQUARE_SANDBOX_").to_lowercase().replace('_', "-");
        assert!(said.contains(name) || said.contains(&format!("--{flag}")), "{name}: {said}");
    }
    let ended = program().env("SAFFRON_SQUARE_SANDBOX_LOCATIONS", "demo-nowhere").output().await.unwrap();
    assert!(String::from_utf8(ended.stderr).unwrap().contains("demo-nowhere"));
}
