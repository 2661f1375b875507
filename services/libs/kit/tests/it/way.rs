//! A way to a server on which answers can be held back, and whose connections can be lost.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use saffron_kit::CancellationToken;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

pub struct Way {
    pub address: SocketAddr,
    standing: Arc<Mutex<Standing>>,
    /// Connections whose answers nobody will ever hear.
    silent: Mutex<Vec<Standing>>,
}

/// The connections that stand, and those to come.
#[derive(Default)]
struct Standing {
    lost: CancellationToken,
    is_deaf: watch::Sender<bool>,
}

impl Way {
    pub async fn to(server: &str) -> Way {
        let (server, listener) = (server.to_owned(), TcpListener::bind("127.0.0.1:0").await.unwrap());
        let address = listener.local_addr().unwrap();
        let standing = Arc::new(Mutex::new(Standing::default()));
        let current = standing.clone();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect(&server).await.unwrap();
                let (lost, deaf) = {
                    let current = current.lock().unwrap();
                    (current.lost.clone(), current.is_deaf.subscribe())
                };
                tokio::spawn(lost.run_until_cancelled_owned(pass(client, server, deaf)));
            }
        });
        Way { address, standing, silent: Mutex::default() }
    }

    /// Lets no answer through.
    pub fn hold_back(&self) {
        self.standing.lock().unwrap().is_deaf.send_replace(true);
    }

    /// Ends the connections; those to come hear everything.
    pub fn lose(&self) {
        std::mem::take(&mut *self.standing.lock().unwrap()).lost.cancel();
    }

    /// Leaves the connections without an answer for ever; those to come hear everything.
    pub fn fall_silent(&self) {
        self.hold_back();
        let standing = std::mem::take(&mut *self.standing.lock().unwrap());
        self.silent.lock().unwrap().push(standing);
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
