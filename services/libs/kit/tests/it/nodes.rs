//! Finding a node of NATS that answers.

use std::net::TcpListener;
use std::time::Duration;

use saffron_kit::Secret;
use saffron_kit::nats::{Nats, NatsConfig};
use saffron_testkit::{eventually, nats};

/// How long a connection that has somewhere to go may take to stand.
const PATIENCE: Duration = Duration::from_secs(30);

#[tokio::test]
async fn a_node_that_is_away_is_passed_over() {
    let there = nats().await;
    // Nobody listens where somebody has just ceased to.
    let away = TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap();
    let url = there.config.url.expose();
    for url in [format!("nats://{away},{url}"), format!("{url},nats://{away}")] {
        let config = NatsConfig { url: Secret::new(url), ..there.config.clone() };
        let nats = Nats::connect("nodes", &config).await.unwrap();
        nats.connected(PATIENCE).await.unwrap();
        eventually("PUSH to be told of", || async { nats.push_state().await.ok() }).await;
    }
}
