//! Formatting, lints, import rule, licences, and the Rust tests on real servers.

use std::cmp::Reverse;
use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;

use anyhow::Result;
use serde_json::Value;

use crate::build::cargo_tool;
use crate::check;
use crate::place::Place;
use crate::proc::Tool;
use crate::say::Say;

use super::report::{Report, number_before};
use super::run::TestServers;

/// What needs no server.
pub(super) async fn checks(place: &Place, report: &Report, say: &Say) {
    let log = |name: &str| place.logs().join(format!("test-{name}.log"));
    report
        .tool("rustfmt", cargo_tool(place, "cargo fmt").args(["fmt", "--all", "--check"]), &log("fmt"))
        .await;
    report.counted("import rule", async { check::finish(check::imports(place, say).await?) }).await;
    let deny =
        Tool::new("cargo deny", crate::tools::cargo(place)).args(["deny", "--version"]).run(|_| ()).await;
    if deny.is_ok() {
        let args = ["deny", "--offline", "check", "licenses", "sources", "bans"];
        report.tool("cargo-deny", cargo_tool(place, "cargo deny").args(args), &log("deny")).await;
    }
    let clippy = ["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"];
    report.tool("clippy", cargo_tool(place, "cargo clippy").args(clippy), &log("clippy")).await;
    // What no part of the tests runs is no target of `--all-targets`.
    let proofs = ["--test", "cluster", "--test", "citus"];
    let clippy = [&["clippy", "--workspace"], &proofs[..], &["--locked", "--", "-D", "warnings"]].concat();
    report
        .tool("clippy of proofs", cargo_tool(place, "cargo clippy").args(clippy), &log("clippy-proofs"))
        .await;
}

/// Binaries and tests in one go, so that every later step finds them built.
pub(super) async fn build(place: &Place, report: &Report) {
    let build =
        cargo_tool(place, "cargo build").args(["build", "--workspace", "--bins", "--tests", "--locked"]);
    report.tool("build", build, &place.logs().join("test-build.log")).await;
}

/// All Rust tests, two programs of them at once: while the last tests of one wait, the other keeps the cores busy.
pub(super) async fn tests(place: &Place, report: &Report, say: &Say) {
    let begun =
        async { Ok::<_, anyhow::Error>((binaries(place).await?, TestServers::start(place, say).await?)) };
    let (programs, servers) = match begun.await {
        Ok(begun) => begun,
        Err(error) => {
            report.step("Rust tests", async { Err(error) }).await;
            return;
        }
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let waiting = Mutex::new(programs.into_iter());
    let next = || waiting.lock().ok()?.next();
    let run = |binary: Binary| {
        let log = place.logs().join(format!("test-{}-{}.log", binary.package, binary.target));
        let tests = Tool::new("tests", &binary.program)
            .folder(&binary.folder)
            .env("RUST_TEST_THREADS", cores.to_string())
            .env("SAFFRON_TEST_POSTGRES_URL", &servers.postgres)
            .env("SAFFRON_TEST_NATS_URL", &servers.nats);
        async move { report.tests(&format!("{}: {}", binary.package, binary.target), tests, &log, sums).await }
    };
    let in_turn = || async {
        while let Some(binary) = next() {
            run(binary).await;
        }
    };
    tokio::join!(in_turn(), in_turn());
    servers.stop().await;
}

/// A program of tests.
struct Binary {
    program: PathBuf,
    /// The folder of its crate, where it runs.
    folder: PathBuf,
    /// The crate's folder by name.
    package: String,
    target: String,
}

/// Those of all crates that have any test, the largest first: they run longest. No crate has tests in its documentation:
/// their `Cargo.toml` say so.
async fn binaries(place: &Place) -> Result<Vec<Binary>> {
    let build = ["test", "--workspace", "--locked", "--no-run", "--message-format=json-render-diagnostics"];
    let output = cargo_tool(place, "cargo test --no-run").args(build).run(|_| ()).await?;
    let mut found = Vec::new();
    for binary in output.lines().filter_map(binary) {
        let listed = Tool::new("tests", &binary.program).args(["--list"]).run(|_| ()).await?;
        if listed.lines().any(|line| line.ends_with(": test")) {
            let size = fs::metadata(&binary.program).map_or(0, |file| file.len());
            found.push((size, binary));
        }
    }
    found.sort_by_key(|(size, _)| Reverse(*size));
    Ok(found.into_iter().map(|(_, binary)| binary).collect())
}

/// What a line of cargo's messages says was built, if that is a program of tests.
fn binary(line: &str) -> Option<Binary> {
    let message: Value = serde_json::from_str(line).ok()?;
    if message.pointer("/profile/test") != Some(&Value::Bool(true)) {
        return None;
    }
    let text = |pointer: &str| message.pointer(pointer).and_then(Value::as_str);
    let folder = PathBuf::from(text("/manifest_path")?).parent()?.to_path_buf();
    Some(Binary {
        program: text("/executable")?.into(),
        package: folder.file_name()?.to_str()?.to_owned(),
        folder,
        target: text("/target/name")?.to_owned(),
    })
}

/// `test result: ok. 12 passed; 0 failed; …`
pub(super) fn sums(line: &str) -> (u32, u32) {
    if !line.starts_with("test result:") {
        return (0, 0);
    }
    (number_before(line, " passed"), number_before(line, " failed"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_programs_are_read_from_what_cargo_built() {
        let built = |test: bool| {
            format!(
                r#"{{"reason":"compiler-artifact","manifest_path":"/repo/services/auth/Cargo.toml","target":{{"name":"it"}},"profile":{{"test":{test}}},"executable":"/target/it-1"}}"#
            )
        };
        let it = binary(&built(true)).unwrap();
        assert_eq!((it.package.as_str(), it.target.as_str()), ("auth", "it"));
        assert_eq!(
            (it.folder.as_path(), it.program.as_path()),
            ("/repo/services/auth".as_ref(), "/target/it-1".as_ref())
        );
        assert!(binary(&built(false)).is_none());
        assert!(binary("   Compiling saffron-auth").is_none());
    }
}
