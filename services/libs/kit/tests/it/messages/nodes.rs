//! Finding a node of NATS that answers, and what was on its way to one that does no longer.

use std::time::Duration;

use saffron_kit::Secret;
use saffron_kit::nats::{Nats, NatsConfig};
use saffron_testkit::{eventually, nats};
use tokio::net::TcpListener;

use crate::CONSUMERS;
use crate::proxy::Proxy;

/// How long a connection that has somewhere to go may take to stand.
const PATIENCE: Duration = saffron_testkit::PATIENCE;

#[tokio::test]
async fn an_unreachable_node_is_skipped() {
    let there = nats(&CONSUMERS).await;
    // A port that was just closed refuses connections.
    let away = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let url = there.config.url.expose();
    for url in [format!("nats://{away},{url}"), format!("{url},nats://{away}")] {
        let config = NatsConfig { url: Secret::new(url), ..there.config.clone() };
        let nats = Nats::connect("nodes", &config).await.unwrap();
        nats.connected(PATIENCE).await.unwrap();
        eventually("the state of PUSH", || async { nats.push_state().await.ok() }).await;
    }
}

#[tokio::test]
async fn a_message_with_a_lost_acknowledgement_is_stored_once() {
    let there = nats(&CONSUMERS).await;
    let proxy = Proxy::to(there.config.url.expose().trim_start_matches("nats://")).await;
    let config = NatsConfig { url: Secret::new(format!("nats://{}", proxy.address)), ..there.config.clone() };
    let nats = Nats::connect("nodes", &config).await.unwrap();
    nats.connected(PATIENCE).await.unwrap();

    proxy.hold_back();
    let publishing = tokio::spawn(async move { nats.publish("pos.v1.0.p1.batch", "m1", "facts").await });
    eventually("it to be stored", || async { (there.stored("POS").await.len() == 1).then_some(()) }).await;
    proxy.lose();
    publishing.await.unwrap().unwrap();
    assert_eq!(there.stored("POS").await.len(), 1);
}
