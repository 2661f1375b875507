//! An instance with its default limits, and what can be seen of its gateway.

use std::collections::BTreeMap;
use std::fs;
use std::net::{Ipv4Addr, SocketAddr};

use saffron_dev::environment::Environment;
use saffron_dev::ports::StandIn;
use saffron_dev::services::{self, GATEWAY};
use tokio::net::{TcpSocket, TcpStream};

use crate::fixture::Own;
use crate::memory::Memory;
use crate::processes::{self, Replica, begin, free_port, is_ready};

/// The services that draw pictures; the first hashes passwords as well.
pub const STUDIOS: [&str; 2] = ["auth", "inventory"];
/// A file of the app that fits no socket's buffer, bytes.
const LARGE: usize = 16 * 1024 * 1024;

pub struct House {
    own: Own,
    env: BTreeMap<String, String>,
    services: BTreeMap<&'static str, Replica>,
    mail: Replica,
    metrics: u16,
}

impl House {
    pub async fn start() -> Self {
        let own = Own::new();
        let mut env = processes::servers(&own);
        let web = own.home().join("web");
        fs::create_dir_all(web.join("assets")).unwrap();
        fs::write(web.join("index.html"), "<!doctype html>").unwrap();
        fs::write(web.join("assets/large.js"), vec![b' '; LARGE]).unwrap();
        let ports: BTreeMap<&str, u16> =
            services::all().map(|service| (service, own.ports.of(service))).collect();
        let metrics = free_port();
        env.insert("SAFFRON_GATEWAY_WEB_DIR".to_owned(), web.display().to_string());
        env.insert("SAFFRON_GATEWAY_ORIGIN".to_owned(), format!("http://127.0.0.1:{}", ports[GATEWAY]));
        let mail = begin(&own, "saffron-sandbox", "mail", 0, &env);
        let mut services = BTreeMap::new();
        for service in services::all() {
            if service == GATEWAY {
                env.insert("SAFFRON_METRICS_LISTEN".to_owned(), format!("127.0.0.1:{metrics}"));
            }
            let mut replica = begin(&own, "saffron", service, ports[service], &env);
            is_ready(&own, service, &mut replica).await;
            services.insert(service, replica);
        }
        Self { own, env, services, mail, metrics }
    }

    pub fn gateway(&self) -> SocketAddr {
        SocketAddr::from((Ipv4Addr::LOCALHOST, self.services[GATEWAY].port))
    }

    pub fn address(&self) -> String {
        format!("http://{}", self.gateway())
    }

    pub fn mail_page(&self) -> &str {
        &self.env[StandIn::MailPage.variable()]
    }

    pub fn provisioning_key(&self) -> &str {
        &self.env["SAFFRON_PROVISIONING_KEY"]
    }

    /// The memory of the gateway, and of those behind it that need much for a moment, from now on.
    pub fn memory(&self) -> Memory {
        let [auth, inventory] = STUDIOS;
        let processes = [GATEWAY, auth, inventory];
        Memory::watch(processes.map(|service| (service, self.services[service].child.id())).into())
    }

    /// Streams that were ended since their queue was full.
    pub async fn dropped(&self) -> u64 {
        let page = reqwest::Client::builder().no_proxy().build().unwrap();
        let page = page.get(format!("http://127.0.0.1:{}/metrics", self.metrics)).send().await.unwrap();
        let page = page.text().await.unwrap();
        let line = page.lines().find(|line| line.starts_with("saffron_live_dropped_total"));
        line.and_then(|line| line.rsplit_once(' ')?.1.parse::<f64>().ok()).unwrap_or_default() as u64
    }

    /// The process that it was, and well.
    pub fn assert_alive(&mut self) {
        let ended = self.services.get_mut(GATEWAY).unwrap().child.try_wait().unwrap();
        assert!(ended.is_none(), "the gateway ended: {ended:?}");
    }

    pub async fn stop(self) {
        let Self { own, services, mail, .. } = self;
        drop((services, mail));
        let state = own.state();
        assert!(own.run(&["down"]).status.success());
        own.assert_nothing_left(&state);
    }
}

/// A connection to the gateway from this address of loopback, which keeps little of what it does not read.
pub async fn connect(gateway: SocketAddr, from: [u8; 4]) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.set_recv_buffer_size(4096)?;
    socket.bind(SocketAddr::from((Ipv4Addr::from(from), 0)))?;
    socket.connect(gateway).await
}

/// The attacks that are asked for, comma separated; all, if none is.
pub fn only() -> Option<String> {
    Environment::read().get("SAFFRON_TEST_ATTACK").map(str::to_owned)
}
