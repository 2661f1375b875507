//! Lists of services in files that people write. A comment holds the template of a list, and the lines between it and the end
//! of the list are made from it and deploy/services.json:
//!
//! ```text
//! # For each service, by `cargo dev gen`:
//! # | - {targets: ['{service}:9464']}
//! - {targets: ['auth:9464']}
//! - {targets: ['reports:9464']}
//! # End of the list.
//! ```
//!
//! `{service}` and `{SERVICE}` are the name of one, `{services}` all of them in one line: `{services: }` with another
//! separator than a comma; `{count}` is how many there are. `For each service but auth and reports` leaves some out. A line
//! with `{consumer}`, and its `{stream}`, is repeated for each durable consumer of a service; `For each consumer of reports`
//! is the list of one, `For each service without consumers` that of services to which no such line applies.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::files::{read, read_json};

/// The table of services, as `saffron services` prints it.
pub(super) const TABLE: &str = "deploy/services.json";
/// The users of NATS: a service may use the consumers of its list, and no others.
const USERS: &str = "deploy/nats/users.conf";
/// The files with lists.
pub(super) const FILES: [&str; 31] = [
    "deploy/dev/src/instance/services.rs",
    "deploy/docker/secrets.sh",
    USERS,
    "deploy/observability/prometheus.yaml",
    "deploy/observability/rules.yaml",
    "deploy/observability/rules_test.yaml",
    "docker-compose.yml",
    "k8s/base/gateway/deployment.yaml",
    "k8s/base/gateway/network.yaml",
    "k8s/base/jobs/migrate.yaml",
    "k8s/base/kustomization.yaml",
    "k8s/base/network/nats.yaml",
    "k8s/base/services.yaml",
    "k8s/components/autoscaling/services.yaml",
    "k8s/components/backup/cronjob.yaml",
    "k8s/components/external-secrets/database.yaml",
    "k8s/components/external-secrets/kustomization.yaml",
    "k8s/components/external-secrets/migrate.yaml",
    "k8s/components/external-secrets/nats.yaml",
    "k8s/components/monitoring/network.yaml",
    "k8s/components/monitoring/rules.yaml",
    "k8s/components/nats-cluster/values.yaml",
    "k8s/components/pod/kustomization.yaml",
    "k8s/components/postgres-cluster/cluster.yaml",
    "k8s/components/postgres-cluster/databases.yaml",
    "k8s/components/postgres-cluster/kustomization.yaml",
    "k8s/components/postgres-cluster/network.yaml",
    "k8s/components/postgres-single/databases.sh",
    "k8s/components/postgres-single/network.yaml",
    "k8s/overlays/local/kustomization.yaml",
    "k8s/overlays/local/secrets.sh",
];

const OF_SERVICES: &str = "For each service";
const WITHOUT_CONSUMERS: &str = "For each service without consumers";
const OF_CONSUMERS: &str = "For each consumer of ";
const BY: &str = ", by `cargo dev gen`:";
const END: &str = "End of the list.";

#[derive(Deserialize)]
struct Table {
    services: Vec<Service>,
}

#[derive(Deserialize)]
struct Service {
    name: String,
    /// The service's durable consumers, by stream.
    consumers: BTreeMap<String, Vec<String>>,
}

impl Service {
    fn has_consumers(&self) -> bool {
        self.consumers.values().any(|names| !names.is_empty())
    }
}

/// The services of a list.
enum Listed<'a> {
    One(&'a str),
    /// All but those that a text names.
    But(&'a str),
    WithoutConsumers,
}

impl Listed<'_> {
    fn includes(&self, service: &Service) -> bool {
        match self {
            Listed::One(name) => *name == service.name,
            Listed::WithoutConsumers => !service.has_consumers(),
            Listed::But(names) => names.split([',', ' ']).all(|name| name != service.name),
        }
    }
}

/// Renews the lists.
pub(super) fn generate(repo: &Path) -> Result<()> {
    for (file, _, renewed) in lists(repo)? {
        super::write(&repo.join(file), &renewed)?;
    }
    Ok(())
}

/// An error for each file whose lists differ from the table, and for each user of NATS without its list.
pub(crate) fn broken(repo: &Path) -> Result<Vec<String>> {
    let lists = lists(repo)?;
    let stale = lists.iter().filter(|(_, text, renewed)| text != renewed);
    let mut broken: Vec<String> = stale
        .map(|(file, ..)| format!("{file}: a list is not that of {TABLE}: run `cargo dev gen`"))
        .collect();
    let users = lists.iter().find(|(file, ..)| *file == USERS).map_or("", |(_, text, _)| text);
    for service in table(repo)?.services {
        let name = &service.name;
        if service.has_consumers() && !users.contains(&format!("{OF_CONSUMERS}{name},")) {
            broken.push(format!("{USERS}: the user {name} has no list `{OF_CONSUMERS}{name}, …`"));
        }
    }
    Ok(broken)
}

/// The names of the services.
pub(super) fn names(repo: &Path) -> Result<Vec<String>> {
    Ok(table(repo)?.services.into_iter().map(|service| service.name).collect())
}

/// Reads the table of services.
fn table(repo: &Path) -> Result<Table> {
    read_json(repo.join(TABLE))
}

/// Each file as it is, and with its lists renewed.
fn lists(repo: &Path) -> Result<Vec<(&'static str, String, String)>> {
    let services = table(repo)?.services;
    let renew = |file| {
        let text = read(repo.join(file))?;
        let renewed = renewed(&text, &services).with_context(|| format!("{file}: a list has no end"))?;
        Ok((file, text, renewed))
    };
    FILES.into_iter().map(renew).collect()
}

/// A text with its lists made again; none if a list has no end.
fn renewed(text: &str, services: &[Service]) -> Option<String> {
    let mut renewed = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        renewed += &format!("{line}\n");
        let Some((indent, mark, listed)) = beginning(line) else { continue };
        let mut template = Vec::new();
        let of_template =
            |line: &&str| line.trim_start().strip_prefix(mark).is_some_and(|rest| rest.starts_with(" |"));
        while let Some(line) = lines.next_if(of_template) {
            let (_, rest) = line.split_once('|')?;
            template.push(rest.strip_prefix(' ').unwrap_or(rest));
            renewed += &format!("{line}\n");
        }
        let listed: Vec<&Service> = services.iter().filter(|service| listed.includes(service)).collect();
        for line in made(&template, &listed) {
            renewed += format!("{indent}{line}").trim_end();
            renewed.push('\n');
        }
        let end = lines.find(|line| line.trim_start().strip_prefix(mark).map(str::trim) == Some(END))?;
        renewed += &format!("{end}\n");
    }
    Some(renewed)
}

/// Reads the first line of a list: its indentation, its comment sign, and its services.
fn beginning(line: &str) -> Option<(&str, &str, Listed<'_>)> {
    let comment = line.trim_start();
    let (mark, title) = comment.split_once(' ').filter(|(mark, _)| ["#", "//"].contains(mark))?;
    let (indent, title) = (line.strip_suffix(comment)?, title.strip_suffix(BY)?);
    let listed = match title.strip_prefix(OF_CONSUMERS) {
        Some(name) => Listed::One(name),
        None if title == OF_SERVICES => Listed::But(""),
        None if title == WITHOUT_CONSUMERS => Listed::WithoutConsumers,
        None => Listed::But(title.strip_prefix(OF_SERVICES)?.strip_prefix(" but ")?),
    };
    Some((indent, mark, listed))
}

/// The lines that a template makes for these services.
fn made(template: &[&str], services: &[&Service]) -> Vec<String> {
    let names: Vec<&str> = services.iter().map(|service| service.name.as_str()).collect();
    if template.iter().any(|line| line.contains("{services")) {
        return template.iter().map(|line| of_all(line, &names)).collect();
    }
    let of_consumers = template.iter().any(|line| line.contains("{consumer}"));
    let mut lines = Vec::new();
    for Service { name, consumers } in services {
        let consumers =
            consumers.iter().flat_map(|(stream, names)| names.iter().map(move |name| (stream, name)));
        let consumers: Vec<_> = consumers.collect();
        for line in template.iter().filter(|_| !of_consumers || !consumers.is_empty()) {
            let line = line.replace("{service}", name).replace("{SERVICE}", &name.to_uppercase());
            if !line.contains("{consumer}") {
                lines.push(line);
                continue;
            }
            for (stream, consumer) in &consumers {
                lines.push(line.replace("{stream}", stream).replace("{consumer}", consumer));
            }
        }
    }
    lines
}

/// A template line with `{services}` or `{count}`, filled in for all services.
fn of_all(line: &str, names: &[&str]) -> String {
    let line = line.replace("{count}", &names.len().to_string());
    let Some((before, rest)) = line.split_once("{services") else { return line };
    let Some((separator, after)) = rest.split_once('}') else { return line };
    let separator = separator.strip_prefix(':').unwrap_or(", ");
    format!("{before}{}{}", names.join(separator), of_all(after, names))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn services() -> Vec<Service> {
        let text = r#"{"services": [{"name": "auth", "consumers": {"POS": []}},
            {"name": "reports", "consumers": {"EVENTS": ["reports-events"], "POS": ["reports-facts-00"]}}]}"#;
        serde_json::from_str::<Table>(text).unwrap().services
    }

    /// What stands in a list with this beginning and this template.
    fn list(beginning: &str, template: &str) -> String {
        let head = format!("before\n  {beginning}\n{template}");
        let text = renewed(&format!("{head}old\n  # End of the list.\nafter\n"), &services()).unwrap();
        text.strip_prefix(&head).unwrap().strip_suffix("  # End of the list.\nafter\n").unwrap().to_owned()
    }

    #[test]
    fn list_of_services_is_made_from_its_template() {
        let each = |template: &str| list("# For each service, by `cargo dev gen`:", template);
        assert_eq!(
            each("  # | {service}:\n  # |\n  # |   {A_{SERVICE}: 1}\n"),
            "  auth:\n\n    {A_AUTH: 1}\n  reports:\n\n    {A_REPORTS: 1}\n"
        );
        assert_eq!(each("  # | [{services}, x] {count}\n"), "  [auth, reports, x] 2\n");
        assert_eq!(each("  # | [\"{services:\", \"}\"]\n"), "  [\"auth\", \"reports\"]\n");
        assert_eq!(
            each("  # | {service}\n  # |  {stream}.{consumer}\n").lines().count(),
            3,
            "only of consumers"
        );
    }

    #[test]
    fn list_leaves_out_services_that_its_beginning_names() {
        let but = |names: &str, template: &str| {
            list(&format!("# For each service but {names}, by `cargo dev gen`:"), template)
        };
        assert_eq!(but("auth", "  # | {service}\n"), "  reports\n");
        assert_eq!(but("marketing and auth", "  # | [{services}] {count}\n"), "  [reports] 1\n");
        assert_eq!(but("marketing, reports and auth", "  # | {service}\n"), "");
        assert_eq!(but("author", "  # | {services}\n"), "  auth, reports\n");
    }

    #[test]
    fn list_without_consumers_has_the_other_services() {
        let list = list("# For each service without consumers, by `cargo dev gen`:", "  # | {service}\n");
        assert_eq!(list, "  auth\n");
    }

    #[test]
    fn list_of_consumers_is_of_one_service() {
        let of = |name: &str| {
            list(
                &format!("# For each consumer of {name}, by `cargo dev gen`:"),
                "  # | {stream}.{consumer}.*\n",
            )
        };
        assert_eq!(of("reports"), "  EVENTS.reports-events.*\n  POS.reports-facts-00.*\n");
        assert_eq!(of("auth"), "", "a service without consumers may do nothing with any");
    }

    #[test]
    fn list_without_end_is_refused() {
        assert_eq!(renewed("# For each service, by `cargo dev gen`:\n# | {service}\n", &services()), None);
        assert_eq!(renewed("no list\n", &services()).unwrap(), "no list\n");
    }

    #[test]
    fn committed_lists_are_those_of_the_table() {
        let repo = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        assert_eq!(broken(repo).unwrap(), Vec::<String>::new());
        for file in FILES {
            let text = read(repo.join(file)).unwrap();
            assert!(text.lines().any(|line| beginning(line).is_some()), "{file} has no list");
        }
    }
}
