//! Tests that Python runs: of the manifests, and of the scripts for analysts. They fetch their packages themselves.

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

async fn run(place: &Place, report: &Report, name: &str, script: &str, env: Vec<(String, String)>) -> bool {
    let script = place.repo.join(script);
    let tool = Tool::new(name, "python3")
        .env_without("SAFFRON_")
        .envs(env)
        .env("SAFFRON_PACKAGES", &place.packages)
        .args([script])
        .folder(&place.repo);
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
