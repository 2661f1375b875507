//! Services in processes of their own, by the real time.

use saffron_core::Clock;
use saffron_services::SERVICES;

use crate::operations::binary::Talkative;
use crate::world::{Ground, World, ground};

/// Some services and a gateway before them, which log all that a filter lets through. Calls of the others find nobody.
pub struct Apart {
    pub world: World,
    /// In the order of their start: the gateway is the last one.
    running: Vec<Talkative>,
}

fn set(ground: &mut Ground, name: &str, value: String) {
    ground.vars.push((name.to_owned(), value));
}

impl Apart {
    /// These services, each of which may call those before it.
    pub async fn start(filter: &str, used: &[&str], variables: &[(&str, &str)]) -> Apart {
        let mut ground = ground(Clock::system(), variables).await;
        for service in SERVICES.into_iter().filter(|service| !used.contains(&service.name)) {
            let name = format!("SAFFRON_GATEWAY_{}_URL", service.name.to_uppercase());
            set(&mut ground, &name, "http://127.0.0.1:9".into());
        }
        let mut running = Vec::new();
        for service in used {
            let part = Talkative::run_at(filter, service, &ground.vars).await;
            let (name, url) = (service.to_uppercase(), format!("http://{}", part.address));
            set(&mut ground, &format!("SAFFRON_GATEWAY_{name}_URL"), url.clone());
            set(&mut ground, &format!("SAFFRON_{name}_URL"), url);
            running.push(part);
        }
        let gateway = Talkative::run_at(filter, "gateway", &ground.vars).await;
        let world = World::behind(gateway.address, ground);
        running.push(gateway);
        Apart { world, running }
    }

    pub fn gateway(&self) -> &Talkative {
        self.running.last().unwrap()
    }

    /// Ends the gateway; what it logged.
    pub async fn end_gateway(mut self) -> String {
        self.running.pop().unwrap().end().await
    }

    /// Ends them all, the gateway first; what they logged.
    pub async fn end(&mut self) -> String {
        let mut log = String::new();
        while let Some(part) = self.running.pop() {
            log.push_str(&part.end().await);
        }
        log
    }
}
