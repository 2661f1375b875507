//! A proxy to a server that can hold answers back and lose connections.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use saffron_kit::CancellationToken;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

pub struct Proxy {
    pub address: SocketAddr,
    standing: Arc<Mutex<Standing>>,
    /// Connections whose answers never arrive.
    silent: Mutex<Vec<Standing>>,
}

/// The connections that stand, and those to come.
#[derive(Default)]
struct Standing {
    lost: CancellationToken,
    is_held: watch::Sender<bool>,
}

impl Proxy {
    pub async fn to(server: &str) -> Proxy {
        let (server, listener) = (server.to_owned(), TcpListener::bind("127.0.0.1:0").await.unwrap());
        let address = listener.local_addr().unwrap();
        let standing = Arc::new(Mutex::new(Standing::default()));
        let current = standing.clone();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect(&server).await.unwrap();
                let (lost, held) = {
                    let current = current.lock().unwrap();
                    (current.lost.clone(), current.is_held.subscribe())
                };
                tokio::spawn(lost.run_until_cancelled_owned(pass(client, server, held)));
            }
        });
        Proxy { address, standing, silent: Mutex::default() }
    }

    /// Holds answers back.
    pub fn hold_back(&self) {
        self.standing.lock().unwrap().is_held.send_replace(true);
    }

    /// Closes the connections; new ones work.
    pub fn lose(&self) {
        std::mem::take(&mut *self.standing.lock().unwrap()).lost.cancel();
    }

    /// Leaves the connections without an answer; new ones work.
    pub fn fall_silent(&self) {
        self.hold_back();
        let standing = std::mem::take(&mut *self.standing.lock().unwrap());
        self.silent.lock().unwrap().push(standing);
    }
}

async fn pass(client: TcpStream, server: TcpStream, mut held: watch::Receiver<bool>) {
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    let there = tokio::io::copy(&mut from_client, &mut to_server);
    let back = async {
        let mut buffer = vec![0; 64 * 1024];
        while let Ok(read @ 1..) = from_server.read(&mut buffer).await {
            if held.wait_for(|held| !held).await.is_err()
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
