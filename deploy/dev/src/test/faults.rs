//! Killed and replaced processes: test binaries of their own, because they need the built services and minutes.

use crate::Config;
use crate::build::cargo_tool;

use super::report::Report;
use super::rust::sums;

/// Killed servers during an import, a rolling restart under load, and a restore of what was wiped.
const RUN: [&str; 6] = ["--test", "faults", "--test", "rolling", "--test", "backup"];
/// The test targets of `cargo dev prove`, which are only checked here: clippy skips targets that are built by name alone.
const LONG: [[&str; 2]; 6] = [
    ["--test", "cluster"],
    ["--test", "hardships"],
    ["--test", "kills"],
    ["--test", "limits"],
    ["--test", "network"],
    ["--test", "upgrade"],
];

/// Runs the tests that kill and replace processes.
pub(super) async fn tests(config: &Config, report: &Report) {
    let cargo = |args: [&[&str]; 4]| cargo_tool(config, "cargo").args(args.concat());
    let clippy =
        cargo([&["clippy", "--workspace", "--locked"], &RUN, LONG.as_flattened(), &["--", "-D", "warnings"]]);
    report.tool("clippy of the fault tests", clippy).await;
    let tests =
        cargo([&["test", "--workspace", "--locked", "--no-fail-fast"], &RUN, &[], &["--", "--nocapture"]]);
    report.tests("fault tests", tests, sums).await;
}
