//! What is tried against a started instance of the whole system, with folder, ports and data of its own.

use super::report::Report;
use super::stack::{Demo, Stack};
use super::{python, web};
use crate::place::Place;
use crate::say::Say;

/// Days of the demo: enough for every comparison with the week before.
const DEMO_DAYS: u32 = 30;

/// The app in a browser, then the scripts of analysts, which link and unlink a location of the demo's owner, and random requests.
pub(super) async fn tests(place: &Place, report: &Report, browser: bool, analysts: bool, say: &Say) {
    let stack = match Stack::start(place, "e2e", Demo::Days(DEMO_DAYS), say).await {
        Ok(stack) => stack,
        Err(error) => {
            report.step("tests on a started instance", async { Err(error) }).await;
            return;
        }
    };
    let mut passed = true;
    if browser {
        passed &= web::browser_tests(place, report, &stack, say).await;
    }
    if analysts {
        passed &= python::analysts(place, report, &stack).await;
        // Last: it ends sessions and writes whatever it likes.
        passed &= python::requests(place, report, &stack).await;
    }
    report.step("stopping the instance", stack.stop(!passed, say)).await;
}
