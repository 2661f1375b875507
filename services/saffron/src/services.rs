//! Every service that has a database of its own, once: whatever else lists services is made from this table, or checked
//! against it. The gateway owns no tables; the binary names it beside them.

use saffron_kit::nats::streams::Consumers;
use saffron_kit::service::Spec;

/// In the order of their ports, which is never changed.
pub static SERVICES: [&Spec; 7] = [
    &saffron_auth::SPEC,
    &saffron_reports::SPEC,
    &saffron_inventory::SPEC,
    &saffron_customers::SPEC,
    &saffron_payments::SPEC,
    &saffron_marketing::SPEC,
    &saffron_notifications::SPEC,
];

/// The one of a name.
///
/// # Errors
/// Names those that there are.
pub fn service(name: &str) -> Result<&'static Spec, String> {
    let known = || SERVICES.map(|service| service.name).join(", ");
    SERVICES
        .into_iter()
        .find(|service| service.name == name)
        .ok_or_else(|| format!("choose one of {}", known()))
}

/// The durable consumers of all.
#[must_use]
pub fn consumers() -> [Consumers; SERVICES.len()] {
    SERVICES.map(Spec::consumers)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The launcher is built without the services, so that it starts at once: it has names of its own.
    const LAUNCHER: &str = include_str!("../../../deploy/dev/src/services.rs");
    const NATS_USERS: &str = include_str!("../../../deploy/nats/users.conf");
    const SCRAPED: &str = include_str!("../../../deploy/observability/prometheus.yaml");

    #[test]
    fn the_launcher_counts_ports_in_the_order_of_the_table() {
        let list =
            LAUNCHER.split_once("pub const SERVICES").and_then(|(_, rest)| rest.split_once("];")).unwrap().0;
        let names: Vec<&str> = list.split('"').skip(1).step_by(2).collect();
        assert_eq!(names, SERVICES.map(|service| service.name));
    }

    #[test]
    fn nats_and_prometheus_know_every_service() {
        for service in SERVICES {
            assert!(NATS_USERS.contains(&format!("user: {},", service.name)), "{} is no user", service.name);
            assert!(SCRAPED.contains(service.name), "{} is not scraped", service.name);
        }
    }

    #[test]
    fn a_name_that_is_no_service_is_refused_with_those_there_are() {
        assert!(service("reports").is_ok_and(|service| service.facts));
        assert!(service("report").is_err_and(|error| error.contains("auth, reports,")));
    }
}
