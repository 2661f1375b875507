//! Every service that has a database of its own, once: whatever else lists services is made from this table, or checked
//! against it. The gateway owns no tables; the binary names it beside them.

use saffron_kit::nats::streams::Consumers;
use saffron_kit::service::Spec;

/// All services, in the order of their ports, which is never changed.
pub static SERVICES: [&Spec; 8] = [
    &saffron_auth::SPEC,
    &saffron_reports::SPEC,
    &saffron_inventory::SPEC,
    &saffron_customers::SPEC,
    &saffron_payments::SPEC,
    &saffron_marketing::SPEC,
    &saffron_notifications::SPEC,
    &saffron_connectors::SPEC,
];

/// The service of a name.
///
/// # Errors
/// If there is none of this name: a text with all names.
pub fn service(name: &str) -> Result<&'static Spec, String> {
    let known = || SERVICES.map(|service| service.name).join(", ");
    SERVICES
        .into_iter()
        .find(|service| service.name == name)
        .ok_or_else(|| format!("choose one of {}", known()))
}

/// The durable consumers of all services.
#[must_use]
pub fn consumers() -> [Consumers; SERVICES.len()] {
    SERVICES.map(Spec::consumers)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The launcher, NATS, Prometheus, compose and Kubernetes have their lists of services from this file.
    const TABLE: &str = include_str!("../../../deploy/services.json");

    #[test]
    fn committed_table_lists_the_services_in_order() {
        let table: serde_json::Value = serde_json::from_str(TABLE).unwrap();
        let names: Vec<_> = table["services"].as_array().unwrap().iter().map(|row| &row["name"]).collect();
        assert_eq!(names, SERVICES.map(|service| service.name));
    }

    #[test]
    fn a_name_that_is_no_service_is_refused_with_those_there_are() {
        assert!(service("reports").is_ok_and(|service| service.facts));
        assert!(service("report").is_err_and(|error| error.contains("auth, reports,")));
    }
}
