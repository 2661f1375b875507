//! An instance with its default limits, and views of its gateway.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::time::Duration;

use anyhow::Result;
use saffron_dev::Output;
use saffron_dev::services::{self, GATEWAY};
use saffron_instance::{Base, Instance, Memory, Settings};
use tokio::net::{TcpSocket, TcpStream};

/// The services that draw pictures; the first hashes passwords as well.
pub const PICTURE_SERVICES: [&str; 2] = ["auth", "inventory"];
/// A file of the app that fits no socket's buffer, bytes.
const LARGE: usize = 16 * 1024 * 1024;
/// How often memory is sampled.
const SAMPLE_EVERY: Duration = Duration::from_millis(250);

pub struct Setup {
    pub instance: Instance,
    metrics: u16,
}

impl Setup {
    pub async fn start() -> Result<Self> {
        let mut instance =
            Instance::start(Base::temporary()?, "limits", Settings::default(), &Output::new()).await?;
        let web = instance.empty_app()?;
        fs::create_dir_all(web.join("assets"))?;
        fs::write(web.join("assets/large.js"), vec![b' '; LARGE])?;
        instance.env.insert("SAFFRON_GATEWAY_WEB_DIR".to_owned(), web.display().to_string());
        instance.env.insert("SAFFRON_GATEWAY_ORIGIN".to_owned(), instance.address());
        let metrics = TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port();
        let mut env = instance.env.clone();
        env.insert("SAFFRON_METRICS_LISTEN".to_owned(), format!("127.0.0.1:{metrics}"));
        for service in services::SERVICES {
            instance.serve(service)?;
        }
        instance.serve_as(GATEWAY, env)?;
        instance.ready(GATEWAY).await?;
        Ok(Self { instance, metrics })
    }

    /// Samples the memory of the gateway and of the services that draw pictures.
    pub fn memory(&self) -> Memory {
        let watched = |name: &str| name == GATEWAY || PICTURE_SERVICES.contains(&name);
        Memory::watch(self.instance.processes().into_iter().filter(|(name, _)| watched(name)), SAMPLE_EVERY)
    }

    /// The number of streams that ended because their queue was full.
    pub async fn dropped(&self) -> u64 {
        let page = reqwest::Client::builder().no_proxy().build().unwrap();
        let page = page.get(format!("http://127.0.0.1:{}/metrics", self.metrics)).send().await.unwrap();
        let page = page.text().await.unwrap();
        let line = page.lines().find(|line| line.starts_with("saffron_live_dropped_total"));
        line.and_then(|line| line.rsplit_once(' ')?.1.parse::<f64>().ok()).unwrap_or_default() as u64
    }
}

/// A connection to the gateway from this address of loopback, with a small buffer for answers.
pub async fn connect(gateway: SocketAddr, from: [u8; 4]) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.set_recv_buffer_size(4096)?;
    socket.bind(SocketAddr::from((Ipv4Addr::from(from), 0)))?;
    socket.connect(gateway).await
}
