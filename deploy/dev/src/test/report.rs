//! What passed and what failed, counted over all steps.

use std::future::Future;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use anyhow::Result;

use crate::proc::tail;
use crate::{Config, Output, Tool};

/// Lines of a failed step's log that are shown.
const SHOWN: usize = 200;
/// Lines of a failed step that are shown again at the end: its failed tests, and why they failed.
const MOST_NAMED: usize = 40;

/// The report of a test run: how much passed and failed.
pub struct Report {
    out: Output,
    logs: PathBuf,
    sums: Mutex<Sums>,
}

#[derive(Default)]
struct Sums {
    passed: u32,
    failed: u32,
    /// The failures, a line each: shown once more at the end of a long output.
    failures: Vec<String>,
}

impl Report {
    /// An empty report.
    pub fn new(config: &Config, out: &Output) -> Self {
        Self { out: out.clone(), logs: config.logs(), sums: Mutex::default() }
    }

    fn add(&self, passed: u32, failed: u32) {
        self.change(|sums| (sums.passed, sums.failed) = (sums.passed + passed, sums.failed + failed));
    }

    fn change(&self, change: impl FnOnce(&mut Sums)) {
        change(&mut self.sums.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Notes a failed step, and the failed tests and their reasons that its output names.
    fn note_failure(&self, name: &str, output: &str) {
        let tests = output.lines().filter(|line| is_failure(line) || is_reason(line)).take(MOST_NAMED);
        let tests = tests.map(|line| format!("    {}", line.trim()));
        self.change(|sums| sums.failures.extend([format!("✗ {name}")].into_iter().chain(tests)));
    }

    /// Runs a step of preparation, which counts only if it fails.
    pub async fn step(&self, name: &str, work: impl Future<Output = Result<()>>) -> bool {
        match work.await {
            Ok(()) => true,
            Err(error) => {
                self.out.line(format!("✗ {name}\n{error:#}"));
                self.note_failure(name, "");
                self.add(0, 1);
                false
            }
        }
    }

    /// Runs a check, which counts as one test.
    pub async fn counted(&self, name: &str, work: impl Future<Output = Result<()>>) {
        let passed = self.step(name, work).await;
        self.add(u32::from(passed), 0);
    }

    /// Runs a command, which counts as one test; true if it passed.
    pub async fn tool(&self, name: &str, tool: Tool) -> bool {
        self.run(name, tool, |_| (1, 0)).await
    }

    /// Runs a test runner; `count` reads from a line of its output how many tests passed and failed.
    pub async fn tests(&self, name: &str, tool: Tool, count: fn(&str) -> (u32, u32)) -> bool {
        let sum = |(passed, failed), (p, f)| (passed + p, failed + f);
        self.run(name, tool, |output| output.lines().map(count).fold((0, 0), sum)).await
    }

    /// Runs a command as a step; `count` reads its sums.
    async fn run(&self, name: &str, tool: Tool, count: impl Fn(&str) -> (u32, u32)) -> bool {
        let log = self.logs.join(format!("test-{}.log", name.replace(": ", "-").replace(' ', "-")));
        let step = self.out.step(name);
        let result = tool.log(log.clone()).run(|line| step.note(line)).await;
        // The log has standard error too, where some runners print their sums.
        let output = std::fs::read_to_string(&log).unwrap_or_default();
        let (passed, failed) = count(&output);
        let error = match result {
            Ok(_) if passed > 0 && failed == 0 => {
                step.done(&if passed > 1 { format!("{passed} passed") } else { String::new() });
                self.add(passed, 0);
                return true;
            }
            Ok(_) => None,
            Err(error) => Some(error.to_string()),
        };
        self.note_failure(name, &output);
        if let Some(error) = error {
            step.failed("");
            let first = error.lines().next().unwrap_or_default();
            self.out.line(format!("{}\n{first} (all of it: {})", tail(&log, SHOWN), log.display()));
            // A check is one thing; of tests, those that passed count all the same.
            self.add(if failed > 0 { passed } else { 0 }, failed.max(1));
        } else {
            let log = log.display();
            step.failed(&format!("{passed} passed, {failed} failed, and the runner ended well; see {log}"));
            self.add(passed, failed.max(1));
        }
        false
    }

    /// Prints the failures; gives how many passed and how many failed.
    pub fn end(self) -> (u32, u32) {
        let sums = self.sums.into_inner().unwrap_or_else(PoisonError::into_inner);
        sums.failures.iter().for_each(|line| self.out.line(line));
        (sums.passed, sums.failed)
    }
}

/// Whether a line of a runner names a test that failed: cargo's, unittest's, vitest's or Playwright's.
fn is_failure(line: &str) -> bool {
    let line = line.trim_start();
    (line.starts_with("test ") && line.ends_with("FAILED"))
        || ["FAIL: ", "ERROR: ", "FAIL  ", "✘ "].into_iter().any(|sign| line.starts_with(sign))
}

/// Whether a line of a runner says why a test failed: the place of a panic, Playwright's error, its locator and its line of code.
fn is_reason(line: &str) -> bool {
    let line = line.trim_start();
    let is_code =
        || line.strip_prefix("> ").is_some_and(|rest| rest.starts_with(|sign: char| sign.is_ascii_digit()));
    (line.starts_with("thread '") && line.contains(" panicked at "))
        || ["Error: ", "TimeoutError: ", "Locator: "].into_iter().any(|sign| line.starts_with(sign))
        || is_code()
}

/// The number before a word: 12 in `ok. 12 passed; 0 failed`.
pub fn number_before(line: &str, word: &str) -> u32 {
    let Some((before, _)) = line.split_once(word) else { return 0 };
    before.split_whitespace().next_back().and_then(|number| number.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_is_read_before_its_word() {
        assert_eq!(number_before("test result: ok. 12 passed; 3 failed; 0 ignored", " passed"), 12);
        assert_eq!(number_before("test result: ok. 12 passed; 3 failed; 0 ignored", " failed"), 3);
        assert_eq!(number_before("nothing", " passed"), 0);
    }

    #[test]
    fn failed_tests_are_known_for_every_runner() {
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

    #[test]
    fn reasons_are_known_for_every_runner() {
        let reasons = [
            "thread 'rules::a_rule_holds' (12) panicked at services/a.rs:228:5:",
            "    Error: expect(locator).toHaveCount(expected) failed",
            "    Locator:  getByRole('listitem')",
            "    > 225 |     await expect(rows(page)).toHaveCount(1);",
        ];
        assert!(reasons.into_iter().all(is_reason));
        let other = ["> saffron@1.0.0 e2e", "      226 |     await page.goto('/');", "an Error: of a log"];
        assert!(!other.into_iter().any(is_reason));
    }

    #[tokio::test]
    async fn runner_without_a_passed_test_has_failed() {
        let folder = tempfile::tempdir().unwrap();
        let report = Report { out: Output::default(), logs: folder.path().into(), sums: Mutex::default() };
        let count = |line: &str| (number_before(line, " passed"), number_before(line, " failed"));
        let shell = |script: &str| Tool::new("sh", "sh").args(["-c", script]);
        assert!(!report.tests("none", shell("echo 0 passed, 0 failed"), count).await);
        assert!(report.tests("some", shell("echo 3 passed, 0 failed"), count).await);
        assert!(!report.tests("bad", shell("echo 2 passed, 1 failed; exit 1"), count).await);
        assert!(!report.tool("false", shell("exit 1")).await);
        assert_eq!(report.end(), (5, 3));
    }
}
