//! `cargo dev test`: everything that has to hold, from formatting to a browser, on real servers.

mod browser;
mod faults;
mod instance;
mod python;
mod report;
mod run;
mod rust;
mod web;

use std::ffi::OsString;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use tokio::process::Command;

use crate::build::tools;
use crate::{Config, Output, check, generate};
pub use instance::{Demo, TestInstance, script};
pub use python::api;
use report::Report;
pub use run::{TestServers, abandon, clean_up};
pub use rust::sums;

/// Days of the demo: enough for every comparison with the week before.
const DEMO_DAYS: u32 = 30;

/// A part of the tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Part {
    /// Formatting, lints, import rule, licences, Rust tests
    Rust,
    /// Lints, types, tests and build of the web app
    Web,
    /// Whether the generated files are up to date
    Gen,
    /// Manifests for Kubernetes and containers, alerts and runbooks
    Platform,
    /// The app in a browser, on an instance of its own
    E2e,
    /// The scripts of docs/analysts and what their users are refused, and random requests to the HTTP API, on an instance of its own
    Analysts,
    /// Servers killed during an import, every service replaced under load, and a restore of what was wiped
    Faults,
}

/// Runs one command with SAFFRON_TEST_POSTGRES_URL and SAFFRON_TEST_NATS_URL, on servers that end with it.
pub async fn with_servers(config: &Config, command: &[OsString], out: &Output) -> Result<()> {
    let (program, args) = command.split_first().context("no command")?;
    config.create_home()?;
    clean_up(config, out).await?;
    let servers = TestServers::start(config, out).await?;
    let status = Command::new(program).args(args).envs(servers.variables()).kill_on_drop(true).status().await;
    servers.stop().await;
    let status = status.with_context(|| format!("cannot start {}", program.display()))?;
    if status.success() { Ok(()) } else { bail!("{} ended with {status}", program.display()) }
}

/// Runs parts of the tests, all of them if none is named; the last line is `N passed, N failed`. True if none failed.
pub async fn test(config: &Config, parts: &[Part], out: &Output) -> Result<bool> {
    let all = Part::value_variants();
    let parts = if parts.is_empty() { all } else { parts };
    let has = |part: Part| parts.contains(&part);
    config.create_home()?;
    clean_up(config, out).await?;
    tools::check(config, out).await?;
    let report = Report::new(config, out);

    // npm waits for the network and for its tools while cargo keeps the cores busy; tests get the cores for themselves.
    tokio::join!(
        async {
            if has(Part::Rust) {
                rust::checks(config, &report, out).await;
            }
            if parts.iter().any(|part| !matches!(part, Part::Web | Part::Platform)) {
                rust::build(config, &report).await;
            }
        },
        async {
            if has(Part::Web) {
                web::checks(config, &report, out).await;
            }
            if has(Part::Web) || has(Part::E2e) || has(Part::Analysts) {
                report.step("web app", crate::build::web::build(config, out)).await;
            }
            if has(Part::Web) {
                web::size(config, &report).await;
                report
                    .counted("contracts", async { check::finish(check::contracts(config, out).await?) })
                    .await;
            }
            if has(Part::Platform) {
                python::platform(config, &report).await;
            }
        },
    );
    if has(Part::Rust) {
        report.step("Rust tests", rust::tests(config, &report, out)).await;
    }
    if has(Part::Web) {
        web::tests(config, &report).await;
    }
    if has(Part::Gen) {
        report.counted("generated files", generate::check(config, &[], true, out)).await;
    }
    if has(Part::E2e) || has(Part::Analysts) {
        let started = started(config, &report, has(Part::E2e), has(Part::Analysts), out).await;
        report.step("tests on a started instance", async { started }).await;
    }
    if has(Part::Faults) {
        faults::tests(config, &report).await;
    }

    let (passed, failed) = report.end();
    out.line(format!("\n{passed} passed, {failed} failed"));
    Ok(failed == 0)
}

/// Starts an instance and runs the browser tests, then the scripts of analysts, which link and unlink a location of the
/// demo's owner, and random requests.
async fn started(
    config: &Config,
    report: &Report,
    browser: bool,
    analysts: bool,
    out: &Output,
) -> Result<()> {
    let instance = TestInstance::start(config, "e2e", Demo::Days(DEMO_DAYS), out).await?;
    let tests = async {
        let mut passed = true;
        if browser {
            passed &= web::browser_tests(config, report, &instance, out).await?;
        }
        if analysts {
            passed &= python::started(config, report, &instance).await?;
        }
        Ok(passed)
    };
    let passed: Result<bool> = tests.await;
    instance.stop(!matches!(passed, Ok(true)), out).await?;
    passed.map(drop)
}
