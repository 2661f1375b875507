//! A stable address before replicas that come and go, as a Service of Kubernetes is: a new connection goes to a replica
//! that is ready, and stays with it until one of both ends it.

use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Result;
use tokio::net::{TcpListener, TcpStream};

pub struct Balancer {
    pub port: u16,
    ready: Arc<Mutex<Vec<u16>>>,
}

impl Balancer {
    pub async fn start() -> Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let port = listener.local_addr()?.port();
        let ready = Arc::new(Mutex::new(Vec::new()));
        let balancer = Self { port, ready: ready.clone() };
        tokio::spawn(async move {
            let mut next = 0_usize;
            while let Ok((client, _)) = listener.accept().await {
                next += 1;
                let chosen = {
                    let ready = ready.lock().unwrap_or_else(PoisonError::into_inner);
                    ready.get(next % ready.len().max(1)).copied()
                };
                tokio::spawn(async move {
                    let Some(port) = chosen else { return };
                    if let Ok(server) = TcpStream::connect(("127.0.0.1", port)).await {
                        pass(client, server).await;
                    }
                });
            }
        });
        Ok(balancer)
    }

    /// Sets the ports to which new connections go.
    pub fn lead_to(&self, ports: Vec<u16>) {
        *self.ready.lock().unwrap_or_else(PoisonError::into_inner) = ports;
    }
}

/// Both ways until both are ended: what one side has sent before it closed still arrives.
async fn pass(mut client: TcpStream, mut server: TcpStream) {
    let _ = client.set_nodelay(true);
    let _ = server.set_nodelay(true);
    let _ = tokio::io::copy_bidirectional(&mut client, &mut server).await;
}
