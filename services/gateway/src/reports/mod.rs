//! The reports of the main API: calls, rows, CSV files and documentation are made from one catalogue.

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

/// The daily report without dates, with the session in its path.
const LAST_SEVEN_DAYS: &str = "get-lastsevendays-report";

/// The routes of all reports, under `base`.
pub fn routes(base: &str) -> Router<Arc<Gateway>> {
    let mut router = Router::new();
    for report in REPORTS {
        let handler = move |gateway, headers, request| call::report(report, gateway, headers, request);
        router = router.route(&format!("{base}/{}", report.call), post(handler));
    }
    if let Some(daily) = REPORTS.iter().find(|report| report.is_daily()) {
        let handler = move |gateway, client, headers, session, request| {
            call::last_seven_days(daily, gateway, client, headers, session, request)
        };
        router = router.route(&format!("{base}/{LAST_SEVEN_DAYS}/{{sessionID}}"), post(handler));
    }
    router
}
