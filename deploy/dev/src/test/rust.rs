//! Formatting, lints, import rule, licences, and the Rust tests on real servers.

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

/// All Rust tests. Most of the time a test waits for Postgres or NATS: with one for each core the cores would idle.
pub(super) async fn tests(place: &Place, report: &Report, say: &Say) {
    let servers = match TestServers::start(place, say).await {
        Ok(servers) => servers,
        Err(error) => {
            report.step("servers for tests", async { Err(error) }).await;
            return;
        }
    };
    let at_once = 2 * std::thread::available_parallelism().map_or(1, usize::from);
    let tests = cargo_tool(place, "cargo test")
        .args(["test", "--workspace", "--locked", "--no-fail-fast"])
        .env("RUST_TEST_THREADS", at_once.to_string())
        .env("SAFFRON_TEST_POSTGRES_URL", &servers.postgres)
        .env("SAFFRON_TEST_NATS_URL", &servers.nats);
    report.tests("Rust tests", tests, &place.logs().join("test-rust.log"), sums).await;
    servers.stop().await;
}

/// `test result: ok. 12 passed; 0 failed; …`
pub(super) fn sums(line: &str) -> (u32, u32) {
    if !line.starts_with("test result:") {
        return (0, 0);
    }
    (number_before(line, " passed"), number_before(line, " failed"))
}
