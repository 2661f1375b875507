//! The ports of an instance, and whether they are free.

use std::net::TcpListener;
use std::ops::Range;

use anyhow::{Result, bail};

use crate::environment::Environment;
use crate::services::{SERVICES, variable};

/// The range in which the first port of a separate instance is searched.
const FREE: Range<u16> = 10_000..30_000;
/// The number of ports that the search tries.
const TRIES: u32 = 100;

/// A port of the sandbox, which stands in for the outside world. It follows the gateway's, after those of Postgres and
/// NATS, and does not move by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandIn {
    /// The card provider.
    Cards,
    /// The SMS provider, which has its page there too.
    Texts,
    /// The mail catcher.
    Mails,
    /// The page of the mail catcher.
    MailPage,
    /// The push service.
    Push,
    /// Square.
    Square,
    /// Clover.
    Clover,
    /// Toast.
    Toast,
}

impl StandIn {
    /// Every port of the sandbox.
    pub const ALL: [Self; 8] = [
        Self::Cards,
        Self::Texts,
        Self::Mails,
        Self::MailPage,
        Self::Push,
        Self::Square,
        Self::Clover,
        Self::Toast,
    ];
    /// Those that start without the demo too: sign-up needs a link that is mailed.
    pub const ALWAYS: [Self; 2] = [Self::Mails, Self::MailPage];

    /// Distance to the gateway's port, name for people, and the variable with its address.
    const fn details(self) -> (u16, &'static str, &'static str) {
        match self {
            Self::Cards => (23, "card provider", "SAFFRON_CARD_SANDBOX_LISTEN"),
            Self::Texts => (24, "SMS provider", "SAFFRON_SMS_SANDBOX_LISTEN"),
            Self::Mails => (25, "mail catcher", "SAFFRON_MAIL_SANDBOX_LISTEN"),
            Self::MailPage => (26, "mail catcher's page", "SAFFRON_MAIL_SANDBOX_PAGE"),
            Self::Push => (27, "push service", "SAFFRON_PUSH_SANDBOX_LISTEN"),
            Self::Square => (28, "stand-in of Square", "SAFFRON_SQUARE_SANDBOX_LISTEN"),
            Self::Clover => (29, "stand-in of Clover", "SAFFRON_CLOVER_SANDBOX_LISTEN"),
            Self::Toast => (30, "stand-in of Toast", "SAFFRON_TOAST_SANDBOX_LISTEN"),
        }
    }

    /// The distance from the gateway's port to this one.
    pub const fn distance(self) -> u16 {
        self.details().0
    }

    /// The variable that holds the address of this part.
    pub const fn variable(self) -> &'static str {
        self.details().2
    }
}

fn bind(port: u16) -> std::io::Result<TcpListener> {
    TcpListener::bind(("127.0.0.1", port))
}

/// The ports of one instance, all on loopback. Only the first is for people; the others follow it unless they are set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ports {
    /// SAFFRON_PORT: the app and its API.
    pub gateway: u16,
    /// SAFFRON_<SERVICE>_PORT, in the order of [`SERVICES`]: gRPC.
    services: [u16; SERVICES.len()],
    /// SAFFRON_POSTGRES_PORT.
    pub postgres: u16,
    /// SAFFRON_NATS_PORT.
    pub nats: u16,
}

impl Ports {
    /// The port of the app and its API, unless SAFFRON_PORT sets another.
    pub const DEFAULT: u16 = 8080;
    /// The highest distance of another port from the gateway's.
    const SPAN: u16 = StandIn::Toast.distance();

    /// The ports that the environment describes.
    pub fn read(env: &Environment) -> Result<Self> {
        let gateway = env.port("SAFFRON_PORT", Self::DEFAULT)?;
        if gateway > u16::MAX - Self::SPAN {
            bail!(
                "SAFFRON_PORT is {gateway}; give one up to {}, the other ports follow it",
                u16::MAX - Self::SPAN
            );
        }
        let mut services = [0; SERVICES.len()];
        for ((service, port), default) in SERVICES.iter().zip(&mut services).zip(gateway + 11..) {
            *port = env.port(&variable(service, "PORT"), default)?;
        }
        Ok(Self {
            gateway,
            services,
            postgres: env.port("SAFFRON_POSTGRES_PORT", gateway + 21)?,
            nats: env.port("SAFFRON_NATS_PORT", gateway + 22)?,
        })
    }

    /// Each port with the variable that sets it.
    pub fn named(&self) -> Vec<(String, u16)> {
        let outer = [("SAFFRON_PORT".to_owned(), self.gateway)];
        let services = SERVICES.iter().map(|service| variable(service, "PORT")).zip(self.services);
        let servers = [
            ("SAFFRON_POSTGRES_PORT".to_owned(), self.postgres),
            ("SAFFRON_NATS_PORT".to_owned(), self.nats),
        ];
        outer.into_iter().chain(services).chain(servers).collect()
    }

    /// The port of a service; the gateway's port for any name that is no service behind it.
    pub fn of(&self, service: &str) -> u16 {
        let index = SERVICES.iter().position(|name| *name == service);
        index.and_then(|index| self.services.get(index)).copied().unwrap_or(self.gateway)
    }

    /// Finds ports that are free at this moment, those of the sandbox too. They are below the range from which systems
    /// take ports for connections, so that none is lost while its service restarts.
    pub fn free() -> Result<Self> {
        let none = Environment::of([]);
        for _ in 0..TRIES {
            let first = rand::random_range(FREE).to_string();
            let ports = Self::read(&Environment::of([("SAFFRON_PORT", first.as_str())]))?;
            if ports.are_free(&none, &StandIn::ALL).is_ok() {
                return Ok(ports);
            }
        }
        bail!("no free port on 127.0.0.1 with free ones behind it")
    }

    /// The port of a part of the sandbox.
    pub fn stand_in(&self, part: StandIn) -> u16 {
        self.gateway.saturating_add(part.distance())
    }

    /// An error if another program uses one of the ports, or a port of these parts of the sandbox.
    pub fn are_free(&self, env: &Environment, stand_ins: &[StandIn]) -> Result<()> {
        for (name, port) in self.named() {
            let given = match name.as_str() {
                "SAFFRON_POSTGRES_PORT" => env.get("SAFFRON_POSTGRES_URL"),
                "SAFFRON_NATS_PORT" => env.get("SAFFRON_NATS_SERVER_URL"),
                _ => None,
            };
            if given.is_none() && bind(port).is_err() {
                bail!(
                    "port {port} is in use by another program; end that program, or set {name} to a free port"
                );
            }
        }
        for &part in stand_ins.iter().filter(|part| env.get(part.variable()).is_none()) {
            let port = self.stand_in(part);
            if bind(port).is_err() {
                bail!(
                    "port {port}, where the {} would be, is in use by another program; end that program, or set SAFFRON_PORT to another port: this one is {} above it",
                    part.details().1,
                    part.distance()
                );
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ports_follow_the_first_and_can_be_set_one_by_one() {
        let ports =
            Ports::read(&Environment::of([("SAFFRON_PORT", "9000"), ("SAFFRON_NATS_PORT", "4222")])).unwrap();
        assert_eq!((ports.gateway, ports.postgres, ports.nats), (9000, 9021, 4222));
        assert!(SERVICES.into_iter().map(|service| ports.of(service)).eq((9011..).take(SERVICES.len())));
    }

    #[test]
    fn wrong_port_is_refused_by_name() {
        for wrong in ["http", "0", "70000", "-1"] {
            let error = Ports::read(&Environment::of([("SAFFRON_AUTH_PORT", wrong)])).unwrap_err();
            assert!(error.to_string().contains("SAFFRON_AUTH_PORT"), "{error}");
        }
        assert!(Ports::read(&Environment::of([("SAFFRON_PORT", "65530")])).is_err());
    }
}
