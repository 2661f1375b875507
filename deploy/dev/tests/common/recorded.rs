//! What analysts are told: the events of EVENTS, read as the operators' user.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use async_nats::jetstream;
use async_nats::jetstream::consumer::pull::OrderedConfig;
use futures::{StreamExt as _, TryStreamExt as _};
use serde_json::Value;

/// How long the last event may take.
const PATIENCE: Duration = Duration::from_secs(300);

/// Waits until EVENTS has as many `check_recorded` of a location, and fails if one of them tells of a check that
/// another told of.
pub async fn expect_recorded(operators: &str, pos_id: &str, checks: u64) {
    let url = reqwest::Url::parse(operators).unwrap();
    let (user, password) = (url.username().to_owned(), url.password().unwrap().to_owned());
    let connect = async_nats::ConnectOptions::with_user_and_password(user, password);
    let client = connect.custom_inbox_prefix("_INBOX_ops").connect(url.as_str()).await.unwrap();
    let events = jetstream::new(client).get_stream("EVENTS").await.unwrap();
    let subject = format!("saffron.v1.{pos_id}.reports.check_recorded");
    let began = Instant::now();
    loop {
        let mut subjects = events.info_with_subjects(&subject).await.unwrap();
        let found = subjects.try_next().await.unwrap().map_or(0, |(_, messages)| messages as u64);
        assert!(found <= checks, "{found} check_recorded of {checks} checks");
        if found == checks {
            break;
        }
        assert!(began.elapsed() < PATIENCE, "{found} check_recorded of {checks} checks");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let config = OrderedConfig { filter_subject: subject, ..OrderedConfig::default() };
    let messages = events.create_consumer(config).await.unwrap().messages().await.unwrap();
    let told: BTreeSet<String> = messages
        .take(checks as usize)
        .map_ok(|message| serde_json::from_slice::<Value>(&message.payload).unwrap())
        .map_ok(|event| event["data"]["posCheckID"].as_str().unwrap().to_owned())
        .try_collect()
        .await
        .unwrap();
    assert_eq!(told.len() as u64, checks, "a check was told of twice");
}
