//! A proxy before the gateway that counts the batches of facts that have gone out.

use std::sync::Arc;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

const REQUEST: &[u8] = b"POST /ingest/v1/events";

pub struct Proxy {
    port: u16,
    batches: watch::Receiver<usize>,
}

impl Proxy {
    pub async fn start(gateway: u16) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (sender, batches) = watch::channel(0);
        let sender = Arc::new(sender);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(pass(client, gateway, sender.clone()));
            }
        });
        Self { port, batches }
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Waits until this many batches have gone out.
    pub async fn ingested(&mut self, batches: usize) {
        self.batches.wait_for(|seen| *seen >= batches).await.unwrap();
    }

    /// The number of batches that have gone out, repeated ones included.
    pub fn batches(&self) -> usize {
        *self.batches.borrow()
    }
}

/// One connection; it ends when either side does.
async fn pass(client: TcpStream, gateway: u16, batches: Arc<watch::Sender<usize>>) {
    let Ok(server) = TcpStream::connect(("127.0.0.1", gateway)).await else { return };
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    let up = async {
        let mut buffer = vec![0; 64 * 1024];
        // A request line may lie across two reads.
        let mut kept = Vec::new();
        while let Ok(read @ 1..) = from_client.read(&mut buffer).await {
            kept.extend_from_slice(&buffer[..read]);
            let found = kept.windows(REQUEST.len()).filter(|window| *window == REQUEST).count();
            if found > 0 {
                batches.send_modify(|seen| *seen += found);
            }
            kept.drain(..kept.len().saturating_sub(REQUEST.len() - 1));
            if to_server.write_all(&buffer[..read]).await.is_err() {
                return;
            }
        }
    };
    let down = tokio::io::copy(&mut from_server, &mut to_client);
    tokio::select! {
        () = up => (),
        _ = down => (),
    }
}
