//! How much a service reads from Postgres: a proxy before it that counts.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

/// What came from Postgres since the last call.
#[derive(Clone, Default)]
pub struct Meter(Arc<AtomicU64>);

impl Meter {
    /// Puts a meter before the server of this URL, and returns the URL that leads through it.
    pub async fn before(url: &str) -> (Meter, String) {
        let (user, address) = url.rsplit_once('@').unwrap();
        let (server, database) = address.split_once('/').unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let through = format!("{user}@{}/{database}", listener.local_addr().unwrap());
        let (meter, server) = (Meter::default(), server.to_owned());
        let count = meter.0.clone();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let Ok(upstream) = TcpStream::connect(&server).await else { return };
                let (mut from_client, to_client) = client.into_split();
                let (from_server, mut to_server) = upstream.into_split();
                tokio::spawn(async move { tokio::io::copy(&mut from_client, &mut to_server).await });
                tokio::spawn(counted(from_server, to_client, count.clone()));
            }
        });
        (meter, through)
    }

    /// Bytes since the last call.
    pub fn taken(&self) -> u64 {
        self.0.swap(0, Ordering::SeqCst)
    }
}

async fn counted(
    mut from: tokio::net::tcp::OwnedReadHalf,
    mut to: tokio::net::tcp::OwnedWriteHalf,
    count: Arc<AtomicU64>,
) {
    let mut buffer = vec![0; 64 * 1024];
    while let Ok(read) = from.read(&mut buffer).await {
        count.fetch_add(read as u64, Ordering::SeqCst);
        if read == 0 || to.write_all(&buffer[..read]).await.is_err() {
            return;
        }
    }
}
