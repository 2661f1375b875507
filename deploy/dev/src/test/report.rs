//! What passed and what failed, counted over all steps.

use std::future::Future;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use anyhow::Result;

use crate::proc::{Tool, tail};
use crate::say::Say;

/// Lines of a failed step's log that are shown.
const SHOWN: usize = 200;
/// Tests of a failed step that are named again at the end.
const MOST_NAMED: usize = 20;

/// The sums of a test run.
pub struct Report {
    say: Say,
    passed: AtomicU32,
    failed: AtomicU32,
    /// What failed, a line each: it is said once more at the end, where somebody looks who has the end alone.
    failures: Mutex<Vec<String>>,
}

impl Report {
    /// Of nothing yet.
    pub fn new(say: Say) -> Self {
        Self { say, passed: AtomicU32::new(0), failed: AtomicU32::new(0), failures: Mutex::default() }
    }

    fn add(&self, passed: u32, failed: u32) {
        self.passed.fetch_add(passed, Ordering::Relaxed);
        self.failed.fetch_add(failed, Ordering::Relaxed);
    }

    fn note(&self, name: &str, output: &str) {
        let tests = output.lines().filter(|line| is_failure(line)).take(MOST_NAMED);
        let mut failures = self.failures.lock().unwrap_or_else(PoisonError::into_inner);
        failures.push(format!("✗ {name}"));
        failures.extend(tests.map(|line| format!("    {}", line.trim())));
    }

    /// Something that has to go well and counts only if it does not.
    pub async fn step(&self, name: &str, work: impl Future<Output = Result<()>>) -> bool {
        match work.await {
            Ok(()) => true,
            Err(error) => {
                self.say.line(format!("✗ {name}\n{error:#}"));
                self.note(name, "");
                self.add(0, 1);
                false
            }
        }
    }

    /// A check that counts as one.
    pub async fn counted(&self, name: &str, work: impl Future<Output = Result<()>>) -> bool {
        let fine = self.step(name, work).await;
        self.add(u32::from(fine), 0);
        fine
    }

    /// A command that counts as one.
    pub async fn tool(&self, name: &str, tool: Tool, log: &Path) -> bool {
        self.run(name, tool, log, |_| (1, 0)).await
    }

    /// A test runner: `count` reads from a line of its output how many tests passed and failed.
    pub async fn tests(&self, name: &str, tool: Tool, log: &Path, count: fn(&str) -> (u32, u32)) -> bool {
        self.run(name, tool, log, |output| {
            output.lines().map(count).fold((0, 0), |(passed, failed), (p, f)| (passed + p, failed + f))
        })
        .await
    }

    async fn run(&self, name: &str, tool: Tool, log: &Path, count: impl Fn(&str) -> (u32, u32)) -> bool {
        let step = self.say.step(name);
        let result = tool.log(log.to_path_buf()).run(|line| step.note(line)).await;
        // The log has standard error too, where some runners print their sums.
        let output = std::fs::read_to_string(log).unwrap_or_default();
        let (passed, failed) = count(&output);
        match result {
            Ok(_) if passed > 0 && failed == 0 => {
                let what = if passed > 1 { format!("{passed} passed") } else { String::new() };
                step.done(&what);
                self.add(passed, 0);
                true
            }
            Ok(_) => {
                self.note(name, &output);
                step.failed(&format!(
                    "{passed} passed, {failed} failed, and the runner ended well; see {}",
                    log.display()
                ));
                self.add(passed, failed.max(1));
                false
            }
            Err(error) => {
                self.note(name, &output);
                step.failed("");
                let end = tail(log, SHOWN);
                let why = error.to_string();
                let first = why.lines().next().unwrap_or_default();
                self.say.line(format!("{end}\n{first} (all of it: {})", log.display()));
                // A check is one thing; of tests, those that passed count all the same.
                if failed > 0 {
                    self.add(passed, failed)
                } else {
                    self.add(0, 1)
                }
                false
            }
        }
    }

    /// The sums, after what failed.
    pub fn end(&self) -> (u32, u32) {
        for line in self.failures.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            self.say.line(line);
        }
        (self.passed.load(Ordering::Relaxed), self.failed.load(Ordering::Relaxed))
    }
}

/// Whether a line of a runner names a test that failed: cargo's, unittest's, vitest's or Playwright's.
fn is_failure(line: &str) -> bool {
    let line = line.trim_start();
    (line.starts_with("test ") && line.ends_with("FAILED"))
        || ["FAIL: ", "ERROR: ", "FAIL  ", "✘ "].into_iter().any(|sign| line.starts_with(sign))
}

/// The number that stands before a word: 12 in `ok. 12 passed; 0 failed`.
pub fn number_before(line: &str, word: &str) -> u32 {
    let Some((before, _)) = line.split_once(word) else { return 0 };
    before.split_whitespace().next_back().and_then(|number| number.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_where_they_stand() {
        assert_eq!(number_before("test result: ok. 12 passed; 3 failed; 0 ignored", " passed"), 12);
        assert_eq!(number_before("test result: ok. 12 passed; 3 failed; 0 ignored", " failed"), 3);
        assert_eq!(number_before("nothing", " passed"), 0);
    }

    #[test]
    fn tests_that_failed_are_known_whichever_runner_names_them() {
        let failed = [
            "test rules::a_rule_holds ... FAILED",
            "FAIL: test_a (m.T.test_a)",
            "ERROR: test_b (m.T.test_b)",
            " FAIL  src/a.test.ts > it works",
            "  ✘  3 e2e/a.spec.ts:1:1 › it works (2s)",
        ];
        assert!(failed.into_iter().all(is_failure));
        let fine = ["test rules::a_rule_holds ... ok", "test result: FAILED. 1 passed", "an ERROR: of a log"];
        assert!(!fine.into_iter().any(is_failure));
    }

    #[tokio::test]
    async fn a_runner_that_ran_no_test_has_failed() {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log");
        let report = Report::new(Say::default());
        let count = |line: &str| (number_before(line, " passed"), number_before(line, " failed"));
        let echo = |text: &str| Tool::new("echo", "echo").args([text]);
        assert!(!report.tests("none", echo("0 passed, 0 failed"), &log, count).await);
        assert!(report.tests("some", echo("3 passed, 0 failed"), &log, count).await);
        assert!(
            !report
                .tests(
                    "bad",
                    Tool::new("sh", "sh").args(["-c", "echo 2 passed, 1 failed; exit 1"]),
                    &log,
                    count
                )
                .await
        );
        assert!(!report.tool("false", Tool::new("false", "false"), &log).await);
        assert_eq!(report.end(), (5, 3));
    }
}
