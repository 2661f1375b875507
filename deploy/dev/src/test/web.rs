//! The web app: lints, types, tests, and the app in a browser.

use super::report::{Report, number_before};
use super::stack::Stack;
use crate::place::Place;
use crate::say::Say;
use crate::web::{install, npm};

/// What needs no processor for itself.
pub(super) async fn checks(place: &Place, report: &Report, say: &Say) {
    if !report.step("web packages", install(place, say)).await {
        return;
    }
    for script in ["lint", "typecheck"] {
        let tool = npm(place, script).args(["run", script]);
        report
            .tool(&format!("web {script}"), tool, &place.logs().join(format!("test-web-{script}.log")))
            .await;
    }
}

/// The unit tests.
pub(super) async fn tests(place: &Place, report: &Report) {
    let tool = npm(place, "npm run test").args(["run", "test"]);
    report.tests("web tests", tool, &place.logs().join("test-web.log"), vitest_sums).await;
}

/// Whether the built app keeps to its size.
pub(super) async fn size(place: &Place, report: &Report) {
    let tool = npm(place, "npm run size").args(["run", "size"]);
    report.tool("web size", tool, &place.logs().join("test-web-size.log")).await;
}

/// The browser tests, against a started instance.
pub(super) async fn browser_tests(place: &Place, report: &Report, stack: &Stack, say: &Say) -> bool {
    match stack.variables(place, say).await {
        Ok(variables) => {
            let tool = npm(place, "npm run e2e").env_without("SAFFRON_").envs(variables).args(["run", "e2e"]);
            report.tests("browser tests", tool, &place.logs().join("test-e2e.log"), playwright_sums).await
        }
        Err(error) => report.step("browser", async { Err(error) }).await,
    }
}

/// `Tests  1 failed | 12 passed (13)`
fn vitest_sums(line: &str) -> (u32, u32) {
    if !line.trim_start().starts_with("Tests ") {
        return (0, 0);
    }
    (number_before(line, " passed"), number_before(line, " failed"))
}

/// `  12 passed (1.2m)`, `  1 failed`, `  1 flaky`
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
