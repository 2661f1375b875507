//! `cargo dev test`: everything that has to hold, from formatting to a browser, on real servers.

mod browser;
mod faults;
mod python;
mod report;
mod run;
mod rust;
mod stack;
mod started;
mod web;

use std::ffi::OsString;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use tokio::process::Command;

use crate::place::Place;
use crate::say::Say;
use crate::{check, generate, tools};
pub use python::api;
use report::Report;
pub use run::{TestServers, abandon, clean_up};
pub use stack::{Demo, Stack, script};

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
pub async fn with_servers(place: &Place, command: &[OsString], say: &Say) -> Result<()> {
    let (program, args) = command.split_first().context("no command")?;
    place.create_home()?;
    clean_up(place, say).await?;
    let servers = TestServers::start(place, say).await?;
    let status = Command::new(program)
        .args(args)
        .env("SAFFRON_TEST_POSTGRES_URL", &servers.postgres)
        .env("SAFFRON_TEST_NATS_URL", &servers.nats)
        .kill_on_drop(true)
        .status()
        .await;
    servers.stop().await;
    let status = status.with_context(|| format!("cannot start {}", program.display()))?;
    if status.success() { Ok(()) } else { bail!("{} ended with {status}", program.display()) }
}

/// Runs parts of the tests, all of them if none is named; the last line is `N passed, N failed`. True if none failed.
pub async fn test(place: &Place, parts: &[Part], say: &Say) -> Result<bool> {
    let all = Part::value_variants();
    let parts = if parts.is_empty() { all } else { parts };
    let has = |part: Part| parts.contains(&part);
    place.create_home()?;
    clean_up(place, say).await?;
    tools::check(place, say).await?;
    let report = Report::new(say.clone());

    // npm waits for the network and for its tools while cargo keeps the cores busy; tests get the cores for themselves.
    tokio::join!(
        async {
            if has(Part::Rust) {
                rust::checks(place, &report, say).await;
            }
            if parts.iter().any(|part| !matches!(part, Part::Web | Part::Platform)) {
                rust::build(place, &report).await;
            }
        },
        async {
            if has(Part::Web) {
                web::checks(place, &report, say).await;
            }
            if has(Part::Web) || has(Part::E2e) || has(Part::Analysts) {
                report.step("web app", crate::web::build(place, say)).await;
            }
            if has(Part::Web) {
                web::size(place, &report).await;
                report
                    .counted("contracts", async { check::finish(check::contracts(place, say).await?) })
                    .await;
            }
            if has(Part::Platform) {
                python::platform(place, &report).await;
            }
        },
    );
    if has(Part::Rust) {
        rust::tests(place, &report, say).await;
    }
    if has(Part::Web) {
        web::tests(place, &report).await;
    }
    if has(Part::Gen) {
        report.counted("generated files", generate::check_built(place, say)).await;
    }
    if has(Part::E2e) || has(Part::Analysts) {
        started::tests(place, &report, has(Part::E2e), has(Part::Analysts), say).await;
    }
    if has(Part::Faults) {
        faults::tests(place, &report).await;
    }

    let (passed, failed) = report.end();
    say.line(format!("\n{passed} passed, {failed} failed"));
    Ok(failed == 0)
}
