//! A POS that fails, and what is shown of it meanwhile.

mod access;
mod away;
mod clocks;
mod limited;
mod moving;

use jiff::civil::DateTime;
use serde_json::Value;

use super::Place;
use super::stand::Stand;

/// The wall time of the location.
fn wall(stand: &Stand) -> DateTime {
    super::random::wall_of(stand.now())
}

/// Why sales are not read now.
fn why_no_sales(now: &Value) -> Option<&str> {
    let faults = now["faults"].as_array().unwrap();
    faults.iter().find(|fault| fault["what"] == "Sales").and_then(|fault| fault["why"].as_str())
}

/// Waits until all of the connection is read and reports shows what the POS has.
async fn expect_all(ana: &Place<'_>, stand: &Stand, connection: &Value) {
    ana.until_connected(connection, |now| {
        now["faults"] == serde_json::json!([]) && now["lagSeconds"].as_i64() < Some(60)
    })
    .await;
    ana.expect_days(&stand.counted().await).await;
}
