//! Which crate of the workspace may depend on which.

use cargo_metadata::{DependencyKind, Metadata, Package};

/// The kind of a crate, which decides what it may depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// libs/core, and the libs beside it: import, pos, proto and till.
    Ground,
    /// libs/kit, on which services are built.
    Kit,
    /// libs/testkit: tests only.
    Testkit,
    /// A service.
    Service,
    /// services/saffron: the only crate that sees all services.
    Binary,
    /// deploy/dev and deploy/sandbox: outside of the product.
    Deploy,
}

/// The kind of the crate in a folder; none outside of the rule.
fn kind(folder: &str) -> Option<Kind> {
    Some(match folder {
        "services/libs/core"
        | "services/libs/import"
        | "services/libs/pos"
        | "services/libs/proto"
        | "services/libs/till" => Kind::Ground,
        "services/libs/kit" => Kind::Kit,
        "services/libs/testkit" => Kind::Testkit,
        "services/saffron" => Kind::Binary,
        _ if folder.starts_with("deploy/") => Kind::Deploy,
        _ => {
            let name = folder.strip_prefix("services/")?;
            (!name.contains('/')).then_some(Kind::Service)?
        }
    })
}

/// Whether a crate in folder `from` may depend on one in folder `on`, for its tests or for itself.
fn may_depend(from: &str, on: &str, for_tests: bool) -> bool {
    let (Some(from_kind), Some(on_kind)) = (kind(from), kind(on)) else { return false };
    match (from_kind, on_kind) {
        (Kind::Kit | Kind::Service | Kind::Binary | Kind::Deploy, Kind::Testkit) => for_tests,
        // What reports sends is what core works figures out of; a till sends what core reads, and files and the APIs of POS systems
        // hold what tills send.
        (Kind::Ground, Kind::Ground) => {
            on == "services/libs/core" && from != on
                || on == "services/libs/till" && matches!(from, "services/libs/import" | "services/libs/pos")
        }
        (Kind::Kit, Kind::Ground) | (Kind::Testkit, Kind::Ground | Kind::Kit) => true,
        (Kind::Service, Kind::Ground | Kind::Kit) => true,
        (Kind::Binary, Kind::Ground | Kind::Kit | Kind::Service) => true,
        // Services, and all of them together, are tested against the stand-ins of the world outside, and never hold one.
        (Kind::Service | Kind::Binary, Kind::Deploy) => for_tests && on == "deploy/sandbox",
        // The fuzzer tests code that reads untrusted bytes, some of which is in kit.
        (Kind::Deploy, Kind::Kit) => from == "deploy/fuzz",
        // A stand-in of a POS that shared code with what reads it would share its mistakes.
        (Kind::Deploy, Kind::Ground) => (from, on) != ("deploy/sandbox", "services/libs/pos"),
        // The import uses the sandbox's client of the ingest API.
        (Kind::Deploy, Kind::Deploy) => true,
        _ => false,
    }
}

/// Every dependency between crates of the workspace that the rule forbids.
pub(super) fn broken(metadata: &Metadata) -> Vec<String> {
    let members = metadata.workspace_packages();
    let folder = |package: &Package| {
        let path =
            package.manifest_path.strip_prefix(&metadata.workspace_root).unwrap_or(&package.manifest_path);
        path.parent().map(ToString::to_string).unwrap_or_default()
    };
    let mut broken = Vec::new();
    for package in &members {
        let from = folder(package);
        if kind(&from).is_none() {
            broken.push(format!("{from}: no crate belongs here; see the house in CONTRIBUTING.md"));
        }
        for dependency in &package.dependencies {
            let Some(on) = members.iter().find(|member| member.name.as_str() == dependency.name) else {
                continue;
            };
            let on = folder(on);
            if !may_depend(&from, &on, dependency.kind == DependencyKind::Development) {
                broken.push(format!("{from}/Cargo.toml: may not depend on {on}"));
            }
        }
    }
    broken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn service_depends_on_libs_and_on_no_other_service() {
        assert!(may_depend("services/reports", "services/libs/core", false));
        assert!(may_depend("services/reports", "services/libs/kit", false));
        assert!(!may_depend("services/reports", "services/auth", false));
        assert!(!may_depend("services/reports", "services/auth", true));
        assert!(!may_depend("services/reports", "services/saffron", false));
        assert!(may_depend("services/saffron", "services/auth", false));
    }

    #[test]
    fn libs_have_an_order() {
        assert!(may_depend("services/libs/kit", "services/libs/proto", false));
        assert!(!may_depend("services/libs/core", "services/libs/kit", false));
        assert!(may_depend("services/libs/proto", "services/libs/core", false));
        assert!(!may_depend("services/libs/core", "services/libs/proto", false));
        assert!(may_depend("services/libs/import", "services/libs/till", false));
        assert!(!may_depend("services/libs/till", "services/libs/import", false));
        assert!(!may_depend("services/libs/import", "services/libs/kit", false));
        assert!(may_depend("services/libs/pos", "services/libs/till", false));
        assert!(may_depend("services/connectors", "services/libs/pos", false));
        assert!(!may_depend("services/libs/till", "services/libs/pos", false));
        assert!(!may_depend("services/libs/pos", "services/libs/import", false));
        assert!(!may_depend("services/libs/pos", "services/libs/kit", false));
        assert!(may_depend("services/libs/kit", "services/libs/testkit", true));
        assert!(!may_depend("services/libs/kit", "services/libs/testkit", false));
        assert!(!may_depend("services/libs/core", "services/libs/testkit", true));
    }

    #[test]
    fn testkit_and_sandbox_are_for_tests() {
        for on in ["services/libs/testkit", "deploy/sandbox"] {
            assert!(may_depend("services/auth", on, true));
            assert!(!may_depend("services/auth", on, false));
        }
        assert!(!may_depend("services/auth", "deploy/dev", true));
        assert!(may_depend("services/saffron", "deploy/sandbox", true));
        assert!(!may_depend("services/saffron", "deploy/sandbox", false));
        assert!(!may_depend("services/libs/kit", "deploy/sandbox", true));
        assert!(may_depend("deploy/fuzz", "services/libs/kit", false));
        assert!(!may_depend("deploy/sandbox", "services/libs/kit", false));
        assert!(!may_depend("deploy/sandbox", "services/libs/pos", false));
        assert!(may_depend("deploy/fuzz", "services/libs/pos", false));
        assert!(!may_depend("deploy/fuzz", "services/payments", false));
    }

    #[test]
    fn workspace_that_breaks_the_rule_is_refused() {
        let text = r#"{"packages": [
            {"name": "saffron-auth", "version": "0.1.0", "id": "a", "manifest_path": "/r/services/auth/Cargo.toml",
             "dependencies": [], "targets": [], "features": {}},
            {"name": "saffron-reports", "version": "0.1.0", "id": "b", "manifest_path": "/r/services/reports/Cargo.toml",
             "dependencies": [{"name": "saffron-auth", "req": "*", "kind": null, "optional": false,
               "uses_default_features": true, "features": [], "target": null, "rename": null, "registry": null}],
             "targets": [], "features": {}}],
          "workspace_members": ["a", "b"], "workspace_default_members": ["a", "b"], "resolve": null,
          "workspace_root": "/r", "target_directory": "/r/target", "version": 1, "metadata": null}"#;
        let metadata: Metadata = serde_json::from_str(text).unwrap();
        assert_eq!(broken(&metadata), ["services/reports/Cargo.toml: may not depend on services/auth"]);
    }
}
