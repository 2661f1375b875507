//! Killed and replaced processes: test binaries of their own, because they need the built services and minutes.

use crate::build::cargo_tool;
use crate::place::Place;

use super::report::Report;
use super::rust::sums;

/// Killed servers during an import, a rolling restart under load, and a restore of what was wiped.
const RUN: [&str; 6] = ["--test", "faults", "--test", "rolling", "--test", "backup"];
/// Those that `cargo dev prove` runs: clippy looks at no test that is built only by its name.
const LONG: [&str; 10] =
    ["--test", "cluster", "--test", "hardships", "--test", "kills", "--test", "limits", "--test", "network"];

pub(super) async fn tests(place: &Place, report: &Report) {
    let log = |name: &str| place.logs().join(format!("test-{name}.log"));
    let clippy =
        [&["clippy", "--workspace", "--locked"], RUN.as_slice(), LONG.as_slice(), &["--", "-D", "warnings"]];
    let clippy = cargo_tool(place, "cargo clippy").args(clippy.concat());
    report.tool("clippy of the fault tests", clippy, &log("faults-clippy")).await;
    let tests =
        [&["test", "--workspace", "--locked", "--no-fail-fast"], RUN.as_slice(), &["--", "--nocapture"]];
    let tests = cargo_tool(place, "cargo test").args(tests.concat());
    report.tests("fault tests", tests, &log("faults"), sums).await;
}
