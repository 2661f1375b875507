//! Killed services and servers: a test binary of its own, because it needs the built services and minutes.

use crate::build::cargo_tool;
use crate::place::Place;

use super::report::Report;
use super::rust::sums;

pub(super) async fn tests(place: &Place, report: &Report) {
    let log = |name: &str| place.logs().join(format!("test-{name}.log"));
    let clippy =
        ["clippy", "--package", "saffron-dev", "--test", "faults", "--locked", "--", "-D", "warnings"];
    report
        .tool(
            "clippy of the fault test",
            cargo_tool(place, "cargo clippy").args(clippy),
            &log("faults-clippy"),
        )
        .await;
    let tests = cargo_tool(place, "cargo test").args([
        "test",
        "--package",
        "saffron-dev",
        "--test",
        "faults",
        "--locked",
        "--",
        "--nocapture",
    ]);
    report.tests("fault tests", tests, &log("faults"), sums).await;
}
