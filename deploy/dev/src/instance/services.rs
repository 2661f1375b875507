//! The services of an instance. The port, database, role, passwords and variables of each follow from its name.

/// The services behind the gateway, each with a database and a gRPC port of its own. Never reordered: ports follow the order.
#[rustfmt::skip]
// For each service, by `cargo dev gen`:
// | pub const SERVICES: [&str; {count}] =
// |     ["{services:", "}"];
pub const SERVICES: [&str; 8] =
    ["auth", "reports", "inventory", "customers", "payments", "marketing", "notifications", "connectors"];
// End of the list.
/// The service that browsers and tills reach.
pub const GATEWAY: &str = "gateway";

/// The users of NATS and their permissions: services, analysts (docs/analysts.md) and `ops`.
const NATS_USERS: &str = include_str!("../../../nats/users.conf");

/// Every service, the gateway last: it is ready only when the others are.
pub fn all() -> impl Iterator<Item = &'static str> {
    SERVICES.into_iter().chain([GATEWAY])
}

/// Every NATS user but `ops`, by its name in deploy/nats/users.conf.
pub fn nats_users() -> impl Iterator<Item = &'static str> {
    let names = NATS_USERS.lines().filter_map(|line| line.trim().strip_prefix("user: ")?.split_once(','));
    names.map(|(name, _)| name).filter(|name| *name != "ops")
}

/// The variable of a service: `SAFFRON_`, its name in upper case, and `what` the variable is for.
pub fn variable(service: &str, what: &str) -> String {
    format!("SAFFRON_{}_{what}", service.to_uppercase().replace('-', "_"))
}

/// The name of a service's database and of the role that owns it.
pub fn database(service: &str) -> String {
    format!("saffron_{service}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nats_knows_every_service_and_two_analysts_at_least() {
        let users: Vec<&str> = nats_users().collect();
        for name in all().chain(["analyst", "location"]) {
            assert!(users.contains(&name), "{name} is no user in {users:?}");
        }
        assert!(!users.contains(&"ops"));
        assert_eq!(variable("analyst-blue-bird", "NATS_URL"), "SAFFRON_ANALYST_BLUE_BIRD_NATS_URL");
    }
}
