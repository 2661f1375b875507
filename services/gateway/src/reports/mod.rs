//! Every report of the main API: one catalogue makes their calls, rows, CSV files and documentation.

mod answers;
pub mod call;
pub mod catalogue;
mod csv;
mod document;
mod json;

use std::sync::Arc;

pub use answers::{Answers, Change};
use axum::Router;
use axum::routing::post;
pub use document::describe;

use crate::Gateway;
use catalogue::REPORTS;

/// The daily report that needs no dates: its session stands in the path.
const LAST_SEVEN_DAYS: &str = "get-lastsevendays-report";

/// The routes of all reports, below `base`.
pub fn routes(base: &str) -> Router<Arc<Gateway>> {
    let mut router = Router::new();
    for report in REPORTS {
        let handler = move |gateway, visitor, headers, request| {
            call::report(report, gateway, visitor, headers, request)
        };
        router = router.route(&format!("{base}/{}", report.call), post(handler));
    }
    if let Some(daily) = REPORTS.iter().find(|report| report.is_daily()) {
        let handler = move |gateway, visitor, headers, session, request| {
            call::last_seven_days(daily, gateway, visitor, headers, session, request)
        };
        router = router.route(&format!("{base}/{LAST_SEVEN_DAYS}/{{sessionID}}"), post(handler));
    }
    router
}
