//! Finding a node of NATS that answers, and what was on its way to one that does no longer.

use std::time::Duration;

use saffron_kit::Secret;
use saffron_kit::nats::{Nats, NatsConfig};
use saffron_testkit::{eventually, nats};
use tokio::net::TcpListener;

use crate::CONSUMERS;
use crate::way::Way;

/// How long a connection that has somewhere to go may take to stand.
const PATIENCE: Duration = saffron_testkit::PATIENCE;

#[tokio::test]
async fn a_node_that_is_away_is_passed_over() {
    let there = nats(&CONSUMERS).await;
    // Nobody listens where somebody has just ceased to.
    let away = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let url = there.config.url.expose();
    for url in [format!("nats://{away},{url}"), format!("{url},nats://{away}")] {
        let config = NatsConfig { url: Secret::new(url), ..there.config.clone() };
        let nats = Nats::connect("nodes", &config).await.unwrap();
        nats.connected(PATIENCE).await.unwrap();
        eventually("PUSH to be told of", || async { nats.push_state().await.ok() }).await;
    }
}

#[tokio::test]
async fn a_message_whose_acknowledgement_is_lost_with_the_connection_is_sent_again_and_stored_once() {
    let there = nats(&CONSUMERS).await;
    let way = Way::to(there.config.url.expose().trim_start_matches("nats://")).await;
    let config = NatsConfig { url: Secret::new(format!("nats://{}", way.address)), ..there.config.clone() };
    let nats = Nats::connect("nodes", &config).await.unwrap();
    nats.connected(PATIENCE).await.unwrap();

    way.hold_back();
    let publishing = tokio::spawn(async move { nats.publish("pos.v1.0.p1.batch", "m1", "facts").await });
    eventually("it to be stored", || async { (there.stored("POS").await.len() == 1).then_some(()) }).await;
    way.lose();
    publishing.await.unwrap().unwrap();
    assert_eq!(there.stored("POS").await.len(), 1);
}
