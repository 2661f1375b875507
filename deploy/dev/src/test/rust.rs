//! Formatting, lints, import rule, licences, and the Rust tests on real servers.

use std::cmp::Reverse;
use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;

use anyhow::Result;
use serde_json::Value;

use crate::build::cargo_tool;
use crate::check;
use crate::{Config, Output, Tool};

use super::report::{Report, number_before};
use super::run::TestServers;

/// Runs the checks that need no server.
pub(super) async fn checks(config: &Config, report: &Report, out: &Output) {
    let cargo = |args: &str| cargo_tool(config, "cargo").args(args.split(' '));
    report.tool("rustfmt", cargo("fmt --all --check")).await;
    report.counted("import rule", async { check::finish(check::imports(config, out).await?) }).await;
    if cargo("deny --version").run(|_| ()).await.is_ok() {
        report.tool("cargo-deny", cargo("deny --offline check licenses sources bans")).await;
    }
    report.tool("clippy", cargo("clippy --workspace --all-targets --locked -- -D warnings")).await;
    // What no part of the tests runs is no target of `--all-targets`.
    let proofs = cargo("clippy --workspace --test cluster --test citus --locked -- -D warnings");
    report.tool("clippy of proofs", proofs).await;
}

/// Builds binaries and tests at once, so that every later step finds them built.
pub(super) async fn build(config: &Config, report: &Report) {
    let build = cargo_tool(config, "cargo build");
    report.tool("build", build.args(["build", "--workspace", "--bins", "--tests", "--locked"])).await;
}

/// All Rust tests, two programs of them at once: while the last tests of one wait, the other keeps the cores busy.
pub(super) async fn tests(config: &Config, report: &Report, out: &Output) -> Result<()> {
    let programs = binaries(config).await?;
    let servers = TestServers::start(config, out).await?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let waiting = Mutex::new(programs.into_iter());
    let next = || waiting.lock().ok()?.next();
    let in_turn = || async {
        while let Some(Binary { program, folder, package, target }) = next() {
            let tests = Tool::new("tests", &program)
                .folder(&folder)
                .envs(servers.variables())
                .env("RUST_TEST_THREADS", cores.to_string());
            report.tests(&format!("{package}: {target}"), tests, sums).await;
        }
    };
    tokio::join!(in_turn(), in_turn());
    servers.stop().await;
    Ok(())
}

/// A program of tests.
struct Binary {
    program: PathBuf,
    /// The folder of the crate, in which the program runs.
    folder: PathBuf,
    /// The name of the crate's folder.
    package: String,
    target: String,
}

/// The test programs of all crates, the largest first, as they run longest. No crate has tests in its documentation.
async fn binaries(config: &Config) -> Result<Vec<Binary>> {
    let build = ["test", "--workspace", "--locked", "--no-run", "--message-format=json-render-diagnostics"];
    let output = cargo_tool(config, "cargo test --no-run").args(build).run(|_| ()).await?;
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

/// The test program that a line of cargo's messages reports as built.
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

/// Passed and failed tests in a line such as `test result: ok. 12 passed; 0 failed; …`.
pub fn sums(line: &str) -> (u32, u32) {
    if !line.starts_with("test result:") {
        return (0, 0);
    }
    (number_before(line, " passed"), number_before(line, " failed"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passed_and_failed_tests_are_read_from_the_sums() {
        assert_eq!(sums("test result: ok. 1 passed; 0 failed; 0 ignored"), (1, 0));
        assert_eq!(sums("test result: ok. 0 passed; 2 failed; 0 ignored"), (0, 2));
        assert_eq!(sums("running 1 test"), (0, 0));
    }

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
