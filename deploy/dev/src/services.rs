//! The services of an instance. A new one is a name here, a user in deploy/nats/users.conf, and its commands in
//! services/saffron; its port, database, role, passwords and variables follow from the name.

/// Those behind the gateway, each with a database and a gRPC port of its own. Never reordered: ports count from here.
pub const SERVICES: [&str; 7] =
    ["auth", "reports", "inventory", "customers", "payments", "marketing", "notifications"];
/// The one that people reach.
pub const GATEWAY: &str = "gateway";

/// The NATS users that are no service: who reads every location's events, and who reads one's (docs/analysts.md).
pub const READERS: [&str; 2] = ["analyst", "location"];

/// Every service, the gateway last: it is ready only when the others are.
pub fn all() -> impl Iterator<Item = &'static str> {
    SERVICES.into_iter().chain([GATEWAY])
}

/// Every NATS user but `ops`, by its name in deploy/nats/users.conf.
pub fn nats_users() -> impl Iterator<Item = &'static str> {
    all().chain(READERS)
}

/// `SAFFRON_<SERVICE>_<WHAT>`.
pub fn variable(service: &str, what: &str) -> String {
    format!("SAFFRON_{}_{what}", service.to_uppercase())
}

/// Its database, and the role that owns it.
pub fn database(service: &str) -> String {
    format!("saffron_{service}")
}
