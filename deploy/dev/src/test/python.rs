//! Tests that Python runs: of the manifests, of the scripts for analysts, and of the HTTP API. They fetch their packages
//! themselves.

use anyhow::Result;

use super::report::Report;
use super::stack::Stack;
use crate::place::Place;
use crate::proc::Tool;

/// Manifests, network edges, alerts and runbooks; image and compose. Needs no server.
pub(super) async fn platform(place: &Place, report: &Report) {
    run(place, report, "k8s", "k8s/tests/run.py", Vec::new()).await;
    run(place, report, "docker", "deploy/docker/tests/run.py", Vec::new()).await;
}

/// The scripts of docs/analysts against a started instance, and what their users are refused.
pub(super) async fn analysts(place: &Place, report: &Report, stack: &Stack) -> bool {
    match stack.environment() {
        Ok(env) => run(place, report, "analysts", "docs/analysts/tests/run.py", env).await,
        Err(error) => report.step("analysts", async { Err(error) }).await,
    }
}

/// Requests to the HTTP API in `cargo dev test`, and the seed of what is random in them: half a minute.
const REQUESTS: (u64, u64) = (1_500, 0);

/// Random requests to a started instance, and what no answer may be.
pub(super) async fn requests(place: &Place, report: &Report, stack: &Stack) -> bool {
    match api(place, stack, REQUESTS.0, REQUESTS.1) {
        Ok(tool) => report.tests("api", tool, &place.logs().join("test-api.log"), sums).await,
        Err(error) => report.step("api", async { Err(error) }).await,
    }
}

/// The script of so many random requests to a started instance.
pub fn api(place: &Place, stack: &Stack, requests: u64, seed: u64) -> Result<Tool> {
    let tool = script(place, "api", "proto/tests/run.py", stack.environment()?);
    Ok(tool.env("SAFFRON_TEST_ROUNDS", requests.to_string()).env("SAFFRON_TEST_SEED", seed.to_string()))
}

fn script(place: &Place, name: &str, script: &str, env: Vec<(String, String)>) -> Tool {
    Tool::new(name, "python3")
        .env_without("SAFFRON_")
        .envs(env)
        .env("SAFFRON_PACKAGES", &place.packages)
        .args([place.repo.join(script)])
        .folder(&place.repo)
}

async fn run(place: &Place, report: &Report, name: &str, file: &str, env: Vec<(String, String)>) -> bool {
    let tool = script(place, name, file, env);
    report.tests(name, tool, &place.logs().join(format!("test-{name}.log")), sums).await
}

/// `test_replay (test_scripts.Replay.test_replay) ... ok`
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
