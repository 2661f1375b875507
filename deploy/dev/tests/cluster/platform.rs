//! The services of an instance on a NATS of three nodes.

use std::fs;

use saffron_dev::environment::Environment;
use saffron_dev::packages::Packages;
use saffron_dev::place::Place;
use saffron_dev::ports::StandIn;
use saffron_dev::secrets::Secrets;
use saffron_dev::services::{self, GATEWAY, variable};

use crate::fixture::{Own, kill, until};
use crate::nodes::{NODES, Nodes};

pub struct Platform {
    own: Own,
    secrets: Secrets,
    pub nodes: Nodes,
}

impl Platform {
    /// Postgres, three nodes of NATS with every stream on all of them, every service, and the mail catcher.
    pub async fn start() -> Self {
        let own = Own::new();
        let mut place = Place::read(Environment::read()).unwrap();
        place.home = own.home();
        place.ports = own.ports;
        place.create_home().unwrap();
        let packages = Packages::get(&place, |_| ()).await.unwrap();
        let secrets = Secrets::load(&place.home).unwrap();
        let nodes = Nodes::start(&place, &packages, &secrets).await;

        // Nobody looks at the app, so that it need not be built.
        let web = place.home.join("web");
        fs::create_dir_all(&web).unwrap();
        fs::write(web.join("index.html"), "<!doctype html>").unwrap();

        let mut up = own.launcher(&["up", "--detach", "--no-demo", "--no-build"]);
        up.env("SAFFRON_NATS_SERVER_URL", nodes.first()).env("SAFFRON_STREAM_REPLICAS", NODES.to_string());
        up.env("SAFFRON_GATEWAY_WEB_DIR", web);
        up.env("SAFFRON_OPS_NATS_URL", nodes.url("ops", &secrets.nats_ops));
        for user in services::nats_users() {
            up.env(variable(user, "NATS_URL"), nodes.url(user, secrets.nats(user).unwrap()));
        }
        // The load comes from one address, and all streams from one session.
        for rate in ["SESSION_RATE", "SESSION_BURST", "ADDRESS_RATE", "INGEST_RATE"] {
            up.env(variable(GATEWAY, rate), "10000");
        }
        let up = tokio::task::spawn_blocking(move || up.output().unwrap()).await.unwrap();
        assert!(up.status.success(), "{up:?}");
        own.ready();
        Self { own, secrets, nodes }
    }

    /// The address of the gateway.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.own.ports.gateway)
    }

    /// Where the mail catcher shows what came.
    pub fn mail_page(&self) -> String {
        format!("127.0.0.1:{}", self.own.ports.stand_in(StandIn::MailPage))
    }

    /// What locations are registered with.
    pub fn provisioning_key(&self) -> &str {
        &self.secrets.provisioning_key
    }

    /// Where operators ask NATS.
    pub fn operators(&self) -> String {
        self.nodes.url("ops", &self.secrets.nats_ops)
    }

    /// Kills a service, and waits until the launcher has started it again.
    pub fn lose(&self, service: &str) {
        let killed = self.own.state().process(service).unwrap().clone();
        kill(&killed);
        until("the killed service to be started again", || {
            self.own.state().process(service).filter(|id| id.pid != killed.pid).map(drop)
        });
    }

    /// Ends everything.
    pub async fn stop(self) {
        let Self { own, nodes, .. } = self;
        let state = own.state();
        assert!(own.run(&["down"]).status.success());
        nodes.stop().await;
        own.assert_nothing_left(&state);
    }
}

/// What the proof is asked for: its seed, and how often every node is to die.
pub fn asked() -> (u64, u64) {
    let env = Environment::read();
    let number = |name: &str| env.get(name).and_then(|text| text.parse().ok());
    (number("SAFFRON_TEST_SEED").unwrap_or_else(rand::random), number("SAFFRON_TEST_ROUNDS").unwrap_or(1))
}
