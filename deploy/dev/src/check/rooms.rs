//! Which room of a service may use which, and where a library stops: read from the source text.

use std::path::{Component, Path};

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
        "libs/core" => false,
        "libs/kit" | "libs/testkit" | "libs/proto" => true,
        // The gateway speaks gRPC as a client, to every service.
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

const LIBRARIES: [&str; 7] =
    ["sqlx", "jiff_sqlx", "tonic", "async_nats", "opentelemetry", "opentelemetry_sdk", "opentelemetry_otlp"];

/// Every use in one source file, named relative to the repository, that the rule forbids.
pub(super) fn broken(file: &Path, text: &str) -> Vec<String> {
    let parts: Vec<&str> = file
        .components()
        .filter_map(|part| match part {
            Component::Normal(part) => part.to_str(),
            _ => None,
        })
        .collect();
    // services/<crate>/src/…, services/libs/<crate>/src/…; tests and build scripts may use what they need.
    let Some(src) = parts.iter().position(|part| *part == "src") else { return Vec::new() };
    let crate_folder = parts.get(1..src).unwrap_or_default().join("/");
    let module: Vec<&str> =
        parts.get(src + 1..).unwrap_or_default().iter().map(|part| part.trim_end_matches(".rs")).collect();
    let Some(room) = module.first().copied() else { return Vec::new() };
    let code = without_comments_and_strings(text);
    let mut broken = Vec::new();
    let mut say = |what: String| {
        let line = format!("{}: {what}", file.display());
        if !broken.contains(&line) {
            broken.push(line);
        }
    };
    if !crate_folder.starts_with("libs/") {
        for used in used_rooms(&code, &module) {
            if !may_use(room, &used) {
                say(format!("the room {room} may not use {used}"));
            }
        }
    }
    for library in LIBRARIES {
        if names(&code, library) && !may_use_library(&crate_folder, room, library) {
            say(format!("{library} may not be used here"));
        }
    }
    broken
}

/// The top modules of the crate that the code names by `crate::` or by enough `super::`.
fn used_rooms(code: &str, module: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        if !is_word_before(code, at) {
            found.extend(heads(code.get(at + "crate::".len()..).unwrap_or_default()));
        }
    }
    // The file itself is one level, its folder's mod.rs is none.
    let depth = module.iter().filter(|part| !matches!(**part, "mod" | "lib" | "main")).count();
    let up = "super::".repeat(depth.max(1));
    for (at, _) in code.match_indices(&up) {
        let longer = code.get(..at).is_some_and(|before| before.ends_with("super::"));
        if depth > 0 && !longer && !is_word_before(code, at) {
            found.extend(heads(code.get(at + up.len()..).unwrap_or_default()));
        }
    }
    found
}

/// The first names of what follows a `::`: one, or all of a group in braces.
fn heads(rest: &str) -> Vec<String> {
    let word = |text: &str| -> String {
        text.trim_start().chars().take_while(|char| char.is_alphanumeric() || *char == '_').collect()
    };
    let Some(group) = rest.strip_prefix('{') else { return vec![word(rest)] };
    let mut found = Vec::new();
    let mut depth = 0_u32;
    let mut begin = 0;
    for (at, char) in group.char_indices() {
        match char {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                found.push(word(group.get(begin..at).unwrap_or_default()));
                begin = at + 1;
                if char == '}' {
                    break;
                }
            }
            _ => (),
        }
    }
    found
}

/// Whether the code names a library: `sqlx::`, `use sqlx;`.
fn names(code: &str, library: &str) -> bool {
    code.match_indices(library).any(|(at, _)| {
        let after = code.get(at + library.len()..).unwrap_or_default();
        let path = after.starts_with("::");
        let bare = after.starts_with(';') || after.starts_with(" as ");
        let used = code.get(..at).is_some_and(|before| before.ends_with("use "));
        !is_word_before(code, at) && (path || (bare && used))
    })
}

/// Whether what stands at `at` is the end of a longer word or path.
fn is_word_before(code: &str, at: usize) -> bool {
    let before = code.get(..at).unwrap_or_default();
    before.ends_with(|char: char| char.is_alphanumeric() || char == '_')
        || (before.ends_with("::")
            && before.trim_end_matches(':').ends_with(|char: char| char.is_alphanumeric()))
}

/// The code with comments and string literals taken out, so that prose is not taken for a use.
fn without_comments_and_strings(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        match char {
            '/' if chars.peek() == Some(&'/') => {
                let _ = chars.by_ref().find(|char| *char == '\n');
                code.push('\n');
            }
            '/' if chars.peek() == Some(&'*') => {
                let mut last = ' ';
                let _ = chars.by_ref().find(|char| {
                    let ends = last == '*' && *char == '/';
                    last = *char;
                    ends
                });
            }
            '"' => {
                let mut escaped = false;
                let _ = chars.by_ref().find(|char| {
                    let ends = *char == '"' && !escaped;
                    escaped = *char == '\\' && !escaped;
                    ends
                });
                code.push_str("\"\"");
            }
            // A quote that is a literal, not a lifetime, must not open a string.
            '\'' => {
                let mut ahead = chars.clone();
                let (first, second) = (ahead.next(), ahead.next());
                match (first, second) {
                    (Some('\\'), Some(_)) => {
                        chars = ahead;
                        let _ = chars.by_ref().find(|char| *char == '\'');
                    }
                    (Some(_), Some('\'')) => chars = ahead,
                    _ => code.push('\''),
                }
            }
            _ => code.push(char),
        }
    }
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(file: &str, text: &str) -> Vec<String> {
        broken(Path::new(file), text)
    }

    #[test]
    fn rooms_use_what_lies_below_them() {
        let store = "use crate::domain::Check;\nuse sqlx::query;\nfn f() { crate::domain::g() }";
        assert_eq!(found("services/reports/src/store/checks.rs", store), Vec::<String>::new());
        let grpc = "use crate::{app, store::checks};\nuse tonic::Status;";
        assert_eq!(found("services/reports/src/grpc.rs", grpc), Vec::<String>::new());
    }

    #[test]
    fn every_way_up_is_refused() {
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
    fn prose_and_strings_are_no_use() {
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
