//! Square's own totals of a business date, from its Reporting API (developer.squareup.com/docs/reporting-api), which counts by
//! itself. Where the token may not ask it, there are none.

use jiff::{SignedDuration, Timestamp};
use saffron_core::BusinessDate;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::client::Client;
use crate::adapter::{Counted, Totals};
use crate::{Place, PosError};

/// The answer to a query: rows of figures by their names.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Loaded {
    data: Vec<Map<String, Value>>,
    last_refresh_time: Option<Timestamp>,
}

/// The totals of a date; none where reports are not to be had.
///
/// # Errors
/// See [`PosError`].
pub(super) async fn totals(
    client: &Client,
    place: &Place,
    on: BusinessDate,
) -> Result<Option<Counted>, PosError> {
    let (from, next) = (place.calendar.begin_of(on), place.calendar.begin_of(on.plus_days(1)));
    let last = next.checked_sub(SignedDuration::from_millis(1)).unwrap_or(next);
    // Both ends count, and are wall times of the time zone that is named.
    let ends = [from, last].map(|at| at.strftime("%Y-%m-%dT%H:%M:%S%.3f").to_string());
    let query = json!({
        "measures": [
            "Orders.top_line_product_sales", "Orders.net_sales", "Orders.sales_tax_amount", "Orders.tips_amount",
            "Orders.itemized_returns", "Orders.count",
        ],
        "segments": ["Orders.closed_checks"],
        "timeDimensions": [{"dimension": "Orders.sale_timestamp", "dateRange": ends}],
        "filters": [{"member": "Orders.location_id", "operator": "equals", "values": [place.location]}],
        "timezone": "UTC",
    });
    let loaded = match client.report(&query).await {
        // So Cube answers until it has counted.
        Ok(answer) if answer.get("error").is_some() => {
            return Err(PosError::Away("its report is not ready".to_owned()));
        }
        Ok(answer) => Loaded::deserialize(answer).map_err(|_| PosError::Unreadable("a report".to_owned()))?,
        Err(PosError::Lacks(_) | PosError::Missing) => return Ok(None),
        Err(error) => return Err(error),
    };
    let row = loaded.data.into_iter().next().unwrap_or_default();
    let figure = |name: &str| -> Result<f64, PosError> {
        match row.get(&format!("Orders.{name}")) {
            None | Some(Value::Null) => Ok(0.0),
            Some(Value::Number(number)) => number.as_f64().ok_or_else(|| unreadable(name)),
            // Some versions of Cube write numbers as texts.
            Some(Value::String(text)) => text.parse().map_err(|_| unreadable(name)),
            Some(_) => Err(unreadable(name)),
        }
    };
    let cents = |name: &str| figure(name).map(|dollars| (dollars * 100.0).round() as i64);
    let totals = Totals {
        gross_sales: cents("top_line_product_sales")?,
        net_sales: cents("net_sales")?,
        tax: cents("sales_tax_amount")?,
        tips: cents("tips_amount")?,
        refunds: cents("itemized_returns")?,
        checks: figure("count")?.round() as i64,
    };
    let until = loaded.last_refresh_time.ok_or_else(|| unreadable("lastRefreshTime"))?;
    Ok(Some(Counted { totals, until, is_independent: true }))
}

fn unreadable(name: &str) -> PosError {
    PosError::Unreadable(format!("the figure {name} of a report"))
}
