//! Killed and replaced processes: test binaries of their own, because they need the built services and minutes.

use crate::build::cargo_tool;
use crate::place::Place;

use super::report::Report;
use super::rust::sums;

/// Killed servers during an import, and a rolling restart under load.
const BINARIES: [&str; 4] = ["--test", "faults", "--test", "rolling"];

pub(super) async fn tests(place: &Place, report: &Report) {
    let log = |name: &str| place.logs().join(format!("test-{name}.log"));
    let clippy = [&["clippy", "--workspace", "--locked"], BINARIES.as_slice(), &["--", "-D", "warnings"]];
    let clippy = cargo_tool(place, "cargo clippy").args(clippy.concat());
    report.tool("clippy of the fault tests", clippy, &log("faults-clippy")).await;
    let tests =
        [&["test", "--workspace", "--locked", "--no-fail-fast"], BINARIES.as_slice(), &["--", "--nocapture"]];
    let tests = cargo_tool(place, "cargo test").args(tests.concat());
    report.tests("fault tests", tests, &log("faults"), sums).await;
}
