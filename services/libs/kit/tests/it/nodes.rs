//! Finding a node of NATS that answers, and what was on its way to one that does no longer.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use saffron_kit::nats::{Nats, NatsConfig};
use saffron_kit::{CancellationToken, Secret};
use saffron_testkit::{eventually, nats};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// How long a connection that has somewhere to go may take to stand.
const PATIENCE: Duration = Duration::from_secs(30);

#[tokio::test]
async fn a_node_that_is_away_is_passed_over() {
    let there = nats().await;
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
    let there = nats().await;
    let way = Way::to(there.config.url.expose().trim_start_matches("nats://")).await;
    let config = NatsConfig { url: Secret::new(way.url.clone()), ..there.config.clone() };
    let nats = Nats::connect("nodes", &config).await.unwrap();
    nats.connected(PATIENCE).await.unwrap();

    way.is_deaf.send_replace(true);
    let publishing = tokio::spawn(async move { nats.publish("pos.v1.0.p1.batch", "m1", "facts").await });
    eventually("it to be stored", || async { (there.stored("POS").await.len() == 1).then_some(()) }).await;
    way.lose();
    publishing.await.unwrap().unwrap();
    assert_eq!(there.stored("POS").await.len(), 1);
}

/// A way to the server on which answers can be held back, and whose connections can be lost.
struct Way {
    url: String,
    is_deaf: watch::Sender<bool>,
    standing: Arc<Mutex<CancellationToken>>,
}

impl Way {
    async fn to(server: &str) -> Way {
        let (server, listener) = (server.to_owned(), TcpListener::bind("127.0.0.1:0").await.unwrap());
        let url = format!("nats://{}", listener.local_addr().unwrap());
        let (is_deaf, deaf) = watch::channel(false);
        let standing = Arc::new(Mutex::new(CancellationToken::new()));
        let current = standing.clone();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect(&server).await.unwrap();
                let lost = current.lock().unwrap().clone();
                tokio::spawn(lost.run_until_cancelled_owned(pass(client, server, deaf.clone())));
            }
        });
        Way { url, is_deaf, standing }
    }

    /// Ends the connections; the next hears again.
    fn lose(&self) {
        std::mem::take(&mut *self.standing.lock().unwrap()).cancel();
        self.is_deaf.send_replace(false);
    }
}

async fn pass(client: TcpStream, server: TcpStream, mut deaf: watch::Receiver<bool>) {
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    let there = tokio::io::copy(&mut from_client, &mut to_server);
    let back = async {
        let mut buffer = vec![0; 64 * 1024];
        while let Ok(read @ 1..) = from_server.read(&mut buffer).await {
            if deaf.wait_for(|deaf| !deaf).await.is_err()
                || to_client.write_all(&buffer[..read]).await.is_err()
            {
                return;
            }
        }
    };
    tokio::select! {
        _ = there => (),
        () = back => (),
    }
}
