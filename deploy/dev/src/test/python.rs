//! Tests that Python runs: of the manifests, of the scripts for analysts, and of the HTTP API. They fetch their packages
//! themselves.

use anyhow::Result;

use super::instance::TestInstance;
use super::report::Report;
use crate::{Config, Tool};

/// The number of random requests in `cargo dev test`, which take half a minute, and their seed.
const REQUESTS: (u64, u64) = (1_500, 0);

/// Tests the manifests, network edges, alerts and runbooks, the image and compose. Needs no server.
pub(super) async fn platform(config: &Config, report: &Report) {
    report.tests("k8s", script(config, "k8s/tests/run.py", Vec::new()), sums).await;
    report.tests("docker", script(config, "deploy/docker/tests/run.py", Vec::new()), sums).await;
}

/// Tests of a started instance: the scripts of docs/analysts and what their users are refused, then random requests, which
/// end sessions and write anything.
pub(super) async fn started(config: &Config, report: &Report, instance: &TestInstance) -> Result<bool> {
    let analysts = script(config, "docs/analysts/tests/run.py", instance.environment()?);
    let passed = report.tests("analysts", analysts, sums).await;
    let requests = api(config, instance, REQUESTS.0, REQUESTS.1)?;
    Ok(report.tests("api", requests, sums).await && passed)
}

/// The script that sends random requests to a started instance.
pub fn api(config: &Config, instance: &TestInstance, requests: u64, seed: u64) -> Result<Tool> {
    let tool = script(config, "proto/tests/run.py", instance.environment()?);
    Ok(tool.env("SAFFRON_TEST_ROUNDS", requests.to_string()).env("SAFFRON_TEST_SEED", seed.to_string()))
}

/// A Python test script of the repository with these variables.
fn script(config: &Config, script: &str, env: Vec<(String, String)>) -> Tool {
    Tool::new(script, "python3")
        .env_without("SAFFRON_")
        .envs(env)
        .env("SAFFRON_PACKAGES", &config.packages)
        .args([config.repo.join(script)])
        .folder(&config.repo)
}

/// Passed and failed tests in a line such as `test_replay (test_scripts.Replay.test_replay) ... ok`.
fn sums(line: &str) -> (u32, u32) {
    let ends = |what: &str| u32::from(line.ends_with(what));
    (ends(" ... ok"), ends(" ... FAIL") + ends(" ... ERROR"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_read_as_unittest_prints_them() {
        assert_eq!(sums("test_replay (test_scripts.Replay.test_replay) ... ok"), (1, 0));
        assert_eq!(sums("What it says of itself ... ok"), (1, 0));
        assert_eq!(sums("test_replay (test_scripts.Replay.test_replay) ... FAIL"), (0, 1));
        assert_eq!(sums("test_replay (test_scripts.Replay.test_replay) ... ERROR"), (0, 1));
        assert_eq!(sums("Ran 12 tests in 3.1s"), (0, 0));
    }
}
