//! The web app: lints, types, tests, and the app in a browser.

use anyhow::Result;

use super::instance::TestInstance;
use super::report::{Report, number_before};
use crate::build::web::{install, npm};
use crate::{Config, Output};

/// Runs the checks that may run beside other work.
pub(super) async fn checks(config: &Config, report: &Report, out: &Output) {
    if report.step("web packages", install(config, out)).await {
        for script in ["lint", "typecheck"] {
            report.tool(&format!("web {script}"), npm(config, script).args(["run", script])).await;
        }
    }
}

/// Runs the unit tests.
pub(super) async fn tests(config: &Config, report: &Report) {
    let tool = npm(config, "npm run test").args(["run", "test"]);
    report.tests("web tests", tool, vitest_sums).await;
}

/// Checks the size of the built app.
pub(super) async fn size(config: &Config, report: &Report) {
    report.tool("web size", npm(config, "npm run size").args(["run", "size"])).await;
}

/// Runs the browser tests against a started instance.
pub(super) async fn browser_tests(
    config: &Config,
    report: &Report,
    instance: &TestInstance,
    out: &Output,
) -> Result<bool> {
    let variables = instance.variables(config, out).await?;
    let tool = npm(config, "npm run e2e").env_without("SAFFRON_").envs(variables).args(["run", "e2e"]);
    Ok(report.tests("browser tests", tool, playwright_sums).await)
}

/// Passed and failed tests in a line such as `Tests  1 failed | 12 passed (13)`.
fn vitest_sums(line: &str) -> (u32, u32) {
    if !line.trim_start().starts_with("Tests ") {
        return (0, 0);
    }
    (number_before(line, " passed"), number_before(line, " failed"))
}

/// Passed and failed tests in lines such as `  12 passed (1.2m)`, `  1 failed`, `  1 flaky`.
fn playwright_sums(line: &str) -> (u32, u32) {
    let mut words = line.split_whitespace();
    let number = words.next().and_then(|word| word.parse::<u32>().ok());
    match (number, words.next(), line.starts_with("  ")) {
        (Some(number), Some("passed"), true) => (number, 0),
        (Some(number), Some("failed" | "flaky" | "interrupted"), true) => (0, number),
        _ => (0, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_read_as_the_runners_print_them() {
        assert_eq!(vitest_sums("      Tests  1 failed | 12 passed (13)"), (12, 1));
        assert_eq!(vitest_sums(" Test Files  3 passed (3)"), (0, 0));
        assert_eq!(playwright_sums("  12 passed (1.2m)"), (12, 0));
        assert_eq!(playwright_sums("  2 failed"), (0, 2));
        assert_eq!(playwright_sums("    [chromium] › a.spec.ts › 3 passed"), (0, 0));
    }
}
