//! A wire between two programs: what passes it is remembered, with the secrets that it holds.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, OnceLock};

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};

/// Members of JSON that hold a secret.
const MEMBERS: [&str; 5] = ["access_token", "refresh_token", "accessToken", "client_secret", "clientSecret"];
/// The header that holds one.
const HEADER: &str = "authorization: ";

/// What passed in one direction of one connection.
type Passed = Arc<Mutex<Vec<u8>>>;

/// Passes connections on, and remembers what passes.
pub struct Wire {
    pub address: SocketAddr,
    passed: Arc<Mutex<Vec<Passed>>>,
    /// Where it leads.
    target: Arc<OnceLock<SocketAddr>>,
    task: JoinHandle<()>,
}

impl Drop for Wire {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Wire {
    /// One that leads nowhere yet.
    pub async fn open() -> Wire {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (passed, target) = (Arc::<Mutex<Vec<Passed>>>::default(), Arc::<OnceLock<SocketAddr>>::default());
        let task = tokio::spawn({
            let (passed, target) = (passed.clone(), target.clone());
            async move {
                let mut connections = JoinSet::new();
                while let Ok((near, _)) = listener.accept().await {
                    let Some(target) = target.get() else { continue };
                    let Ok(far) = TcpStream::connect(target).await else { continue };
                    let ((near_in, near_out), (far_in, far_out)) = (near.into_split(), far.into_split());
                    let (there, back) = (Passed::default(), Passed::default());
                    passed.lock().unwrap().extend([there.clone(), back.clone()]);
                    connections.spawn(pass(near_in, far_out, there));
                    connections.spawn(pass(far_in, near_out, back));
                }
            }
        });
        Wire { address, passed, target, task }
    }

    /// Says where it leads.
    pub fn lead(&self, target: SocketAddr) {
        self.target.set(target).unwrap();
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The secrets that passed.
    pub fn secrets(&self) -> BTreeSet<String> {
        let passed = self.passed.lock().unwrap().clone();
        let mut secrets = BTreeSet::new();
        for stream in passed {
            let stream = stream.lock().unwrap().clone();
            let text = String::from_utf8_lossy(&stream);
            let mut add = |mark: &str, end: char| {
                for (at, _) in text.match_indices(mark) {
                    let value = text[at + mark.len()..].split(end).next().unwrap_or_default();
                    secrets.extend(value.split(' ').next_back().map(str::to_owned));
                }
            };
            add(HEADER, '\r');
            MEMBERS.iter().for_each(|member| add(&format!("\"{member}\":\""), '"'));
        }
        secrets
    }
}

/// Passes what comes in on, until either end is closed.
async fn pass(mut from: impl AsyncRead + Unpin, mut to: impl AsyncWrite + Unpin, passed: Passed) {
    let mut buffer = [0; 16_384];
    loop {
        let read = match from.read(&mut buffer).await {
            Ok(read) if read > 0 => read,
            _ => break,
        };
        passed.lock().unwrap().extend_from_slice(&buffer[..read]);
        if to.write_all(&buffer[..read]).await.is_err() {
            break;
        }
    }
    let _ = to.shutdown().await;
}
