//! Which room of a service may use which, and where a library stops.

use std::collections::BTreeSet;
use std::path::Path;

use super::source::{Module, Named};

/// Whether code in the room `from` may use the room `used` of the same service.
fn may_use(from: &str, used: &str) -> bool {
    match (from, used) {
        _ if from == used => true,
        ("domain", "store" | "app" | "grpc" | "events") => false,
        ("store", "app" | "grpc" | "events") => false,
        ("app", "grpc" | "events") => false,
        // Both may read from the store; what changes state goes through app.
        ("grpc", "events") | ("events", "grpc") => false,
        _ => true,
    }
}

/// Whether the crate in `crate_folder` may use `library` in `room`.
fn may_use_library(crate_folder: &str, room: &str, library: &str) -> bool {
    match crate_folder {
        // Its types implement how Postgres stores them.
        "libs/core" => room == "sql" && matches!(library, "sqlx" | "jiff_sqlx"),
        "libs/kit" | "libs/testkit" | "libs/proto" => true,
        // The gateway is a gRPC client of every service.
        "gateway" if library == "tonic" => true,
        _ => match library {
            // The crate's root names the migrations.
            "sqlx" => matches!(room, "store" | "lib"),
            "jiff_sqlx" => room == "store",
            "tonic" => matches!(room, "grpc" | "lib" | "config"),
            _ => false,
        },
    }
}

/// The libraries that not every room may use.
const LIBRARIES: [&str; 7] =
    ["sqlx", "jiff_sqlx", "tonic", "async_nats", "opentelemetry", "opentelemetry_sdk", "opentelemetry_otlp"];

/// An error for each import of a source file that the rule forbids; tests and build scripts may use what they need.
pub(super) fn broken(file: &Path, module: &Module, named: &[Named]) -> Vec<String> {
    let Module { crate_folder, path: module } = module;
    let room = module.first().map_or("lib", String::as_str);
    let mut broken = BTreeSet::new();
    for Named { path, is_own, .. } in named {
        let Some(used) = path.first() else { continue };
        if *is_own && !crate_folder.starts_with("libs/") && !may_use(room, used) {
            broken.insert(format!("{}: the room {room} may not use {used}", file.display()));
        }
        let is_library = !is_own && LIBRARIES.contains(&used.as_str());
        if is_library && !may_use_library(crate_folder, room, used) {
            broken.insert(format!("{}: {used} may not be used here", file.display()));
        }
    }
    broken.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::super::source::named;
    use super::*;

    fn found(file: &str, text: &str) -> Vec<String> {
        let Some(module) = Module::of(Path::new(file)) else { return Vec::new() };
        broken(Path::new(file), &module, &named(text, &module.path).unwrap())
    }

    #[test]
    fn rooms_use_what_lies_below_them() {
        let store = "use crate::domain::Check;\nuse sqlx::query;\nfn f() { crate::domain::g() }";
        assert_eq!(found("services/reports/src/store/checks.rs", store), Vec::<String>::new());
        let grpc = "use crate::{app, store::checks};\nuse tonic::Status;";
        assert_eq!(found("services/reports/src/grpc.rs", grpc), Vec::<String>::new());
    }

    #[test]
    fn upward_uses_are_refused() {
        for (file, text) in [
            ("services/reports/src/domain/day.rs", "use crate::store::Row;"),
            ("services/reports/src/domain/day.rs", "use crate::{domain::X, app::{a, b}};"),
            ("services/reports/src/domain/day.rs", "fn f() { super::super::store::read() }"),
            ("services/reports/src/store/mod.rs", "use super::app::close;"),
            ("services/reports/src/store.rs", "use crate::events::Changed;"),
            ("services/reports/src/app/close.rs", "use crate::grpc::convert;"),
            ("services/reports/src/grpc/mod.rs", "use crate::events;"),
            ("services/reports/src/events/facts.rs", "use crate::grpc::x;"),
        ] {
            assert_eq!(found(file, text).len(), 1, "{file}: {text}");
        }
    }

    #[test]
    fn libraries_stop_at_their_room() {
        for (file, text, fine) in [
            ("services/auth/src/store/users.rs", "use sqlx::PgPool;", true),
            (
                "services/auth/src/lib.rs",
                "static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!();",
                true,
            ),
            ("services/auth/src/app/login.rs", "use sqlx::PgPool;", false),
            ("services/auth/src/lib.rs", "use tonic::transport::Server;", true),
            ("services/auth/src/app/login.rs", "fn f() -> tonic::Status {}", false),
            ("services/auth/src/events/mod.rs", "use async_nats as nats;", false),
            ("services/gateway/src/api/reports.rs", "use tonic::Code;", true),
            ("services/gateway/src/api/reports.rs", "use sqlx::query;", false),
            ("services/gateway/src/http/guard.rs", "use opentelemetry::Context;", false),
            ("services/libs/kit/src/nats/client.rs", "use async_nats::Client;", true),
            ("services/libs/core/src/money.rs", "use sqlx::Type;", false),
            ("services/auth/tests/main.rs", "use sqlx::query;", true),
        ] {
            assert_eq!(found(file, text).is_empty(), fine, "{file}: {text}");
        }
    }

    #[test]
    fn comments_and_strings_name_nothing() {
        let text = "// sqlx::query stays in crate::store\n/* crate::app::x */ const A: &str = \"crate::grpc::x \\\" crate::app::y\"; const B: char = '\"';\nfn f<'a>(a: &'a str) {} // \" ";
        assert_eq!(found("services/auth/src/domain/user.rs", text), Vec::<String>::new());
        assert_eq!(
            found("services/auth/src/domain/user.rs", "const Q: char = '\"'; use crate::app::x;").len(),
            1
        );
        assert_eq!(
            found("services/auth/src/domain/user.rs", "use other_crate::app::x; use saffron_core::store::y;"),
            Vec::<String>::new()
        );
    }
}
